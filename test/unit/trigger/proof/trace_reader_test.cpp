// Instantiations are read out of z3's log.

#include "trigger/proof/trace_reader.hpp"

#include "smt/log/log_profile.hpp"
#include "trigger/proof/proof_reader.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

const std::map<std::string, std::string> kSorts = {{"x", "Int"}, {"y", "U"}, {"r", "Real"}};

std::string text_of(std::initializer_list<std::string_view> lines) {
  TraceReader reader(kSorts);
  for (const std::string_view line : lines) reader.line(line);
  return reader.text();
}

TEST(TraceReader, ReadsWhatModelBasedInstantiationChose) {
  EXPECT_EQ(text_of({"[tool-version] Z3 4.8.12", "[mk-quant] #28 k!5 2 #27 #26",
                     "[attach-var-names] #28 (|y| ; |U|) (|x| ; |Int|)", "[mk-app] #80 U!val!0", "[mk-app] #71 Int",
                     "[attach-meaning] #71 arith (- 2)", "[mk-app] #72 a b #71 #80",
                     "[inst-discovered] MBQI 0x55 #28 #80 #72", "[inst-discovered] MBQI 0x66 #28 #80 #72"}),
            "(instantiations (forall ((y U)(x Int)) true)\n  ( U!val!0 (|a b| (- 2) U!val!0) )\n)\n");
}

TEST(TraceReader, LeavesOutArraysWhoseSortTheLogDoesNotSay) {
  EXPECT_EQ(text_of({"[attach-var-names] #1 (|y| ; |U|) (|x| ; |Int|)", "[mk-app] #2 a", "[mk-app] #3 const #2",
                     "[mk-app] #4 f #3", "[inst-discovered] MBQI 0x1 #1 #4 #2"}),
            "(instantiations (forall ((x Int)) true)\n  ( a )\n)\n");
}

TEST(TraceReader, FollowsIdentifiersThatAreUsedAgain) {
  EXPECT_EQ(text_of({"[attach-var-names] #1 (|x| ; |Int|)", "[mk-app] #2 a", "[inst-discovered] MBQI 0x1 #1 #2",
                     "[mk-app] #2 if #3 #4 #4", "[mk-app] #3 true", "[mk-app] #4 Int", "[attach-meaning] #4 arith 9",
                     "[inst-discovered] MBQI 0x2 #1 #2"}),
            "(instantiations (forall ((x Int)) true)\n  ( a )\n)\n"
            "(instantiations (forall ((x Int)) true)\n  ( (ite true 9 9) )\n)\n");
}

TEST(TraceReader, LeavesOutEMatchingOtherVariablesAndValuesThatAreNoTerms) {
  EXPECT_EQ(text_of({"[attach-var-names] #1 (|x| ; |Int|) (|other| ; |Int|)", "[attach-var-names] #9 (|x| ; |Int|)",
                     "[mk-app] #2 a", "[mk-app] #3 b", "[mk-var] #4 0", "[mk-app] #5 f #4",
                     "[new-match] 0x1 #1 #7 #2 #3 ; #8", "[inst-discovered] theory-solving 0 arith# ; #2",
                     "[inst-discovered] MBQI 0x2 #9 #5", "[inst-discovered] MBQI 0x3 #1 #2 #3"}),
            "(instantiations (forall ((x Int)) true)\n  ( a )\n)\n");
}

TEST(TraceReader, RealLiteralsHaveAPoint) {
  EXPECT_EQ(text_of({"[attach-var-names] #1 (|r| ; |Real|)", "[mk-app] #2 Real",
                     "[attach-meaning] #2 arith (/ (- 1) 20)", "[inst-discovered] MBQI 0x2 #1 #2"}),
            "(instantiations (forall ((r Real)) true)\n  ( (/ (- 1.0) 20.0) )\n)\n");
}

TEST(TraceReader, ReadsThePatternsThatZ3Makes) {
  TraceReader reader(kSorts);
  for (const std::string_view line :
       {"[mk-var] #1 0", "[mk-var] #2 1", "[mk-app] #3 f #2 #1", "[mk-app] #4 pattern #3", "[mk-app] #5 g #1 #2",
        "[mk-app] #6 h #2", "[mk-app] #7 pattern #6 #5", "[mk-quant] #8 k!5 2 #3",
        "[attach-var-names] #8 (|y| ; |U|) (|x| ; |Int|)", "[mk-quant] #9 a name 2 #4 #7 #3",
        "[attach-var-names] #9 (|y| ; |U|) (|x| ; |Int|)", "[mk-quant] #9 k!5 2 #7 #3",
        "[attach-var-names] #9 (|y| ; |U|) (|x| ; |Int|)", "[mk-quant] #10 k!5 2 #4 #3",
        "[attach-var-names] #10 (|y| ; |U|) (|other| ; |Int|)"})
    reader.line(line);
  EXPECT_EQ(reader.patterns(),
            "(assert (forall ((y U)(x Int)) (! true :pattern ((f x y)) :pattern ((h x) (g y x)))))\n");
}

TEST(TraceReader, SurvivesBrokenLines) {
  EXPECT_EQ(text_of({"[mk-app]", "[mk-app] ", "[mk-app] #", "[mk-app] #x f", "[mk-app] #99999999999999999999 f",
                     "[mk-app] #7", "[attach-meaning] #", "[attach-var-names] #1 (|x", "[attach-var-names] ",
                     "[inst-discovered] MBQI", "[inst-discovered] MBQI 0x1 #1 #5", "[mk-app] #5 f #5",
                     "[attach-var-names] #1 (|x| ; |Int|)", "[inst-discovered] MBQI 0x1 #1 #5",
                     "[inst-discovered] MBQI 0x1 #1", "", "["}),
            "");
}

TEST(TraceReader, KeepsEMatchingOnRequest) {
  TraceReader reader(kSorts, 100, KeptInstances::All);
  for (const std::string_view line :
       {"[attach-var-names] #1 (|y| ; |U|) (|x| ; |Int|)", "[mk-app] #2 a", "[mk-app] #3 b",
        "[new-match] 0x1 #1 #7 #3 #2 ; #8 #9", "[new-match] 0x1 #4 #7 #3 ; #8", "[new-match] 0x1 #1", "[new-match] "})
    reader.line(line);
  EXPECT_EQ(reader.text(), "(instantiations (forall ((y U)(x Int)) true)\n  ( b a )\n)\n");
}

class ReadsRealLogs : public WithZ3 {};

TEST_F(ReadsRealLogs, WithTheValuesOfEMatchingInTheirOrder) {
  TraceReader reader({{"x", "Int"}, {"y", "Int"}}, 100'000, KeptInstances::All);
  const Reply reply = prover_->run_logged(
      "(set-option :trace true)(set-option :trace_file_name \"/dev/stdout\")" + std::string(kMatchingOnly) +
          "(declare-fun f (Int Int) Int)(declare-fun a () Int)(declare-fun b () Int)"
          "(assert (forall ((x Int)(y Int)) (! (= (f x y) x) :pattern ((f x y)))))(assert (< (f a b) a))(check-sat)",
      kSeconds, [&](std::string_view line) { reader.line(line); }, {});
  EXPECT_EQ(reply.answer, Answer::Unsat);
  const std::string_view text = reader.text();
  const bool is_x_first = text.find("((x Int)(y Int))") != std::string_view::npos;
  EXPECT_NE(text.find(is_x_first ? "( a b )" : "( b a )"), std::string_view::npos) << text;
}

TEST_F(ReadsRealLogs, OfARunWithoutAProof) {
  const std::string declarations = "(declare-fun f (Int) Int)(declare-fun g (Int) Int)";
  TraceReader reader({{"x", "Int"}, {"z", "Int"}});
  const Reply reply = prover_->run_logged(
      "(set-option :trace true)(set-option :trace_file_name \"/dev/stdout\")(set-option :smt.mbqi true)" +
          declarations +
          "(assert (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)))))"
          "(assert (forall ((z Int)) (! (= (f (g z)) z) :pattern ((f (g z))))))(check-sat)",
      kSeconds, [&](std::string_view line) { reader.line(line); }, {});
  EXPECT_EQ(reply.answer, Answer::Unsat);
  EXPECT_EQ(reply.text.find('['), std::string::npos) << reply.text;
  smt::TermStore store;
  const Result<std::vector<Instance>> instances = read_cvc5_instances(store, declarations, reader.text());
  ASSERT_TRUE(instances.ok()) << reader.text();
  EXPECT_FALSE(instances->empty());
}

class ProfilesRealLogs : public WithZ3 {};

TEST_F(ProfilesRealLogs, OfALoop) {
  smt::LogProfile profile;
  (void)prover_->run_logged(
      "(set-option :trace true)(set-option :trace_file_name \"/dev/stdout\")" + std::string(kMatchingOnly) +
          "(set-option :smt.qi.eager_threshold 100)(set-option :smt.qi.max_instances 500)"
          "(declare-fun f (Int) Int)(declare-fun p (Int) Bool)"
          "(assert (forall ((x Int)) (! (p (f (f x))) :pattern ((f x)) :qid loops)))(assert (p (f 3)))(check-sat)",
      kSeconds, [&](std::string_view line) { profile.add(std::string(line) + "\n"); }, {});
  const smt::LogCounts counts = profile.counts();
  ASSERT_FALSE(counts.quantifiers.empty());
  EXPECT_EQ(counts.quantifiers[0].name, "loops");
  EXPECT_GT(counts.quantifiers[0].instances, 20U);
  ASSERT_FALSE(counts.loops.empty());
}

}  // namespace
}  // namespace assay::trigger
