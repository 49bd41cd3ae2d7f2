#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/options/options.hpp"

namespace assay::core {

// Rows that several modules share, with one name, range and meaning. Each needs a field in the module's options, named
// in parentheses.

/// "target": the targets under test (`targets`). Their capabilities, not their names, affect the cases.
template <typename Options>
Option& add_targets(OptionTable<Options>& table, std::string help, Names names = Names::Targets) {
  return table.add("target", &Options::targets, std::move(help))
      .files(names)
      .affects(Affects::Contents)
      .short_flag('t')
      .is_common();
}

/// "style": the way to run targets (`style`), with the module's names.
template <typename Options, typename Style>
Option& add_style(OptionTable<Options>& table, std::vector<std::pair<std::string, Style>> names, std::string help) {
  return table.add_choice("style", &Options::style, std::move(names), std::move(help));
}

/// "timeout" and "memory" of one run of a target (`limits`).
template <typename Options>
void add_limits(OptionTable<Options>& table) {
  table.include(limit_table(), &Options::limits);
}

/// "slow-factor" and "slow-seconds": SlowRule against `whom` (`slow_factor`, `slow_seconds`).
template <typename Options>
void add_slow_rows(OptionTable<Options>& table, const std::string& whom) {
  table.add("slow-factor", &Options::slow_factor, "slow: this many times the time of " + whom + " ...")
      .real_range(0, 1e9);
  table.add("slow-seconds", &Options::slow_seconds, "... and at least this many CPU seconds more").real_range(0, 1e9);
}

/// "only-changes": bugs that the targets do not have alike (`only_changes`). See Module::only_changes.
template <typename Options>
Option& add_only_changes(OptionTable<Options>& table) {
  return table.add("only-changes", &Options::only_changes,
                   "report only what is worse than in the first target, the old version");
}

/// "seeds": positional files and folders that cases are made from (`seeds`).
template <typename Options>
Option& add_seeds(OptionTable<Options>& table, std::string help) {
  return table.add("seeds", &Options::seeds, std::move(help))
      .files(Names::Paths)
      .affects(Affects::Contents)
      .as_positional();
}

/// "changed-tests": further seeds, which are preferred (`changed_tests`). The module adds what is preferred to its
/// fingerprint.
template <typename Options>
Option& add_changed_tests(OptionTable<Options>& table, std::string help) {
  return table.add("changed-tests", &Options::changed_tests, std::move(help))
      .files(Names::Paths)
      .affects(Affects::Contents);
}

/// "focus": names that cases are to contain (`focus`). The module adds them to its fingerprint.
template <typename Options>
Option& add_focus(OptionTable<Options>& table, std::string help) {
  return table.add("focus", &Options::focus, std::move(help)).with_commas().affects(Affects::Contents);
}

/// "seed": the random seed (`seed`).
template <typename Options>
Option& add_seed(OptionTable<Options>& table) {
  return table.add("seed", &Options::seed, "random seed: it determines the cases").affects(Affects::Cases).is_common();
}

}  // namespace assay::core
