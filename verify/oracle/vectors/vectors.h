// All test vectors for other implementations, as the bytes of their files. docs/vectors.md has the
// format. The bytes are the same on every platform: answers are those of reference/, whose bits
// are, or numbers of 100 digits rounded to the nearest double; tolerances are made by + - * / and
// sqrt.
#pragma once

#include <string>
#include <vector>

namespace eenet::verify::oracle {

struct VectorFileText {
  std::string name;   // "gradient-L3-m4-d3.json"
  std::string group;  // "gradient"
  std::string text;
  std::vector<std::string> ids;
};

struct VectorSet {
  std::vector<VectorFileText> files;
  std::string index;  // the text of index.json: groups, files, ids
  // What the independent twin has otherwise, beyond the tolerance, one sentence each. Where there
  // is one, the files must not be used.
  std::vector<std::string> disagreements;
};

// "forward", "gradient", ..., in the order of the index.
const std::vector<std::string>& vector_groups();

// The vectors of these groups, or of all if none is named. Throws std::invalid_argument on a group
// that does not exist.
VectorSet make_vectors(const std::vector<std::string>& groups);

}  // namespace eenet::verify::oracle
