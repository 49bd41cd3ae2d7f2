#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/tester.hpp"
#include "smt/ask/asker.hpp"
#include "smt/ask/kept_process.hpp"
#include "smt/ask/opened_case.hpp"
#include "smt/judge/judge.hpp"

namespace assay::smt {

/// What the testers of SMT solvers have in common: a case is opened, a target asked (src/smt/ask), its answer judged
/// (src/smt/judge), and a failing case reduced. What is asked for, and how cases are made and reduced, is their own.
class SolverTester : public core::Tester {
 public:
  struct Setup {
    Asker::Setup asker;
    unsigned options_percent = 0;  ///< share of the cases for which options are drawn
    std::uint64_t seed = 0;        ///< of those draws
    double slow_factor = 0;        ///< see core::SlowRule
    double slow_seconds = 0;

    /// What all SMT modules' options have in common; the targets are missing.
    template <typename Options>
    [[nodiscard]] static Setup from(const Options& options) {
      Setup setup;
      setup.asker.limits = options.limits;
      setup.asker.make_solver = options.make_solver ? options.make_solver : make_runner_port;
      setup.asker.style = options.style;
      setup.options_percent = options.options_percent;
      setup.seed = options.seed;
      setup.slow_factor = options.slow_factor;
      setup.slow_seconds = options.slow_seconds;
      return setup;
    }
  };

  core::Trial run(const core::Case& subject, std::size_t target, core::RunMode mode, const std::stop_token& stop) final;
  /// In the target's spelling, as far as our reader takes that back.
  [[nodiscard]] core::Case as_read_by(const core::Case& subject, std::size_t target) const final;
  std::vector<std::pair<std::size_t, core::Verdict>> compare(const core::Case& subject,
                                                             const std::vector<core::Trial>& trials) final;
  /// A script of unknown truth that some target calls unsatisfiable and a model of another solver satisfies; or one of
  /// whose checks a model of the same target, asked afresh, satisfies.
  std::optional<core::Case> settle(const core::Case& subject, const std::vector<core::Trial>& trials,
                                   const std::stop_token& stop) final;
  std::vector<core::Case> as_in_kept_process(const core::Case& subject, std::size_t target) final;
  /// With what the solver is sent as the input: options, queries and commands of the seed included.
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

  // What a module's tester says of its own.
  /// What is asked for after the script.
  [[nodiscard]] virtual Query query(const core::Case& subject, const OpenedCase& opened) const = 0;
  /// Why the campaign does not run this case; nothing: it does.
  [[nodiscard]] virtual std::optional<core::Skip> left_out(const core::Case&, std::size_t) { return std::nullopt; }
  /// The campaign's first run of a case, in the default configuration, was answered so.
  virtual void note(const core::Case&, std::size_t /*target*/, const SmtFacts&, const SolverAnswer&) {}
  /// The scripts that a case was made from.
  [[nodiscard]] virtual std::vector<std::string_view> sources(const SmtFacts&) const { return {}; }
  /// Solvers beside the targets that are asked about scripts whose truth is not known: their votes.
  [[nodiscard]] virtual std::vector<Vote> votes_of_peers(const OpenedCase&, const std::stop_token&) { return {}; }
  /// A case was read from its text.
  virtual void case_was_read(const core::Case&, OpenedCase&) const {}

  /// The case that the generator has made, with its own terms, which stay until the next one is made; and with options
  /// drawn for its targets.
  void open_generated(core::Case& subject, TermStore& store, const Script& script, SmtFacts facts);
  void forget_case() { opened_.reset(); }
  [[nodiscard]] const SolverDefinition& definition(std::size_t target) const { return asker_.definition(target); }

  // Reductions.
  /// Whether a fresh run fails like `wanted`; what it costs counts as reduction.
  [[nodiscard]] bool fails_alike(const core::Case& subject, std::size_t target, const core::Verdict& wanted,
                                 const std::stop_token& stop);
  /// The case whose reductions are asked for as much as it is, whatever becomes of its truths.
  [[nodiscard]] core::Case as_asked(const core::Case& found);
  /// The case without those of its options that the failure does not need: without all, or else one after the other.
  /// They go before anything else does, because a finding of the default configuration is worth more; and again at the
  /// end, because what is left may need fewer.
  [[nodiscard]] core::Case reduce_options(core::Case failing, std::size_t target,
                                          const std::function<bool(const core::Case&)>& still_fails,
                                          const std::stop_token& stop);

 private:
  [[nodiscard]] const OpenedCase& open(const core::Case& subject, core::RunMode mode);
  [[nodiscard]] Judgement judge_answer(const Asker::Sending& sending, const OpenedCase& opened, std::size_t target,
                                       core::RunMode mode, const SolverAnswer& answer, core::Trial& trial,
                                       const std::stop_token& stop);
  /// What the target says against those of the scripts that it rejects.
  [[nodiscard]] std::vector<std::string> rejections(std::size_t target, const std::vector<std::string_view>& scripts,
                                                    const std::stop_token& stop);

  // votes.cpp
  /// What is known of the script of unknown truth that was run last.
  struct OpenScript {
    std::string text;
    std::vector<std::optional<Vote>> targets;
    std::optional<std::vector<Vote>> peers;  ///< once they have been asked
  };
  [[nodiscard]] OpenScript* open_script(const core::Case& subject);
  void count_vote(const OpenedCase& opened, std::size_t target, const SolverAnswer& answer);
  [[nodiscard]] const std::vector<Vote>& ask_peers(OpenScript& script, const std::stop_token& stop);
  /// A vote with a model that our evaluator confirms.
  [[nodiscard]] std::optional<Vote> confirmed(OpenScript& script, const std::stop_token& stop);
  [[nodiscard]] std::optional<core::Case> with_satisfied_check(const core::Case& subject);

  // solver_reproduction.cpp
  /// A script that the target is asked about beside the case's own, to show why an answer is wrong.
  struct FurtherScript {
    std::string title;  ///< what the script is
    std::string text;
    Query query;
  };
  /// Further scripts that show why a verdict of this kind is right.
  [[nodiscard]] std::vector<FurtherScript> scripts_behind(std::size_t target, const OpenedCase& opened,
                                                          const SolverAnswer& answer, core::BugKind kind,
                                                          const std::stop_token& stop);
  /// The assertions of a wrong core alone, or a core without an assertion that it does not need.
  [[nodiscard]] std::vector<FurtherScript> scripts_of_core(std::size_t target, const OpenedCase& opened,
                                                           const SolverAnswer& answer, core::BugKind kind,
                                                           const std::stop_token& stop);
  /// The script with the model's definitions in place of its declarations, if the target itself refutes it.
  [[nodiscard]] std::vector<FurtherScript> script_of_model(std::size_t target, const OpenedCase& opened,
                                                           const SolverAnswer& answer, const std::stop_token& stop);
  /// The formulas of the check that the target answers otherwise when it is asked about them alone.
  [[nodiscard]] std::vector<FurtherScript> script_of_check(std::size_t target, const OpenedCase& opened,
                                                           const SolverAnswer& answer, const std::stop_token& stop);
  /// Fills in the wrong output, the expected output, the reason and the condition, by the kind of the finding.
  void explain(const core::Finding& finding, const OpenedCase& opened, const std::stop_token& stop,
               core::Reproduction& out);
  /// Other solvers on this machine that answer the case's only check as expected: "cvc5 and z3 answer sat".
  [[nodiscard]] std::string said_by_peers(const OpenedCase& opened, Truth truth, const std::stop_token& stop);

  Setup setup_;
  Asker asker_;
  ServedScripts served_;
  std::optional<OpenedCase> opened_;
  std::optional<OpenScript> open_script_;
  std::optional<std::pair<std::string, SatisfiedCheck>> satisfied_;        ///< a check of the script with this text
  std::map<std::pair<std::size_t, std::string>, std::string> rejections_;  ///< by target and script; empty: taken
  FeatureScanner scanner_;
  double reduction_cpu_seconds_ = 0;
};

}  // namespace assay::smt
