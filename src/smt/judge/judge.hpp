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

#include "assay/core/case.hpp"
#include "assay/core/tester.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/solver.hpp"
#include "assay/smt/truth.hpp"

namespace assay::smt {

/// The terms of a script: its owner's, or those of a text that is read when a judge first asks for them.
class ScriptTerms {
 public:
  ScriptTerms(TermStore& store, const Script& script) : store_(&store), script_(&script) {}
  explicit ScriptTerms(std::string_view text) : text_(text) {}

  /// False for a text that is no script.
  [[nodiscard]] bool readable();
  [[nodiscard]] TermStore& store();      ///< of a readable script
  [[nodiscard]] const Script& script();  ///< of a readable script

 private:
  std::string_view text_;
  std::unique_ptr<TermStore> own_store_;
  std::optional<Script> own_script_;
  TermStore* store_ = nullptr;
  const Script* script_ = nullptr;
  bool unreadable_ = false;
};

/// Asks the same target about another script, in a process of its own and in its default configuration.
using AskTarget = std::function<SolverAnswer(const std::string& script, const Query& query)>;

/// One run of one target on a case, as a judge sees it.
struct SolverRun {
  const core::Case& subject;
  ScriptTerms& terms;  ///< of the script by which models are judged
  const SmtFacts& facts;
  const SolverDefinition& target;
  const SolverAnswer& answer;
  Query asked = {};                       ///< what was asked for after the script
  bool in_campaign = false;               ///< a campaign's first run of the case
  std::vector<std::string> options = {};  ///< drawn options that the target was given
  AskTarget ask = {};                     ///< empty: judges that need further runs say nothing
  /// What the target says against those of the scripts that the case was made from which it rejects; empty: not asked.
  std::function<std::vector<std::string>()> rejected_sources = {};
};

/// A check whose formulas a model satisfies, by our evaluator.
struct SatisfiedCheck {
  std::size_t check = 0;
  std::string witness;
};

/// What a judge says: a pass with what was checked (and, as its reservation, what could not be), a skip, or a bug.
struct Judgement {
  core::Verdict verdict;
  std::optional<SatisfiedCheck> satisfied = {};  ///< of a bug: a truth that it shows beside
};

/// After what a judge is asked. The first that says something gives the verdict; later ones may replace it.
enum class JudgeAfter {
  Nothing,        ///< no judge has said anything
  Pass,           ///< the verdict is a pass
  PassOrUnknown,  ///< a pass, or the skip of an unknown answer
  Bug,            ///< a bug, which this judge may explain away
};

struct JudgeRow {
  std::string_view name;
  std::string_view help;  ///< what it compares with what
  JudgeAfter after = JudgeAfter::Pass;
  /// Nothing: it has nothing to say about this run. `so_far`: the verdict that it may replace; nullptr after Nothing.
  std::optional<Judgement> (*judge)(const SolverRun& run, const core::Verdict* so_far) = nullptr;
};

/// All judges, in the order in which they are asked.
[[nodiscard]] std::span<const JudgeRow> judge_rows();

/// The oracle: asks all judges (DESIGN sections 1, 4). A bug that a known_bug row of the target explains becomes a
/// counted skip.
[[nodiscard]] Judgement judge(const SolverRun& run);
/// The same for a case of which only the text is at hand. If it has a file kJudgedFile, models are judged on that
/// script instead of its own.
[[nodiscard]] core::Verdict judge(const SolverDefinition& definition, const core::Case& subject, const SmtFacts& facts,
                                  const SolverAnswer& answer);

/// Whether references of two families say that the script is contradictory, and nobody has proved it.
[[nodiscard]] bool is_refuted_by_solvers(const SmtFacts& facts);
/// Whether nobody knows the truth of the last check.
[[nodiscard]] bool is_open(const SmtFacts& facts);

/// What a solver says about a script whose truth is not known.
struct Vote {
  std::string name;
  std::string family;  ///< of solvers that share no code with those of another
  Reply reply = Reply::Unknown;
  std::optional<std::string> witness;  ///< its model, where our evaluator confirms it
};
[[nodiscard]] std::string family_of(const SolverDefinition& definition);
/// What the answer says, if it is one: sat or unsat of one check.
[[nodiscard]] std::optional<Vote> vote_of(const SolverDefinition& voter, TermStore& store, const Script& script,
                                          const SolverAnswer& answer);

/// The runs of all targets on one case, as judges see them that compare targets.
struct PeerRuns {
  struct Run {
    const SolverDefinition* target = nullptr;
    const core::Trial* trial = nullptr;
    std::optional<Vote> vote = {};  ///< of a script whose truth is not known
  };
  std::vector<Run> runs;
  bool by_default = true;  ///< no target was given options
  double slow_factor = 0;  ///< see core::SlowRule
  double slow_seconds = 0;
  Truth own_status = Truth::Open;              ///< what a seed says of itself, where the case is that seed
  std::function<std::vector<Vote>()> peers{};  ///< asks solvers beside the targets; empty: there are none
};
struct PeerJudgeRow {
  std::string_view name;
  std::string_view help;
  /// Bugs, each with the position of its target.
  std::vector<std::pair<std::size_t, core::Verdict>> (*judge)(const PeerRuns& runs) = nullptr;
};
[[nodiscard]] std::span<const PeerJudgeRow> peer_judge_rows();
/// Asks all of them.
[[nodiscard]] std::vector<std::pair<std::size_t, core::Verdict>> compare(const PeerRuns& runs);
/// Whether a disagreement rests on what the seed says of itself: no smaller script has that.
[[nodiscard]] bool rests_on_own_status(const core::Verdict& verdict);

/// All ways in which a run can pass.
[[nodiscard]] std::span<const core::PassRow* const> pass_rows();

/// The verdict, or a counted skip when a `known_bug` row of the target explains it.
[[nodiscard]] core::Verdict without_known_bugs(const SolverDefinition& definition, const core::Case& subject,
                                               const SolverAnswer& answer, core::Verdict verdict);
/// The known bugs of a target that do not explain a case: a reduction of the case must not turn into one of them.
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
  std::string reason;  ///< NotJudged: why, from a small set; Refuted: "falsifies an assertion", "lacks a symbol"
  std::string detail;  ///< Refuted: the assertion
};
/// Evaluates the assertions that are active at the last check of the script under the model. A model that depends on
/// unspecified results, or that we cannot read, is not judged: it is never a bug.
[[nodiscard]] ModelVerdict judge_printed_model(TermStore& store, const Script& script, std::string_view text);

/// The solver's model, completed where it leaves symbols out, as the witness of a case: nothing unless it satisfies
/// every active assertion of the script by our evaluator, with a fixed interpretation of what the standard leaves open.
[[nodiscard]] std::optional<std::string> witness_from(TermStore& store, const Script& script, std::string_view text);

}  // namespace assay::smt
