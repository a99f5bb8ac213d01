#include "experiments/theory_check/piece.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "experiments/build_info.h"
#include "experiments/formats/exit_code.h"
#include "experiments/formats/files.h"
#include "experiments/formats/output.h"
#include "experiments/processes/child_process.h"
#include "experiments/processes/jobs.h"

namespace eenet::experiments {

namespace {

std::string command_of(const Piece& piece) {
  return "eenet " + shell_words(piece.arguments);
}

std::filesystem::path file_of(const Piece& piece, const PieceRun& run) {
  std::string name = piece.id;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == ':' || c == ','; }, '.');
  return run.folder / (name + ".json");
}

Json to_json(const PieceResult& result) {
  return {{"id", result.id},           {"command", result.command},
          {"revision", kRevision},     {"exit_code", result.exit_code},
          {"seconds", result.seconds}, {"document", result.document}};
}

// Of the user's files as they are now; one that cannot be read has none.
Json digests_of(const Piece& piece) {
  Json digests = Json::array();
  for (const std::string& file : piece.reads) {
    digests.push_back(std::filesystem::is_regular_file(file) ? digest_of_bytes(read_file(file))
                                                             : "");
  }
  return digests;
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
  if (json.at("command") != command_of(piece) || json.at("revision") != kRevision ||
      json.value("reads", Json::array()) != digests_of(piece)) {
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
  if (!piece.reads.empty()) json["reads"] = digests_of(piece);
  json["digest"] = digest_of_bytes(line_text(json));
  write_atomically(file_of(piece, run), line_text(json));
}

// What the progress says of pieces whose ids begin so.
std::string kind_of(const Piece& piece) {
  return piece.id.substr(0, piece.id.find('/'));
}

std::string words_of(const std::string& kind, bool preparing) {
  static const std::map<std::string, std::string> words = {
      {"version", "the version"},
      {"claims", "the paper's claims"},
      {"verify", "properties of our code"},
      {"determinism", "runs whose bits are on record"},
      {"theory", "the theory's quantities"},
      {"regret", "regret against its bounds"},
      {"comparison", "methods side by side"},
      {"runs", "your runs"}};
  const auto found = words.find(kind);
  const std::string what = found == words.end() ? kind : found->second;
  return fmt::format("parts of the report: {}", preparing ? "runs for " + what : what);
}

using Found = std::vector<std::optional<PieceResult>>;

// Does the pieces of these numbers, the longest first.
void do_together(const std::vector<Piece>& pieces, std::vector<std::size_t> order,
                 const PieceRun& run, Found& results) {
  if (order.empty()) return;
  std::uint64_t weight = 0;
  for (const std::size_t number : order) weight += pieces[number].weight;
  const Piece& first = pieces[order.front()];
  Progress progress(words_of(kind_of(first), first.prepares), weight, run.quiet);
  std::stable_sort(order.begin(), order.end(), [&pieces](std::size_t a, std::size_t b) {
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

}  // namespace

std::vector<PieceResult> results_of(const std::vector<Piece>& pieces, const PieceRun& run) {
  make_writable_folder(run.folder);
  Found results(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) results[i] = kept(pieces[i], run);
  for (const bool preparing : {true, false}) {
    std::vector<std::string> kinds;
    std::map<std::string, std::vector<std::size_t>> order;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (results[i] || pieces[i].prepares != preparing) continue;
      const std::string kind = kind_of(pieces[i]);
      if (!order.contains(kind)) kinds.push_back(kind);
      order[kind].push_back(i);
    }
    for (const std::string& kind : kinds) do_together(pieces, order[kind], run, results);
  }
  std::vector<PieceResult> all;
  all.reserve(results.size());
  for (auto& result : results) all.push_back(std::move(*result));
  return all;
}

}  // namespace eenet::experiments
