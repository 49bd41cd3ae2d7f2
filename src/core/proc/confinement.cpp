#include "core/proc/confinement.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "assay/core/proc.hpp"

namespace assay::core {
namespace {

// Which of the rights came with which version of the interface (landlock(7)); an older header lacks their names.
constexpr std::uint64_t kFirstRights = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                       LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                       LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                       LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                       LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
constexpr std::uint64_t kRefer = std::uint64_t{1} << 13;     // from version 2
constexpr std::uint64_t kTruncate = std::uint64_t{1} << 14;  // from version 3
constexpr std::uint64_t kOfFiles = LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;

std::uint64_t rights_known() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return 0;
  return kFirstRights | (version >= 2 ? kRefer : 0) | (version >= 3 ? kTruncate : 0);
}

bool allow(int rules, const std::string& folder, std::uint64_t rights) {
  const UniqueFd opened(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!opened.valid()) return false;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = opened.get();
  return ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

}  // namespace

bool can_restrict_writes() { return (rights_known() & kTruncate) != 0; }

UniqueFd writing_only_below(const std::string& folder) {
  const std::uint64_t rights = rights_known();
  if (rights == 0) return {};
  landlock_ruleset_attr all{};
  all.handled_access_fs = rights;
  // Closed on exec by the kernel's own choice.
  UniqueFd rules(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0)));
  if (!rules.valid() || !allow(rules.get(), folder, rights)) return {};
  allow(rules.get(), "/dev", rights & kOfFiles);
  return rules;
}

}  // namespace assay::core
