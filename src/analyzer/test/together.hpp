#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analyzer/test/inspection.hpp"

namespace assay::analyzer {

/// Inspects a program that is `programs` programs joined.
using InspectJoined = std::function<Inspection(const Program& joined, std::size_t programs)>;

/// Inspects programs of one language as one program, and gives each its share of the result: the facts at its own
/// places, and an equal part of the cost. If the whole fails (a crash, a time limit, undefined behaviour, builds that
/// differ), or a broken fact belongs to no program, the two halves are inspected in the same way. Nullopt: the program
/// has to be inspected alone.
[[nodiscard]] std::vector<std::optional<Inspection>> inspect_together(const std::vector<const Program*>& programs,
                                                                      const std::vector<core::KnownBug>& known,
                                                                      const InspectJoined& inspect,
                                                                      const std::stop_token& stop);

}  // namespace assay::analyzer
