#include "experiments/formats/unpacked_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "experiments/formats/files.h"
#include "reference/out_of_memory.h"

namespace eenet::experiments {

namespace {

constexpr std::size_t kPart = std::size_t{1} << 18U;
constexpr std::string_view kGzip = "\x1f\x8b";
constexpr int kGzipAlone = 16;  // added to the window's size: no other packing

[[noreturn]] void reject(const std::filesystem::path& path, const std::string& what) {
  throw std::runtime_error(fmt::format("{}: {}", path.string(), what));
}

}  // namespace

struct UnpackedFile::Plain {
  explicit Plain(const std::filesystem::path& path) : file(path), start(file.next(kGzip.size())) {}

  std::string next(std::size_t size) {
    std::string part = start.substr(0, size);
    start.erase(0, part.size());
    if (part.size() < size) part += file.next(size - part.size());
    return part;
  }

  FileReader file;
  std::string start;  // bytes that were looked at and not yet returned
};

struct UnpackedFile::Packed {
  explicit Packed(const std::filesystem::path& path) : name(path) {
    if (inflateInit2(&stream, kGzipAlone + MAX_WBITS) != Z_OK) throw OutOfMemory(path.string());
  }
  ~Packed() { inflateEnd(&stream); }
  Packed(const Packed&) = delete;
  Packed& operator=(const Packed&) = delete;

  // Whether there are packed bytes left.
  bool fill(Plain& from) {
    if (stream.avail_in > 0) return true;
    bytes = from.next(kPart);
    stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    return !bytes.empty();
  }

  // Unpacks into the `size` bytes at `to`; returns how many there were.
  std::size_t unpack(Plain& from, char* to, std::size_t size) {
    stream.next_out = reinterpret_cast<Bytef*>(to);
    stream.avail_out = static_cast<uInt>(size);
    while (stream.avail_out > 0) {
      const bool more = fill(from);
      if (!more && ended) break;
      if (!more) reject(name, "the gzip data are cut short, expected all of the file");
      // A file may be several packed ones, one after the other.
      if (ended && inflateReset(&stream) != Z_OK) reject(name, "damaged gzip data");
      ended = false;
      const int outcome = inflate(&stream, Z_NO_FLUSH);
      if (outcome == Z_MEM_ERROR) throw OutOfMemory(name.string());
      ended = outcome == Z_STREAM_END;
      if (!ended && outcome != Z_OK && outcome != Z_BUF_ERROR) {
        reject(name, fmt::format("damaged gzip data ({})",
                                 stream.msg == nullptr ? "no reason given" : stream.msg));
      }
    }
    return size - stream.avail_out;
  }

  std::filesystem::path name;
  std::string bytes;
  z_stream stream{};
  bool ended = false;
};

UnpackedFile::UnpackedFile(const std::filesystem::path& path)
    : path_(path), plain_(std::make_unique<Plain>(path)) {
  if (plain_->start == kGzip) packed_ = std::make_unique<Packed>(path);
}

UnpackedFile::~UnpackedFile() = default;

std::string UnpackedFile::next(std::size_t size) {
  if (!packed_) return plain_->next(size);
  return fitting(path_.string(), [&] {
    std::string content;
    while (content.size() < size) {
      const std::size_t before = content.size();
      const std::size_t part = std::min(size - before, kPart);
      content.resize(before + part);
      const std::size_t got = packed_->unpack(*plain_, &content[before], part);
      content.resize(before + got);
      if (got < part) break;
    }
    return content;
  });
}

TextLines::TextLines(const std::filesystem::path& path) : file_(path) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  part_ = file_.next(kPart);
  if (part_.starts_with(kMark)) at_ = kMark.size();
}

bool TextLines::next(std::string& line) {
  line.clear();
  ++number_;
  while (true) {
    const std::size_t end = part_.find('\n', at_);
    const bool whole = end != std::string::npos;
    line.append(part_, at_, whole ? end - at_ : end);
    if (line.size() > kLongest) {
      reject(fmt::format("the line is longer than {} bytes, expected a text", kLongest));
    }
    if (whole) {
      at_ = end + 1;
      break;
    }
    part_ = file_.next(kPart);
    at_ = 0;
    if (!part_.empty()) continue;
    if (line.empty()) return false;
    break;
  }
  if (line.ends_with('\r')) line.pop_back();
  if (line.find('\0') != std::string::npos) reject("a zero byte, expected a text");
  if (!is_utf8(line)) reject("bytes that are not UTF-8, expected a text in UTF-8");
  return true;
}

void TextLines::reject(const std::string& what) const {
  throw std::runtime_error(fmt::format("{}: line {}: {}", path().string(), number_, what));
}

bool is_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    ++at;
    if (byte < 0x80U) continue;
    // Nothing longer than its shortest form, no surrogates, nothing beyond U+10FFFF: the second
    // byte alone decides.
    const std::size_t more = byte >= 0xf0U ? 3 : byte >= 0xe0U ? 2 : 1;
    if (byte < 0xc2U || byte > 0xf4U || text.size() - at < more) return false;
    const auto second = static_cast<unsigned char>(text[at]);
    const unsigned lowest = byte == 0xe0U ? 0xa0U : byte == 0xf0U ? 0x90U : 0x80U;
    const unsigned highest = byte == 0xedU ? 0x9fU : byte == 0xf4U ? 0x8fU : 0xbfU;
    if (second < lowest || second > highest) return false;
    for (std::size_t i = 1; i < more; ++i) {
      if ((static_cast<unsigned char>(text[at + i]) & 0xc0U) != 0x80U) return false;
    }
    at += more;
  }
  return true;
}

}  // namespace eenet::experiments
