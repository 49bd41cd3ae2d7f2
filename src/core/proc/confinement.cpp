#include "core/proc/confinement.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace assay::core {
namespace {

// The access rights by the version of Landlock that introduced them (landlock(7)); older headers lack their names.
constexpr std::uint64_t kFirstRights = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                       LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                       LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                       LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                       LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
constexpr std::uint64_t kRefer = std::uint64_t{1} << 13;
constexpr std::uint64_t kTruncate = std::uint64_t{1} << 14;
constexpr std::uint64_t kControlDevices = std::uint64_t{1} << 15;
constexpr std::uint64_t kBindAndConnect = 3;  // of TCP
constexpr std::uint64_t kAbstractSocketsSignals = 3;
enum LandlockVersion : long { kWithRefer = 2, kWithTruncate = 3, kWithNetwork = 4, kWithDevices = 5, kWithScopes = 6 };

/// landlock_ruleset_attr with all fields of version 6. An older kernel accepts the longer structure if the fields that
/// it does not know are zero.
struct Ruleset {
  std::uint64_t files = 0, network = 0, scopes = 0;
};

bool allow(int rules, const std::string& path, std::uint64_t rights) {
  const UniqueFd opened(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!opened.valid()) return false;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = opened.get();
  return ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
}

}  // namespace

const KernelFeatures& KernelFeatures::here() {
  static const KernelFeatures features = [] {
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    const std::uint32_t refuses = SECCOMP_RET_ERRNO;
    const bool filters = ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &refuses) == 0;
    return KernelFeatures{version < 1 ? 0 : version, filters && !isolation_filter({0, true}).code.empty()};
  }();
  return features;
}

std::vector<std::string> isolation_gaps(const KernelFeatures& features) {
  std::vector<std::string> gaps;
  if (features.landlock == 0) gaps.emplace_back("change your files (Landlock is missing: Linux 5.13)");
  if (features.landlock > 0 && features.landlock < kWithTruncate)
    gaps.emplace_back("cut your files off (Linux 6.2 prevents it)");
  if (!features.seccomp) gaps.emplace_back("reach processes and the network (seccomp is missing)");
  return gaps;
}

std::vector<std::string> isolation_gaps() { return isolation_gaps(KernelFeatures::here()); }

bool can_restrict_writes() { return KernelFeatures::here().landlock >= kWithTruncate; }

UniqueFd landlock_rules(const std::string& folder, bool isolated) {
  const long version = KernelFeatures::here().landlock;
  if (version < 1) return {};
  const std::uint64_t changes =
      kFirstRights | (version >= kWithRefer ? kRefer : 0) | (version >= kWithTruncate ? kTruncate : 0);
  Ruleset all{changes};
  if (isolated && version >= kWithDevices) all.files |= kControlDevices;
  if (isolated && version >= kWithNetwork) all.network = kBindAndConnect;
  if (isolated && version >= kWithScopes) all.scopes = kAbstractSocketsSignals;
  // The kernel marks the descriptor close-on-exec.
  UniqueFd rules(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0)));
  if (!rules.valid() || !allow(rules.get(), folder, changes)) return {};
  // Not all of /dev: it also contains shared memory, disks and terminals of others.
  const std::uint64_t device_rights = all.files & (LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate | kControlDevices);
  for (const char* const device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty"})
    allow(rules.get(), device, device_rights);
  return rules;
}

}  // namespace assay::core
