#include <asm/unistd.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/proc/confinement.hpp"

namespace assay::core {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kProcessor = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kProcessor = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kProcessor = 0;
#endif
constexpr std::uint32_t kX32Bit = 0x40000000;  ///< in numbers of x86's other interface of 64 bits

/// System call numbers that the oldest headers lack; the same on all processors.
enum Newer : std::uint32_t {
  kFchmodat2 = 452,
  kSetxattrat = 463,
  kRemovexattrat = 466,
  kOpenTreeAttr = 467,
};

/// Calls that are always refused because a tested program does not need them. Those for modes, owners and times of
/// files are included because Landlock does not restrict them.
constexpr std::array kRefused = {
    // Other processes
    __NR_ptrace,
    __NR_process_vm_readv,
    __NR_process_vm_writev,
    __NR_process_madvise,
    __NR_process_mrelease,
    __NR_pidfd_open,
    __NR_pidfd_getfd,
    __NR_kcmp,
    __NR_migrate_pages,
    __NR_move_pages,
    __NR_perf_event_open,
    __NR_ioprio_set,
    __NR_userfaultfd,
    // The network, and ways around filters
    __NR_socket,
    __NR_io_uring_setup,
    __NR_io_uring_enter,
    __NR_io_uring_register,
    __NR_bpf,
    // Memory, queues and keys that other processes share
    __NR_shmget,
    __NR_shmat,
    __NR_shmctl,
    __NR_semget,
    __NR_semop,
    __NR_semtimedop,
    __NR_semctl,
    __NR_msgget,
    __NR_msgsnd,
    __NR_msgrcv,
    __NR_msgctl,
    __NR_mq_open,
    __NR_mq_unlink,
    __NR_keyctl,
    __NR_add_key,
    __NR_request_key,
    // Modes, owners, times and attributes of files
    __NR_fchmod,
    __NR_fchmodat,
    __NR_fchown,
    __NR_fchownat,
    __NR_utimensat,
    __NR_setxattr,
    __NR_lsetxattr,
    __NR_fsetxattr,
    __NR_removexattr,
    __NR_lremovexattr,
    __NR_fremovexattr,
    __NR_name_to_handle_at,
    __NR_open_by_handle_at,
    __NR_fanotify_init,
    __NR_quotactl,
    // The machine
    __NR_mount,
    __NR_umount2,
    __NR_pivot_root,
    __NR_chroot,
    __NR_fsopen,
    __NR_fsconfig,
    __NR_fsmount,
    __NR_fspick,
    __NR_open_tree,
    __NR_move_mount,
    __NR_mount_setattr,
    __NR_unshare,
    __NR_setns,
    __NR_init_module,
    __NR_finit_module,
    __NR_delete_module,
    __NR_kexec_load,
    __NR_reboot,
    __NR_swapon,
    __NR_swapoff,
    __NR_acct,
    __NR_settimeofday,
    __NR_clock_settime,
    __NR_clock_adjtime,
    __NR_adjtimex,
    __NR_sethostname,
    __NR_setdomainname,
    __NR_syslog,
    __NR_vhangup,
#if defined(__x86_64__)
    __NR_chmod,
    __NR_chown,
    __NR_lchown,
    __NR_utime,
    __NR_utimes,
    __NR_futimesat,
    __NR_iopl,
    __NR_ioperm,
    __NR_modify_ldt,
    __NR_kexec_file_load,
#endif
};
constexpr std::array<std::uint32_t, 4> kNewerRefused = {kFchmodat2, kSetxattrat, kRemovexattrat, kOpenTreeAttr};

/// A call that affects the process named by one argument. Allowed for the caller's own process number and for 0.
struct ProcessCall {
  std::uint32_t call;
  unsigned argument;
};
constexpr std::array kProcessCalls = {
    ProcessCall{__NR_prlimit64, 0},      ProcessCall{__NR_setpriority, 1},   ProcessCall{__NR_sched_setscheduler, 0},
    ProcessCall{__NR_sched_setparam, 0}, ProcessCall{__NR_sched_setattr, 0}, ProcessCall{__NR_sched_setaffinity, 0},
};
/// Signal calls, refused if Landlock cannot restrict signals. The program's descendants then cannot raise signals.
constexpr std::array kSignalCalls = {ProcessCall{__NR_kill, 0}, ProcessCall{__NR_tgkill, 0},
                                     ProcessCall{__NR_rt_sigqueueinfo, 0}, ProcessCall{__NR_rt_tgsigqueueinfo, 0}};

/// A request to a device or file that inserts input into a terminal or sets the receiver of signals.
struct Request {
  std::uint32_t call;
  std::uint32_t request;
};
constexpr std::uint32_t kPasteIntoConsole = 0x541C;  // TIOCLINUX
constexpr std::array kRequests = {Request{__NR_ioctl, TIOCSTI},   Request{__NR_ioctl, kPasteIntoConsole},
                                  Request{__NR_ioctl, FIOSETOWN}, Request{__NR_ioctl, SIOCSPGRP},
                                  Request{__NR_fcntl, F_SETOWN},  Request{__NR_fcntl, 15 /* F_SETOWN_EX */}};

class FilterWriter {
 public:
  FilterWriter() {
    load(offsetof(seccomp_data, arch));
    skip(BPF_JEQ, kProcessor, 0, 1);
    refuse(EPERM);
    load(offsetof(seccomp_data, nr));
    if (kProcessor == AUDIT_ARCH_X86_64) {
      skip(BPF_JGE, kX32Bit, 1, 0);
      refuse(EPERM);
    }
  }

  void refuse_call(std::uint32_t call, int error = EPERM) {
    skip(BPF_JEQ, call, 1, 0);
    refuse(error);
  }

  /// Refuses the call if a bit of its first argument is set.
  void refuse_bits(std::uint32_t call, std::uint32_t bits) {
    skip(BPF_JEQ, call, 4, 0);
    load(argument(0));
    skip(BPF_JSET, bits, 1, 0);
    refuse(EPERM);
    load(offsetof(seccomp_data, nr));
  }

  void refuse_request(const Request& one) {
    skip(BPF_JEQ, one.call, 4, 0);
    load(argument(1));
    skip(BPF_JEQ, one.request, 1, 0);
    refuse(EPERM);
    load(offsetof(seccomp_data, nr));
  }

  void refuse_for_others(const ProcessCall& one) {
    skip(BPF_JEQ, one.call, 5, 0);
    load(argument(one.argument));
    skip(BPF_JEQ, 0, 0, 2);
    filter_.own_pid.push_back(filter_.code.size());
    skip(BPF_JEQ, 0, 0, 1);
    refuse(EPERM);
    load(offsetof(seccomp_data, nr));
  }

  SyscallFilter take() {
    filter_.code.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    return std::move(filter_);
  }

 private:
  /// Offset of the lower half of an argument: process numbers, requests and flags have 32 bits.
  static std::uint32_t argument(unsigned number) {
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + number * sizeof(std::uint64_t));
  }
  void load(std::size_t offset) {
    filter_.code.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
  }
  /// Skips `fails` instructions if the comparison fails, and `holds` instructions if it holds.
  void skip(unsigned comparison, std::uint32_t value, std::uint8_t fails, std::uint8_t holds) {
    filter_.code.push_back(BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | comparison | BPF_K), value, holds, fails));
  }
  void refuse(int error) {
    filter_.code.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)));
  }

  SyscallFilter filter_;
};

}  // namespace

SyscallFilter isolation_filter(const KernelFeatures& features) {
  constexpr long kLandlockWithSignals = 6;
  constexpr std::uint32_t kNewNamespaces =
      CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  if (!features.seccomp || kProcessor == 0) return {};
  FilterWriter filter;
  for (const auto call : kRefused) filter.refuse_call(static_cast<std::uint32_t>(call));
  for (const std::uint32_t call : kNewerRefused) filter.refuse_call(call);
  for (const ProcessCall& one : kProcessCalls) filter.refuse_for_others(one);
  for (const Request& one : kRequests) filter.refuse_request(one);
  filter.refuse_bits(__NR_clone, kNewNamespaces);
  filter.refuse_call(__NR_clone3, ENOSYS);  // its flags are in memory; the C library then falls back to clone
  if (features.landlock < kLandlockWithSignals) {
    for (const ProcessCall& one : kSignalCalls) filter.refuse_for_others(one);
    filter.refuse_call(__NR_tkill);
    filter.refuse_call(__NR_pidfd_send_signal);
  }
  return filter.take();
}

}  // namespace assay::core
