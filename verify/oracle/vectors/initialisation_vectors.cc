// The group initialisation: the printed random parameters, once by our generator, number for
// number, and once by what is true of every generator.
#include "reference/mlp.h"
#include "reference/require.h"
#include "verify/oracle/vectors/groups.h"
#include "verify/oracle/vectors/sample.h"
#include "verify/oracle/vectors/wide.h"

namespace eenet::verify::oracle {

namespace {

// With which probability a correct implementation may fall outside of any interval of a vector.
constexpr double kFalseAlarm = 1e-6;

// Where mean and variance of n normal numbers of variance v lie, each side with probability
// 1 - e^-x: |mean| <= sqrt(2 v x / n); and n s^2/v, a chi-square number of n degrees of freedom, in
// [n - 2 sqrt(n x), n + 2 sqrt(n x) + 2 x] (B. Laurent, P. Massart, Ann. Statist. 28 (2000), Lemma
// 1). s^2 is the mean of the squares: the mean is known to be 0.
Json layer_json(std::size_t numbers, const Wide& variance, const Wide& x, bool acceptable) {
  const Wide n = numbers;
  const auto mean = static_cast<double>(sqrt(2 * variance * x / n));
  const Wide low = variance * (1 - 2 * sqrt(x / n));
  const Wide high = variance * (1 + 2 * sqrt(x / n) + 2 * x / n);
  if (!acceptable) return {{"mean", 0.0}, {"variance", static_cast<double>(variance)}};
  return {{"mean", {-mean, mean}},
          {"variance", {static_cast<double>(low), static_cast<double>(high)}}};
}

TestVector statistics_vector(const NaiveShape& shape) {
  constexpr std::size_t kNetworks = 40;
  // Four ends per layer share the probability.
  const Wide x = log(Wide(4 * shape.depth) / Wide(kFalseAlarm));
  TestVector vector{"initialisation/" + shape_name(shape) + "/statistics",
                    "deviation sqrt(2/d) or variance 1/m in the hidden layers, 2/m in the last, or "
                    "uniform numbers with the bounds of another rule",
                    {},
                    {{"networks", kNetworks}},
                    {}};
  Json expected = Json::array();
  Json acceptable = Json::array();
  Json twin = Json::array();
  for (std::size_t l = 1; l <= shape.depth; ++l) {
    const std::size_t numbers = kNetworks * shape.rows(l) * shape.columns(l);
    const Wide variance = Wide(l < shape.depth ? 2 : 1) / shape.width;
    expected.push_back(layer_json(numbers, variance, x, false));
    acceptable.push_back(layer_json(numbers, variance, x, true));
    twin.push_back(
        {{"mean", 0.0},
         {"variance", (l < shape.depth ? 2.0 : 1.0) / static_cast<double>(shape.width)}});
  }
  vector.fields.push_back({"layers", expected, twin, kUnstated, kUnstated,
                           "the ends under `acceptable` hold for all layers together with "
                           "probability 1 - 1e-6 (Laurent and Massart 2000, Lemma 1)",
                           acceptable});
  return vector;
}

TestVector parameters_vector(const NaiveShape& shape, std::uint64_t seed, const char* name) {
  Rng rng(seed, name);
  Rng twins(seed, name);
  const Mlp net = Mlp::initialised(
      {static_cast<Eigen::Index>(shape.input_dim), static_cast<Eigen::Index>(shape.width),
       static_cast<Eigen::Index>(shape.depth)},
      rng);
  const Numbers theta = plain::numbers_of(net.parameters());
  const std::string network = std::string_view(name) == stream::kInitExploitation ? "f1" : "f2";
  TestVector vector{text("initialisation/", shape_name(shape), "/", network, "-seed", seed),
                    "numbers drawn in another order, or from another stream",
                    {"generator", "parameter-order"},
                    {{"seed", seed}, {"stream", name}},
                    {}};
  vector.fields.push_back({"theta", theta, plain::initial_parameters(shape, twins), kExact,
                           kUnstated, "docs/numerics.md fixes every rounding"});
  return vector;
}

}  // namespace

GroupFiles initialisation_vectors() {
  GroupFiles files;
  for (const NaiveShape& shape : {NaiveShape{5, 6, 3}, NaiveShape{8, 3, 2}}) {
    VectorGroupFile file{
        "initialisation-" + shape_name(shape),
        "initialisation",
        "the first parameters: N(0, 2/m) in the hidden layers, N(0, 1/m) in the last",
        {{"op", "initialisation"}, {"network", shape_json(shape)}},
        {}};
    file.vectors.push_back(statistics_vector(shape));
    file.vectors.push_back(parameters_vector(shape, 1, "init/f1"));
    file.vectors.push_back(parameters_vector(shape, 7, "init/f2"));
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace eenet::verify::oracle
