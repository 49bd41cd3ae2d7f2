// A program that tries to reach things outside of its sandbox: another process, the network, files, the machine.
// Arguments: the number of a process that is not its child, and a folder with the file "old". It prints a line for each
// attempt, "NAME: refused" or "NAME: done", and does no harm: signals are SIGCONT or none, files are in the folder, and
// calls that could change the machine have a wrong argument, whose error differs from a refusal.

#include <fcntl.h>
#include <mqueue.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

struct Attempt {
  const char* name;
  std::function<bool()> succeeds;
};

bool opens(const std::string& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  ::close(fd);
  return true;
}

bool writes(const std::string& path, const char* text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = ::write(fd, text, std::strlen(text)) > 0;
  ::close(fd);
  return written;
}

bool has_socket(int family, int type) {
  const int fd = ::socket(family, type, 0);
  if (fd < 0) return false;
  ::close(fd);
  return true;
}

bool owns_signals_of_a_pipe(pid_t victim) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return false;
  const bool done = ::fcntl(ends[0], F_SETOWN, victim) == 0;
  for (const int end : ends) ::close(end);
  return done;
}

/// In a child, since there is no way back from some of these.
bool in_child(const std::function<bool()>& succeeds) {
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) ::_exit(succeeds() ? 0 : 1);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) continue;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool reads_memory_of(pid_t victim) {
  char byte = 0;
  iovec mine{&byte, 1}, its{&byte, 1};
  // EFAULT for a bad address is not a refusal: the call was allowed.
  return ::process_vm_readv(victim, &mine, 1, &its, 1, 0) >= 0 || errno == EFAULT;
}

bool traces(pid_t victim) {
  if (::ptrace(PTRACE_SEIZE, victim, nullptr, nullptr) != 0) return false;
  ::ptrace(PTRACE_DETACH, victim, nullptr, nullptr);
  return true;
}

bool sends_by_descriptor(pid_t victim) {
  const long fd = ::syscall(SYS_pidfd_open, victim, 0);
  return fd >= 0 && ::syscall(SYS_pidfd_send_signal, fd, SIGCONT, nullptr, 0) == 0;
}

#if defined(__x86_64__)
/// kill() by the interface of 32 bits, which has other numbers.
bool sends_by_other_interface(pid_t victim) {
  constexpr long kKill = 37;
  long answer = kKill;
  asm volatile("int $0x80" : "+a"(answer) : "b"(static_cast<long>(victim)), "c"(static_cast<long>(SIGCONT)) : "memory");
  return answer == 0;
}
#endif

std::vector<Attempt> attempts(pid_t victim, const std::string& folder) {
  const std::string old = folder + "/old", fresh = folder + "/new", proc = "/proc/" + std::to_string(victim);
  const pid_t parent = ::getppid();
  return {
    {"a signal to another process", [=] { return ::kill(victim, SIGCONT) == 0; }},
        {"a signal to the parent", [=] { return ::kill(parent, SIGCONT) == 0; }},
        {"a signal to a group", [=] { return ::killpg(::getpgid(victim), SIGCONT) == 0; }},
        {"a signal to a thread of a process", [=] { return ::syscall(SYS_tgkill, victim, victim, SIGCONT) == 0; }},
        {"a signal to a thread", [=] { return ::syscall(SYS_tkill, victim, SIGCONT) == 0; }},
        {"a signal with a value", [=] { return ::sigqueue(victim, SIGCONT, {}) == 0; }},
        {"a signal by a descriptor", [=] { return sends_by_descriptor(victim); }},
        {"a signal by a pipe", [=] { return owns_signals_of_a_pipe(victim); }},
        {"a signal from a child", [=] { return in_child([=] { return ::kill(victim, SIGCONT) == 0; }); }},
#if defined(__x86_64__)
        {"a signal by the interface of 32 bits", [=] { return sends_by_other_interface(victim); }},
#endif
        {"tracing", [=] { return traces(victim); }}, {"reading memory", [=] { return reads_memory_of(victim); }},
        {"opening memory", [=] { return opens(proc + "/mem", O_RDWR); }},
        {"a process's score", [=] { return writes(proc + "/oom_score_adj", "500"); }},
        {"a process's priority", [=] { return ::setpriority(PRIO_PROCESS, static_cast<id_t>(victim), 5) == 0; }},
        {"a process's processors",
         [=] {
           cpu_set_t all;
           std::memset(&all, 255, sizeof all);
           return ::sched_setaffinity(victim, sizeof all, &all) == 0;
         }},
        {"a process's limits",
         [=] {
           rlimit limit{1U << 20, 1U << 20};
           return ::prlimit(victim, RLIMIT_CORE, &limit, nullptr) == 0;
         }},
        {"a process's disk priority", [=] { return ::syscall(SYS_ioprio_set, 1, victim, 2 << 13 | 4) == 0; }},
        {"opening a file", [=] { return opens(old, O_WRONLY); }},
        {"making a file", [=] { return opens(fresh, O_WRONLY | O_CREAT); }},
        {"cutting a file off", [=] { return ::truncate(old.c_str(), 1) == 0; }},
        {"a file's mode", [=] { return ::chmod(old.c_str(), 0640) == 0; }},
        {"a file's mode from a folder", [=] { return ::fchmodat(AT_FDCWD, old.c_str(), 0640, 0) == 0; }},
        {"a file's owner", [=] { return ::chown(old.c_str(), ::getuid(), ::getgid()) == 0; }},
        {"a file's times", [=] { return ::utime(old.c_str(), nullptr) == 0; }},
        {"a file's attribute", [=] { return ::setxattr(old.c_str(), "user.mine", "1", 1, 0) == 0; }},
        {"a link", [=] { return ::link(old.c_str(), (folder + "/linked").c_str()) == 0; }},
        {"a symbolic link", [=] { return ::symlink("old", (folder + "/symbolic").c_str()) == 0; }},
        {"a folder", [=] { return ::mkdir((folder + "/inner").c_str(), 0700) == 0; }},
        {"a pipe with a name", [=] { return ::mkfifo((folder + "/pipe").c_str(), 0600) == 0; }},
        {"another name", [=] { return ::rename(old.c_str(), (folder + "/renamed").c_str()) == 0; }},
        {"removing a file", [=] { return ::unlink((folder + "/other").c_str()) == 0; }},
        {"shared memory",
         [=] {
           const int fd = ::shm_open("/assay-hostile", O_RDWR | O_CREAT, 0600);
           if (fd >= 0) ::shm_unlink("/assay-hostile");
           return fd >= 0;
         }},
        {"shared memory of System V",
         [=] { return ::shmctl(::shmget(IPC_PRIVATE, 4096, 0600), IPC_RMID, nullptr) == 0; }},
        {"semaphores of System V", [=] { return ::semctl(::semget(IPC_PRIVATE, 1, 0600), 0, IPC_RMID) == 0; }},
        {"queues of System V", [=] { return ::msgctl(::msgget(IPC_PRIVATE, 0600), IPC_RMID, nullptr) == 0; }},
        {"a queue",
         [=] {
           const mqd_t queue = ::mq_open("/assay-hostile", O_RDWR | O_CREAT, 0600, nullptr);
           if (queue >= 0) ::mq_unlink("/assay-hostile");
           return queue >= 0;
         }},
        {"the network", [=] { return has_socket(AF_INET, SOCK_STREAM); }},
        {"packets", [=] { return has_socket(AF_INET6, SOCK_DGRAM); }},
        {"a local socket", [=] { return has_socket(AF_UNIX, SOCK_STREAM); }},
        {"a socket of the kernel's", [=] { return has_socket(AF_NETLINK, SOCK_RAW); }},
        {"calls in a ring",
         [=] {
           std::array<char, 256> parameters{};
           return ::syscall(SYS_io_uring_setup, 4, parameters.data()) >= 0;
         }},
        {"a namespace", [=] { return in_child([] { return ::unshare(CLONE_NEWUSER) == 0; }); }},
        {"another root", [=] { return in_child([&] { return ::chroot(folder.c_str()) == 0; }); }},
        {"a mount", [=] { return ::mount("none", folder.c_str(), "nosuch", 0, nullptr) != 0 && errno == ENODEV; }},
        {"the machine's name", [=] { return ::syscall(SYS_sethostname, "", 1U << 20) != 0 && errno == EINVAL; }},
        {"the kernel's keys", [=] { return ::syscall(SYS_add_key, "user", "assay", "1", 1, -2) >= 0; }},
        {"programs of the kernel", [=] { return ::syscall(SYS_bpf, 0, nullptr, 0) == 0 || errno == EINVAL; }},
        {"new privileges", [=] { return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0; }},
  };
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  ::alarm(60);
  for (const Attempt& attempt : attempts(static_cast<pid_t>(std::atoi(words[1])), words[2]))
    std::printf("%s: %s\n", attempt.name, attempt.succeeds() ? "done" : "refused");
  return 0;
}
