#include <gtest/gtest.h>

#include "smt/truth/truth.hpp"

namespace assay::smt {
namespace {

TEST(SmtFacts, ComeBackFromJson) {
  SmtFacts facts;
  facts.truths = {Truth::Sat, Truth::Unsat, Truth::Open};
  facts.has_witness = true;
  facts.interpretation = 18446744073709551615U;
  facts.partly_by_solvers = true;
  facts.decidable = true;
  facts.status = {Truth::Unsat, 18446744073709551615U};
  facts.seed = "a \"b\".smt2";
  facts.note = std::string("not UTF-8: \xff");
  const Result<SmtFacts> back = SmtFacts::from_json(facts.json());
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->truths, facts.truths);
  EXPECT_TRUE(back->has_witness && back->partly_by_solvers && back->decidable);
  EXPECT_EQ(back->interpretation, facts.interpretation);
  EXPECT_EQ(back->status.truth, facts.status.truth);
  EXPECT_EQ(back->status.of, facts.status.of);
  EXPECT_EQ(back->seed, facts.seed);
  EXPECT_EQ(back->json(), facts.json());
}

TEST(SmtFacts, KeepDrawnOptions) {
  SmtFacts facts;
  facts.truths = {Truth::Sat};
  facts.drawn = {{"cvc5", {}}, {"z3", {"a=1", "b=true"}}};
  facts.written_for = "z3";
  facts.needs_options = true;
  facts.asks_nothing = true;
  const Result<SmtFacts> back = SmtFacts::from_json(facts.json());
  ASSERT_TRUE(back.ok());
  ASSERT_EQ(back->drawn.size(), 2U);
  EXPECT_EQ(back->drawn[0].target, "cvc5");
  EXPECT_EQ(back->drawn[1].options, facts.drawn[1].options);
  EXPECT_EQ(back->written_for, "z3");
  EXPECT_TRUE(back->needs_options);
  EXPECT_TRUE(back->asks_nothing);
}

TEST(SmtFacts, RefusesWhatIsNoMetadataOfACase) {
  for (const char* text :
       {"", "[]", "{}", "{\"truths\":3}", "{\"truths\":[\"maybe\"]}", "{\"truths\":[1]}",
        "{\"truths\":[],\"interpretation\":-1}", "{\"truths\":[],\"status\":\"sat\"}", "{\"truths\":["}) {
    EXPECT_FALSE(SmtFacts::from_json(text).ok()) << text;
  }
  EXPECT_TRUE(SmtFacts::from_json("{\"truths\":[]}").ok());
}

TEST(Truth, HasNames) {
  EXPECT_EQ(name(Truth::Sat), "sat");
  EXPECT_EQ(name(Truth::Unsat), "unsat");
  EXPECT_EQ(name(Truth::Open), "open");
}

}  // namespace
}  // namespace assay::smt
