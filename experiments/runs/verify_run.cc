#include "experiments/runs/verify_run.h"

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

std::uint64_t all_cases(const std::vector<verify::Piece>& pieces) {
  std::uint64_t cases = 0;
  for (const verify::Piece& piece : pieces) cases += piece.cases;
  return cases;
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
  const std::vector<verify::Piece> pieces = verify::deal(plan.suites, plan.cases);
  const std::size_t replays = plan.replayed.size();
  const double false_alarm = verify::false_alarm_of_one_check(pieces);
  const PieceWork work = [&](std::size_t number, PieceCounter& done) {
    const auto count = [&done] { ++done; };
    if (number < replays) {
      const TimedPiece replay = timed([&] { return check_token(plan.replayed[number]); });
      count();
      return to_json_text(replay);
    }
    const verify::PieceOptions options = {plan.seed, false_alarm, plan.shrink, count};
    return to_json_text(
        timed([&] { return verify::run_piece(pieces[number - replays], options); }));
  };
  Progress progress("cases", replays + all_cases(pieces), plan.quiet);
  add_results(plan, pieces, results_of(replays + pieces.size(), plan.jobs, work, progress), report);
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
