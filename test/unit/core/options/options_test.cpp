#include <gtest/gtest.h>

#include <filesystem>

#include "core/campaign/campaign.hpp"
#include "unit/core/options/option_checks.hpp"

namespace assay::core::option_checks {
namespace {

enum class Colour : std::uint8_t { Red, Blue };

struct Sample {
  bool loud = false;
  unsigned depth = 3;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> tests;
  double factor = 2.5;
  double timeout = 10;
  std::optional<double> time;
  std::uint64_t bytes = std::uint64_t{64} << 20;
  std::string label = "x";
  std::vector<std::string> laws;
  std::vector<std::string> inputs;
  std::vector<std::string> targets;
  Colour colour = Colour::Red;
  Limits limits;
};

const OptionTable<Sample>& sample_table() {
  static const OptionTable<Sample> table = [] {
    OptionTable<Sample> rows;
    rows.add("loud", &Sample::loud, "says more").affects(Affects::Session);
    rows.add("depth", &Sample::depth, "of terms").range(1, 6).affects(Affects::Cases);
    rows.add("seed", &Sample::seed, "of choices").affects(Affects::Cases);
    rows.add("tests", &Sample::tests, "how many");
    rows.add("factor", &Sample::factor, "of slowness").real_range(0, 100);
    rows.add_duration("patience", &Sample::timeout, "of a run").real_range(0.001, 3600);
    rows.add_duration("time", &Sample::time, "of it all");
    rows.add_megabytes("disk", &Sample::bytes, "of disk").range(16, 1024);
    rows.add("label", &Sample::label, "a text").affects(Affects::Cases);
    rows.add("law", &Sample::laws, "some texts").with_commas().one_of({"one", "two"}).affects(Affects::Cases);
    rows.add("inputs", &Sample::inputs, "files to read").files(Names::Paths).affects(Affects::Contents);
    rows.add("target", &Sample::targets, "programs").files(Names::Targets).affects(Affects::Contents);
    rows.add_choice<Colour Sample::*, Colour>("colour", &Sample::colour, {{"red", Colour::Red}, {"blue", Colour::Blue}},
                                              "a choice");
    rows.include(limit_table(), &Sample::limits);
    return rows;
  }();
  return table;
}

Status set(Sample& sample, const std::string& name, const OptionTexts& texts) {
  for (const BoundOption& one : sample_table().bind(sample))
    if (one.option->name == name) return one.set(texts);
  return Error{"no such row", ""};
}

TEST(OptionTables, HoldWhatTheyPromise) {
  check_option_table(sample_table());
  check_option_table(limit_table());
  check_option_table(campaign_option_table());
}

TEST(OptionTables, TakeTexts) {
  Sample sample;
  EXPECT_TRUE(set(sample, "patience", {"1m30s"}).ok());
  EXPECT_DOUBLE_EQ(sample.timeout, 90);
  EXPECT_TRUE(set(sample, "time", {"2h"}).ok());
  EXPECT_DOUBLE_EQ(sample.time.value_or(0), 7200);
  EXPECT_TRUE(set(sample, "time", {"none"}).ok());
  EXPECT_FALSE(sample.time.has_value());
  EXPECT_TRUE(set(sample, "tests", {"7"}).ok());
  EXPECT_EQ(sample.tests, std::optional<std::uint64_t>(7));
  EXPECT_TRUE(set(sample, "tests", {"0"}).ok());
  EXPECT_EQ(sample.tests, std::nullopt);
  EXPECT_TRUE(set(sample, "disk", {"32"}).ok());
  EXPECT_EQ(sample.bytes, std::uint64_t{32} << 20);
  EXPECT_TRUE(set(sample, "law", {"one,two"}).ok());
  EXPECT_EQ(sample.laws, (std::vector<std::string>{"one", "two"}));
  EXPECT_TRUE(set(sample, "colour", {"blue"}).ok());
  EXPECT_EQ(sample.colour, Colour::Blue);
  EXPECT_TRUE(set(sample, "memory", {"100"}).ok());
  EXPECT_EQ(sample.limits.memory_bytes, std::uint64_t{100} << 20);
}

TEST(OptionTables, SayWhatAValueMustBe) {
  Sample sample;
  const std::pair<const char*, const char*> wrong[] = {
      {"depth", "7"},     {"depth", "x"},   {"depth", "-1"},   {"factor", "101"}, {"factor", "-1"},
      {"factor", "nan"},  {"factor", ""},   {"patience", "0"}, {"patience", "x"}, {"patience", "none"},
      {"patience", "2h"}, {"law", "three"}, {"colour", ""},    {"loud", "yes"},   {"seed", "18446744073709551616"}};
  const std::string before = sample_table().to_toml(sample);
  for (const auto& [name, text] : wrong) {
    const Status refused = set(sample, name, {text});
    ASSERT_FALSE(refused.ok()) << name << " " << text;
  }
  EXPECT_EQ(sample_table().to_toml(sample), before) << "what is refused changes nothing";
  EXPECT_NE(set(sample, "factor", {"101"}).error().message.find("from 0 to 100"), std::string::npos);
  EXPECT_NE(set(sample, "patience", {"2h"}).error().message.find("from 1ms to 60m"), std::string::npos);
  EXPECT_NE(set(sample, "colour", {"green"}).error().message.find("red, blue"), std::string::npos);
}

TEST(OptionTables, ReadMebibytesWithAUnit) {
  Sample sample;
  EXPECT_TRUE(set(sample, "disk", {"512M"}).ok());
  EXPECT_EQ(sample.bytes, std::uint64_t{512} << 20);
  EXPECT_TRUE(set(sample, "disk", {"1G"}).ok());
  EXPECT_EQ(sample.bytes, std::uint64_t{1} << 30);
  for (const char* text : {"2G", "8M", "G", "1T", "1.5G", "99999999999999999999G"})
    EXPECT_FALSE(set(sample, "disk", {text}).ok()) << text;
  EXPECT_EQ(sample.bytes, std::uint64_t{1} << 30);
}

TEST(OptionTables, KeepNumbersThatTomlHasNot) {
  Sample sample;
  sample.seed = ~std::uint64_t{0};
  const auto back = sample_table().from_toml(sample_table().to_toml(sample));
  ASSERT_TRUE(back.ok()) << back.error().text();
  EXPECT_EQ(back->seed, sample.seed);
}

TEST(OptionTables, ReadDurationsAsNumbersToo) {
  const auto read = sample_table().from_toml("patience = 4.5\ntime = 3\n");
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_DOUBLE_EQ(read->timeout, 4.5);
  EXPECT_DOUBLE_EQ(read->time.value_or(0), 3);
}

TEST(OptionTables, NameTheKeyThatIsWrong) {
  for (const char* text : {"depth = \"x\"", "depth = 9", "law = \"one\"", "law = [1]", "loud = 1", "label = 3",
                           "factor = \"1\"", "colour = \"green\"", "patience = -1", "flavour = 1"}) {
    const auto read = sample_table().from_toml(text);
    ASSERT_FALSE(read.ok()) << text;
    const std::string key(text, std::string_view(text).find(' '));
    EXPECT_NE(read.error().message.find("'" + key + "'"), std::string::npos) << read.error().message;
  }
  EXPECT_NE(sample_table().from_toml("= =").error().message.find("TOML"), std::string::npos);
}

TEST(OptionTables, PathsBecomeAbsolute) {
  const std::filesystem::path here = std::filesystem::current_path();
  const auto made = [](const char* name, OptionTexts texts) {
    for (const auto& row : sample_table().rows())
      if (row.option.name == name) return with_absolute_paths(row.option, std::move(texts));
    return OptionTexts{};
  };
  EXPECT_EQ(made("inputs", {"a/../b", "/c"}), (OptionTexts{(here / "b").string(), "/c"}));
  EXPECT_EQ(made("law", {"a/b"}), OptionTexts{"a/b"});
  // Targets: only existing paths become absolute.
  const std::string folder = ::testing::TempDir() + "assay-options";
  std::filesystem::create_directories(folder);
  const std::string relative = std::filesystem::relative(folder, here).string();
  EXPECT_EQ(made("target", {"z3", "mine=" + relative + " -a no/such/file " + relative, "mine=z3"}),
            (OptionTexts{"z3", "mine=" + folder + " -a no/such/file " + folder, "mine=z3"}));
  std::filesystem::remove_all(folder);
}

TEST(OptionTables, StoredPathsCanMove) {
  Sample sample;
  sample.label = "/old";
  sample.inputs = {"/old/seeds", "/older/seeds", "/old"};
  sample.targets = {"mine=/old/bin/solver -f /old/x /x/old", "z3"};
  const std::string toml = sample_table().to_toml(sample);
  const auto moved = with_moved_paths(toml, "/old/", "/new");
  ASSERT_TRUE(moved.ok()) << moved.error().text();
  const auto back = sample_table().from_toml(*moved);
  ASSERT_TRUE(back.ok()) << back.error().text();
  EXPECT_EQ(back->inputs, (std::vector<std::string>{"/new/seeds", "/older/seeds", "/new"}));
  EXPECT_EQ(back->targets, (std::vector<std::string>{"mine=/new/bin/solver -f /new/x /x/old", "z3"}));
  EXPECT_NE(with_moved_paths(toml, "/nowhere", "/new").error().message.find("/nowhere"), std::string::npos);
}

TEST(Durations, ComeBackFromText) {
  for (const double seconds : {0.0, 0.001, 0.2, 0.5, 1.0, 1.5, 59.0, 60.0, 90.0, 120.0, 600.0, 5400.0, 7200.0, 86400.0,
                               172800.0, 1.0 / 3, 1e7})
    EXPECT_DOUBLE_EQ(parse_duration(duration_text(seconds)).value_or(-1), seconds) << duration_text(seconds);
  EXPECT_EQ(duration_text(10), "10s");
  EXPECT_EQ(duration_text(60), "60s");
  EXPECT_EQ(duration_text(600), "10m");
  EXPECT_EQ(duration_text(0.5), "500ms");
  EXPECT_EQ(duration_text(172800), "2d");
  for (const char* text : {"", "x", "1x", "1m1", "s", "1..2s", "-1s"})
    EXPECT_FALSE(parse_duration(text).has_value()) << text;
}

}  // namespace
}  // namespace assay::core::option_checks
