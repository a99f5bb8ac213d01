#include "reference/trace_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "reference/out_of_memory.h"
#include "reference/require.h"
#include "reference/trace_memory.h"

namespace eenet {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "eenet.trace/1";
constexpr std::size_t kPiece = 4096;  // bytes of a line that are read at once

std::string system_reason() {
  return std::strerror(errno);
}

// What is wrong with a line, without the tag that nlohmann puts in front: "[json.exception...] ".
std::string reason_of(const std::exception& error) {
  const std::string what = error.what();
  const std::size_t tag_end = what.find("] ");
  const bool tagged = what.starts_with("[json.exception.") && tag_end != std::string::npos;
  return tagged ? what.substr(tag_end + 2) : what;
}

Json to_json(const Eigen::Ref<const Eigen::VectorXd>& v) {
  Json list = Json::array();
  for (Eigen::Index i = 0; i < v.size(); ++i) list.push_back(v[i]);
  return list;
}

Json to_json(const std::vector<Eigen::VectorXd>& vectors) {
  Json list = Json::array();
  for (const Eigen::VectorXd& v : vectors) list.push_back(to_json(v));
  return list;
}

Json to_json(const Spec& spec) {
  Json settings = Json::object();
  for (const auto& [key, value] : spec.given) settings[key] = value;
  return {{"name", spec.name}, {"settings", settings}};
}

// Copying and showing take a call for each level, and lists of keys are copied as they grow.
Json parsed(const std::string& line) {
  EENET_REQUIRE(!is_nested_deeper(line, kDeepestJson), "lists within lists to more than ",
                kDeepestJson, " levels");
  require_memory_for(values_in(line));
  return Json::parse(line);
}

// Readers throw nlohmann's exceptions or std::invalid_argument; TraceReader adds path and line.

Eigen::VectorXd vector_from(const Json& list) {
  EENET_REQUIRE(list.is_array(), "expected a list of numbers");
  Eigen::VectorXd v(static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i)
    v[static_cast<Eigen::Index>(i)] = list[i].get<double>();
  return v;
}

std::vector<Eigen::VectorXd> vectors_from(const Json& lists) {
  std::vector<Eigen::VectorXd> vectors;
  for (const Json& list : lists) vectors.push_back(vector_from(list));
  return vectors;
}

// A number from 0 up without a fraction; the library's own conversion would cut 2.7 down to 2 and
// wrap -1 around.
std::uint64_t whole_number_from(const Json& json, const char* field) {
  const Json& number = json.at(field);
  EENET_REQUIRE(number.is_number_unsigned(), field, " is ", number.dump(),
                ", expected a whole number");
  return number.get<std::uint64_t>();
}

Eigen::Index index_from(const Json& json, const char* field) {
  return static_cast<Eigen::Index>(whole_number_from(json, field));
}

Spec spec_from(const Json& json) {
  Spec spec;
  spec.name = json.at("name").get<std::string>();
  for (const auto& [key, value] : json.at("settings").items()) {
    spec.given[key] = value.get<std::string>();
  }
  return spec;
}

TraceDetail detail_from(const std::string& word) {
  EENET_REQUIRE(word == "digest" || word == "full", "detail is '", word,
                "', expected digest or full");
  return word == "full" ? TraceDetail::kFull : TraceDetail::kDigest;
}

TraceHeader header_from(const Json& json) {
  EENET_REQUIRE(json.is_object() && json.value("schema", "") == kSchema,
                "the first line has no \"schema\":\"", kSchema, "\"");
  EENET_REQUIRE(json.value("hash", Digest::kName) == Digest::kName, "hash is '",
                json.value("hash", ""), "', expected ", Digest::kName);
  TraceHeader header;
  header.producer = json.value("producer", "");
  header.environment = spec_from(json.at("environment"));
  header.method = spec_from(json.at("method"));
  header.rounds = whole_number_from(json, "rounds");
  header.seed = whole_number_from(json, "seed");
  header.normalise = json.value("normalise", false);
  header.dim = index_from(json, "dim");
  header.arms = index_from(json, "arms");
  EENET_REQUIRE(header.dim >= 1 && header.arms >= 1, "dim is ", header.dim, " and arms is ",
                header.arms, ", expected at least 1 each");
  header.detail = detail_from(json.at("detail").get<std::string>());
  if (json.contains("initial_parameters")) {
    header.initial_parameters = vectors_from(json.at("initial_parameters"));
  }
  return header;
}

// A field of one number per arm, if it is there.
std::optional<Eigen::VectorXd> per_arm(const Json& json, const char* field, Eigen::Index arms) {
  if (!json.contains(field)) return std::nullopt;
  Eigen::VectorXd v = vector_from(json.at(field));
  EENET_REQUIRE(v.size() == arms, field, " has ", v.size(), " entries, expected ", arms);
  return v;
}

std::optional<Eigen::MatrixXd> contexts_from(const Json& json, const TraceHeader& header) {
  if (!json.contains("contexts")) return std::nullopt;
  const std::vector<Eigen::VectorXd> columns = vectors_from(json.at("contexts"));
  EENET_REQUIRE(columns.size() == static_cast<std::size_t>(header.arms), "contexts has ",
                columns.size(), " arms, expected ", header.arms);
  Eigen::MatrixXd contexts(header.dim, header.arms);
  for (Eigen::Index i = 0; i < header.arms; ++i) {
    const Eigen::VectorXd& x = columns[static_cast<std::size_t>(i)];
    EENET_REQUIRE(x.size() == header.dim, "context ", i, " has ", x.size(), " entries, expected ",
                  header.dim);
    contexts.col(i) = x;
  }
  return contexts;
}

template <typename Value>
std::optional<Value> optional_from(const Json& json, const char* field) {
  if (!json.contains(field)) return std::nullopt;
  return json.at(field).get<Value>();
}

TraceRound round_from(const Json& json, const TraceHeader& header) {
  TraceRound round;
  round.t = whole_number_from(json, "t");
  round.arm = index_from(json, "arm");
  EENET_REQUIRE(round.arm >= 0 && round.arm < header.arms, "arm is ", round.arm, ", expected 0 to ",
                header.arms - 1);
  round.reward = json.at("reward").get<double>();
  round.label = optional_from<double>(json, "label");
  round.contexts = contexts_from(json, header);
  round.exploitation_scores = per_arm(json, "f1", header.arms);
  round.exploration_scores = per_arm(json, "f2", header.arms);
  round.expected_rewards = per_arm(json, "expected_rewards", header.arms);
  round.rewards = per_arm(json, "rewards", header.arms);
  round.digest = optional_from<std::string>(json, "digest");
  return round;
}

TraceEnd end_from(const Json& json) {
  TraceEnd end;
  const auto status = json.at("status").get<std::string>();
  EENET_REQUIRE(status == "completed" || status == "diverged", "status is '", status,
                "', expected completed or diverged");
  end.status = status == "diverged" ? RunStatus::kDiverged : RunStatus::kCompleted;
  end.rounds = whole_number_from(json, "rounds");
  end.regret = optional_from<double>(json, "regret");
  end.realized_regret = optional_from<double>(json, "realized_regret");
  end.digest = optional_from<std::string>(json, "digest");
  if (json.contains("parameters")) end.parameters = vectors_from(json.at("parameters"));
  return end;
}

}  // namespace

bool is_nested_deeper(std::string_view json, std::size_t levels) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') quoted = !quoted;
    if (quoted) {
      if (c == '\\') ++i;
    } else if (c == '[' || c == '{') {
      if (++depth > levels) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

std::string to_json_line(const TraceHeader& header) {
  require_memory_for(values_in(header.initial_parameters));
  Json json = {{"schema", kSchema},
               {"producer", header.producer},
               {"environment", to_json(header.environment)},
               {"method", to_json(header.method)},
               {"rounds", header.rounds},
               {"seed", header.seed},
               {"normalise", header.normalise},
               {"dim", header.dim},
               {"arms", header.arms},
               {"detail", header.detail == TraceDetail::kFull ? "full" : "digest"},
               {"hash", Digest::kName}};
  if (!header.initial_parameters.empty()) {
    json["initial_parameters"] = to_json(header.initial_parameters);
  }
  try {
    return json.dump();
  } catch (const Json::type_error&) {  // of JSON's strings: a path may hold any bytes
    throw std::invalid_argument(
        text("a trace cannot hold the settings ", header.environment.to_text(),
             ": they have a byte that is not UTF-8, expected another name"));
  }
}

std::string to_json_line(const TraceRound& round) {
  require_memory_for(values_in(round));
  Json json = {{"t", round.t}};
  if (round.contexts) {
    json["contexts"] = Json::array();
    for (Eigen::Index i = 0; i < round.contexts->cols(); ++i) {
      json["contexts"].push_back(to_json(round.contexts->col(i)));
    }
  }
  if (round.expected_rewards) json["expected_rewards"] = to_json(*round.expected_rewards);
  if (round.rewards) json["rewards"] = to_json(*round.rewards);
  if (round.exploitation_scores) json["f1"] = to_json(*round.exploitation_scores);
  if (round.exploration_scores) json["f2"] = to_json(*round.exploration_scores);
  json["arm"] = round.arm;
  json["reward"] = round.reward;
  if (round.label) json["label"] = *round.label;
  if (round.digest) json["digest"] = *round.digest;
  return json.dump();
}

std::string to_json_line(const TraceEnd& end) {
  require_memory_for(values_in(end.parameters));
  Json json = {{"status", end.status == RunStatus::kDiverged ? "diverged" : "completed"},
               {"rounds", end.rounds}};
  if (end.regret) json["regret"] = *end.regret;
  if (end.realized_regret) json["realized_regret"] = *end.realized_regret;
  if (end.digest) json["digest"] = *end.digest;
  if (!end.parameters.empty()) json["parameters"] = to_json(end.parameters);
  return Json{{"end", json}}.dump();
}

TraceWriter::TraceWriter(std::filesystem::path path, const TraceHeader& header)
    : path_(std::move(path)), out_(path_, std::ios::binary | std::ios::trunc) {
  if (!out_)
    throw std::runtime_error(text(path_.string(), ": cannot be written: ", system_reason()));
  write_line(to_json_line(header));
}

void TraceWriter::write(const TraceRound& round) {
  write_line(to_json_line(round));
}

void TraceWriter::finish(const TraceEnd& end) {
  write_line(to_json_line(end));
  out_.close();
  if (!out_)
    throw std::runtime_error(text(path_.string(), ": cannot be written: ", system_reason()));
}

void TraceWriter::write_line(const std::string& line) {
  if (line.size() > kLongestTraceLine) {
    throw std::runtime_error(text(path_.string(), ": a line of ", line.size(),
                                  " bytes, expected at most ", kLongestTraceLine));
  }
  // Flushed line by line: what an interruption can cost is the line being written.
  out_ << line << '\n' << std::flush;
  if (!out_)
    throw std::runtime_error(text(path_.string(), ": cannot be written: ", system_reason()));
}

TraceReader::TraceReader(std::filesystem::path path)
    : path_(std::move(path)), in_(path_, std::ios::binary) {
  if (!in_) throw std::runtime_error(text(path_.string(), ": cannot be read: ", system_reason()));
  if (std::filesystem::is_directory(path_)) {  // it opens like a file, and only reading it fails
    throw std::runtime_error(text(path_.string(), ": cannot be read: Is a directory"));
  }
  // A failure, or a lack of memory, would else look like the end of the file.
  in_.exceptions(std::ios::badbit);
  std::string line;
  if (!next_line(line)) reject("no whole line, expected the header of a trace");
  try {
    header_ = header_from(parsed(line));
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(place());
  } catch (const std::exception& error) {
    reject(text("not the header of a trace: ", reason_of(error)));
  }
}

std::optional<TraceRound> TraceReader::next() {
  std::string line;
  if (end_ || !next_line(line)) return std::nullopt;
  TraceRound round;
  try {
    const Json json = parsed(line);
    if (json.contains("end")) {
      end_ = end_from(json.at("end"));
    } else {
      round = round_from(json, header_);
    }
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(place());
  } catch (const std::exception& error) {
    reject(text("not a round of a trace: ", reason_of(error)));
  }
  if (end_) {
    if (end_->rounds != rounds_read_) {
      reject(text("the end counts ", end_->rounds, " rounds, the file has ", rounds_read_));
    }
    if (next_line(line)) reject("a line follows the end of the trace");
    return std::nullopt;
  }
  ++rounds_read_;
  if (round.t != rounds_read_) reject(text("round ", round.t, ", expected round ", rounds_read_));
  if (round.t > header_.rounds) {
    reject(text("round ", round.t, ", the header announces ", header_.rounds));
  }
  return round;
}

bool TraceReader::next_line(std::string& line) {
  ++line_number_;
  line.clear();
  std::array<char, kPiece> piece{};
  try {
    while (true) {
      in_.getline(piece.data(), piece.size());
      const bool whole = in_.good();  // its end was found and taken away
      line.append(piece.data(), static_cast<std::size_t>(in_.gcount()) - (whole ? 1 : 0));
      // A line without its end was being written when the run stopped.
      if (whole || in_.eof()) return whole;
      in_.clear();  // the piece is full
      require_sensible(line);
    }
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(place());
  } catch (const std::ios::failure&) {
    throw std::runtime_error(text(path_.string(), ": cannot be read: ", system_reason()));
  }
}

std::string TraceReader::place() const {
  return text(path_.string(), ", line ", line_number_);
}

void TraceReader::require_sensible(const std::string& start) const {
  const std::size_t first = start.find_first_not_of(" \t\r");
  if (line_number_ == 1 && (first == std::string::npos || start[first] != '{')) {
    reject("not the header of a trace: it does not begin with {");
  }
  if (start.size() > kLongestTraceLine) {
    reject(text("longer than ", kLongestTraceLine, " bytes, expected a line of a trace"));
  }
}

void TraceReader::reject(const std::string& what) const {
  throw std::runtime_error(text(place(), ": ", what));
}

Trace read_trace(const std::filesystem::path& path) {
  TraceReader reader(path);
  Trace trace;
  trace.header = reader.header();
  while (auto round = reader.next()) trace.rounds.push_back(std::move(*round));
  trace.end = reader.end();
  return trace;
}

}  // namespace eenet
