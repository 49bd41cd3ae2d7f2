#include "smt/stability/instability.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "core/target/scratch.hpp"
#include "smt/log/log_profile.hpp"
#include "smt/reduce/named_assertions.hpp"
#include "smt/stability/log_instances.hpp"
#include "smt/stability/proof_instances.hpp"
#include "smt/stability/split_assertions.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kLoggedRuns = 3;       // with the answer, and without
constexpr std::uint64_t kMaxLogs = 16;       // mutants that are logged to find these runs
constexpr std::uint64_t kMaxCoreRuns = 8;    // mutants that are asked for an unsat core or a proof
constexpr std::size_t kMaxDropped = 4;       // assertions that are dropped, or lose quantifiers, alone
constexpr std::size_t kMaxInstances = 400;   // that are added at once
constexpr std::size_t kMaxGround = 20'000;   // in a request of an unsat core without universal assertions
constexpr std::size_t kMaxPatterns = 4;      // edits of patterns
constexpr std::size_t kMaxAdditions = 8;     // sets of instances that are added
constexpr std::uint64_t kFreshMutants = 60;  // that validate an edit
constexpr double kMoreTime = 2;              // for runs that write a log, or an unsat core

/// The answer of a logged run, and the numbers of instances.
struct LoggedRun {
  bool is_refuted = false;
  bool is_over = false;  ///< `unsat`, `unknown`, or the limit of CPU time ended it
  std::vector<std::uint64_t> counts;
  std::string instances = {};  ///< in the form of a proof

  [[nodiscard]] std::uint64_t total() const { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }
};

/// The positions of the commands that are asked for an answer.
std::vector<std::size_t> checks_in(const TextTree& tree) {
  std::vector<std::size_t> found;
  const std::vector<std::size_t>& commands = tree.nodes.front().children;
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (tree.head(commands[i]).starts_with("check-sat")) found.push_back(i);
  return found;
}

/// The texts of a quantifier that keeps a single pattern; empty unless it has several.
std::vector<std::string> with_one_pattern(const TextTree& tree, std::size_t quantifier) {
  std::vector<std::size_t> patterns;
  const std::vector<std::size_t>& parts = tree.nodes[tree.nodes[quantifier].children.back()].children;
  for (std::size_t i = 1; i + 1 < parts.size(); ++i)
    if (tree.text_of(parts[i]) == ":pattern") patterns.push_back(i);
  std::vector<std::string> texts;
  for (const std::size_t kept : patterns) {
    std::string text;
    std::size_t copied = tree.nodes[quantifier].begin;
    for (const std::size_t other : patterns) {
      if (other == kept) continue;
      text += tree.text.substr(copied, tree.nodes[parts[other]].begin - copied);
      copied = tree.nodes[parts[other + 1]].end;
    }
    text += tree.text.substr(copied, tree.nodes[quantifier].end - copied);
    if (patterns.size() > 1) texts.push_back(std::move(text));
  }
  return texts;
}

class Explainer {
 public:
  Explainer(const SamplerSetup& setup, const SolverDefinition& definition, const std::string& script,
            const std::stop_token& stop)
      : setup_(setup),
        definition_(definition),
        split_(with_split_assertions(script)),
        script_(split_.text),
        tree_(text_tree(script_)),
        named_(with_named_quantifiers(tree_)),
        stop_(stop) {
    more_time_.cpu_seconds *= kMoreTime;
    more_time_.wall_seconds *= kMoreTime;
    for (QuantifierSite& site : named_.sites)
      site.line = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(site.line) + split_.shifts[site.command]);
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
    LogProfile log;
    LogInstances instances;
    const core::OutputSink take = [&](std::string_view data) {
      log.add(data);
      instances.add(data);
      return true;
    };
    SolverInput input = solver_input(with_seed(definition_, mutant.solver_seed), mutant.script, {});
    core::ScratchFolder scratch;
    const core::ProcessResult result = core::run_in(scratch, {std::move(input.argv), {}, {}},
                                                    definition_.prelude_log + input.text, more_time_, take, stop_);
    // The answer is the first line of standard error.
    const std::string_view answer = trim(std::string_view(result.err).substr(0, result.err.find('\n')));
    return {answer == "unsat", answer == "unsat" || answer == "unknown" || result.ending == core::Ending::TimedOut,
            instances_by_site(log.counts(), quantifiers), instances.proof()};
  }

  void compare_instances() {
    if (named_.sites.empty()) {
      out_.notes.emplace_back("the script has no quantifiers");
      return;
    }
    std::vector<QuantifierDifference> all = differences(setup_.mutations.order || setup_.mutations.seeds);
    if (out_.answered_runs == 0 || out_.failed_runs == 0) all = differences(false);
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

  /// The sums of the instances in runs with the answer and without. `has_own_words`: of mutants with the script's own
  /// names and orders of variables, whose instances can be written as assertions.
  std::vector<QuantifierDifference> differences(bool has_own_words) {
    const Mutations own{setup_.mutations.order, false, setup_.mutations.seeds, false};
    const MutantMaker maker(named_.script, has_own_words ? own : setup_.mutations, setup_.seed);
    std::vector<QuantifierDifference> all;
    for (const QuantifierSite& site : named_.sites) all.push_back({site});
    out_.answered_runs = out_.failed_runs = 0;
    for (std::uint64_t number = 1; number <= kMaxLogs && !stop_.stop_requested(); ++number) {
      LoggedRun run = logged(maker.make(number), named_.sites.size());
      std::size_t& runs = run.is_refuted ? out_.answered_runs : out_.failed_runs;
      if (!run.is_over || runs >= kLoggedRuns) continue;
      ++runs;
      for (std::size_t i = 0; i < all.size(); ++i)
        (run.is_refuted ? all[i].answered : all[i].failed) += static_cast<double>(run.counts[i]);
      const bool is_best = run.is_refuted && has_own_words && (!best_ || run.total() < best_->total());
      if (is_best) best_ = std::move(run);
      if (out_.answered_runs >= kLoggedRuns && out_.failed_runs >= kLoggedRuns) break;
    }
    return all;
  }

  /// The positions of the assertions in an unsat core of a mutant of the script. Nullopt: no mutant has one.
  /// `left_out`: positions of assertions that the mutants lack.
  std::optional<std::set<std::size_t>> find_core(const TextTree& tree,
                                                 const std::set<std::size_t>& left_out = {}) const {
    const NamedAssertions named = name_assertions(tree, left_out);
    SolverDefinition solver = definition_;
    solver.prelude_core = "(set-option :produce-unsat-cores true)\n";
    const std::optional<SolverAnswer> answer =
        refutation(named.script, setup_.mutations, solver, {.core = true},
                   [](const SolverAnswer& one) { return one.core && !one.core->empty(); });
    if (!answer) return std::nullopt;
    std::set<std::size_t> core = named.commands_of(*answer->core);
    return core.empty() ? std::nullopt : std::optional(std::move(core));
  }

  /// The first refutation of a mutant for which `is_enough` holds.
  template <typename IsEnough>
  std::optional<SolverAnswer> refutation(const std::string& script, const Mutations& mutations,
                                         const SolverDefinition& solver, const Query& query, IsEnough is_enough) const {
    const MutantMaker maker(script, mutations, setup_.seed);
    for (std::uint64_t number = 1; number <= kMaxCoreRuns && !stop_.stop_requested(); ++number) {
      const Mutant mutant = maker.make(number);
      SolverAnswer answer = setup_.make_solver(with_seed(solver, mutant.solver_seed), more_time_)
                                ->run(mutant.script, query, RunStyle::Process, stop_);
      if (answer.replies.empty()) continue;
      if (answer.replies.back() == Reply::Sat) return std::nullopt;
      if (answer.replies.back() == Reply::Unsat && is_enough(answer)) return answer;
    }
    return std::nullopt;
  }

  void find_edit() {
    if (checks_in(tree_).size() != 1 || definition_.prelude_core.empty()) {
      out_.notes.emplace_back("edits are tried for scripts with one check, and solvers with unsat cores");
      return;
    }
    const std::set<std::size_t> unused = unused_axioms();
    std::optional<std::set<std::size_t>> core = find_core(tree_);
    if (!core && !unused.empty()) core = find_core(tree_, unused);
    if (!core) out_.notes.emplace_back("no mutant has an unsat core within the limits");
    if (drop_worst(core) || replace_worst() || keep_patterns()) return;
    if (!core && !unused.empty() && drop(unused)) return;
    if (!drop_all_outside(core)) add_instances();
  }

  /// The term of an assertion without its name. 0: no assertion.
  [[nodiscard]] std::size_t asserted(std::size_t position) const {
    const std::size_t command = tree_.nodes.front().children[position];
    if (tree_.head(command) != "assert" || tree_.nodes[command].children.size() != 2) return 0;
    const std::size_t term = tree_.nodes[command].children[1];
    return tree_.head(term) == "!" ? tree_.nodes[term].children[1] : term;
  }

  [[nodiscard]] std::set<std::size_t> universal_assertions() const {
    std::set<std::size_t> universal;
    for (const QuantifierSite& site : named_.sites)
      if (tree_.head(asserted(site.command)) == "forall") universal.insert(site.command);
    return universal;
  }

  /// The positions of universal assertions without an instance in the run with the answer that has the fewest
  /// instances: it did not need them.
  [[nodiscard]] std::set<std::size_t> unused_axioms() const {
    if (!best_) return {};
    std::set<std::size_t> unused = universal_assertions();
    for (std::size_t i = 0; i < named_.sites.size(); ++i)
      if (best_->counts[i] > 0) unused.erase(named_.sites[i].command);
    return unused;
  }

  /// The positions of assertions whose quantifiers are instantiated more in runs without the answer, the worst first.
  template <typename IsRight>
  [[nodiscard]] std::vector<std::size_t> worst_assertions(IsRight is_right) const {
    std::vector<std::size_t> worst;
    for (const QuantifierDifference& one : out_.differences) {
      const std::size_t command = one.site.command;
      if (one.failed > one.answered && worst.size() < kMaxDropped && asserted(command) != 0 && is_right(command) &&
          std::find(worst.begin(), worst.end(), command) == worst.end())
        worst.push_back(command);
    }
    return worst;
  }

  /// Replaces quantifiers by their instances in the run with the answer that has the fewest instances: in one assertion
  /// after the other, and in several together.
  bool replace_worst() {
    if (!best_) return false;
    for (InstanceAssertion& one : instances_in_proof(tree_, named_.sites, best_->instances))
      instances_[one.site].push_back(std::move(one.instance));
    ScriptEdit together;
    for (const std::size_t command : worst_assertions([](std::size_t) { return true; })) {
      ScriptEdit edit;
      replace(command, edit);
      if (edit.changes.empty()) continue;
      if (try_edit(edit)) return true;
      if (out_.edits.back().sampled.sampling.answered == 0) continue;
      replace(command, together);
      if (together.changes.size() > 1 && try_edit(together)) return true;
    }
    return false;
  }

  /// Adds to the edit an assertion whose quantifiers with more instances in runs without the answer are replaced.
  /// Quantifiers with instances that cannot be written stay.
  void replace(std::size_t position, ScriptEdit& edit) const {
    edit.kind = ScriptEdit::Kind::Replace;
    std::set<std::size_t> hot;
    for (const QuantifierDifference& one : out_.differences)
      if (one.failed > one.answered) hot.insert(one.site.node);
    const TextNode& command = tree_.nodes[tree_.nodes.front().children[position]];
    std::string text;
    std::size_t copied = command.begin;
    for (std::size_t i = 0; i < named_.sites.size(); ++i) {
      const QuantifierSite& site = named_.sites[i];
      const TextNode& quantifier = tree_.nodes[site.node];
      const auto found = instances_.find(i);
      const std::size_t count = found == instances_.end() ? 0 : found->second.size();
      if (site.command != position || quantifier.begin < copied || !hot.contains(site.node) ||
          (count == 0 && best_->counts[i] > 0) || count > kMaxInstances || !instantiable_in(tree_, site))
        continue;
      text += tree_.text.substr(copied, quantifier.begin - copied);
      text += count == 0 ? "true" : count == 1 ? found->second[0] : "(and " + join(found->second, " ") + ")";
      copied = quantifier.end;
      ++edit.replaced;
    }
    if (copied == command.begin) return;
    text += tree_.text.substr(copied, command.end - copied);
    edit.changes.emplace_back(tree_.text.substr(command.begin, command.end - command.begin), std::move(text));
  }

  /// True here and below: an edit makes the script stable, or the time is up.
  bool drop_worst(const std::optional<std::set<std::size_t>>& core) {
    const std::vector<std::size_t> worst =
        worst_assertions([&](std::size_t command) { return !core || !core->contains(command); });
    std::set<std::size_t> together;
    for (const std::size_t command : worst) {
      if (drop({command})) return true;
      // Without an assertion that the proof needs, no mutant has an answer.
      if (out_.edits.back().sampled.sampling.answered > 0) together.insert(command);
      if (together.size() > 1 && together.contains(command) && drop(together)) return true;
    }
    return false;
  }

  bool keep_patterns() {
    std::size_t tried = 0;
    for (const QuantifierDifference& one : out_.differences) {
      if (one.failed <= one.answered) continue;
      const TextNode& quantifier = tree_.nodes[one.site.node];
      const std::size_t command = tree_.nodes.front().children[one.site.command];
      for (const std::string& text : with_one_pattern(tree_, one.site.node)) {
        if (tried++ == kMaxPatterns) return false;
        const std::string whole(tree_.text_of(command));
        const std::size_t begin = quantifier.begin - tree_.nodes[command].begin;
        ScriptEdit edit;
        edit.kind = ScriptEdit::Kind::Pattern;
        edit.changes = {{whole, whole}};
        edit.changes.front().second.replace(begin, quantifier.end - quantifier.begin, text);
        if (try_edit(std::move(edit))) return true;
      }
    }
    return false;
  }

  bool drop_all_outside(const std::optional<std::set<std::size_t>>& core) {
    const std::vector<std::size_t>& commands = tree_.nodes.front().children;
    std::set<std::size_t> others;
    for (std::size_t i = 0; core && i < commands.size(); ++i)
      if (tree_.head(commands[i]) == "assert" && !core->contains(i)) others.insert(i);
    if (core && others.empty()) out_.notes.emplace_back("every assertion is in the unsat core: none can be dropped");
    return !others.empty() && (drop(others) || replace_in(*core, others));
  }

  /// Drops assertions, and replaces quantifiers of the core that are instantiated more in runs without the answer.
  bool replace_in(const std::set<std::size_t>& core, const std::set<std::size_t>& dropped) {
    ScriptEdit edit = without(dropped);
    for (const std::size_t command : worst_assertions([&](std::size_t one) { return core.contains(one); }))
      if (best_) replace(command, edit);
    if (edit.changes.size() == dropped.size()) return false;
    return try_edit(std::move(edit));
  }

  bool drop(const std::set<std::size_t>& dropped) { return try_edit(without(dropped)); }

  [[nodiscard]] ScriptEdit without(const std::set<std::size_t>& dropped) const {
    ScriptEdit edit;
    for (const std::size_t command : dropped)
      edit.changes.emplace_back(tree_.text_of(tree_.nodes.front().children[command]), "");
    return edit;
  }

  /// The instances of a proof, or else of the run with the answer that has the fewest.
  std::vector<std::string> known_instances() {
    const Mutations kept{setup_.mutations.order, false, true, false};  // the proof has the script's names
    const std::optional<SolverAnswer> proved =
        definition_.prelude_proof.empty() ? std::nullopt
                                          : refutation(named_.script, kept, definition_, {.proof = "text"},
                                                       [](const SolverAnswer& one) { return one.proof.has_value(); });
    std::string record = best_ ? best_->instances : std::string();
    if (proved) record = *proved->proof;
    std::vector<std::string> all;
    for (InstanceAssertion& one : instances_in_proof(tree_, named_.sites, record))
      if (all.size() < kMaxGround) all.push_back(std::move(one.text));
    if (all.empty())
      out_.notes.emplace_back(record.empty() ? "no mutant has a proof within the limits"
                                             : "no instance of a refutation can be written as an assertion");
    return all;
  }

  /// The instances in an unsat core of the script with all of them, without the assertions at `left_out`.
  [[nodiscard]] std::optional<std::vector<std::string>> needed_of(const std::vector<std::string>& all,
                                                                  const std::set<std::size_t>& left_out) const {
    const std::string longer = with_added(script_, all);
    const std::optional<std::set<std::size_t>> core = find_core(text_tree(longer), left_out);
    if (!core) return std::nullopt;
    const std::size_t first = checks_in(tree_).front();
    std::vector<std::string> needed;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (core->contains(first + i)) needed.push_back(all[i]);
    return needed;
  }

  /// Adds the instances that refute the script without its universal assertions, and then drops these; or else the
  /// first known instances, as far as an unsat core needs them. Then, as long as the script is stable, half of these.
  void add_instances() {
    std::vector<std::string> all = known_instances();
    if (all.empty()) return;
    const std::set<std::size_t> universal = universal_assertions();
    if (std::optional<std::vector<std::string>> ground = needed_of(all, universal)) {
      if (!add(*ground)) {
        (void)add(*ground, universal);
        return;
      }
      all = std::move(*ground);
    } else {
      all.resize(std::min(all.size(), kMaxInstances));
      all = needed_of(all, {}).value_or(all);
      if (all.empty() || !add(all)) return;
    }
    std::size_t tries = 1;
    for (std::size_t size = (all.size() + 1) / 2; all.size() > 1 && tries < kMaxAdditions; size = (size + 1) / 2) {
      for (std::size_t begin = 0; begin < all.size() && tries < kMaxAdditions; ++tries) {
        std::vector<std::string> fewer = all;
        const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(begin);
        fewer.erase(from, from + static_cast<std::ptrdiff_t>(std::min(size, fewer.size() - begin)));
        if (!fewer.empty() && add(fewer))
          all = std::move(fewer);
        else
          begin += size;
      }
      if (size == 1) break;
    }
  }

  bool add(const std::vector<std::string>& instances, const std::set<std::size_t>& dropped = {}) {
    ScriptEdit edit = without(dropped);
    edit.kind = ScriptEdit::Kind::Add;
    edit.added = instances;
    return try_edit(std::move(edit));
  }

  bool try_edit(ScriptEdit edit) {
    if (stop_.stop_requested()) return true;
    edit.script = with_added(with_changes(edit, script_).value_or(script_), edit.added);
    SamplerSetup fresh = setup_;
    ++fresh.seed;
    fresh.max_runs = kFreshMutants;
    fresh.only_stable = true;
    edit.sampled = sample_script(fresh, definition_, edit.script, stop_);
    const SampledScript& sampled = edit.sampled;
    const bool is_right = sampled.stability == core::Stability::Stable && !sampled.contradicting &&
                          sampled.answers == std::vector<std::string>{"unsat"};
    if (is_right) out_.best = out_.edits.size();
    out_.edits.push_back(std::move(edit));
    return is_right;
  }

  /// The script with new commands in front of its check.
  static std::string with_added(const std::string& script, const std::vector<std::string>& added) {
    if (added.empty()) return script;
    const TextTree tree = text_tree(script);
    const std::size_t at = tree.nodes[tree.nodes.front().children[checks_in(tree).front()]].begin;
    return script.substr(0, at) + join(added, "\n") + "\n" + script.substr(at);
  }

  const SamplerSetup& setup_;
  const SolverDefinition& definition_;
  SplitScript split_;
  const std::string& script_;
  TextTree tree_;
  NamedQuantifiers named_;
  std::stop_token stop_;
  core::Limits more_time_ = setup_.limits;
  std::map<std::size_t, std::vector<std::string>> instances_;  ///< of best_, by position in the sites
  std::optional<LoggedRun> best_;  ///< with the answer, the script's own words, and the fewest instances
  Instability out_;
};

}  // namespace

const ScriptEdit* Instability::remedy() const { return best ? &edits[*best] : nullptr; }

Instability explain_instability(const SamplerSetup& setup, const SolverDefinition& definition,
                                const std::string& script, const std::stop_token& stop) {
  return Explainer(setup, definition, script, stop).run();
}

}  // namespace assay::smt
