#pragma once

#include <memory>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// CiaoPP (https://github.com/ciao-lang/ciaopp): all abstract domains, one after the other, in one process.
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_ciao(const Definition& definition);

}  // namespace assay::analyzer
