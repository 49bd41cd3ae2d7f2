// Cases as text: reading the written text gives the same case.

#include "datalog/fuzz/case/case_text.hpp"

#include <gtest/gtest.h>

#include "fuzz_support.hpp"

namespace assay::datalog::testing {
namespace {

Plan plan_of(Question question) {
  Plan plan;
  plan.question = question;
  plan.output = "r1";
  return plan;
}

TEST(DatalogCaseText, PlansComeBack) {
  Plan metamorphic = plan_of(Question::Metamorphic);
  metamorphic.intended = Oracle::Subset;
  metamorphic.stream = 0xffff'ffff'ffff'fff1;
  metamorphic.steps = {{"AddEq", 3}, {"EQU-AddFact", 18'000'000'000'000'000'001U}};
  metamorphic.expectations = {{"r1", Oracle::Subset}, {"r2", Oracle::Unknown}, {"in0", Oracle::Equal}};
  Plan sweep = plan_of(Question::Options);
  sweep.sweep = 12;
  Plan incremental = plan_of(Question::Incremental);
  incremental.relation = "r2";
  for (const Plan& plan : {plan_of(Question::Reference), metamorphic, sweep, incremental}) {
    const auto read = plan_from_json(to_json(plan));
    ASSERT_TRUE(read.ok()) << read.error().text();
    EXPECT_EQ(read->question, plan.question);
    EXPECT_EQ(read->output, plan.output);
    EXPECT_EQ(read->intended, plan.intended);
    EXPECT_EQ(read->stream, plan.stream);
    EXPECT_EQ(read->steps, plan.steps);
    EXPECT_EQ(read->expectations, plan.expectations);
    EXPECT_EQ(read->sweep, plan.sweep);
    EXPECT_EQ(read->relation, plan.relation);
  }
}

TEST(DatalogCaseText, WordingsComeBack) {
  OpenCase open;
  open.plan = plan_of(Question::Metamorphic);
  Relation relation;
  relation.name = "r1";
  relation.attributes = {{"a", Type::Number, ""}};
  relation.facts.arity = 1;
  open.original.relations = {relation};
  EXPECT_EQ(to_case(open).metadata.find("wordings"), std::string::npos);
  open.transformed = open.original;
  open.transformed->relations[0].wordings = 0x4'0000'0012;
  const Result<OpenCase> read = open_case(to_case(open));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->original.relations[0].wordings, 0U);
  EXPECT_EQ(read->transformed->relations[0].wordings, 0x4'0000'0012U);
  core::Case broken = to_case(open);
  broken.metadata.replace(broken.metadata.find("[[\"r1\""), 3, "[3,[");
  EXPECT_FALSE(open_case(broken).ok());
}

TEST(DatalogCaseText, WhatIsNoPlanIsSaid) {
  for (const char* text :
       {"", "[]", "{", "{}", R"({"question": 3})", R"({"question": "why"})",
        R"({"question": "metamorphic", "steps": [["AddEq"]]})", R"({"question": "metamorphic", "steps": 3})",
        R"({"question": "metamorphic", "expect": [["r1", "odd"]]})", R"({"question": "metamorphic", "stream": "x"})"})
    EXPECT_FALSE(plan_from_json(text).ok()) << text;
}

TEST(DatalogCaseText, WhatIsNoCaseIsSaid) {
  core::Case none;
  none.metadata = to_json(plan_of(Question::Reference));
  ASSERT_FALSE(open_case(none).ok());
  EXPECT_NE(open_case(none).error().message.find("original.dl"), std::string::npos);
  none.files.push_back({"original.dl", ".decl"});
  EXPECT_FALSE(open_case(none).ok());
}

// Texts are equal after a round trip, and the programs mean the same.
TEST(DatalogCaseText, GeneratedCasesComeBack) {
  const auto tester = tester_of(options_for(honest));
  for (std::uint64_t index = 0; index < 500; ++index) {
    const auto made = tester->generate(index);
    const auto* subject = std::get_if<core::Case>(&made);
    if (subject == nullptr) continue;
    const auto open = open_case(*subject);
    ASSERT_TRUE(open.ok()) << open.error().text() << shown(*subject);
    const core::Case again = to_case(*open);
    EXPECT_EQ(again.metadata, subject->metadata);
    ASSERT_EQ(again.files.size(), subject->files.size());
    for (std::size_t i = 0; i < again.files.size(); ++i) {
      EXPECT_EQ(again.files[i].name, subject->files[i].name);
      EXPECT_EQ(again.files[i].content, subject->files[i].content);
    }
    EXPECT_TRUE(check(open->original).ok()) << shown(*subject);
    EXPECT_TRUE(open->original.seed.dialect.empty()) << shown(*subject);
  }
}

}  // namespace
}  // namespace assay::datalog::testing
