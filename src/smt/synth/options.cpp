#include "assay/base/text.hpp"
#include "assay/smt/synth.hpp"
#include "smt/solver/run_style.hpp"

namespace assay::smt {
namespace {

using core::Affects;
using core::OptionTexts;

/// A flag that says the opposite of a member.
core::Option& add_opposite(core::OptionTable<SynthOptions>& table, std::string name, bool SynthOptions::*member,
                           std::string help) {
  return table.add_custom(
      std::move(name), core::OptionKind::Flag,
      [member](const SynthOptions& options) -> OptionTexts { return {options.*member ? "false" : "true"}; },
      [member](SynthOptions& options, const OptionTexts& texts) {
        options.*member = texts.front() != "true";
        return Status();
      },
      std::move(help));
}

std::string names_in(const std::vector<std::pair<std::string_view, std::string_view>>& rows) {
  std::vector<std::string> names;
  for (const auto& [name, help] : rows) names.emplace_back(name);
  return join(names, ", ");
}

void add_targets(core::OptionTable<SynthOptions>& table) {
  using Options = SynthOptions;
  table.group("Targets");
  table
      .add("target", &Options::targets,
           "solver under test: z3, cvc5, 'mine=/path/solver -flag' or a TOML file; see `assay smt targets`")
      .files(core::Names::Targets)
      .short_flag('t');
  table.add("option-sweep", &Options::option_sweep,
            "each target also in every configuration of its definition ([[sweep]])");
  table.add_choice("style", &Options::style, run_style_names(), kRunStyleHelp);
  table.include(core::limit_table(), &Options::limits);
  table.add("slow-factor", &Options::slow_factor, "slow: this many times the time of a peer that answers the same ...")
      .real_range(0, 1e9);
  table.add("slow-seconds", &Options::slow_seconds, "... and at least this many CPU seconds more").real_range(0, 1e9);
}

// What filters and rules leave is in the fingerprint as the plan's rows.
void add_formulas(core::OptionTable<SynthOptions>& table) {
  using Options = SynthOptions;
  table.group("Formulas");
  table.add("theory", &Options::theories, "only these: " + names_in(synth_theories()))
      .with_commas()
      .affects(Affects::Contents);
  table.add("category", &Options::categories, "only these: " + names_in(synth_categories()))
      .with_commas()
      .affects(Affects::Contents);
  table.add("ops", &Options::operations, "only these operations or rules; * stands for any text: 'str.*'")
      .with_commas()
      .affects(Affects::Contents);
  table.add("rules", &Options::rules, "files with equivalences, equalities, constants and operations of yours")
      .files(core::Names::Paths)
      .affects(Affects::Contents);
  add_opposite(table, "no-builtin-rules", &Options::builtin_rules,
               "only the rows of --rules, and of sorts that have constants there, only those")
      .affects(Affects::Cases);
  add_opposite(table, "exhaustive", &Options::sample,
               "all formulas in order of growing size, once each (the default of --emit)")
      .affects(Affects::Cases);
  table.add("seed", &Options::seed, "of the sample").affects(Affects::Cases);
  table.add("depth", &Options::depth, "of term synthesis").range(1, 6).affects(Affects::Cases);
  table.add("constants", &Options::constants, "most of a sort, for constant assignment")
      .range(1, 1000)
      .affects(Affects::Cases);
  table.add("pool-constants", &Options::pool_constants, "most of a sort, for term synthesis")
      .range(1, 20)
      .affects(Affects::Cases);
  table.add("combinations", &Options::combinations, "most of one operation's arguments")
      .range(1, 1'000'000)
      .affects(Affects::Cases);
  table.add("pool", &Options::pool, "most terms of one sort and depth").range(1, 100'000).affects(Affects::Cases);
}

}  // namespace

const core::OptionTable<SynthOptions>& synth_option_table() {
  static const core::OptionTable<SynthOptions> table = [] {
    core::OptionTable<SynthOptions> rows;
    add_targets(rows);
    add_formulas(rows);
    return rows;
  }();
  return table;
}

std::string to_toml(const SynthOptions& options) { return synth_option_table().to_toml(options); }
Result<SynthOptions> synth_options_from_toml(std::string_view text) { return synth_option_table().from_toml(text); }

}  // namespace assay::smt
