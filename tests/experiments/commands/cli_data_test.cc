// `eenet data`, and runs on data sets: made ones, and real ones where EENET_DATA has them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "tests/experiments/data/packed.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class CliData : public Cli {
 protected:
  CliData() {
    std::string table = "x,y,colour,kind\n";
    for (int i = 0; i < 60; ++i) {
      table += std::to_string(i % 7 + 1) + "," + std::to_string(i % 5) + "," +
               (i % 2 == 0 ? "red" : "blue") + "," + "abc"[i % 3] + "\n";
    }
    write_text("table.csv", table);
  }

  [[nodiscard]] json prepared(const std::string& name, const std::string& from) const {
    return json_of("data prepare " + name + " --from " + from + " --out prepared --json");
  }
};

TEST_F(CliData, ListsEverySetAndWhereItIs) {
  const json list = json_of("data list --json");
  EXPECT_EQ(list.at("schema"), "eenet.data/1");
  ASSERT_EQ(list.at("sets").size(), 5U);
  std::filesystem::create_directories(folder() / "all/mnist");
  Surroundings there = here();
  there.environment["EENET_DATA"] = (folder() / "all").string();
  const Outcome text = run_eenet("data list", there);
  EXPECT_THAT(text.out, HasSubstr("found: " + (folder() / "all/mnist").string()));
  EXPECT_THAT(text.out, HasSubstr("not found"));
}

TEST_F(CliData, PreparesWhatRunsAsTheFileDoes) {
  const json document = prepared("classification", "table.csv");
  EXPECT_EQ(document.at("schema"), "eenet.data/1");
  EXPECT_EQ(document.at("name"), "classification");
  EXPECT_EQ(document.at("rows"), 60);
  EXPECT_EQ(document.at("arms"), 3);
  EXPECT_EQ(document.at("dimension"), 12);
  EXPECT_EQ(document.at("digest").get<std::string>().size(), 16U);
  const auto digest_of = [&](const std::string& data) {
    return json_of("run --rounds 70 --json --env classification:data=" + data)
        .at("runs")[0]
        .at("digest");
  };
  EXPECT_EQ(digest_of("prepared"), digest_of("table.csv"));
  EXPECT_EQ(json_in("prepared/data.json").at("digest"), document.at("digest"));
}

TEST_F(CliData, MethodsMeetTheSameRounds) {
  const auto best = [&](const std::string& method) {
    return json_of("run --rounds 50 --json --env classification:data=table.csv --method " + method)
        .at("regret")
        .at("value")
        .get<double>();
  };
  EXPECT_EQ(best("optimal"), 0.0);
  EXPECT_GT(best("random"), 0.0);
}

TEST_F(CliData, ATraceIsReplayedAndChangedDataAreTold) {
  EXPECT_EQ(eenet("run --rounds 20 --trace full --out o --env classification:data=table.csv").code,
            0);
  EXPECT_EQ(eenet("replay o/trace-1.jsonl").code, 0);
  write_text("table.csv", text_in("table.csv") + "1,1,red,a\n");
  expect_refusal(eenet("replay o/trace-1.jsonl"),
                 {"trace-1.jsonl", "table.csv", "has digest", "expected", "other data"});
  std::filesystem::remove(folder() / "table.csv");
  expect_refusal(eenet("replay o/trace-1.jsonl"), {"there is no", "table.csv"});
}

TEST_F(CliData, PreparedDataAreCheckedWhenTheyAreRead) {
  static_cast<void>(prepared("classification:scale=columns", "table.csv"));
  EXPECT_EQ(eenet("run --rounds 5 --env classification:data=prepared,scale=columns").code, 0);
  expect_refusal(eenet("run --rounds 5 --env classification:data=prepared,scale=none"),
                 {"prepared", "scale=columns", "expected scale=none"});
  expect_refusal(eenet("run --rounds 5 --env mnist:data=prepared"),
                 {"data.json", "prepared as classification, expected mnist"});
  expect_refusal(eenet("data prepare classification --from table.csv --out prepared"),
                 {"prepared", "holds other prepared data"});
  const std::string rows = text_in("prepared/rows.npy");
  write_text("prepared/rows.npy", rows.substr(0, rows.size() - 24) + rows.substr(128, 24));
  expect_refusal(eenet("run --rounds 5 --env classification:data=prepared"),
                 {"prepared", "digest", "as data.json says"});
  write_text("prepared/data.json", "{");
  expect_refusal(eenet("run --rounds 5 --env classification:data=prepared"),
                 {"data.json", "not a document of eenet data prepare"});
}

TEST_F(CliData, WhatIsNotThereIsToldInASentence) {
  Surroundings nowhere = here();
  nowhere.environment["EENET_DATA"] = "";
  expect_refusal(run_eenet("run --env yelp", nowhere),
                 {"yelp", "EENET_DATA is not set", "data=PATH"});
  nowhere.environment["EENET_DATA"] = folder().string();
  expect_refusal(run_eenet("run --env yelp", nowhere), {"yelp", "there is no", "of EENET_DATA"});
  expect_all_refused({
      {"data", {"no command given", "prepare"}},
      {"data prepare", {"NAME"}},
      {"data prepare mars --from table.csv --out p", {"environment", "mars"}},
      {"data prepare linear --from table.csv --out p", {"linear"}},
      {"data prepare classification --from absent.csv --out p", {"there is no 'absent.csv'"}},
      {"data prepare classification:data=table.csv --from table.csv --out p",
       {"--from, not data="}},
      {"data prepare classification --from table.csv --out /proc/p", {"/proc/p"}},
      {"run --env classification:data=", {"data= is empty"}},
      {"run --env classification:data=table.csv --normalise", {"--normalise", "arrays"}},
      {"theory ntk --env classification:data=absent.csv --rounds 2 --out H.npy", {"absent.csv"}},
  });
}

TEST_F(CliData, TheoryTakesThemToo) {
  const json spectrum =
      json_of("theory spectrum --env classification:data=table.csv --rounds 5 --lambda 1 --json");
  EXPECT_EQ(spectrum.at("points"), 15);
}

// ---- Real data ----------------------------------------------------------------------------------

class RealData : public Cli {
 protected:
  // Skips the test unless EENET_DATA has the file or folder.
  static bool absent(const std::string& name) {
    const char* all = std::getenv("EENET_DATA");
    return all == nullptr || !std::filesystem::exists(std::filesystem::path(all) / name);
  }

  [[nodiscard]] double regret_of_random(const std::string& environment) const {
    return json_of("run --rounds 10000 --method random --json --env " + environment)
        .at("regret")
        .at("value")
        .get<double>();
  }
};

// A uniform arm of ten loses 1 with probability 0.9: 10,000 rounds lose 9000, within 4 standard
// deviations of 30 with probability 0.99994.
TEST_F(RealData, RandomLosesNineTenths) {
  std::size_t tried = 0;
  for (const auto& [name, environment] : std::map<std::string, std::string>{
           {"yelp", "yelp"},
           {"mnist", "mnist"},
           {"movielens/ratings.csv.gz", "movielens:data=movielens/ratings.csv.gz"}}) {
    if (absent(name)) continue;
    ++tried;
    EXPECT_NEAR(regret_of_random(environment), 9000.0, 120.0) << environment;
  }
  if (tried == 0) GTEST_SKIP() << "skipped: EENET_DATA is not set, or has none of the sets";
}

TEST_F(RealData, HaveTheRowsThatTheirOwnersSay) {
  const std::map<std::string, std::pair<std::string, std::size_t>> sets = {
      {"yelp", {"yelp", 117'907}},
      {"mnist", {"mnist", 60'000}},
      {"uci/mushroom.tsv.gz", {"classification:categories=all", 8'124}},
      {"uci/adult.data.csv.gz", {"classification", 32'561}}};
  std::size_t tried = 0;
  for (const auto& [name, expected] : sets) {
    if (absent(name)) continue;
    ++tried;
    const std::string from = (std::filesystem::path(std::getenv("EENET_DATA")) / name).string();
    const json document = json_of("data prepare " + expected.first + " --from " + from +
                                  " --out p" + std::to_string(tried) + " --json --quiet");
    EXPECT_EQ(document.at("rows"), expected.second) << name;
    EXPECT_EQ(document.at("left_out"), 0) << name;
  }
  if (tried == 0) GTEST_SKIP() << "skipped: EENET_DATA is not set, or has none of the sets";
}

}  // namespace
}  // namespace eenet::experiments
