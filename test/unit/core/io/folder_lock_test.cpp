// Folders that one process at a time works in.

#include "core/io/folder_lock.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "unit/core/fake_module.hpp"

namespace assay::core::fake {
namespace {

TEST(FolderLocks, AreHeldUntilTheyEnd) {
  const TemporaryFolder folder;
  std::optional<FolderLock> first;
  {
    Result<FolderLock> taken = FolderLock::take(folder / ".", "counts in");
    ASSERT_TRUE(taken.ok()) << taken.error().text();
    first.emplace(std::move(*taken));
  }
  const Result<FolderLock> second = FolderLock::take(folder / ".", "counts in");
  ASSERT_FALSE(second.ok()) << "a lock that was moved is held";
  EXPECT_NE(second.error().text().find("another process counts in "), std::string::npos);
  first.reset();
  EXPECT_TRUE(FolderLock::take(folder / ".", "counts in").ok());
}

TEST(FolderLocks, NeedAFolder) {
  const TemporaryFolder folder;
  const Result<FolderLock> lock = FolderLock::take(folder / "nowhere", "counts in");
  ASSERT_FALSE(lock.ok());
  EXPECT_NE(lock.error().text().find("cannot write "), std::string::npos);
}

}  // namespace
}  // namespace assay::core::fake
