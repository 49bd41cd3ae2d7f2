#include <limits>
#include <string_view>

#include "assay/base/text.hpp"
#include "assay/core/module_options.hpp"
#include "cli/trigger/trigger_run.hpp"

namespace assay::cli {
namespace {

using core::OptionTexts;
using trigger::Source;

constexpr const char* kAll = "all";

trigger::SynthesisOptions& synthesis_of(TriggerJob& job) { return job.options.synthesis; }

OptionTexts alternatives_text(const TriggerJob& job) {
  const std::size_t wanted = job.options.synthesis.wanted;
  return {wanted == std::numeric_limits<std::size_t>::max() ? kAll : std::to_string(wanted - 1)};
}

Status put_alternatives(TriggerJob& job, const OptionTexts& texts) {
  const std::optional<std::uint64_t> number = parse_unsigned(texts.front());
  if (!number && texts.front() != kAll) return Error{"it must be a number, or all", ""};
  job.options.synthesis.wanted = number ? *number + 1 : std::numeric_limits<std::size_t>::max();
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

/// A row of the search's bounds.
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
      "of quantifiers that have none: solver (it chooses in each run), own (Assay's choice, written into the script)");
  table.add("seed", bound(&Search::seed), "of the solver's random choices; 0: its own");
  table
      .add_custom("alternatives", core::OptionKind::Text, alternatives_text, put_alternatives,
                  "further terms to look for, which may show other issues: a number, or all (until the time is up)")
      .is_common();
  table.add("clusters", bound(&Search::clusters), "most conjuncts that are combined").range(1, 1000);
  table.add("similarity", bound(&Search::similarity), "least Jaccard index of conjuncts that are combined")
      .real_range(0, 1);
  table.add("copies", bound(&Search::copies), "how often one conjunct may be combined").range(1, 1000);
  table.add("models", bound(&Search::models), "models of one formula").range(1, 100'000);
  table.add("formulas", bound(&Search::formulas), "formulas made for each conjunct").range(1, 1'000'000);
}

void add_targets(core::OptionTable<TriggerJob>& table) {
  table.group("Targets");
  core::add_limits(table);
  table
      .add(
          "z3", [](TriggerJob& job) -> std::string& { return job.options.solvers.z3; }, "the z3 to use")
      .is_common();
  table.add_choice<bool TriggerJob::*, bool>(
      "checks", &TriggerJob::library, {{"library", true}, {"process", false}},
      "how candidates are checked: library (libz3, where it is of z3's release), process");
  table
      .add(
          "cvc5", [](TriggerJob& job) -> std::string& { return job.options.solvers.cvc5; },
          "the cvc5 that checks what is found, where there is one")
      .is_common();
  table
      .add_duration("time", bound(&trigger::SynthesisOptions::seconds),
                    "for everything in each script: search, check, explanation; its checks share it")
      .real_range(0.001, 1000 * 86400.0)
      .is_common();
  table.add("jobs", &TriggerJob::jobs, "solver processes at a time: for several scripts, or for one search")
      .range(1, 1024)
      .short_flag('j')
      .is_common();
}

void add_output(core::OptionTable<TriggerJob>& table) {
  table.group("");
  table
      .add("emit", &TriggerJob::emit,
           "write the completed script to this file; of several scripts, into this folder, one file each")
      .is_common();
  table.add("json", &TriggerJob::json, "one JSON object a line for each check of each script")
      .affects(core::Affects::Session)
      .is_common();
  table
      .add_opposite(
          "no-derivation", [](TriggerJob& job) -> bool& { return job.options.explain; },
          "only the terms: not why they refute it, and no other patterns")
      .is_common();
  table.add_opposite(
      "no-suggestions", [](TriggerJob& job) -> bool& { return job.options.suggest; }, "no other patterns");
}

}  // namespace

const core::OptionTable<TriggerJob>& trigger_option_table() {
  static const core::OptionTable<TriggerJob> table = [] {
    core::OptionTable<TriggerJob> rows;
    rows.add("scripts", &TriggerJob::scripts, "SMT-LIB scripts; - is standard input").as_positional();
    rows.add_custom(
            "check", core::OptionKind::Text, check_text, put_check,
            "which check-sat of each script: its number from 1 on, line:41 for the one in line 41, or all (those "
            "that E-matching does not refute)")
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
            "also assertions without quantifiers: facts on constants")
        .is_common();
    rows.add(
            "modulo-patterns", [](TriggerJob& job) -> bool& { return job.options.modulo_patterns; },
            "also ask engines that do not follow the patterns: is what they see out of E-matching's sight?")
        .is_common();
    return rows;
  }();
  return table;
}

}  // namespace assay::cli
