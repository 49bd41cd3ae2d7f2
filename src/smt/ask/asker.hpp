#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "assay/core/proc.hpp"
#include "assay/smt/solver.hpp"
#include "smt/ask/opened_case.hpp"
#include "smt/ask/option_writer.hpp"
#include "smt/ask/short_limits.hpp"

namespace assay::smt {

/// Runs the targets of a campaign: one solver each, in the campaign's style or in a process of its own, with drawn
/// options, and with short limits first.
class Asker {
 public:
  /// What outlives the asker: its configuration's.
  struct Setup {
    std::vector<TestedSolver> targets;
    SolverFactory make_solver;
    core::Limits limits;                 ///< of one run
    RunStyle style = RunStyle::Process;  ///< of the campaign's own runs
  };
  explicit Asker(Setup setup);

  /// The input of one run of a target on a case.
  struct Sending {
    core::Case written;                ///< the case with the commands of the target's drawn options
    std::vector<std::string> options;  ///< these options
    std::vector<std::string> flags;    ///< for the command line, from these options
    std::string text;                  ///< before preludes and queries (solver_input)
  };
  [[nodiscard]] Sending sending_of(const core::Case& subject, const OpenedCase& opened, std::size_t target) const;
  /// The argument vector of a process of its own.
  [[nodiscard]] std::vector<std::string> command(const Sending& sending, const Query& query, std::size_t target) const;
  /// How a campaign runs it: what is set outlives a (reset).
  [[nodiscard]] RunStyle campaign_style(const Sending& sending) const {
    return sending.options.empty() ? setup_.style : RunStyle::Process;
  }

  [[nodiscard]] SolverAnswer ask(const Sending& sending, const Query& query, RunStyle style, std::size_t target,
                                 const std::stop_token& stop);
  /// The same with the limits of ShortLimits, one step after the other while they run out; only in a campaign with one
  /// target, since several are compared by the time that each takes.
  [[nodiscard]] SolverAnswer ask_briefly(const Sending& sending, const Query& query, RunStyle style, std::size_t target,
                                         const std::stop_token& stop);
  /// Another script, in a process of its own and in the default configuration.
  [[nodiscard]] SolverAnswer ask_afresh(std::size_t target, const std::string& script, const Query& query,
                                        const std::stop_token& stop) {
    return solver(target).run(script, query, RunStyle::Process, stop);
  }

  [[nodiscard]] const SolverDefinition& definition(std::size_t target) const {
    return *setup_.targets[target].definition;
  }
  [[nodiscard]] const Capabilities& capabilities(std::size_t target) const {
    return *setup_.targets[target].capabilities;
  }
  [[nodiscard]] std::size_t size() const { return setup_.targets.size(); }
  [[nodiscard]] const Setup& setup() const { return setup_; }
  [[nodiscard]] const OptionWriter& options() const { return options_; }

 private:
  [[nodiscard]] SolverPort& solver(std::size_t target);
  [[nodiscard]] std::unique_ptr<SolverPort> configured(std::size_t target, const std::vector<std::string>& flags,
                                                       const core::Limits& limits) const;
  [[nodiscard]] SolverAnswer ask_within(std::size_t step, const Sending& sending, const Query& query, RunStyle style,
                                        std::size_t target, const std::stop_token& stop);

  Setup setup_;
  OptionWriter options_;
  std::vector<std::unique_ptr<SolverPort>> solvers_;  ///< one a target, made when first used
  struct BriefSolver {
    double wall_seconds = 0;
    std::unique_ptr<SolverPort> port;
  };
  std::array<BriefSolver, ShortLimits::kSteps - 1> brief_solvers_;  ///< of the only target, by step
  ShortLimits short_limits_;
};

}  // namespace assay::smt
