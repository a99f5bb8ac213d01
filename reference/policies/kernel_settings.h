// The keys of the policies with a kernel.
#pragma once

#include <vector>

#include "reference/models/kernel_ridge.h"
#include "reference/settings.h"

namespace eenet {

// `lambda=`, `nu=`, `limit=`.
std::vector<Key> kernel_ridge_keys();
KernelRidge kernel_ridge(const Settings& settings, KernelFunction kernel);

// `kernel=rbf|linear` with `gamma=`.
std::vector<Key> kernel_keys();
KernelFunction kernel_of(const Settings& settings);

// `depth=` and `levels=corrected|printed`.
std::vector<Key> ntk_keys();
KernelFunction ntk_of(const Settings& settings);

}  // namespace eenet
