#include "smt/stability/instability.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "core/target/scratch.hpp"
#include "smt/reduce/text_tree.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kLoggedRuns = 3;       // with the answer, and without
constexpr std::uint64_t kMaxLogs = 16;       // mutants that are logged to find these runs
constexpr std::uint64_t kMaxCoreRuns = 4;    // mutants that are asked for an unsat core
constexpr std::size_t kMaxDropped = 4;       // assertions that are dropped alone
constexpr std::uint64_t kFreshMutants = 60;  // that validate an edit
constexpr double kMoreTime = 2;              // for runs that write a log, or an unsat core
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;
constexpr const char* kCoreNames = "assay-core!";

/// The answer of a logged run, and the numbers of instances.
struct LoggedRun {
  bool is_refuted = false;
  bool is_over = false;  ///< `unsat`, `unknown`, or the limit of CPU time ended it
  std::vector<std::uint64_t> counts;
};

class Explainer {
 public:
  Explainer(const SamplerSetup& setup, const SolverDefinition& definition, const std::string& script,
            const std::stop_token& stop)
      : setup_(setup), definition_(definition), script_(script), tree_(text_tree(script_)), stop_(stop) {
    more_time_.cpu_seconds *= kMoreTime;
    more_time_.wall_seconds *= kMoreTime;
  }

  Instability run() {
    if (definition_.prelude_log.empty()) {
      out_.notes.emplace_back("the solver's definition has no prelude_log: instances are not counted");
    } else {
      compare_instances();
    }
    find_edit();
    return std::move(out_);
  }

 private:
  LoggedRun logged(const Mutant& mutant, std::size_t quantifiers) const {
    InstantiationCounter counter(quantifiers);
    std::string line;
    const core::OutputSink take = [&](std::string_view data) {
      while (!data.empty()) {
        const std::size_t end = data.find('\n');
        const std::string_view part = data.substr(0, end);
        if (line.size() + part.size() <= kMaxLineBytes) line += part;
        if (end == std::string_view::npos) return true;
        counter.line(line);
        line.clear();
        data.remove_prefix(end + 1);
      }
      return true;
    };
    SolverInput input = solver_input(with_seed(definition_, mutant.solver_seed), mutant.script, {});
    core::ScratchFolder scratch;
    const core::ProcessResult result = core::run_in(scratch, {std::move(input.argv), {}, {}},
                                                    definition_.prelude_log + input.text, more_time_, take, stop_);
    // The answer is the first line of standard error.
    const std::string_view answer = trim(std::string_view(result.err).substr(0, result.err.find('\n')));
    return {answer == "unsat", answer == "unsat" || answer == "unknown" || result.ending == core::Ending::TimedOut,
            counter.counts()};
  }

  void compare_instances() {
    const NamedQuantifiers named = with_named_quantifiers(script_);
    if (named.sites.empty()) {
      out_.notes.emplace_back("the script has no quantifiers");
      return;
    }
    const MutantMaker maker(named.script, setup_.mutations, setup_.seed);
    std::vector<QuantifierDifference> all;
    for (const QuantifierSite& site : named.sites) all.push_back({site});
    for (std::uint64_t number = 1; number <= kMaxLogs && !stop_.stop_requested(); ++number) {
      const LoggedRun run = logged(maker.make(number), named.sites.size());
      std::size_t& runs = run.is_refuted ? out_.answered_runs : out_.failed_runs;
      if (!run.is_over || runs >= kLoggedRuns) continue;
      ++runs;
      for (std::size_t i = 0; i < all.size(); ++i)
        (run.is_refuted ? all[i].answered : all[i].failed) += static_cast<double>(run.counts[i]);
      if (out_.answered_runs >= kLoggedRuns && out_.failed_runs >= kLoggedRuns) break;
    }
    if (out_.answered_runs == 0 || out_.failed_runs == 0) {
      out_.notes.push_back("all " + std::to_string(out_.answered_runs + out_.failed_runs) + " runs with a log have " +
                           (out_.failed_runs == 0 ? "the" : "no") + " answer: instances are not compared");
      return;
    }
    for (QuantifierDifference& one : all) {
      one.answered /= static_cast<double>(out_.answered_runs);
      one.failed /= static_cast<double>(out_.failed_runs);
    }
    const auto ratio = [](const QuantifierDifference& one) {
      return std::abs(std::log((one.failed + 1) / (one.answered + 1)));
    };
    std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return ratio(a) > ratio(b); });
    std::erase_if(all, [&](const auto& one) { return ratio(one) == 0; });
    out_.differences = std::move(all);
  }

  /// The positions of the assertions in an unsat core of a mutant. Nullopt: no mutant has one.
  std::optional<std::set<std::size_t>> find_core() {
    std::map<std::string, std::size_t, std::less<>> positions;  // of assertions, by name
    std::string named;
    const std::vector<std::size_t>& commands = tree_.nodes.front().children;
    for (std::size_t i = 0; i < commands.size(); ++i) {
      const std::vector<std::size_t>& parts = tree_.nodes[commands[i]].children;
      if (tree_.head(commands[i]) != "assert" || parts.size() != 2) {
        named += std::string(tree_.text_of(commands[i])) + "\n";
        continue;
      }
      const std::string name = kCoreNames + std::to_string(i);
      positions[name] = i;
      named += "(assert (! " + std::string(tree_.text_of(parts[1])) + " :named " + name + "))\n";
    }
    SolverDefinition solver = definition_;
    solver.prelude_core = "(set-option :produce-unsat-cores true)\n";
    const MutantMaker maker(named, setup_.mutations, setup_.seed);
    for (std::uint64_t number = 1; number <= kMaxCoreRuns && !stop_.stop_requested(); ++number) {
      const Mutant mutant = maker.make(number);
      const SolverAnswer answer = setup_.make_solver(with_seed(solver, mutant.solver_seed), more_time_)
                                      ->run(mutant.script, {.core = true}, RunStyle::Process, stop_);
      const bool is_refuted = !answer.replies.empty() && answer.replies.back() == Reply::Unsat;
      if (!is_refuted || !answer.core) continue;
      std::set<std::size_t> core;
      for (const std::string& name : *answer.core)
        if (const auto found = positions.find(name); found != positions.end()) core.insert(found->second);
      if (!core.empty()) return core;
    }
    return std::nullopt;
  }

  void find_edit() {
    const std::vector<std::size_t>& commands = tree_.nodes.front().children;
    const auto checks = std::count_if(commands.begin(), commands.end(), [&](std::size_t command) {
      return tree_.head(command).starts_with("check-sat");
    });
    if (checks != 1 || definition_.prelude_core.empty()) {
      out_.notes.emplace_back("edits are tried for scripts with one check, and solvers with unsat cores");
      return;
    }
    const std::optional<std::set<std::size_t>> core = find_core();
    if (!core) out_.notes.emplace_back("no mutant has an unsat core within the limits");
    std::vector<std::size_t> worst;
    for (const QuantifierDifference& one : out_.differences) {
      const std::size_t command = one.site.command;
      const bool can_go = one.failed > one.answered && !(core && core->contains(command)) &&
                          tree_.head(commands[command]) == "assert" &&
                          std::find(worst.begin(), worst.end(), command) == worst.end();
      if (can_go && worst.size() < kMaxDropped) worst.push_back(command);
    }
    std::set<std::size_t> together;
    for (const std::size_t command : worst) {
      if (drop({command})) return;
      // Without an assertion that the proof needs, no mutant has an answer.
      if (out_.edits.back().sampled.sampling.answered > 0) together.insert(command);
      if (together.size() > 1 && together.contains(command) && drop(together)) return;
    }
    std::set<std::size_t> others;
    for (std::size_t i = 0; core && i < commands.size(); ++i)
      if (tree_.head(commands[i]) == "assert" && !core->contains(i)) others.insert(i);
    if (core && others.empty()) out_.notes.emplace_back("every assertion is in the unsat core: none can be dropped");
    if (!others.empty()) (void)drop(others);
  }

  /// Tries an edit. True: it makes the script stable, or the time is up.
  bool drop(const std::set<std::size_t>& dropped) {
    if (stop_.stop_requested()) return true;
    DroppedAssertions edit;
    edit.commands.assign(dropped.begin(), dropped.end());
    const std::vector<std::size_t>& commands = tree_.nodes.front().children;
    for (std::size_t i = 0; i < commands.size(); ++i)
      (dropped.contains(i) ? edit.text : edit.script) += std::string(tree_.text_of(commands[i])) + "\n";
    SamplerSetup fresh = setup_;
    ++fresh.seed;
    fresh.max_runs = kFreshMutants;
    fresh.only_stable = true;
    edit.sampled = sample_script(fresh, definition_, edit.script, stop_);
    out_.edits.push_back(std::move(edit));
    return out_.remedy() != nullptr;
  }

  const SamplerSetup& setup_;
  const SolverDefinition& definition_;
  std::string script_;
  TextTree tree_;
  std::stop_token stop_;
  core::Limits more_time_ = setup_.limits;
  Instability out_;
};

}  // namespace

const DroppedAssertions* Instability::remedy() const {
  if (edits.empty()) return nullptr;
  const SampledScript& last = edits.back().sampled;
  const bool is_right = last.stability == core::Stability::Stable && !last.contradicting &&
                        last.answers == std::vector<std::string>{"unsat"};
  return is_right ? &edits.back() : nullptr;
}

Instability explain_instability(const SamplerSetup& setup, const SolverDefinition& definition,
                                const std::string& script, const std::stop_token& stop) {
  return Explainer(setup, definition, script, stop).run();
}

}  // namespace assay::smt
