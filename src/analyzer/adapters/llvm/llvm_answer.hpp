#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/analyzer/analyzer.hpp"
#include "assay/analyzer/fact.hpp"
#include "assay/analyzer/program.hpp"

namespace assay::analyzer {

/// What assay-llvm-worker says about a module, read.
struct LlvmAnswer {
  std::vector<Fact> facts;
  std::vector<Checked> checked;  ///< one for each fact
  std::vector<std::pair<std::string, std::uint64_t>> unread;
  std::vector<std::string> miscompiled;
  std::string problem;       ///< why the module cannot be read, or a pipeline is none
  std::uint64_t judged = 0;  ///< checks that ran
};

/// Reads the lines of an answer about this file. Nothing where a line is not one of the worker's.
[[nodiscard]] std::optional<LlvmAnswer> read_llvm_answer(std::string_view answer, const core::File& file);
/// A property as the worker writes it; nothing where it is none.
[[nodiscard]] std::optional<Property> llvm_property(std::string_view words);

}  // namespace assay::analyzer
