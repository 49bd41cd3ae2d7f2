#include <gtest/gtest.h>

#include "smt/fuzz/seed/fuzz.hpp"
#include "unit/core/options/option_checks.hpp"

namespace assay::smt {
namespace {

core::OptionTexts another_fuzz_value(const core::Option& option, const core::OptionTexts& now) {
  if (option.name == "options") return {"50%"};
  return option.name == "strategy" ? core::OptionTexts{"storm=2", "graft"} : core::option_checks::another(option, now);
}

TEST(FuzzOptionTable, HoldsWhatTablesPromise) {
  core::option_checks::check_option_table(fuzz_option_table(), another_fuzz_value);
}

TEST(FuzzOptionTable, TheShareOfDrawnOptionsMayHaveAPercentSign) {
  EXPECT_EQ(fuzz_option_table().from_toml("options = \"50%\"")->options_percent, 50U);
  EXPECT_EQ(fuzz_option_table().from_toml("options = \"7\"")->options_percent, 7U);
  EXPECT_EQ(FuzzOptions().options_percent, 0U);
  for (const char* text : {"options = \"101%\"", "options = \"many\"", "options = \"%\"", "options = \"-1\""})
    EXPECT_NE(fuzz_option_table().from_toml(text).error().message.find("is not a percentage"), std::string::npos);
}

TEST(FuzzOptionTable, TheOrderOfStrategiesDoesNotMatter) {
  const auto one = fuzz_option_table().from_toml("strategy = [\"graft=3\", \"storm\"]");
  const auto other = fuzz_option_table().from_toml("strategy = [\"storm\", \"graft=3\"]");
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_EQ(one->strategies, other->strategies);
  EXPECT_EQ(fuzz_option_table().fingerprint(*one), fuzz_option_table().fingerprint(*other));
  for (const char* text : {"strategy = [\"magic\"]", "strategy = [\"storm=0\"]", "strategy = [\"storm=1001\"]"})
    EXPECT_NE(fuzz_option_table().from_toml(text).error().message.find("storm, original, graft"), std::string::npos)
        << text;
}

TEST(FuzzOptionsToml, ComesBackAsItWas) {
  FuzzOptions options;
  options.seed = ~std::uint64_t{0};
  options.seeds = {"a folder/with \"quotes\"", "b"};
  options.targets = {"z3", "mine=/opt/solver --flag"};
  options.references = {"cvc5"};
  options.style = RunStyle::Persistent;
  options.strategies = {{"graft", 3}};
  options.max_depth = 7;
  options.incremental_percent = 25;
  options.slow_factor = 12.5;
  options.limits.wall_seconds = 4.5;
  const std::string text = fuzz_option_table().to_toml(options);
  const auto back = fuzz_option_table().from_toml(text);
  ASSERT_TRUE(back.ok()) << back.error().text() << text;
  EXPECT_EQ(fuzz_option_table().to_toml(*back), text);
  EXPECT_EQ(back->seed, options.seed);
  EXPECT_EQ(back->seeds, options.seeds);
  EXPECT_EQ(back->targets, options.targets);
  EXPECT_EQ(back->style, RunStyle::Persistent);
  EXPECT_EQ(back->strategies, options.strategies);
  EXPECT_EQ(back->max_depth, 7U);
  EXPECT_DOUBLE_EQ(back->limits.wall_seconds, 4.5);
}

TEST(FuzzOptionsToml, LeavesDefaultsWhereNothingIsSaid) {
  const auto options = fuzz_option_table().from_toml("seed = 5\n");
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->seed, 5U);
  EXPECT_EQ(options->max_assertions, FuzzOptions().max_assertions);
}

TEST(FuzzOptionsToml, NamesTheKeyThatIsWrong) {
  for (const char* text :
       {"max-depth = \"x\"", "target = 3", "style = \"fast\"", "timeout = -1", "strategy = [1]", "targets = 3"}) {
    const auto options = fuzz_option_table().from_toml(text);
    ASSERT_FALSE(options.ok()) << text;
    const std::string key = std::string(text).substr(0, std::string_view(text).find(' '));
    EXPECT_NE(options.error().message.find(key), std::string::npos) << options.error().message;
  }
  EXPECT_FALSE(fuzz_option_table().from_toml("= =").ok());
}

TEST(FuzzStrategies, HaveNamesAndHelp) {
  ASSERT_GE(fuzz_strategies().size(), 2U);
  for (const auto& [name, help] : fuzz_strategies()) {
    EXPECT_FALSE(name.empty());
    EXPECT_GT(help.size(), 10U);
  }
}

}  // namespace
}  // namespace assay::smt
