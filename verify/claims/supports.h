// How the paper hangs together: which statement is used to derive which.
#pragma once

#include <string>
#include <vector>

namespace eenet::verify {

struct Support {
  std::string used;  // ids without parts: THM-1 stands for THM-1/proof-regime and the others
  std::string in;
};

// As the paper's proofs and sentences have it, also where a step does not go through.
const std::vector<Support>& supports();

}  // namespace eenet::verify
