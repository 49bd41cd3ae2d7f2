#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/smt/script.hpp"
#include "core/case/case.hpp"
#include "core/case/tester.hpp"
#include "smt/solver/solver.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// The terms of a script: existing terms, or the terms of a text that is parsed on the first access.
class ScriptTerms {
 public:
  ScriptTerms(TermStore& store, const Script& script) : store_(&store), script_(&script) {}
  explicit ScriptTerms(std::string_view text) : text_(text) {}

  /// False if the text cannot be parsed.
  [[nodiscard]] bool is_readable();
  [[nodiscard]] TermStore& store();      ///< requires is_readable()
  [[nodiscard]] const Script& script();  ///< requires is_readable()

 private:
  std::string_view text_;
  std::unique_ptr<TermStore> own_store_;
  std::optional<Script> own_script_;
  TermStore* store_ = nullptr;
  const Script* script_ = nullptr;
  bool unreadable_ = false;
};

/// Runs the same target on another script, in a fresh process and in its default configuration.
using AskTarget = std::function<SolverAnswer(const std::string& script, const Query& query)>;

/// One run of one target on a case: the input of a judge.
struct SolverRun {
  const core::Case& subject;
  ScriptTerms& terms;  ///< the script with which models are judged
  const SmtFacts& facts;
  const SolverDefinition& target;
  const SolverAnswer& answer;
  Query asked = {};                       ///< the queries after the script
  bool in_campaign = false;               ///< true for a campaign's first run of the case
  std::vector<std::string> options = {};  ///< the target's drawn options
  AskTarget ask = {};                     ///< empty: judges that need further runs return nullopt
  /// Runs the target on the seeds of the case and returns its error messages. Empty: judge_rejected_source is not used.
  std::function<std::vector<std::string>()> rejected_sources = {};
  /// The verdict on the proof that the target gave: a pass or a bug. Empty: proofs are not judged.
  std::function<core::Verdict(const std::string& proof)> check_proof = {};
};

/// A check whose assertions a model satisfies according to the evaluator.
struct SatisfiedCheck {
  std::size_t check = 0;  ///< index of the check in the script
  std::string witness;    ///< the model
};

/// The result of a judge: a pass (which names the checked and the unchecked properties), a skip or a bug.
struct Judgement {
  core::Verdict verdict;
  std::optional<SatisfiedCheck> satisfied = {};  ///< for a bug: the check that is proved satisfiable
};

/// The verdict on a run that ended without a full answer to its script: a crash, a refusal, a limit.
[[nodiscard]] core::Verdict no_full_answer(const core::Case& subject, const SolverAnswer& answer);

/// The verdict so far after which a judge is called. The first judgement is the verdict; later ones replace it.
enum class JudgeAfter {
  Nothing,        ///< no judge has returned a judgement
  Pass,           ///< a pass
  PassOrUnknown,  ///< a pass, or the skip for the answer `unknown`
  Bug,            ///< a bug, which this judge may turn into a skip
};

/// A judge and its place in the order of judges.
struct JudgeRow {
  std::string_view name;
  std::string_view help;  ///< the two things that it compares
  JudgeAfter after = JudgeAfter::Pass;
  /// Nullopt if the judge does not apply to the run. `so_far`: the verdict to replace; nullptr for JudgeAfter::Nothing.
  std::optional<Judgement> (*judge)(const SolverRun& run, const core::Verdict* so_far) = nullptr;
};

/// All judges, in the order of their calls.
[[nodiscard]] std::span<const JudgeRow> judge_rows();

/// The oracle: calls all judges (DESIGN sections 1, 4). A bug that a known_bug row of the target explains becomes a
/// counted skip.
[[nodiscard]] Judgement judge(const SolverRun& run);
/// Judges a case from its text. If the case has a file kJudgedFile, models are judged with that script.
[[nodiscard]] core::Verdict judge(const SolverDefinition& definition, const core::Case& subject, const SmtFacts& facts,
                                  const SolverAnswer& answer);

/// True if the script is unsatisfiable only according to references of two families, without a proof.
[[nodiscard]] bool is_refuted_by_solvers(const SmtFacts& facts);
/// True if the truth of the last check is open.
[[nodiscard]] bool is_open(const SmtFacts& facts);

/// A solver's answer to a script of open truth.
struct Vote {
  std::string name;
  std::string family;  ///< solvers of different families share no code
  Reply reply = Reply::Unknown;
  std::optional<std::string> witness;  ///< the solver's model, if the evaluator confirms it
};
[[nodiscard]] std::string family_of(const SolverDefinition& definition);
/// The vote, if the answer is `sat` or `unsat` for exactly one check; else nullopt.
[[nodiscard]] std::optional<Vote> vote_of(const SolverDefinition& voter, TermStore& store, const Script& script,
                                          const SolverAnswer& answer);

/// The runs of all targets on one case: the input of judges that compare targets.
struct PeerRuns {
  struct Run {
    const SolverDefinition* target = nullptr;
    const core::Trial* trial = nullptr;
    std::optional<Vote> vote = {};  ///< set only for a script of open truth
  };
  std::vector<Run> runs;
  bool by_default = true;  ///< no target has drawn options
  double slow_factor = 0;  ///< see core::SlowRule
  double slow_seconds = 0;
  bool versions_of_one = false;    ///< the targets are versions of one solver: an answer against the first one's counts
  Truth own_status = Truth::Open;  ///< the seed's `:status`, if the case is an unchanged seed
  std::function<std::vector<Vote>()> peers{};  ///< asks further solvers; empty: there are none
};
/// The bugs that a comparison of the runs shows, each with the index of its target in `runs`.
[[nodiscard]] std::vector<std::pair<std::size_t, core::Verdict>> compare(const PeerRuns& runs);
/// True for a disagreement with a seed's `:status`. Such a case cannot be reduced: a smaller script has no status.
[[nodiscard]] bool rests_on_own_status(const core::Verdict& verdict);

/// The kinds of passes, with their checked and unchecked properties.
[[nodiscard]] std::span<const core::PassRow* const> pass_rows();

/// The verdict, or a counted skip if a `known_bug` row of the target explains the bug.
[[nodiscard]] core::Verdict without_known_bugs(const SolverDefinition& definition, const core::Case& subject,
                                               const SolverAnswer& answer, core::Verdict verdict);
/// The known bugs of a target that do not match a case. Its reductions must not match them either.
class OtherBugs {
 public:
  OtherBugs(const SolverDefinition& definition, const core::Case& failing);
  [[nodiscard]] bool touches(const core::Case& subject) const;

 private:
  std::vector<std::string> patterns_;
};

/// The result of checking a solver's model.
struct ModelVerdict {
  enum class Kind : std::uint8_t { Holds, Refuted, NotJudged };
  Kind kind = Kind::NotJudged;
  std::string reason;  ///< NotJudged: a fixed text; Refuted: "falsifies an assertion", "lacks a symbol", ...
  std::string detail;  ///< Refuted: the assertion
};
/// Evaluates the assertions that are active at the script's last check under the model. NotJudged if the result depends
/// on unspecified results or the model cannot be parsed.
[[nodiscard]] ModelVerdict judge_printed_model(TermStore& store, const Script& script, std::string_view text);

/// The solver's model as the witness of a case, with default values for missing symbols. Nullopt unless the evaluator,
/// with a fixed interpretation of unspecified results, confirms every assertion that is active at the last check.
[[nodiscard]] std::optional<std::string> witness_from(TermStore& store, const Script& script, std::string_view text);

}  // namespace assay::smt
