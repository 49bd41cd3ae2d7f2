#include "parsing.hpp"

namespace assay::smt {
namespace {

TEST_F(Parsing, LetsLeaveNoTrace) {
  EXPECT_EQ(term("(declare-const x Int)(assert (let ((y (+ x 1)) (z x)) (< z y)))"),
            term("(declare-const x Int)(assert (< x (+ x 1)))"));
  // Parallel: the inner x of the second binding is the outer one.
  EXPECT_EQ(term("(declare-const x Int)(assert (let ((x 1) (y x)) (< x y)))"),
            term("(declare-const x Int)(assert (< 1 x))"));
}

TEST_F(Parsing, NumeralsAreRealsOnlyInLogicsWithoutInts) {
  const auto literal = [&](std::string_view logic) {
    const TermId equation = term("(set-logic " + std::string(logic) + ")(assert (= 1 1))");
    return store.sort_of(store.children(equation)[0]);
  };
  EXPECT_EQ(literal("QF_LRA"), store.real_sort());
  EXPECT_EQ(literal("UFNRA"), store.real_sort());
  EXPECT_EQ(literal("QF_LIA"), store.int_sort());
  EXPECT_EQ(literal("AUFLIRA"), store.int_sort());
  EXPECT_EQ(literal("ALL"), store.int_sort());
}

// As z3 reads it; a symbol of that name that is declared is that symbol.
TEST_F(Parsing, ANumberMayHaveItsSign) {
  EXPECT_EQ(shown("(declare-const i Int)(assert (< i -12))"), "(< i (- 12))");
  EXPECT_EQ(shown("(declare-const r Real)(assert (< r -1.5))"), "(< r (- 1.5))");
  EXPECT_EQ(shown("(declare-const i Int)(declare-const -12 Int)(assert (< i -12))"), "(< i -12)");
}

TEST_F(Parsing, IntsBecomeRealsBesideReals) {
  const std::string head = "(declare-const r Real)(declare-const i Int)(declare-fun f (Real) Bool)";
  EXPECT_EQ(shown(head + "(assert (< r 1))"), "(< r 1.0)");
  EXPECT_EQ(shown(head + "(assert (< r (- 1)))"), "(< r (- 1.0))");
  EXPECT_EQ(shown(head + "(assert (= r i))"), "(= r (to_real i))");
  EXPECT_EQ(shown(head + "(assert (= r (/ 1 3)))"), "(= r (/ 1.0 3.0))");
  EXPECT_EQ(shown(head + "(assert (f 2))"), "(f 2.0)");
  EXPECT_EQ(shown(head + "(assert (= r (ite true i 0.5)))"), "(= r (ite true (to_real i) 0.5))");
  // Terms without real numbers stay as they are.
  EXPECT_EQ(shown(head + "(assert (< i 1))"), "(< i 1)");
}

TEST_F(Parsing, LiteralsOfAllKinds) {
  EXPECT_EQ(shown("(assert (= (_ bv5 8) #x05))"), "(= #x05 #x05)");
  EXPECT_EQ(shown("(assert (= #b101 (_ bv13 3)))"), "(= #b101 #b101)");
  EXPECT_EQ(shown("(assert (= (_ char #x41) \"A\"))"), "(= \"A\" \"A\")");
  EXPECT_EQ(shown(R"((assert (= "a""b\u{41}\u0042\u{2ffff}" "\x41")))"), R"((= "a""bAB\u{2ffff}" "\u{5c}x41"))");
  EXPECT_EQ(shown("(assert (= 0.250 1.0))"), "(= 0.25 1.0)");
  EXPECT_EQ(shown("(assert (= (_ +oo 2 3) (fp #b0 #b01 #b10)))"), "(= (_ +oo 2 3) (fp #b0 #b01 #b10))");
}

TEST_F(Parsing, StringsOfTheOldStandard) {
  const std::string old = "(set-info :smt-lib-version 2.5)(declare-const s String)";
  EXPECT_EQ(term(old + R"((assert (= s "\x41\n")))"), term(R"((declare-const s String)(assert (= s "A\u{a}")))"));
  EXPECT_NE(term(old + R"((assert (= s "\u{41}")))"), term(R"((declare-const s String)(assert (= s "A")))"));
}

TEST_F(Parsing, DatatypesInEveryForm) {
  const std::string fresh =
      "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))"
      "(assert (= (cons 1 (as nil (List Int))) (as nil (List Int))))";
  const std::string old =
      "(declare-datatypes (T) ((List nil (cons (head T) (tail (List T))))))"
      "(assert (= (cons 1 (as nil (List Int))) (as nil (List Int))))";
  EXPECT_EQ(term(fresh), term(old));
  const std::string single = "(declare-datatype C ((red) (green)))(assert (= red green))";
  EXPECT_EQ(term(single), term("(declare-datatypes ((C 0)) (((red) (green))))(assert (= red green))"));
  // Another structure is another datatype.
  EXPECT_NE(term(single), term("(declare-datatypes ((C 0)) (((red) (green) (blue))))(assert (= red green))"));
}

TEST_F(Parsing, TestersAndUpdaters) {
  const std::string head = "(declare-datatypes ((P 0)) (((mk (a Int) (b Int)) (none))))(declare-const p P)";
  EXPECT_EQ(term(head + "(assert (is-mk p))"), term(head + "(assert ((_ is mk) p))"));
  EXPECT_EQ(shown(head + "(assert (= p ((_ update a) p 3)))"), "(= p ((_ update a) p 3))");
  EXPECT_NE(error_of(head + "(assert ((_ is other) p))").find("no constructor other"), std::string::npos);
}

TEST_F(Parsing, MatchWithDefaultsAndWildCards) {
  const std::string head = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)";
  EXPECT_EQ(shown(head + "(assert (match l ((nil true) ((cons h t) (> h 0)))))"),
            "(match l ((nil true) ((cons h t) (> h 0))))");
  EXPECT_EQ(shown(head + "(assert (match l ((nil true) (other (= other l)))))"),
            "(match l ((nil true) (other (= other l))))");
  EXPECT_EQ(shown(head + "(assert (match l (((cons _ _) true) (_ false))))"),
            "(match l (((cons wild wild!1) true) (wild false)))");
}

TEST_F(Parsing, BoundVariablesAreToldApartAndPrintedAsWritten) {
  const auto same = [&](const std::string& before, const std::string& term) {
    EXPECT_EQ(shown(before + "(assert " + term + ")"), term);
  };
  same("(declare-const x Int)", "(forall ((x Int)) (> x 0))");
  same("", "(forall ((z Int)) (exists ((z Int)) (> z 0)))");
  same("", "(forall ((z Int)) (and (exists ((z Bool)) z) (> z 0)))");
  same("(declare-fun f (Int) Int)", "(forall ((f Int)) (> f 0))");
  // A declaration that comes later.
  EXPECT_EQ(shown("(push 1)(assert (forall ((y Int)) (> y 0)))(pop 1)(declare-const y Int)"),
            "(forall ((y Int)) (> y 0))");
  // Two scopes side by side are not nested.
  same("", "(and (forall ((z Int)) (> z 0)) (exists ((z Int)) (> z 0)))");

  const Script script = parse("(declare-const x Int)(assert (forall ((x Int)) (exists ((x Int)) (> x 0))))");
  const TermId outer = last(script);
  const SymbolId first = store.binder_info(outer).variables[0].name;
  const SymbolId second = store.binder_info(store.children(outer)[0]).variables[0].name;
  EXPECT_EQ(store.spelling(first), "x!1");
  EXPECT_NE(first, second);
  EXPECT_EQ(store.spelling(store.written_name(second)), "x");
}

TEST_F(Parsing, ANameIsPrintedAsWrittenOnlyWhereItMeansTheVariable) {
  // Two variables of one name in one scope.
  EXPECT_EQ(shown("(assert (let ((p (exists ((w Int)) (> w 0)))) (forall ((w Int)) (and p (< w 0)))))"),
            "(forall ((w Int)) (and (exists ((w Int)) (> w 0)) (< w 0)))");
  EXPECT_EQ(shown("(assert (forall ((w Int)) (let ((p (> w 0))) (exists ((w Int)) (and p (< w 0))))))"),
            "(forall ((w Int)) (exists ((w!1 Int)) (and (> w 0) (< w!1 0))))");
  // A declared constant that the body needs.
  EXPECT_EQ(shown("(declare-const c Int)(assert (let ((p (> c 0))) (exists ((c Int)) (and p (< c 0)))))"),
            "(exists ((c!1 Int)) (and (> c 0) (< c!1 0)))");
  EXPECT_EQ(shown("(declare-fun f (Int) Int)(assert (let ((p (f 1))) (exists ((f Int)) (= p f))))"),
            "(exists ((f!1 Int)) (= (f 1) f!1))");
}

TEST_F(Parsing, NamedTermsAreSymbolsLater) {
  const Script script =
      parse("(declare-const a Bool)(assert (! (not a) :named n))(check-sat-assuming (n))(assert (or n a))");
  const TermId n = script.commands[2].terms[0];
  ASSERT_EQ(store.node(n).kind, TermKind::Call);
  EXPECT_EQ(to_string(store, *store.node(store.function_of(n)).body), "(not a)");
}

TEST_F(Parsing, AttributesOfQuantifiers) {
  const std::string text =
      "(declare-fun f (Int) Int)(assert (forall ((v Int)) (! (= (f v) v) :pattern ((f v)) :weight 3 :qid |q 1|)))";
  const TermId quantifier = term(text);
  ASSERT_EQ(store.node(quantifier).kind, TermKind::Binder);
  EXPECT_EQ(store.children(quantifier).size(), 2U);
  EXPECT_EQ(store.binder_info(quantifier).attributes[2].text, "|q 1|");
  EXPECT_EQ(to_string(store, quantifier), "(forall ((v Int)) (! (= (f v) v) :pattern ((f v)) :weight 3 :qid |q 1|))");
}

TEST_F(Parsing, PopTakesDeclarationsBack) {
  const Script script =
      parse("(push 1)(declare-const x Int)(assert (= x 1))(pop 1)(push 1)(declare-const x Bool)(assert x)(pop 1)");
  EXPECT_EQ(store.sort_of(last(script)), store.bool_sort());
  EXPECT_NE(error_of("(push 1)(declare-const x Int)(pop 1)(assert (= x 1))").find("not declared"), std::string::npos);
  for (const char* option : {":global-declarations", ":global-decls"})  // the second is z3's, in Silicon's logs
    parse("(set-option " + std::string(option) + " true)(push 1)(declare-const x Int)(pop 1)(assert (= x 1))");
}

TEST_F(Parsing, RecursiveFunctionsOfOneSignatureAreToldApartByTheirBodies) {
  const auto function = [&](std::string_view body) {
    return parse("(define-fun-rec fac ((n Int)) Int " + std::string(body) + ")").commands[0].functions[0];
  };
  const FunctionId a = function("(ite (= n 0) 1 (* n (fac (- n 1))))");
  const FunctionId b = function("(ite (= n 0) 2 (* n (fac (- n 1))))");
  EXPECT_NE(a, b);
  EXPECT_EQ(a, function("(ite (= n 0) 1 (* n (fac (- n 1))))"));
  EXPECT_EQ(b, function("(ite (= n 0) 2 (* n (fac (- n 1))))"));
}

TEST_F(Parsing, HigherOrderApplications) {
  const std::string head = "(declare-fun f (Int Int) Int)(declare-const g (-> Int Int Int))";
  EXPECT_EQ(term(head + "(assert (= ((f 1) 2) 3))"), term(head + "(assert (= (f 1 2) 3))"));
  EXPECT_EQ(term(head + "(assert (= (@ f 1 2) 3))"), term(head + "(assert (= (f 1 2) 3))"));
  EXPECT_EQ(term(head + "(assert (= ((g 1) 2) 3))"), term(head + "(assert (= (_ g 1 2) 3))"));
  EXPECT_EQ(shown(head + "(assert (= (f 1) (g 1)))"), "(= (f 1) (g 1))");
  EXPECT_EQ(shown(head + "(assert (= ((lambda ((x Int)) (+ x 1)) 2) 3))"), "(= (@ (lambda ((x Int)) (+ x 1)) 2) 3)");
}

TEST_F(Parsing, UnknownThingsAreOpaque) {
  const Script script = parse(
      "(declare-const s (Blob Int))(declare-const b (_ Thing 7))(declare-frob x 1)"
      "(assert (frobs s 1))(assert (= 1 (twiddle s)))(assert ((_ op 3) s))");
  EXPECT_EQ(script.commands[2].kind, CommandKind::Opaque);
  EXPECT_EQ(script.commands[2].text, "(declare-frob x 1)");
  EXPECT_EQ(store.sort_of(script.commands[3].terms[0]), store.bool_sort());
  EXPECT_EQ(store.sort_of(store.children(script.commands[4].terms[0])[1]), store.int_sort());
  EXPECT_TRUE(store.has(script.commands[4].terms[0], kHasOpaque));
  EXPECT_EQ(store.kind(store.node(script.commands[0].functions[0]).result), SortKind::Opaque);
}

TEST_F(Parsing, ErrorsSayWhere) {
  EXPECT_EQ(error_of("(assert\n  (and true x))").substr(0, 25), "test.smt2:2:13: the symbo");
  EXPECT_NE(error_of("(assert (and true true)").find("test.smt2:1:24"), std::string::npos);
  EXPECT_NE(error_of("(check-sat))").find("test.smt2:1:12"), std::string::npos);
  EXPECT_NE(error_of("(assert (forall ((b Bool)) (! b :named n)))").find("not closed"), std::string::npos);
  (void)error_of("hello");
  (void)error_of("(1 2)");
  (void)error_of("(assert 1)");
  (void)error_of("(assert (bvadd #b1 #b11))");
  (void)error_of("(assert (forall () true))");
  (void)error_of("(declare-const x (_ BitVec 0))");
  (void)error_of("(declare-fun f (Int) Bool)(assert (f true))");
  (void)error_of("(assert (= 1 true))");
  (void)error_of("(declare-datatypes () ())");
  (void)error_of("(declare-datatype D ())");
  (void)error_of("(declare-datatypes ((D 2)) ((par (P P) ((c (s P))))))");
  (void)error_of("(define-sort T (X X) (Array X X))");
  (void)error_of("(declare-const b (Bag2 Int))(declare-sort Bag2 1)");
}

TEST_F(Parsing, UndeclaredConstantsAreOpaqueOnlyWhenAsked) {
  ParseOptions options;
  options.allow_undeclared = true;
  EXPECT_TRUE(parse_script(store, "(assert (and p q))", "t", options).ok());
  EXPECT_FALSE(parse_script(store, "(assert (and p q))", "t").ok());
}

TEST_F(Parsing, NothingIsReadAfterExit) {
  EXPECT_EQ(parse("(check-sat)(exit) this is no script ((").commands.size(), 2U);
}

TEST_F(Parsing, CommandsOfEveryKind) {
  const Script script = parse(
      "(set-logic QF_LIA)(set-option :produce-models true)(set-info :source |a\nb|)(declare-sort S 1)"
      "(define-sort T (X) (Array X (S X)))(declare-fun f ((T Int)) Int)(define-fun g ((x Int)) Int (+ x 1))"
      "(define-const c Int 4)(push)(assert (= (g c) 5))(check-sat)(check-sat-assuming (true (not false)))"
      "(check-sat-using (then simplify smt))(get-model)(get-value ((g 1) c))(get-info :version)(get-option :x)"
      "(get-unsat-core)(get-assertions)(get-proof)(get-assignment)(get-unsat-assumptions)"
      "(get-interpolant I (= c 1))(get-abduct |a b| (= c 1) ((S Bool)) ((S Bool (true))))"
      "(get-qe (exists ((x Int)) (= x c)))(get-qe-disjunct true)(simplify c :som true)(echo \"hi \"\"you\"\"\")"
      "(maximize c)(assert-soft (= c 1) :weight 2 :id goal)(pop)(reset-assertions)(reset)(exit)");
  const CommandKind kinds[] = {CommandKind::SetLogic,
                               CommandKind::SetOption,
                               CommandKind::SetInfo,
                               CommandKind::DeclareSort,
                               CommandKind::DefineSort,
                               CommandKind::DeclareFunction,
                               CommandKind::DefineFunction,
                               CommandKind::DefineFunction,
                               CommandKind::Push,
                               CommandKind::Assert,
                               CommandKind::CheckSat,
                               CommandKind::CheckSatAssuming,
                               CommandKind::CheckSatUsing,
                               CommandKind::GetModel,
                               CommandKind::GetValue,
                               CommandKind::GetInfo,
                               CommandKind::GetOption,
                               CommandKind::GetUnsatCore,
                               CommandKind::GetAssertions,
                               CommandKind::GetProof,
                               CommandKind::GetAssignment,
                               CommandKind::GetUnsatAssumptions,
                               CommandKind::GetInterpolant,
                               CommandKind::GetAbduct,
                               CommandKind::GetElimination,
                               CommandKind::GetElimination,
                               CommandKind::Simplify,
                               CommandKind::Echo,
                               CommandKind::Optimize,
                               CommandKind::Optimize,
                               CommandKind::Pop,
                               CommandKind::ResetAssertions,
                               CommandKind::Reset,
                               CommandKind::Exit};
  ASSERT_EQ(script.commands.size(), std::size(kinds));
  for (std::size_t i = 0; i < std::size(kinds); ++i) {
    EXPECT_EQ(script.commands[i].kind, kinds[i]) << i;
  }
  EXPECT_EQ(script.logic, "QF_LIA");
  EXPECT_EQ(script.commands[12].text, "(then simplify smt)");
  EXPECT_EQ(script.commands[29].keyword, ":weight 2 :id goal");
  const std::string text = print_script(store, script);
  EXPECT_NE(text.find("(get-abduct |a b| (= c 1) ((S Bool)) ((S Bool (true))))"), std::string::npos) << text;
  EXPECT_NE(text.find("(get-interpolant I (= c 1))"), std::string::npos) << text;
  EXPECT_NE(text.find("(get-qe-disjunct true)\n(simplify c :som true)"), std::string::npos) << text;
}

}  // namespace
}  // namespace assay::smt
