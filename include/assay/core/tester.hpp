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
#include "assay/core/budget.hpp"
#include "assay/core/case.hpp"
#include "assay/core/reproduction.hpp"

namespace assay::core {

/// How a case is run: in the way that the campaign is configured for (perhaps a persistent process), or in a process of
/// its own, as a finding is confirmed and replayed.
enum class RunMode : std::uint8_t { Campaign, Fresh };

struct Finding;

/// A module's worker: makes cases, runs and judges them, reduces them. One instance per thread; nothing in it is
/// shared, so no method needs a lock.
class Tester {
 public:
  virtual ~Tester() = default;

  /// The case with this index: a pure function of the campaign's seed, configuration and corpus. Once `stop` is
  /// requested, the result does not count, and the tester must not keep anything that depends on it.
  [[nodiscard]] virtual std::variant<Case, Skip> generate(std::uint64_t index, const std::stop_token& stop = {}) = 0;

  /// Whether the case is one of this target's. Only then is it run, and counted.
  [[nodiscard]] virtual bool belongs_to(const Case&, std::size_t) const { return true; }

  /// Runs one target and judges. A target that cannot take the case gives a Skip; every ending of the target gives a
  /// verdict.
  [[nodiscard]] virtual Trial run(const Case& subject, std::size_t target, RunMode mode,
                                  const std::stop_token& stop) = 0;

  /// The case in the target's own spelling, if that differs from the case's text (another name of an operator). A
  /// finding keeps this case. Run again, it gives the same answer.
  [[nodiscard]] virtual Case as_read_by(const Case& subject, std::size_t) const { return subject; }

  /// Verdicts that need several targets' trials of one case ("slow" against a peer): (target, verdict) pairs.
  [[nodiscard]] virtual std::vector<std::pair<std::size_t, Verdict>> compare(const Case&, const std::vector<Trial>&) {
    return {};
  }

  /// The case with a truth that the trials have shown and that holds without them (a model that satisfies the case), if
  /// some verdict follows from it: then the loop runs and counts that case instead of this one.
  [[nodiscard]] virtual std::optional<Case> settle(const Case&, const std::vector<Trial>&, const std::stop_token&) {
    return std::nullopt;
  }

  /// Cases by which a process of its own may show what only a process that runs many cases has shown: this one behind
  /// others, the most likely first. Empty: the campaign's runs are not of that kind.
  [[nodiscard]] virtual std::vector<Case> as_in_kept_process(const Case&, std::size_t) { return {}; }

  /// A smaller case on which the target still fails in the same way, its truth kept. Returns the case itself if nothing
  /// helps.
  [[nodiscard]] virtual Case reduce(const Case& failing, std::size_t target, const Verdict& wanted,
                                    const ReduceBudget& budget) = 0;

  /// A text that is equal for findings with the same cause, computed from the reduced case: stable across machines and
  /// versions of the target.
  [[nodiscard]] virtual std::string signature(const Case& reduced, std::size_t target, const Verdict& verdict) = 0;

  /// What in the reduced case its failure may be due to: names of operations or features, the same for each such case.
  /// A case whose reduction was cut has all causes of the case that the reduction would have come to, and others. Empty
  /// where the module has none: then findings are compared by their reason alone (Baseline).
  [[nodiscard]] virtual std::vector<std::string> causes(const Case&, std::size_t, const Verdict&) { return {}; }

  /// How a person who has the target, but not Assay, shows the failure of the finding's smallest case. Always usable:
  /// a tester that can say no more than which command failed on which file returns reproduction_of_run(finding). Once
  /// `stop` is requested, it may be empty and takes seconds at most.
  [[nodiscard]] virtual Reproduction reproduction(const Finding& finding, std::size_t target,
                                                  const std::stop_token& stop) = 0;

  /// True if targets read translations of a case's files, in their own syntax. A finding then gets its reproduction
  /// before its reduction, too, so that a campaign that is killed leaves files that the target can read.
  [[nodiscard]] virtual bool translates_cases() const { return false; }

  /// Whether bugs of this kind and with this reason have the same signature, so that reducing one of them is enough.
  [[nodiscard]] virtual bool reason_identifies(BugKind, std::string_view /*reason*/) const { return false; }

  /// CPU seconds that targets have used inside reduce() since this tester was made: no Trial shows them.
  [[nodiscard]] virtual double reduction_cpu_seconds() const { return 0; }
};

struct TargetInfo {
  std::string name;                  ///< as the user named it, unique in the campaign
  std::string version;               ///< as it says itself, or "unknown"
  std::vector<std::string> command;  ///< the argument vector of a fresh run
  std::string note{};                ///< how Assay chose the way to run it, where the user has not said; not stored
};

/// A case with a known verdict: unless the planted bug is reported and the clean run passes, a campaign does not start.
struct Control {
  std::string name;
  std::size_t target = 0;
  Case subject;
  Verdict expected;  ///< outcome, and for a bug its kind; the texts do not count
};

/// The nouns that reports use for a module's campaigns: in the singular, without a capital. A campaign stores them, so
/// that its reports need no code of the module.
struct ModuleDescription {
  std::string title;                  ///< what a campaign does: "Fuzzing SMT solvers"; empty: the module's name
  std::string target = "target";      ///< what is tested: "solver"
  std::string strategy = "strategy";  ///< what Case::strategy is
  std::string group = "group";  ///< what Case::group is: "logic"; empty: it tells nothing that the target does not
  std::string label = "label";  ///< what each of Case::labels is: "operation"
  /// What this machine did not keep a tested program from, for readers of the report; empty: nothing.
  std::string gaps{};
};

struct CampaignRecord;

/// A kind of campaign: what a module offers to the loop. Shared by the workers, so all of it is const.
class Module {
 public:
  virtual ~Module() = default;
  [[nodiscard]] virtual std::string name() const = 0;  ///< "smt-fuzz"
  [[nodiscard]] virtual const std::vector<TargetInfo>& targets() const = 0;
  [[nodiscard]] virtual std::vector<Control> controls() const = 0;
  /// The effective configuration as TOML text, which a campaign stores for its resume.
  [[nodiscard]] virtual std::string configuration() const = 0;
  /// A hash of everything that the cases depend on (seed, configuration, seed scripts): shards may be merged when it is
  /// equal.
  [[nodiscard]] virtual std::uint64_t fingerprint() const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<Tester>> make_tester() const = 0;
  [[nodiscard]] virtual ModuleDescription description() const { return {}; }
  /// After this number of cases in a row on which no target could run, a campaign says why and stops: its inputs,
  /// options and targets do not fit together.
  [[nodiscard]] virtual std::uint64_t idle_limit() const { return 10'000; }
  /// Advice on what a user should change for the rest of the budget, given the results so far; one line each.
  [[nodiscard]] virtual std::vector<std::string> advice(const CampaignRecord&) const { return {}; }
  /// How many cases there are, when their number is finite: indices from there on have none.
  [[nodiscard]] virtual std::optional<std::uint64_t> case_count() const { return std::nullopt; }
};

}  // namespace assay::core
