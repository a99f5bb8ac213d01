// NumPy's .npy files: little-endian or single-byte numbers, C or Fortran order, also packed by
// gzip, in; float64 or bytes, C order, out. Throws std::runtime_error with the path and what was
// expected.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "reference/kind.h"

namespace eenet::experiments {

// float32, float64, signed and unsigned integers and bool become doubles; integers that a double
// cannot hold are refused. Reads no further than the shape says.
Array read_npy(const std::filesystem::path& path);

// The same. Calls `check` with the shape, which may throw, before the numbers are read.
Array read_npy_checked(const std::filesystem::path& path,
                       const std::function<void(const std::vector<Eigen::Index>& shape)>& check);

// A one-dimensional array.
void write_npy(const std::filesystem::path& path, const Eigen::VectorXd& entries);

// A two-dimensional one whose row i is column i of `rows`, written from where it lies in memory.
void write_npy_rows(const std::filesystem::path& path, const Eigen::MatrixXd& rows);

// A two-dimensional one of bytes that lie row by row.
void write_npy_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes,
                     Eigen::Index columns);

}  // namespace eenet::experiments
