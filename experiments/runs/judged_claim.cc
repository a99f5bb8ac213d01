#include "experiments/runs/judged_claim.h"

#include <fmt/format.h>

#include "experiments/build_info.h"
#include "experiments/formats/files.h"
#include "reference/trace_file.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {

namespace {

Json provenance(const verify::Context& context) {
  return {{"seed", context.seed},
          {"effort", verify::to_text(context.effort)},
          {"revision", kRevision},
          {"false_alarm", context.false_alarm},
          {"data", context.data.string()}};
}

Json preconditions_json(const std::vector<verify::Precondition>& preconditions) {
  Json list = Json::array();
  for (const verify::Precondition& one : preconditions) {
    list.push_back({{"what", one.what}, {"met", one.met}});
  }
  return list;
}

// The part of the object that all three uses share.
Json verdict_json(const JudgedClaim& judged) {
  const verify::Verdict& verdict = judged.verdict;
  return {{"id", judged.id},
          {"status", verify::to_text(verdict.status)},
          {"vacuous", verdict.vacuous},
          {"measured", to_json(verdict.measured)},
          {"bound", to_json(verdict.bound)},
          {"p_value", verdict.p_value ? Json(*verdict.p_value) : Json()},
          {"seeds", verdict.seeds},
          {"preconditions", preconditions_json(verdict.preconditions)},
          {"finding", verdict.finding},
          {"decides", verdict.decides},
          {"seconds", judged.seconds}};
}

}  // namespace

std::string evidence_of(const std::string& id, const verify::Context& context) {
  return fmt::format("eenet claims check {} --seed {} --effort {}", id, context.seed,
                     verify::to_text(context.effort));
}

std::string to_json_text(const JudgedClaim& judged, const verify::Context& context) {
  Json json = verdict_json(judged);
  json["provenance"] = provenance(context);
  json["digest"] = digest_of_bytes(line_text(json));
  return line_text(json);
}

JudgedClaim judged_claim_from_json(const std::string& text) {
  const Json json = Json::parse(text);
  JudgedClaim judged;
  json.at("id").get_to(judged.id);
  json.at("seconds").get_to(judged.seconds);
  verify::Verdict& verdict = judged.verdict;
  verdict.status = verify::parse_status(json.at("status").get<std::string>());
  json.at("vacuous").get_to(verdict.vacuous);
  verdict.measured = optional_measured_from_json(json.at("measured"));
  verdict.bound = optional_measured_from_json(json.at("bound"));
  if (!json.at("p_value").is_null()) verdict.p_value = json.at("p_value").get<double>();
  json.at("seeds").get_to(verdict.seeds);
  for (const Json& one : json.at("preconditions")) {
    verdict.preconditions.push_back({one.at("what").get<std::string>(), one.at("met").get<bool>()});
  }
  json.at("finding").get_to(verdict.finding);
  json.at("decides").get_to(verdict.decides);
  return judged;
}

bool is_result_of(const std::string& text, const std::string& id, const verify::Context& context) {
  if (is_nested_deeper(text, kDeepestJson)) return false;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("provenance") || !json.contains("digest")) return false;
  Json content = json;
  content.erase("digest");
  if (json.at("digest") != digest_of_bytes(line_text(content))) return false;
  // As it was written: the name of a folder may have bytes that JSON cannot hold.
  if (json.at("provenance") != Json::parse(line_text(provenance(context)))) return false;
  try {
    return judged_claim_from_json(text).id == id;
  } catch (const Json::exception&) {  // a field is missing, or of another type
    return false;
  } catch (const std::runtime_error&) {  // a word that is none of those expected
    return false;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

Json claim_json(const JudgedClaim& judged, const verify::Context& context) {
  const verify::Claim& claim = *verify::claims_named(judged.id).front();
  Json json = verdict_json(judged);
  json["evidence"] = evidence_of(judged.id, context);
  json["recorded"] = verify::to_text(verify::recorded_status(claim, context));
  json["evidence_kind"] = verify::to_text(claim.kind);
  json["authors_answer"] = claim.authors_answer;
  return json;
}

}  // namespace eenet::experiments
