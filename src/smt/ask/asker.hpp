#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/proc/proc.hpp"
#include "smt/ask/opened_case.hpp"
#include "smt/ask/option_writer.hpp"
#include "smt/ask/short_limits.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// Runs the targets of a campaign, with one solver for each: in the campaign's run style or in a fresh process, with
/// drawn options, and with short time limits first.
class Asker {
 public:
  /// The configuration. The objects behind its pointers must outlive the asker.
  struct Setup {
    std::vector<TestedSolver> targets;
    SolverFactory make_solver;
    core::Limits limits;                 ///< of one run
    RunStyle style = RunStyle::Process;  ///< of a campaign's first run of a case
  };
  explicit Asker(Setup setup);

  /// The input of one run of a target on a case.
  struct RunInput {
    core::Case written;                ///< the case with the commands of the target's drawn options
    std::vector<std::string> options;  ///< the target's drawn options
    std::vector<std::string> flags;    ///< the command-line flags among them
    std::string text;                  ///< the script, without preludes and queries (see solver_input)
  };
  [[nodiscard]] RunInput make_input(const core::Case& subject, const OpenedCase& opened, std::size_t target) const;
  /// The argument vector of a fresh process for this input.
  [[nodiscard]] std::vector<std::string> command(const RunInput& input, const Query& query, std::size_t target) const;
  /// The run style in a campaign. An input with options needs a fresh process, because options survive a (reset).
  [[nodiscard]] RunStyle campaign_style(const RunInput& input) const {
    return input.options.empty() ? setup_.style : RunStyle::Process;
  }

  /// Runs the target with the campaign's limits.
  [[nodiscard]] SolverAnswer ask(const RunInput& input, const Query& query, RunStyle style, std::size_t target,
                                 const std::stop_token& stop);
  /// Runs the target with the time limits of ShortLimits, and again with the next limit after a time-out. With several
  /// targets the same as ask(), because their times are compared.
  [[nodiscard]] SolverAnswer ask_briefly(const RunInput& input, const Query& query, RunStyle style, std::size_t target,
                                         const std::stop_token& stop);
  /// Runs the target on another script, in a fresh process and in the default configuration.
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
  [[nodiscard]] SolverAnswer ask_within(std::size_t step, const RunInput& input, const Query& query, RunStyle style,
                                        std::size_t target, const std::stop_token& stop);

  Setup setup_;
  OptionWriter options_;
  std::vector<std::unique_ptr<SolverPort>> solvers_;  ///< by target; made on first use
  struct BriefSolver {
    double wall_seconds = 0;
    std::unique_ptr<SolverPort> port;
  };
  std::array<BriefSolver, ShortLimits::kSteps - 1> brief_solvers_;  ///< for the only target, by step
  ShortLimits short_limits_;
};

}  // namespace assay::smt
