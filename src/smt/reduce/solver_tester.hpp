#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/tester.hpp"
#include "smt/reduce/short_limits.hpp"
#include "smt/solver/features.hpp"
#include "smt/solver/target.hpp"

namespace assay::smt {

/// A case as the judges want it: the generator's own terms, or the text read again.
struct OpenedCase {
  std::string text;  ///< of the script: what the rest was made from
  std::string metadata;
  std::unique_ptr<TermStore> own_store;  ///< empty when the generator's is used
  TermStore* store = nullptr;
  const Script* script = nullptr;
  Script own_script;
  SmtFacts facts;
  Features features;
  std::string problem;  ///< why it cannot be judged
};

/// What a solver says about a script whose truth is not known.
struct Vote {
  std::string name;
  std::string family;  ///< of solvers that share no code with those of another
  Reply reply = Reply::Unknown;
  std::optional<std::string> witness;  ///< its model, where our evaluator confirms it
};
[[nodiscard]] std::string family_of(const SolverDefinition& definition);

/// Whether a disagreement rests on what the seed says of itself: no smaller script has that.
[[nodiscard]] bool rests_on_own_status(const core::Verdict& verdict);

/// What the testers of SMT solvers have in common: cases as terms, one solver a target, what an answer is as a trial,
/// and targets compared by time. What they ask for, and how they judge, is their own.
class SolverTester : public core::Tester {
 public:
  struct Tested {
    const SolverDefinition* definition = nullptr;
    const Capabilities* capabilities = nullptr;
  };
  /// What outlives the tester: its configuration's.
  struct Setup {
    std::vector<Tested> targets;
    SolverFactory make_solver;
    core::Limits limits;  ///< of one run; a campaign's first run of a case gets less where there is one target
    RunStyle style = RunStyle::Process;  ///< of the campaign's own runs
    unsigned options_percent = 0;        ///< share of the cases for which options are drawn
    std::uint64_t seed = 0;              ///< of those draws
    double slow_factor = 0;              ///< see core::SlowRule
    double slow_seconds = 0;

    /// What all SMT modules' options have in common; the targets are missing.
    template <typename Options>
    [[nodiscard]] static Setup from(const Options& options) {
      Setup setup;
      setup.limits = options.limits;
      setup.make_solver = options.make_solver ? options.make_solver : make_runner_port;
      setup.style = options.style;
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
  /// Slow targets; and, of a script whose truth is not known, those that two families contradict.
  std::vector<std::pair<std::size_t, core::Verdict>> compare(const core::Case& subject,
                                                             const std::vector<core::Trial>& trials) final;
  /// A script whose truth is not known, that some target calls unsatisfiable and a model of another solver satisfies.
  std::optional<core::Case> settle(const core::Case& subject, const std::vector<core::Trial>& trials,
                                   const std::stop_token& stop) override;
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

  /// One run that was answered.
  struct Asked {
    const core::Case& subject;
    std::size_t target;
    const OpenedCase& opened;
    core::RunMode mode;
    const std::stop_token& stop;
    bool with_options;  ///< not in the default configuration
  };

  /// What is asked for after the script.
  [[nodiscard]] virtual Query query(const core::Case& subject, const OpenedCase& opened) const = 0;
  /// What the answer is worth. Further runs that it takes are added to the trial's CPU seconds.
  [[nodiscard]] virtual core::Verdict judged(const Asked& asked, const SolverAnswer& answer, core::Trial& trial) = 0;
  /// Why the campaign does not run this case; nothing: it does.
  [[nodiscard]] virtual std::optional<core::Skip> left_out(const core::Case&, std::size_t) { return std::nullopt; }
  /// Solvers beside the targets that are asked about scripts whose truth is not known: their votes.
  [[nodiscard]] virtual std::vector<Vote> votes_of_peers(const OpenedCase&, const std::stop_token&) { return {}; }
  /// What the answer says, if it is one: sat or unsat of one check.
  [[nodiscard]] static std::optional<Vote> vote(const SolverDefinition& voter, const OpenedCase& opened,
                                                const SolverAnswer& answer);
  /// A case was read from its text.
  virtual void case_was_read(const core::Case&, OpenedCase&) const {}

  /// The case that the generator has made, with its own terms, which stay until the next one is made; and with options
  /// drawn for its targets.
  void open_generated(core::Case& subject, TermStore& store, const Script& script, SmtFacts facts);
  /// The case without those of its options that the failure does not need: without all, or else one after the other.
  /// They go before anything else does, because a finding of the default configuration is worth more; and again at the
  /// end, because what is left may need fewer.
  [[nodiscard]] core::Case reduce_options(core::Case failing, std::size_t target,
                                          const std::function<bool(const core::Case&)>& still_fails,
                                          const std::stop_token& stop);
  void forget_case() { opened_.reset(); }
  [[nodiscard]] SolverPort& solver(std::size_t target);
  [[nodiscard]] const SolverDefinition& definition(std::size_t target) const {
    return *setup_.targets[target].definition;
  }
  /// Whether a fresh run fails like `wanted`; what it costs counts as reduction.
  [[nodiscard]] bool fails_alike(const core::Case& subject, std::size_t target, const core::Verdict& wanted,
                                 const std::stop_token& stop);
  /// The case whose reductions are asked for as much as it is, whatever becomes of its truths.
  [[nodiscard]] core::Case as_asked(const core::Case& found);

  /// A script that the target is asked about beside the case's own, to show why an answer is wrong.
  struct FurtherScript {
    std::string title;  ///< what the script is
    std::string text;
    Query query;
  };
  /// The script by which judged() saw that the solver's answers contradict each other, if it asked for one.
  [[nodiscard]] virtual std::vector<FurtherScript> asked_alone(const Asked&, const SolverAnswer&) { return {}; }

 private:
  /// The input of one run of the target on a case.
  struct Sending {
    core::Case written;              ///< the case with the commands of the target's drawn options
    std::vector<std::string> set;    ///< these options
    std::vector<std::string> flags;  ///< for the command line, from these options
    std::string text;                ///< before preludes and queries (solver_input)
  };
  [[nodiscard]] Sending sending_of(const core::Case& subject, const OpenedCase& opened, std::size_t target) const;
  /// Further scripts that show why a verdict of this kind is right.
  [[nodiscard]] std::vector<FurtherScript> scripts_behind(const Asked& asked, const SolverAnswer& answer,
                                                          core::BugKind kind);
  /// The assertions of a wrong core alone, or a core without an assertion that it does not need.
  [[nodiscard]] std::vector<FurtherScript> scripts_of_core(const Asked& asked, const SolverAnswer& answer,
                                                           core::BugKind kind);
  /// The script with the model's definitions in place of its declarations, if the target itself refutes it.
  [[nodiscard]] std::vector<FurtherScript> script_of_model(const Asked& asked, const SolverAnswer& answer);
  /// Fills in the wrong output, the expected output, the reason and the condition, by the kind of the finding.
  void explain(const core::Finding& finding, const OpenedCase& opened, const std::stop_token& stop,
               core::Reproduction& out);
  /// Other solvers on this machine that answer the case's only check as expected: "cvc5 and z3 answer sat".
  [[nodiscard]] std::string said_by_peers(const OpenedCase& opened, Truth truth, const std::stop_token& stop);

  [[nodiscard]] const OpenedCase& open(const core::Case& subject, core::RunMode mode);
  [[nodiscard]] std::string read(const core::Case& subject, OpenedCase& into) const;

  void draw(core::Case& subject, SmtFacts& facts) const;
  /// The target whose drawn options this one is given: its own ones, unless the script has those of another one of its
  /// family (another version of it).
  [[nodiscard]] std::string writer(const SmtFacts& facts, std::size_t target) const;
  [[nodiscard]] std::vector<std::string> options_of(const SmtFacts& facts, std::size_t target) const;
  /// The script with the commands of the target's options, and with those of no other target.
  [[nodiscard]] std::string with_options(std::string script, const SmtFacts& facts, std::size_t target) const;
  /// The case with that script; nothing where no options are drawn.
  [[nodiscard]] std::optional<core::Case> as_configured(const core::Case& subject, const SmtFacts& facts,
                                                        std::size_t target) const;
  /// The case with that script, and its metadata say so.
  [[nodiscard]] core::Case written_for(const core::Case& subject, std::size_t target) const;
  /// Says in a bug's detail what is set, and whether the default configuration fails, too. Under drawn options, what
  /// they do not promise (to answer at all, to take every script, to give a minimal core) becomes a skip.
  void tell_options(std::size_t target, const SmtFacts& facts, core::Verdict& verdict) const;
  [[nodiscard]] SolverAnswer ask(std::size_t target, const std::string& text, const Query& query, RunStyle style,
                                 const std::vector<std::string>& flags, const std::stop_token& stop);

  [[nodiscard]] std::unique_ptr<SolverPort> configured(std::size_t target, const std::vector<std::string>& flags,
                                                       const core::Limits& limits) const;
  /// With the limits of ShortLimits, one step after the other while they run out.
  [[nodiscard]] SolverAnswer ask_in_steps(std::size_t target, const std::string& text, const Query& query,
                                          RunStyle style, const std::vector<std::string>& flags,
                                          const std::stop_token& stop);
  [[nodiscard]] SolverAnswer ask_within(std::size_t step, std::size_t target, const std::string& text,
                                        const Query& query, RunStyle style, const std::vector<std::string>& flags,
                                        const std::stop_token& stop);
  /// Of a campaign with one target; with several, the time that each takes is compared.
  [[nodiscard]] bool has_short_limits() const { return setup_.targets.size() == 1 && short_limits_.is_needed(); }

  Setup setup_;
  std::vector<std::unique_ptr<SolverPort>> solvers_;  ///< one a target, made when first used
  struct BriefSolver {
    double wall_seconds = 0;
    std::unique_ptr<SolverPort> port;
  };
  std::array<BriefSolver, ShortLimits::kSteps - 1> brief_solvers_;  ///< of the only target, by step
  ShortLimits short_limits_;
  /// About the open script that was run last.
  struct Votes {
    std::string text;
    std::vector<std::optional<Vote>> targets;
    std::optional<std::vector<Vote>> peers;  ///< once they have been asked
  };
  [[nodiscard]] Votes* votes_about(const core::Case& subject);
  void count_vote(const OpenedCase& opened, std::size_t target, const SolverAnswer& answer);
  void ask_peers(Votes& votes, const std::stop_token& stop);
  /// A model of the open case that evaluation alone finds.
  [[nodiscard]] std::optional<Vote> searched(unsigned tries);
  void add_disagreements(const core::Case& subject, std::vector<std::pair<std::size_t, core::Verdict>>& verdicts);

  /// A script that a process got which answers many.
  struct Served {
    std::string text;
    std::size_t checks = 0;
  };
  void remember(std::size_t target, const OpenedCase& opened);
  /// The case behind these scripts and resets, of whose checks nothing is known.
  [[nodiscard]] std::optional<core::Case> behind(std::span<const Served> others, const core::Case& subject) const;

  std::vector<std::deque<Served>> served_;  ///< by target: the last ones
  std::optional<Votes> votes_;
  FeatureScanner scanner_;
  std::optional<OpenedCase> opened_;
  double reduction_cpu_seconds_ = 0;
};

}  // namespace assay::smt
