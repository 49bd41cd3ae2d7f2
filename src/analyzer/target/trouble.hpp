#pragma once

#include <string_view>

#include "assay/analyzer/analyzer.hpp"

namespace assay::analyzer {

/// What the end of an analyzer's process means for its answer: nothing when it ended by itself and said nothing about
/// a crash (definition.crashes) or an unsupported program (definition.skips). Its exit code does not count: analyzers
/// that find something often give another than 0.
[[nodiscard]] Trouble trouble_of(const Definition& definition, const core::ProcessResult& result);

/// The same for a program that is no target (a compiler, the checked program): whatever happens to it is a skip, with
/// `what` in front of the reason.
[[nodiscard]] Trouble trouble_of_helper(std::string_view what, const core::ProcessResult& result);

/// The end of a text, for people: the last `bytes` of it, from the start of a line.
[[nodiscard]] std::string tail(std::string_view text, std::size_t bytes = 4000);

}  // namespace assay::analyzer
