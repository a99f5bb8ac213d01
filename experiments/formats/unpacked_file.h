// A file as its owner publishes it: plain, or packed by gzip. Throws std::runtime_error with the
// path and what was expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace eenet::experiments {

// What a file holds, unpacked if it begins as gzip does, in parts that the caller asks for. A
// damaged or cut packing is refused where reading reaches it. Memory grows with what was read,
// never with what the file claims.
class UnpackedFile {
 public:
  explicit UnpackedFile(const std::filesystem::path& path);
  ~UnpackedFile();

  // The next `size` bytes; fewer only where the file ends.
  std::string next(std::size_t size);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] bool is_packed() const { return packed_ != nullptr; }

 private:
  struct Plain;
  struct Packed;

  std::filesystem::path path_;
  std::unique_ptr<Plain> plain_;
  std::unique_ptr<Packed> packed_;  // absent: the file is plain
};

// The lines of a text, plain or packed, without their ends. A text is UTF-8 without zero bytes; a
// mark of the byte order at its start is skipped. A longer line than `longest` bytes is refused.
class TextLines {
 public:
  static constexpr std::size_t kLongest = std::size_t{1} << 24U;

  explicit TextLines(const std::filesystem::path& path);

  // Whether there was one more.
  bool next(std::string& line);

  [[nodiscard]] std::uint64_t number() const { return number_; }  // of the last line, from 1
  [[nodiscard]] const std::filesystem::path& path() const { return file_.path(); }
  // Throws: path, number of the last line, what is wrong.
  [[noreturn]] void reject(const std::string& what) const;

 private:
  UnpackedFile file_;
  std::string part_;
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
};

// Whether all of it is UTF-8.
bool is_utf8(std::string_view text);

}  // namespace eenet::experiments
