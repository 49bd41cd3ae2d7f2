// One cause is one finding: an analyzer with two bugs, each shown by programs of several shapes and by claims of
// several classes, gives two signatures.

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/check/source/c_source_analyzer.hpp"
#include "analyzer/test/test.hpp"

namespace assay::analyzer {
namespace {

/// Bug 1: unsigned sums with a constant do not wrap around. Bug 2: constants are not converted to bool.
class TwoBugs final : public CSourceAnalyzer {
 public:
  TwoBugs(Definition definition, std::unique_ptr<CChecker> checker, bool lies)
      : CSourceAnalyzer(std::move(definition), std::move(checker)), lies_(lies) {}

  Claims claims(const Program& program, const Session& session) override {
    Claims claims;
    const core::File& file = program.files.front();
    const Result<std::shared_ptr<const CTree>> tree = checker_->tree(program, file, session);
    if (!tree) {
      claims.trouble = core::Verdict::skip("clang refuses the program");
      return claims;
    }
    for (const CNode& node : (*tree)->nodes()) claim(**tree, node, claims.facts);
    for (Fact& fact : claims.facts) fact.place.file = file.name;
    return claims;
  }

 private:
  void claim(const CTree& tree, const CNode& node, std::vector<Fact>& facts) const {
    if (node.kind == "BinaryOperator" && (node.opcode == "+" || node.opcode == "-") &&
        node.type.starts_with("unsigned")) {
      const std::optional<Wide> constant = wide_from(tree.text(tree.node(node.children.back())));
      if (!constant) return;
      const Wide top = node.type == "unsigned int" ? (Wide{1} << 32) - 1 : (Wide{1} << 64) - 1;
      const Property lie =
          node.opcode == "+" ? Interval{*constant, std::nullopt} : Interval{std::nullopt, top - *constant};
      facts.push_back(fact_of(tree, node, lies_ ? lie : Property(Interval{0, top})));
    }
    if (node.kind != "DeclRefExpr" || node.type != "_Bool") return;
    for (const CNode& variable : tree.nodes()) {
      if (variable.kind != "VarDecl" || variable.id != node.referenced_id || variable.children.empty()) continue;
      const std::optional<Wide> constant = wide_from(tree.text(tree.node(variable.children.back())));
      if (!constant || *constant < 2) continue;
      const Property lie =
          *constant % 2 == 0 ? Property(Interval{*constant, std::nullopt}) : ValueSet{{*constant}, false};
      facts.push_back(fact_of(tree, node, lies_ ? lie : Property(ValueSet{{1}, false})));
    }
  }

  static Fact fact_of(const CTree& tree, const CNode& node, Property property) {
    Fact fact;
    const std::size_t at = tree.main_token(node);
    fact.place.line = tree.line(at);
    fact.place.column = static_cast<unsigned>(at - tree.offset(fact.place.line, 1)) + 1;
    fact.subject.text = std::string(tree.text(node));
    fact.subject.operation = operation_of(node);
    fact.subject.type = node.type;
    fact.property = std::move(property);
    fact.assumptions = {std::string(kNoUndefined)};
    return fact;
  }

  bool lies_;
};

/// Three programs for each of the bugs.
const std::vector<std::string> kPrograms = {
    "static unsigned f(unsigned p) { return p + 3; }\n"
    "int main(void) { unsigned s = 0; for (int i = 0; i < 4; ++i) s |= f(4294967294u * (i > 1)); return s == 1; }\n",
    "int main(void) { volatile unsigned long p = 4; unsigned long q = 0; if (p > 9) { q = 1; } else { q = p - 6; }\n"
    "return q == 1; }\n",
    "struct s { int a; };\nint main(void) { volatile unsigned p = 4294967295u; struct s t = { 1 }; long q = p + 1;\n"
    "switch (t.a) { case 1: return q == 2; default: return 0; } }\n",
    "int main(void) { _Bool b = 5; if (b) { return 0; } else { return 1; } }\n",
    "static int f(void) { static _Bool b = 6; return b; }\n"
    "int main(void) { int s = 0; while (s < 2) s += f(); return s == 3; }\n",
    "int main(void) { int s = 0; for (int i = 0; i < 3; ++i) { _Bool b = 7; s += b; } return s == 2; }\n",
};

class PlantedGrouping : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto opened = CChecker::open(); !opened) GTEST_SKIP() << "no compilers: " << opened.error().text();
  }

  static std::unique_ptr<core::Tester> tester(bool lies) {
    TestOptions options;
    Definition definition;
    definition.name = "two-bugs";
    definition.languages = {"c"};
    options.definitions = {definition};
    options.limits.wall_seconds = options.run_seconds = 300;
    options.open = [lies](const Definition& one) -> Result<std::unique_ptr<Analyzer>> {
      Result<std::unique_ptr<CChecker>> checker = CChecker::open();
      if (!checker) return checker.error();
      return std::unique_ptr<Analyzer>(std::make_unique<TwoBugs>(one, std::move(*checker), lies));
    };
    UserPrograms programs;
    for (const std::string& text : kPrograms)
      programs.programs.push_back({"a.c", Program{"c", {{"a.c", text}}, {}, {}, {}}});
    const Result<std::unique_ptr<core::Module>> module = make_test_module(options, std::move(programs));
    return std::move((*module)->make_tester().value());
  }
};

TEST_F(PlantedGrouping, TwoBugsAreTwoFindings) {
  const std::unique_ptr<core::Tester> liar = tester(true);
  std::set<std::string> classes;
  std::map<std::string, std::set<std::size_t>> programs;
  for (std::size_t index = 0; index < kPrograms.size(); ++index) {
    const core::Case made = std::get<core::Case>(liar->generate(index));
    const core::Verdict verdict = liar->run(made, 0, core::RunMode::Fresh, {}).verdict;
    ASSERT_EQ(verdict.kind, core::BugKind::Unsound) << index << ": " << verdict.reason;
    classes.insert(verdict.reason);
    const core::Case reduced = liar->reduce(made, 0, verdict, core::ReduceBudget{30, 1e9, {}});
    programs[liar->signature(reduced, 0, verdict)].insert(index);
  }
  EXPECT_GE(classes.size(), 4U) << "the classes alone are more";
  const std::map<std::string, std::set<std::size_t>> expected = {
      {"two-bugs unsound: bound of +/- on unsigned", {0, 1, 2}},
      {"two-bugs unsound: value of conversion to bool", {3, 4, 5}}};
  EXPECT_EQ(programs, expected);
}

TEST_F(PlantedGrouping, TheHonestAnalyzerIsNotAccused) {
  const std::unique_ptr<core::Tester> honest = tester(false);
  for (std::size_t index = 0; index < kPrograms.size(); ++index) {
    const core::Case made = std::get<core::Case>(honest->generate(index));
    const core::Verdict verdict = honest->run(made, 0, core::RunMode::Fresh, {}).verdict;
    EXPECT_EQ(verdict.outcome, core::Verdict::Outcome::Pass) << index << ": " << verdict.reason;
  }
}

}  // namespace
}  // namespace assay::analyzer
