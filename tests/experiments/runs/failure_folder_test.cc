#include "experiments/runs/failure_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/folder_test.h"
#include "tests/experiments/verify_samples.h"

namespace eenet::experiments {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class FailureFolder : public FolderTest {
 protected:
  void expect_damaged(const std::string& name, const std::string& content) const {
    write_atomically(folder() / name, content);
    try {
      remembered_failures(folder());
      ADD_FAILURE() << "accepted: " << content;
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), HasSubstr((folder() / name).string() + ": damaged"));
    }
    EXPECT_EQ(read_file(folder() / name), content);
    std::filesystem::remove(folder() / name);
  }
};

TEST_F(FailureFolder, RemembersEachFailureOnce) {
  remember_failure(folder(), sample_failure("update", 5));
  remember_failure(folder(), sample_failure("gradient", 6));
  remember_failure(folder(), sample_failure("update", 5));
  EXPECT_THAT(remembered_failures(folder()),
              ElementsAre("gradient/3.4.1.1.1.near-kink.0.6", "update/3.4.1.1.1.near-kink.0.5"));
  const std::string file = read_file(folder() / "update_3.4.1.1.1.near-kink.0.5.txt");
  EXPECT_THAT(file, StartsWith("eenet verify --reproduce update/3.4.1.1.1.near-kink.0.5\n"));
  EXPECT_THAT(file, HasSubstr("Sums <commute>"));
  EXPECT_THAT(file, HasSubstr("a + b is 1"));
}

TEST_F(FailureFolder, ThatIsNotThereYetHoldsNothing) {
  EXPECT_THAT(remembered_failures(folder() / "none"), IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(folder() / "none"));
}

TEST_F(FailureFolder, LeavesOtherFilesAlone) {
  write_atomically(folder() / "README.md", "about these");
  EXPECT_THAT(remembered_failures(folder()), IsEmpty());
}

TEST_F(FailureFolder, ADamagedFileIsNamedAndKept) {
  const std::string good = "update_3.4.1.1.1.near-kink.0.5.txt";
  expect_damaged(good, "");
  expect_damaged(good, std::string("\0\0\0", 3));
  expect_damaged(good, "eenet verify --reproduce ");
  expect_damaged(good, "eenet verify --reproduce update/3.4.1");
  expect_damaged(good, "eenet verify --reproduce mars/3.4.1.1.1.near-kink.0.5\n");
  expect_damaged(good, "eenet verify --reproduce update/3.4.1.1.1.near-kink.0.6\n");
  expect_damaged("notes.txt", "remember the milk\n");
}

TEST_F(FailureFolder, NamesOfFilesHoldNothingThatAShellOrAFileSystemMinds) {
  EXPECT_EQ(failure_file_name("a/b c\n*'"), "a_b_c___.txt");
}

}  // namespace
}  // namespace eenet::experiments
