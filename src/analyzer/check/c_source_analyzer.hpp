#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "assay/analyzer/analyzer.hpp"
#include "c_checker.hpp"

namespace assay::analyzer {

/// An analyzer of C source whose facts CChecker judges: an adapter says what it claims.
class CSourceAnalyzer : public Analyzer {
 public:
  CSourceAnalyzer(Definition definition, std::unique_ptr<CChecker> checker)
      : definition_(std::move(definition)), checker_(std::move(checker)) {}

  Checks check(const Program& program, const Claims& claims, const Session& session) final {
    return checker_->check(program, claims.facts, session);
  }
  std::vector<Edit> edits(const Program& program, const Session& session) final {
    return checker_->edits(program, session);
  }
  std::optional<Traced> traced(const Program& program, const Session& session) final {
    return checker_->traced(program, session);
  }

 protected:
  Definition definition_;
  std::unique_ptr<CChecker> checker_;
};

/// Opens an adapter derived from it. An Error names the compiler that is missing.
template <typename Adapter>
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_c_source(const Definition& definition) {
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) return checker.error();
  return std::unique_ptr<Analyzer>(std::make_unique<Adapter>(definition, std::move(*checker)));
}

}  // namespace assay::analyzer
