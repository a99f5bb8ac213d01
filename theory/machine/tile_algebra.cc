#include "theory/machine/tile_algebra.h"

#include <cblas.h>

#include "theory/machine/blas_buffers.h"

namespace eenet::theory {

namespace {

blasint as_blas(Eigen::Index number) {
  return static_cast<blasint>(number);
}

}  // namespace

void subtract_product(const Eigen::Ref<const Eigen::MatrixXd>& a,
                      const Eigen::Ref<const Eigen::MatrixXd>& b, Eigen::Ref<Eigen::MatrixXd> c) {
  eigen_assert(a.rows() == c.rows() && b.rows() == c.cols() && a.cols() == b.cols());
  if (a.cols() == 0) return;
  const BlasCall call;
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, as_blas(c.rows()), as_blas(c.cols()),
              as_blas(a.cols()), -1.0, a.data(), as_blas(a.outerStride()), b.data(),
              as_blas(b.outerStride()), 1.0, c.data(), as_blas(c.outerStride()));
}

Eigen::MatrixXd inner_products(const Eigen::Ref<const Eigen::MatrixXd>& a,
                               const Eigen::Ref<const Eigen::MatrixXd>& b) {
  eigen_assert(a.rows() == b.rows());
  const BlasCall call;
  Eigen::MatrixXd c = Eigen::MatrixXd::Zero(a.cols(), b.cols());
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, as_blas(c.rows()), as_blas(c.cols()),
              as_blas(a.rows()), 1.0, a.data(), as_blas(a.outerStride()), b.data(),
              as_blas(b.outerStride()), 0.0, c.data(), as_blas(c.outerStride()));
  return c;
}

void solve_from_right(const Eigen::Ref<const Eigen::MatrixXd>& lower,
                      Eigen::Ref<Eigen::MatrixXd> b) {
  eigen_assert(lower.rows() == lower.cols() && lower.cols() == b.cols());
  const BlasCall call;
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, as_blas(b.rows()),
              as_blas(b.cols()), 1.0, lower.data(), as_blas(lower.outerStride()), b.data(),
              as_blas(b.outerStride()));
}

void solve_with_factor(const Eigen::Ref<const Eigen::MatrixXd>& lower,
                       Eigen::Ref<Eigen::VectorXd> b) {
  eigen_assert(lower.rows() == lower.cols() && lower.cols() == b.size());
  const BlasCall call;
  for (const auto side : {CblasNoTrans, CblasTrans}) {
    cblas_dtrsv(CblasColMajor, CblasLower, side, CblasNonUnit, as_blas(b.size()), lower.data(),
                as_blas(lower.outerStride()), b.data(), 1);
  }
}

}  // namespace eenet::theory
