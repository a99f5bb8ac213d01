// The errata of docs/errata.md, as rows.
#pragma once

#include <string>
#include <vector>

namespace eenet::experiments {

struct Erratum {
  std::string number;  // "E-1"
  std::string place;
  std::string print;
  std::string read;  // what is to be read instead
  std::string seen;  // the claims that show it, in Markdown
};

const std::vector<Erratum>& errata();

}  // namespace eenet::experiments
