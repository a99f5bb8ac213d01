#include "experiments/runs/verify_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "experiments/build_info.h"
#include "experiments/formats/files.h"
#include "experiments/processes/jobs.h"
#include "experiments/processes/stopwatch.h"

namespace eenet::experiments {

namespace {

template <typename Body>
TimedPiece timed(const Body& body) {
  const Stopwatch watch;
  TimedPiece piece;
  piece.result = body();
  piece.seconds = watch.seconds();
  return piece;
}

verify::PieceResult check_token(const std::string& token) {
  const auto parsed = verify::parse_token(token);
  verify::Finding worst;
  verify::PieceResult result;
  result.failure =
      verify::check_case(verify::suite_named(parsed.first), parsed.second,
                         verify::false_alarm_of_one_check({{parsed.first, 0, 1}}), &worst);
  result.statistics.add(parsed.second, worst);
  return result;
}

std::vector<TimedPiece> results_of(std::size_t pieces, unsigned jobs, const PieceWork& work,
                                   Progress& progress) {
  std::vector<TimedPiece> results;
  results.reserve(pieces);
  for (const std::string& text : do_pieces(pieces, jobs, work, progress)) {
    results.push_back(timed_piece_from_json(text));
  }
  return results;
}

std::string name_of(const verify::Piece& piece) {
  return fmt::format("{}.{:06}", piece.suite, piece.number);
}

// The folder of plan.out, or none.
class PieceFolder {
 public:
  explicit PieceFolder(const VerifyPlan& plan)
      : folder_(plan.out),
        run_({{"revision", kRevision},
              {"suites", plan.suites},
              {"cases", plan.cases},
              {"seed", plan.seed},
              {"shrink", plan.shrink}}) {
    if (!folder_) return;
    make_writable_folder(*folder_);
    remove_partial_copies(*folder_);
  }

  // The result of the piece, or "" if it is not there.
  [[nodiscard]] std::string kept(const verify::Piece& piece) const {
    if (!folder_ || !std::filesystem::exists(path_of(piece))) return "";
    require_regular_file(path_of(piece));
    const Json json = Json::parse(read_file(path_of(piece)), nullptr, false);
    if (!json.is_object() || !json.contains("result") || json.value("run", Json()) != run_) {
      throw std::runtime_error(
          fmt::format("{}: a piece of another run, or damaged; expected the same revision, suites, "
                      "cases and seed, or another --out",
                      path_of(piece).string()));
    }
    return json.at("result").get<std::string>();
  }

  void keep(const verify::Piece& piece, const std::string& result) const {
    if (!folder_) return;
    write_durably(path_of(piece), line_text({{"run", run_}, {"result", result}}) + "\n");
  }

 private:
  [[nodiscard]] std::filesystem::path path_of(const verify::Piece& piece) const {
    return *folder_ / (name_of(piece) + ".json");
  }

  std::optional<std::filesystem::path> folder_;
  Json run_;
};

}  // namespace

std::string to_json_text(const TimedPiece& piece) {
  Json json = {{"statistics", to_json(piece.result.statistics)}, {"seconds", piece.seconds}};
  if (piece.result.failure) json["failure"] = to_json(*piece.result.failure);
  return line_text(json);
}

TimedPiece timed_piece_from_json(const std::string& text) {
  const Json json = Json::parse(text);
  TimedPiece piece;
  piece.result.statistics = statistics_from_json(json.at("statistics"));
  json.at("seconds").get_to(piece.seconds);
  if (json.contains("failure")) piece.result.failure = failure_from_json(json.at("failure"));
  return piece;
}

SuiteReport report_of_suite(const std::string& name) {
  SuiteReport suite;
  suite.name = name;
  for (const verify::Property& property : verify::suite_named(name).properties) {
    suite.properties.push_back(property.sentence);
  }
  return suite;
}

void run_verification(const VerifyPlan& plan, VerifyReport& report) {
  std::vector<verify::Piece> pieces = verify::deal(plan.suites, plan.cases);
  const std::size_t replays = plan.replayed.size();
  const double false_alarm = verify::false_alarm_of_one_check(pieces);
  std::erase_if(pieces,
                [&plan](const verify::Piece& piece) { return !plan.shard.takes(name_of(piece)); });
  const PieceFolder folder(plan);
  std::vector<std::string> texts(replays + pieces.size());
  std::vector<std::size_t> missing;
  std::uint64_t cases = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i >= replays) texts[i] = folder.kept(pieces[i - replays]);
    if (!texts[i].empty()) continue;
    missing.push_back(i);
    cases += i < replays ? 1 : pieces[i - replays].cases;
  }
  const PieceWork work = [&](std::size_t number, PieceCounter& done) {
    const std::size_t i = missing[number];
    const auto count = [&done] { ++done; };
    if (i < replays) {
      const TimedPiece replay = timed([&] { return check_token(plan.replayed[i]); });
      count();
      return to_json_text(replay);
    }
    const verify::Piece& piece = pieces[i - replays];
    const verify::PieceOptions options = {plan.seed, false_alarm, plan.shrink, count};
    const std::string text = to_json_text(timed([&] { return verify::run_piece(piece, options); }));
    folder.keep(piece, text);
    return text;
  };
  Progress progress("cases", cases, plan.quiet);
  const std::vector<std::string> made = do_pieces(missing.size(), plan.jobs, work, progress);
  for (std::size_t i = 0; i < made.size(); ++i) texts[missing[i]] = made[i];
  std::vector<TimedPiece> results;
  for (const std::string& text : texts) results.push_back(timed_piece_from_json(text));
  add_results(plan, pieces, results, report);
}

void add_results(const VerifyPlan& plan, const std::vector<verify::Piece>& pieces,
                 const std::vector<TimedPiece>& results, VerifyReport& report) {
  const std::size_t replays = plan.replayed.size();
  for (std::size_t i = 0; i < replays; ++i) {
    report.replayed.push_back(replay_report(plan.replayed[i], results[i].result));
    if (results[i].result.failure) add_failure(report, *results[i].result.failure);
  }
  for (const std::string& name : plan.suites) {
    SuiteReport suite = report_of_suite(name);
    if (plan.shard.of > 1 && std::ranges::none_of(pieces, [&name](const verify::Piece& piece) {
          return piece.suite == name;
        })) {
      continue;
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].suite != name) continue;
      const TimedPiece& piece = results[replays + i];
      suite.statistics.add(piece.result.statistics);
      suite.seconds += piece.seconds;
      if (piece.result.failure) add_failure(report, *piece.result.failure);
    }
    report.suites.push_back(suite);
  }
}

TimedPiece reproduce(const std::string& token) {
  Progress progress("cases", 1, true);
  const PieceWork work = [&token](std::size_t, PieceCounter&) {
    return to_json_text(timed([&] { return check_token(token); }));
  };
  return results_of(1, 1, work, progress).front();
}

}  // namespace eenet::experiments
