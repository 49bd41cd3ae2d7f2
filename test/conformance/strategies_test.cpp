// Every strategy of `assay smt fuzz`, over the shipped seeds: the truth of its cases is known by construction.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "assay/smt/script.hpp"
#include "rounds.hpp"
#include "smt/fuzz/fuzz_generator.hpp"
#include "unit/smt/fuzz/support.hpp"

namespace assay::smt {
namespace {

const std::uint64_t kCases = test_rounds(100, 600);

class Strategies : public ::testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    if (row().needs.refuted_seed) GTEST_SKIP() << "needs references: planted_mutate_test.cpp";
  }
  [[nodiscard]] static const StrategyRow& row() { return strategy_rows()[GetParam()]; }
  [[nodiscard]] std::shared_ptr<FuzzConfig> config(std::uint64_t seed = 1) const {
    auto made = testing::generating_config(testing::shipped_seeds(), seed);
    made->strategies = {find_strategy(row().name)};
    made->weights = {1};
    made->options.incremental_percent = 25;
    return made;
  }
};

TEST_P(Strategies, HaveANameAndAHelp) {
  EXPECT_FALSE(row().help.empty());
  EXPECT_EQ(find_strategy(row().name)->name, row().name);
}

TEST_P(Strategies, MakeCasesWithTheTruthThatTheyClaim) {
  const auto configuration = config();
  Generator generator(*configuration);
  std::uint64_t made = 0;
  std::uint64_t unfit = 0;
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const auto subject = generator.generate(index);
    const auto* of = testing::case_in(subject);
    const auto* skip = std::get_if<core::Skip>(&subject);
    unfit += skip != nullptr && skip->reason.find("makes anything") != std::string::npos ? 1 : 0;
    if (of == nullptr) continue;
    ++made;
    EXPECT_EQ(of->strategy, row().name);
    ASSERT_EQ(testing::what_is_wrong(*of), "") << of->files[0].content;
  }
  // Some cases cannot be made: a seed may have no numbers, or two seeds may not fit together.
  EXPECT_GT(made, (kCases - unfit) * 3 / 4) << "the shipped seeds give something to work with";
}

TEST_P(Strategies, MakeTheSameCaseWhateverCameBefore) {
  const auto configuration = config();
  Generator forwards(*configuration);
  std::map<std::uint64_t, std::string> texts;
  for (std::uint64_t index = 0; index < kCases; index += 7) {
    const auto subject = forwards.generate(index);
    if (const auto* of = testing::case_in(subject)) texts[index] = testing::text_of(*of);
  }
  Generator backwards(*configuration);
  for (auto at = texts.rbegin(); at != texts.rend(); ++at) {
    const auto subject = backwards.generate(at->first);
    const auto* of = testing::case_in(subject);
    ASSERT_NE(of, nullptr);
    ASSERT_EQ(testing::text_of(*of), at->second) << at->first;
  }
}

TEST_P(Strategies, MakeOtherCasesFromAnotherSeed) {
  const auto one = config(1);
  const auto two = config(2);
  Generator first(*one);
  Generator second(*two);
  std::uint64_t same = 0;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const auto a = first.generate(index);
    const auto b = second.generate(index);
    const auto* x = testing::case_in(a);
    const auto* y = testing::case_in(b);
    same += x != nullptr && y != nullptr && x->files[0].content == y->files[0].content ? 1 : 0;
  }
  EXPECT_LT(same, 10U);
}

TEST_P(Strategies, PrintWhatReadsBackTheSameAndNameALogicThatCoversIt) {
  const auto configuration = config();
  Generator generator(*configuration);
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const auto subject = generator.generate(index);
    const auto* of = testing::case_in(subject);
    if (of == nullptr) continue;
    const std::string& text = of->files[0].content;
    TermStore store;
    const auto script = parse_script(store, text, "case");
    ASSERT_TRUE(script.ok()) << script.error().text() << "\n" << text;
    ASSERT_EQ(print_script(store, *script), text);
    std::vector<TermId> terms;
    for (const Command& command : script->commands)
      if (command.kind == CommandKind::Assert) terms.push_back(command.terms[0]);
    ASSERT_TRUE(logic_covers(store, script->logic, terms)) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, Strategies, ::testing::Range(std::size_t{0}, strategy_rows().size()),
                         [](const auto& test) { return std::string(strategy_rows()[test.param].name); });

}  // namespace
}  // namespace assay::smt
