#pragma once

#include <string_view>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// The meaning of the end of an analyzer's process for its answer. Nullopt: the process ended by itself, without a
/// message about a crash (definition.crashes) or an unsupported program (definition.skips). The exit code does not
/// count, because some analyzers report results by an exit code other than 0.
[[nodiscard]] Trouble trouble_of(const Definition& definition, const core::ProcessResult& result);

/// The same for a program that is no target (a compiler, the checked program): a bad end is always a skip, with `what`
/// in front of the reason.
[[nodiscard]] Trouble trouble_of_helper(std::string_view what, const core::ProcessResult& result);

/// The last `bytes` bytes of a text, from the start of a line, for people.
[[nodiscard]] std::string tail(std::string_view text, std::size_t bytes = 4000);

}  // namespace assay::analyzer
