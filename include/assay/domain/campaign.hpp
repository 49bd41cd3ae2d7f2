#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/case.hpp"
#include "assay/core/options.hpp"
#include "assay/core/proc.hpp"
#include "assay/core/tester.hpp"
#include "assay/domain/program.hpp"

namespace assay::domain {

/// A campaign's configuration. Everything that cases depend on is in here and in the targets' contracts.
struct TestOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> targets;  ///< "llvm:ConstantRange@8", "ppl:C_Polyhedron", or names of a loaded object's
  std::vector<std::string> load;     ///< shared objects with further domains
  std::string against;               ///< an exact variant of all targets, whose results theirs must include
  std::string known;                 ///< file of known causes, which are counted and not reported
  std::string preset = "C2";         ///< of Table 2.6
  unsigned dimensions = 6;           ///< most: ProgramOptions::dimensions
  unsigned dense = 25;               ///< percent of the cases that begin with few dense elements
  unsigned checks = 48;              ///< laws checked by a case
  std::vector<std::string> laws;     ///< only these, by number; empty: all that are promised
  std::vector<std::string> without;  ///< and not these
  std::vector<std::string> without_operations;  ///< that programs and laws do without: "forget"
  core::Limits limits{.wall_seconds = 10};
};

/// Names of all domains on this machine; those of `load` first.
[[nodiscard]] Result<std::vector<std::string>> domain_names(const std::vector<std::string>& load);

/// What came of looking at every result of a finite domain.
struct Exhausted {
  bool right = true;  ///< nothing is unsound, and everything as precise as promised
  std::string text;   ///< a table, and the first counterexamples
};
/// Runs the exhaustive test (src/domain/kernel/exhaustive) in a worker. An Error where the domain is not there or not
/// finite enough, or where an operation ended the worker, which it names.
[[nodiscard]] Result<Exhausted> test_all(const std::string& target, const std::vector<std::string>& load,
                                         const core::Limits& limits, const std::stop_token& stop);

/// The version of the library behind a domain; an Error where it is not there.
[[nodiscard]] Result<std::string> domain_version(const std::string& target);

/// A campaign against domains: docs/user/domain-test.md.
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_test_module(const TestOptions& options);

/// The options: flags, TOML and fingerprint are made from it.
[[nodiscard]] const core::OptionTable<TestOptions>& test_option_table();

/// All ways in which a run can pass.
[[nodiscard]] std::span<const core::PassRow* const> pass_rows();

}  // namespace assay::domain
