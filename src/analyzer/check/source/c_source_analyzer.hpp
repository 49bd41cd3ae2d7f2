#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/check/source/c_checker.hpp"
#include "analyzer/target/analyzer.hpp"

namespace assay::analyzer {

/// An analyzer of C source whose facts CChecker checks. A derived adapter implements `claims`.
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
  std::string cause(const Program& program, const Fact& fact, const Session& session) final {
    const std::string cause = checker_->cause(program, fact, session);
    const std::string part = cause.empty() ? cause : part_of(fact);
    return part.empty() ? cause : cause + " by " + part;
  }

 protected:
  /// The part of the analyzer that makes the claim, for analyzers whose parts have separate bugs.
  [[nodiscard]] virtual std::string part_of(const Fact& fact) const { return fact.source; }

  Definition definition_;
  std::unique_ptr<CChecker> checker_;
};

/// Opens an adapter derived from CSourceAnalyzer. An Error names the missing compiler.
template <typename Adapter>
[[nodiscard]] Result<std::unique_ptr<Analyzer>> open_c_source(const Definition& definition) {
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) return checker.error();
  return std::unique_ptr<Analyzer>(std::make_unique<Adapter>(definition, std::move(*checker)));
}

}  // namespace assay::analyzer
