#include <algorithm>

#include "base/similar.hpp"
#include "base/text.hpp"
#include "smt/fuzz/seed/fuzz.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/solver/solver_options.hpp"

namespace assay::smt {
namespace {

using core::Affects;
using core::OptionTexts;

OptionTexts strategy_texts(const FuzzOptions& options) {
  OptionTexts texts;
  if (options.strategies == FuzzOptions().strategies) return texts;
  for (const auto& [name, weight] : options.strategies)
    texts.push_back(weight == 1 ? name : name + "=" + std::to_string(weight));
  return texts;
}

/// Parses "storm" (weight 1) or "storm=3". Stores the strategies in registry order.
Status put_strategies(FuzzOptions& options, const OptionTexts& texts) {
  constexpr std::uint64_t kMaxWeight = 1000;
  if (texts.empty()) {
    options.strategies = FuzzOptions().strategies;
    return {};
  }
  std::vector<std::string> names;
  for (const StrategyRow& row : strategy_rows()) names.emplace_back(row.name);
  std::vector<std::uint64_t> weights(names.size(), 0);
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const auto known = std::find(names.begin(), names.end(), text.substr(0, equals));
    const std::uint64_t weight =
        equals == std::string::npos ? 1 : parse_unsigned(std::string_view(text).substr(equals + 1)).value_or(0);
    if (known == names.end() || weight == 0 || weight > kMaxWeight) {
      return Error{"'" + text + "' is no strategy: write one of " + join(names, ", ") +
                       ", with a weight from 1 to 1000 like storm=3 if you like",
                   std::string(trim(did_you_mean(text.substr(0, equals), names)))};
    }
    weights[static_cast<std::size_t>(known - names.begin())] = weight;
  }
  options.strategies.clear();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (weights[i] > 0) options.strategies.emplace_back(names[i], static_cast<unsigned>(weights[i]));
  return {};
}

void add_cases(core::OptionTable<FuzzOptions>& table) {
  using Options = FuzzOptions;
  table.group("Cases");
  core::add_seed(table);
  core::add_changed_tests(table, "scripts or folders, such as the tests that a change touches: 3 of 4 blocks use them");
  core::add_focus(table, "operators that cases should use: str.replace bvudiv");
  table
      .add_custom("strategy", core::OptionKind::List, strategy_texts, put_strategies,
                  "how cases are made: storm graft=2 (default: all)")
      .affects(Affects::Cases)
      .is_common();
  table.add("max-depth", &Options::max_depth, "maximum depth of Boolean structure (STORM's D_max)")
      .range(1, 10000)
      .affects(Affects::Cases);
  table.add("max-assertions", &Options::max_assertions, "maximum number of assertions per script (STORM's A_max)")
      .range(1, 10000)
      .affects(Affects::Cases);
  table.add("incremental-percent", &Options::incremental_percent, "share of scripts with push, pop and several checks")
      .range(0, 100)
      .affects(Affects::Cases);
  table
      .add("tactic-percent", &Options::tactic_percent,
           "share of scripts with check-sat-using, if all targets support it")
      .range(0, 100)
      .affects(Affects::Cases);
  table.add("tactic", &Options::tactics, "tactics for check-sat-using (default: a built-in list)")
      .affects(Affects::Cases);
  table.add("max-seed-bytes", &Options::max_seed_bytes, "longer seeds are skipped").affects(Affects::Contents);
  table.add("max-case-bytes", &Options::max_case_bytes, "longer cases are shortened or skipped")
      .affects(Affects::Cases);
  table
      .add("reference", &Options::references,
           "solvers that give models of seeds, and truths that Assay's evaluator cannot find")
      .files(core::Names::Targets)
      .affects(Affects::Contents);
  table.add("reference-work", &Options::reference_work, "deterministic limit of one call of a reference (z3's rlimit)")
      .affects(Affects::Cases);
}

}  // namespace

const core::OptionTable<FuzzOptions>& fuzz_option_table() {
  static const core::OptionTable<FuzzOptions> table = [] {
    core::OptionTable<FuzzOptions> rows;
    core::add_seeds(rows, "SMT-LIB scripts, or folders with *.smt2 files").is_required();
    add_solver_rows(rows, true);
    rows.add("model-percent", &FuzzOptions::model_percent,
             "share of satisfiable cases whose model is requested and evaluated")
        .range(0, 100);
    add_cases(rows);
    add_certificates(rows);
    rows.include(proof_check_table(), &FuzzOptions::proofs);
    return rows;
  }();
  return table;
}

}  // namespace assay::smt
