#include "experiments/formats/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/floating_point.h"

namespace eenet::experiments {
namespace {

using theory::Measured;

TEST(Json, ADocumentBeginsWithItsSchema) {
  EXPECT_EQ(line_text(document("run", {{"rounds", 3}})), R"({"schema":"eenet.run/1","rounds":3})");
  EXPECT_EQ(document_text({{"rounds", 3}}), "{\n  \"rounds\": 3\n}\n");
}

TEST(Json, MeasuredIsTheContractsJson) {
  EXPECT_EQ(to_json(Measured::exact(0.1)).dump(),
            R"({"value":0.1,"lower":0.1,"upper":0.1,"basis":"exact"})");
  EXPECT_EQ(to_json(Measured::certified_between(1.0, -kInfinity, kInfinity)).dump(),
            R"({"value":1.0,"lower":"-inf","upper":"inf","basis":"certified"})");
  EXPECT_EQ(to_json(Measured::statistical(1.0, 0.5, 1.5, 0.99)).dump(),
            R"({"value":1.0,"lower":0.5,"upper":1.5,"basis":"statistical","level":0.99})");
  EXPECT_EQ(to_json(Measured::statistical(1.0, 0.5, 1.5, 0.99).within({0.0, kInfinity})).dump(),
            R"({"value":1.0,"lower":0.5,"upper":1.5,"basis":"statistical","level":0.99,)"
            R"("certified":{"lower":0.0,"upper":"inf"}})");
  EXPECT_EQ(to_json(Measured::exact(kInfinity)).at("value"), "inf");
}

TEST(Json, MeasuredIsReadBackAsItWas) {
  for (const Measured& sent :
       {Measured::exact(0.1), Measured::certified_between(1.0, -kInfinity, kInfinity),
        Measured::statistical(1.0, 0.5, 1.5, 0.99).within({0.0, kInfinity})}) {
    EXPECT_EQ(to_json(measured_from_json(to_json(sent))), to_json(sent));
  }
  EXPECT_FALSE(optional_measured_from_json(to_json(std::optional<Measured>())).has_value());
  Json wrong = to_json(Measured::exact(0.1));
  wrong["basis"] = "hearsay";
  EXPECT_THROW(measured_from_json(wrong), std::runtime_error);
}

TEST(Json, NumbersKeepEveryBit) {
  for (const double number : {0.0, -0.0, 0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308,
                              std::numeric_limits<double>::infinity()}) {
    const double got = number_from_json(Json::parse(number_json(number).dump()));
    EXPECT_EQ(got, number);
    EXPECT_EQ(std::signbit(got), std::signbit(number));
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(number_from_json(Json::parse(number_json(nan).dump()))));
  EXPECT_THROW(number_from_json("many"), std::runtime_error);
}

}  // namespace
}  // namespace eenet::experiments
