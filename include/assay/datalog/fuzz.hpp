#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/case.hpp"
#include "assay/core/options.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/tester.hpp"
#include "assay/datalog/engine.hpp"
#include "assay/datalog/generate.hpp"

namespace assay::datalog {

/// A campaign's configuration. Everything that cases depend on is in here and in the seeds.
struct FuzzOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> targets;     ///< as resolve_engine takes them
  std::vector<std::string> seeds;       ///< programs, or folders of them (absolute paths outlast a change of folder);
                                        ///< empty: programs are made from nothing
  std::vector<std::string> strategies;  ///< empty: all
  unsigned sequence = 8;                ///< most transformations of one case (DLSmith: up to 100)
  EngineStyle style = EngineStyle::Process;
  bool slow_options = false;  ///< strategy options varies EngineDefinition::slow_sweeps, too
  GenerateOptions generate;
  core::Limits limits{.wall_seconds = 10};
  double slow_factor = 10;  ///< see core::SlowRule: against another target on the same case
  double slow_seconds = 2;
  std::uint64_t disk_bytes = std::uint64_t{1} << 30;  ///< of temporary files, for results that are compared there
  EngineFactory make_engine;                          ///< empty: make_engine_port
  /// Targets that are no programs: for tests, with make_engine. `targets` is not looked at then.
  std::vector<EngineTarget> engines;
};

/// A seed program that was read.
struct Seed {
  std::string path;
  std::string text;  ///< of the file
  Program program;
};
struct SeedCorpus {
  std::vector<Seed> seeds;
  std::vector<std::pair<std::string, std::string>> skipped;  ///< path and why
  /// Path and why, of seeds of which only the declarations are used: the first construct that is not read.
  std::vector<std::pair<std::string, std::string>> declarations_only;
  /// Path and why, of seeds that are read completely, but that the reference does not value.
  std::vector<std::pair<std::string, std::string>> without_reference;
  /// Path, and how many facts and rules of it are left out for which reasons, of seeds that are read clause by clause.
  std::vector<std::pair<std::string, std::string>> left_out;
  /// Path, and the relations that lack a rule or a fact in the program that is tested (SeedReading::incomplete).
  std::vector<std::pair<std::string, std::string>> incomplete;
};
/// Reads the programs of FuzzOptions::seeds (by extension: .dl Soufflé or DDlog, .flg Formulog, .scl Scallop, .flix,
/// .smt2 muZ, .datalog bddbddb, .lp gringo, .pl Prolog);
/// folders with all that is below them, in the order of their names. A seed that cannot be used is skipped with a
/// reason: unreadable, unsafe, not stratified, or beyond what every target can. An Error when a path is not there, or
/// nothing can be used.
[[nodiscard]] Result<SeedCorpus> load_seeds(const FuzzOptions& options);

/// A campaign against Datalog engines: docs/user/datalog-fuzz.md.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_fuzz_module(const FuzzOptions& options, SeedCorpus corpus);

/// The options: flags, TOML and fingerprint are made from it. The seams are not part of it.
[[nodiscard]] const core::OptionTable<FuzzOptions>& fuzz_option_table();

/// Name and help of each strategy, in registry order.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> fuzz_strategies();

/// All ways in which a run can pass.
[[nodiscard]] std::span<const core::PassRow* const> pass_rows();

}  // namespace assay::datalog
