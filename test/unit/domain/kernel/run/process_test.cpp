// Effects of an operation on its process: memory that it keeps, and the floating-point environment.

#include <gtest/gtest.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include <ctime>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "assay/domain/check.hpp"
#include "assay/domain/run.hpp"
#include "domain/kernel/run/process.hpp"
#include "interval.hpp"

namespace assay::domain {
namespace {

/// The worked example with an additional effect of every join.
class Doing final : public Adapted<example::Box<false>> {
 public:
  Doing(unsigned dimensions, std::function<void(const std::string&)> on_join)
      : Adapted(example::box_contract(), dimensions), on_join_(std::move(on_join)) {}
  ElementPtr join(Element& left, Element& right) override {
    on_join_(print(left));
    return Adapted::join(left, right);
  }

 private:
  std::function<void(const std::string&)> on_join_;
};

constexpr std::string_view kProgram =
    "dimensions 2\nrepeat\na0 = top\na1 = assume a0, x0 >= 0\na2 = assign a1, x1 := x0 + 1\na3 = join a1 a2\n"
    "a4 = meet a3 a1\na5 = widen a1 a3\na6 = print a5\n";

std::vector<Violation> violations(std::string_view text, const std::function<void(const std::string&)>& on_join) {
  const Result<Program> program = parse_program(text, {});
  EXPECT_TRUE(program.ok()) << program.error().text();
  Doing domain(2, on_join);
  return run(*program, domain, {}).violations;
}

TEST(DomainProcess, MemoryThatEachRepetitionKeepsIsFound) {
  if (memory_in_use() == 0) GTEST_SKIP() << "nobody counts memory here";
  std::list<std::string> kept;
  const std::vector<Violation> found =
      violations(kProgram, [&](const std::string& shown) { kept.push_back(shown + std::string(64, ' ')); });
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].oracle, kLeakOracle);
  EXPECT_EQ(found[0].operation, Operation::Join);
  EXPECT_EQ(found[0].instruction, 3U);
}

TEST(DomainProcess, ProgramsSayWhetherTheyRepeat) {
  std::list<std::string> kept;
  std::string text(kProgram);
  text.erase(text.find("repeat\n"), 7);
  EXPECT_TRUE(violations(text, [&](const std::string& shown) { kept.push_back(shown); }).empty());
  EXPECT_EQ(kept.size(), 1U);
}

TEST(DomainProcess, CachesAndTablesThatDoubleAreNoLeaks) {
  std::map<std::string, std::string> cache;
  std::vector<int> table;
  EXPECT_TRUE(violations(kProgram, [&](const std::string& shown) {
                cache[shown] = std::string(200, 'x');
                table.push_back(1);
              }).empty());
  EXPECT_GT(table.size(), 32U);
}

TEST(DomainProcess, ManyProgramsOfAnHonestDomainKeepNothing) {
  CheckOptions options;
  options.programs = 300;
  options.program = *preset("C2");
  const CheckReport report = check_domain(adapt<example::Box<false>>(example::box_contract()), options);
  EXPECT_TRUE(report.passed) << report.text;
}

TEST(DomainProcess, ASlowOperationIsRepeatedOnce) {
  unsigned joins = 0;
  const auto slow = [&](const std::string&) {
    ++joins;
    const std::clock_t start = std::clock();
    while (std::clock() - start < CLOCKS_PER_SEC / 25) continue;
  };
  EXPECT_TRUE(violations(kProgram, slow).empty());
  EXPECT_EQ(joins, 2U) << "by its instruction, and by the first repetition";
}

#ifdef __SSE__
TEST(DomainProcess, SmallNumbersThatAreFlushedToZeroAreFound) {
  const unsigned before = _mm_getcsr();
  const std::vector<Violation> found =
      violations(kProgram, [](const std::string&) { _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON); });
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].oracle, "rounding");
  EXPECT_EQ(found[0].operation, Operation::Join);
  EXPECT_EQ(_MM_GET_FLUSH_ZERO_MODE(), before & _MM_FLUSH_ZERO_MASK) << "the next case must not see it";
}
#endif

}  // namespace
}  // namespace assay::domain
