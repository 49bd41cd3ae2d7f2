#include "assay/trigger/prover.hpp"

#include <utility>
#include <vector>

#include "assay/core/proc.hpp"
#include "trigger/reply.hpp"

namespace assay::trigger {
namespace {

/// Proofs of large scripts are long.
constexpr std::uint64_t kMostOutput = std::uint64_t{64} << 20;

/// A solver that reads a script on its standard input.
class ProcessProver : public Prover {
 public:
  ProcessProver(std::vector<std::string> argv, std::uint64_t memory_bytes)
      : argv_(std::move(argv)), memory_(memory_bytes) {}

  Reply run(const std::string& script, double seconds, const std::stop_token& stop) override {
    core::Limits limits;
    limits.wall_seconds = seconds;
    limits.memory_bytes = memory_;
    limits.output_bytes = kMostOutput;
    return reply_of(core::run_process({argv_, {}, {}}, script, limits, stop));
  }

  std::string program() const override { return argv_[0]; }

 private:
  std::vector<std::string> argv_;
  std::uint64_t memory_;
};

Result<std::unique_ptr<Prover>> make(std::vector<std::string> argv, std::uint64_t memory_bytes, const char* hint) {
  if (core::find_program(argv[0]).empty()) return Error{"there is no program '" + argv[0] + "'", hint};
  return std::unique_ptr<Prover>(std::make_unique<ProcessProver>(std::move(argv), memory_bytes));
}

}  // namespace

std::string_view name(Answer answer) {
  switch (answer) {
    case Answer::Unsat: return "unsat";
    case Answer::Sat: return "sat";
    case Answer::Unknown: return "unknown";
    case Answer::Timeout: return "timeout";
    case Answer::OutOfMemory: return "out of memory";
    case Answer::Failed: return "failed";
  }
  return "failed";
}

Result<std::unique_ptr<Prover>> make_z3_prover(const std::string& program, std::uint64_t memory_bytes) {
  return make({program, "-smt2", "-in"}, memory_bytes, "install z3, or name it with --z3");
}

Result<std::unique_ptr<Prover>> make_cvc5_prover(const std::string& program, std::uint64_t memory_bytes) {
  return make({program, "--lang=smt2", "--quiet", "-"}, memory_bytes, "install cvc5, or name it with --cvc5");
}

}  // namespace assay::trigger
