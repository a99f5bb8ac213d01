// `eenet run --list`: the registry, for people and for scripts.
#pragma once

#include <string>

namespace eenet::experiments {

std::string registry_text();
std::string registry_json();

}  // namespace eenet::experiments
