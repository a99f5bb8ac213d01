#include "experiments/formats/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <stdexcept>

#include "reference/floating_point.h"
#include "tests/experiments/folder_test.h"
#include "tests/refusal.h"

namespace eenet::experiments {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Npy : public FolderTest {
 protected:
  [[nodiscard]] Array read(const std::string& file) const {
    write_atomically(path(), file);
    return read_npy(path());
  }

  [[nodiscard]] std::string refusal(const std::string& file) const {
    const std::string said = refusal_of<std::runtime_error>([&] { (void)read(file); });
    if (said != "accepted") {
      EXPECT_THAT(said, HasSubstr(path().string()));
    }
    return said;
  }

  [[nodiscard]] std::filesystem::path path() const { return folder() / "array.npy"; }
};

std::vector<double> entries(const Array& array) {
  return {array.entries.data(), array.entries.data() + array.entries.size()};
}

TEST_F(Npy, ReadsEveryTypeOfNumber) {
  EXPECT_THAT(entries(read(npy_of<float>("<f4", "(2,)", {0.1F, -2.5F}))),
              ElementsAre(static_cast<double>(0.1F), -2.5));
  EXPECT_THAT(entries(read(npy_of<double>("<f8", "(2,)", {0.1, -1e300}))),
              ElementsAre(0.1, -1e300));
  EXPECT_THAT(entries(read(npy_of<std::int8_t>("|i1", "(2,)", {-128, 127}))),
              ElementsAre(-128, 127));
  EXPECT_THAT(entries(read(npy_of<std::int16_t>("<i2", "(2,)", {-32768, 32767}))),
              ElementsAre(-32768, 32767));
  EXPECT_THAT(entries(read(npy_of<std::int32_t>("<i4", "(2,)", {-2147483647 - 1, 7}))),
              ElementsAre(-2147483648.0, 7));
  EXPECT_THAT(entries(read(npy_of<std::int64_t>("<i8", "(2,)", {-(1LL << 53), 1LL << 62}))),
              ElementsAre(-0x1p53, 0x1p62));
  EXPECT_THAT(entries(read(npy_of<std::uint8_t>("|u1", "(3,)", {0, 1, 255}))),
              ElementsAre(0, 1, 255));
  EXPECT_THAT(entries(read(npy_of<std::uint16_t>("<u2", "(1,)", {65535}))), ElementsAre(65535));
  EXPECT_THAT(entries(read(npy_of<std::uint32_t>("<u4", "(1,)", {4294967295U}))),
              ElementsAre(4294967295.0));
  EXPECT_THAT(entries(read(npy_of<std::uint64_t>("<u8", "(1,)", {1ULL << 63}))),
              ElementsAre(0x1p63));
  EXPECT_THAT(entries(read(npy_of<std::uint8_t>("|b1", "(2,)", {0, 1}))), ElementsAre(0, 1));
}

TEST_F(Npy, KnowsThePrecisionOfWhatItRead) {
  EXPECT_EQ(read(npy_of<float>("<f4", "(1,)", {0.1F})).unit_roundoff, 0x1p-24);
  EXPECT_EQ(read(npy_of<double>("<f8", "(1,)", {0.1})).unit_roundoff, 0x1p-53);
  EXPECT_EQ(read(npy_of<std::int32_t>("<i4", "(1,)", {1})).unit_roundoff, 0x1p-53);
}

TEST_F(Npy, KeepsNaNInfinityAndTheSignOfZero) {
  const Array array = read(npy_of<double>("<f8", "(3,)", {-0.0, kInfinity, kInfinity - kInfinity}));
  EXPECT_EQ(bits_of(array.entries[0]), bits_of(-0.0));
  EXPECT_EQ(array.entries[1], kInfinity);
  EXPECT_NE(array.entries[2], array.entries[2]);
}

TEST_F(Npy, GivesFortranOrderWithTheLastIndexRunningFastest) {
  // a[i][j][k] = 100 i + 10 j + k, 2 x 3 x 2, stored with i running fastest.
  std::vector<double> stored;
  std::vector<double> wanted;
  for (int k = 0; k < 2; ++k) {
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 2; ++i) stored.push_back(100 * i + 10 * j + k);
    }
  }
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 2; ++k) wanted.push_back(100 * i + 10 * j + k);
    }
  }
  const Array array = read(npy_file(npy_header("<f8", "(2, 3, 2)", true), bytes_of(stored)));
  EXPECT_THAT(array.shape, ElementsAre(2, 3, 2));
  EXPECT_EQ(entries(array), wanted);
}

TEST_F(Npy, ReadsLaterVersionsOfTheFormat) {
  const std::string header = npy_header("<f8", "(1,)");
  for (const int version : {2, 3}) {
    EXPECT_THAT(entries(read(npy_file(header, bytes_of<double>({7.5}), version))),
                ElementsAre(7.5));
  }
  EXPECT_THAT(refusal(npy_file(header, bytes_of<double>({7.5}), 4)), HasSubstr("version is 4"));
}

TEST_F(Npy, ReadsASingleNumberAndNoNumberAtAll) {
  const Array single = read(npy_of<double>("<f8", "()", {7.5}));
  EXPECT_TRUE(single.shape.empty());
  EXPECT_THAT(entries(single), ElementsAre(7.5));
  // More rounds than the file has bytes, and yet it is whole.
  const Array none = read(npy_of<double>("<f8", "(100000, 0, 20)", {}));
  EXPECT_THAT(none.shape, ElementsAre(100000, 0, 20));
  EXPECT_EQ(none.entries.size(), 0);
  EXPECT_EQ(read(npy_file(npy_header("<f8", "(3, 0)", true), "")).entries.size(), 0);
}

TEST_F(Npy, ReadsAHeaderHoweverItIsSpaced) {
  const std::string blanks(1 << 20, ' ');
  const std::string header =
      "{'shape'  :" + blanks + "( 2 ,1, ), 'fortran_order':False,'descr':'<f8'}";
  const Array array = read(npy_file(header, bytes_of<double>({1.0, 2.0}), 2));
  EXPECT_THAT(array.shape, ElementsAre(2, 1));
  EXPECT_THAT(entries(array), ElementsAre(1.0, 2.0));
}

TEST_F(Npy, RefusesIntegersThatADoubleCannotHold) {
  constexpr std::int64_t kOdd = (1LL << 53) + 1;
  EXPECT_THAT(refusal(npy_of<std::int64_t>("<i8", "(1,)", {kOdd})),
              HasSubstr("9007199254740993 does not fit"));
  EXPECT_THAT(refusal(npy_of<std::int64_t>("<i8", "(1,)", {-kOdd})), HasSubstr("does not fit"));
  // These round up to 2^63 and 2^64, where the types have ended.
  EXPECT_THAT(refusal(npy_of<std::int64_t>("<i8", "(1,)", {INT64_MAX})),
              HasSubstr("9223372036854775807 does not fit"));
  EXPECT_THAT(refusal(npy_of<std::uint64_t>("<u8", "(1,)", {UINT64_MAX})),
              HasSubstr("18446744073709551615 does not fit"));
  EXPECT_THAT(entries(read(npy_of<std::int64_t>("<i8", "(1,)", {INT64_MIN}))),
              ElementsAre(-0x1p63));
}

TEST_F(Npy, RefusesOtherTypes) {
  for (const char* type :
       {">f8", ">i4", "|f8", "|O", "<c16", "<f2", "<U4", "<f16", "", "f8", "<f8x"}) {
    EXPECT_THAT(refusal(npy_of<double>(type, "(1,)", {1.0})), HasSubstr("expected little-endian"))
        << type;
  }
  EXPECT_THAT(refusal(npy_file("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}",
                               bytes_of<double>({1.0}))),
              HasSubstr("no readable 'descr'"));
}

TEST_F(Npy, RefusesAHeaderThatSaysTooLittle) {
  EXPECT_THAT(refusal(npy_file("{'fortran_order': False, 'shape': (1,)}", "")),
              HasSubstr("'descr'"));
  EXPECT_THAT(refusal(npy_file("{'descr': '<f8', 'shape': (1,)}", "")),
              HasSubstr("'fortran_order'"));
  EXPECT_THAT(refusal(npy_file("{'descr': '<f8', 'fortran_order': False}", "")),
              HasSubstr("'shape'"));
  for (const char* shape : {"(-1,)", "(1", "1", "", "[1]", "(1L,)"}) {
    EXPECT_THAT(refusal(npy_of<double>("<f8", shape, {1.0})), HasSubstr("'shape'")) << shape;
  }
  EXPECT_THAT(refusal(npy_file("{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1,)}", "")),
              HasSubstr("'fortran_order'"));
  EXPECT_THAT(refusal(npy_file("{'descr': '<f8", "")), HasSubstr("'descr'"));
  EXPECT_THAT(refusal(npy_file("{'descr'", "")), HasSubstr("'descr'"));
}

TEST_F(Npy, RefusesAShapeThatTheFileCannotHold) {
  EXPECT_THAT(refusal(npy_of<double>("<f8", "(3,)", {1.0, 2.0})), HasSubstr("shorter"));
  EXPECT_THAT(refusal(npy_of<double>("<f8", "(2, 2)", {1.0, 2.0})), HasSubstr("shorter"));
  // Products that overflow 64 bits must not come out small.
  EXPECT_THAT(refusal(npy_of<double>("<f8", "(4294967296, 4294967296)", {1.0})),
              HasSubstr("shorter"));
  EXPECT_THAT(refusal(npy_of<double>("<f8", "(99999999999999999999,)", {1.0})),
              HasSubstr("too large"));
}

TEST_F(Npy, RefusesAFileCutAtAnyByte) {
  const std::string whole = npy_of<double>("<f8", "(2,)", {1.0, 2.0});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(refusal(whole.substr(0, length)), "accepted") << length;
  }
  EXPECT_EQ(refusal(whole), "accepted");
}

TEST_F(Npy, RefusesWhatIsNoNpyFile) {
  for (const char* text : {"", "NUMPY", R"({"schema":"eenet.trace/1"})", "1,2,3,4,5,6,7,8\n"}) {
    EXPECT_THAT(refusal(text), HasSubstr("not a .npy file")) << text;
  }
  EXPECT_THROW(read_npy(path().parent_path() / "absent.npy"), std::runtime_error);
  EXPECT_THROW(read_npy(path().parent_path()), std::runtime_error);
}

TEST_F(Npy, ReadsBackWhatItWroteBitForBit) {
  for (const Eigen::Index size : {0, 1, 5, 1000}) {
    Eigen::VectorXd written = Eigen::VectorXd::LinSpaced(size, -1.0 / 3.0, 1e-310);
    write_npy(path(), written);
    const Array read = read_npy(path());
    EXPECT_THAT(read.shape, ElementsAre(size));
    ASSERT_EQ(read.entries.size(), size);
    for (Eigen::Index i = 0; i < size; ++i) {
      EXPECT_EQ(bits_of(read.entries[i]), bits_of(written[i]));
    }
  }
}

// Byte for byte what numpy.save writes for the array [0.5].
TEST_F(Npy, WritesWhatNumPyWrites) {
  write_npy(path(), Eigen::VectorXd::Constant(1, 0.5));
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }";
  header.append(128 - 10 - header.size() - 1, ' ');
  EXPECT_EQ(read_file(path()), npy_file(header + "\n", bytes_of<double>({0.5})));
}

// numpy.save of [[1, 2], [3, 4], [5, 6]].
TEST_F(Npy, WritesTheRowsOfAMatrix) {
  Eigen::MatrixXd rows(2, 3);
  rows << 1, 3, 5, 2, 4, 6;
  write_npy_rows(path(), rows);
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }";
  header.append(128 - 10 - header.size() - 1, ' ');
  EXPECT_EQ(read_file(path()), npy_file(header + "\n", bytes_of<double>({1, 2, 3, 4, 5, 6})));
  write_npy_rows(path(), Eigen::MatrixXd(2, 0));
  EXPECT_THAT(read_npy(path()).shape, ElementsAre(0, 2));
}

}  // namespace
}  // namespace eenet::experiments
