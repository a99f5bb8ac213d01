#include "experiments/npy.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <regex>
#include <stdexcept>

#include "experiments/files.h"

namespace eenet::experiments {

namespace {

// Magic, two version bytes, the header's length (2 bytes in version 1, 4 later), the header.
constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kHeaderAlignment = 64;
// NumPy's own limit; std::regex would run out of stack on a much longer one.
constexpr std::size_t kLongestHeader = 10'000;

struct Layout {
  char kind = 'f';       // f, i, u or b
  std::size_t size = 8;  // bytes a number
  bool fortran_order = false;
  std::vector<Eigen::Index> shape;
  std::size_t data_at = 0;
};

[[noreturn]] void reject(const std::filesystem::path& path, const std::string& what) {
  throw std::runtime_error(fmt::format("{}: {}", path.string(), what));
}

template <typename Integer>
Integer little_endian(const char* bytes) {
  Integer value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::string header_field(const std::filesystem::path& path, const std::string& header,
                         const std::string& name, const std::string& pattern) {
  std::smatch match;
  if (!std::regex_search(header, match, std::regex("'" + name + "'\\s*:\\s*" + pattern))) {
    reject(path, fmt::format("the .npy header has no readable '{}'", name));
  }
  return match[1];
}

Layout read_layout(const std::filesystem::path& path, const std::string& file) {
  if (file.size() < kMagic.size() + 4 || !file.starts_with(kMagic)) {
    reject(path, "not a .npy file");
  }
  const char version = file[kMagic.size()];
  if (version < 1 || version > 3) {
    reject(path, fmt::format("the .npy version is {}, expected 1, 2 or 3", int{version}));
  }
  const bool version1 = version == 1;
  const std::size_t header_at = kMagic.size() + (version1 ? 4 : 6);
  if (file.size() < header_at) reject(path, "the .npy header is cut short");
  const std::size_t length = version1 ? little_endian<std::uint16_t>(&file[kMagic.size() + 2])
                                      : little_endian<std::uint32_t>(&file[kMagic.size() + 2]);
  if (file.size() - header_at < length) reject(path, "the .npy header is cut short");
  if (length > kLongestHeader) reject(path, "the .npy header is too long");
  const std::string header = file.substr(header_at, length);

  Layout layout;
  layout.data_at = header_at + length;
  const std::string type = header_field(path, header, "descr", "'([^']*)'");
  std::smatch match;
  static const std::regex kKnownType("[<|](f[48]|[iu][1248]|b1)");
  if (!std::regex_match(type, match, kKnownType)) {
    reject(path, fmt::format("numbers have type '{}', expected little-endian float32, float64, "
                             "integers or bool",
                             type));
  }
  layout.kind = match[1].str()[0];
  layout.size = static_cast<std::size_t>(match[1].str()[1] - '0');
  layout.fortran_order = header_field(path, header, "fortran_order", "(True|False)") == "True";
  const std::string shape = header_field(path, header, "shape", "\\(([0-9, ]*)\\)");
  static const std::regex kNumber("[0-9]+");
  for (std::sregex_iterator i(shape.begin(), shape.end(), kNumber), end; i != end; ++i) {
    if (i->length() > 15) reject(path, "the array's shape is too large");
    layout.shape.push_back(std::stoll(i->str()));
  }
  return layout;
}

std::size_t count(const std::filesystem::path& path, const Layout& layout, std::size_t file_size) {
  std::size_t entries = 1;
  for (const Eigen::Index extent : layout.shape) {
    if (extent == 0) return 0;
  }
  for (const Eigen::Index extent : layout.shape) {
    if (entries > file_size / static_cast<std::size_t>(extent)) {
      reject(path, "the file is shorter than its shape says");
    }
    entries *= static_cast<std::size_t>(extent);
  }
  if ((file_size - layout.data_at) / layout.size < entries) {
    reject(path, "the file is shorter than its shape says");
  }
  return entries;
}

template <typename Integer>
double exact_integer(const std::filesystem::path& path, const char* bytes) {
  const auto value = little_endian<Integer>(bytes);
  const auto number = static_cast<double>(value);
  // Rounding can reach the power of two that the type itself ends before; casting back is then
  // undefined.
  constexpr double kEnd = std::numeric_limits<Integer>::digits == 63 ? 0x1p63 : 0x1p64;
  if (number >= kEnd || static_cast<Integer>(number) != value) {
    reject(path, fmt::format("the integer {} does not fit a double", value));
  }
  return number;
}

double entry(const std::filesystem::path& path, const Layout& layout, const char* bytes) {
  switch (layout.kind) {
    case 'f': {
      if (layout.size == 8) {
        double value = 0.0;
        std::memcpy(&value, bytes, sizeof value);
        return value;
      }
      float value = 0.0F;
      std::memcpy(&value, bytes, sizeof value);
      return static_cast<double>(value);
    }
    case 'i':
      switch (layout.size) {
        case 1:
          return little_endian<std::int8_t>(bytes);
        case 2:
          return little_endian<std::int16_t>(bytes);
        case 4:
          return little_endian<std::int32_t>(bytes);
        default:
          return exact_integer<std::int64_t>(path, bytes);
      }
    default:  // u and b
      switch (layout.size) {
        case 1:
          return little_endian<std::uint8_t>(bytes);
        case 2:
          return little_endian<std::uint16_t>(bytes);
        case 4:
          return little_endian<std::uint32_t>(bytes);
        default:
          return exact_integer<std::uint64_t>(path, bytes);
      }
  }
}

// Where entry number `at` of the C order lies in a file of Fortran order.
std::size_t fortran_position(const std::vector<Eigen::Index>& shape, std::size_t at) {
  std::size_t stride = 1;
  for (const Eigen::Index extent : shape) stride *= static_cast<std::size_t>(extent);
  std::size_t position = 0;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const auto extent = static_cast<std::size_t>(shape[axis]);
    stride /= extent;
    position += at % extent * stride;
    at /= extent;
  }
  return position;
}

}  // namespace

Array read_npy(const std::filesystem::path& path) {
  const std::string file = read_file(path);
  const Layout layout = read_layout(path, file);
  const std::size_t entries = count(path, layout, file.size());
  Array array;
  array.shape = layout.shape;
  array.unit_roundoff = layout.kind == 'f' && layout.size == 4 ? 0x1p-24 : 0x1p-53;
  array.entries.resize(static_cast<Eigen::Index>(entries));
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t at = layout.fortran_order ? fortran_position(layout.shape, i) : i;
    array.entries[static_cast<Eigen::Index>(i)] =
        entry(path, layout, &file[layout.data_at + at * layout.size]);
  }
  return array;
}

void write_npy(const std::filesystem::path& path, const Eigen::VectorXd& entries) {
  std::string header =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", entries.size());
  const std::size_t used = kMagic.size() + 4 + header.size() + 1;
  header.append((kHeaderAlignment - used % kHeaderAlignment) % kHeaderAlignment, ' ');
  header.push_back('\n');
  std::string file(kMagic);
  file.push_back('\1');
  file.push_back('\0');
  file.push_back(static_cast<char>(header.size() % 256));
  file.push_back(static_cast<char>(header.size() / 256));
  file += header;
  const std::size_t data_at = file.size();
  const std::size_t bytes = static_cast<std::size_t>(entries.size()) * sizeof(double);
  file.resize(data_at + bytes);
  if (bytes > 0) std::memcpy(&file[data_at], entries.data(), bytes);
  write_atomically(path, file);
}

}  // namespace eenet::experiments
