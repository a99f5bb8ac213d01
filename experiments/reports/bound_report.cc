#include "experiments/reports/bound_report.h"

#include <fmt/format.h>

#include "experiments/formats/output.h"
#include "theory/measured/measured_arithmetic.h"

namespace eenet::experiments {

namespace {

using theory::Answer;
using theory::BoundCurve;
using theory::BoundStudy;
using theory::BoundStudySettings;
using theory::Measured;

// The sums that the proof bounds regret by.
struct Term {
  const char* name;
  Measured value;
};

// Over the rounds 1 ... t.
std::vector<Term> terms_at(const theory::ProofTerms& terms, std::uint64_t t) {
  const Measured i2 = theory::sum_until(terms.optimal_error, t);
  const Measured i3 = theory::sum_until(terms.exploration_distance, t);
  const Measured i4 = theory::sum_until(terms.exploitation_distance, t);
  const Measured i5 = theory::sum_until(terms.played_error, t);
  return {{"I2", i2},
          {"I3", i3},
          {"I4", i4},
          {"I5", i5},
          {"sum", i2 + i3 + i4 + i5},
          {"loss_played", theory::sum_until(terms.played_loss, t)},
          {"loss_optimal", theory::sum_until(terms.optimal_loss, t)},
          {"range", Measured::exact(terms.range.at(t - 1))}};
}

std::vector<Term> terms_of(const theory::ProofTerms& terms) {
  return terms_at(terms, terms.optimal_error.size());
}

// Each term at the rounds of the other curves.
Json term_curves_json(const BoundStudy& study) {
  Json json = Json::object();
  for (const std::uint64_t t : study.rounds) {
    for (const Term& term : terms_at(study.run->terms, t)) {
      json[term.name].push_back(to_json(term.value));
    }
  }
  return json;
}

Answer regret_is_below(const BoundStudy& study, const theory::RegretBound& bound) {
  return theory::is_at_most(study.regret.back(), bound.value);
}

// true, false, or null where it is not known.
Json answer_json(Answer answer) {
  if (answer == Answer::kUnknown) return nullptr;
  return answer == Answer::kYes;
}

Json precondition_json(const theory::Precondition& condition) {
  return {{"name", condition.name},
          {"holds", theory::to_text(condition.holds)},
          {"measured", to_json(condition.measured)},
          {"needed", to_json(condition.needed)},
          {"meaning", condition.meaning}};
}

// One sentence for each of the bounds that were left out.
std::vector<std::string> notes_of(const BoundStudy& study, const BoundStudySettings& settings) {
  std::vector<std::string> notes;
  for (const theory::LeftOut& one : study.left_out) {
    notes.push_back(one.sentence);
    if (one.above_most_points) {
      notes.back() += fmt::format(", more than --points {}", settings.quantities.most_points);
    }
  }
  return notes;
}

Json bound_json(const BoundStudy& study, const theory::RegretBound& bound) {
  Json json = {{"id", bound.id},
               {"value", to_json(bound.value)},
               {"vacuous", answer_json(bound.vacuous)},
               {"regret_below", answer_json(regret_is_below(study, bound))},
               {"parts", Json::object()},
               {"preconditions", Json::array()}};
  for (const theory::BoundPart& part : bound.parts) json["parts"][part.name] = to_json(part.value);
  for (const theory::Precondition& condition : bound.preconditions) {
    json["preconditions"].push_back(precondition_json(condition));
  }
  return json;
}

Json curves_json(const BoundStudy& study) {
  Json json = {{"rounds", study.rounds}, {"regret", Json::array()}};
  for (const Measured& regret : study.regret) json["regret"].push_back(to_json(regret));
  for (const BoundCurve& curve : study.curves) {
    Json& values = json[curve.id] = Json::array();
    for (const auto& value : curve.values) values.push_back(to_json(value));
  }
  return json;
}

std::string failing(const theory::RegretBound& bound) {
  std::string names;
  for (const theory::Precondition& condition : bound.preconditions) {
    if (condition.holds == Answer::kYes) continue;
    names += names.empty() ? "" : ", ";
    names += condition.name + (condition.holds == Answer::kUnknown ? "?" : "");
  }
  return names.empty() ? "-" : names;
}

std::string bounds_table(const BoundStudy& study) {
  std::vector<std::vector<std::string>> rows = {
      {"bound", "value", "lower end", "upper end", "vacuous", "regret below"}};
  for (const theory::RegretBound& bound : study.bounds) {
    rows.push_back({bound.id, number_text(bound.value.value), number_text(bound.value.lower),
                    number_text(bound.value.upper), theory::to_text(bound.vacuous),
                    theory::to_text(regret_is_below(study, bound))});
  }
  return table_text(rows);
}

std::string curves_table(const BoundStudy& study) {
  std::vector<std::vector<std::string>> rows = {{"t"}, {"regret"}};
  for (const std::uint64_t t : study.rounds) rows[0].push_back(std::to_string(t));
  for (const Measured& regret : study.regret) rows[1].push_back(number_text(regret.value));
  for (const BoundCurve& curve : study.curves) {
    rows.push_back({curve.id});
    for (const auto& value : curve.values) {
      rows.back().push_back(value ? number_text(value->value) : "-");
    }
  }
  return table_text(rows);
}

std::string conditions_text(const BoundStudy& study) {
  std::string all;
  for (const theory::RegretBound& bound : study.bounds) {
    const std::string names = failing(bound);
    if (names != "-") all += fmt::format("  {}: {}\n", bound.id, names);
  }
  return all.empty() ? all : "\nPreconditions that fail (?: not known):\n" + all;
}

std::string terms_text(const theory::ProofTerms& terms) {
  std::vector<std::vector<std::string>> rows(2);
  for (const Term& term : terms_of(terms)) {
    rows[0].emplace_back(term.name);
    rows[1].push_back(number_text(term.value.value));
  }
  return "\nThe proof's terms, summed over the rounds:\n" + table_text(rows);
}

}  // namespace

Json bound_report_json(const Trace& trace, const BoundStudySettings& settings,
                       const BoundStudy& study) {
  Json json = document("bound", {{"environment", trace.header.environment.to_text()},
                                 {"method", trace.header.method.to_text()},
                                 {"seed", trace.header.seed},
                                 {"rounds", study.rounds.back()},
                                 {"delta", settings.delta},
                                 {"lambda", settings.quantities.lambda},
                                 {"regret", to_json(study.regret.back())},
                                 {"bounds", Json::array()},
                                 {"terms", nullptr},
                                 {"term_curves", nullptr},
                                 {"psi",
                                  {{"printed", to_json(study.complexity.printed)},
                                   {"played", to_json(study.complexity.played)},
                                   {"optimal", to_json(study.complexity.optimal)}}},
                                 {"curves", curves_json(study)},
                                 {"notes", notes_of(study, settings)}});
  for (const theory::RegretBound& bound : study.bounds) {
    json["bounds"].push_back(bound_json(study, bound));
  }
  if (study.run) {
    json["terms"] = Json::object();
    for (const Term& term : terms_of(study.run->terms)) {
      json["terms"][term.name] = to_json(term.value);
    }
    json["term_curves"] = term_curves_json(study);
  }
  return json;
}

std::string bound_report_text(const Trace& trace, const BoundStudySettings& settings,
                              const BoundStudy& study) {
  std::string all =
      fmt::format("{} in {}, seed {}, {} rounds: regret {}; delta = {}\n\n",
                  trace.header.method.name, trace.header.environment.name, trace.header.seed,
                  study.rounds.back(), number_text(study.regret.back().value), settings.delta);
  all += bounds_table(study) + "\nOver the rounds:\n" + curves_table(study);
  if (study.run) all += terms_text(study.run->terms);
  all += conditions_text(study);
  for (const std::string& note : notes_of(study, settings)) all += "\n" + note;
  if (!study.left_out.empty()) all += "\n";
  return all;
}

bool is_inconclusive(const BoundStudy& study) {
  for (const theory::RegretBound& bound : study.bounds) {
    if (bound.vacuous == Answer::kUnknown) return true;
    if (regret_is_below(study, bound) == Answer::kUnknown) return true;
  }
  return false;
}

}  // namespace eenet::experiments
