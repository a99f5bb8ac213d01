#include "experiments/data/sets/digits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/data/packed.h"
#include "tests/experiments/data/sets_test.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

constexpr const char* kImages = "train-images-idx3-ubyte";
constexpr const char* kLabels = "train-labels-idx1-ubyte";

// Three images of 2 x 2 pixels.
class Digits : public DataSetTest {
 protected:
  Digits() {
    write_text(kImages, idx_of({3, 2, 2}, images_));
    write_text(kLabels, idx_of({3}, labels_));
  }

  // Every case reads a folder of its own: what was read once is kept.
  [[nodiscard]] std::string refused_with(const std::string& images, const std::string& labels) {
    const std::string place = "case" + std::to_string(++cases_);
    std::filesystem::create_directories(folder() / place);
    write_text(place + "/" + kImages, images);
    write_text(place + "/" + kLabels, labels);
    return refusal("mnist", place);
  }

  const std::string images_{"\x00\x01\x02\xff\x09\x09\x09\x09\x00\x00\x07\x00", 12};
  const std::string labels_{"\x03\x00\x09", 3};
  int cases_ = 0;
};

TEST_F(Digits, AreTheirPixelsAndTheirLabels) {
  const auto data = read("mnist");
  ASSERT_EQ(data->rows(), 3);
  EXPECT_EQ(data->classes(), 10);
  EXPECT_EQ(features(*data, 0), Eigen::Vector4d(0, 1, 2, 255));
  EXPECT_EQ(features(*data, 2), Eigen::Vector4d(0, 0, 7, 0));
  EXPECT_EQ(data->label(0), 3);
  EXPECT_EQ(data->label(1), 0);
  EXPECT_EQ(data->label(2), 9);
  EXPECT_TRUE(data->tables().front().is_of_bytes());
}

TEST_F(Digits, AreScaledAsThePublicCodeDoesWhereTheyAreNotNormalised) {
  const auto data = read("mnist:normalise=no");
  // Two roundings on each way.
  EXPECT_NEAR(features(*data, 0)[3], (1.0 - 0.1307) / 0.3081, 8 * 0x1p-53 * 3);
  EXPECT_NEAR(features(*data, 0)[0], -0.1307 / 0.3081, 8 * 0x1p-53);
  EXPECT_EQ(data->digest(), read("mnist")->digest());
}

TEST_F(Digits, MayBePackedAndOfTheTest) {
  std::filesystem::create_directories(folder() / "packed");
  write_text("packed/t10k-images.idx3-ubyte.gz", packed(idx_of({3, 2, 2}, images_)));
  write_text("packed/t10k-labels.idx1-ubyte.gz", packed(idx_of({3}, labels_)));
  EXPECT_EQ(read("mnist:part=test", "packed")->digest(), read("mnist")->digest());
  EXPECT_THAT(refusal("mnist", "packed"), HasSubstr("expected train-images-idx3-ubyte"));
  EXPECT_THAT(refusal("mnist:part=both"), HasSubstr("part=both, expected one of train, test"));
}

TEST_F(Digits, ABlackImageIsLeftOut) {
  std::filesystem::create_directories(folder() / "black");
  write_text(std::string("black/") + kImages, idx_of({2, 1, 2}, std::string("\0\0\1\0", 4)));
  write_text(std::string("black/") + kLabels, idx_of({2}, "\1\2"));
  const auto data = read("mnist", "black");
  EXPECT_EQ(data->rows(), 1);
  EXPECT_EQ(data->left_out(), 1U);
  EXPECT_EQ(data->label(0), 2);
}

TEST_F(Digits, RefuseFilesThatAreNotWhatTheyShouldBe) {
  const std::string images = idx_of({3, 2, 2}, images_);
  const std::string labels = idx_of({3}, labels_);
  EXPECT_THAT(refused_with(labels, labels),
              HasSubstr("begins with 0x00000801, expected 0x00000803"));
  EXPECT_THAT(refused_with(images, images), HasSubstr("begins with 0x00000803"));
  EXPECT_THAT(refused_with("", labels), HasSubstr("cut short within its header"));
  EXPECT_THAT(refused_with(images.substr(0, 10), labels), HasSubstr("within its header"));
  EXPECT_THAT(refused_with(images.substr(0, 25), labels),
              HasSubstr("cut short after 2 of 3 images"));
  EXPECT_THAT(refused_with(images + "x", labels), HasSubstr("goes on after 3 images"));
  EXPECT_THAT(refused_with(images, idx_of({2}, "\1\2")),
              HasSubstr("2 labels, expected 3 as there are images"));
  EXPECT_THAT(refused_with(images, idx_of({3}, "\1\2\12")),
              HasSubstr("label 2 (counting from 0) is 10, expected 0 to 9"));
  EXPECT_THAT(refused_with(idx_of({0, 2, 2}, ""), idx_of({0}, "")), HasSubstr("holds no labels"));
  EXPECT_THAT(refused_with(idx_of({3, 0, 2}, ""), labels), HasSubstr("a side of 0 pixels"));
  const std::string half = packed(images).substr(0, 20);
  EXPECT_THAT(refused_with(half, labels), HasSubstr("gzip data are cut short"));
}

// A header that claims 2^32 - 1 images of 4096 x 4096 pixels asks for no memory: 64 exabytes.
TEST_F(Digits, AHeadersWordAllocatesNothing) {
  EXPECT_THAT(refused_with(idx_of({0xffffffffU, 4096, 4096}, "few"), idx_of({3}, labels_)),
              HasSubstr("cut short after 0 of 4294967295 images"));
  EXPECT_THAT(refused_with(idx_of({3, 0xffffffffU, 0xffffffffU}, "few"), idx_of({3}, labels_)),
              HasSubstr("a side of 4294967295 pixels, expected 1 to 4096"));
  EXPECT_THAT(refused_with(idx_of({3, 2, 2}, images_), idx_of({0xffffffffU}, labels_)),
              HasSubstr("cut short after 3 of 4294967295 labels"));
}

TEST_F(Digits, RefuseWhatIsNoFolderOfThem) {
  EXPECT_THAT(refusal("mnist", kImages), HasSubstr("not a folder"));
  EXPECT_THAT(refusal("mnist", "nowhere"), HasSubstr("mnist: there is no "));
  std::filesystem::create_directories(folder() / "above/inner");
  EXPECT_THAT(refusal("mnist", "above"), HasSubstr("it has folders, such as inner"));
}

}  // namespace
}  // namespace eenet::experiments
