#pragma once

#include <memory>

#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

// The functions in the registry's rows, one for each adapter.
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_builds(const Definition& definition);
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_clam(const Definition& definition);
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_clang_sa(const Definition& definition);
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_cppcheck(const Definition& definition);
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_gcc(const Definition& definition);
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_eva(const Definition& definition);
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_printed(const Definition& definition);

}  // namespace assay::analyzer
