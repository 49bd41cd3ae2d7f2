#include "smt/stability/quantifier_sites.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

TEST(NamedQuantifiers, GetNamesAndKeepTheirPlaces) {
  const NamedQuantifiers named = with_named_quantifiers(
      text_tree("(declare-fun f (Int) Int)\n(assert (forall ((x Int)) (exists ((y Int)) (= (f x) y))))\n\n"
                "(assert (forall ((x Int)) (! (> x 0) :pattern ((f x)))))\n"
                "(assert (forall ((x Int)) (! (> x 1) :qid |a b| :weight 2)))\n"));
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

TEST(QuantifierSites, CountTheInstancesOfALog) {
  LogProfile log;
  for (const char* line :
       {"[mk-quant] #7 assay!1 1 #5 #6", "[mk-quant] #8 k!12 1 #5 #6", "[mk-quant] #9 assay!1!4 1 #5 #6",
        "[mk-quant] #10 assay!7 1 #5 #6", "[new-match] 0x10 #7 #5 #3 ; #4", "[new-match] 0x20 #7 #5 #4 ; #4",
        "[new-match] 0x30 #8 #5 #4 ; #4", "[instance] 0x10 #9 ; 1", "[end-of-instance]", "[instance] 0x30 #9",
        "[end-of-instance]", "[inst-discovered] MBQI 0x40 #9 #3", "[instance] 0x40 #9", "[end-of-instance]",
        "[new-match] 0x50 #10 #5 #3 ; #4", "[instance] 0x50 #9 ; 1", "[end-of-instance]"})
    log.add(std::string(line) + "\n");
  EXPECT_EQ(instances_by_site(log.counts(), 2), (std::vector<std::uint64_t>{0, 2}))
      << "a match is no instance, and z3 adds numbers to names";
}

}  // namespace
}  // namespace assay::smt
