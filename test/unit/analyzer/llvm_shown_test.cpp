// Claims about two values are shown by opt and lli alone, on bugs of LLVM 14.

#include "analyzer/adapters/llvm/shown/llvm_shown.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "analyzer/adapters/llvm/shown/llvm_aliases.hpp"
#include "analyzer/adapters/llvm/shown/llvm_trip_counts.hpp"
#include "base/text.hpp"
#include "core/proc/proc.hpp"
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

  /// The reproduction for a claim about the function that a call violates.
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

TEST_F(LlvmShown, ACallWithMemory) {
  // The same comparison, of a number that a parameter points to.
  const std::string function =
      "define i1 @f(i8* noundef nonnull dereferenceable(1) %p, i16* %q) #0 {\n  %x = load i8, i8* %p, align 1\n"
      "  %a = sub nuw nsw i8 %x, -3\n  %b = icmp ugt i8 %x, %a\n  ret i1 %b\n}\n";
  const Fact fact = fact_about("%x", "i8", Relation{"<=", "%a", 0});
  Result<core::Reproduction> made = shown(fact, "pointer to fe0010, pointer null", function);
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_NE(made->files.front().content.find("c\"\\fe\\00\\10\""), std::string::npos) << made->files.front().content;
  const core::ProcessResult ran = run_reproduction(std::move(*made));
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
  EXPECT_FALSE(shown(fact, "pointer poison, pointer null", function));
  EXPECT_FALSE(shown(fact, "pointer to fe0010", function)) << "an argument for each parameter";
}

/// An opt-14 that prints another number for a count of 9, and claims too much about aliases.
class LlvmShownByADouble : public LlvmShown {
 protected:
  void SetUp() override {
    LlvmShown::SetUp();
    if (IsSkipped()) return;
    const std::string opt = core::find_program("opt-14");
    const Result<std::string> program =
        doubles_.write("opt-14", "#!/bin/sh\n" + opt + " \"$@\" 2>said\ncode=$?\n" +
                                     "sed 's/ is 9$/ is 8/; s/: 9$/: 8/; "
                                     "s/MayAlias:\t.*%near/No&/; s/NoMay/No/; "
                                     "s/MayAlias:\t.*%far/Must&/; s/MustMay/Must/' said >&2\n"
                                     "exit $code\n");
    ASSERT_TRUE(program.ok());
    std::filesystem::permissions(*program, std::filesystem::perms::owner_all);
    path_ = std::getenv("PATH");
    ::setenv("PATH", (*doubles_.path() + ":" + path_).c_str(), 1);
  }
  void TearDown() override {
    if (!path_.empty()) ::setenv("PATH", path_.c_str(), 1);
  }

  Result<core::Reproduction> counted(Property property, const std::string& edge, const std::string& function) {
    Fact fact = fact_about("%head", "i64", std::move(property));
    fact.subject.kind = Subject::Kind::Loop;
    fact.place.context = edge;
    Program program;
    program.files.push_back({"a.ll", function});
    const Result<IrClaim> claim = ir_claim(program, fact, "value 9 (0x9) for i32 20\n" + function);
    if (!claim) return claim.error();
    core::Limits limits;
    limits.wall_seconds = 60;
    return trip_count_reproduction(*claim, fact, {scratch_, limits, limits, {}});
  }

  core::ScratchFolder doubles_;
  std::string path_;
};

constexpr const char* kTenTimes = R"(define i32 @f(i32 %n) {
entry:
  br label %head

head:                                             ; preds = %latch, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %early = icmp eq i32 %i, %n
  br i1 %early, label %out, label %latch

latch:                                            ; preds = %head
  %again = icmp ult i32 %next, 10
  br i1 %again, label %head, label %out

out:                                              ; preds = %latch, %head
  %r = phi i32 [ %i, %head ], [ %next, %latch ]
  ret i32 %r
}
)";

TEST_F(LlvmShownByADouble, ACountOfTurns) {
  Result<core::Reproduction> exact = counted(Interval{8, 8}, "edge %latch %out", kTenTimes);
  ASSERT_TRUE(exact) << exact.error().text();
  EXPECT_EQ(exact->prints, "  exit count for latch: 8");
  Result<core::Reproduction> most = counted(Interval{{}, 8}, "edge %latch %out", kTenTimes);
  ASSERT_TRUE(most) << most.error().text();
  EXPECT_EQ(most->prints, "Loop %head: max backedge-taken count is 8");
  for (Result<core::Reproduction>* made : {&exact, &most}) {
    const core::ProcessResult shown = run_reproduction(**made, false, *doubles_.path());
    EXPECT_EQ(shown.exit_code, 1) << shown.out << shown.err;
    ::setenv("PATH", path_.c_str(), 1);
    EXPECT_EQ(run_reproduction(**made).exit_code, 0) << "LLVM's own opt prints another count";
  }
}

TEST_F(LlvmShownByADouble, Aliases) {
  const std::string function =
      "define i32 @f(i32* %p, i64 %n) {\n  %near = getelementptr i32, i32* %p, i64 %n\n  store i32 1, i32* %near\n"
      "  %r = load i32, i32* %p\n  ret i32 %r\n}\n";
  const auto claimed = [&](const std::string& value, bool same, const std::string& number) {
    const Fact fact = fact_about(value, "i32*", Aliasing{"%p", same});
    Program program;
    const std::string text = replace_all(function, "%near", value);
    program.files.push_back({"a.ll", text});
    const std::string memory(128, '0');
    Result<IrClaim> claim =
        ir_claim(program, fact, "value 0 (0x0) for pointer to " + memory + ", i64 " + number + "\n" + text);
    if (!claim) return Result<core::Reproduction>(claim.error());
    core::Limits limits;
    limits.wall_seconds = 60;
    return alias_reproduction(std::move(*claim), fact, {scratch_, limits, limits, {}});
  };
  Result<core::Reproduction> apart = claimed("%near", false, "0");
  ASSERT_TRUE(apart) << apart.error().text();
  EXPECT_NE(apart->prints.find("NoAlias:\ti32* %near, i32* %p"), std::string::npos) << apart->prints;
  Result<core::Reproduction> same = claimed("%far", true, "1");
  ASSERT_TRUE(same) << same.error().text();
  EXPECT_NE(same->expected.find("%far and %p are different addresses"), std::string::npos) << same->expected;
  for (Result<core::Reproduction>* made : {&apart, &same}) {
    const core::ProcessResult shown = run_reproduction(**made, false, *doubles_.path());
    EXPECT_EQ(shown.exit_code, 1) << shown.out << shown.err;
    ::setenv("PATH", path_.c_str(), 1);
    EXPECT_EQ(run_reproduction(**made).exit_code, 0) << "LLVM's own opt says that they may alias";
    ::setenv("PATH", (*doubles_.path() + ":" + path_).c_str(), 1);
  }
  EXPECT_FALSE(claimed("%near", false, "1")) << "the next number shares no byte with the first";
  EXPECT_FALSE(claimed("%far", true, "0"));
  EXPECT_FALSE(claimed("%near", true, "1")) << "nobody claims it";
}

TEST_F(LlvmShownByADouble, NoCountThatARunKeeps) {
  const auto why = [&](Property property, const std::string& edge) {
    const Result<core::Reproduction> made = counted(std::move(property), edge, kTenTimes);
    return made ? std::string("shown") : made.error().text();
  };
  EXPECT_NE(why(Interval{9, 9}, "edge %latch %out").find("does not contradict"), std::string::npos);
  EXPECT_NE(why(Interval{7, 7}, "edge %latch %out").find("does not print"), std::string::npos);
  EXPECT_NE(why(Named{"trips-multiple-of", {"5"}}, "edge %latch %out").find("contradict"), std::string::npos);
  EXPECT_NE(why(Named{"trips-multiple-of", {"3"}}, "edge %latch %out").find("does not print"), std::string::npos);
  EXPECT_NE(why(Interval{8, 8}, "edge %entry %out").find("not left by a branch"), std::string::npos);
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

TEST_F(LlvmShown, AFunctionThatAPassMadeOfAnother) {
  const std::string before = R"(define i8 @f0(i8 %p0, i1 %p1) local_unnamed_addr #0 {
entry:
  %v23 = trunc i8 %p0 to i7
  %v24 = add nuw nsw i7 %v23, 7
  %v27 = trunc i8 %p0 to i2
  %v32 = sext i7 %v24 to i8
  br label %b25

b25:                                              ; preds = %b25, %entry
  %v28 = phi i2 [ %v27, %entry ], [ %v30, %b25 ]
  %v29 = phi i8 [ 0, %entry ], [ %s31, %b25 ]
  %s31 = add i8 %v29, %v32
  %v30 = add i2 %v28, -1
  %v34 = icmp slt i2 %v30, 0
  br i1 %v34, label %b26, label %b25

b26:                                              ; preds = %b25
  %v29.lcssa = phi i8 [ %v29, %b25 ]
  ret i8 %v29.lcssa
}
)";
  const std::string after = R"(define i8 @f0(i8 %p0, i1 %p1) local_unnamed_addr #0 {
entry:
  %v23 = trunc i8 %p0 to i7
  %v24 = add nuw nsw i7 %v23, 7
  %v27 = trunc i8 %p0 to i2
  %v32 = sext i7 %v24 to i8
  %0 = add i2 %v27, -1
  %smin = call i2 @llvm.smin.i2(i2 %0, i2 -1)
  %1 = sub i2 %0, %smin
  %2 = zext i2 %1 to i8
  br label %b25

b25:                                              ; preds = %b25, %entry
  br i1 true, label %b26, label %b25

b26:                                              ; preds = %b25
  %3 = mul i8 %v32, %2
  ret i8 %3
}
)";
  const std::string words =
      "IndVarSimplify, makes poison\n@f0(i8 59, i1 0): it returns poison instead of 0\n; before IndVarSimplify\n" +
      before + "; after IndVarSimplify\n" + after;
  Program program;
  program.files.push_back({"a.ll", before});
  core::Limits limits;
  limits.wall_seconds = 60;
  const Session session{scratch_, limits, limits, {}};
  EXPECT_FALSE(ir_pass_reproduction(program, words, {"instcombine"}, session)) << "it does something else";
  Result<core::Reproduction> made =
      ir_pass_reproduction(program, words, {"instcombine", "function(loop(indvars))"}, session);
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_NE(made->prints.find("br i1 true, label %b26"), std::string::npos) << made->prints;
  EXPECT_EQ(made->prints.find("%v24 = add"), std::string::npos) << made->prints;
  EXPECT_NE(made->expected.find("it returns poison instead of 0"), std::string::npos);
  const core::ProcessResult ran = run_reproduction(std::move(*made));
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
}

TEST_F(LlvmShown, APassThatOnlyRemovesInstructions) {
  const std::string head = "define i8 @f(i8 %x) {\n", end = "  ret i8 %x\n}\n";
  const std::string before = head + "  %dead = add i8 %x, 1\n" + end;
  Program program;
  program.files.push_back({"a.ll", before});
  core::Limits limits;
  limits.wall_seconds = 60;
  const std::string words =
      "DCE, makes poison\n@f(i8 poison): different\n; before DCE\n" + before + "; after DCE\n" + head + end;
  Result<core::Reproduction> made = ir_pass_reproduction(program, words, {"dce"}, {scratch_, limits, limits, {}});
  ASSERT_TRUE(made) << made.error().text();
  core::Reproduction without_removal = *made;
  EXPECT_EQ(run_reproduction(std::move(*made)).exit_code, 1);
  without_removal.commands.front().shell = "opt-14 -S prog.ll";
  EXPECT_EQ(run_reproduction(std::move(without_removal)).exit_code, 0) << "every remaining line is printed";
}

TEST_F(LlvmShown, ObjectsHaveNoNumber) {
  EXPECT_FALSE(shown(fact_about("%p", "ptr", Aliasing{"%q", false}), "i8 1", kDifference));
  EXPECT_FALSE(shown(fact_about("%x", "i8", Relation{"<=", "%a", 0}), "pointer object", kDifference));
}

}  // namespace
}  // namespace assay::analyzer
