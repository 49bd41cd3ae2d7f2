#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/fact/fact.hpp"
#include "analyzer/program/program.hpp"
#include "analyzer/target/definition.hpp"
#include "assay/base/result.hpp"
#include "core/case/case.hpp"
#include "core/case/reproduction.hpp"
#include "core/proc/proc.hpp"
#include "core/reduce/text_edits.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer {

/// A problem that makes an answer impossible to judge, or that is a bug itself: a verdict other than Pass. Nullopt: no
/// problem.
using Trouble = std::optional<core::Verdict>;

/// An analyzer's answer about a program.
struct Claims {
  std::vector<Fact> facts;  ///< in an order that depends on the program alone
  /// Facts that Assay cannot check: reason and number, sorted by reason.
  std::vector<std::pair<std::string, std::uint64_t>> unread;
  Trouble trouble;  ///< the analyzer crashed, timed out, refused the program, or printed half of its answer
  /// Bugs of parts of the analyzer (an internal error in a single domain). The facts of the other parts are judged.
  std::vector<core::Verdict> beside;
  std::vector<std::string> command;  ///< the analyzer's command line; "{input}" stands for the first file
  std::string output;                ///< the analyzer's output, shortened
  core::Usage usage;                 ///< time and memory of the analyzer
  /// CPU seconds of the analysis alone, without Assay's own work. The kind "slow" is judged by them. Negative: not
  /// known.
  double analysis_seconds = -1;
};

/// The result of the check of one fact.
struct CheckedFact {
  std::uint64_t runs = 0;     ///< how often a run reached the place and judged the fact
  std::uint64_t broken = 0;   ///< how often the fact did not hold, at most `runs`
  std::string witness;        ///< the first broken value: "value 256", with the inputs where they are known
  std::string skip;           ///< why the fact was not checked: a short phrase from a fixed set; empty: it was checked
  bool given_poison = false;  ///< LLVM IR: every run that broke the fact had poison in its input
  std::vector<std::int64_t> marks;  ///< the notes of a Traced program when the fact first broke
};
struct Checks {
  std::vector<CheckedFact> facts;  ///< one for each fact of the Claims, in their order
  Trouble trouble;                 ///< the checked program does not build, does not end, ...
  bool undefined = false;     ///< a run had undefined behaviour (C) or poison (LLVM IR): facts after it are not judged
  std::string undefined_at;   ///< which undefined behaviour, and where, for people
  bool builds_agree = false;  ///< compilers only: several builds were compared, and all behave the same
  bool output_differs = false;             ///< two runs differed in output lines that Assay does not compare
  std::optional<std::string> miscompiled;  ///< two builds of a program without undefined behaviour differ: "BUILD: how"
  std::vector<std::vector<std::string>> commands;  ///< the commands that built and ran the program, for the reproducer
  core::Usage usage;                               ///< time and memory of compilers and runs
  double run_cpu_seconds = 0;                      ///< CPU time of the checked program's runs, without confirming runs
  /// The number of runs in `run_cpu_seconds`: one, or one for each level and point under test.
  std::uint64_t checked_runs = 0;
};

/// Limits and the scratch folder of one analysis of a program.
struct Session {
  core::ScratchFolder& scratch;  ///< where the program's files are written and everything runs
  core::Limits analyzer;         ///< limits of one run of the analyzer
  core::Limits program;          ///< limits of one run of the checked program, and of one compilation
  std::stop_token stop;
  /// True in a step of a reduction: Assay makes one build, and undefined behaviour of any kind ends its run. The
  /// reduction checks its last text in full.
  bool quick = false;
  /// CPU seconds of one run of the program in a step of a reduction, to end it earlier than `program` says. 0: the
  /// limit of `program` holds.
  double step_seconds = 0;
  /// The working directory of the program under analysis, which may read files there and write none. Empty: the scratch
  /// folder, where the program may do both.
  std::string run_folder{};
  /// The number of a batch of small programs that are tested as one (JoinedProgram). Then Assay makes fewer
  /// builds, and asks an analyzer at a single point or level, at each in turn: what breaks is confirmed for its own
  /// program with all of them. Nullopt: this is no batch.
  std::optional<std::uint64_t> batch{};
};

/// An analyzer under test. Only one thread at a time may use it. It may keep a worker process between calls.
class Analyzer {
 public:
  virtual ~Analyzer() = default;
  Analyzer(const Analyzer&) = delete;
  Analyzer& operator=(const Analyzer&) = delete;

  /// All facts that the analyzer claims about a program. `claims` does not run the program.
  [[nodiscard]] virtual Claims claims(const Program& program, const Session& session) = 0;
  /// Puts a check at the place of each fact, builds the program in a way that the analyzer under test cannot influence,
  /// and runs it. A failing check does not end the run.
  [[nodiscard]] virtual Checks check(const Program& program, const Claims& claims, const Session& session) = 0;
  /// Replacements of byte ranges of the first file that may give a smaller program with the same failure. Removals come
  /// before replacements, outer ranges before inner ranges, and neighbours together. Empty: no edit is known.
  using Edit = core::TextEdit;
  [[nodiscard]] virtual std::vector<Edit> edits(const Program& program, const Session& session) = 0;
  /// The first file with notes of the current iteration of its loops over inputs. `narrowed` turns the notes of the
  /// moment when a fact first broke (CheckedFact::marks) into smaller versions of the original file, best first.
  /// Nullopt: the file has no such loops.
  struct Traced {
    std::string text;
    std::function<std::vector<std::string>(const std::vector<std::int64_t>&)> narrowed;
  };
  [[nodiscard]] virtual std::optional<Traced> traced(const Program& program, const Session& session) {
    (void)program, (void)session;
    return std::nullopt;
  }
  /// The operation in which the analyzer went wrong. Broken facts of one cause have the same text in reduced programs,
  /// and become one finding. Empty: Assay compares the fact's class (class_of) and the program's keywords.
  [[nodiscard]] virtual std::string cause(const Program& program, const Fact& fact, const Session& session) {
    (void)program, (void)fact, (void)session;
    return {};
  }
  /// The files and commands that show a broken claim to a person who has the analyzer but not Assay
  /// (docs/dev/analyzer.md). Without `fact`: that two builds of the program differ. The caller fills in the target's
  /// name where `prints` or `expected` is empty. An Error says why no commands show it.
  [[nodiscard]] virtual Result<core::Reproduction> reproduction(const Program& program, const Claims& claims,
                                                                std::optional<std::size_t> fact,
                                                                const Session& session) {
    (void)program, (void)claims, (void)fact, (void)session;
    return Error{"no command of this analyzer prints its claims", {}};
  }

 protected:
  Analyzer() = default;
};

}  // namespace assay::analyzer
