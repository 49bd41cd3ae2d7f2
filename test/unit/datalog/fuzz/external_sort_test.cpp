// Sorting more than fits into memory: against a set, with memory for a few tuples only.

#include "datalog/fuzz/result/external_sort.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/rng/rng.hpp"

namespace assay::datalog::testing {
namespace {

using Row = std::vector<Value>;

std::vector<Row> rest_of(ExternalSort& sort, std::size_t arity) {
  std::vector<Row> rows;
  while (true) {
    const Result<const Value*> next = sort.next();
    EXPECT_TRUE(next.ok());
    if (!next || *next == nullptr) return rows;
    rows.emplace_back(*next, *next + arity);
  }
}

TEST(DatalogExternalSort, IsASortedSet) {
  core::Rng rng(7);
  for (int round = 0; round < 300; ++round) {
    const auto arity = static_cast<std::size_t>(rng.between(1, 4));
    const std::int64_t count = rng.percent(10) ? 0 : rng.between(0, 2000);
    const auto memory = static_cast<std::size_t>(rng.between(0, 4000));
    DiskBudget disk(1U << 20);
    ExternalSort sort(arity, disk, memory);
    std::set<Row> expected;
    const std::int64_t domain = rng.between(1, 50);
    for (std::int64_t i = 0; i < count; ++i) {
      Row row;
      for (std::size_t k = 0; k < arity; ++k) row.push_back(rng.between(-domain, domain));
      ASSERT_TRUE(sort.add(row.data()).ok());
      expected.insert(std::move(row));
    }
    ASSERT_TRUE(sort.finish().ok());
    EXPECT_EQ(rest_of(sort, arity), std::vector<Row>(expected.begin(), expected.end()));
    if (count > 1000 && memory < 800) {
      EXPECT_GT(sort.runs(), 9U);
    }
    EXPECT_TRUE(rest_of(sort, arity).empty()) << "it has ended";
  }
}

TEST(DatalogExternalSort, StopsAtTheLimitAndGivesItBack) {
  constexpr std::uint64_t kBytes = 1000 * sizeof(Value);
  DiskBudget disk(kBytes);
  {
    ExternalSort sort(1, disk, 64 * sizeof(Value));
    Status status;
    Value i = 0;
    for (; i < 5000 && status; ++i) status = sort.add(&i);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, kDiskLimit);
    EXPECT_GT(i, 900);
    EXPECT_LE(i, 1100);
    EXPECT_FALSE(sort.finish().ok());
  }
  EXPECT_TRUE(disk.take(kBytes));
}

TEST(DatalogExternalSort, LeavesNothingBehindEvenWhileItRuns) {
  const std::string folder = std::string(::testing::TempDir()) + "assay-sort-" + std::to_string(::getpid());
  std::filesystem::create_directory(folder);
  const char* before = std::getenv("TMPDIR");
  const std::string old = before == nullptr ? "" : before;
  ::setenv("TMPDIR", folder.c_str(), 1);
  {
    DiskBudget disk(1U << 20);
    ExternalSort sort(1, disk, 64);
    for (Value i = 0; i < 100; ++i) EXPECT_TRUE(sort.add(&i).ok());
    EXPECT_GT(sort.runs(), 0U);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
  }
  ::setenv("TMPDIR", (folder + "/nowhere").c_str(), 1);
  {
    DiskBudget disk(1U << 20);
    ExternalSort sort(1, disk, 0);
    const Value one = 1;
    const Status status = sort.add(&one);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, kDiskBroken);
  }
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", old.c_str(), 1);
  std::filesystem::remove_all(folder);
}

/// A limit of the kernel on the size of our files: writes fail as on a full disk.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, old_handler_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
  void (*old_handler_)(int) = nullptr;
};

TEST(DatalogExternalSort, AFullDiskIsNamed) {
  const SmallFiles small(1000);
  DiskBudget disk(1U << 20);
  TemporaryFile file(disk);
  EXPECT_TRUE(file.append(std::string(900, 'x')).ok());
  const Status status = file.append(std::string(900, 'y'));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, kDiskFull);
  EXPECT_FALSE(file.append("more").ok()) << "nothing after an error";
  EXPECT_FALSE(file.status().ok());
}

}  // namespace
}  // namespace assay::datalog::testing
