// .npy files byte by byte, as NumPy would write them or should not.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace eenet::experiments {

// Magic, version, length of the header, header, data. The header is not padded: readers must not
// rely on it.
inline std::string npy_file(const std::string& header, const std::string& data, int version = 1) {
  std::string file = "\x93NUMPY";
  file.push_back(static_cast<char>(version));
  file.push_back('\0');
  const int length_bytes = version == 1 ? 2 : 4;
  for (int i = 0; i < length_bytes; ++i) {
    file.push_back(static_cast<char>((header.size() >> (8 * i)) & 0xFFU));
  }
  return file + header + data;
}

inline std::string npy_header(const std::string& type, const std::string& shape,
                              bool fortran_order = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (fortran_order ? "True" : "False") +
         ", 'shape': " + shape + ", }\n";
}

// The numbers as they lie in memory: little-endian here.
template <typename Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

template <typename Number>
std::string npy_of(const std::string& type, const std::string& shape,
                   const std::vector<Number>& numbers) {
  return npy_file(npy_header(type, shape), bytes_of(numbers));
}

}  // namespace eenet::experiments
