#include "parsing.hpp"

namespace assay::smt {
namespace {

TEST_F(Parsing, SymbolsAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(quoted_symbol("a-b.c!1"), "a-b.c!1");
  EXPECT_EQ(quoted_symbol("a b"), "|a b|");
  EXPECT_EQ(quoted_symbol(""), "||");
  EXPECT_EQ(quoted_symbol("1a"), "|1a|");
  EXPECT_EQ(quoted_symbol("let"), "|let|");
  EXPECT_EQ(quoted_symbol("letter"), "letter");
  EXPECT_EQ(shown("(declare-const |x| Bool)(assert |x|)"), "x");
  EXPECT_EQ(shown("(declare-const |as| Bool)(assert |as|)"), "|as|");
}

TEST_F(Parsing, StringsAreEscaped) {
  EXPECT_EQ(string_literal(U"a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(string_literal(U"\n\\\x1F600"), "\"\\u{a}\\u{5c}\\u{1f600}\"");
  Dialect old;
  old.unicode_escapes = false;
  EXPECT_EQ(string_literal(U"\n\\", old), "\"\\x0a\\x5c\"");
}

TEST_F(Parsing, OverloadedConstructorsSayWhoseTheyAre) {
  EXPECT_EQ(shown("(declare-datatype A ((none) (some (a Int))))(declare-datatype B ((none) (other (b Int))))"
                  "(assert (distinct (as none B) (other 3)))"),
            "(distinct (as none B) (other 3))");
}

TEST_F(Parsing, OverloadedConstantsAreShownWithTheirSorts) {
  const std::string text =
      "(declare-fun x () Int)\n(declare-fun x () Real)\n(declare-fun y () Int)\n"
      "(assert (and (= (as x Int) y) (= (as x Real) 2.5)))\n";
  EXPECT_EQ(print(parse(text)), text);
}

TEST_F(Parsing, AMatchIsRebuiltOverCasesOnly) {
  const TermId match =
      term("(declare-datatype C ((red) (blue)))(declare-const c C)(assert (match c ((red true) (x (= x c)))))");
  ASSERT_EQ(store.node(match).kind, TermKind::Match);
  std::vector<TermId> children(store.children(match).begin(), store.children(match).end());
  EXPECT_EQ(store.rebuild(match, children), match);
  children[1] = store.bool_constant(true);
  EXPECT_FALSE(store.rebuild(match, children));
}

TEST_F(Parsing, SharedTermsAreBoundOnce) {
  EXPECT_EQ(shown("(declare-const x Int)(assert (= (+ x 1) (* (+ x 1) 2)))"),
            "(let ((_let_0 (+ x 1))) (= _let_0 (* _let_0 2)))");
  // Leaves and terms used once are not worth a let.
  EXPECT_EQ(shown("(declare-const x Int)(assert (= x (* x 2)))"), "(= x (* x 2))");
}

TEST_F(Parsing, LetsOfOneLevelShareABlock) {
  EXPECT_EQ(shown("(declare-const x Int)(assert (let ((a (+ x 1)) (b (+ x 2))) (let ((c (* a b))) (= a b c c))))"),
            "(let ((_let_0 (+ x 1)) (_let_1 (+ x 2))) (let ((_let_2 (* _let_0 _let_1))) "
            "(= _let_0 _let_1 _let_2 _let_2)))");
}

TEST_F(Parsing, OpenTermsAreBoundInsideOfTheirBinder) {
  EXPECT_EQ(shown("(declare-const c Int)(assert (forall ((v Int)) (= (+ v 1) (* (+ v 1) (+ c 1) (+ c 1)))))"),
            "(let ((_let_0 (+ c 1))) (forall ((v Int)) (let ((_let_1 (+ v 1))) (= _let_1 (* _let_1 _let_0 _let_0)))))");
}

TEST_F(Parsing, TermsOfTwoBindersAreNotSharedBetweenThem) {
  EXPECT_EQ(shown("(declare-fun p (Int) Bool)(assert (and (forall ((v Int)) (p (+ v 1))) (exists ((v Int)) (not (p (+ "
                  "v 1))))))"),
            "(and (forall ((v Int)) (p (+ v 1))) (exists ((v Int)) (not (p (+ v 1)))))");
}

TEST_F(Parsing, PatternsDoNotUseTheBodysLets) {
  EXPECT_EQ(shown("(declare-fun f (Int) Int)"
                  "(assert (forall ((v Int)) (! (= (f (f v)) (f v)) :pattern ((f (f v))))))"),
            "(forall ((v Int)) (! (let ((_let_0 (f v))) (= (f _let_0) _let_0)) :pattern ((f (f v)))))");
}

TEST_F(Parsing, NamesStayOutsideOfLets) {
  const std::string head = "(declare-const x Int)(declare-const b Bool)";
  EXPECT_EQ(shown(head + "(assert (! (= (+ x 1) (* (+ x 1) 2)) :named n))"),
            "(! (let ((_let_0 (+ x 1))) (= _let_0 (* _let_0 2))) :named n)");
  EXPECT_EQ(shown(head + "(assert (or b (! (= (+ x 1) (* (+ x 1) 2)) :named n)))"),
            "(or b (! (= (+ x 1) (* (+ x 1) 2)) :named n))");
}

TEST_F(Parsing, LetNamesDoNotClash) {
  EXPECT_EQ(shown("(declare-const _let_0 Int)(assert (= (+ _let_0 1) (* (+ _let_0 1) 2)))"),
            "(let ((_let__0 (+ _let_0 1))) (= _let__0 (* _let__0 2)))");
}

TEST_F(Parsing, DialectsSpellOperatorsTheirWay) {
  const TermId term = this->term(R"((declare-const s String)(assert (str.in_re s (str.to_re "\u{7f}"))))");
  Dialect dialect;
  dialect.spellings = {{"str.in_re", "str.in.re"}, {"str.to_re", "str.to.re"}};
  dialect.unicode_escapes = false;
  std::string out;
  print_term(store, term, dialect, out);
  EXPECT_EQ(out, R"((str.in.re s (str.to.re "\x7f")))");
}

TEST_F(Parsing, ConstructorsAreAscribedWhereTheirArgumentsDoNotTell) {
  const std::string head = "(declare-datatypes ((E 2)) ((par (A B) ((left (l A)) (right (r B)) (both (x A) (y B))))))";
  EXPECT_EQ(shown(head + "(assert (= ((as left (E Int Bool)) 1) (both 1 true)))"),
            "(= ((as left (E Int Bool)) 1) (both 1 true))");
}

TEST_F(Parsing, RealsAreDecimalsWhereTheyEnd) {
  const auto shown_real = [&](const char* number) {
    mpq_class value(number);
    value.canonicalize();
    return to_string(store, store.constant(Value(value), store.real_sort()));
  };
  EXPECT_EQ(shown_real("1/8"), "0.125");
  EXPECT_EQ(shown_real("-5/2"), "(- 2.5)");
  EXPECT_EQ(shown_real("7"), "7.0");
  EXPECT_EQ(shown_real("1/3"), "(/ 1.0 3.0)");
  EXPECT_EQ(shown_real("-2/7"), "(- (/ 2.0 7.0))");
  EXPECT_EQ(shown_real("1/1000"), "0.001");
}

}  // namespace
}  // namespace assay::smt
