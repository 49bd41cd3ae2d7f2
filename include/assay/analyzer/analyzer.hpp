#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "assay/analyzer/definition.hpp"
#include "assay/analyzer/fact.hpp"
#include "assay/analyzer/program.hpp"
#include "assay/base/result.hpp"
#include "assay/core/case.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/reproduction.hpp"
#include "assay/core/target/scratch.hpp"

namespace assay::analyzer {

/// A problem that makes an answer impossible to judge, or that is itself a bug: a verdict, never Pass.
using Trouble = std::optional<core::Verdict>;

/// What an analyzer said about a program.
struct Claims {
  std::vector<Fact> facts;                                    ///< in an order that depends on the program alone
  std::vector<std::pair<std::string, std::uint64_t>> unread;  ///< facts that no check is made for, by reason; sorted
  Trouble trouble;                   ///< it crashed, timed out, refused the program, printed half of its answer
  std::vector<std::string> command;  ///< how it was asked; "{input}" for the first file
  std::string output;                ///< what it said, shortened
  core::Usage usage;                 ///< its own
  /// CPU seconds of the analysis without any of Assay's work: "slow" is judged by them. Negative: not known.
  double analysis_seconds = -1;
};

/// What the runs said about one fact.
struct Checked {
  std::uint64_t runs = 0;     ///< times that the place was reached, and the fact could be judged
  std::uint64_t broken = 0;   ///< of these
  std::string witness;        ///< of the first that broke it: "value 256", and the inputs where they are known
  std::string skip;           ///< why no check could be made: a short phrase from a fixed set; empty: one was made
  bool given_poison = false;  ///< LLVM IR: every run that broke it had poison in its input
  std::vector<std::int64_t> marks;  ///< what a Traced program had noted when it first broke
};
struct Checks {
  std::vector<Checked> facts;   ///< one for each of the claims
  Trouble trouble;              ///< it does not build, does not end, ...
  bool undefined = false;       ///< undefined behaviour (C) or poison (LLVM IR) was met: facts after it are unjudged
  std::string undefined_at;     ///< which, and where, for people
  bool builds_agree = false;    ///< of a compiler: builds were compared, and do the same
  bool output_differs = false;  ///< from run to run, in lines that were not compared
  std::optional<std::string> miscompiled;  ///< two builds of a program without undefined behaviour differ: "BUILD: how"
  std::vector<std::vector<std::string>> commands;  ///< what built and ran it, for the reproducer
  core::Usage usage;                               ///< of compilers and runs
  double run_cpu_seconds = 0;                      ///< of the checked program's runs alone, without those that confirm
  std::uint64_t checked_runs = 0;                  ///< of these: one, or one for each level and point that was asked at
};

/// Limits and the scratch folder of one analysis of a program.
struct Session {
  core::ScratchFolder& scratch;  ///< where the program's files are written and everything runs
  core::Limits analyzer;         ///< of one run of the analyzer
  core::Limits program;          ///< of one run of the checked program, and of a compiler's
  std::stop_token stop;
  /// For a step of a reduction: one build is enough, and undefined behaviour of any kind ends its run. The reduction's
  /// last text is checked in full.
  bool quick = false;
  /// CPU seconds of one run of the program in a step of a reduction, where it is to end much earlier than `program`
  /// says; 0: as `program` says.
  double step_seconds = 0;
  /// The working directory of the program under analysis, where it may read files and write none. Empty: the scratch
  /// folder, where it may do both.
  std::string run_folder{};
};

/// An analyzer under test. Only one thread at a time may use it; it may keep a worker process between calls.
class Analyzer {
 public:
  virtual ~Analyzer() = default;
  Analyzer(const Analyzer&) = delete;
  Analyzer& operator=(const Analyzer&) = delete;

  /// All facts that the analyzer claims about a program. Does not run the program.
  [[nodiscard]] virtual Claims claims(const Program& program, const Session& session) = 0;
  /// Puts a check at the place of each fact, builds the program in a way that the analyzer under test cannot influence,
  /// and runs it. Checks do not stop at the first that fails.
  [[nodiscard]] virtual Checks check(const Program& program, const Claims& claims, const Session& session) = 0;
  /// Replacements of byte ranges of the first file that may give a smaller program with the same failure: removals
  /// before replacements, outer ones before inner ones, neighbours together. Empty: none are known.
  struct Edit {
    std::size_t begin = 0, end = 0;
    std::string text;
  };
  [[nodiscard]] virtual std::vector<Edit> edits(const Program& program, const Session& session) = 0;
  /// The first file with notes of the current iteration of its loops over inputs, and a function that turns the notes
  /// of the moment when a fact first broke (Checked::marks) into smaller versions of the original file, best first.
  /// Nothing: there are no such loops.
  struct Traced {
    std::string text;
    std::function<std::vector<std::string>(const std::vector<std::int64_t>&)> narrowed;
  };
  [[nodiscard]] virtual std::optional<Traced> traced(const Program& program, const Session& session) {
    (void)program, (void)session;
    return std::nullopt;
  }
  /// What broken facts of one cause share in reduced programs: the operation in which the analyzer went wrong. Findings
  /// with the same text become one. Empty: the fact's class (class_of) and the program's keywords are compared.
  [[nodiscard]] virtual std::string cause(const Program& program, const Fact& fact, const Session& session) {
    (void)program, (void)fact, (void)session;
    return {};
  }
  /// How a person who has the analyzer, but not Assay, sees that a claim is broken, or (without `fact`) that two builds
  /// of the program differ: the files and the commands (docs/dev/analyzer.md). The caller names the target in an empty
  /// `prints` or `expected`. An Error says why no commands show it.
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
