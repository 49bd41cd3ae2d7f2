#include <limits>
#include <string_view>

#include "base/text.hpp"
#include "cli/trigger/trigger_run.hpp"
#include "core/options/module_options.hpp"

namespace assay::cli {
namespace {

using core::OptionTexts;
using trigger::Source;

constexpr const char* kAll = "all";

trigger::SynthesisOptions& synthesis_of(TriggerJob& job) { return job.options.synthesis; }

OptionTexts alternatives_text(const TriggerJob& job) {
  const std::size_t wanted = job.options.synthesis.max_term_sets;
  return {wanted == std::numeric_limits<std::size_t>::max() ? kAll : std::to_string(wanted - 1)};
}

Status put_alternatives(TriggerJob& job, const OptionTexts& texts) {
  const std::optional<std::uint64_t> number = parse_unsigned(texts.front());
  if (!number && texts.front() != kAll) return Error{"it must be a number, or all", ""};
  job.options.synthesis.max_term_sets = number ? *number + 1 : std::numeric_limits<std::size_t>::max();
  return {};
}

constexpr std::string_view kLine = "line:";

OptionTexts check_text(const TriggerJob& job) {
  if (job.check.line) return {std::string(kLine) + std::to_string(*job.check.line)};
  return {job.check.number ? std::to_string(*job.check.number) : std::string(kAll)};
}

Status put_check(TriggerJob& job, const OptionTexts& texts) {
  std::string_view text = texts.front();
  job.check = {};
  if (text == kAll) return {};
  const bool is_line = text.starts_with(kLine);
  if (is_line) text.remove_prefix(kLine.size());
  const std::optional<std::uint64_t> number = parse_unsigned(text);
  if (!number || *number == 0) return Error{"it must be a number from 1 on, line: and a line, or all", ""};
  (is_line ? job.check.line : job.check.number) = *number;
  return {};
}

/// The accessor of a member of SynthesisOptions.
template <typename Value>
auto bound(Value trigger::SynthesisOptions::*member) {
  return [member](TriggerJob& job) -> Value& { return synthesis_of(job).*member; };
}

void add_search(core::OptionTable<TriggerJob>& table) {
  using Search = trigger::SynthesisOptions;
  table.group("Search");
  table
      .add_choice<decltype(bound(&Search::source)), Source>(
          "from", bound(&Search::source),
          {{"search", Source::Search}, {"proof", Source::Proof}, {"both", Source::Both}},
          "where terms come from: proofs by instantiation methods that need no patterns, or the search for them")
      .is_common();
  table.add_choice<bool& (*)(TriggerJob&), bool>(
      "patterns", [](TriggerJob& job) -> bool& { return job.options.own_patterns; }, {{"solver", false}, {"own", true}},
      "for quantifiers without patterns: solver (it selects in each run), own (Assay's selection, in the script)");
  table.add("seed", bound(&Search::seed), "random seed of the solver; 0: its default");
  table
      .add_custom("alternatives", core::OptionKind::Text, alternatives_text, put_alternatives,
                  "number of further terms to look for, which may show other issues, or all (until the time is up)")
      .is_common();
  table.add("clusters", bound(&Search::clusters), "maximum number of combined conjuncts").range(1, 1000);
  table.add("similarity", bound(&Search::similarity), "minimum Jaccard index of combined conjuncts").real_range(0, 1);
  table.add("copies", bound(&Search::copies), "maximum copies of one conjunct in a combination").range(1, 1000);
  table.add("models", bound(&Search::models), "maximum number of models of one formula").range(1, 100'000);
  table.add("formulas", bound(&Search::formulas), "maximum number of new formulas per conjunct and round")
      .range(1, 1'000'000);
}

void add_targets(core::OptionTable<TriggerJob>& table) {
  table.group("Targets");
  core::add_limits(table);
  table
      .add(
          "z3", [](TriggerJob& job) -> std::string& { return job.options.solvers.z3; },
          "the z3 to use: a program, or a release as z3@4.13.4")
      .is_common();
  table.add_choice<bool TriggerJob::*, bool>(
      "checks", &TriggerJob::library, {{"library", true}, {"process", false}},
      "how candidates are checked: library (libz3, if it is of z3's release), process");
  table
      .add(
          "cvc5", [](TriggerJob& job) -> std::string& { return job.options.solvers.cvc5; },
          "the cvc5 that also checks the terms; optional")
      .is_common();
  table
      .add("prover", &TriggerJob::provers,
           "solvers that refute the script: the instances that they use are tried first, as z3@4.8.5 or z3=/path/z3")
      .is_common();
  table
      .add_duration("time", bound(&trigger::SynthesisOptions::seconds),
                    "limit for each script: search, checks and explanation; shared by its check-sats")
      .real_range(0.001, 1000 * 86400.0)
      .is_common();
  table
      .add_duration("cpu-time", &TriggerJob::cpu_seconds,
                    "limit for each script in CPU seconds of Assay and its solvers, instead of --time, so that a busy "
                    "machine finds the same; scripts run one after the other")
      .real_range(0.001, 1000 * 86400.0)
      .is_common();
  table.add("jobs", &TriggerJob::jobs, "concurrent solver processes: for several scripts, or within one search")
      .range(1, 1024)
      .short_flag('j')
      .is_common();
}

void add_output(core::OptionTable<TriggerJob>& table) {
  table.group("");
  table
      .add("emit", &TriggerJob::emit,
           "write the completed script to this file; for several scripts, one file each in this folder")
      .is_common();
  table.add("json", &TriggerJob::json, "one JSON object a line for each check of each script")
      .affects(core::Affects::Session)
      .is_common();
  table
      .add_opposite(
          "no-derivation", [](TriggerJob& job) -> bool& { return job.options.explain; },
          "print only the terms: no derivation, and no weaker patterns")
      .is_common();
  table.add("also", &TriggerJob::also,
            "scripts, or folders of them, on which suggested patterns are tried, too: do they make these slower?");
  table.add_opposite(
      "no-suggestions", [](TriggerJob& job) -> bool& { return job.options.suggest; }, "suggest no weaker patterns");
}

}  // namespace

const core::OptionTable<TriggerJob>& trigger_option_table() {
  static const core::OptionTable<TriggerJob> table = [] {
    core::OptionTable<TriggerJob> rows;
    rows.add("scripts", &TriggerJob::scripts, "SMT-LIB scripts; - is standard input").as_positional();
    rows.add_custom(
            "check", core::OptionKind::Text, check_text, put_check,
            "the check-sat to examine in each script: its number from 1 on, line:41 for the check in line 41, or all "
            "(the checks that E-matching does not refute)")
        .is_common();
    add_search(rows);
    add_targets(rows);
    add_output(rows);
    return rows;
  }();
  return table;
}

const core::OptionTable<TriggerJob>& trigger_check_option_table() {
  static const core::OptionTable<TriggerJob> table = [] {
    core::OptionTable<TriggerJob> rows;
    rows.include(trigger_option_table(), [](TriggerJob& job) -> TriggerJob& { return job; });
    rows.add(
            "ground", [](TriggerJob& job) -> bool& { return job.options.ground_facts; },
            "also use assertions without quantifiers: facts about constants")
        .is_common();
    rows.add(
            "modulo-patterns", [](TriggerJob& job) -> bool& { return job.options.modulo_patterns; },
            "also ask engines that do not follow the patterns, to find inconsistencies that E-matching misses")
        .is_common();
    return rows;
  }();
  return table;
}

}  // namespace assay::cli
