#include "reference/elementary.h"

#include <array>
#include <cmath>  // std::sqrt: correctly rounded by IEEE 754, the one function taken from there
#include <cstdint>

#include "reference/floating_point.h"
#include "reference/require.h"

namespace eenet {

namespace {

// ln 2 = kLn2High + kLn2Low; the high part has 32 bits, so a product with |k| < 2^21 is exact.
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kInverseLn2 = 0x1.71547652b82fep+0;

// pi/2 = sum of three parts of 33, 33 and 53 bits; products of the first two with k < 2^20 are
// exact.
constexpr double kHalfPi1 = 0x1.921fb544p+0;
constexpr double kHalfPi2 = 0x1.0b4611a6p-34;
constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kInverseHalfPi = 0x1.45f306dc9c883p-1;

constexpr double kHalfPiHigh = 0x1.921fb54442d18p+0;  // pi/2 rounded to double
constexpr double kHalfPiLow = 0x1.1a62633145c07p-54;  // and what the rounding lost

// Horner's rule, highest coefficient first.
template <std::size_t N>
double polynomial(const std::array<double, N>& coefficients, double x) {
  double sum = coefficients[0];
  for (std::size_t i = 1; i < N; ++i) sum = sum * x + coefficients[i];
  return sum;
}

// The whole number nearest to x, ties away from 0. Requires |x| < 2^31.
int nearest(double x) {
  return static_cast<int>(x < 0.0 ? x - 0.5 : x + 0.5);
}

// 1/n!, rounded once: n! is exact in a double up to n = 18.
constexpr double inverse_factorial(int n) {
  double factorial = 1.0;
  for (int i = 2; i <= n; ++i) factorial *= i;
  return 1.0 / factorial;
}

// (-1)^j / (first + 2j)! for j = N-1 ... 0: the Taylor coefficients of sine or cosine from x^first
// on.
template <std::size_t N>
constexpr std::array<double, N> alternating_inverse_factorials(int first) {
  std::array<double, N> c{};
  for (std::size_t i = 0; i < N; ++i) {
    const int j = static_cast<int>(N - 1 - i);
    c[i] = (j % 2 == 0 ? 1.0 : -1.0) * inverse_factorial(first + 2 * j);
  }
  return c;
}

// cos r for |r| <= pi/4: 1 - r^2/2 + r^4 (1/4! - r^2/6! + ... + r^14/18!).
double cosine_near_zero(double r) {
  static constexpr auto kTail = alternating_inverse_factorials<8>(4);
  const double square = r * r;
  return 1.0 - (0.5 * square - square * square * polynomial(kTail, square));
}

// sin r for |r| <= pi/4: r - r^3 (1/3! - r^2/5! + ... - r^14/17!).
double sine_near_zero(double r) {
  static constexpr auto kTail = alternating_inverse_factorials<8>(3);
  const double square = r * r;
  return r - r * square * polynomial(kTail, square);
}

// asin z - z for |z| <= 1/2, by Taylor: sum over n >= 1 of a_n z^(2n+1) with
// a_n = b_n / (2n+1), b_n = b_(n-1) (2n-1) / (2n), b_0 = 1.
double arc_sine_minus_argument(double z) {
  static constexpr auto kCoefficients = [] {
    std::array<double, 26> a{};
    double b = 1.0;
    for (int n = 1; n <= 26; ++n) {
      b = b * (2 * n - 1) / (2 * n);
      a[static_cast<std::size_t>(26 - n)] = b / (2 * n + 1);
    }
    return a;
  }();
  const double square = z * z;
  return z * square * polynomial(kCoefficients, square);
}

}  // namespace

double exponential(double x) {
  if (!(x == x)) return x;
  if (x > 710.0) return kInfinity;
  if (x < -746.0) return 0.0;
  static constexpr auto kTail = [] {
    std::array<double, 13> c{};
    for (int i = 0; i < 13; ++i) c[static_cast<std::size_t>(i)] = inverse_factorial(14 - i);
    return c;
  }();
  // e^x = 2^k e^r with |r| <= ln(2)/2, and e^r = 1 + (r + r^2 (1/2! + r/3! + ... + r^12/14!)).
  const int k = nearest(x * kInverseLn2);
  const double r = (x - k * kLn2High) - k * kLn2Low;
  return scale_by_power_of_two(1.0 + (r + r * r * polynomial(kTail, r)), k);
}

double logarithm(double x) {
  if (!(x == x) || x == kInfinity) return x;
  if (x < 0.0) return kNaN;
  if (x == 0.0) return -kInfinity;
  static constexpr auto kTail = [] {  // 2/21, 2/19, ..., 2/3
    std::array<double, 10> c{};
    for (int i = 0; i < 10; ++i) c[static_cast<std::size_t>(i)] = 2.0 / (21 - 2 * i);
    return c;
  }();
  // x = 2^k (1 + f) with sqrt(1/2) <= 1 + f < sqrt(2), where sqrt(2) stands for its double.
  int k = binary_exponent(x);
  double significand = scale_by_power_of_two(x, -k);
  if (significand >= std::sqrt(2.0)) {
    significand *= 0.5;
    k += 1;
  }
  const double f = significand - 1.0;
  // ln(1+f) = 2 artanh s with s = f/(2+f); and 2s = f - s f, so that the exact f leads the sum.
  const double s = f / (2.0 + f);
  const double square = s * s;
  const double series = square * polynomial(kTail, square);
  return k * kLn2High + (f - (s * (f - series) - k * kLn2Low));
}

double cosine(double x) {
  EENET_REQUIRE(x >= -0x1p20 && x <= 0x1p20, "cosine: argument is ", x, ", expected |x| <= 2^20");
  const int n = nearest(x * kInverseHalfPi);
  const double r = ((x - n * kHalfPi1) - n * kHalfPi2) - n * kHalfPi3;
  switch (((n % 4) + 4) % 4) {
    case 0:
      return cosine_near_zero(r);
    case 1:
      return -sine_near_zero(r);
    case 2:
      return -cosine_near_zero(r);
    default:
      return sine_near_zero(r);
  }
}

double arc_cosine(double x) {
  if (!(x >= -1.0 && x <= 1.0)) return kNaN;
  if (x > 0.5) {  // acos x = 2 asin sqrt((1-x)/2), where 1-x is exact
    const double z = std::sqrt(0.5 * (1.0 - x));
    return 2.0 * (z + arc_sine_minus_argument(z));
  }
  if (x < -0.5) {  // acos x = pi - 2 asin sqrt((1+x)/2)
    const double z = std::sqrt(0.5 * (1.0 + x));
    return 2.0 * (kHalfPiHigh - (z + (arc_sine_minus_argument(z) - kHalfPiLow)));
  }
  return kHalfPiHigh - (x + (arc_sine_minus_argument(x) - kHalfPiLow));
}

double normal_quantile(double p) {
  EENET_REQUIRE(p > 0.0 && p < 1.0, "normal_quantile: p is ", p, ", expected 0 < p < 1");
  static constexpr std::array<double, 8> kCentralTop = {
      2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
      13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608};
  static constexpr std::array<double, 8> kCentralBottom = {
      5226.495278852854561,  28729.085735721942674, 39307.89580009271061,  21213.794301586595867,
      5394.1960214247511077, 687.1870074920579083,  42.313330701600911252, 1.0};
  static constexpr std::array<double, 8> kMiddleTop = {
      7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
      1.27045825245236838258,   3.64784832476320460504,   5.7694972214606914055,
      4.6303378461565452959,    1.42343711074968357734};
  static constexpr std::array<double, 8> kMiddleBottom = {
      1.05075007164441684324e-9, 5.475938084995344946e-4,
      0.0151986665636164571966,  0.14810397642748007459,
      0.68976733498510000455,    1.6763848301838038494,
      2.05319162663775882187,    1.0};
  static constexpr std::array<double, 8> kFarTop = {
      2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386,
      0.026532189526576123093,   0.29656057182850489123,    1.7848265399172913358,
      5.4637849111641143699,     6.6579046435011037772};
  static constexpr std::array<double, 8> kFarBottom = {
      2.04426310338993978564e-15, 1.4215117583164458887e-7,
      1.8463183175100546818e-5,   7.868691311456132591e-4,
      0.0148753612908506148525,   0.13692988092273580531,
      0.59983220655588793769,     1.0};
  const double q = p - 0.5;
  if (q >= -0.425 && q <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(kCentralTop, r) / polynomial(kCentralBottom, r);
  }
  const double tail = q < 0.0 ? p : 1.0 - p;
  double r = std::sqrt(-logarithm(tail));
  double z = 0.0;
  if (r <= 5.0) {
    r -= 1.6;
    z = polynomial(kMiddleTop, r) / polynomial(kMiddleBottom, r);
  } else {
    r -= 5.0;
    z = polynomial(kFarTop, r) / polynomial(kFarBottom, r);
  }
  return q < 0.0 ? -z : z;
}

}  // namespace eenet
