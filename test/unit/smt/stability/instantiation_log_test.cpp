#include "smt/stability/instantiation_log.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

TEST(NamedQuantifiers, GetNamesAndKeepTheirPlaces) {
  const NamedQuantifiers named = with_named_quantifiers(
      "(declare-fun f (Int) Int)\n(assert (forall ((x Int)) (exists ((y Int)) (= (f x) y))))\n\n"
      "(assert (forall ((x Int)) (! (> x 0) :pattern ((f x)))))\n"
      "(assert (forall ((x Int)) (! (> x 1) :qid |a b| :weight 2)))\n");
  EXPECT_EQ(named.script,
            "(declare-fun f (Int) Int)\n(assert (forall ((x Int)) (! (exists ((y Int)) (! (= (f x) y) :qid assay!1)) "
            ":qid assay!0)))\n\n(assert (forall ((x Int)) (! (> x 0) :pattern ((f x)) :qid assay!2)))\n"
            "(assert (forall ((x Int)) (! (> x 1) :qid assay!3 :weight 2)))\n");
  ASSERT_EQ(named.sites.size(), 4U);
  EXPECT_EQ(named.sites[1].line, 2U);
  EXPECT_EQ(named.sites[1].command, 1U);
  EXPECT_EQ(named.sites[2].line, 4U);
  EXPECT_EQ(named.sites[3].name, "a b");
  EXPECT_EQ(named.sites[3].command, 3U);
}

TEST(InstantiationCounter, CountsInstancesOfBothMethods) {
  InstantiationCounter counter(2);
  for (const char* line :
       {"[mk-app] #1 f #2", "[mk-quant] #7 assay!1 1 #5 #6", "[mk-quant] #8 k!12 1 #5 #6",
        "[new-match] 0x10 #7 #5 #3 ; #4", "[new-match] 0x20 #7 #5 #4 ; #4", "[new-match] 0x30 #8 #5 #4 ; #4",
        "[instance] 0x10 #9 ; 1", "[instance] 0x30 #9", "[inst-discovered] MBQI 0x40 #7 #3", "[instance] 0x40 #9",
        "[inst-discovered] theory-solving 0 arith# ; #2", "[instance] 0 #3", "[mk-quant] #7 assay!0 1 #5 #6",
        "[new-match] 0x10 #7 #5 #3 ; #4", "[instance] 0x10 #9"})
    counter.line(line);
  EXPECT_EQ(counter.counts(), (std::vector<std::uint64_t>{1, 2}))
      << "a match is no instance, and identifiers come again";
}

}  // namespace
}  // namespace assay::smt
