// Made files of the formats in which data sets are published.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace eenet::experiments {

// As gzip packs it.
inline std::string packed(const std::string& content) {
  z_stream stream{};
  constexpr int kGzip = 16;
  constexpr int kMemory = 8;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, kMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("packed: zlib refuses");
  }
  std::string input = content;
  std::string output(deflateBound(&stream, static_cast<uLong>(input.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(output.data());
  stream.avail_out = static_cast<uInt>(output.size());
  const int outcome = deflate(&stream, Z_FINISH);
  output.resize(stream.total_out);
  deflateEnd(&stream);
  if (outcome != Z_STREAM_END) throw std::runtime_error("packed: zlib did not finish");
  return output;
}

inline std::string big_endian(std::uint32_t word) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    bytes.push_back(static_cast<char>((word >> shift) & 0xffU));
  }
  return bytes;
}

// An idx file of bytes with these sizes.
inline std::string idx_of(const std::vector<std::uint32_t>& sizes, const std::string& bytes) {
  std::string file = big_endian(0x800U + static_cast<std::uint32_t>(sizes.size()));
  for (const std::uint32_t size : sizes) file += big_endian(size);
  return file + bytes;
}

}  // namespace eenet::experiments
