// Analyzers of Prolog with one bug each are found on few programs of our own generator; the analyzer without a bug is
// not reported. The programs run under SWI-Prolog, the answers come through the double of ciaopp.
#include "analyzer/program/prolog_generator.hpp"
#include "ciao_lies.hpp"
#include "unit/analyzer/ciao/recorded.hpp"

namespace assay::analyzer {
namespace {

constexpr std::uint64_t kPrograms = 60;  ///< within which each lie has to be found
constexpr std::uint64_t kHonest = 40;

ciao::Looked look_at(Analyzer& analyzer, std::uint64_t index, std::string_view lie) {
  core::Rng rng = core::Rng(7).split(index);
  ProgramSize size;
  size.functions = 3;
  ciao::Recorded recorded;
  recorded.source = make_prolog_random(rng, size).files[0].content;
  recorded.answers = {{"output_shfr", annotated(recorded.source, lie)}};
  return ciao::look(analyzer, recorded.program());
}

TEST(PlantedCiao, EachLieIsFound) {
  ASSAY_NEEDS_SWIPL();
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(ciao::recorded_definition("shfr"));
  ASSERT_TRUE(analyzer);
  ASSERT_GE(prolog_lies().size(), 15U);
  for (const PrologLie& lie : prolog_lies()) {
    std::uint64_t index = 0;
    while (index < kPrograms && look_at(**analyzer, index, lie.name).broken().empty()) ++index;
    EXPECT_LT(index, kPrograms) << "not found: " << lie.name;
  }
}

TEST(PlantedCiao, AnHonestAnalyzerIsNotReported) {
  ASSAY_NEEDS_SWIPL();
  Result<std::unique_ptr<Analyzer>> analyzer = open_ciao(ciao::recorded_definition("shfr"));
  ASSERT_TRUE(analyzer);
  std::uint64_t checks = 0;
  for (std::uint64_t index = 0; index < kHonest; ++index) {
    const ciao::Looked looked = look_at(**analyzer, index, "");
    const std::vector<std::string> broken = looked.broken();
    EXPECT_TRUE(broken.empty()) << "program " << index << ": " << broken[0];
    for (const CheckedFact& fact : looked.checks.facts) checks += fact.runs;
  }
  EXPECT_GT(checks, 10000U);
}

}  // namespace
}  // namespace assay::analyzer
