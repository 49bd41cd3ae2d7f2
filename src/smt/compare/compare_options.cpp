#include <algorithm>

#include "base/text.hpp"
#include "core/options/module_options.hpp"
#include "core/target/change.hpp"
#include "smt/compare/compare.hpp"

namespace assay::smt {
namespace {

Status put_fail_on(CompareOptions& options, const core::OptionTexts& texts) {
  constexpr std::string_view kChanges[] = {"contradicts", "lost", "slower"};
  for (const std::string& text : texts)
    if (std::find(std::begin(kChanges), std::end(kChanges), text) == std::end(kChanges))
      return Error{"'" + text + "' is no change that can be a finding", "write contradicts, lost or slower"};
  options.fail_on = texts;
  return {};
}

}  // namespace

const core::OptionTable<CompareOptions>& compare_option_table() {
  static const core::OptionTable<CompareOptions> table = [] {
    using Options = CompareOptions;
    core::OptionTable<Options> rows;
    rows.add("scripts", &Options::scripts, "SMT-LIB scripts, or folders with *.smt2 files")
        .files(core::Names::Paths)
        .affects(core::Affects::Contents)
        .as_positional()
        .is_required();
    rows.group("Targets");
    core::add_targets(rows, "at least two versions, the earliest first: z3@4.8.5, 'new:z3=path/z3', a TOML file")
        .required = true;
    rows.add("reference", &Options::references, "solvers that decide which of two contradictory answers is wrong")
        .files(core::Names::Targets);
    core::add_limits(rows);
    rows.at("timeout").help = "limit of one run, in CPU time";
    rows.group("Comparison");
    rows.add("factor", &Options::factor, "slower: this many times the CPU time of the first version ...")
        .real_range(1, 1e9)
        .is_common();
    rows.add("min-seconds", &Options::min_seconds, "... and at least this many CPU seconds more")
        .real_range(0, 1e9)
        .is_common();
    rows.add("repeat", &Options::repeat, "runs of both sides of a difference; the best one counts").range(1, 100);
    rows.add("controls", &Options::controls,
             "runs with another seed and order, which tell whether a loss is systematic; 0: none, and no flags are "
             "tried")
        .range(0, 100);
    rows.add_custom(
            "fail-on", core::OptionKind::List, [](const Options& options) { return options.fail_on; }, put_fail_on,
            "the changes that are findings: contradicts, lost, slower (default: contradicts lost)")
        .is_common();
    rows.add("learned", &Options::learned,
             "file of what earlier comparisons showed: runs without an answer are short until an answer needs them in "
             "full, and flags that brought answers back are tried first; the command adds its own runs")
        .files(core::Names::Paths);
    core::add_seed(rows);
    return rows;
  }();
  return table;
}

}  // namespace assay::smt
