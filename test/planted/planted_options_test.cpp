// Tests that drawn options find bugs: solvers that are wrong only under options are found within a bounded number of
// cases, and the reduction keeps exactly those options. Properties that options do not promise are never findings.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "paths.hpp"
#include "smt/fuzz/seed/fuzz.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;
using core::BugKind;
using Texts = std::vector<std::string>;

constexpr std::uint64_t kMaxWithOptions = 2000;

class Configured : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = fs::path(::testing::TempDir()) / ("assay_configured_" + name + "_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    options_.seeds = {source_dir() + "/data/seeds"};
    options_.strategies = {{"plant", 1}, {"storm", 1}};
    options_.style = RunStyle::Persistent;
    options_.limits.wall_seconds = 20;
    options_.options_percent = 50;
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// A fake solver with a lie; `more` can add a lie that an option switches on.
  std::string fake(const std::string& lie, const std::string& more = "") {
    const fs::path path = folder_ / "fake.toml";
    const std::string words = "[\"" + std::string(ASSAY_FAKE_SOLVER) + "\"" +
                              (lie.empty() ? std::string("]") : ", \"--lie\", \"" + lie + "\"]");
    std::ofstream(path) << "name = \"fake\"\nargv = " << words << "\npersistent = " << words << "\nversion = [\""
                        << ASSAY_FAKE_SOLVER << "\", \"--version\"]\nwitness_comments = true\n"
                        << "accepts_opaque = true\nextensions = [\"*\"]\ndecidable = [\"*\"]\n"
                        << "options = [\n{name = \"fake.forgets\", default = \"false\"},\n"
                        << "{name = \"fake.simplify\", default = \"true\"},\n"
                        << "{name = \"fake.mode\", type = \"choice\", values = [\"eager\", \"lazy\"]},\n"
                        << "{name = \"fake.seed\", type = \"number\", range = \"1..100\"},\n"
                        << more << "]\n";
    return path.string();
  }
  std::unique_ptr<core::Tester> tester(const std::string& target) {
    options_.targets = {target};
    auto corpus = load_seeds(options_);
    EXPECT_TRUE(corpus.ok()) << (corpus.ok() ? "" : corpus.error().text());
    if (!corpus) return nullptr;
    auto module = make_fuzz_module(options_, std::move(*corpus));
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text());
    if (!module) return nullptr;
    module_ = std::move(*module);
    return std::move(*module_->make_tester());
  }
  static SmtFacts facts_of(const core::Case& subject) { return std::move(*SmtFacts::from_json(subject.metadata)); }

  struct Found {
    core::Case reduced;
    core::Trial trial;
    std::string signature;
  };
  /// The first bug of a case with drawn options, as a campaign confirms and reduces it.
  std::optional<Found> find(core::Tester& by) {
    for (std::uint64_t index = 0; index < kMaxWithOptions; ++index) {
      const auto subject = by.generate(index);
      const auto* of = std::get_if<core::Case>(&subject);
      if (of == nullptr || facts_of(*of).drawn.empty()) continue;
      if (!by.run(*of, 0, core::RunMode::Campaign, {}).verdict.is_bug()) continue;
      const core::Case failing = by.as_read_by(*of, 0);
      const core::Trial trial = by.run(failing, 0, core::RunMode::Fresh, {});
      EXPECT_TRUE(trial.verdict.is_bug());
      Found found;
      found.reduced = by.as_read_by(by.reduce(failing, 0, trial.verdict, {}), 0);
      found.trial = by.run(found.reduced, 0, core::RunMode::Fresh, {});
      found.signature = by.signature(found.reduced, 0, found.trial.verdict);
      RecordProperty("cases", static_cast<int>(index + 1));
      return found;
    }
    return std::nullopt;
  }
  static Texts set_options(const std::string& script) {
    Texts commands;
    for (std::size_t at = script.find("(set-option "); at != std::string::npos;
         at = script.find("(set-option ", at + 1))
      commands.push_back(script.substr(at, script.find('\n', at) - at));
    return commands;
  }
  /// Expects no finding; returns the number of skips with this reason.
  std::size_t skips_of_no_findings(const std::string& lie, const std::string& reason) {
    const auto made = tester(fake(lie));
    if (made == nullptr) return 0;
    std::size_t skips = 0;
    for (std::uint64_t index = 0; index < 300; ++index) {
      const auto subject = made->generate(index);
      const auto* of = std::get_if<core::Case>(&subject);
      if (of == nullptr) continue;
      const core::Trial trial = made->run(*of, 0, core::RunMode::Campaign, {});
      EXPECT_FALSE(trial.verdict.is_bug()) << trial.verdict.detail << "\n" << of->files[0].content;
      skips += trial.verdict.reason == reason ? 1 : 0;
    }
    return skips;
  }

  fs::path folder_;
  FuzzOptions options_;
  std::unique_ptr<core::Module> module_;
};

TEST_F(Configured, AnAssertionThatAnOptionForgetsIsFoundAndThatOptionStays) {
  const auto made = tester(fake("option-forgets"));
  ASSERT_NE(made, nullptr);
  const auto found = find(*made);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->trial.verdict.kind, BugKind::SolutionUnsound) << found->trial.verdict.detail;
  EXPECT_EQ(set_options(found->reduced.files[0].content), Texts{"(set-option :fake.forgets true)"});
  EXPECT_NE(found->trial.verdict.detail.find("Only with: (set-option :fake.forgets true)"), std::string::npos)
      << found->trial.verdict.detail;
  EXPECT_TRUE(found->signature.ends_with(" with fake.forgets=true")) << found->signature;
  EXPECT_LE(found->reduced.files[0].content.size(), 450U) << found->reduced.files[0].content;
}

TEST_F(Configured, TwoOptionsStayWhereBothAreNeeded) {
  options_.strategies = {{"storm", 1}};
  const auto made = tester(fake("option-pair"));
  ASSERT_NE(made, nullptr);
  const auto found = find(*made);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->trial.verdict.kind, BugKind::RefutationUnsound);
  EXPECT_EQ(set_options(found->reduced.files[0].content),
            (Texts{"(set-option :fake.forgets true)", "(set-option :fake.mode eager)"}));
}

TEST_F(Configured, ACrashUnderAnOptionIsAFindingOfItsOwn) {
  const auto made = tester(fake("option-crash"));
  ASSERT_NE(made, nullptr);
  const auto found = find(*made);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->trial.verdict.kind, BugKind::Crash);
  EXPECT_TRUE(found->signature.ends_with(" with fake.forgets=true")) << found->signature;
}

TEST_F(Configured, ALieOfTheDefaultConfigurationLosesAllOptions) {
  options_.options_percent = 100;
  const auto made = tester(fake("nested-negation"));
  ASSERT_NE(made, nullptr);
  const auto found = find(*made);
  ASSERT_TRUE(found);
  EXPECT_EQ(set_options(found->reduced.files[0].content), Texts{});
  EXPECT_NE(found->trial.verdict.detail.find("the default configuration fails, too"), std::string::npos)
      << found->trial.verdict.detail;
  EXPECT_EQ(found->signature.find(" with "), std::string::npos) << found->signature;
}

TEST_F(Configured, AnOptionThatIsAFlagIsInTheCommand) {
  const auto made = tester(
      fake("", "{name = \"lie\", type = \"choice\", values = [\"nested-negation\"], flag = \"--lie={value}\"},\n"));
  ASSERT_NE(made, nullptr);
  const auto found = find(*made);
  ASSERT_TRUE(found);
  EXPECT_EQ(set_options(found->reduced.files[0].content), Texts{});
  EXPECT_EQ(found->trial.command.back(), "--lie=nested-negation");
  EXPECT_NE(found->trial.verdict.detail.find("Only with: --lie=nested-negation"), std::string::npos);
}

TEST_F(Configured, ErrorsUnderAnOptionAreSkips) {
  EXPECT_GT(skips_of_no_findings("option-rejects", "an error with drawn options"), 0U);
}
TEST_F(Configured, GivingUpUnderAnOptionIsASkip) {
  EXPECT_GT(skips_of_no_findings("option-unknown", "unknown with drawn options"), 0U);
}
TEST_F(Configured, AnHonestSolverIsNeverAccused) {
  options_.options_percent = 100;
  EXPECT_EQ(skips_of_no_findings("", "an error with drawn options"), 0U);
}

TEST_F(Configured, TheSameCasesHaveTheSameOptions) {
  const auto one = tester(fake(""));
  const auto first_module = std::move(module_);
  const auto other = tester(fake(""));
  ASSERT_TRUE(one && other);
  EXPECT_EQ(first_module->fingerprint(), module_->fingerprint());
  std::size_t with_options = 0;
  std::size_t cases = 0;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const auto made = one->generate(index);
    const auto again = other->generate(index);
    const auto* of = std::get_if<core::Case>(&made);
    if (of == nullptr) continue;
    ++cases;
    EXPECT_EQ(of->metadata, std::get<core::Case>(again).metadata);
    with_options += facts_of(*of).drawn.empty() ? 0 : 1;
  }
  EXPECT_GT(with_options * 100, cases * 35);
  EXPECT_LT(with_options * 100, cases * 65);
}

}  // namespace
}  // namespace assay::smt
