#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "assay/smt/eval.hpp"
#include "base/text.hpp"
#include "core/case/timed_stop.hpp"
#include "trigger/check/first_answers.hpp"
#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/prover/deadline.hpp"
#include "trigger/prover/script_options.hpp"
#include "trigger/report.hpp"

namespace assay::trigger {
namespace {

/// Share of the time for the incremental run that finds refuted checks.
constexpr double kShareOfFirstAnswers = 0.25;
/// Minimum time of one check in seconds, while time is left.
constexpr double kMinSeconds = 5;
/// No further check starts when less than this share of the time is left.
constexpr double kMinShareLeft = 0.02;

/// The assertions of a check as a sorted set.
using AssertionSet = std::vector<std::uint32_t>;

class LogExamination {
 public:
  LogExamination(smt::TermStore& store, const smt::Script& script, const ReportOptions& options, Prover& prover,
                 const Deadline& end, const std::stop_token& stop)
      : store_(store), script_(script), options_(options), prover_(prover), end_(end), stop_(stop) {}

  std::vector<CheckReport> run(const std::vector<Check>& checks, const std::vector<Check>& chosen) {
    for (const Check& check : chosen) reports_.push_back({check, CheckState::NoTime, 0, {}});
    // The first answers are about checks with their goals, so they say nothing about axioms alone.
    if (chosen.size() > 1 && !options_.axioms_only) take_first_answers(checks);
    const std::vector<std::size_t> waiting = without_repeats(order());
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      const double left = end_.left(options_.synthesis.seconds);
      if (i > 0 && left < kMinShareLeft * options_.synthesis.seconds) break;
      const double equal = left / static_cast<double>(waiting.size() - i);
      examine_one(reports_[waiting[i]], std::max(equal, std::min(left, kMinSeconds)));
    }
    for (CheckReport& one : reports_) {
      if (one.state != CheckState::Repeats) continue;
      const auto first = std::find_if(reports_.begin(), reports_.end(),
                                      [&](const CheckReport& other) { return other.check.number == one.repeats; });
      if (first->state == CheckState::NoTime) one.state = CheckState::NoTime;
    }
    return std::move(reports_);
  }

 private:
  void take_first_answers(const std::vector<Check>& checks) {
    const std::vector<std::optional<Answer>> answers = first_answers(
        store_, script_, checks, join(search_options(store_, script_, prover_, end_), ""), prover_.program(),
        kShareOfFirstAnswers * options_.synthesis.seconds, options_.solvers.memory_bytes, end_.stop());
    for (CheckReport& one : reports_)
      if (answers[one.check.number - 1] == Answer::Unsat) one.state = CheckState::Refuted;
  }

  /// The indices of the checks that E-matching did not refute, in the order of their examination: brief checks last;
  /// with axioms_only, larger sets of axioms first, because they may include the others.
  std::vector<std::size_t> order() {
    std::vector<std::size_t> waiting;
    for (std::size_t i = 0; i < reports_.size(); ++i)
      if (reports_[i].state != CheckState::Refuted) waiting.push_back(i);
    std::stable_sort(waiting.begin(), waiting.end(),
                     [&](std::size_t a, std::size_t b) { return !reports_[a].check.brief && reports_[b].check.brief; });
    if (options_.axioms_only) {
      std::map<std::size_t, std::size_t> sizes;
      for (const std::size_t index : waiting)
        sizes[index] = assertions_of(script_at(script_, reports_[index].check)).size();
      std::stable_sort(waiting.begin(), waiting.end(),
                       [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    }
    return waiting;
  }

  [[nodiscard]] AssertionSet assertions_of(const smt::Script& script) const {
    AssertionSet set;
    for (const smt::JudgedAssertion& one : smt::active_assertions(script)) {
      const bool matters = !options_.axioms_only || options_.ground_facts || store_.has(one.term, smt::kHasQuantifier);
      if (matters) set.push_back(one.term.index);
    }
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    return set;
  }

  /// The checks whose assertions no earlier one has, so that the time is shared among these. The others are marked.
  std::vector<std::size_t> without_repeats(const std::vector<std::size_t>& waiting) {
    std::vector<std::size_t> kept;
    std::vector<std::pair<std::size_t, AssertionSet>> seen;
    for (const std::size_t index : waiting) {
      CheckReport& one = reports_[index];
      AssertionSet assertions = assertions_of(script_at(script_, one.check));
      const auto first = std::find_if(seen.begin(), seen.end(), [&](const auto& earlier) {
        return options_.axioms_only
                   ? std::includes(earlier.second.begin(), earlier.second.end(), assertions.begin(), assertions.end())
                   : earlier.second == assertions;
      });
      if (first != seen.end()) {
        one.state = CheckState::Repeats;
        one.repeats = first->first;
        continue;
      }
      kept.push_back(index);
      seen.emplace_back(one.check.number, std::move(assertions));
    }
    return kept;
  }

  void examine_one(CheckReport& one, double seconds) {
    const smt::Script script = script_at(script_, one.check);
    ReportOptions options = options_;
    options.synthesis.seconds = seconds;
    // Without the text, since pasting needs a script with a single check.
    one.report = examine(store_, script, {}, options, prover_, stop_);
    one.state = CheckState::Examined;
  }

  smt::TermStore& store_;
  const smt::Script& script_;
  const ReportOptions& options_;
  Prover& prover_;
  const Deadline& end_;
  const std::stop_token& stop_;
  std::vector<CheckReport> reports_;
};

std::vector<Check> chosen_of(const std::vector<Check>& checks, const CheckChoice& choice) {
  std::vector<Check> chosen;
  for (const Check& check : checks) {
    const bool is_number = !choice.number || check.number == *choice.number;
    if (is_number && (!choice.line || check.where.line == *choice.line)) chosen.push_back(check);
  }
  return chosen;
}

/// The error for a chosen check that does not exist.
Error no_such_check(const std::vector<Check>& checks, const CheckChoice& choice) {
  const std::string wanted =
      choice.line ? "in line " + std::to_string(*choice.line) : "number " + std::to_string(choice.number.value_or(0));
  std::string advice = "the script has no check-sat";
  if (!checks.empty()) {
    advice = "the script has " + std::to_string(checks.size()) + (checks.size() == 1 ? " check" : " checks");
    advice += ", the first in line " + std::to_string(checks.front().where.line) + ", the last in line " +
              std::to_string(checks.back().where.line);
  }
  return {"there is no check " + wanted, advice};
}

/// The script in which constants of one name and several sorts are printed with their sorts, `(as empty Set)`, as
/// Silicon's logs have them.
smt::Script with_ascribed_constants(smt::TermStore& store, smt::Script script) {
  std::map<std::uint32_t, std::set<smt::FunctionId>> named;
  for (const smt::Command& command : script.commands)
    for (const smt::FunctionId id : command.functions) {
      const smt::Function& function = store.node(id);
      if (function.kind == smt::FunctionKind::Declared && function.parameters.empty())
        named[function.name.index].insert(id);
    }
  Replacements replacements;
  for (const auto& [name, functions] : named) {
    if (functions.size() < 2) continue;
    for (const smt::FunctionId id : functions) {
      smt::Function ascribed = store.node(id);
      ascribed.ascribed = true;
      const smt::SortId sort = ascribed.result;
      replacements.emplace(store.call_as(id, {}, sort).index, store.call_as(store.function(ascribed), {}, sort));
    }
  }
  if (replacements.empty()) return script;
  for (smt::Command& command : script.commands)
    for (smt::TermId& term : command.terms) term = replace_nodes(store, term, replacements);
  return script;
}

}  // namespace

Result<std::vector<CheckReport>> examine_checks(smt::TermStore& store, const smt::Script& given, std::string_view text,
                                                const ReportOptions& options, const CheckChoice& choice, Prover& prover,
                                                const std::stop_token& stop) {
  const smt::Script script = with_ascribed_constants(store, given);
  const std::vector<Check> checks = checks_of(script, text);
  const std::vector<Check> chosen = chosen_of(checks, choice);
  if (chosen.empty() && (choice.number || choice.line)) return no_such_check(checks, choice);
  if (checks.size() < 2) {
    std::vector<CheckReport> reports(1);
    if (!checks.empty()) reports[0].check = checks[0];
    reports[0].report = examine(store, script, text, options, prover, stop);
    reports[0].state = CheckState::Examined;
    return reports;
  }
  const core::TimedStop timed(stop, core::later(std::chrono::steady_clock::now(),
                                                wall_seconds(options.synthesis.seconds, options.synthesis.clock)));
  const Deadline end(options.synthesis.seconds, timed.token(), options.synthesis.clock);
  return LogExamination(store, script, options, prover, end, stop).run(checks, chosen);
}

SourceNames source_names(const smt::TermStore& store, const smt::Script& script,
                         const std::vector<CheckReport>& reports) {
  std::set<smt::FunctionId> own;
  for (const CheckReport& one : reports) {
    own.insert(one.report.problem.skolems.begin(), one.report.problem.skolems.end());
    for (const Completion& completion : one.report.completions) {
      for (const smt::TermId term : completion.set.terms) {
        visit_terms(store, term, [&](smt::TermId node) {
          if (store.node(node).kind == smt::TermKind::Call) own.insert(store.function_of(node));
          return true;
        });
      }
    }
  }
  return {store, script, std::vector<smt::FunctionId>(own.begin(), own.end())};
}

}  // namespace assay::trigger
