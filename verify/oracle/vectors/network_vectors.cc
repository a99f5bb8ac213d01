// The groups forward, gradient and update: one file per network, the same points in each.
#include <cmath>
#include <functional>
#include <stdexcept>

#include "reference/mlp.h"
#include "verify/generators/networks.h"
#include "verify/implementation.h"
#include "verify/oracle/vectors/groups.h"
#include "verify/oracle/vectors/network_bounds.h"
#include "verify/oracle/vectors/sample.h"

namespace eenet::verify::oracle {

namespace {

constexpr Judged kInFloat = {kFloat, false};

constexpr const char* kPathReason =
    "gamma_N times the sum of the absolute values of the terms, N the roundings that a term takes "
    "part in, for any order of the additions (verify/rounding.h); of both sides, added";

// What x does to the network of a file.
struct Input {
  std::string name;
  Numbers x;
  bool on_kink = false;
  std::string forward_catches;
  std::string gradient_catches;
};

struct Network {
  std::string name;
  NaiveShape shape;
  Numbers theta;
  std::vector<Input> inputs;
};

Point point_at(const Network& network, const Input& input) {
  return {network.shape, network.theta, input.x};
}

NetworkBounds bounds_at(const Point& point, const Judged& judged) {
  return {point, Numbers(point.x.size(), 0.0), judged};
}

// Orthogonal to the first row of W_1, exactly and in every order of the additions.
Numbers on_the_kink(const NaiveShape& shape, const Numbers& theta) {
  Numbers x(shape.input_dim, 0.0);
  x[0] = theta[1];
  x[1] = -theta[0];
  return x;
}

bool is_as_planned(const Network& network) {
  for (const Input& input : network.inputs) {
    const NetworkBounds bounds = bounds_at(point_at(network, input), kInFloat);
    const std::size_t uncertain = bounds.here().uncertain.size();
    if (input.name == "zero-input") continue;  // every unit is at its kink, and every slope is 0
    if (uncertain != (input.on_kink ? 1U : 0U)) return false;
    if (!input.on_kink && bounds.here().value == 0.0) return false;
  }
  return true;
}

Network drawn_network(const NaiveShape& shape, const std::string& suffix, std::uint64_t index) {
  Network network{shape_name(shape) + suffix, shape, {}, {}};
  Rng rng(1, "vectors/" + network.name, index);
  network.theta = short_numbers(rng, shape.parameter_count());
  if (suffix == "-full-digits") network.theta = float_numbers(rng, network.theta.size(), 1.0);
  const Numbers x = float_unit_vector(rng, shape.input_dim);
  network.inputs.push_back(
      {"ordinary", x, false,
       "W_1 read column by column, rows and columns swapped, or a ReLU after the last layer",
       "a layer's gradient transposed, or the factor D_l of the layer itself missing, as in the "
       "paper's print"});
  Numbers doubled = x;
  for (double& entry : doubled) entry *= -2.0;
  if (shape.width >= 2) {  // x or -x switches a single unit off
    network.inputs.push_back({"opposite-doubled", doubled, false,
                              "biases, inputs that are normalised, or a factor sqrt(m)",
                              "an input that is taken from another point, or normalised first"});
  }
  network.inputs.push_back({"zero-input", Numbers(shape.input_dim, 0.0), false,
                            "a bias, or a division by the norm of the input",
                            "a division by the norm of the input or of the gradient"});
  // A single unit at its kink would put all units above it there too.
  if (shape.input_dim >= 2 && shape.width >= 2 && suffix.empty()) {
    network.inputs.push_back({"exact-kink", on_the_kink(shape, network.theta), true,
                              "a unit that is at its kink, taken for active with another value",
                              "a derivative of ReLU at 0 outside of [0, 1]"});
  }
  return network;
}

Network dead_network() {
  const NaiveShape shape{2, 3, 3};
  Network network{shape_name(shape) + "-dead", shape, {}, {}};
  Rng rng(1, "vectors/" + network.name);
  network.theta = short_numbers(rng, shape.parameter_count());
  for (std::size_t i = 0; i < shape.offset(2); ++i) {
    network.theta[i] = -0.25 - std::abs(network.theta[i]);
  }
  network.inputs.push_back({"dead-layer",
                            {0.75, 0.5},
                            false,
                            "a leaky or smooth activation in place of ReLU",
                            "a gradient that passes units that are off"});
  return network;
}

std::vector<Network> networks() {
  std::vector<Network> all;
  const auto add = [&all](const NaiveShape& shape, const std::string& suffix) {
    constexpr std::uint64_t kAttempts = 10'000;
    for (std::uint64_t index = 0; index < kAttempts; ++index) {
      Network network = drawn_network(shape, suffix, index);
      if (!is_as_planned(network)) continue;
      all.push_back(std::move(network));
      return;
    }
    throw std::logic_error("no network of shape " + shape_name(shape) + " is as planned");
  };
  add({2, 3, 2}, "");
  add({3, 4, 3}, "");
  add({5, 2, 4}, "");
  add({1, 1, 2}, "");
  add({3, 1, 3}, "");
  add({3, 3, 3}, "");
  add({7, 6, 3}, "-full-digits");
  all.push_back(dead_network());
  return all;
}

std::vector<std::string> flags_of(const Input& input) {
  std::vector<std::string> flags = {"parameter-order"};
  if (input.on_kink) flags.emplace_back("relu-at-zero");
  return flags;
}

// The files of a group; `add` appends the vector of a point.
GroupFiles files_of(const std::string& group, const std::string& about,
                    const std::function<void(const Network&, const Input&, TestVector&)>& add) {
  GroupFiles files;
  for (const Network& network : networks()) {
    VectorGroupFile file{group + "-" + network.name, group, about, {}, {}};
    file.parameters = {
        {"op", group}, {"network", shape_json(network.shape)}, {"theta", network.theta}};
    for (const Input& input : network.inputs) {
      TestVector vector{
          group + "/" + network.name + "/" + input.name, {}, flags_of(input), {{"x", input.x}}, {}};
      add(network, input, vector);
      if (!vector.fields.empty()) file.vectors.push_back(std::move(vector));
    }
    files.push_back(std::move(file));
  }
  return files;
}

void add_forward(const Network& network, const Input& input, TestVector& vector) {
  const Point point = point_at(network, input);
  const double own = bounds_at(point, kInDouble).value();
  vector.catches = input.forward_catches;
  vector.flags = {"parameter-order"};  // the value is the same on both sides of a kink
  vector.fields.push_back({"value", reference_implementation().value(point),
                           naive_value(point.shape, point.theta, point.x), tolerance(2.0 * own),
                           tolerance(own + bounds_at(point, kInFloat).value()), kPathReason});
}

void add_gradient(const Network& network, const Input& input, TestVector& vector) {
  const Point point = point_at(network, input);
  const NetworkBounds in_double = bounds_at(point, kInDouble);
  const NetworkBounds in_float = bounds_at(point, kInFloat);
  const Numbers own = in_double.gradient();
  vector.catches = input.gradient_catches;
  Field field{
      "gradient",
      reference_implementation().gradient(point),
      plain::gradient(point.shape, point.theta, plain::forward(point.shape, point.theta, point.x)),
      tolerance(added(own, own)),
      tolerance(added(in_float.gradient(), own)),
      kPathReason};
  if (input.on_kink) {
    const Hull hull = derivative_hull(point, in_float.here().active, in_float.here().uncertain);
    field.acceptable = {{"lower", hull.lower}, {"upper", hull.upper}};
  }
  vector.fields.push_back(std::move(field));
}

// theta after a step, and its bounds.
void add_update(const Network& network, const Input& input, TestVector& vector) {
  if (input.on_kink) return;
  const Point point = point_at(network, input);
  constexpr double kEta = 0.375;
  constexpr double kTarget = 0.8125;
  vector.question["target"] = kTarget;
  vector.question["eta"] = kEta;
  vector.catches =
      input.name == "zero-input"
          ? "a step where the gradient is 0, such as weight decay or momentum"
          : "the loss (f - y)^2 without its factor 1/2, a step upwards, or layers that are updated "
            "before the gradient of the others is computed";
  const plain::Pass pass = plain::forward(point.shape, point.theta, point.x);
  const Numbers slope = plain::gradient(point.shape, point.theta, pass);
  Numbers twin = point.theta;
  plain::step(point.shape, pass, kTarget, kEta, twin);
  const auto bounds = [&](const Judged& judged) {
    const NetworkBounds network_bounds = bounds_at(point, judged);
    Numbers all(slope.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = step_bound({point.theta[i], kEta, pass.value - kTarget, network_bounds.value(),
                           slope[i], network_bounds.gradient(i)},
                          judged);
    }
    return all;
  };
  const Numbers own = bounds(kInDouble);
  vector.fields.push_back(
      {"theta", reference_implementation().step(point, kTarget, kEta), twin,
       tolerance(added(own, own)), tolerance(added(bounds(kInFloat), own)),
       "the errors of f and of its gradient (verify/rounding.h) times the step, and a rounding of "
       "the residual, of two products and of the difference; of both sides, added"});
}

}  // namespace

GroupFiles forward_vectors() {
  return files_of("forward", "f(x), the value of a network", add_forward);
}

GroupFiles gradient_vectors() {
  return files_of("gradient", "the gradient of f(x) by every parameter", add_gradient);
}

GroupFiles update_vectors() {
  return files_of("update", "one step of gradient descent on (1/2) (f(x) - target)^2", add_update);
}

}  // namespace eenet::verify::oracle
