// A test vector: a question, the answer of reference/, and how far another answer may be from it.
// docs/vectors.md describes the files.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace eenet::verify::oracle {

using Json = nlohmann::ordered_json;

// A tolerance is a number, or numbers in the shape of the field; or one of these.
inline constexpr const char* kExact = "exact";  // every bit; of what is no number, the same
inline const Json kUnstated = nullptr;          // nothing is promised

struct Field {
  std::string name;
  Json expected;  // of reference/, or rounded from 50 digits
  Json twin;      // the same by the independent twin
  Json float64;   // tolerance of an implementation that computes in double
  Json float32;
  std::string reason;    // of the tolerances
  Json acceptable = {};  // other answers that are right too: see docs/vectors.md
};

struct TestVector {
  std::string id;  // "gradient/L3-m4-d3/exact-kink": never changed once published
  std::string catches;
  std::vector<std::string> flags;  // what implementations may do differently here
  Json question;                   // without what all questions of the file share
  std::vector<Field> fields;
};

struct VectorGroupFile {
  std::string name;  // without the folder and .json
  std::string group;
  std::string about;
  Json parameters;  // what all questions of the file share, "op" among them
  std::vector<TestVector> vectors;
};

// A sentence for each number that the twin has otherwise, beyond the tolerance for double, with
// the id of its vector. Empty: they agree.
std::vector<std::string> disagreements(const TestVector& vector);

// What a flag means: an entry of the `notes` of a file. Throws std::logic_error on another flag.
Json note_of(const std::string& flag);

// All bytes of the file: numbers in decimals of 17 digits, and once more as hexadecimal floats.
std::string text_of(const VectorGroupFile& file);

// The JSON text with 17 digits, lists of numbers on one line.
std::string text_with_17_digits(const Json& json);

// "0x1.8p+1", as C's %a writes it, on every platform.
std::string hexadecimal(double number);

}  // namespace eenet::verify::oracle
