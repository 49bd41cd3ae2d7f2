// Seeds: programs that are read, skipped files with their reasons, and cases that extend seeds.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/store/record.hpp"
#include "fuzz_support.hpp"

namespace assay::datalog::testing {
namespace {

namespace fs = std::filesystem;

class DatalogSeeds : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "assay-seeds-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    std::error_code error;
    fs::remove_all(folder_, error);
  }

  std::string file(const std::string& name, const std::string& content) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << content;
    return (folder_ / name).string();
  }

  static Result<SeedCorpus> load(const std::vector<std::string>& seeds) {
    FuzzOptions options;
    options.seeds = seeds;
    return load_seeds(options);
  }

  fs::path folder_;
};

const char* const kPath =
    ".decl edge(x:number, y:number)\n.decl path(x:number, y:number)\n.output path\n"
    "edge(1, 2).\nedge(2, 3).\npath(x, y) :- edge(x, y).\npath(x, z) :- path(x, y), edge(y, z).\n";

TEST_F(DatalogSeeds, ChangedTestsAndProgramsInFocusArePreferred) {
  file("a.dl", ".decl a(x:number)\n.output a\na(1).\na(x) :- a(x), x = 1.\n");
  file("b.dl", ".decl a(x:number)\n.decl b(x:number)\n.output b\na(1).\nb(x) :- a(x), !a(2).\n");
  FuzzOptions options;
  options.seeds = {folder_.string()};
  options.changed_tests = {file("changed/c.dl", kPath)};
  options.focus = {"negation"};
  const auto corpus = load_seeds(options);
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  ASSERT_EQ(corpus->seeds.size(), 3U);
  for (const Seed& seed : corpus->seeds) EXPECT_EQ(seed.preferred, !seed.path.ends_with("a.dl")) << seed.path;
}

TEST_F(DatalogSeeds, FoldersAreReadInOrder) {
  file("b.dl", kPath);
  file("a/deep.dl", kPath);
  file("broken.dl", ".decl edge(");
  file("nothing.dl", "// nothing\n");
  file("circle.dl", ".decl a(x:number)\n.decl b(x:number)\nb(1).\na(x) :- b(x), !a(x).\n");
  file("unsafe.dl", ".decl a(x:number)\n.decl b(x:number)\nb(1).\na(y) :- b(x).\n");
  const auto corpus = load({folder_.string()});
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  ASSERT_EQ(corpus->seeds.size(), 2U);
  EXPECT_TRUE(corpus->seeds[0].path.ends_with("a/deep.dl"));
  EXPECT_TRUE(corpus->seeds[1].path.ends_with("b.dl"));
  EXPECT_EQ(corpus->seeds[1].text, kPath);
  EXPECT_EQ(corpus->seeds[1].program.rules.size(), 2U);
  EXPECT_EQ(corpus->skipped.size(), 4U);
  for (const auto& [path, why] : corpus->skipped) EXPECT_FALSE(why.empty()) << path;
}

TEST_F(DatalogSeeds, WhatCannotBeUsedIsSaid) {
  const auto gone = load({"/not/there.dl"});
  ASSERT_FALSE(gone.ok());
  EXPECT_NE(gone.error().message.find("/not/there.dl"), std::string::npos);
  const auto none = load({file("broken.dl", ".decl edge(")});
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("none of the seeds"), std::string::npos);
  const auto nothing = load({});
  ASSERT_TRUE(nothing.ok());
  EXPECT_TRUE(nothing->seeds.empty());
}

TEST_F(DatalogSeeds, WhatFitsNoTargetIsSkippedWithTheReason) {
  FuzzOptions options = options_for(honest);
  options.engines[0].capabilities.negation = false;
  options.seeds = {file("path.dl", kPath),
                   file("not.dl", ".decl a(x:number)\n.decl b(x:number)\na(1).\nb(x) :- a(x), !a(2).\n")};
  const auto corpus = load_seeds(options);
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  ASSERT_EQ(corpus->seeds.size(), 1U);
  ASSERT_EQ(corpus->skipped.size(), 1U);
  EXPECT_EQ(corpus->skipped[0].second, "it fits no target: fake lacks negation");
  options.seeds = {file("rel.flg", "rel r(a: i32)\n")};
  const auto none = load_seeds(options);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("its own text is formulog's, which fake does not read"), std::string::npos);
}

TEST_F(DatalogSeeds, InputsAreReadFromTheirFiles) {
  file("e.facts", "1\ta\n2\tb c\nx\ta\n3\n");
  const auto corpus =
      load({file("in.dl", ".decl e(x:number, s:symbol)\n.input e\n.decl p(x:number)\np(x) :- e(x, _).\n")});
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  const Program& program = corpus->seeds[0].program;
  EXPECT_EQ(program.seed.dialect, "");
  ASSERT_EQ(program.relations[0].facts.count, 2U);
  EXPECT_EQ(program.symbols, (std::vector<std::string>{"a", "b c"}));
}

// Prolog and gringo read `Edge` as a variable.
TEST_F(DatalogSeeds, NamesAreThoseOfAllLanguages) {
  const auto corpus = load({file("capital.dl",
                                 ".decl Edge(x:number)\n.decl s_Edge(x:number)\n.decl ?q(x:number)\n"
                                 "Edge(1).\ns_Edge(x) :- Edge(x).\n?q(x) :- s_Edge(x).\n")});
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  std::vector<std::string> names;
  for (const Relation& relation : corpus->seeds[0].program.relations) names.push_back(relation.name);
  EXPECT_EQ(names, (std::vector<std::string>{"s_Edge_", "s_Edge", "s__q"}));
}

TEST_F(DatalogSeeds, SaysWhatIsNotRead) {
  auto corpus =
      load({file("ord.dl", ".decl e(s:number)\n.output e\ne(ord(\"a\")).\n"),
            file("pattern.dl", ".decl e(s:symbol)\n.decl f(s:symbol)\n.output f\nf(s) :- e(s), match(\"a\", s).\n"),
            file("path.dl", kPath)});
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  ASSERT_EQ(corpus->declarations_only.size(), 1U);
  EXPECT_EQ(corpus->declarations_only[0].second, "3:3: 'ord' here");
  ASSERT_EQ(corpus->without_reference.size(), 1U);
  EXPECT_EQ(corpus->without_reference[0].second, "the functor 'match' there");
  // The reference has no value for such a seed, so no strategy is drawn that needs a reference.
  corpus->seeds.erase(corpus->seeds.begin() + 1);
  ASSERT_FALSE(corpus->seeds[0].program.seed.dialect.empty());
  corpus->seeds.resize(1);
  const auto tester = std::move(*module_of(options_for(honest), std::move(*corpus))->make_tester());
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto made = tester->generate(i);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) continue;
    EXPECT_NE(subject->strategy, "reference");
    EXPECT_NE(subject->strategy, "incremental");
  }
}

// The seed is printed clause by clause, for engines of any language.
TEST_F(DatalogSeeds, OtherLanguagesAreReadInPart) {
  auto corpus = load({file("a.lp", "e(1, a). p(X) :- e(X, _). {q(X)} :- p(X).\n"),
                      file("b.pl", "e(1). p(X) :- e(X).\n"), file("c.smt2", "(declare-rel p (Int))(rule (p 1))\n"),
                      file("d.datalog", "D 4\np(x:D) printtuples\np(1).\n"), file("e.lp", "{q}.\n"),
                      file("f.smt2", "(declare-const x Int)(assert (> x 0))(check-sat)\n")});
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  ASSERT_EQ(corpus->seeds.size(), 4U);
  ASSERT_EQ(corpus->left_out.size(), 1U);
  EXPECT_EQ(corpus->left_out[0].second, "1 of 3 facts and rules: 1 a choice (line 1)");
  ASSERT_EQ(corpus->skipped.size(), 2U);
  EXPECT_NE(corpus->skipped[0].second.find("nothing of it is read: 1 of 1 facts and rules: 1 a choice"),
            std::string::npos);
  EXPECT_NE(corpus->skipped[1].second.find("1 a head that is no relation"), std::string::npos);
  const auto tester = std::move(*module_of(options_for(honest), std::move(*corpus))->make_tester());
  int extended = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto made = tester->generate(i);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) continue;
    EXPECT_FALSE(tester->run(*subject, 0, core::RunMode::Campaign, {}).verdict.is_bug()) << shown(*subject);
    extended += subject->files[0].content.find("s_p(") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(extended, 50);
}

TEST_F(DatalogSeeds, ASeedWithoutAResultSaysWhichRuleAndWhatToChange) {
  const auto load_for_target = [](const std::vector<std::string>& seeds) {
    FuzzOptions options = options_for(honest);
    options.seeds = seeds;
    return load_seeds(options);
  };
  const std::string divides =
      ".decl n(x:number)\nn(0). n(5).\n.decl q(x:number, y:number)\n.output q\nq(x, 1) :- n(x).\n"
      "q(x, 10 / x) :- n(x).\n";
  auto corpus = load_for_target({file("path.dl", kPath), file("divides.dl", divides)});
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  ASSERT_EQ(corpus->skipped.size(), 1U);
  EXPECT_NE(corpus->skipped[0].second.find("a division has no value in its rule `q("), std::string::npos)
      << corpus->skipped[0].second;
  EXPECT_NE(corpus->skipped[0].second.find("/"), std::string::npos) << corpus->skipped[0].second;
  EXPECT_NE(corpus->skipped[0].second.find("exclude such values in the rule"), std::string::npos);
  const auto alone = load_for_target({file("divides.dl", divides)});
  ASSERT_FALSE(alone.ok());
  EXPECT_NE(alone.error().text().find("a division has no value"), std::string::npos) << alone.error().text();
  // A guard is the requested change.
  const auto guarded = load_for_target({file("guarded.dl",
                                             ".decl n(x:number)\nn(0). n(5).\n.decl q(x:number, y:number)\n.output q\n"
                                             "q(x, 10 / x) :- n(x), x != 0.\n")});
  ASSERT_TRUE(guarded.ok()) << guarded.error().text();
  EXPECT_TRUE(guarded->skipped.empty());
}

// Facts that are made for the seed's input may have a zero.
TEST_F(DatalogSeeds, CasesWithoutAResultAreSkippedWithTheProblem) {
  auto corpus = load(
      {file("d.dl", ".decl n(x:number)\n.input n\n.decl q(x:number)\n.output q\nq(2147483647 * x * x) :- n(x).\n")});
  ASSERT_TRUE(corpus.ok()) << corpus.error().text();
  const auto tester = std::move(*module_of(options_for(honest), std::move(*corpus))->make_tester());
  std::size_t told = 0;
  for (std::uint64_t i = 0; i < 50; ++i) {
    const auto made = tester->generate(i);
    const auto* skip = std::get_if<core::Skip>(&made);
    if (skip == nullptr) continue;
    told +=
        skip->reason == "no program within the limits: a number leaves its width, or a division has no value" ? 1 : 0;
  }
  EXPECT_GT(told, 0U);
}

TEST_F(DatalogSeeds, ACampaignTestsLessThanASeedThatIsReadInPart) {
  auto corpus =
      load({file("a.lp", "e(1, a). p(X) :- e(X, _). {q(X)} :- p(X).\n"), file("b.pl", "e(1). p(X) :- e(X).\n")});
  ASSERT_TRUE(corpus.ok());
  ASSERT_EQ(corpus->incomplete.size(), 1U);
  EXPECT_EQ(corpus->incomplete[0].second, "q");
  const std::vector<std::string> advice = module_of(options_for(honest), std::move(*corpus))->advice({});
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_NE(advice[0].find("tests less than"), std::string::npos);
  EXPECT_NE(advice[0].find("a.lp: some facts and rules that define q are left out"), std::string::npos) << advice[0];
}

TEST_F(DatalogSeeds, CasesExtendThem) {
  auto corpus = load({file("path.dl", kPath)});
  ASSERT_TRUE(corpus.ok());
  const auto module = module_of(options_for(honest), std::move(*corpus));
  const auto tester = std::move(*module->make_tester());
  int extended = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const auto made = tester->generate(i);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) continue;
    const core::Trial trial = tester->run(*subject, 0, core::RunMode::Campaign, {});
    EXPECT_FALSE(trial.verdict.is_bug()) << trial.verdict.detail << shown(*subject);
    extended += subject->files[0].content.find("path(") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(extended, 180);
}

}  // namespace
}  // namespace assay::datalog::testing
