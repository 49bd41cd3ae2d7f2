#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/datalog/dialect.hpp"
#include "core/case/case.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/proc/proc.hpp"
#include "datalog/engine/engine.hpp"
#include "datalog/generate/generate.hpp"

namespace assay::datalog {

/// A campaign's configuration. Its cases depend on these options and on the seed programs only.
struct FuzzOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> targets;  ///< specifications for resolve_engine
  std::vector<std::string> seeds;    ///< paths of programs or of folders with programs; absolute, so that a resumed
                                     ///< campaign finds them. Empty: programs are generated without a seed
  std::vector<std::string> changed_tests;  ///< like `seeds`; three of four blocks of cases are made from these
  std::vector<std::string> focus;          ///< names of feature_names() that three of four programs should have
  std::vector<std::string> strategies;     ///< names; empty: all strategies
  bool only_changes = false;               ///< core::Module::only_changes
  unsigned sequence = 8;                   ///< maximum number of transformations of one case, at least 1
  EngineStyle style = EngineStyle::Process;
  bool slow_options = false;  ///< true: the strategy `options` also varies EngineDefinition::slow_sweeps
  GenerateOptions generate;
  core::Limits limits{.wall_seconds = 10};
  double slow_factor = 10;  ///< core::SlowRule::factor, relative to another target on the same case
  double slow_seconds = 2;  ///< core::SlowRule::seconds
  std::uint64_t disk_bytes = std::uint64_t{1} << 30;  ///< limit on the temporary files of one comparison on the disk
  EngineFactory make_engine;                          ///< empty: make_engine_port
  /// Targets without an executable, for tests that also set `make_engine`. If not empty, `targets` is ignored.
  std::vector<EngineTarget> engines;
};

/// A seed program and the file that it was read from.
struct Seed {
  std::string path;
  std::string text;  ///< the file's content
  Program program;
  bool preferred = false;  ///< by FuzzOptions::changed_tests or FuzzOptions::focus
};
struct SeedCorpus {
  std::vector<Seed> seeds;
  std::vector<std::pair<std::string, std::string>> skipped;  ///< path and reason
  /// Seeds whose declarations alone are used: path, and the first construct that Assay cannot read.
  std::vector<std::pair<std::string, std::string>> declarations_only;
  /// Seeds that are read completely, but that the reference evaluation cannot evaluate: path and reason.
  std::vector<std::pair<std::string, std::string>> without_reference;
  /// Seeds that are read clause by clause: path, and the number of clauses that are left out for each reason.
  std::vector<std::pair<std::string, std::string>> left_out;
  /// Path, and the relations that lack a rule or a fact in the tested program (SeedReading::incomplete).
  std::vector<std::pair<std::string, std::string>> incomplete;
};
/// Reads the programs of FuzzOptions::seeds (by extension: .dl Soufflé, .flg Formulog,
/// .smt2 muZ, .datalog bddbddb, .lp gringo, .pl Prolog). Folders are searched recursively, in the order of paths.
/// Unusable seeds are skipped with a reason: unreadable, unsafe, not stratified, or not supported by any target.
/// Relations get names that all languages accept, and at most 50 facts of each input are read.
/// Returns an Error if a path does not exist or no seed is usable.
[[nodiscard]] Result<SeedCorpus> load_seeds(const FuzzOptions& options);

/// A user's file, for commands about one program.
struct UserProgram {
  std::string text;                  ///< the file's content
  const Dialect* dialect = nullptr;  ///< of the file, by its extension
  /// The program with its names as written, and all facts beside it. Nullopt: `problem` says why it cannot be read.
  std::optional<Program> program;
  std::string problem;  ///< with a program: which of its clauses Assay leaves out; empty: none
  /// Whether the program means what the text means.
  [[nodiscard]] bool is_complete() const { return program && problem.empty() && program->seed.dialect.empty(); }
};
/// Fails if the file cannot be read, or if no dialect has files of its name.
[[nodiscard]] Result<UserProgram> load_program(const std::string& path);
/// Renames relations of a program in the dialect `from`, so that no other language takes a name for a variable or a
/// keyword: Soufflé's names that begin with a capital letter or `_`, or contain `?`; all names of other dialects.
void make_names_portable(Program& program, std::string_view from);

/// The program's results by the reference evaluation: the tuples of each output relation, or of all relations if none
/// is an output, one on a line as a fact ("path(1, \"a\")."), sorted by value. `relation`: only this one; empty: no
/// choice. Fails if the relation does not exist, or if the reference has no values for the program.
[[nodiscard]] Result<std::string> evaluated_text(const Program& program, const EvaluationLimits& limits,
                                                 const std::string& relation = {});

/// Makes a campaign against Datalog engines: docs/user/datalog-fuzz.md.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_fuzz_module(const FuzzOptions& options, SeedCorpus corpus);

/// The table of options, from which flags, TOML and fingerprint are made. Lacks `make_engine` and `engines`.
[[nodiscard]] const core::OptionTable<FuzzOptions>& fuzz_option_table();

/// Name and help of each strategy, in registry order.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> fuzz_strategies();

/// The rows that describe what a passed run shows, one for each kind of question.
[[nodiscard]] std::span<const core::PassRow* const> pass_rows();

}  // namespace assay::datalog
