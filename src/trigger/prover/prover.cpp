#include "trigger/prover/prover.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"
#include "trigger/prover/reply.hpp"

namespace assay::trigger {
namespace {

/// Maximum size of a solver's output, and its inverse share of the memory limit. Proofs of large scripts are long, and
/// parsing a proof takes about ten times its size.
constexpr std::uint64_t kMaxOutputBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMemoryPerOutput = 32;
std::uint64_t max_output(std::uint64_t memory_bytes) {
  return memory_bytes == 0 ? kMaxOutputBytes : std::min(kMaxOutputBytes, memory_bytes / kMemoryPerOutput);
}

/// Maximum length of a log line; the rest of a longer line is dropped.
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

/// Splits a solver's output into lines. Lines of the log go to `take`; the others are kept, up to `max_bytes`.
class LogSplitter {
 public:
  LogSplitter(const LogLine& take, std::uint64_t max_bytes) : take_(take), max_bytes_(max_bytes) {}
  bool add(std::string_view data) {
    while (!data.empty()) {
      const std::size_t end = data.find('\n');
      const std::string_view part = data.substr(0, end);
      if (line_.size() + part.size() <= kMaxLineBytes) line_ += part;
      if (end == std::string_view::npos) break;
      finish();
      data.remove_prefix(end + 1);
    }
    return others_.size() <= max_bytes_;
  }
  [[nodiscard]] std::string rest() {
    if (!line_.empty()) finish();
    return std::move(others_);
  }

 private:
  void finish() {
    if (line_.starts_with('['))
      take_(line_);
    else
      others_ += line_ + '\n';
    line_.clear();
  }

  const LogLine& take_;
  std::uint64_t max_bytes_;
  std::string line_;
  std::string others_;
};

/// Runs a solver that reads a script from its standard input.
class ProcessProver : public Prover {
 public:
  ProcessProver(std::vector<std::string> argv, std::uint64_t memory_bytes)
      : argv_(std::move(argv)), memory_(memory_bytes) {}

  Reply run(const std::string& script, double seconds, const std::stop_token& stop) override {
    core::ScratchFolder scratch;  // one per run, as several threads call
    return reply_of(core::run_in(scratch, {argv_, {}, {}}, script, limits(seconds), stop));
  }

  Reply run_logged(const std::string& script, double seconds, const LogLine& take,
                   const std::stop_token& stop) override {
    LogSplitter lines(take, max_output(memory_));
    core::ScratchFolder scratch;
    core::ProcessResult result = core::run_in(
        scratch, {argv_, {}, {}}, script, limits(seconds), [&](std::string_view data) { return lines.add(data); },
        stop);
    result.out = lines.rest() + result.err;
    return reply_of(result);
  }

  std::string program() const override { return argv_[0]; }

 private:
  [[nodiscard]] core::Limits limits(double seconds) const {
    core::Limits limits = limits_for(seconds, memory_);
    limits.output_bytes = max_output(memory_);
    return limits;
  }

  std::vector<std::string> argv_;
  std::uint64_t memory_;
};

Result<std::unique_ptr<Prover>> make(std::vector<std::string> argv, std::uint64_t memory_bytes, const char* hint) {
  if (core::find_program(argv[0]).empty()) return Error{"there is no program '" + argv[0] + "'", hint};
  return std::unique_ptr<Prover>(std::make_unique<ProcessProver>(std::move(argv), memory_bytes));
}

}  // namespace

Reply Prover::run_logged(const std::string& script, double seconds, const LogLine& take, const std::stop_token& stop) {
  Reply reply = run(script, seconds, stop);
  LogSplitter lines(take, kMaxOutputBytes);
  (void)lines.add(reply.text);
  reply.text = lines.rest();
  return reply;
}

std::string_view name(Answer answer) {
  switch (answer) {
    case Answer::Unsat: return "unsat";
    case Answer::Sat: return "sat";
    case Answer::Unknown: return "unknown";
    case Answer::Timeout: return "timeout";
    case Answer::OutOfWork: return "out of work";
    case Answer::OutOfMemory: return "out of memory";
    case Answer::Failed: return "failed";
  }
  return "failed";
}

std::string seed_commands(std::uint64_t seed) {
  constexpr std::uint64_t kSeeds = std::uint64_t{1} << 31;  // z3's seeds have 32 bits
  if (seed == 0) return {};
  const std::string number = std::to_string(seed % kSeeds);
  return "(set-option :smt.random_seed " + number + ")\n(set-option :sat.random_seed " + number + ")\n";
}

Result<std::unique_ptr<Prover>> make_z3_prover(const std::string& program, std::uint64_t memory_bytes) {
  return make({program, "-smt2", "-in"}, memory_bytes, "install z3, or name it with --z3");
}

Result<std::unique_ptr<Prover>> make_cvc5_prover(const std::string& program, std::uint64_t memory_bytes) {
  return make({program, "--lang=smt2", "--quiet", "-"}, memory_bytes, "install cvc5, or name it with --cvc5");
}

}  // namespace assay::trigger
