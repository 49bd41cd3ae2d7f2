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
  InvalidCertificate,
  InvalidProof,
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
  Lost,
  Slow,
  Unstable,
};
/// The name in the store, the reports and on the command line: "refutation-unsound".
[[nodiscard]] std::string_view name(BugKind kind);
[[nodiscard]] std::string_view description(BugKind kind);
[[nodiscard]] std::optional<BugKind> bug_kind(std::string_view name);
[[nodiscard]] const std::vector<BugKind>& all_bug_kinds();

struct File {
  std::string name;  ///< a plain file name, unique in the case
  std::string content;
};

/// Everything that a replay needs: the files and a small JSON object of metadata. The target reads the first file.
struct Case {
  std::uint64_t index = 0;  ///< in its campaign; identifies the case together with seed and configuration
  std::string strategy;     ///< a name from the module's registry
  std::string group;        ///< what tables group by: an SMT logic, a Datalog dialect, a domain
  std::vector<File> files;
  /// Properties of the case, for grouping failures by their likely cause: operations, classes of constants. Not part of
  /// a replay.
  std::vector<std::string> labels;
  std::string metadata = "{}";  ///< JSON: the truth, the place of the witness, the origin of the parts

  [[nodiscard]] const File* file(std::string_view name) const;
};

/// The case could not be judged. `reason` is counted, so it is a short phrase from a small fixed set, without data of
/// the case.
struct Skip {
  std::string reason;
};

/// A condition under which a run passes, and the value of that pass. `assay verdicts` prints the rows of all areas.
struct PassRow {
  std::string_view when;      ///< "the last answer is sat, and a model was asked for"
  std::string_view checked;   ///< the comparison that was made
  std::string_view left_out;  ///< the parts of the answer that were not checked; empty: all were
};

/// The judgement of one run of one target on one case.
struct Verdict {
  enum class Outcome : std::uint8_t { Pass, Skip, Bug };

  Outcome outcome = Outcome::Pass;
  BugKind kind = BugKind::Crash;  ///< of a Bug
  /// For a Skip, its reason. For a Bug, a text that distinguishes its cause from other causes of the same kind. For a
  /// Pass, a reservation, counted like a Skip's reason ("model not judged: quantifiers", or a result worse than
  /// necessary); empty: none.
  std::string reason;
  std::string detail;            ///< of a Bug: expected and actual result, for people
  const PassRow* row = nullptr;  ///< of a Pass; null: not known
  bool is_refusal = false;       ///< of a Skip: the target cannot take the case (it lacks an operator, say)

  [[nodiscard]] bool is_bug() const { return outcome == Outcome::Bug; }
  static Verdict pass(const PassRow& row, std::string reservation = {}) {
    return {Outcome::Pass, BugKind::Crash, std::move(reservation), {}, &row};
  }
  static Verdict skip(std::string reason) { return {Outcome::Skip, BugKind::Crash, std::move(reason), {}, nullptr}; }
  /// A Skip because the target cannot take the case.
  static Verdict refusal(std::string reason) {
    return {Outcome::Skip, BugKind::Crash, std::move(reason), {}, nullptr, true};
  }
  static Verdict bug(BugKind kind, std::string reason, std::string detail) {
    return {Outcome::Bug, kind, std::move(reason), std::move(detail), nullptr};
  }
};

/// The runs of a target on variants of an input that mean the same.
struct Sampling {
  std::uint64_t runs = 0;         ///< runs that count
  std::uint64_t answered = 0;     ///< with the expected answer
  std::uint64_t left_out = 0;     ///< runs that do not count, because the machine or a limit of Assay ended them
  double median_seconds = 0;      ///< CPU time of the runs with the expected answer
  std::uint64_t median_work = 0;  ///< the target's count of its work in these runs; 0: not known
};

/// The resources of a run, and how it differs from the first target's run on the case, for tables and charts of
/// campaigns that compare targets.
struct Measurement {
  std::string name;    ///< of the case: the user's file
  std::string change;  ///< name of a Change (target/change.hpp); of sampled inputs, of a Stability
  std::string note;    ///< further words on the change ("also unstable before"); may be empty
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t work = 0;  ///< the target's own count of its work, a unit only within one version; 0: not known
  std::optional<Sampling> sampling =
      {};  ///< of inputs whose variants are run; the resources are then sums over all runs
};

/// A failure as a case of its own: running the case shows this failure, even if the program fails in other ways, too.
struct Failure {
  Case subject;
  Verdict verdict;
};

/// One run of one target and its verdict.
struct Trial {
  Verdict verdict;
  std::string answer;                ///< the target's answer in a word or a line ("sat", "unsat", "crash"), for tables
  std::string output;                ///< the printed text, shortened but otherwise unchanged
  std::vector<std::string> command;  ///< the argument vector; "{input}" stands for `input`
  std::string input;                 ///< name of the case's file that the run read; empty: the first file
  double cpu_seconds = 0;            ///< of the target
  double wall_seconds = 0;
  /// Number of checks by label "question = answer", as in Case::labels. If all answers to a question have the count 0,
  /// the campaign never checked the question.
  std::vector<std::pair<std::string, std::uint64_t>> measures;
  std::optional<Measurement> measurement = {};
  /// Further failures in the same run, in an order that depends on the case alone; `verdict` is the first.
  std::vector<Failure> also = {};
};

}  // namespace assay::core
