#include "trigger/check/first_answers.hpp"

#include <string_view>

#include "base/text.hpp"
#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"
#include "trigger/problem/problem.hpp"
#include "trigger/prover/reply.hpp"
#include "trigger/prover/work.hpp"

namespace assay::trigger {
namespace {

using smt::CommandKind;

constexpr double kSecondsPerCheck = 1;
constexpr std::string_view kEndOfCheck = "assay!check";

/// True for commands that change the assertions of a check, or their meaning.
bool is_kept(const smt::Command& command) {
  switch (command.kind) {
    case CommandKind::SetLogic:
    case CommandKind::DeclareSort:
    case CommandKind::DefineSort:
    case CommandKind::DeclareFunction:
    case CommandKind::DefineFunction:
    case CommandKind::DefineRecursive:
    case CommandKind::DeclareDatatypes:
    case CommandKind::Assert:
    case CommandKind::CheckSatAssuming:
    case CommandKind::Push:
    case CommandKind::Pop:
    case CommandKind::Reset:
    case CommandKind::ResetAssertions: return true;
    case CommandKind::SetOption: return command.keyword == ":global-decls" || command.keyword == ":global-declarations";
    default: return false;
  }
}

std::string incremental_script(const smt::TermStore& store, const smt::Script& script, const std::vector<Check>& checks,
                               const std::string& own_options) {
  const std::string options = own_options + std::string(kMatchingOnly) + "(set-option :rlimit " +
                              std::to_string(work_of(kSecondsPerCheck)) + ")\n";
  std::string text = options;
  const std::size_t end = checks.empty() ? 0 : checks.back().command + 1;
  for (std::size_t i = 0; i < end; ++i) {
    const smt::Command& command = script.commands[i];
    if (is_kept(command)) text += command_text(store, command);
    if (command.kind == CommandKind::CheckSat || command.kind == CommandKind::CheckSatUsing) text += "(check-sat)\n";
    if (smt::is_check(command.kind)) text += "(echo \"" + std::string(kEndOfCheck) + "\")\n";
    if (command.kind == CommandKind::Reset) text += options;
  }
  return text;
}

/// Reads the answers in z3's output, line by line.
class AnswerReader {
 public:
  explicit AnswerReader(std::size_t count) : answers_(count) {}

  /// False if no more answers are expected.
  bool add(std::string_view data) {
    for (const char character : data) {
      if (character != '\n') {
        line_ += character;
        continue;
      }
      if (!take(trim(line_))) return false;
      line_.clear();
    }
    return true;
  }
  [[nodiscard]] std::vector<std::optional<Answer>> take_answers() { return std::move(answers_); }

 private:
  bool take(std::string_view line) {
    if (line.starts_with("(error")) return false;
    if (line == kEndOfCheck) return ++next_ < answers_.size();
    if (line == "unsat") answers_[next_] = Answer::Unsat;
    if (line == "sat") answers_[next_] = Answer::Sat;
    if (line == "unknown" || line == "timeout") answers_[next_] = Answer::Unknown;
    return true;
  }

  std::vector<std::optional<Answer>> answers_;
  std::size_t next_ = 0;
  std::string line_;
};

}  // namespace

std::vector<std::optional<Answer>> first_answers(const smt::TermStore& store, const smt::Script& script,
                                                 const std::vector<Check>& checks, const std::string& options,
                                                 const std::string& program, double seconds, std::uint64_t memory_bytes,
                                                 const std::stop_token& stop) {
  AnswerReader reader(checks.size());
  core::ScratchFolder scratch;
  (void)core::run_in(
      scratch, {{program, "-smt2", "-in"}, {}, {}}, incremental_script(store, script, checks, options),
      limits_for(seconds, memory_bytes), [&](std::string_view data) { return reader.add(data); }, stop);
  return reader.take_answers();
}

}  // namespace assay::trigger
