#pragma once

#include <memory>

#include "trigger/source/sources.hpp"

namespace assay::trigger {

/// Clusters, unification and models.
[[nodiscard]] std::unique_ptr<TermSource> make_search_source(const Workplace& work);

}  // namespace assay::trigger
