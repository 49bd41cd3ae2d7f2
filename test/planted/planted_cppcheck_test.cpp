// The proof that a campaign finds lies of Cppcheck about containers of C++: the real Cppcheck, whose dump is made wrong
// in one place, is found within a bounded number of programs that Assay makes.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "analyzer/adapters/adapters.hpp"
#include "analyzer/test/test.hpp"
#include "core/proc/proc.hpp"

namespace assay::analyzer {
namespace {

struct DumpLie {
  std::string_view name;
  std::string_view change;  ///< sed command that changes the dump
};
constexpr std::array<DumpLie, 4> kLies = {{
    {"one is two", R"(s/container-size="1" bound="Point" known/container-size="2" bound="Point" known/)"},
    {"what is known to be something is nothing",
     R"(s/container-size="[1-9][0-9]*" bound="Point" known/container-size="0" bound="Point" known/)"},
    {"what may be is", R"(s/\(container-size="[0-9]*" bound="Point"\) possible/\1 known/)"},
    {"impossible is known",
     R"(s/\(container-size="[0-9]*"\) bound="[A-Z][a-z]*"\(.*\) impossible="true"/\1 bound="Point"\2 known="true"/)"},
}};
constexpr std::string_view kNoChange = "s/x/x/";
constexpr std::uint64_t kMaxPrograms = 4;

/// Cppcheck as in a campaign, with a command that changes its dump afterwards.
Definition changed_by(std::string_view change) {
  const std::vector<Definition>& all = builtin_analyzers();
  Definition definition =
      *std::find_if(all.begin(), all.end(), [](const Definition& one) { return one.name == "cppcheck"; });
  std::vector<std::string> argv = {
      "sh", "-c", "change=$1; shift; \"$@\" && for file; do :; done && sed -i \"$change\" \"$file.dump\"", "sh",
      std::string(change)};
  argv.insert(argv.end(), definition.argv.begin(), definition.argv.end());
  definition.argv = std::move(argv);
  return definition;
}

/// How often facts about sizes broke in a program, by class, as the report counts them.
using BrokenSizes = std::map<std::string, std::uint64_t>;

BrokenSizes broken_sizes(std::string_view change, std::uint64_t index) {
  TestOptions options;
  options.strategies = {"containers"};
  // On a busy machine, a skip would say nothing about Cppcheck.
  options.limits.wall_seconds = options.run_seconds = 300;
  options.definitions = {changed_by(change)};
  options.open = [](const Definition& definition) { return open_analyzer(definition); };
  const Result<std::unique_ptr<core::Module>> module = make_test_module(options, {});
  EXPECT_TRUE(module.ok());
  if (!module.ok()) return {};
  const Result<std::unique_ptr<core::Tester>> tester = (*module)->make_tester();
  EXPECT_TRUE(tester.ok());
  if (!tester.ok()) return {};
  const core::Case made = std::get<core::Case>((*tester)->generate(index, {}));
  const core::Trial trial = (*tester)->run(made, 0, core::RunMode::Fresh, {});
  EXPECT_NE(trial.verdict.outcome, core::Verdict::Outcome::Skip) << trial.verdict.reason << trial.output;
  BrokenSizes broken;
  for (const auto& [name, count] : trial.measures)
    if (name.starts_with("broken = ") && name.find("size of") != std::string::npos) broken[name] = count;
  return broken;
}

/// True if a fact breaks more often with the planted lie than without it.
bool breaks_more(const BrokenSizes& with_planted_lie, const BrokenSizes& honest) {
  return std::any_of(with_planted_lie.begin(), with_planted_lie.end(), [&](const auto& one) {
    const auto other = honest.find(one.first);
    return other == honest.end() || other->second < one.second;
  });
}

class PlantedCppcheck : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* needed : {"cppcheck", "clang-14", "gcc", "sed"})
      if (core::find_program(needed).empty()) GTEST_SKIP() << "not installed: " << needed;
  }
};

/// Against Cppcheck as it is, which has bugs of its own.
TEST_F(PlantedCppcheck, EachLieAboutContainersIsFound) {
  std::map<std::string_view, std::uint64_t> found;
  for (std::uint64_t index = 1; index <= kMaxPrograms && found.size() < kLies.size(); ++index) {
    const BrokenSizes honest = broken_sizes(kNoChange, index);
    for (const DumpLie& lie : kLies)
      if (!found.contains(lie.name) && breaks_more(broken_sizes(lie.change, index), honest))
        found.emplace(lie.name, index);
    // Without a change of the dump, nothing is found.
    if (index == 1) {
      EXPECT_FALSE(breaks_more(broken_sizes(kNoChange, index), honest));
    }
  }
  for (const DumpLie& lie : kLies) EXPECT_TRUE(found.contains(lie.name)) << lie.name;
}

}  // namespace
}  // namespace assay::analyzer
