// What the code that the paper links (banyikun/EE-Net-ICLR-2022) does where the paper says
// something: facts read from it, none of it copied. It is the ICLR version's and may not be what
// the paper's own runs used.
#pragma once

#include <string>
#include <vector>

namespace eenet::verify {

struct ReleasedFact {
  std::string topic;
  std::string what;
  std::string paper;
  std::string released;
};
const std::vector<ReleasedFact>& released_facts();

// A value set by its run scripts, and the grid that the paper says was searched.
struct ReleasedSetting {
  std::string method;
  std::string name;
  double released = 0.0;
  std::vector<double> grid;
};
const std::vector<ReleasedSetting>& released_settings();

}  // namespace eenet::verify
