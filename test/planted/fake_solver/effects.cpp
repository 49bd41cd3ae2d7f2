#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "fake.hpp"

namespace assay::fake {
namespace {

constexpr double kSpinSeconds = 3;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void spin() {
  const double end = cpu_seconds() + kSpinSeconds;
  volatile unsigned turns = 0;
  while (cpu_seconds() < end) turns = turns + 1;
}

[[noreturn]] void hang() {
  while (true) ::pause();
}

[[noreturn]] void segfault() {
  // Restores the default handler, even where a sanitizer has installed its own.
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
  std::abort();
}

[[noreturn]] void flood() {
  const std::string block(1U << 16, 'x');
  while (std::fwrite(block.data(), 1, block.size(), stdout) == block.size()) {
  }
  std::exit(0);
}

[[noreturn]] void eat_memory() {
  constexpr std::size_t kBlock = std::size_t{16} << 20;
  // 16 GiB, far more than the memory limit of any test. The loop ends for machines without a memory limit.
  for (int i = 0; i < 1024; ++i) {
    auto* block = static_cast<char*>(std::malloc(kBlock));
    if (block == nullptr) break;
    std::memset(block, i + 1, kBlock);
    asm volatile("" : : "r"(block) : "memory");  // keeps the compiler from removing the unread block
  }
  hang();
}

[[noreturn]] void daemonize() {
  std::signal(SIGTERM, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);
  if (::fork() == 0) {
    ::setsid();
    ::alarm(120);
    hang();
  }
  hang();
}

}  // namespace

void perform(Effect effect) {
  switch (effect) {
    case Effect::Spin: spin(); return;
    case Effect::Segfault: segfault();
    case Effect::FailAssertion:
      std::fputs("fake_solver: ../src/theory/rewriter.cpp:217: rewrite: Assertion `n.isNormal()' failed.\n", stderr);
      std::fflush(stderr);
      std::_Exit(1);
    case Effect::Hang: hang();
    case Effect::Flood: flood();
    case Effect::EatMemory: eat_memory();
    case Effect::Daemonize: daemonize();
    default: return;
  }
}

}  // namespace assay::fake
