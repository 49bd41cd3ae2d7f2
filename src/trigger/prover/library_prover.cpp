#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"
#include "trigger/prover/prover.hpp"
#include "trigger/prover/reply.hpp"

namespace assay::trigger {
namespace {

constexpr std::string_view kWorker = "assay-z3-worker";
constexpr std::string_view kEndOfCheck = "assay-end-check";
/// The z3 program selects a specialized solver by the logic. The parser of libz3 does not, so it may take hundreds of
/// times as long, or answer unknown. Scripts with a logic therefore go to the program.
constexpr std::string_view kLogic = "(set-logic ";

/// Runs libz3 in worker processes that fork a child for each script: this saves starting a program, and a crash ends
/// only the child. There are as many workers as threads that ask at the same time. Scripts that the library fails at
/// go to the program.
class LibraryProver : public Prover {
 public:
  LibraryProver(std::string worker, Prover& process, std::uint64_t memory_bytes)
      : worker_(std::move(worker)), process_(process), memory_(memory_bytes) {}

  Reply run(const std::string& script, double seconds, const std::stop_token& stop) override {
    std::unique_ptr<Worker> worker;
    if (script.find(kLogic) == std::string::npos) worker = take_worker(seconds);
    if (worker == nullptr) return process_.run(script, seconds, stop);
    core::ChildSession::Answer answer =
        worker->session->ask(script + "\n(reset)\n(echo \"" + std::string(kEndOfCheck) + "\")\n", kEndOfCheck, stop);
    if (!answer.complete) return incomplete(answer, script, seconds, stop);
    give_back(std::move(worker));
    Reply reply = reply_of(answer.out, answer.out);
    if (reply.answer == Answer::Failed) return process_.run(script, seconds, stop);
    reply.seconds = answer.usage.cpu_seconds();
    return reply;
  }

  std::string program() const override { return process_.program(); }

 private:
  struct Worker {
    core::ScratchFolder scratch;
    std::unique_ptr<core::ChildSession> session;  ///< runs in `scratch`, so it must be destroyed first
  };

  /// An idle worker, or a new one. Null if no worker can be started.
  std::unique_ptr<Worker> take_worker(double seconds) {
    const core::Limits limits = limits_for(seconds, memory_);
    {
      const std::lock_guard lock(mutex_);
      if (!waiting_.empty()) {
        std::unique_ptr<Worker> worker = std::move(waiting_.back());
        waiting_.pop_back();
        worker->session->limit_time(limits.wall_seconds, limits.cpu_seconds);
        return worker;
      }
    }
    auto worker = std::make_unique<Worker>();
    Result<std::unique_ptr<core::ChildSession>> session =
        core::start_in(worker->scratch, {{worker_, "--fresh"}, {}, {}}, limits);
    if (!session) return nullptr;
    worker->session = std::move(*session);
    return worker;
  }

  void give_back(std::unique_ptr<Worker> worker) {
    if (!worker->session->alive()) return;
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(worker));
  }

  Reply incomplete(const core::ChildSession::Answer& answer, const std::string& script, double seconds,
                   const std::stop_token& stop) {
    const core::TargetEnd end = core::classify(answer);
    const bool limited = end.kind == core::TargetEnd::Kind::Limited || end.kind == core::TargetEnd::Kind::Cancelled;
    Reply reply = limited ? reply_of_limited_run(end) : Reply{};
    if (reply.answer == Answer::Failed) return process_.run(script, seconds, stop);
    reply.seconds = answer.usage.cpu_seconds();
    return reply;
  }

  std::string worker_;
  Prover& process_;
  std::uint64_t memory_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> waiting_;
};

/// The solver's answer to `(get-info :version)`, or empty.
std::string version_of(Prover& prover, const std::stop_token& stop) {
  constexpr double kSeconds = 10;
  return prover.run("(check-sat)\n(get-info :version)\n", kSeconds, stop).text;
}

}  // namespace

std::unique_ptr<Prover> make_z3_library_prover(Prover& process, std::uint64_t memory_bytes,
                                               const std::stop_token& stop) {
  std::string worker = core::find_hidden_program(kWorker);
  if (worker.empty()) return nullptr;
  auto library = std::make_unique<LibraryProver>(std::move(worker), process, memory_bytes);
  const std::string version = version_of(*library, stop);
  if (version.empty() || version != version_of(process, stop)) return nullptr;
  return library;
}

}  // namespace assay::trigger
