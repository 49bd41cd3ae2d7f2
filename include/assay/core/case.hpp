#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::core {

/// The kinds of bugs, one list for all modules (DESIGN section 1).
enum class BugKind : std::uint8_t {
  RefutationUnsound,  ///< "unsatisfiable" for something satisfiable
  SolutionUnsound,    ///< "satisfiable" for something unsatisfiable
  InvalidModel,
  InvalidCore,
  WrongResult,
  Unsound,
  Miscompiled,
  Imprecise,
  Diverges,
  Incomplete,
  Inconsistent,
  Disagreement,
  Crash,
  RejectsValid,
  Nondeterministic,
  Slow,
};
/// As in the store, the reports and the command line: "refutation-unsound".
[[nodiscard]] std::string_view name(BugKind kind);
[[nodiscard]] std::string_view description(BugKind kind);
[[nodiscard]] std::optional<BugKind> bug_kind(std::string_view name);
[[nodiscard]] const std::vector<BugKind>& all_bug_kinds();

struct File {
  std::string name;  ///< a plain file name, unique in the case
  std::string content;
};

/// Everything that a replay needs: the files and a small JSON object of metadata. The first file is what the target
/// reads.
struct Case {
  std::uint64_t index = 0;  ///< in its campaign; together with the seed and the configuration it names the case
  std::string strategy;     ///< a name from the module's registry
  std::string group;        ///< what tables group by: an SMT logic, a Datalog dialect, a domain
  std::vector<File> files;
  /// What the case is about, for grouping failures by their likely cause: operations, classes of constants. No part of
  /// a replay.
  std::vector<std::string> labels;
  std::string metadata = "{}";  ///< JSON: the truth, where the witness is, where the parts came from

  [[nodiscard]] const File* file(std::string_view name) const;
};

/// "Cannot judge", with a reason that is counted: a short phrase from a small fixed set, never a message with data in
/// it.
struct Skip {
  std::string reason;
};

/// A way in which a run can pass, and what its pass is worth. `assay verdicts` prints the rows of all areas.
struct PassRow {
  std::string_view when;      ///< "the last answer is sat, and a model was asked for"
  std::string_view checked;   ///< what was compared with what
  std::string_view left_out;  ///< what nobody checked; empty: nothing
};

/// The judgement of one run of one target on one case.
struct Verdict {
  enum class Outcome : std::uint8_t { Pass, Skip, Bug };

  Outcome outcome = Outcome::Pass;
  BugKind kind = BugKind::Crash;  ///< of a Bug
  /// Of a Skip: its reason. Of a Bug: what tells its cause from others of the same kind. Of a Pass: a
  /// reservation, counted like a Skip's reason: what was asked for and could not be judged ("model not judged:
  /// quantifiers"), or is worse than it could be; empty: none.
  std::string reason;
  std::string detail;            ///< of a Bug: what was expected and what came, for people
  const PassRow* row = nullptr;  ///< of a Pass, where one is known

  [[nodiscard]] bool is_bug() const { return outcome == Outcome::Bug; }
  static Verdict pass(const PassRow& row, std::string reservation = {}) {
    return {Outcome::Pass, BugKind::Crash, std::move(reservation), {}, &row};
  }
  static Verdict skip(std::string reason) { return {Outcome::Skip, BugKind::Crash, std::move(reason), {}, nullptr}; }
  static Verdict bug(BugKind kind, std::string reason, std::string detail) {
    return {Outcome::Bug, kind, std::move(reason), std::move(detail), nullptr};
  }
};

/// One run, judged.
struct Trial {
  Verdict verdict;
  std::string answer;                ///< the target's answer in a word or a line ("sat", "unsat", "crash"), for tables
  std::string output;                ///< what it printed, as it was printed, shortened
  std::vector<std::string> command;  ///< the argument vector; "{input}" stands for `input`
  std::string input;                 ///< the case's file that the run read; empty: the first
  double cpu_seconds = 0;            ///< of the target
  double wall_seconds = 0;
  /// What this run checked, and how often: labels "question = answer", as those of cases. If all answers to a question
  /// have the count 0, the campaign never checked it.
  std::vector<std::pair<std::string, std::uint64_t>> measures;
};

}  // namespace assay::core
