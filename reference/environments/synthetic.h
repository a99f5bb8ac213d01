// Environments with a formula for h: `linear`, `quadratic`, `cosine`, `teacher`.
//
//   linear     h(x) = (1 + <a, x>) / 2
//   quadratic  h(x) = <a, x>^2
//   cosine     h(x) = (1 + cos(3 <a, x>)) / 2
//   teacher    h(x) = 1/2 + sqrt(m) f(x) / 4, cut to [0, 1]; f a network with the paper's
//              initialisation, so that sqrt(m) f(x) is about standard normal
//
// a is uniform on the unit sphere; a and the teacher are drawn from the environment's stream at
// index 0, the contexts and then the noise of round t at index t.
#pragma once

#include "reference/kind.h"

namespace eenet {

EnvironmentKind linear_kind();
EnvironmentKind quadratic_kind();
EnvironmentKind cosine_kind();
EnvironmentKind teacher_kind();

}  // namespace eenet
