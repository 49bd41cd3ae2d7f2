#include "analyzer/check/source/c_origin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "analyzer/check/source/c_checker.hpp"

namespace assay::analyzer {
namespace {

const Property kOne = ValueSet{{1}, false};
const Property kTruth = Truth{false};
const Property kBound = Interval{1, std::nullopt};
const Property kEqual = Relation{"==", "q", 0};

struct Row {
  std::string text;  ///< a program; the main token of the expression that the claim is about stands behind `@`
  Property property;
  std::string cause;
};

/// The causes of Cppcheck's wrong claims in the gallery (docs/gallery/analyzers.md), with the claim that broke first.
const std::vector<Row>& gallery() {
  static const std::vector<Row> rows = {
      {"int f(unsigned char p) { signed char s; if ((s @= p) < 0) return 1; return 0; }", kBound, "bound of ="},
      {"int f(void) { _Bool b = -3; if (@b == 1) return 1; return 0; }", ValueSet{{-3}, false},
       "value of conversion to bool"},
      {"int f(_Bool p) { if (p >= 0 && p @<= 0) return 1; return 0; }", kTruth,
       "value of comparison on bool as condition"},
      {"int f(void) { char b = -4; if (@b < 0) return 1; return 0; }", ValueSet{{252}, false},
       "value of conversion to char"},
      {"unsigned f(unsigned a) { unsigned b = a < 2 @? a : 2; return b; }", Interval{std::nullopt, 0}, "bound of ?:"},
      {"int f(int p) { if (p >= 0) { if (@~p < 0) return 1; return 0; } return 0; }", kBound, "bound of unary ~"},
      {"int f(void) { unsigned v = 3; if (v @- 5 + 0L < 0) return 0; return 1; }", ValueSet{{-2}, false},
       "value of +/- on unsigned"},
      {"int f(int a) { int x = a @|| 5; if (x == 5) return 0; return 1; }", ValueSet{{5}, false}, "value of ||"},
      {"int f(int v, int p) { if (v && p <= 6) { return 0; } else { int w = p @- 5; if (w < 2) return 1; } return 0; }",
       kBound, "bound of && as condition"},
      {"int f(int q) { int p = q; if (@(signed char)p != q) return 1; return 0; }", kEqual, "relation of cast"},
      {"int f(unsigned char p) { if (@++p == 0) return 1; return 0; }", kBound, "bound of ++/-- on unsigned"},
      {"int f(unsigned long p) { if (p < 1) return 0; unsigned v = p; if (@v == 0) return 1; return 0; }", kBound,
       "bound of conversion"},
      {"int f(unsigned p) { if (@-p > 0) return 1; return 0; }", Interval{std::nullopt, 0},
       "bound of unary - on unsigned"},
      {"int f(unsigned short p) { if (!!p) { if (@p >= 165) return 1; } return 0; }", kOne, "value of ! as condition"},
      {"unsigned f(unsigned a, unsigned long n) { unsigned flush = a @| (n == 0); if (flush) return 0; return 1; }",
       kBound, "bound of |"},
      {"int f(int p) { if (p > 4) { p *= 0; if (@p < 1) return 1; return 0; } return 0; }", kBound,
       "bound of compound assignment"},
      {"int f(int v) { if (v < -2) { if (v @% -2 == 0) return 1; } return 0; }", Interval{std::nullopt, -3},
       "bound of %"},
      {"int f(unsigned p) { if (p @+ 3 >= 3) return 0; return 1; }", kBound, "bound of +/- on unsigned"},
      {"int f(void) { long v = @(long)1e10; return v > 5; }", ValueSet{{0}, false}, "value of cast"},
      {"int f(int b) { int v = b & 7, a = v--; return @a != v; }", kEqual, "relation of ++/--"},
      {"int f(int p, int q) { int v = 297; if (p < 6 || q > 5) return v @- p < 292; return 0; }", kBound,
       "bound of +/-"},
      {"int f(int v) { int p = 2; if (v < 64) { if (v < 3) p = 9; return @p == 9; } return 0; }", kOne,
       "value of conversion"},
  };
  return rows;
}

/// Other programs with these causes.
const std::vector<Row>& other_shapes() {
  static const std::vector<Row> rows = {
      {"unsigned long f(unsigned long p) { for (int i = 0; i < 3; ++i) p = 7 @+ p; return p; }", kBound,
       "bound of +/- on unsigned"},
      {"int f(unsigned p) { p -= 3; int q = 1; return @p; }", kBound, "bound of +/- on unsigned"},
      {"int f(unsigned p) { unsigned q = p + 1; unsigned r = q; return r @!= 0; }", kTruth, "value of +/- on unsigned"},
      {"int f(unsigned p) { long q = p - 1; return (@q + 2) - 4 < 9; }", kBound, "bound of +/- on unsigned"},
      {"int f(unsigned p) { long q = p - 1; return q + 2 @- 4 < 9; }", kBound, "bound of +/- on unsigned"},
      {"_Bool f(int p) { static _Bool b; if (p > 4) { b = p; } else { b = 0; } return @b; }", kBound,
       "value of conversion to bool"},
      {"int f(int p) { _Bool b; return (b @= p) == 4; }", ValueSet{{4}, false}, "value of conversion to bool"},
      {"int f(int p) { return @(_Bool)p; }", kBound, "value of conversion to bool"},
      {"int f(int p) { return @(char)p; }", ValueSet{{252}, false}, "value of conversion to char"},
      {"int f(_Bool p) { if (p < 1) return 0; return @p; }", kOne, "value of comparison on bool as condition"},
      {"int f(long p) { return !p ? 5 : @p == 1; }", kOne, "value of ! as condition"},
      {"int f(long p) { while (!p) { p++; break; } return 0 * @p; }", kOne, "value of ++/--"},
      {"int f(long p, int n) { if (p < 1) return 0; short v; v = p; for (; n; --n) { v; } return (int)@v; }", kBound,
       "bound of conversion"},
      {"int f(char p) { return @p; }", ValueSet{{252}, false}, "value of conversion to char"},
      {"int f(int v, long p) { if (p <= 6 && v) return 0; return @p > 4; }", kBound, "bound of && as condition"},
      {"int f(unsigned char p) { p--; return @p; }", kBound, "bound of ++/-- on unsigned"},
      // Signed sums are exact, so the variable's bound is the origin.
      {"int f(int p) { p /= 3; int q = 5 + p; return q @- 2; }", kBound, "bound of compound assignment"},
      // Sums of several variables, or with a variable of the other sign.
      {"int f(int p, int q) { p *= 0; return p @- q; }", kBound, "bound of +/-"},
      {"int f(int p) { p *= 0; return 4 @- p; }", kBound, "bound of +/-"},
      // A conversion that keeps every value, and a constant that its type holds.
      {"long f(unsigned p) { if (p == 4) return 1; long q = p; return @q; }", kBound,
       "bound of comparison as condition"},
      {"int f(void) { unsigned v = 3; return @v; }", kOne, "value of conversion"},
      {"int f(int p) { return p @< 3u; }", kTruth, "value of comparison"},
      {"int g(void); int f(void) { int p = g(); return @p; }", kOne, "value of call"},
      {"int global; int f(void) { return @global; }", kOne, "value of variable"},
  };
  return rows;
}

class CauseInSource : public testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<CChecker>> opened = CChecker::open();
    if (!opened) GTEST_SKIP() << "no compilers: " << opened.error().text();
    checker_ = std::move(*opened);
  }

  std::string cause(std::string text, const Property& property) {
    Fact fact;
    const std::size_t at = text.find('@');
    text.erase(at, 1);
    fact.place.file = "a.c";
    fact.place.line = 1;
    fact.place.column = static_cast<unsigned>(at) + 1;
    fact.property = property;
    return cause_of(text, fact);
  }
  std::string cause_of(const std::string& text, const Fact& fact) {
    core::Limits limits;
    limits.wall_seconds = limits.cpu_seconds = 60;
    return checker_->cause({"c", {{"a.c", text + "\n"}}, {}, {}, {}}, fact, {scratch_, limits, limits, {}});
  }

  std::unique_ptr<CChecker> checker_;
  core::ScratchFolder scratch_;
};

TEST_F(CauseInSource, SeparatesTheCausesOfTheGallery) {
  std::set<std::string> causes;
  for (const Row& row : gallery()) {
    EXPECT_EQ(cause(row.text, row.property), row.cause) << row.text;
    EXPECT_TRUE(causes.insert(row.cause).second) << "of two causes: " << row.cause;
  }
}

TEST_F(CauseInSource, IsTheSameInOtherPrograms) {
  for (const Row& row : other_shapes()) EXPECT_EQ(cause(row.text, row.property), row.cause) << row.text;
}

TEST_F(CauseInSource, OfAVariableBeforeAStatement) {
  const std::string text = "int f(unsigned p) { p = p + 3; return 0; }";
  Fact fact;
  fact.place = {"a.c", 1, static_cast<unsigned>(text.find("return")) + 1, Place::When::Before, "", ""};
  fact.subject.kind = Subject::Kind::Variable;
  fact.subject.text = "p";
  fact.property = kBound;
  EXPECT_EQ(cause_of(text, fact), "bound of +/- on unsigned");
  fact.subject.text = "q";
  EXPECT_EQ(cause_of(text, fact), "") << "no such variable";
}

TEST_F(CauseInSource, OfNoExpressionIsEmpty) {
  Fact fact;
  fact.place = {"a.c", 1, 5, Place::When::At, "", ""};
  fact.property = kOne;
  EXPECT_EQ(cause_of("int f(void) { return 0; }", fact), "");
  fact.place.file = "b.c";
  EXPECT_EQ(cause_of("int f(void) { return 0; }", fact), "");
  fact.place = {"a.c", 1, 9, Place::When::At, "", ""};
  EXPECT_EQ(cause_of("int x = ;", fact), "") << "clang refuses the text";
}

}  // namespace
}  // namespace assay::analyzer
