#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/domain/program.hpp"
#include "core/case/case.hpp"
#include "core/case/tester.hpp"
#include "core/options/options.hpp"
#include "core/proc/proc.hpp"

namespace assay::domain {

/// Configuration of a campaign. Cases depend only on it and on the targets' contracts.
struct TestOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> targets;  ///< "llvm:ConstantRange@8", "ppl:C_Polyhedron", or domains of `load`
  bool only_changes = false;         ///< core::Module::only_changes
  std::vector<std::string> load;     ///< shared objects with further domains
  std::string against;               ///< exact variant of all targets; their results must include its results
  std::string known;                 ///< file of known causes; their violations are counted, not reported
  std::string preset = "C2";         ///< of Table 2.6
  unsigned dimensions = 6;           ///< ProgramOptions::dimensions
  unsigned dense = 25;               ///< ProgramOptions::dense
  unsigned checks = 48;              ///< laws checked by a case
  std::vector<std::string> laws;     ///< numbers of the laws to check; empty: all that are promised
  std::vector<std::string> without;  ///< numbers of laws to exclude
  std::vector<std::string> without_operations;  ///< operations that programs and laws must not use: "forget"
  core::Limits limits{.wall_seconds = 10};
};

/// Names of all domains on this machine; the domains of `load` come first.
[[nodiscard]] Result<std::vector<std::string>> domain_names(const std::vector<std::string>& load);

/// The result of the exhaustive test of a finite domain.
struct Exhausted {
  bool right = true;  ///< all results are sound and as precise as promised
  std::string text;   ///< a table, and the first counterexamples
};
/// Runs the exhaustive test (src/domain/kernel/exhaustive) in a worker. An Error if the domain does not exist or has
/// too many elements, or if an operation ended the worker; it names the operation.
[[nodiscard]] Result<Exhausted> test_all(const std::string& target, const std::vector<std::string>& load,
                                         const core::Limits& limits, const std::stop_token& stop);

/// Version of the library that implements the domain; an Error if the domain does not exist.
[[nodiscard]] Result<std::string> domain_version(const std::string& target);

/// The campaign of `assay domain test` (docs/user/domain-test.md).
[[nodiscard]] Result<std::unique_ptr<core::Module>> make_test_module(const TestOptions& options);

/// Defines the options' flags, TOML keys and fingerprint.
[[nodiscard]] const core::OptionTable<TestOptions>& test_option_table();

/// The kinds of passed runs that a campaign counts.
[[nodiscard]] std::span<const core::PassRow* const> pass_rows();

}  // namespace assay::domain
