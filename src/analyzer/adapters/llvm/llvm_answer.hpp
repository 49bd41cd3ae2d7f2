#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/fact/fact.hpp"
#include "analyzer/program/program.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// The parsed answer of assay-llvm-worker about a module.
struct LlvmAnswer {
  std::vector<Fact> facts;
  std::vector<CheckedFact> checked;  ///< one for each fact
  std::vector<std::pair<std::string, std::uint64_t>> unread;
  std::vector<std::string> miscompiled;
  std::string problem;       ///< why the worker cannot read the module or a pipeline; empty: no problem
  std::uint64_t judged = 0;  ///< number of checks that ran
};

/// Reads the lines of an answer about this file. Nullopt: a line is not in the worker's format.
[[nodiscard]] std::optional<LlvmAnswer> read_llvm_answer(std::string_view answer, const core::File& file);
/// Reads a property in the worker's format. Nullopt: it is none.
[[nodiscard]] std::optional<Property> llvm_property(std::string_view words);

}  // namespace assay::analyzer
