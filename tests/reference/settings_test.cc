#include "reference/settings.h"

#include <gtest/gtest.h>

#include <set>

#include "reference/registry.h"
#include "tests/refusal.h"

namespace eenet {
namespace {

constexpr auto refusal = refusal_of<std::invalid_argument>;

TEST(Spec, IsANameWithSettings) {
  const Spec spec = Spec::parse("linear:dim=3,noise=none");
  EXPECT_EQ(spec.name, "linear");
  EXPECT_EQ(spec.given.at("dim"), "3");
  EXPECT_EQ(spec.to_text(), "linear:dim=3,noise=none");
  EXPECT_EQ(Spec::parse("random").to_text(), "random");
}

TEST(Spec, RefusesWhatIsNotOne) {
  for (const char* bad : {"", ":dim=3", "linear:", "linear:dim", "linear:=3", "linear:dim=1,",
                          "linear:dim=1,dim=2"}) {
    EXPECT_NE(refusal([bad] { Spec::parse(bad); }), "accepted") << bad;
  }
}

TEST(Spec, HoldsCommasThatAreWrittenTwice) {
  const Spec spec = Spec::parse("arrays:contexts=a,,b,,,,c,rewards=,,r,,,x=");
  EXPECT_EQ(spec.given.at("contexts"), "a,b,,c");
  EXPECT_EQ(spec.given.at("rewards"), ",r,");
  EXPECT_EQ(spec.given.at("x"), "");
  EXPECT_EQ(Spec::parse(spec.to_text()), spec);
  EXPECT_EQ(spec.to_text(), "arrays:contexts=a,,b,,,,c,rewards=,,r,,,x=");
}

TEST(Settings, FillInDefaultsUnlessAnotherKeyReplacesThem) {
  const std::vector<Key> keys = {{"eta1", "0.1", "", {}, "R"}, {"R", "", ""}, {"width", "100", ""}};
  const Settings plain("test", keys, {});
  EXPECT_EQ(plain.text("eta1"), "0.1");
  EXPECT_FALSE(plain.has("R"));
  const Settings replaced("test", keys, {{"R", "4"}});
  EXPECT_FALSE(replaced.has("eta1"));
  EXPECT_EQ(replaced.text("width"), "100");
}

TEST(Settings, HaveConditionalKeysAndDefaults) {
  const Condition online = {"schedule", {"online"}};
  const Condition replay = {"schedule", {"replay"}};
  const std::vector<Key> keys = {{"schedule", "online", ""},
                                 {"eta1", "0.1", "", online},
                                 {"eta1", "0.01", "", replay},
                                 {"steps", "2000", "", replay}};
  EXPECT_EQ(Settings("test", keys, {}).text("eta1"), "0.1");
  EXPECT_FALSE(Settings("test", keys, {}).has("steps"));
  const Settings replayed("test", keys, {{"schedule", "replay"}});
  EXPECT_EQ(replayed.text("eta1"), "0.01");
  EXPECT_EQ(replayed.text("steps"), "2000");
  EXPECT_EQ(refusal([&] {
              Settings("test", keys, {{"steps", "5"}});
            }),
            "test: steps=5, expected it only with schedule=replay");
  EXPECT_EQ(refusal([&] {
              Settings("test", keys, {{"schedule", "offline"}, {"eta1", "1"}});
            }),
            "test: eta1=1, expected it only with schedule=online or schedule=replay");
}

TEST(Settings, SayOwnerKeyValueAndExpectation) {
  const Settings settings("method eenet", {{"width", "100", ""}}, {{"width", "0"}});
  EXPECT_EQ(refusal([&] { (void)settings.integer("width", 1, 10); }),
            "method eenet: width=0, expected a whole number from 1 to 10");
  EXPECT_EQ(refusal([] {
              Settings("method eenet", {{"width", "", ""}}, {{"wide", "1"}});
            }),
            "method eenet has no key 'wide', expected one of width");
}

TEST(Settings, ReadNumbersAsAWholeOrNotAtAll) {
  for (const char* bad : {"", "1x", " 1", "1 ", "0x10", "1e99999", "nan", "inf", "-", "1,5"}) {
    const Settings settings("test", {{"x", "", ""}}, {{"x", bad}});
    EXPECT_NE(refusal([&] { (void)settings.real("x", -1e300, 1e300); }), "accepted") << bad;
    EXPECT_NE(refusal([&] { (void)settings.integer("x", -9, 9); }), "accepted") << bad;
  }
  const Settings settings("test", {{"x", "", ""}}, {{"x", "-2.5e-1"}});
  EXPECT_EQ(settings.real("x", -1.0, 1.0), -0.25);
  EXPECT_NE(refusal([&] { (void)settings.positive_real("x"); }), "accepted");
}

TEST(Registry, NamesEveryPolicyAndEnvironmentOnce) {
  std::set<std::string> names;
  for (const PolicyKind& kind : policy_kinds()) EXPECT_TRUE(names.insert(kind.name).second);
  names.clear();
  for (const EnvironmentKind& kind : environment_kinds())
    EXPECT_TRUE(names.insert(kind.name).second);
}

TEST(Registry, RefusesUnknownNamesAndWrongStarts) {
  const auto environment = make_environment(Spec::parse("two-arms"), {});
  EXPECT_NE(refusal([] { make_environment(Spec::parse("nowhere"), {}); }), "accepted");
  EXPECT_NE(refusal([&] { make_policy(Spec::parse("nobody"), *environment, {}); }), "accepted");
  const Eigen::VectorXd theta = Eigen::VectorXd::Ones(3);
  EXPECT_NE(refusal([&] {
              make_policy(Spec::parse("random"), *environment, {0, {theta}});
            }),
            "accepted");
  EXPECT_EQ(refusal([&] {
              make_policy(Spec::parse("greedy:width=1"), *environment, {0, {theta}});
            }),
            "accepted");
  EXPECT_NE(refusal([&] {
              make_policy(Spec::parse("greedy:width=2"), *environment, {0, {theta}});
            }),
            "accepted");
}

TEST(LearningRate, IsGivenOrFollowsFromRadiusButNotBoth) {
  const auto environment = make_environment(Spec::parse("two-arms"), {});
  const std::string both =
      refusal([&] { make_policy(Spec::parse("eenet:R=2,eta2=0.1"), *environment, {}); });
  EXPECT_EQ(both, "R=2 and eta2=0.1 are both given, expected one (R sets the learning rates)");
  // R = 2, m = 16: eta = 4/4 = 1, the same run as with eta1 = eta2 = 1.
  const auto by_radius = make_policy(Spec::parse("eenet:width=16,R=2"), *environment, {1, {}});
  const auto by_rate =
      make_policy(Spec::parse("eenet:width=16,eta1=1,eta2=1"), *environment, {1, {}});
  Round round;
  environment->observe(1, round);
  for (Policy* policy : {by_radius.get(), by_rate.get()}) {
    Choice choice;
    policy->choose(1, round.contexts, choice);
    policy->learn(1.0);
  }
  EXPECT_EQ(by_radius->parameters(), by_rate->parameters());
}

}  // namespace
}  // namespace eenet
