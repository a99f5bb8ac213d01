// Our side of experiments/bench/gradcheck.py, which holds check_gradient against PyTorch's
// gradcheck on the same networks.
//
//   eenet_gradient_checks networks GROUP        writes them: a JSON object a line, numbers exact
//   eenet_gradient_checks check GROUP SECONDS   checks all of them, again and again for at least
//                                               SECONDS: milliseconds per check, and outcomes
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reference/require.h"
#include "verify/generators/networks.h"
#include "verify/gradient_check.h"

namespace {

using eenet::verify::Case;
using eenet::verify::Kind;
using eenet::verify::Outcome;
using eenet::verify::Point;

constexpr std::uint64_t kAllDigits = 52;
constexpr double kWrongBy = 1e-6;  // the same as in gradcheck.py

// A group of networks: so many, each a function of its number.
struct Group {
  std::uint64_t networks;
  std::function<Point(std::uint64_t number)> make;
  bool wrong = false;  // the gradient's largest entry is off by the factor 1 + kWrongBy
};

std::function<Point(std::uint64_t)> shaped(std::uint64_t depth, std::uint64_t width,
                                           std::uint64_t dimension) {
  return [=](std::uint64_t number) {
    const Case one = {depth, width, dimension, 1, 1, Kind::kOrdinary, kAllDigits, number};
    return eenet::verify::random_point(one);
  };
}

Point as_drawn(std::uint64_t number) {
  return eenet::verify::random_point(eenet::verify::draw_case(number));
}

// As drawn, but all of one kind.
std::function<Point(std::uint64_t)> of_kind(Kind kind) {
  return [kind](std::uint64_t number) {
    Case one = eenet::verify::draw_case(number);
    one.kind = kind;
    return eenet::verify::random_point(one);
  };
}

// An ordinary network whose first unit has a pre-activation of 1e-7, or -1e-7: ten times nearer to
// its kink than gradcheck's step, a billion times farther than rounding.
Point beside_a_kink(std::uint64_t number) {
  Point point = shaped(2, 10, 10)(number);
  const auto smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
  const auto at = static_cast<std::size_t>(
      std::max_element(point.x.begin(), point.x.end(), smaller) - point.x.begin());
  double others = 0.0;
  for (std::size_t k = 0; k < point.x.size(); ++k) {
    if (k != at) others += point.theta[k] * point.x[k];
  }
  point.theta[at] = ((number % 2 == 0 ? 1e-7 : -1e-7) - others) / point.x[at];
  return point;
}

const std::map<std::string, Group>& groups() {
  static const std::map<std::string, Group> kGroups = {
      {"p=12", {200, shaped(2, 2, 5)}},
      {"p=110", {50, shaped(2, 10, 10)}},
      {"p=1220, L=4", {20, shaped(4, 20, 20)}},
      {"p=2100", {20, shaped(2, 100, 20)}},
      {"p=20100", {2, shaped(2, 100, 200)}},
      {"as drawn", {200, as_drawn}},
      {"ordinary", {200, shaped(2, 10, 10)}},
      {"1e-7 from a kink", {200, beside_a_kink}},
      {"near-kink", {200, of_kind(Kind::kNearKink)}},
      {"on-kink", {200, of_kind(Kind::kOnKink)}},
      {"wrong by 1e-6", {200, shaped(2, 10, 10), true}},
  };
  return kGroups;
}

std::vector<Point> points_of(const Group& group) {
  std::vector<Point> points;
  for (std::uint64_t number = 1; number <= group.networks; ++number) {
    points.push_back(group.make(number));
  }
  return points;
}

eenet::verify::GradientReport checked(const Group& group, const Point& point) {
  static const eenet::verify::Implementation kReference = eenet::verify::reference_implementation();
  if (!group.wrong) return check_gradient(kReference, point, 1);
  std::vector<double> gradient = kReference.gradient(point);
  const auto smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
  *std::max_element(gradient.begin(), gradient.end(), smaller) *= 1.0 + kWrongBy;
  return check_gradient(gradient, kReference.arithmetic, kReference.pattern(point), point, 1);
}

void write_networks(const Group& group) {
  for (const Point& point : points_of(group)) {
    const nlohmann::json json = {{"depth", point.shape.depth},
                                 {"width", point.shape.width},
                                 {"dimension", point.shape.input_dim},
                                 {"theta", point.theta},
                                 {"x", point.x}};
    std::puts(json.dump().c_str());
  }
}

void check(const Group& group, double seconds) {
  // Of the processor: on a machine that others use too, the wall's clock would measure them.
  const auto now = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  const std::vector<Point> points = points_of(group);
  std::map<Outcome, std::uint64_t> outcomes;
  for (const Point& point : points) ++outcomes[checked(group, point).outcome];  // and warms up
  std::uint64_t checks = 0;
  double passed = 0.0;
  const double start = now();
  while (passed < seconds) {
    for (const Point& point : points) checked(group, point);
    checks += points.size();
    passed = now() - start;
  }
  const nlohmann::json json = {
      {"milliseconds", checks == 0 ? 0.0 : 1000.0 * passed / static_cast<double>(checks)},
      {"agree", outcomes[Outcome::kAgree]},
      {"kink", outcomes[Outcome::kKink]},
      {"disagree", outcomes[Outcome::kDisagree]},
      {"discarded", outcomes[Outcome::kDiscarded]}};
  std::puts(json.dump().c_str());
}

int run(const std::vector<std::string>& words) {
  const bool writes = words.size() == 2 && words[0] == "networks";
  const bool checks = words.size() == 3 && words[0] == "check";
  EENET_REQUIRE(writes || checks, "expected 'networks GROUP' or 'check GROUP SECONDS'");
  const auto found = groups().find(words[1]);
  EENET_REQUIRE(found != groups().end(), "group ", words[1], " is unknown");
  if (writes) {
    write_networks(found->second);
  } else {
    check(found->second, std::strtod(words[2].c_str(), nullptr));
  }
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "eenet_gradient_checks: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
