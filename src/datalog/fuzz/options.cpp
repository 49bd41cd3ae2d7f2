#include "assay/base/text.hpp"
#include "assay/datalog/fuzz.hpp"

namespace assay::datalog {
namespace {

using core::Affects;

std::vector<std::pair<std::string, EngineStyle>> engine_style_names() {
  std::vector<std::pair<std::string, EngineStyle>> names;
  for (const EngineStyle style : {EngineStyle::Process, EngineStyle::Persistent, EngineStyle::Library})
    names.emplace_back(name(style), style);
  return names;
}

void add_targets(core::OptionTable<FuzzOptions>& table) {
  using Options = FuzzOptions;
  table.group("Targets");
  table
      .add("target", &Options::targets,
           "engine under test (default: muz): muz, souffle, 'mine=/path/souffle -j4' or a TOML file; see `assay "
           "datalog targets`")
      .files(core::Names::Targets)
      .affects(Affects::Contents)
      .short_flag('t');
  table.add_choice("style", &Options::style, engine_style_names(),
                   "process: a fresh one per program; persistent: one for many, where it can; library: the engine "
                   "inside of a forked worker (muz)");
  table
      .add("slow-options", &Options::slow_options,
           "vary options that make a run take many times as long, too: Soufflé's compiled mode (raise --timeout)")
      .affects(Affects::Cases);
  table.include(core::limit_table(), &Options::limits);
  table
      .add_megabytes("disk", &Options::disk_bytes,
                     "most that temporary files take while two large results are compared, in MiB")
      .range(0, 1U << 24);
}

void add_cases(core::OptionTable<FuzzOptions>& table) {
  using Options = FuzzOptions;
  std::vector<std::string> names;
  for (const auto& [name, summary] : fuzz_strategies()) names.emplace_back(name);
  table.group("Cases");
  table.add("strategy", &Options::strategies, "only these: " + join(names, ", "))
      .with_commas()
      .one_of(names)
      .affects(Affects::Cases);
  table.add("seed", &Options::seed, "of the random choices: the same seed and configuration make the same cases")
      .affects(Affects::Cases);
  table.add("sequence", &Options::sequence, "most transformations of one program")
      .range(1, 1000)
      .affects(Affects::Cases);
  table.include(generate_option_table(), &Options::generate);
}

}  // namespace

const core::OptionTable<FuzzOptions>& fuzz_option_table() {
  static const core::OptionTable<FuzzOptions> table = [] {
    core::OptionTable<FuzzOptions> rows;
    rows.add("seeds", &FuzzOptions::seeds,
             "Datalog programs, or folders that are searched for them; none: programs are made from nothing")
        .files(core::Names::Paths)
        .affects(Affects::Contents)
        .as_positional();
    add_targets(rows);
    add_cases(rows);
    return rows;
  }();
  return table;
}

std::string to_toml(const FuzzOptions& options) { return fuzz_option_table().to_toml(options); }
Result<FuzzOptions> fuzz_options_from_toml(std::string_view text) { return fuzz_option_table().from_toml(text); }

}  // namespace assay::datalog
