// The group psi: certificates of an upper end of the complexity term, which anybody can check by
// evaluating a network. [EENET, Regret Analysis, complexityfunction]
#include <cmath>

#include "theory/psi/network_values.h"
#include "verify/generators/networks.h"
#include "verify/implementation.h"
#include "verify/oracle/vectors/groups.h"
#include "verify/oracle/vectors/sample.h"
#include "verify/oracle/vectors/wide.h"

namespace eenet::verify::oracle {

namespace {

constexpr const char* kReason =
    "f of each point for any order of the additions (verify/rounding.h), and what its error makes "
    "of "
    "the square and of the sum; for a distance, squares, their sum and a root";

struct Certificate {
  NaiveShape shape;
  Numbers theta0;
  Numbers theta;
  std::vector<Numbers> inputs;
  Numbers labels;
  double radius = 0.0;
};

Wide distance_of(const Certificate& certificate) {
  Wide square = 0;
  for (std::size_t i = 0; i < certificate.theta.size(); ++i) {
    const Wide moved = Wide(certificate.theta[i]) - Wide(certificate.theta0[i]);
    square += moved * moved;
  }
  return sqrt(square);
}

// sum_i (f(x_i; theta) - y_i)^2.
Wide loss_of(const Certificate& certificate, const Numbers& theta) {
  const std::vector<Wide> wide_theta(theta.begin(), theta.end());
  Wide sum = 0;
  for (std::size_t i = 0; i < certificate.inputs.size(); ++i) {
    const std::vector<Wide> x(certificate.inputs[i].begin(), certificate.inputs[i].end());
    const Wide residual =
        naive_value(certificate.shape, wide_theta, x) - Wide(certificate.labels[i]);
    sum += residual * residual;
  }
  return sum;
}

// The same by reference/ in doubles.
double loss_of_the_twin(const Certificate& certificate, const Numbers& theta) {
  double sum = 0.0;
  for (std::size_t i = 0; i < certificate.inputs.size(); ++i) {
    const double residual =
        reference_implementation().value({certificate.shape, theta, certificate.inputs[i]}) -
        certificate.labels[i];
    sum += residual * residual;
  }
  return sum;
}

double loss_bound(const Certificate& certificate, const Numbers& theta,
                  const Arithmetic& arithmetic) {
  double bound = 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < certificate.inputs.size(); ++i) {
    const Point point{certificate.shape, theta, certificate.inputs[i]};
    const NetworkBounds network(point, Numbers(point.x.size(), 0.0), {arithmetic, false});
    const double value = network.here().value;
    const double residual = std::abs(value - certificate.labels[i]);
    const double off = network.value() + network.here().value_bound +
                       arithmetic.unit_roundoff * (residual + network.value());
    bound += off * (2.0 * residual + off);
    sum += (residual + off) * (residual + off);
  }
  const auto points = static_cast<double>(certificate.inputs.size());
  return (bound + gamma(points + 2.0, arithmetic) * sum) * (1.0 + 0x1p-30);
}

// A network that steps from theta0 made fit better, within the ball.
Certificate certificate_of(const NaiveShape& shape, std::uint64_t seed) {
  constexpr std::size_t kPoints = 5;
  constexpr int kPasses = 40;
  constexpr double kEta = 0.03125;
  Rng rng(seed, "vectors/psi/" + shape_name(shape));
  Certificate certificate;
  certificate.shape = shape;
  certificate.theta0 = float_numbers(rng, shape.parameter_count(), 0.75);
  certificate.radius = 0.5;
  for (std::size_t i = 0; i < kPoints; ++i) {
    certificate.inputs.push_back(float_unit_vector(rng, shape.input_dim));
    certificate.labels.push_back(as_float(rng.uniform()));
  }
  const Implementation reference = reference_implementation();
  Numbers theta = certificate.theta0;
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t i = 0; i < kPoints; ++i) {
      theta = reference.step({shape, theta, certificate.inputs[i]}, certificate.labels[i], kEta);
    }
  }
  // Back towards theta0 until it is in the ball.
  do {
    for (std::size_t i = 0; i < theta.size(); ++i) {
      theta[i] = as_float(certificate.theta0[i] + 0.875 * (theta[i] - certificate.theta0[i]));
    }
    certificate.theta = theta;
  } while (distance_of(certificate) > Wide(certificate.radius));
  return certificate;
}

Json lists(const std::vector<Numbers>& rows) {
  Json all = Json::array();
  for (const Numbers& row : rows) all.push_back(Json(row));
  return all;
}

Field number_field(const char* name, const Wide& exact, double twin, double in_double,
                   double in_float) {
  const DoubleEnds ends = ends_of(exact);
  return {name,
          static_cast<double>(exact),
          twin,
          tolerance(in_double),
          tolerance(in_float),
          kReason,
          {{"lower", ends.lower}, {"upper", ends.upper}}};
}

TestVector vector_of(const Certificate& certificate, const std::string& name,
                     const std::string& catches) {
  TestVector vector{"psi/" + shape_name(certificate.shape) + "/" + name,
                    catches,
                    {"parameter-order"},
                    {{"theta", certificate.theta}, {"radius", certificate.radius}},
                    {}};
  const Wide distance = distance_of(certificate);
  double square = 0.0;
  for (std::size_t i = 0; i < certificate.theta.size(); ++i) {
    const double moved = certificate.theta[i] - certificate.theta0[i];
    square += moved * moved;
  }
  const auto p = static_cast<double>(certificate.theta.size());
  const auto distance_bound = [&](const Arithmetic& arithmetic) {
    return 2.0 * gamma(p + 6.0, arithmetic) * static_cast<double>(distance);
  };
  const bool inside = distance <= Wide(certificate.radius);
  const auto add_loss = [&](const char* field, const Numbers& theta) {
    const double own = loss_bound(certificate, theta, kDouble);
    vector.fields.push_back(number_field(field, loss_of(certificate, theta),
                                         loss_of_the_twin(certificate, theta), 2.0 * own,
                                         own + loss_bound(certificate, theta, kFloat)));
  };
  add_loss("psi_upper", certificate.theta);
  add_loss("at_initialisation", certificate.theta0);
  vector.fields.push_back(number_field("distance", distance, std::sqrt(square),
                                       distance_bound(kDouble), distance_bound(kFloat)));
  vector.fields.push_back({"in_ball", inside, std::sqrt(square) <= certificate.radius, kExact,
                           kExact, "the distance and the radius differ by more than rounding"});
  return vector;
}

}  // namespace

GroupFiles psi_vectors() {
  GroupFiles files;
  for (const NaiveShape& shape : {NaiveShape{3, 5, 2}, NaiveShape{2, 4, 3}}) {
    const Certificate certificate = certificate_of(shape, 1);
    VectorGroupFile file{"psi-" + shape_name(shape),
                         "psi",
                         "the sum of (f(x_i; theta) - y_i)^2 at a theta of the ball |theta - "
                         "theta0| <= radius, which "
                         "the complexity term Psi cannot exceed",
                         {{"op", "psi"},
                          {"network", shape_json(shape)},
                          {"theta0", certificate.theta0},
                          {"inputs", lists(certificate.inputs)},
                          {"labels", certificate.labels}},
                         {}};
    file.vectors.push_back(vector_of(certificate, "in-the-ball",
                                     "half the sum, its mean, or the value at another theta"));
    Certificate outside = certificate;
    outside.radius = as_float(static_cast<double>(distance_of(certificate)) * 0.875);
    file.vectors.push_back(
        vector_of(outside, "outside-the-ball",
                  "a certificate that is accepted although its network is too far "
                  "from the start, or a distance in another norm"));
    Certificate start = certificate;
    start.theta = certificate.theta0;
    start.radius = 0.0;
    file.vectors.push_back(
        vector_of(start, "radius-zero", "a ball that does not hold its own centre"));
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace eenet::verify::oracle
