// Files of known causes: the bugs that they hide, and errors of bad files.
#include "domain/campaign/known.hpp"

#include <gtest/gtest.h>

namespace assay::domain {
namespace {

constexpr std::string_view kRows = R"(
[[known]]
cause = "issue 7"
target = "elina:zones"
kind = "crash"
pattern = 'signal 1[01]'

[[known]]
cause = "closure rounds"
target = "apron:oct-D"
oracle = ["law 23", "law 25"]
operation = ["meet", "join"]

[[known]]
cause = "anywhere"
oracle = "leaks"

[[known]]
cause = "the heap is broken"
target = "elina:octagons"
kind = "crash"
with = ["forget", "is-top"]

[[known]]
cause = "squares"
target = "mine:Box"
oracle = "points"
shape = ['assign-expression x := \(. \* .\)', '^join$']
)";

std::string cause(const Found& found) {
  const Result<KnownCauses> known = parse_known(kRows, "known.toml");
  EXPECT_TRUE(known.ok()) << known.error().text();
  const KnownRow* row = known->of(found);
  return row == nullptr ? "" : row->bug.cause;
}

TEST(DomainKnown, EverythingThatARowSaysMustAgree) {
  EXPECT_EQ(cause({"elina:zones", "crash", "", "meet", "signal 11 in meet"}), "issue 7");
  EXPECT_EQ(cause({"elina:zones:in-place", "crash", "law 3", "", "signal 10 in law 3"}), "issue 7");
  EXPECT_EQ(cause({"elina:zones", "crash", "", "meet", "signal 6 in meet"}), "");
  EXPECT_EQ(cause({"elina:zones", "unsound", "points", "meet", "signal 11"}), "");
  EXPECT_EQ(cause({"elina:octagons", "crash", "", "meet", "signal 11"}), "");
  EXPECT_EQ(cause({"apron:oct-D", "imprecise", "law 25", "join", ""}), "closure rounds");
  EXPECT_EQ(cause({"apron:oct-D", "imprecise", "law 25", "assume", ""}), "");
  EXPECT_EQ(cause({"apron:oct-D", "imprecise", "law 24", "meet", ""}), "");
  EXPECT_EQ(cause({"mine:Box", "diverges", "leaks", "join", ""}), "anywhere");
}

TEST(DomainKnown, AShapeNamesOneCauseOfSeveral) {
  const auto of = [](std::vector<std::string> shape) {
    return cause({"mine:Box", "unsound", "points", "assign-expression", "", {}, std::move(shape)});
  };
  EXPECT_EQ(of({"assign-expression x := (y * y)", "join"}), "squares");
  EXPECT_EQ(of({"assign-expression x := (y * y)"}), "") << "each of its lines must be there";
  EXPECT_EQ(of({"assign-expression x := (y / y)", "join"}), "");
  EXPECT_EQ(of({"assign-expression x := (y * y)", "join 2"}), "");
}

TEST(DomainKnown, ProgramsAskForOperationsInInstructionsAndInLaws) {
  const auto asked = [](std::string_view text) {
    const Result<Program> program = parse_program(text, {});
    EXPECT_TRUE(program.ok()) << program.error().text();
    return asked_for(*program);
  };
  const Operations forgets = asked("dimensions 1\na0 = top\na1 = forget a0, x0\n");
  EXPECT_TRUE(forgets.has_all({Operation::Top, Operation::Forget}));
  EXPECT_FALSE(forgets.has(Operation::Join));
  EXPECT_EQ(cause({"elina:octagons", "crash", "", "meet", "signal 11", forgets}), "the heap is broken");
  const Operations law = asked("dimensions 1\na0 = top\ncheck 51 a0\n");  // is-top(x) <=> T <= x
  EXPECT_EQ(cause({"elina:octagons", "crash", "law 51", "", "signal 11", law}), "the heap is broken");
  const Operations without = asked("dimensions 1\na0 = top\na1 = join a0 a0\ncheck 12 a1\n");
  EXPECT_EQ(cause({"elina:octagons", "crash", "", "join", "signal 11", without}), "");
}

TEST(DomainKnown, NamesOfTargetsEndWhereWordsDo) {
  const KnownCauses known(
      {{{"one", {}}, {"llvm:ConstantRange@1"}, {}, {}, {}}, {{"all", {}}, {"ppl:", "crab:"}, {}, {}, {}}});
  EXPECT_NE(known.of({"llvm:ConstantRange@1", "crash", "", "", ""}), nullptr);
  EXPECT_EQ(known.of({"llvm:ConstantRange@16", "crash", "", "", ""}), nullptr);
  EXPECT_NE(known.of({"ppl:Grid", "crash", "", "", ""}), nullptr);
  EXPECT_NE(known.of({"crab:signs", "crash", "", "", ""}), nullptr);
}

TEST(DomainKnown, RowsMayBeAboutSomeVersionsOnly) {
  Result<KnownCauses> known = parse_known("[[known]]\ncause = 'c'\ntarget = 'x:'\nsince = '2.0'\nfixed = '2.5'\n", "k");
  ASSERT_TRUE(known.ok()) << known.error().text();
  EXPECT_NE(known->of({"x:y", "crash", "", "", ""}), nullptr) << "of an unknown version";
  known->note_version("x:y", "library 2.4.1");
  EXPECT_NE(known->of({"x:y", "crash", "", "", ""}), nullptr);
  known->note_version("x:y", "library 2.5");
  EXPECT_EQ(known->of({"x:y", "crash", "", "", ""}), nullptr);
}

struct Bad {
  std::string_view text;
  std::string_view said;
};

class DomainKnownBad : public testing::TestWithParam<Bad> {};

INSTANTIATE_TEST_SUITE_P(
    Files, DomainKnownBad,
    testing::Values(Bad{"[[known]]\ntarget = 'x:y'\n", "known.toml:1: [[known]] needs a 'cause'"},
                    Bad{"[[known]]\ncause = 'all'\n", "known.toml:1: this row would hide every finding"},
                    Bad{"[[known]]\ncause = 'c'\noracle = 'law 999'\n", "known.toml:3: no finding has 'law 999' there"},
                    Bad{"[[known]]\ncause = 'c'\nkind = ['crush']\n", "known.toml:3: 'crush' is no kind of bug"},
                    Bad{"[[known]]\ncause = 'c'\noperation = 'jion'\n", "known.toml:3: no finding has 'jion' there"},
                    Bad{"[[known]]\ncause = 'c'\npattern = '('\n", "known.toml:3: '(' is no regular expression"},
                    Bad{"[[known]]\ncause = 'c'\nlaw = 3\n", "known.toml:3: [[known]] has no key 'law'"},
                    Bad{"[known]\ncause = 'c'\n", "'known' must be written [[known]]"},
                    Bad{"known = 3\n", "'known' must be written [[known]]"},
                    Bad{"[[unknown]]\ncause = 'c'\n", "there is no key 'unknown'"},
                    Bad{"[[known]\n", "known.toml:1: "}));

TEST_P(DomainKnownBad, AreRefusedWithTheLine) {
  const Result<KnownCauses> known = parse_known(GetParam().text, "known.toml");
  ASSERT_FALSE(known.ok());
  EXPECT_NE(known.error().text().find(GetParam().said), std::string::npos) << known.error().text();
}

}  // namespace
}  // namespace assay::domain
