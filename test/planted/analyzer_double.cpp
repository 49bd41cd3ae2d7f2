#include <utility>

#include "analyzer_values.hpp"

namespace assay::analyzer {
namespace {

class ValuesAnalyzer final : public Analyzer {
 public:
  ValuesAnalyzer(std::unique_ptr<CChecker> checker, Lie lie) : checker_(std::move(checker)), lie_(lie) {}
  Claims claims(const Program& program, const Session& session) override {
    Claims claims;
    const core::File& file = program.files.front();
    const Result<std::shared_ptr<const CTree>> tree = checker_->tree(program, file, session);
    if (tree) {
      claims.facts = value_facts(**tree, file.name, lie_);
    } else {
      claims.trouble = core::Verdict::skip("does not compile");
    }
    return claims;
  }
  Checks check(const Program& program, const Claims& claims, const Session& session) override {
    return checker_->check(program, claims.facts, session);
  }
  std::vector<Edit> edits(const Program& program, const Session& session) override {
    return checker_->edits(program, session);
  }

 private:
  std::unique_ptr<CChecker> checker_;
  Lie lie_;
};

}  // namespace

Result<std::unique_ptr<Analyzer>> open_values_analyzer(Lie lie) {
  Result<std::unique_ptr<CChecker>> checker = CChecker::open();
  if (!checker) return checker.error();
  return std::unique_ptr<Analyzer>(std::make_unique<ValuesAnalyzer>(std::move(*checker), lie));
}

}  // namespace assay::analyzer
