#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/case/tester.hpp"
#include "smt/ask/asker.hpp"
#include "smt/ask/kept_process.hpp"
#include "smt/ask/opened_case.hpp"
#include "smt/certificate/make/make_requests.hpp"
#include "smt/checker/proof_checks.hpp"
#include "smt/judge/judge.hpp"

namespace assay::smt {

/// The common part of testers of SMT solvers: opens a case, runs a target (src/smt/ask), judges its answer
/// (src/smt/judge), and offers helpers for reductions. Subclasses choose the queries, and make and reduce cases.
class SolverTester : public core::Tester {
 public:
  /// The configuration of a tester.
  struct Setup {
    Asker::Setup asker;
    std::vector<std::string> certificates;  ///< see plan_requests
    unsigned options_percent = 0;           ///< share of the cases for which options are drawn
    std::uint64_t seed = 0;                 ///< random seed of these options
    double slow_factor = 0;                 ///< see core::SlowRule
    double slow_seconds = 0;
    ProofChecks proofs{};       ///< of answers to scripts that are not known to be satisfiable
    bool only_changes = false;  ///< the targets are versions of one solver (core::Module::only_changes)

    /// Takes the common options of SMT modules. The caller adds the targets.
    template <typename Options>
    [[nodiscard]] static Setup from(const Options& options) {
      Setup setup;
      setup.asker.limits = options.limits;
      setup.asker.make_solver = options.make_solver ? options.make_solver : make_runner_port;
      setup.asker.style = options.style;
      setup.options_percent = options.options_percent;
      if constexpr (requires { options.certificates; }) setup.certificates = options.certificates;
      setup.seed = options.seed;
      setup.slow_factor = options.slow_factor;
      setup.slow_seconds = options.slow_seconds;
      setup.only_changes = options.only_changes;
      if constexpr (requires { options.proofs; }) setup.proofs = wanted_by(options.proofs, options.certificates);
      return setup;
    }
  };

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode, const std::stop_token& stop) final;
  core::PendingTrial ask(const core::Case& subject, std::size_t target, core::RunMode mode,
                         const std::stop_token& stop) final;
  /// The case in the target's spelling, unless Assay's parser reads that as another script.
  [[nodiscard]] core::Case as_read_by(const core::Case& subject, std::size_t target) const final;
  std::vector<std::pair<std::size_t, core::Verdict>> compare(const core::Case& subject,
                                                             const std::vector<core::Trial>& trials) final;
  /// The case with a witness: if a target answers `unsat` to a script of open truth and the evaluator confirms a model;
  /// or if a model of the same target in a fresh process satisfies a check.
  std::optional<core::Case> settle(const core::Case& subject, const std::vector<core::Trial>& trials,
                                   const std::stop_token& stop) final;
  std::vector<core::Case> as_in_kept_process(const core::Case& subject, std::size_t target) final;
  /// The input files are the texts that the solver reads, including options and queries.
  core::Reproduction reproduction(const core::Finding& finding, std::size_t target, const std::stop_token& stop) final;
  [[nodiscard]] std::vector<std::string> causes(const core::Case& reduced, std::size_t,
                                                const core::Verdict& verdict) final {
    return smt::causes(reduced, verdict);
  }
  [[nodiscard]] bool reason_identifies(core::BugKind kind, std::string_view reason) const final {
    return told_by_message(kind, reason);
  }
  [[nodiscard]] double reduction_cpu_seconds() const final { return reduction_cpu_seconds_; }

 protected:
  explicit SolverTester(Setup setup);

  // To be implemented by subclasses.
  /// The queries after the script.
  [[nodiscard]] virtual Query query(const core::Case& subject, const OpenedCase& opened) const = 0;
  /// The reason why a campaign does not run the target on this case; nullopt: it runs.
  [[nodiscard]] virtual std::optional<core::Skip> skip_in_campaign(const core::Case&, std::size_t) {
    return std::nullopt;
  }
  /// Called with the answer of a campaign's first run of a case in the default configuration.
  virtual void record_answer(const core::Case&, std::size_t /*target*/, const SmtFacts&, const SolverAnswer&) {}
  /// The seeds from which a case was made.
  [[nodiscard]] virtual std::vector<std::string_view> sources(const SmtFacts&) const { return {}; }
  /// The votes of solvers other than the targets on a script of open truth.
  [[nodiscard]] virtual std::vector<Vote> votes_of_peers(const OpenedCase&, const std::stop_token&) { return {}; }
  /// Called for a case that was parsed from its text; may change its facts.
  virtual void adjust_read_case(const core::Case&, OpenedCase&) const {}

  /// Opens a generated case with the generator's terms, which must live until the next case. Adds requests for
  /// certificates to some cases, and draws options for the targets.
  void open_generated(core::Case& subject, TermStore& store, const Script& script, SmtFacts facts);
  void forget_case() { opened_.reset(); }
  [[nodiscard]] const SolverDefinition& definition(std::size_t target) const { return asker_.definition(target); }

  // Helpers for reductions.
  /// True if a fresh run has the same failure as `wanted`. Its CPU time counts as reduction.
  [[nodiscard]] bool fails_alike(const core::Case& subject, std::size_t target, const core::Verdict& wanted,
                                 const std::stop_token& stop);
  /// The case, marked so that its reductions have no queries if it has none, also if their truth differs.
  [[nodiscard]] core::Case with_fixed_queries(const core::Case& found);
  /// The case without the options that the failure does not need: without all, or else without one after the other.
  /// Called before other reductions, because a finding of the default configuration is more valuable, and again after
  /// them.
  [[nodiscard]] core::Case reduce_options(core::Case failing, std::size_t target,
                                          const std::function<bool(const core::Case&)>& still_fails,
                                          const std::stop_token& stop);

 private:
  [[nodiscard]] const OpenedCase& open(const core::Case& subject, core::RunMode mode);
  /// The subclass's queries, the script's own requests for certificates, and a proof for half of the cases if the setup
  /// asks for proofs.
  [[nodiscard]] Query queries_of(const core::Case& subject, const OpenedCase& opened) const;
  [[nodiscard]] Judgement judge_answer(const Asker::RunInput& input, const Query& asked, const OpenedCase& opened,
                                       std::size_t target, core::RunMode mode, const SolverAnswer& answer,
                                       core::Trial& trial, const std::stop_token& stop);
  /// The target's error messages for these scripts, without scripts that it accepts.
  [[nodiscard]] std::vector<std::string> rejections(std::size_t target, const std::vector<std::string_view>& scripts,
                                                    const std::stop_token& stop);

  // votes.cpp
  /// The votes on the last script of open truth.
  struct OpenScript {
    std::string text;
    std::vector<std::optional<Vote>> targets;
    std::optional<std::vector<Vote>> peers;  ///< nullopt: not asked yet
  };
  [[nodiscard]] OpenScript* open_script(const core::Case& subject);
  void count_vote(const OpenedCase& opened, std::size_t target, const SolverAnswer& answer);
  [[nodiscard]] const std::vector<Vote>& ask_peers(OpenScript& script, const std::stop_token& stop);
  /// A vote with a model that the evaluator confirms.
  [[nodiscard]] std::optional<Vote> find_confirmed_vote(OpenScript& script, const std::stop_token& stop);
  /// For versions of one solver: those whose optimum differs from that of the first version.
  [[nodiscard]] std::vector<std::pair<std::size_t, core::Verdict>> other_optima(const core::Case& subject) const;
  [[nodiscard]] std::optional<core::Case> with_satisfied_check(const core::Case& subject);

  // solver_reproduction.cpp
  /// A further script in a reproduction, which shows why an answer is wrong.
  struct FurtherScript {
    std::string title;  ///< describes the script
    std::string text;
    Query query;
  };
  /// The further scripts for a bug of this kind.
  [[nodiscard]] std::vector<FurtherScript> further_scripts(std::size_t target, const OpenedCase& opened,
                                                           const SolverAnswer& answer, core::BugKind kind,
                                                           const std::stop_token& stop);
  /// A script with the assertions of an invalid core only, or with a core without one needless assertion.
  [[nodiscard]] std::vector<FurtherScript> scripts_of_core(std::size_t target, const OpenedCase& opened,
                                                           const SolverAnswer& answer, core::BugKind kind,
                                                           const std::stop_token& stop);
  /// The script with the model's definitions in place of its declarations, if the target answers `unsat` for it.
  [[nodiscard]] std::vector<FurtherScript> script_of_model(std::size_t target, const OpenedCase& opened,
                                                           const SolverAnswer& answer, const std::stop_token& stop);
  /// A script with the formulas of the check for which the target gives another answer when they are asked alone.
  [[nodiscard]] std::vector<FurtherScript> script_of_check(std::size_t target, const OpenedCase& opened,
                                                           const SolverAnswer& answer, const std::stop_token& stop);
  /// Fills in the wrong output, the expected output, the evidence and the condition, by the kind of the finding.
  void explain(const core::Finding& finding, const OpenedCase& opened, const std::stop_token& stop,
               core::Reproduction& out);
  /// Other solvers on this machine that answer the case's only check as expected: "cvc5 and z3 answer sat".
  [[nodiscard]] std::string text_of_agreeing_peers(const OpenedCase& opened, Truth truth, const std::stop_token& stop);

  Setup setup_;
  Asker asker_;
  RequestPlan requests_;
  ServedScripts served_;
  std::optional<OpenedCase> opened_;
  Script requested_script_;  ///< the script of opened_, if it was given requests
  std::optional<OpenScript> open_script_;
  std::pair<std::string, std::vector<std::string>> objectives_;  ///< script text; by target: the text of get-objectives
  std::optional<std::pair<std::string, SatisfiedCheck>> satisfied_;        ///< script text and its satisfied check
  std::map<std::pair<std::size_t, std::string>, std::string> rejections_;  ///< by target and script; empty: accepted
  FeatureScanner scanner_;
  std::unique_ptr<ProofJudge> proof_judge_;  ///< null: proofs are not asked for
  double reduction_cpu_seconds_ = 0;
};

}  // namespace assay::smt
