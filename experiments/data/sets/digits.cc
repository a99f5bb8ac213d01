#include "experiments/data/sets/digits.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "experiments/data/sets/data_files.h"
#include "experiments/formats/unpacked_file.h"

namespace eenet::experiments {

namespace {

constexpr std::uint32_t kDigits = 10;
constexpr std::uint32_t kLongestSide = 4096;  // of an image, in pixels

// An idx file of bytes: two zero bytes, 8 for bytes, the number of dimensions, and each as a
// big-endian word; then the bytes.
struct Idx {
  std::vector<std::uint32_t> sizes;
  std::string bytes;
};

[[noreturn]] void reject(const UnpackedFile& file, const std::string& what) {
  throw std::runtime_error(fmt::format("{}: {}", file.path().string(), what));
}

std::uint32_t big_endian_word(UnpackedFile& file) {
  const std::string bytes = file.next(sizeof(std::uint32_t));
  if (bytes.size() < sizeof(std::uint32_t)) reject(file, "cut short within its header");
  std::uint32_t word = 0;
  for (const char byte : bytes) word = word << 8U | static_cast<unsigned char>(byte);
  return word;
}

// `things` are what the first size counts, for messages.
Idx read_idx(const std::filesystem::path& path, std::uint32_t dimensions,
             const std::string& things) {
  UnpackedFile file(path);
  const std::uint32_t expected = 0x800U + dimensions;
  const std::uint32_t magic = big_endian_word(file);
  if (magic != expected) {
    reject(file, fmt::format("begins with {:#010x}, expected {:#010x}: an idx file of {}", magic,
                             expected, things));
  }
  Idx idx;
  std::size_t each = 1;  // bytes of one thing
  for (std::uint32_t k = 0; k < dimensions; ++k) {
    idx.sizes.push_back(big_endian_word(file));
    if (k == 0) continue;
    if (idx.sizes[k] < 1 || idx.sizes[k] > kLongestSide) {
      reject(file, fmt::format("images with a side of {} pixels, expected 1 to {}", idx.sizes[k],
                               kLongestSide));
    }
    each *= idx.sizes[k];
  }
  if (idx.sizes[0] == 0) reject(file, fmt::format("holds no {}, expected at least one", things));
  idx.bytes = file.next(each * idx.sizes[0]);
  if (idx.bytes.size() < each * idx.sizes[0]) {
    reject(file, fmt::format("cut short after {} of {} {}", idx.bytes.size() / each, idx.sizes[0],
                             things));
  }
  if (!file.next(1).empty()) {
    reject(file,
           fmt::format("goes on after {} {}, which its header says are all", idx.sizes[0], things));
  }
  return idx;
}

// MNIST's two ways to write its names.
std::filesystem::path find(const std::filesystem::path& folder, const std::string& name,
                           int sizes) {
  return find_one(folder, {fmt::format("{}-idx{}-ubyte", name, sizes),
                           fmt::format("{}.idx{}-ubyte", name, sizes)});
}

}  // namespace

std::shared_ptr<LabelledRows> read_digits(const std::filesystem::path& folder,
                                          const Settings& settings) {
  const bool of_test = settings.has("part") && settings.choice("part", {"train", "test"}) == "test";
  const std::string part = of_test ? "t10k" : "train";
  if (!std::filesystem::is_directory(folder)) {
    throw std::runtime_error(
        fmt::format("{}: not a folder, expected the folder of MNIST's files", folder.string()));
  }
  const std::filesystem::path images_path = find(folder, part + "-images", 3);
  const std::filesystem::path labels_path = find(folder, part + "-labels", 1);
  if (images_path.empty() || labels_path.empty()) {
    reject_folder(
        folder,
        fmt::format("{}-images-idx3-ubyte and {}-labels-idx1-ubyte, also with .gz", part, part));
  }
  const Idx labels = read_idx(labels_path, 1, "labels");
  Idx images = read_idx(images_path, 3, "images");
  if (images.sizes[0] != labels.sizes[0]) {
    throw std::runtime_error(fmt::format("{}: {} labels, expected {} as there are images in {}",
                                         labels_path.string(), labels.sizes[0], images.sizes[0],
                                         images_path.string()));
  }
  std::vector<LabelledRow> rows(labels.sizes[0]);
  for (std::uint32_t i = 0; i < labels.sizes[0]; ++i) {
    rows[i] = {i, 0, static_cast<unsigned char>(labels.bytes[i])};
    if (rows[i].label < kDigits) continue;
    throw std::runtime_error(fmt::format("{}: label {} (counting from 0) is {}, expected 0 to 9",
                                         labels_path.string(), i, rows[i].label));
  }
  FeatureTable table;
  table.columns = static_cast<Eigen::Index>(images.sizes[1]) * images.sizes[2];
  table.bytes.assign(images.bytes.begin(), images.bytes.end());
  return std::make_shared<LabelledRows>(std::vector{std::move(table)}, std::move(rows), kDigits,
                                        folder.string());
}

}  // namespace eenet::experiments
