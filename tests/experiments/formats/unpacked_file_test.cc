#include "experiments/formats/unpacked_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/formats/npy.h"
#include "tests/experiments/data/packed.h"
#include "tests/experiments/folder_test.h"
#include "tests/refusal.h"

namespace eenet::experiments {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class UnpackedFiles : public FolderTest {
 protected:
  [[nodiscard]] std::string read(const std::string& name, std::size_t part) const {
    UnpackedFile file(folder() / name);
    std::string all;
    for (std::string next = file.next(part); !next.empty(); next = file.next(part)) all += next;
    return all;
  }

  [[nodiscard]] std::string refusal(const std::string& name) const {
    return refusal_of<std::runtime_error>([&] { static_cast<void>(read(name, 1000)); });
  }

  [[nodiscard]] std::vector<std::string> lines(const std::string& content) const {
    write_text("lines", content);
    TextLines file(folder() / "lines");
    std::vector<std::string> all;
    std::string line;
    while (file.next(line)) all.push_back(line);
    return all;
  }
};

// Longer than any part in which files are read, and not the same everywhere.
std::string long_text() {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * i % 7919) + ' ';
  return text;
}

TEST_F(UnpackedFiles, GiveTheSameBytesPlainAndPackedInPartsOfAnySize) {
  const std::string text = long_text();
  write_text("plain", text);
  write_text("packed", packed(text));
  write_text("two", packed(text) + packed("more"));
  for (const std::size_t part : {1000U, 4096U, 1U << 22U}) {
    EXPECT_EQ(read("plain", part), text);
    EXPECT_EQ(read("packed", part), text);
    EXPECT_EQ(read("two", part), text + "more");
  }
  for (const char* name : {"short", "empty"}) {
    write_text(name, name == std::string("short") ? "a" : "");
    EXPECT_EQ(read(name, 1), name == std::string("short") ? "a" : "");
  }
  write_text("nothing", packed(""));
  EXPECT_EQ(read("nothing", 10), "");
}

TEST_F(UnpackedFiles, RefuseWhatIsCutOrDamaged) {
  const std::string whole = packed(long_text());
  for (const std::size_t cut :
       {std::size_t{2}, std::size_t{10}, std::size_t{5000}, whole.size() - 8, whole.size() - 1}) {
    write_text("cut", whole.substr(0, cut));
    EXPECT_THAT(refusal("cut"), HasSubstr("cut: the gzip data are cut short")) << cut;
  }
  for (const std::size_t place : {std::size_t{3}, whole.size() / 2, whole.size() - 6}) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(~static_cast<unsigned char>(damaged[place]));
    write_text("damaged", damaged);
    EXPECT_THAT(refusal("damaged"), HasSubstr("damaged: ")) << place;
  }
  write_text("trailing", whole + "something else");
  EXPECT_THAT(refusal("trailing"), HasSubstr("trailing: damaged gzip data"));
  EXPECT_THAT(refusal("absent"), HasSubstr("absent: cannot be read"));
  EXPECT_THAT(refusal("."), HasSubstr("Is a directory"));
}

TEST_F(UnpackedFiles, ArraysMayBePackedToo) {
  write_array("X.npy", "(2, 2)", {1, 2, 3, 4});
  write_text("X.npy.gz", packed(text_in("X.npy")));
  EXPECT_EQ(read_npy(folder() / "X.npy.gz").entries, read_npy(folder() / "X.npy").entries);
  write_text("Y.npy.gz", packed(text_in("X.npy").substr(0, text_in("X.npy").size() - 8)));
  EXPECT_THAT(refusal_of<std::runtime_error>([&] { read_npy(folder() / "Y.npy.gz"); }),
              HasSubstr("shorter than its shape says"));
}

TEST_F(UnpackedFiles, LinesEndAsTheyDoAnywhere) {
  EXPECT_THAT(lines("a\nb\r\n\nc"), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(lines("\xef\xbb\xbfmarked\n"), ElementsAre("marked"));
  EXPECT_THAT(lines(""), ElementsAre());
  EXPECT_THAT(lines("é – 漢 🎬\n"), ElementsAre("é – 漢 🎬"));
}

TEST_F(UnpackedFiles, LinesThatAreNoTextAreRefusedWithTheirNumber) {
  const auto refused = [&](const std::string& content) {
    return refusal_of<std::runtime_error>([&] { static_cast<void>(lines(content)); });
  };
  EXPECT_THAT(refused("a\nb\xff\n"), HasSubstr("lines: line 2: bytes that are not UTF-8"));
  EXPECT_THAT(refused(std::string("a\nb\n\0c", 6)), HasSubstr("line 3: a zero byte"));
  EXPECT_THAT(refused(std::string(TextLines::kLongest + 1, 'x')), HasSubstr("line 1: the line is"));
}

TEST(Utf8, IsToldFromWhatOnlyResemblesIt) {
  for (const char* good : {"", "plain", "\xc3\xa9", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xef\xbf\xbd",
                           "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(good)) << good;
  }
  for (const char* bad : {"\x80", "\xc1\xbf", "\xc3", "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80",
                          "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc3\x28"}) {
    EXPECT_FALSE(is_utf8(bad)) << bad;
  }
}

}  // namespace
}  // namespace eenet::experiments
