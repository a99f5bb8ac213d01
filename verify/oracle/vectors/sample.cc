#include "verify/oracle/vectors/sample.h"

#include <cmath>

#include "reference/require.h"

namespace eenet::verify::oracle {

double as_float(double number) {
  return static_cast<double>(static_cast<float>(number));
}

Numbers short_numbers(Rng& rng, std::size_t size) {
  Numbers all(size);
  for (double& number : all) number = (static_cast<double>(rng.below(257)) - 128.0) / 64.0;
  return all;
}

Numbers float_numbers(Rng& rng, std::size_t size, double scale) {
  Numbers all(size);
  for (double& number : all) number = as_float(scale * rng.normal());
  return all;
}

Numbers float_unit_vector(Rng& rng, std::size_t size) {
  Numbers all = plain::unit_vector(rng, size);
  for (double& number : all) number = as_float(number);
  return all;
}

std::string shape_name(const NaiveShape& shape) {
  return text("L", shape.depth, "-m", shape.width, "-d", shape.input_dim);
}

Json shape_json(const NaiveShape& shape) {
  return {{"input", shape.input_dim}, {"width", shape.width}, {"depth", shape.depth}};
}

Json tolerance(double bound) {
  return std::isfinite(bound) ? Json(bound) : kUnstated;
}

Json tolerance(const Numbers& bounds) {
  Json all = Json::array();
  for (const double bound : bounds) all.push_back(tolerance(bound));
  return all;
}

Numbers added(Numbers a, const Numbers& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

}  // namespace eenet::verify::oracle
