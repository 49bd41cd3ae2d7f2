// Checks of facts about C++ source. A program with containers takes compilers seconds: each test makes many checks in
// one.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/check/run/precompiled_heads.hpp"
#include "analyzer/check/source/c_checker.hpp"
#include "analyzer/check/source/c_shown.hpp"
#include "analyzer/check/tree/c_tree_filter.hpp"
#include "base/text.hpp"
#include "unit/analyzer/reproducing.hpp"

namespace assay::analyzer {
namespace {

/// A fact is claimed at each `@` of a program, in their order.
struct ClaimedAt {
  Property property;
  Subject::Measure measure = Subject::Measure::ContainerSize;
};

class CppChecking : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<CChecker>> opened = CChecker::open();
    if (!opened) GTEST_SKIP() << "no compilers: " << opened.error().text();
    checker_ = std::move(*opened);
  }

  Checks check(std::string text, const std::vector<ClaimedAt>& claims, bool quick = false) {
    std::vector<Fact> facts;
    for (const ClaimedAt& claim : claims) {
      const std::size_t at = text.find('@');
      EXPECT_NE(at, std::string::npos) << "a fact without a place";
      text.erase(at, 1);
      Fact fact;
      fact.place.file = "a.cpp";
      fact.place.line =
          1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
      fact.place.column = static_cast<unsigned>(at - text.rfind('\n', at - 1));
      fact.property = claim.property;
      fact.subject.measure = claim.measure;
      facts.push_back(std::move(fact));
    }
    core::Limits limits;
    limits.wall_seconds = limits.cpu_seconds = 60;
    const Session session{scratch_, limits, limits, {}, quick};
    Checks checks = checker_->check({"c++", {{"a.cpp", text}}, {}, {}, {}}, facts, session);
    EXPECT_FALSE(checks.trouble) << checks.trouble->reason << ": " << checks.undefined_at;
    return checks;
  }

  static std::string without_marks(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '@'), text.end());
    return text;
  }
  /// The nodes of the file's tree: kinds, places, names and types.
  std::string tree_of(const std::string& text, std::vector<std::string> flags) {
    core::Limits limits;
    limits.wall_seconds = limits.cpu_seconds = 60;
    const Session session{scratch_, limits, limits, {}};
    const Program program{"c++", {{"a.cpp", text}}, {}, {}, std::move(flags)};
    const Result<std::shared_ptr<const CTree>> tree = checker_->tree(program, program.files.front(), session);
    EXPECT_TRUE(tree) << tree.error().text();
    std::string shown;
    if (tree)
      for (const CNode& node : (*tree)->nodes())
        shown += node.kind + " " + std::to_string(node.begin) + " " + std::to_string(node.end) + " " + node.name + " " +
                 node.type + "\n";
    return shown;
  }

  std::unique_ptr<CChecker> checker_;
  core::ScratchFolder scratch_;
};

ClaimedAt is(Wide value) { return {ValueSet{{value}, false}}; }
ClaimedAt value_is(Wide value) { return {ValueSet{{value}, false}, Subject::Measure::Value}; }

constexpr const char* kContainers = R"(#include <array>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>
struct Items { std::vector<int> items; int count() const { return (int)@items.size() @+ 1; } };
static void grow(std::vector<int>& v) { @v.push_back(1); }
static int all(const std::vector<int>& v, std::vector<int> copy) {
  std::deque<int> d(@v.begin(), v.end());
  std::list<int> l{1, 2, 3};
  @l.pop_back();
  std::map<int, int> m;
  m[1] = 2;
  @m[1] = 3;
  std::set<int> s = {1, 1};
  std::array<int, 4> a{};
  std::string t = "ab\0c";
  @t += 'x';
  std::vector<int>& r = copy;
  @r.clear();
  Items held{copy};
  grow(held@.items);
  const auto moved = std::move(@copy);
  return (int)(@d.size() + @s.size() + @a.size() + @t.size()) + held.count() + (int)l.size();
}
int main() { return all({1, 2}, {1, 2, 3}) == 0; }
)";

TEST_F(CppChecking, TakesSizesOfContainersWhereTheyAreNamed) {
  const std::vector<ClaimedAt> honest = {is(1), value_is(2), is(0), is(2), is(3), is(1), is(2),
                                         is(3), is(0),       is(0), is(2), is(1), is(4), is(3)};
  const Checks holds = check(kContainers, honest);
  for (std::size_t i = 0; i < honest.size(); ++i) {
    EXPECT_EQ(holds.facts[i].skip, "") << i;
    EXPECT_EQ(holds.facts[i].runs, 1U) << i;
    EXPECT_EQ(holds.facts[i].broken, 0U) << i << ": " << holds.facts[i].witness;
  }
  std::vector<ClaimedAt> lies;
  for (const ClaimedAt& claim : honest) {
    const Wide value = std::get<ValueSet>(claim.property).values[0];
    lies.push_back({Interval{value + 1, std::nullopt}, claim.measure});
  }
  const Checks broken = check(kContainers, lies);
  for (std::size_t i = 0; i < lies.size(); ++i) EXPECT_EQ(broken.facts[i].broken, 1U) << i;
  EXPECT_EQ(broken.facts[4].witness, "value 3");
  EXPECT_EQ(check(kContainers, lies, true).facts[3].broken, 1U);
}

TEST_F(CppChecking, MakesNoCheckWhereItWouldChangeTheProgramOrMeansSomethingElse) {
  const std::vector<std::pair<ClaimedAt, const char*>> wanted = {
      {value_is(0), "in a template"},
      {value_is(0), "a constant is wanted there"},
      {value_is(0), "a constant is wanted there"},
      {value_is(0), "in a constructor"},
      {is(0), "not read there"},
      {is(0), "no container that has a name"},
      {value_is(0), "of a temporary"},
      {is(0), "in a lambda"},
      {is(0), "in the head of a range-based for"},
      {value_is(0), "a constant is wanted there"},
      {is(0), "not evaluated there"},
      {{Relation{"==", "n", 0}, Subject::Measure::Value}, "the other expression cannot be evaluated there"},
      {value_is(0), "not read there"},
  };
  std::vector<ClaimedAt> claims;
  for (const auto& [claim, why] : wanted) claims.push_back(claim);
  const Checks checks = check(R"(#include <string>
#include <vector>
template <typename T> T twice(T x) { int y = 1; return x + (y @+ 1); }
constexpr int next(int x) { return x @+ 1; }
static int with_default(int x = 1 @+ 2) { return x; }
struct S { int n; int m; S(int x) : n(x @+ 1), m(n) {} int same(int x) const; };
static int length(const char* s) { return (int)std::string(s).size(); }
static int f(int x, const int& y) {
  std::vector<int> v;
  @v = {1, 2};
  std::string t = "a";
  t = t @+ "b";
  x += length((t + "c").c_str@());
  auto count = [&] { return (int)@v.size(); };
  for (int one : @v) x += one;
  const int size = 2 @+ 3;
  int a[size] = {};
  x += a[0] + count() + (int)sizeof(@v) + next(2) + with_default();
  return twice(x) + y;
}
static int g(const int& x) { return x; }
static int n = 4;
int S::same(int x) const { return x @+ 0; }
int main() { int x = 2; return f(x, 3) + g(@x) + S(1).same(1) == n; }
)",
                              claims);
  std::vector<std::string> skips;
  for (const CheckedFact& one : checks.facts) skips.push_back(one.skip);
  std::vector<std::string> reasons;
  for (const auto& [claim, why] : wanted) reasons.emplace_back(why);
  EXPECT_EQ(skips, reasons);
}

TEST_F(CppChecking, BelievesNoBreakThatInvalidIteratorsMade) {
  // The end of a list is a node: reading it is undefined, and no allocation.
  const Checks checks = check(R"(#include <list>
int main() { std::list<int> l = {1, 2}; int x = *l.end(); return x @+ 0 == 7; }
)",
                              {value_is(-5)});
  EXPECT_EQ(checks.facts[0].broken, 0U);
}

TEST(WithoutHeaders, DropsWhatStandsInOtherFilesAndKeepsTheRest) {
  const auto declaration = [](const std::string& inside) { return "\n    {\n      " + inside + "\n    }"; };
  const std::string first = declaration(R"("kind": "A")");
  const std::string header = declaration(R"("loc": { "file": "/usr/include/x" })");
  const std::string silent = declaration(R"("kind": "B")");
  const std::string ours = declaration(R"("loc": { "file": "a.cpp", "includedFrom": {
        "file": "/usr/include/x" } })");
  const std::string after = declaration(R"("kind": "C")");
  const std::string back = declaration(R"("loc": { "file": "/usr/include/y" })");
  const auto joined = [](const std::vector<std::string>& parts) {
    std::string text = "{\n  \"inner\": [";
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : ",") + parts[i];
    return text + "\n  ]\n}\n";
  };
  EXPECT_EQ(without_headers(joined({first, header, silent, silent, ours, after, back, silent}), "a.cpp"),
            joined({first, header, ours, after, back}));
  EXPECT_EQ(without_headers("{\"inner\": [{}]}", "a.cpp"), "{\"inner\": [{}]}");
  EXPECT_EQ(without_headers("{\n    {\n", "a.cpp"), "{\n    {\n");
}

TEST(PrecompiledHead, StandsForHeadersOfTheLibraryThatComeFirst) {
  EXPECT_EQ(head_of("#include <vector>\n#include <string_view>\n\n#include <map>\n"),
            "#include <vector>\n#include <string_view>\n");
  EXPECT_EQ(head_of("#include <vector>\n#include \"a.hpp\"\n"), "#include <vector>\n");
  EXPECT_EQ(head_of("#define N 1\n#include <vector>\n"), "") << "the macro may change the header";
  EXPECT_EQ(head_of("#include <stdio.h>\n"), "") << "it may be a header of the user's";
  EXPECT_EQ(head_of("#include <eigen/dense>\n"), "");
}

TEST(PrecompiledHead, IsKeptWhileItIsAskedFor) {
  const std::string clang = core::find_program("clang-14");
  if (clang.empty()) GTEST_SKIP() << "no clang-14";
  core::ScratchFolder scratch;
  core::Limits limits;
  const Session session{scratch, limits, limits, {}};
  PrecompiledHeads heads;
  core::Usage usage;
  const auto flags = [&](std::size_t lines) {
    std::string text;
    while (lines-- > 0) text += "#include <cstddef>\n";
    return heads.flags({clang, "-std=gnu++17"}, {"c++", {{"a.cpp", text}}, {}, {}, {}}, session, 1, usage);
  };
  const std::vector<std::string> first = flags(1), second = flags(2);
  ASSERT_EQ(first.size(), 2U);
  for (std::size_t lines = 3; lines < 30; ++lines) {
    EXPECT_EQ(flags(lines).size(), 2U) << lines;
    EXPECT_EQ(flags(1), first) << "it is asked for again and again";
  }
  EXPECT_TRUE(std::filesystem::exists(first[1] + ".gch"));
  EXPECT_FALSE(std::filesystem::exists(second[1])) << "nobody asked for it";
  EXPECT_NE(flags(2), second) << "it is made anew";
}

TEST_F(CppChecking, APrecompiledHeadChangesNothing) {
  std::string text =
      "#include <vector>\nstatic int f(std::vector<int> v)\n{\n    v.push_back(@v.size() @> 1);\n    return "
      "(int)@v.size();\n}\n"
      "int main() { return f({1, 2}); }\n";
  const std::vector<ClaimedAt> claims = {is(2), value_is(1), is(2)};
  std::vector<std::vector<std::string>> commands;
  // From the third program on, a build's head is precompiled; a tree's always, but for programs with flags.
  for (int i = 0; i < 4; ++i) {
    text += "\n";
    const Checks checks = check(text, claims, true);
    EXPECT_EQ(checks.facts[0].broken, 0U);
    EXPECT_EQ(checks.facts[1].broken, 0U);
    EXPECT_EQ(checks.facts[2].broken, 1U);
    ASSERT_FALSE(checks.commands.empty());
    commands.push_back(checks.commands.front());
    EXPECT_EQ(commands.back(), commands.front());
  }
  EXPECT_EQ(tree_of(without_marks(text), {}), tree_of(without_marks(text), {"-DUNUSED"}));
}

TEST_F(CppChecking, AFindingIsReproducedWithoutAssay) {
  std::string text = "#include <set>\nint main() { std::set<int> s = {1, 1}; return s.size() == 2; }\n";
  Fact fact;
  fact.place = {"a.cpp",         2,  static_cast<unsigned>(text.find("s.size") - text.find("int main")) + 1,
                Place::When::At, "", ""};
  fact.subject.measure = Subject::Measure::ContainerSize;
  core::Limits limits;
  limits.wall_seconds = limits.cpu_seconds = 60;
  const Session session{scratch_, limits, limits, {}};
  const Program program{"c++", {{"a.cpp", text}}, {}, {}, {}};
  fact.property = ValueSet{{2}, false};
  const Result<ShownProgram> shown = shown_program(*checker_, program, fact, session);
  ASSERT_TRUE(shown) << shown.error().text();
  EXPECT_EQ(shown->contradiction, "contradicted: s.size() is 1");
  // The analyzer's version of the line is the program's own.
  const std::string& checked = shown->files.front().content;
  std::vector<std::string> lines;
  for (const std::string_view line : split(checked, '\n')) lines.emplace_back(line);
  ASSERT_LE(shown->line, lines.size()) << checked;
  EXPECT_EQ(lines[shown->line - 1], text.substr(text.find("int main"), text.size() - text.find("int main") - 1));
  // `cat` plays an analyzer that makes the claim, and an analyzer that does not.
  for (const bool claims : {true, false}) {
    const std::string said = claims ? "s.size() == 2" : "s.size() == 3";
    const core::ProcessResult ran =
        run_reproduction(reproduction_of_shown(*shown, {"/bin/cat", "a.cpp"}, core::output_contains(said), said));
    EXPECT_EQ(ran.exit_code, claims ? 1 : 0) << ran.out << ran.err;
  }
  fact.property = ValueSet{{1}, false};
  EXPECT_FALSE(shown_program(*checker_, program, fact, session)) << "it holds";
}

}  // namespace
}  // namespace assay::analyzer
