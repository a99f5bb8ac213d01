// The functions of operations.h as plain loops: what each of them means. Nothing but the test that
// holds both equal bit for bit calls these. What is not here is a plain loop there.
#pragma once

#include "reference/operations/adam.h"
#include "reference/operations/operations.h"
#include "reference/operations/rotation.h"

namespace eenet::definition {

double dot(const ConstVector& a, const ConstVector& b);
double squared_distance(const ConstVector& a, const ConstVector& b);
void add_scaled(double scale, const ConstVector& x, Eigen::Ref<Eigen::VectorXd> y);
void rotate(double c, double s, Eigen::Ref<Eigen::VectorXd> a, Eigen::Ref<Eigen::VectorXd> b);
void adam_step(const AdamStep& step, double scale, AdamTensor& tensor);
void normalise(Eigen::Ref<Eigen::VectorXd> v);
bool all_finite(const ConstVector& v);
void multiply(const Eigen::MatrixXd& w, const Eigen::VectorXd& x, Eigen::VectorXd& z);
void multiply_transposed(const Eigen::MatrixXd& w, const Eigen::VectorXd& v, Eigen::VectorXd& z);
void subtract_outer_product(double scale, const Eigen::VectorXd& u, const Eigen::VectorXd& x,
                            Eigen::MatrixXd& w);
void add_signed_outer_product(const std::uint32_t* draws, const Eigen::VectorXd& u,
                              const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> phi);
void write_rows(const Eigen::MatrixXd& w, double* places);

}  // namespace eenet::definition
