#include "experiments/theory_check/piece.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "experiments/build_info.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/processes/child_process.h"
#include "experiments/processes/jobs.h"

namespace eenet::experiments {

namespace {

// As a shell would have to be given it.
std::string quoted(const std::string& word) {
  const bool plain = word.find_first_of(" '\"$&|;<>()*?`\\") == std::string::npos;
  return plain && !word.empty() ? word : fmt::format("'{}'", word);
}

std::string command_of(const Piece& piece) {
  std::string line = "eenet";
  for (const std::string& word : piece.arguments) line += " " + quoted(word);
  return line;
}

std::filesystem::path file_of(const Piece& piece, const PieceRun& run) {
  std::string name = piece.id;
  std::replace(name.begin(), name.end(), '/', '.');
  return run.folder / (name + ".json");
}

Json to_json(const PieceResult& result) {
  return {{"id", result.id},           {"command", result.command},
          {"revision", kRevision},     {"exit_code", result.exit_code},
          {"seconds", result.seconds}, {"document", result.document}};
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "";
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin);
}

PieceResult done_now(const Piece& piece, const PieceRun& run) {
  std::vector<std::string> arguments = piece.arguments;
  arguments.emplace_back("--json");
  if (piece.arguments.front() != "--version") arguments.emplace_back("--quiet");
  const ChildOutcome outcome = run_child(run.program, arguments, {}, {});
  PieceResult result = {piece.id, command_of(piece), outcome.code, outcome.seconds, {}, {}};
  const bool has_document = outcome.code == kDone || outcome.code == kCheckFailed;
  if (has_document) result.document = Json::parse(outcome.out, nullptr, false);
  if (!has_document || result.document.is_discarded()) {
    result.document = Json();
    result.reason = outcome.signal != 0 ? fmt::format("ended by signal {}", outcome.signal)
                                        : last_line(outcome.err);
  }
  return result;
}

// The result in the piece's file, if it is one of this program, whole and undamaged.
std::optional<PieceResult> kept(const Piece& piece, const PieceRun& run) {
  const std::filesystem::path file = file_of(piece, run);
  if (!std::filesystem::exists(file)) return std::nullopt;
  Json json = Json::parse(read_file(file), nullptr, false);
  if (!json.is_object() || !json.contains("digest")) return std::nullopt;
  const Json digest = json["digest"];
  json.erase("digest");
  if (digest != digest_of_bytes(line_text(json))) return std::nullopt;
  if (json.at("command") != command_of(piece) || json.at("revision") != kRevision) {
    return std::nullopt;
  }
  return PieceResult{piece.id,
                     command_of(piece),
                     json.at("exit_code").get<int>(),
                     json.at("seconds").get<double>(),
                     json.at("document"),
                     {}};
}

void keep(const PieceResult& result, const Piece& piece, const PieceRun& run) {
  if (result.document.is_null()) return;
  Json json = to_json(result);
  json["digest"] = digest_of_bytes(line_text(json));
  write_atomically(file_of(piece, run), line_text(json));
}

}  // namespace

std::vector<PieceResult> results_of(const std::vector<Piece>& pieces, const PieceRun& run) {
  make_writable_folder(run.folder);
  std::vector<std::optional<PieceResult>> results(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) results[i] = kept(pieces[i], run);
  for (const bool preparing : {true, false}) {
    std::vector<std::size_t> order;
    std::uint64_t weight = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (results[i] || pieces[i].prepares != preparing) continue;
      order.push_back(i);
      weight += pieces[i].weight;
    }
    Progress progress("parts of the report", weight, run.quiet);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return pieces[a].weight > pieces[b].weight;
    });
    const auto work = [&](std::size_t number, PieceCounter& done) {
      const Piece& piece = pieces[order[number]];
      const PieceResult result = done_now(piece, run);
      keep(result, piece, run);
      done += piece.weight;
      Json json = to_json(result);
      json["reason"] = result.reason;
      return line_text(json);
    };
    const std::vector<std::string> texts = do_pieces(order.size(), run.jobs, work, progress);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Json json = Json::parse(texts[i]);
      results[order[i]] = {pieces[order[i]].id,
                           json.at("command").get<std::string>(),
                           json.at("exit_code").get<int>(),
                           json.at("seconds").get<double>(),
                           json.at("document"),
                           json.at("reason").get<std::string>()};
    }
  }
  std::vector<PieceResult> all;
  all.reserve(results.size());
  for (auto& result : results) all.push_back(std::move(*result));
  return all;
}

}  // namespace eenet::experiments
