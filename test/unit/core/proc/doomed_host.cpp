// Runs the program of its arguments under the sandbox until it is killed. The tests look for processes that are left.

#include <string>
#include <thread>
#include <vector>

#include "core/proc/proc.hpp"

int main(int argc, char** argv) {
  assay::core::Command command;
  const std::string how = argc > 1 ? argv[1] : "";
  command.argv.assign(argv + 2, argv + argc);
  assay::core::Limits limits;
  limits.wall_seconds = 120;
  if (how == "session") {
    // The session is started by a thread that has ended before the request.
    std::unique_ptr<assay::core::ChildSession> session;
    std::thread([&] {
      auto started = assay::core::ChildSession::start(command, limits);
      if (started) session = std::move(*started);
    }).join();
    return session && session->ask("daemon\n", "never", {}).complete ? 0 : 1;
  }
  return assay::core::run_process(command, "", limits).exit_code;
}
