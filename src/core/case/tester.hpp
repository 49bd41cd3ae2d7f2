#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "assay/base/result.hpp"
#include "core/case/budget.hpp"
#include "core/case/case.hpp"
#include "core/case/reproduction.hpp"
#include "core/case/slow_rule.hpp"

namespace assay::core {

/// How a case is run. Campaign: in the way that the campaign is configured for (perhaps a persistent process). Fresh:
/// in a new process, as findings are confirmed and replayed.
enum class RunMode : std::uint8_t { Campaign, Fresh };

struct Finding;

/// A run of a target that may still need its verdict.
struct PendingTrial {
  Trial trial;  ///< without its verdict while `judge` is set
  std::string
      outcome;  ///< what the verdict depends on beside the case: equal texts give equal verdicts; empty: unknown
  /// Sets the verdict. Valid as long as the case and the tester are, and until the tester gets another case. Null: the
  /// trial has its verdict.
  std::function<void(Trial& trial)> judge{};
};

/// A module's worker: makes cases, runs and judges them, reduces them. Each thread has its own instance, which shares
/// nothing with other instances, so no method needs a lock.
class Tester {
 public:
  virtual ~Tester() = default;

  /// The case with this index: a pure function of the campaign's seed, configuration and corpus. Once `stop` is
  /// requested, the result is discarded, and the tester must not keep anything that depends on it.
  [[nodiscard]] virtual std::variant<Case, Skip> generate(std::uint64_t index, const std::stop_token& stop = {}) = 0;

  /// True if the target takes this case. Otherwise the case is neither run on it nor counted for it.
  [[nodiscard]] virtual bool belongs_to(const Case&, std::size_t) const { return true; }

  /// Runs one target and judges the run. Gives a Skip if the target cannot take the case, and a verdict for every way
  /// in which the target may end.
  [[nodiscard]] virtual Trial run(const Case& subject, std::size_t target, RunMode mode,
                                  const std::stop_token& stop) = 0;

  /// Runs one target, and leaves the verdict to PendingTrial::judge if judging costs much more than comparing outcomes.
  /// `subject` must outlive the result.
  [[nodiscard]] virtual PendingTrial ask(const Case& subject, std::size_t target, RunMode mode,
                                         const std::stop_token& stop) {
    return {run(subject, target, mode, stop), {}};
  }

  /// The case in the target's own syntax, for targets that name an operator differently; otherwise the case itself. A
  /// finding stores this case. Running it must give the same answer as `subject`.
  [[nodiscard]] virtual Case as_read_by(const Case& subject, std::size_t) const { return subject; }

  /// Verdicts that need several targets' trials of one case ("slow" against a peer): (target, verdict) pairs.
  [[nodiscard]] virtual std::vector<std::pair<std::size_t, Verdict>> compare(const Case&, const std::vector<Trial>&) {
    return {};
  }

  /// The case with a truth that the trials have revealed and that can be checked without them (a model that satisfies
  /// the case). Nullopt if no verdict follows from such a truth. The campaign runs and counts the returned case
  /// instead.
  [[nodiscard]] virtual std::optional<Case> settle(const Case&, const std::vector<Trial>&, const std::stop_token&) {
    return std::nullopt;
  }

  /// Longer cases that may show in a fresh process a failure seen only in a persistent one: earlier cases, followed by
  /// this case. The most likely first. Empty if the campaign does not use persistent processes.
  [[nodiscard]] virtual std::vector<Case> as_in_kept_process(const Case&, std::size_t) { return {}; }

  /// A smaller case with known truth on which the target still fails in the same way; `failing` if there is none.
  [[nodiscard]] virtual Case reduce(const Case& failing, std::size_t target, const Verdict& wanted,
                                    const ReduceBudget& budget) = 0;

  /// A text that is equal for findings with the same cause, computed from the reduced case. It does not depend on the
  /// machine or the target's version.
  [[nodiscard]] virtual std::string signature(const Case& reduced, std::size_t target, const Verdict& verdict) = 0;

  /// Likely causes of the failure, in terms of the reduced case: names of operations or features. The result depends on
  /// the case only. A case whose reduction was cut has all causes of the fully reduced case, and perhaps more. Empty if
  /// the module has no causes: then findings are compared by their reason alone (Baseline).
  [[nodiscard]] virtual std::vector<std::string> causes(const Case&, std::size_t, const Verdict&) { return {}; }

  /// Instructions for a person who has the target, but not Assay, to show the failure of the finding's smallest case. A
  /// tester that knows only which command failed on which file returns reproduction_of_run(finding). Once `stop` is
  /// requested, the result may be empty and must come within seconds.
  [[nodiscard]] virtual Reproduction reproduction(const Finding& finding, std::size_t target,
                                                  const std::stop_token& stop) = 0;

  /// True if targets read translations of a case's files in their own syntax. A finding then gets a reproduction before
  /// its reduction as well, so that a killed campaign leaves files that the target can read.
  [[nodiscard]] virtual bool translates_cases() const { return false; }

  /// True if all bugs of this kind with this reason have the same signature, so that reducing a single bug is enough.
  [[nodiscard]] virtual bool reason_identifies(BugKind, std::string_view /*reason*/) const { return false; }

  /// CPU seconds that targets have used inside reduce() since this tester was made. Trials do not include them.
  [[nodiscard]] virtual double reduction_cpu_seconds() const { return 0; }
};

struct TargetInfo {
  std::string name;                  ///< as the user named it, unique in the campaign
  std::string version;               ///< as the target prints it, or "unknown"
  std::vector<std::string> command;  ///< the argument vector of a fresh run
  std::string note{};                ///< how Assay chose the command if the user left it open; not stored
};

/// A case with a known verdict. A campaign starts only if planted bugs are reported and clean runs pass.
struct Control {
  std::string name;
  std::size_t target = 0;
  Case subject;
  Verdict expected;  ///< only the outcome and a bug's kind are compared
};

/// The nouns that reports use for a module's campaigns: singular, lower case. A campaign stores them, so that its
/// reports need no code of the module.
struct ModuleDescription {
  std::string title;                  ///< what a campaign does: "Fuzzing SMT solvers"; empty: the module's name
  std::string target = "target";      ///< what is tested: "solver"
  std::string strategy = "strategy";  ///< what Case::strategy is
  std::string group = "group";        ///< what Case::group is: "logic"; empty: the group adds nothing to the target
  std::string label = "label";        ///< what each of Case::labels is: "operation"
  /// Protections against tested programs that are missing on this machine, for the report; empty: none.
  std::string gaps{};
};

struct CampaignRecord;

/// A kind of campaign. The workers share it, so all methods are const.
class Module {
 public:
  virtual ~Module() = default;
  [[nodiscard]] virtual std::string name() const = 0;  ///< "smt-fuzz"
  [[nodiscard]] virtual const std::vector<TargetInfo>& targets() const = 0;
  [[nodiscard]] virtual std::vector<Control> controls() const = 0;
  /// The effective configuration as TOML text, which a campaign stores for its resume.
  [[nodiscard]] virtual std::string configuration() const = 0;
  /// A hash of everything that the cases depend on (seed, configuration, seed scripts). Shards can be merged only if
  /// their fingerprints are equal.
  [[nodiscard]] virtual std::uint64_t fingerprint() const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<Tester>> make_tester() const = 0;
  [[nodiscard]] virtual ModuleDescription description() const { return {}; }
  /// If the campaign reports only differences between its targets (--only-changes; the first target is the old
  /// version): the rule for a slower target. Nullopt: it reports all bugs.
  [[nodiscard]] virtual std::optional<SlowRule> only_changes() const { return std::nullopt; }
  /// True if bugs are so frequent that a campaign runs many cases first, and then confirms and reduces one bug of each
  /// group (target, kind, reason), the rarest group first: CampaignOptions::reduce_share.
  [[nodiscard]] virtual bool reduces_later() const { return false; }
  /// After this number of cases in a row on which no target could run, a campaign stops and reports the reasons: its
  /// inputs, options and targets do not fit together.
  [[nodiscard]] virtual std::uint64_t idle_limit() const { return 10'000; }
  /// Advice on changes for the rest of the budget, given the results so far; each entry is one line.
  [[nodiscard]] virtual std::vector<std::string> advice(const CampaignRecord&) const { return {}; }
  /// The number of cases if it is finite: valid indices are below it. Nullopt: no limit.
  [[nodiscard]] virtual std::optional<std::uint64_t> case_count() const { return std::nullopt; }
};

}  // namespace assay::core
