#include <gtest/gtest.h>

#include <set>

#include "smt/checker/campaign/probe.hpp"
#include "smt/checker/proof/proof_terms.hpp"

namespace assay::smt {
namespace {

const std::string kMutatedScript =
    "(declare-const x Int)\n(assert (< x 5))\n(assert (> x 3))\n(assert (not (= x 4)))\n(check-sat)\n";
const std::string kMutatedProof =
    "(declare-const x Int)\n(assume @p1 (< x 5))\n(assume @p2 (> x 3))\n(assume @p3 (not (= x 4)))\n"
    "(step @p4 (= x 4) :rule int_tight :premises (@p1 @p2))\n(step @p5 false :rule contra :premises (@p4 @p3))\n";

TEST(MutateProof, MakesProofsOfSatisfiableScriptsThatAssumeOnlyTheirAssertions) {
  std::set<std::string> mutations;
  bool has_number = false;
  bool has_operator = false;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    core::Rng rng(seed);
    const std::optional<MutatedProof> made = mutate_proof(kMutatedScript, kMutatedProof, ProofFormat::Cpc, rng);
    if (!made) continue;
    mutations.insert(made->mutation);
    const auto read = read_formulas(made->script, {});
    ASSERT_TRUE(read.ok()) << made->script;
    const Result<Model> point = parse_model((*read)->store, (*read)->script, made->point);
    ASSERT_TRUE(point.ok()) << made->point;
    EXPECT_TRUE(judge_model((*read)->store, (*read)->script, *point).holds()) << made->script << made->point;
    EXPECT_TRUE(assumes_only_assertions(made->script, made->proof, ProofFormat::Cpc)) << made->script << made->proof;
    const bool replaced = made->mutation == "replaced-word" && made->proof.find("int_tight") != std::string::npos;
    has_number = has_number || (replaced && made->proof.find("(not (= x 4))") == std::string::npos);
    has_operator = has_operator || (replaced && made->proof.find("(<= x 5)") != std::string::npos);
  }
  EXPECT_TRUE(has_number);
  EXPECT_TRUE(has_operator);
  EXPECT_GE(mutations.size(), 6U);
}

TEST(MutateProof, KeepsAssumptionsInTheScript) {
  EXPECT_TRUE(assumes_only_assertions(kMutatedScript, kMutatedProof, ProofFormat::Cpc));
  EXPECT_FALSE(assumes_only_assertions("(declare-const x Int)\n(assert (< x 5))\n(check-sat)\n", kMutatedProof,
                                       ProofFormat::Cpc));
  EXPECT_FALSE(assumes_only_assertions(kMutatedScript, "sat", ProofFormat::Cpc));
}

}  // namespace
}  // namespace assay::smt
