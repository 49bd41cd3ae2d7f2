// The instances in z3's log, in the form of a proof.

#include "smt/stability/log_instances.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

const std::string kTerms =
    "[mk-app] #1 a\n[mk-app] #2 g #1 #1\n[mk-var] #3 0\n[mk-quant] #4 assay!0 2 #7 #8\n"
    "[attach-var-names] #4 (|x| ; |U|) (|y| ; |U|)\n";

std::string proof_of(const std::string& log) {
  LogInstances instances;
  // Parts may end anywhere.
  for (const char one : log) instances.add(std::string(1, one));
  return instances.proof();
}

TEST(LogInstances, AreThoseThatZ3Made) {
  const std::string step = "((_ quant-inst a (g a a)) (or (not (forall ((x U)(y U)) (! true :qid assay!0))) true))\n";
  EXPECT_EQ(proof_of(kTerms + "[new-match] 0x1 #4 #7 #1 #2 ; #9\n"), "") << "a match without an instance";
  EXPECT_EQ(proof_of(kTerms + "[new-match] 0x1 #4 #7 #1 #2 ; #9\n[instance] 0x1 #9\n"), step);
  EXPECT_EQ(proof_of(kTerms + "[inst-discovered] MBQI 0x1 #4 #1 #2\n[instance] 0x1 #9\n"), step);
  EXPECT_EQ(proof_of(kTerms + "[new-match] 0x1 #4 #7 #1 #2 ; #9\n[mk-app] #1 b\n[instance] 0x1 #9\n"), step)
      << "z3 uses identifiers again";
}

TEST(LogInstances, LeaveOutOtherQuantifiersAndValuesThatAreNoTerms) {
  EXPECT_EQ(proof_of("[mk-app] #1 a\n[mk-quant] #4 k!7 1 #7 #8\n[attach-var-names] #4 (|x| ; |U|)\n"
                     "[new-match] 0x1 #4 #7 #1 ; #9\n[instance] 0x1 #9\n"),
            "");
  EXPECT_EQ(proof_of(kTerms + "[new-match] 0x1 #4 #7 #1 #3 ; #9\n[instance] 0x1 #9\n"), "") << "a variable";
  EXPECT_EQ(proof_of(kTerms + "[new-match] 0x1 #4 #7 #1 ; #9\n[instance] 0x1 #9\n"), "") << "a value is missing";
  EXPECT_EQ(proof_of(kTerms + "[instance] 0x1 #9\n"), "");
}

}  // namespace
}  // namespace assay::smt
