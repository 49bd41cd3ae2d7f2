#include <gtest/gtest.h>

#include <set>
#include <string>

#include "smt/synth/synth.hpp"
#include "unit/core/options/option_checks.hpp"

namespace assay::smt {
namespace {

SynthOptions unusual() {
  SynthOptions options;
  options.seed = ~std::uint64_t{0};
  options.targets = {"z3", "mine=/opt/solver --flag"};
  options.theories = {"strings", "bit-vectors"};
  options.categories = {"unsat-term", "let"};
  options.operations = {"str.*", "(_ extract 1 0)"};
  options.rules = {"a folder/with \"quotes\".rules"};
  options.builtin_rules = false;
  options.sample = false;
  options.depth = 3;
  options.constants = 5;
  options.pool_constants = 4;
  options.combinations = 77;
  options.pool = 9;
  options.option_sweep = true;
  options.style = RunStyle::Persistent;
  options.limits.wall_seconds = 4.5;
  options.slow_factor = 12.5;
  options.slow_seconds = 0.5;
  return options;
}

core::OptionTexts another_synth_value(const core::Option& option, const core::OptionTexts& now) {
  return option.name == "options" ? core::OptionTexts{"50%"} : core::option_checks::another(option, now);
}

TEST(SynthOptionTable, HoldsWhatTablesPromise) {
  core::option_checks::check_option_table(synth_option_table(), another_synth_value);
}

TEST(SynthOptionsToml, ComesBackAsItWas) {
  const SynthOptions options = unusual();
  const std::string text = synth_option_table().to_toml(options);
  const auto back = synth_option_table().from_toml(text);
  ASSERT_TRUE(back.ok()) << back.error().text() << text;
  EXPECT_EQ(synth_option_table().to_toml(*back), text);
  EXPECT_EQ(back->seed, options.seed);
  EXPECT_EQ(back->targets, options.targets);
  EXPECT_EQ(back->theories, options.theories);
  EXPECT_EQ(back->categories, options.categories);
  EXPECT_EQ(back->operations, options.operations);
  EXPECT_EQ(back->rules, options.rules);
  EXPECT_FALSE(back->builtin_rules);
  EXPECT_FALSE(back->sample);
  EXPECT_TRUE(back->option_sweep);
  EXPECT_EQ(back->style, RunStyle::Persistent);
}

TEST(SynthOptionsToml, KeepsNumbers) {
  const auto back = synth_option_table().from_toml(synth_option_table().to_toml(unusual()));
  ASSERT_TRUE(back.ok()) << back.error().text();
  EXPECT_EQ(back->depth, 3U);
  EXPECT_EQ(back->constants, 5U);
  EXPECT_EQ(back->pool_constants, 4U);
  EXPECT_EQ(back->combinations, 77U);
  EXPECT_EQ(back->pool, 9U);
  EXPECT_DOUBLE_EQ(back->limits.wall_seconds, 4.5);
  EXPECT_DOUBLE_EQ(back->slow_factor, 12.5);
  EXPECT_DOUBLE_EQ(back->slow_seconds, 0.5);
}

TEST(SynthOptionsToml, LeavesDefaultsWhereNothingIsSaid) {
  const auto options = synth_option_table().from_toml("seed = \"5\"\nops = [\"str.at\"]\n");
  ASSERT_TRUE(options.ok()) << options.error().text();
  EXPECT_EQ(options->seed, 5U);
  EXPECT_EQ(options->operations, std::vector<std::string>{"str.at"});
  EXPECT_EQ(options->constants, SynthOptions().constants);
  EXPECT_TRUE(options->builtin_rules);
  EXPECT_TRUE(options->sample);
  EXPECT_EQ(synth_option_table().to_toml(*synth_option_table().from_toml("")),
            synth_option_table().to_toml(SynthOptions()));
}

TEST(SynthOptionsToml, NamesTheKeyThatIsWrong) {
  for (const char* text : {"depth = \"x\"", "depth = -1", "target = 3", "theory = \"strings\"", "category = [1]",
                           "style = \"fast\"", "exhaustive = 1", "no-builtin-rules = \"yes\"", "seed = \"x\"",
                           "pool = 1.5", "timeout = -1", "slow-factor = \"a\""}) {
    const auto options = synth_option_table().from_toml(text);
    ASSERT_FALSE(options.ok()) << text;
    const std::string key = std::string(text).substr(0, std::string_view(text).find(' '));
    EXPECT_NE(options.error().message.find(key), std::string::npos) << options.error().message;
  }
  EXPECT_FALSE(synth_option_table().from_toml("= =").ok());
}

TEST(SynthRegistries, HaveNamesAndHelp) {
  std::set<std::string_view> names;
  for (const auto& rows : {synth_categories(), synth_theories()}) {
    for (const auto& [name, help] : rows) {
      EXPECT_TRUE(names.insert(name).second) << name;
      EXPECT_GT(help.size(), 10U) << name;
    }
  }
  EXPECT_EQ(synth_categories().size(), 22U);
  EXPECT_EQ(synth_theories().size(), 14U);
}

}  // namespace
}  // namespace assay::smt
