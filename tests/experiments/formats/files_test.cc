#include "experiments/formats/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "tests/experiments/forked.h"
#include "tests/refusal.h"

namespace eenet::experiments {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr auto refusal = refusal_of<std::runtime_error>;

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

TEST(Files, GiveBackWhatWasWritten) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "file";
  for (const std::string& content : {std::string(), std::string("a\0b\r\n\xff", 6),
                                     std::string(1 << 20, 'x'), std::string("shorter")}) {
    write_atomically(path, content);
    EXPECT_EQ(read_file(path), content);
  }
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("file"));
}

TEST(Files, WrittenDurablyAreGivenBackAndNothingElseIsLeft) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "file";
  for (const std::string content : {"first", "second"}) {
    write_durably(path, content);
    EXPECT_EQ(read_file(path), content);
  }
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("file"));
  EXPECT_THAT(refusal([&] { write_durably(folder.path() / "absent" / "file", "x"); }),
              AllOf(HasSubstr("absent/file"), HasSubstr("No such file")));
}

TEST(Files, PartialCopiesGoWhereTheWholeFileIs) {
  const TemporaryFolder folder;
  write_atomically(folder.path() / "whole", "all");
  std::array<char, 256> host{};
  ASSERT_EQ(::gethostname(host.data(), host.size() - 1), 0);
  const std::string here = std::string(".partial-") + host.data() + "-";
  const std::string gone = here + std::to_string(start_forked([] { return 0; }));
  ASSERT_TRUE(becomes_true([] { return ::waitpid(-1, nullptr, WNOHANG) != 0; }));
  const std::string alive = here + std::to_string(::getpid());
  for (const std::string& name : {"whole" + gone, "whole" + alive, "begun" + gone,
                                  std::string("whole.partial-elsewhere-1")}) {
    write_atomically(folder.path() / name, "part");
  }
  remove_partial_copies(folder.path());
  EXPECT_THAT(names_in(folder.path()),
              testing::UnorderedElementsAre("whole", "whole" + alive, "begun" + gone,
                                            "whole.partial-elsewhere-1"));
}

// Numbers of processes are given again, and the dead keep theirs until somebody asks how they died.
TEST(Files, PartialCopiesGoThoughTheirWritersNumberIsInUse) {
  const TemporaryFolder folder;
  write_atomically(folder.path() / "whole", "all");
  std::array<char, 256> host{};
  ASSERT_EQ(::gethostname(host.data(), host.size() - 1), 0);
  const std::string here = std::string("whole.partial-") + host.data() + "-";
  const pid_t dead = start_forked([] { return 0; });
  ASSERT_TRUE(becomes_true([dead] {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(dead), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == dead;
  }));
  const std::string of_the_dead = here + std::to_string(dead);
  const std::string older_than_us = here + std::to_string(::getpid());
  write_atomically(folder.path() / of_the_dead, "part");
  write_atomically(folder.path() / older_than_us, "part");
  std::filesystem::last_write_time(
      folder.path() / older_than_us,
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  remove_partial_copies(folder.path());
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("whole"));
  ::waitpid(dead, nullptr, 0);
}

TEST(Files, TellWhyTheyCannotBeRead) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal([&] { read_file(folder.path() / "absent"); }),
              AllOf(HasSubstr((folder.path() / "absent").string()), HasSubstr("No such file")));
  EXPECT_THAT(refusal([&] { read_file(folder.path()); }),
              AllOf(HasSubstr(folder.path().string()), HasSubstr("Is a directory")));
}

TEST(Files, TellWhyTheyCannotBeWritten) {
  const TemporaryFolder folder;
  const std::filesystem::path nowhere = folder.path() / "absent" / "file";
  EXPECT_THAT(refusal([&] { write_atomically(nowhere, "x"); }),
              AllOf(HasSubstr(nowhere.string()), HasSubstr("No such file")));
  const std::filesystem::path taken = folder.path() / "taken";
  std::filesystem::create_directories(taken / "inside");
  EXPECT_THAT(refusal([&] { write_atomically(taken, "x"); }),
              AllOf(HasSubstr(taken.string()), HasSubstr("cannot be written")));
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("taken")) << "nothing partial is left";
}

TEST(Files, ThatHaveNoPlaceAreToldBeforehand) {
  const TemporaryFolder folder;
  write_atomically(folder.path() / "file", "");
  require_place_for_file(folder.path() / "file");
  require_place_for_file(folder.path() / "new");
  require_place_for_file("new");
  require_place_for_file("/dev/null");
  struct Row {
    std::filesystem::path path;
    const char* reason;
  };
  const std::vector<Row> table = {{folder.path(), "Is a directory"},
                                  {folder.path() / "absent" / "file", "No such file"},
                                  {folder.path() / "file" / "file", "Not a directory"}};
  for (const Row& row : table) {
    EXPECT_THAT(refusal([&] { require_place_for_file(row.path); }),
                AllOf(HasSubstr(row.path.string()), HasSubstr(row.reason)));
  }
}

TEST(Files, ADeviceIsWrittenToAndNotReplaced) {
  const TemporaryFolder folder;
  const std::filesystem::path full = folder.path() / "full";
  const std::filesystem::path null = folder.path() / "null";
  std::filesystem::create_symlink("/dev/full", full);
  std::filesystem::create_symlink("/dev/null", null);
  EXPECT_THAT(refusal([&] { write_atomically(full, "x"); }),
              AllOf(HasSubstr(full.string()), HasSubstr("No space left")));
  write_atomically(null, "x");
  EXPECT_TRUE(std::filesystem::is_character_file(full));
  EXPECT_TRUE(std::filesystem::is_character_file(null));
  EXPECT_THAT(names_in(folder.path()), testing::UnorderedElementsAre("full", "null"));
}

TEST(Files, KeepTheOldContentWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "file";
  write_atomically(path, "old");
  const Forked forked = run_forked(Stderr::kFile, [&] {
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit fails instead
    const rlimit limit = {1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string answer = refusal([&] { write_atomically(path, std::string(5000, 'x')); });
    return answer.find(path.string()) == 0 && answer.find("cannot be written") != std::string::npos
               ? 0
               : 1;
  });
  EXPECT_EQ(forked.code, 0);
  EXPECT_EQ(read_file(path), "old");
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("file")) << "nothing partial is left";
}

TEST(Files, FoldersAreMadeWithThoseAboveThem) {
  const TemporaryFolder folder;
  make_writable_folder(folder.path() / "a" / "b");
  EXPECT_TRUE(std::filesystem::is_directory(folder.path() / "a" / "b"));
  make_writable_folder(folder.path() / "a" / "b");  // and once more is no error
}

TEST(Files, FoldersThatCannotBeMadeAreNamed) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "file";
  write_atomically(file, "");
  EXPECT_THAT(refusal([&] { make_writable_folder(file); }), HasSubstr(file.string()));
  EXPECT_THAT(refusal([&] { make_writable_folder(file / "below"); }), HasSubstr(file.string()));
  EXPECT_THAT(refusal([&] { make_writable_folder("/proc/eenet"); }), HasSubstr("/proc/eenet"));
}

TEST(TemporaryFolder, IsThereAndThenGoneWithAllItHeld) {
  std::filesystem::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    EXPECT_TRUE(std::filesystem::is_directory(path));
    make_writable_folder(path / "deep");
    write_atomically(path / "deep" / "file", "x");
    const TemporaryFolder other;
    EXPECT_NE(other.path(), path);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TemporaryFolder, IsWhereTheUserWantsIt) {
  const TemporaryFolder wanted;
  const Forked forked = run_forked(Stderr::kFile, [&] {
    ::setenv("TMPDIR", wanted.path().c_str(), 1);
    const TemporaryFolder folder;
    return folder.path().parent_path() == wanted.path() ? 0 : 1;
  });
  EXPECT_EQ(forked.code, 0);
}

}  // namespace
}  // namespace eenet::experiments
