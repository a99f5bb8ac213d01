#include "experiments/formats/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "experiments/formats/files.h"
#include "experiments/formats/unpacked_file.h"
#include "reference/out_of_memory.h"

namespace eenet::experiments {

namespace {

// Magic, two version bytes, the header's length (2 bytes in version 1, 4 later), the header.
constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestHeader = std::size_t{1} << 24U;
constexpr std::size_t kHeaderAlignment = 64;

struct Layout {
  char kind = 'f';       // f, i, u or b
  std::size_t size = 8;  // bytes a number
  bool fortran_order = false;
  std::vector<Eigen::Index> shape;
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

// What follows `'name':` in the header, which is a Python dictionary.
std::string_view value_of(const std::filesystem::path& path, std::string_view header,
                          const std::string& name) {
  const std::string key = "'" + name + "'";
  std::string_view rest = header.substr(std::min(header.find(key), header.size()));
  if (!rest.empty()) rest.remove_prefix(key.size());
  const std::size_t colon = rest.find_first_not_of(' ');
  if (colon == std::string_view::npos || rest[colon] != ':') {
    reject(path, fmt::format("the .npy header has no readable '{}'", name));
  }
  rest.remove_prefix(colon + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return rest;
}

// The value between two marks, such as quotes.
std::string_view value_between(const std::filesystem::path& path, std::string_view header,
                               const std::string& name, char opening, char closing) {
  const std::string_view rest = value_of(path, header, name);
  const std::size_t end = rest.find(closing, 1);
  if (!rest.starts_with(opening) || end == std::string_view::npos) {
    reject(path, fmt::format("the .npy header has no readable '{}'", name));
  }
  return rest.substr(1, end - 1);
}

void read_type(const std::filesystem::path& path, std::string_view header, Layout& layout) {
  static constexpr std::array<std::string_view, 11> kKnown = {"f4", "f8", "i1", "i2", "i4", "i8",
                                                              "u1", "u2", "u4", "u8", "b1"};
  const std::string_view type = value_between(path, header, "descr", '\'', '\'');
  // A single byte has no byte order, which NumPy writes as |.
  const bool ordered = type.starts_with('<') || (type.starts_with('|') && type.ends_with('1'));
  if (!ordered || std::find(kKnown.begin(), kKnown.end(), type.substr(1)) == kKnown.end()) {
    reject(path, fmt::format("numbers have type '{}', expected little-endian float32, float64, "
                             "integers or bool",
                             type));
  }
  layout.kind = type[1];
  layout.size = static_cast<std::size_t>(type[2] - '0');
}

void read_shape(const std::filesystem::path& path, std::string_view header, Layout& layout) {
  std::string_view rest = value_between(path, header, "shape", '(', ')');
  if (rest.find_first_not_of("0123456789, ") != std::string_view::npos) {
    reject(path, "the .npy header has no readable 'shape'");
  }
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(", "), rest.size()));
    if (rest.empty()) return;
    Eigen::Index extent = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), extent);
    if (error != std::errc()) reject(path, "the array's shape is too large");
    layout.shape.push_back(extent);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
}

Layout read_layout(const std::filesystem::path& path, UnpackedFile& file) {
  const std::string start = file.next(kMagic.size() + 2);
  if (start.size() < kMagic.size() + 2 || !start.starts_with(kMagic)) {
    reject(path, "not a .npy file");
  }
  const char version = start[kMagic.size()];
  if (version < 1 || version > 3) {
    reject(path, fmt::format("the .npy version is {}, expected 1, 2 or 3", int{version}));
  }
  const std::size_t length_size = version == 1 ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
  const std::string length_bytes = file.next(length_size);
  if (length_bytes.size() < length_size) reject(path, "the .npy header is cut short");
  const std::size_t length = version == 1 ? little_endian<std::uint16_t>(length_bytes.data())
                                          : little_endian<std::uint32_t>(length_bytes.data());
  if (length > kLongestHeader) {
    reject(path, fmt::format("the .npy header has {} bytes, expected at most {}", length,
                             kLongestHeader));
  }
  const std::string header = file.next(length);
  if (header.size() < length) reject(path, "the .npy header is cut short");

  Layout layout;
  read_type(path, header, layout);
  const std::string_view order = value_of(path, header, "fortran_order");
  layout.fortran_order = order.starts_with("True");
  if (!layout.fortran_order && !order.starts_with("False")) {
    reject(path, "the .npy header has no readable 'fortran_order'");
  }
  read_shape(path, header, layout);
  return layout;
}

// How many numbers the shape says; no more than a file of `most` bytes can hold.
std::size_t count(const std::filesystem::path& path, const Layout& layout, std::size_t most) {
  std::size_t entries = 1;
  for (const Eigen::Index extent : layout.shape) {
    if (extent == 0) return 0;
  }
  for (const Eigen::Index extent : layout.shape) {
    if (entries > most / layout.size / static_cast<std::size_t>(extent)) {
      reject(path, "the file is shorter than its shape says");
    }
    entries *= static_cast<std::size_t>(extent);
  }
  return entries;
}

// The size of a file; of a pipe or a packed file, which show it only at their end, more than any
// has.
std::size_t most_bytes(const UnpackedFile& file) {
  std::error_code ignored;
  const std::filesystem::path& path = file.path();
  const bool regular = !file.is_packed() && std::filesystem::is_regular_file(path, ignored);
  const std::uintmax_t size = regular ? std::filesystem::file_size(path, ignored) : 0;
  return regular && !ignored ? size : std::numeric_limits<std::size_t>::max() / 2;
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

constexpr std::string_view kDoubles = "<f8";

// Everything before the numbers; `shape` is Python's, with its brackets.
std::string start_of_file(std::string_view type, const std::string& shape) {
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
  const std::size_t used = kMagic.size() + 4 + header.size() + 1;
  header.append((kHeaderAlignment - used % kHeaderAlignment) % kHeaderAlignment, ' ');
  header.push_back('\n');
  std::string file(kMagic);
  file.push_back('\1');
  file.push_back('\0');
  file.push_back(static_cast<char>(header.size() % 256));
  file.push_back(static_cast<char>(header.size() / 256));
  return file + header;
}

// Numbers as they lie in memory: little-endian, as reference/ requires of the machine.
std::string_view bytes_of(const double* numbers, Eigen::Index count) {
  return {reinterpret_cast<const char*>(numbers), static_cast<std::size_t>(count) * sizeof(double)};
}

}  // namespace

Array read_npy(const std::filesystem::path& path) {
  return read_npy_checked(path, [](const std::vector<Eigen::Index>&) {});
}

Array read_npy_checked(const std::filesystem::path& path,
                       const std::function<void(const std::vector<Eigen::Index>& shape)>& check) {
  UnpackedFile file(path);
  const Layout layout = read_layout(path, file);
  check(layout.shape);
  const std::size_t entries = count(path, layout, most_bytes(file));
  const std::string data = file.next(entries * layout.size);
  if (data.size() < entries * layout.size) reject(path, "the file is shorter than its shape says");
  Array array;
  array.shape = layout.shape;
  array.unit_roundoff = layout.kind == 'f' && layout.size == 4 ? 0x1p-24 : 0x1p-53;
  fitting(path.string(), [&] { array.entries.resize(static_cast<Eigen::Index>(entries)); });
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t at = layout.fortran_order ? fortran_position(layout.shape, i) : i;
    array.entries[static_cast<Eigen::Index>(i)] = entry(path, layout, &data[at * layout.size]);
  }
  return array;
}

void write_npy_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes,
                     Eigen::Index columns) {
  const Eigen::Index rows = columns == 0 ? 0 : static_cast<Eigen::Index>(bytes.size()) / columns;
  write_atomically(path, {start_of_file("|u1", fmt::format("({}, {})", rows, columns)),
                          {reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
}

void write_npy(const std::filesystem::path& path, const Eigen::VectorXd& entries) {
  write_atomically(path, {start_of_file(kDoubles, fmt::format("({},)", entries.size())),
                          bytes_of(entries.data(), entries.size())});
}

void write_npy_rows(const std::filesystem::path& path, const Eigen::MatrixXd& rows) {
  write_atomically(path,
                   {start_of_file(kDoubles, fmt::format("({}, {})", rows.cols(), rows.rows())),
                    bytes_of(rows.data(), rows.size())});
}

}  // namespace eenet::experiments
