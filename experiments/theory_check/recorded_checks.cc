#include "experiments/theory_check/recorded_checks.h"

#include <sstream>
#include <string_view>

#include "experiments/embedded.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The rest of a line "field: rest"; a line that begins with a blank goes on with the field above.
void add_faults(std::string_view catalogue,
                std::map<std::string, std::vector<SeededFault>>& faults) {
  std::map<std::string, std::string> entry;
  std::string field;
  const auto end_entry = [&] {
    if (entry.contains("claim")) faults[entry["claim"]].push_back({entry["mutant"], entry["why"]});
    entry.clear();
  };
  for (const std::string& line : lines_of(catalogue)) {
    if (line.starts_with('#')) continue;
    if (line.empty()) {
      end_entry();
      continue;
    }
    const std::size_t colon = line.find(": ");
    if (line.front() == ' ') {
      entry[field] += line.substr(line.find_first_not_of(' ') - 1);
    } else if (colon != std::string::npos) {
      field = line.substr(0, colon);
      entry[field] = line.substr(colon + 2);
    }
  }
  end_entry();
}

}  // namespace

const std::map<std::string, std::vector<SeededFault>>& faults_of_claims() {
  static const auto all = [] {
    std::map<std::string, std::vector<SeededFault>> faults;
    for (const std::string_view catalogue :
         {embedded::claim_checks_txt, embedded::claim_checks_of_proofs_txt,
          embedded::claim_draws_txt}) {
      add_faults(catalogue, faults);
    }
    return faults;
  }();
  return all;
}

const RecordedKills& recorded_kills() {
  static const RecordedKills all = [] {
    RecordedKills kills;
    for (const std::string& line : lines_of(embedded::kills_txt)) {
      if (line.empty() || line.starts_with('#')) continue;
      std::istringstream words(line);
      std::string word;
      words >> word;
      ++kills.faults;
      while (words >> word) {
        if (word == "(equivalent)") {
          ++kills.equivalent;
        } else {
          ++kills.by_suite[word];
        }
      }
    }
    return kills;
  }();
  return all;
}

const std::vector<RecordedRun>& recorded_runs() {
  static const std::vector<RecordedRun> all = [] {
    std::vector<RecordedRun> runs;
    for (const std::string& line : lines_of(embedded::digests_txt)) {
      const std::size_t in = line.find(" in ");
      if (in == std::string::npos) continue;  // an elementary function
      const std::size_t end = line.find(' ', in + 4);
      EENET_REQUIRE(end != std::string::npos, "digests.txt: no digest in '", line, "'");
      runs.push_back({line.substr(0, in), line.substr(in + 4, end - in - 4),
                      line.substr(line.rfind(' ') + 1)});
    }
    return runs;
  }();
  return all;
}

}  // namespace eenet::experiments
