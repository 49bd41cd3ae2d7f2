// Claims about two values are shown by opt and lli alone, on bugs of LLVM 14.

#include "analyzer/adapters/llvm_shown.hpp"

#include <gtest/gtest.h>

#include "assay/core/proc.hpp"
#include "unit/analyzer/reproducing.hpp"

namespace assay::analyzer {
namespace {

Fact fact_about(const std::string& value, const std::string& type, Property property) {
  Fact fact;
  fact.place.function = "f";
  fact.subject.kind = Subject::Kind::Value;
  fact.subject.text = value;
  fact.subject.type = type;
  fact.property = std::move(property);
  return fact;
}

class LlvmShown : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* program : {"opt-14", "lli-14"})
      if (core::find_program(program).empty()) GTEST_SKIP() << program << " is not installed";
  }

  /// What is shown of the claim about the function, which a call violates.
  Result<core::Reproduction> shown(const Fact& fact, const std::string& call, const std::string& function) {
    Program program;
    program.files.push_back({"a.ll", function});
    const Result<IrClaim> claim = ir_claim(program, fact, "value 1 (0x1) for " + call + "\n" + function);
    if (!claim) return claim.error();
    core::Limits limits;
    limits.wall_seconds = 60;
    return ir_claim_reproduction(*claim, {scratch_, limits, limits, {}});
  }

  core::ScratchFolder scratch_;
};

constexpr const char* kDifference =
    "define i1 @f(i8 %x) {\n  %a = sub nuw nsw i8 %x, -3\n  %b = icmp ugt i8 %x, %a\n  ret i1 %b\n}\n";

TEST_F(LlvmShown, AComparison) {
  // ConstraintElimination takes the difference for a sum, and the comparison for false.
  Result<core::Reproduction> made = shown(fact_about("%x", "i8", Relation{"<=", "%a", 0}), "i8 254", kDifference);
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_NE(made->expected.find("%x is above (unsigned) %a"), std::string::npos) << made->expected;
  EXPECT_NE(made->commands.front().shell.find("constraint-elimination"), std::string::npos);
  const core::ProcessResult ran = run_reproduction(std::move(*made));
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
}

TEST_F(LlvmShown, AnOverflow) {
  // On one bit, -1 * -1 is 1, which one bit does not hold.
  const Fact fact = fact_about("%x", "i1", Named{"no-wrap", {"signed", "mul", "%x"}});
  Result<core::Reproduction> made =
      shown(fact, "i1 true", "define i1 @f(i1 %x) {\n  %a = mul i1 %x, %x\n  ret i1 %a\n}\n");
  ASSERT_TRUE(made) << made.error().text();
  const core::ProcessResult ran = run_reproduction(std::move(*made));
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
}

TEST_F(LlvmShown, ATrueClaimIsNotShown) {
  const Result<core::Reproduction> made = shown(fact_about("%x", "i8", Relation{"!=", "%a", 0}), "i8 254", kDifference);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().text().find("does not contradict"), std::string::npos) << made.error().text();
}

TEST_F(LlvmShown, AnImplicationOfWhatNoPassBelieves) {
  const char* const two = "define i1 @f(i8 %x) {\n  %a = icmp ugt i8 %x, 3\n  %b = icmp ugt i8 %x, 7\n  ret i1 %b\n}\n";
  const Result<core::Reproduction> made = shown(fact_about("%a", "i1", Named{"implies", {"%b"}}), "i8 5", two);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().text().find("no pass"), std::string::npos) << made.error().text();
}

TEST_F(LlvmShown, ObjectsHaveNoNumber) {
  EXPECT_FALSE(shown(fact_about("%p", "ptr", Aliasing{"%q", false}), "i8 1", kDifference));
  EXPECT_FALSE(shown(fact_about("%x", "i8", Relation{"<=", "%a", 0}), "pointer object", kDifference));
}

}  // namespace
}  // namespace assay::analyzer
