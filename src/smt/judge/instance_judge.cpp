#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "core/target/ending.hpp"
#include "smt/judge/judges.hpp"

namespace assay::smt {
namespace {

/// Terms of at most this number of nodes are printed without `let`.
constexpr std::uint64_t kMaxNodes = 500;

/// The named assertions of the case's kInstancesFile, as commands.
std::vector<std::string> instances_of(const core::Case& subject) {
  std::vector<std::string> commands;
  const core::File* file = subject.file(kInstancesFile);
  TermStore store;
  const auto script = parse_script(store, file == nullptr ? "" : file->content, std::string(kInstancesFile));
  if (!script) return commands;
  for (const Command& command : script->commands) {
    if (command.kind != CommandKind::Assert || store.node(command.terms[0]).kind != TermKind::Annotated) continue;
    Dialect dialect;
    dialect.unshared_nodes = kMaxNodes;
    commands.emplace_back();
    print_command(store, command, dialect, commands.back());
  }
  return commands;
}

/// Finds the instance that a target misses, by running it with instances as ground assertions.
class MissedInstance {
 public:
  explicit MissedInstance(const SolverRun& run) : run_(run), instances_(instances_of(run.subject)) {}

  /// The first instance with which, and with the instances before it, the target answers `unsat`.
  std::string find() {
    const core::File* script = run_.subject.file(kScriptFile);
    const std::size_t check = script == nullptr ? std::string::npos : script->content.rfind("(check-sat)");
    if (check == std::string::npos || instances_.empty() || !run_.ask) return "";
    text_ = script->content;
    check_ = check;
    if (!is_refuted_with(instances_.size()))
      return "it does not refute the script with all needed instances in it, either";
    std::size_t low = 0;  // number of instances with which the target does not refute the script
    std::size_t high = instances_.size();
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (is_refuted_with(middle) ? high : low) = middle;
    }
    return "it misses the instance " + std::string(trim(instances_[high - 1]));
  }

 private:
  bool is_refuted_with(std::size_t count) {
    std::string text = text_.substr(0, check_);
    for (std::size_t i = 0; i < count; ++i) text += instances_[i];
    const SolverAnswer answer = run_.ask(text + text_.substr(check_), run_.asked);
    return answer.replies == std::vector{Reply::Unsat};
  }

  const SolverRun& run_;
  std::vector<std::string> instances_;
  std::string text_;
  std::size_t check_ = 0;
};

}  // namespace

MaybeJudgement judge_known_instances(const SolverRun& run, const core::Verdict* so_far) {
  const bool is_claimed = run.asked.matching && !run.target.prelude_matching.empty();
  if (so_far->reason != core::kUnknownAnswer || !run.facts.by_matching || !is_claimed) return std::nullopt;
  const std::string missed = MissedInstance(run).find();
  return Judgement{core::Verdict::bug(
      core::BugKind::Incomplete, "unknown where E-matching suffices",
      "expected unsat, the answer was unknown; the patterns allow every instance that a refutation needs" +
          (missed.empty() ? "" : "; " + missed))};
}

}  // namespace assay::smt
