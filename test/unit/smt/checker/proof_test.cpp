#include "smt/checker/proof/proof.hpp"

#include <gtest/gtest.h>

#include "smt/checker/proof/proof_terms.hpp"

namespace assay::smt {
namespace {

std::string error_of(const std::string& text, ProofFormat format = ProofFormat::Cpc, const ProofLimits& limits = {}) {
  const Result<Proof> proof = read_proof(text, format, limits);
  return proof ? "none" : proof.error().message;
}

TEST(TokenTree, ReadsWordsThatAreNoSmtLib) {
  const std::string text = "(a 1/2 eo::define \"b \"\" c\" |d e|) ; comment )\n(@t1\n())";
  const Result<TokenTree> tree = TokenTree::parse(text);
  ASSERT_TRUE(tree.ok());
  ASSERT_EQ(tree->roots().size(), 2U);
  const std::vector<NodeId> parts = tree->children(tree->roots()[0]);
  ASSERT_EQ(parts.size(), 5U);
  EXPECT_EQ(tree->text(parts[3]), "\"b \"\" c\"");
  EXPECT_EQ(tree->text(parts[4]), "|d e|");
  EXPECT_EQ(tree->head(tree->roots()[1]), "@t1");
  EXPECT_EQ(tree->line(tree->roots()[1]), 2U);
  EXPECT_EQ(on_one_line("(a ; (b\n  \" c\n\"  )"), "(a \" c\n\")");
}

TEST(TokenTree, NamesTheLineOfWhatDoesNotEnd) {
  for (const char* text : {"a\n(b", "a\nb)", "a\n\"b", "a\n|b"}) {
    const Result<TokenTree> tree = TokenTree::parse(text);
    ASSERT_FALSE(tree.ok()) << text;
    EXPECT_TRUE(tree.error().message.starts_with("line 2: ")) << tree.error().message;
  }
}

TEST(TokenTree, NestsDeeply) {
  const std::string deep = std::string(300'000, '(') + std::string(300'000, ')');
  EXPECT_TRUE(TokenTree::parse(deep).ok());
}

TEST(ReadProof, ReadsCommandsOfCpc) {
  const Result<Proof> proof = read_proof(
      "unsat\n(\n(declare-const x Int)\n(define @t () (= x 1))\n(assume @p1 @t)\n; trust THEORY\n"
      "(step @p2 :rule trust :premises () :args (false))\n(step @p3 false :rule eq_resolve :premises (@p1 @p2))\n)\n",
      ProofFormat::Cpc);
  ASSERT_TRUE(proof.ok()) << proof.error().text();
  ASSERT_EQ(proof->commands.size(), 5U);
  EXPECT_EQ(proof->commands[2].kind, ProofCommandKind::Assume);
  EXPECT_FALSE(proof->commands[3].conclusion.has_value());
  EXPECT_EQ(proof->commands[4].rule, "eq_resolve");
  EXPECT_EQ(proof->commands[4].premises, (std::vector<std::string>{"@p1", "@p2"}));
  EXPECT_EQ(proof->trust_notes, std::vector<std::string>{"THEORY"});
  EXPECT_EQ(print_proof(*proof).substr(0, 45), "(declare-const x Int)\n(define @t () (= x 1))\n");
}

TEST(ReadProof, TellsAssumptionsOfSubproofs) {
  const Result<Proof> proof = read_proof(
      "(assume h p)\n(anchor :step t1)\n(assume t1.h q)\n(step t1.t (cl q) :rule trust)\n"
      "(step t1 (cl (not q) q) :rule subproof :discharge (t1.h))\n(assume h2 r)\n(step t (cl) :rule trust)\n",
      ProofFormat::Alethe);
  ASSERT_TRUE(proof.ok()) << proof.error().text();
  EXPECT_EQ(proof->commands[0].kind, ProofCommandKind::Assume);
  EXPECT_EQ(proof->commands[2].kind, ProofCommandKind::Push);
  EXPECT_EQ(proof->commands[5].kind, ProofCommandKind::Assume);
}

TEST(ReadProof, RefusesWhatMayRelaxTheCheck) {
  for (const char* command :
       {"(declare-rule bad () :args () :conclusion false)", "(set-option :require-proof-of-false false)",
        "(include \"rules.eo\")", "(program $p () :signature () Bool ())", "(declare-consts <numeral> Int)", "(reset)",
        "(echo \"correct\")"})
    EXPECT_NE(error_of(command).find("must not have the command"), std::string::npos) << error_of(command);
  EXPECT_NE(error_of("(define false () true)").find("another meaning"), std::string::npos);
  EXPECT_NE(error_of("(error \"not supported\")").find("an error in place of a proof"), std::string::npos);
  EXPECT_NE(error_of("(declare-const bvadd Int)").find("another meaning"), std::string::npos);
  EXPECT_EQ(error_of("(reference \"a\")\n(assume @p true)"), "none") << "Assay compares the assumptions itself";
}

TEST(ReadProof, TellsRulesThatLfscDeclares) {
  const Result<Proof> proof = read_proof(
      "; WARNING: adding trust step for EVALUATE\n(declare dsl.not-not (! t term (holds (= (not (not t)) t))))\n"
      "(declare cvc.U sort)\n(define cvc.p (var 0 Bool))\n(check (# a0 (holds cvc.p) a0))\n",
      ProofFormat::Lfsc);
  ASSERT_TRUE(proof.ok()) << proof.error().text();
  EXPECT_EQ(proof->commands.size(), 4U);
  EXPECT_EQ(proof->trust_notes, (std::vector<std::string>{"the proof declares the rule dsl.not-not", "EVALUATE"}));
  for (const std::string axiom : {"(declare bad (holds false))", "(declare cvc.bad (holds false))"})
    EXPECT_NE(error_of(axiom, ProofFormat::Lfsc).find("must not declare"), std::string::npos) << axiom;
}

TEST(ReadProof, RefusesOtherTexts) {
  EXPECT_EQ(error_of(""), "the text has no command of a proof");
  EXPECT_EQ(error_of("sat\n"), "line 1: 'sat' is no command of a proof");
  EXPECT_EQ(error_of("\n(assume @p1"), "the text is no proof: line 2: a '(' without its ')'");
  EXPECT_EQ(error_of("(assume @p1)"), "line 1: the command 'assume' is too short");
  EXPECT_EQ(error_of("(step @p false :premises (@q))"), "line 1: a step without its rule");
  EXPECT_EQ(error_of("(assume @p1 true)", ProofFormat::Cpc, {.max_bytes = 5}), "the proof has more than 0 MiB");
}

TEST(ProofTerms, AreSmtLib) {
  EXPECT_EQ(smtlib_of_cpc("(= (extract 3 0 x) (@bv 1 4))"), "(= ((_ extract 3 0) x) (_ bv1 4))");
  EXPECT_EQ(smtlib_of_cpc("(+ -1 -1/2 3/1)"), "(+ (- 1) (- (/ 1.0 2.0)) 3.0)");
  EXPECT_EQ(smtlib_of_cpc("(forall (@list (@var \"x\" Int)) (> (@var \"x\" Int) 0))"),
            "(forall ((|x| Int)) (> |x| 0))");
  EXPECT_EQ(smtlib_of_cpc("(= (@bvsize #b001) (@bvsize #x0f))"), "(= 3 8)");
  EXPECT_EQ(smtlib_of_cpc("(or a)"), "a");
  EXPECT_EQ(smtlib_of_cpc("(re.loop 0 -1 r)"), "(@re.loop 0 (- 1) r)") << "a negative index has no meaning";
}

TEST(ProofTerms, ExpandDefinitionsAndClauses) {
  const Result<Proof> cpc =
      read_proof("(define @a () (+ x 1))\n(define @b () (= @a 2))\n(assume @p (not @b))", ProofFormat::Cpc);
  EXPECT_EQ(conjunction(*cpc, "(declare-const x Int)", {*cpc->commands[2].conclusion}),
            "(let ((@a (+ x 1))) (let ((@b (= @a 2))) (and true true (not @b))))");
  const Result<Proof> alethe = read_proof(
      "(assume h (! (= x 1) :named @h))\n(step t (cl (not @h) p) :rule r)\n(step u (cl) :rule r)", ProofFormat::Alethe);
  EXPECT_EQ(conjunction(*alethe, "", {*alethe->commands[0].conclusion, *alethe->commands[2].conclusion}),
            "(and true true (= x 1) false)");
  EXPECT_EQ(conjunction(*alethe, "", {*alethe->commands[1].conclusion}),
            "(let ((@h (= x 1))) (and true true (or (not @h) p)))");
}

TEST(ReadFormulas, ComparesLiteralsByValue) {
  const auto formulas = read_formulas("(declare-const x Real)\n(assert (! (= x (- 0.5)) :named a))\n(check-sat)",
                                      {"(= x (- (/ 1.0 2.0)))", "(= x 0.5)"});
  ASSERT_TRUE(formulas.ok()) << formulas.error().text();
  ASSERT_EQ((*formulas)->asserted.size(), 1U);
  EXPECT_EQ((*formulas)->asserted[0], (*formulas)->formulas[0]);
  EXPECT_NE((*formulas)->asserted[0], (*formulas)->formulas[1]);
}

TEST(FindPoint, SaysWhetherItTriedAll) {
  const auto search = [](const std::string& script) {
    const auto formulas = read_formulas(script, {});
    return find_point((*formulas)->store, (*formulas)->asserted);
  };
  EXPECT_TRUE(search("(declare-const p Bool)(assert p)(check-sat)").point.has_value());
  EXPECT_TRUE(search("(declare-const p Bool)(assert p)(assert (not p))(check-sat)").exhaustive);
  EXPECT_TRUE(search("(declare-const s String)(assert (= (str.to_int s) 7))(check-sat)").point.has_value())
      << "the decimal digits of the script's numbers are tried";
  const PointSearch none = search("(declare-const x Int)(assert (= (* 2 x) 7))(check-sat)");
  EXPECT_FALSE(none.point.has_value());
  EXPECT_FALSE(none.exhaustive);
  EXPECT_GT(none.valued, 0U);
}

}  // namespace
}  // namespace assay::smt
