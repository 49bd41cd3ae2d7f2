#include "analyzer/adapters/llvm/llvm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "analyzer/adapters/llvm/llvm_answer.hpp"
#include "analyzer/program/program.hpp"
#include "base/text.hpp"
#include "core/proc/proc.hpp"
#include "unit/analyzer/cpp_program.hpp"

namespace assay::analyzer {
namespace {

/// The passes that most tests use: a pass of each kind.
constexpr const char* kSomePasses =
    "function(instcombine);function(correlated-propagation);function(loop(indvars));function(gvn)";

Definition llvm_definition(const std::vector<std::string>& arguments = {}, const std::string& passes = kSomePasses) {
  Definition definition;
  definition.name = "llvm";
  definition.argv = {"assay-llvm-worker"};
  definition.argv.insert(definition.argv.end(), arguments.begin(), arguments.end());
  definition.settings = {{"inputs", "65536"}, {"inputs-inside", "256"}, {"passes", passes}, {"steps", "4000000"}};
  return definition;
}

Program ir_program(const std::string& text) {
  Program program;
  program.language = "llvm-ir";
  program.files.push_back({"a.ll", text});
  return program;
}

struct Look {
  Claims claims;
  Checks checks;
};

class LlvmWorker : public ::testing::Test {
 protected:
  void SetUp() override {
    if (core::find_hidden_program("assay-llvm-worker").empty())
      GTEST_SKIP() << "assay-llvm-worker was not built: install llvm-14-dev";
  }

  std::unique_ptr<Analyzer> open(const Definition& definition) {
    Result<std::unique_ptr<Analyzer>> opened = open_llvm(definition);
    EXPECT_TRUE(opened.ok());
    return std::move(*opened);
  }

  Look look(Analyzer& analyzer, const Program& program) {
    Look result;
    result.claims = analyzer.claims(program, session());
    result.checks = analyzer.check(program, result.claims, session());
    return result;
  }

  Session session() {
    core::Limits limits;
    limits.wall_seconds = 120;
    return {scratch_, limits, limits, {}};
  }

  core::ScratchFolder scratch_;
};

/// The broken facts of a program, by known cause.
std::set<std::string> broken_in(Analyzer& analyzer, const Program& program, const Session& session) {
  std::set<std::string> causes;
  const Claims claims = analyzer.claims(program, session);
  if (claims.trouble) return {"trouble " + claims.trouble->reason};
  const Checks checks = analyzer.check(program, claims, session);
  if (checks.miscompiled) causes.insert("miscompiled " + checks.miscompiled->substr(0, checks.miscompiled->find('\n')));
  for (std::size_t i = 0; i < claims.facts.size(); ++i)
    if (checks.facts[i].broken > 0) causes.insert(class_of(claims.facts[i]));
  return causes;
}

const char* const kClean = R"(define i8 @f(i8 %x, i4 %y) {
entry:
  %a = and i8 %x, 15
  %b = zext i4 %y to i8
  %c = add i8 %a, %b
  %d = icmp ult i8 %c, 20
  br i1 %d, label %l, label %r
l:
  %i = phi i8 [ %c, %entry ], [ %i1, %l ]
  %i1 = add nuw i8 %i, 1
  %q = icmp ult i8 %i1, 30
  br i1 %q, label %l, label %r
r:
  %e = phi i8 [ %c, %entry ], [ %i, %l ]
  %t = and i8 %e, 64
  ret i8 %t
}
)";

TEST_F(LlvmWorker, FactsHavePlacesAndAreCheckedOnEveryInput) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition());
  const Look result = look(*analyzer, ir_program(kClean));
  ASSERT_FALSE(result.claims.trouble) << result.claims.trouble->reason << result.claims.trouble->detail;
  std::map<std::string, std::size_t> found;
  for (std::size_t i = 0; i < result.claims.facts.size(); ++i) {
    EXPECT_EQ(result.checks.facts[i].broken, 0U) << to_text(result.claims.facts[i]);
    found[result.claims.facts[i].source + " " + result.claims.facts[i].subject.text + " " +
          to_text(result.claims.facts[i].property)] = i;
  }
  ASSERT_TRUE(found.count("scev %c in [0, 30]"));
  const std::size_t sum = found["scev %c in [0, 30]"];
  EXPECT_EQ(result.claims.facts[sum].place.line, 5U);
  EXPECT_EQ(result.checks.facts[sum].runs, 4096U);
  EXPECT_TRUE(found.count("trip count, most %l " + to_text(Property(Interval{std::nullopt, Wide{29}}))));
  EXPECT_FALSE(result.checks.miscompiled);
}

TEST_F(LlvmWorker, QuestionsOfPassesAreRecorded) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition());
  const Look result = look(*analyzer, ir_program(kClean));
  std::set<std::string> sources;
  for (const Fact& fact : result.claims.facts) sources.insert(fact.source);
  EXPECT_TRUE(sources.count("lvi in CorrelatedValuePropagation"));
  EXPECT_TRUE(sources.count("known-bits in InstCombine")) << sources.size();
}

TEST_F(LlvmWorker, WrongTextIsASkipAndTheWorkerLivesOn) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition());
  const Claims claims = analyzer->claims(ir_program("define i8 @f( {"), session());
  ASSERT_TRUE(claims.trouble);
  EXPECT_EQ(claims.trouble->outcome, core::Verdict::Outcome::Skip);
  EXPECT_FALSE(analyzer->claims(ir_program(kClean), session()).trouble);
}

const char* const kMemory = R"(@table = internal constant [4 x i8] c"\01\02\03\FF"
@state = global i8 5
@pair = global { i8, i16 } { i8 1, i16 300 }
@twice = global i8* getelementptr inbounds ([4 x i8], [4 x i8]* @table, i64 0, i64 2)
define i8 @change(i2 %i) {
  %w = zext i2 %i to i64
  %p = getelementptr inbounds [4 x i8], [4 x i8]* @table, i64 0, i64 %w
  %v = load i8, i8* %p
  %s = load i8, i8* @state
  %t = sub i8 %v, %s
  store i8 %t, i8* @state
  %h = getelementptr inbounds { i8, i16 }, { i8, i16 }* @pair, i64 0, i32 1
  %x = load i16, i16* %h
  %y = trunc i16 %x to i8
  ret i8 %y
}
define i8 @pointer(i8* %p, i8 %x) {
  %known = icmp eq i8* %p, null
  br i1 %known, label %no, label %yes
yes:
  store i8 %x, i8* %p
  %q = getelementptr i8, i8* %p, i64 1
  %y = load i8, i8* %q
  %z = and i8 %y, 15
  ret i8 %z
no:
  ret i8 0
}
)";

TEST_F(LlvmWorker, GlobalVariablesAndPassedPointersAreMemory) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition());
  const Look result = look(*analyzer, ir_program(kMemory));
  ASSERT_FALSE(result.claims.trouble) << result.claims.trouble->reason << result.claims.trouble->detail;
  for (const auto& [reason, count] : result.claims.unread)
    EXPECT_EQ(reason.find("not run"), std::string::npos) << reason;
  std::set<std::string> run;
  for (std::size_t i = 0; i < result.claims.facts.size(); ++i) {
    EXPECT_EQ(result.checks.facts[i].broken, 0U) << to_text(result.claims.facts[i]);
    if (result.checks.facts[i].runs > 0) run.insert(result.claims.facts[i].place.function);
  }
  EXPECT_EQ(run, (std::set<std::string>{"change", "pointer"}));
  EXPECT_FALSE(result.checks.miscompiled) << *result.checks.miscompiled;
}

const char* const kFloats = R"(define double @f(double %x, double %y) {
  %d = fsub double %x, %y
  %m = call double @llvm.fabs.f64(double %d)
  %c = fcmp olt double %m, 0.0
  %p = alloca double
  store double %m, double* %p
  %l = load double, double* %p
  %s = select i1 %c, double 1.0, double %l
  %i = sitofp i32 7 to double
  %r = fmul double %s, %i
  ret double %r
}
declare double @llvm.fabs.f64(double)
)";

TEST_F(LlvmWorker, FloatingPointNumbersAreRunAndTheirClassesClaimed) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition());
  const Look result = look(*analyzer, ir_program(kFloats));
  ASSERT_FALSE(result.claims.trouble) << result.claims.trouble->reason << result.claims.trouble->detail;
  EXPECT_FALSE(result.checks.miscompiled) << *result.checks.miscompiled;
  std::map<std::string, std::uint64_t> runs;
  for (std::size_t i = 0; i < result.claims.facts.size(); ++i) {
    EXPECT_EQ(result.checks.facts[i].broken, 0U) << to_text(result.claims.facts[i]);
    runs[result.claims.facts[i].source + " " + kind(result.claims.facts[i].property) + " " +
         result.claims.facts[i].subject.text] = result.checks.facts[i].runs;
  }
  EXPECT_GT(runs["float-class never-below-zero %m"], 500U);
  EXPECT_GT(runs["float-class never-nan %i"], 500U);
}

TEST_F(LlvmWorker, APassThatSwapsADifferenceOfFloatsIsSeen) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition({"--lie", "pass-swaps"}));
  const Look result = look(*analyzer, ir_program("define double @f(double %x) {\n  %d = fsub double %x, 1.0\n"
                                                 "  ret double %d\n}\n"));
  ASSERT_TRUE(result.checks.miscompiled);
}

TEST_F(LlvmWorker, FastMathIsNotRun) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition());
  const Claims claims = analyzer->claims(
      ir_program("define double @f(double %x) {\n  %d = fadd nsz double %x, 0.0\n  ret double %d\n}\n"), session());
  ASSERT_FALSE(claims.trouble);
  EXPECT_TRUE(std::any_of(claims.unread.begin(), claims.unread.end(),
                          [](const auto& one) { return one.first == "function not run: fast-math"; }));
}

TEST_F(LlvmWorker, WhatAPassLeavesInMemoryIsCompared) {
  // The difference is stored, and not returned.
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition({"--lie", "pass-swaps"}));
  const Look result = look(*analyzer, ir_program(kMemory));
  ASSERT_TRUE(result.checks.miscompiled);
  EXPECT_NE(result.checks.miscompiled->find("in memory"), std::string::npos) << *result.checks.miscompiled;
}

TEST_F(LlvmWorker, MemoryThatOthersDecideIsNotRun) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition());
  const std::pair<const char*, const char*> kCases[] = {
      {"@g = external global i8\ndefine i8 @f() {\n  %v = load i8, i8* @g\n  ret i8 %v\n}\n",
       "a global of another module"},
      {"@g = thread_local global i8 1\ndefine i8 @f() {\n  %v = load i8, i8* @g\n  ret i8 %v\n}\n",
       "a global of another module"},
      {"@g = global [9999 x i8] zeroinitializer\ndefine i8 @f() {\n  %v = load i8, i8* getelementptr ([9999 x i8], "
       "[9999 x "
       "i8]* @g, i64 0, i64 1)\n  ret i8 %v\n}\n",
       "a large object"},
      {"define i8 @f(i8* byval(i8) %p) {\n  %v = load i8, i8* %p\n  ret i8 %v\n}\n", "attributes of a parameter"},
      {"define internal i8 @f(i8 %x) {\n  ret i8 %x\n}\ndefine i8 @g(i8 %x) {\n  ret i8 %x\n}\n",
       "a function of the module's own"},
  };
  for (const auto& [text, reason] : kCases) {
    const Claims claims = analyzer->claims(ir_program(text), session());
    ASSERT_FALSE(claims.trouble) << claims.trouble->reason << claims.trouble->detail;
    const std::string unread = std::string("function not run: ") + reason;
    const bool said =
        std::any_of(claims.unread.begin(), claims.unread.end(), [&](const auto& one) { return one.first == unread; });
    EXPECT_TRUE(said) << reason;
  }
}

TEST_F(LlvmWorker, ACrashIsABugWithAStableReason) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition({"--lie", "crash"}));
  const Claims claims = analyzer->claims(ir_program(kClean), session());
  ASSERT_TRUE(claims.trouble);
  EXPECT_TRUE(claims.trouble->is_bug());
  EXPECT_EQ(claims.trouble->kind, core::BugKind::Crash);
  EXPECT_EQ(analyzer->claims(ir_program(kClean), session()).trouble->reason, claims.trouble->reason);
}

TEST_F(LlvmWorker, SmallerModulesAreModules) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition());
  const std::vector<Analyzer::Edit> edits = analyzer->edits(ir_program(kClean), session());
  ASSERT_GT(edits.size(), 20U);
  std::size_t shorter = 0;
  for (std::size_t i = 0; i < edits.size(); i += 7) {
    EXPECT_FALSE(analyzer->claims(ir_program(edits[i].text), session()).trouble) << edits[i].text;
    if (edits[i].text.size() < std::string(kClean).size()) ++shorter;
  }
  EXPECT_GT(shorter, 0U);
}

TEST_F(LlvmWorker, UndefinedBehaviourAndPoisonProveNothing) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition());
  // Known: no overflow. Where it overflows, the sum is poison, and a division by zero ends the run.
  const Look result = look(*analyzer, ir_program(R"(define i4 @f(i4 %x, i4 %y) {
  %s = add nuw i4 %x, 8
  %t = lshr i4 %s, 3
  %q = udiv i4 %t, %y
  ret i4 %q
}
)"));
  ASSERT_FALSE(result.claims.trouble);
  for (std::size_t i = 0; i < result.claims.facts.size(); ++i)
    EXPECT_EQ(result.checks.facts[i].broken, 0U) << to_text(result.claims.facts[i]) << result.checks.facts[i].witness;
}

/// Real bugs of LLVM 14, each with the least that shows it.
struct RealBug {
  const char* name;
  const char* pass;
  const char* cause;  ///< beginning of the broken fact's cause
  const char* text;
};
void PrintTo(const RealBug& bug, std::ostream* out) { *out << bug.name; }

class LlvmRealBug : public LlvmWorker, public ::testing::WithParamInterface<RealBug> {};

TEST_P(LlvmRealBug, IsFound) {
  const std::unique_ptr<Analyzer> analyzer = open(llvm_definition({}, GetParam().pass));
  const std::set<std::string> found = broken_in(*analyzer, ir_program(GetParam().text), session());
  bool seen = false;
  std::string all;
  for (const std::string& cause : found) {
    seen = seen || cause.find(GetParam().cause) != std::string::npos;
    all += cause + "; ";
  }
  EXPECT_TRUE(seen) << all;
}

INSTANTIATE_TEST_SUITE_P(
    Llvm14, LlvmRealBug,
    ::testing::Values(
        // ConstantRange::abs of a full i1 is empty.
        RealBug{"abs", "function(sccp)", "lvi", R"(define i1 @f(i1 %x, i1 %y) {
  %a = call i1 @llvm.abs.i1(i1 %x, i1 false)
  %b = xor i1 %a, %y
  ret i1 %b
}
declare i1 @llvm.abs.i1(i1, i1)
)"},
        // The one number other than 0 is -1, and 0 <= -1 is wrong.
        RealBug{"scev-i1", "function(sccp)", "scev-predicate", R"(define i1 @f(i1 %x) {
  %a = or i8 1, 63
  %b = trunc i8 %a to i1
  %c = icmp sle i1 %x, %b
  ret i1 %c
}
)"},
        // -1 * -1 overflows.
        RealBug{"smul-i1", "function(instcombine)", "miscompiled InstCombine", R"(define i1 @f(i1 %x) {
  %a = call { i1, i1 } @llvm.smul.with.overflow.i1(i1 %x, i1 true)
  %b = extractvalue { i1, i1 } %a, 1
  ret i1 %b
}
declare { i1, i1 } @llvm.smul.with.overflow.i1(i1, i1)
)"},
        RealBug{"mul-i1", "function(correlated-propagation)", "miscompiled CorrelatedValuePropagation, makes poison",
                R"(define i1 @f(i1 %x) {
  %a = mul i1 %x, %x
  ret i1 %a
}
)"},
        // p0 - -3 without a sign is p0 - 253, not p0 + 3.
        RealBug{"sub-nuw", "function(constraint-elimination)", "miscompiled ConstraintElimination",
                R"(define i1 @f(i8 %x) {
  %a = sub nuw nsw i8 %x, -3
  %b = icmp ugt i8 %x, %a
  ret i1 %b
}
)"},
        // A branch on poison that was not reached is hoisted without a freeze.
        RealBug{"unswitch", "function(loop-simplify,loop-mssa(simple-loop-unswitch<nontrivial>))",
                "miscompiled SimpleLoopUnswitch, makes undefined behaviour", R"(define i8 @f(i1 %x, i1 %p) {
entry:
  br label %head
head:
  br i1 true, label %out, label %body
body:
  br i1 %p, label %latch, label %other
other:
  br label %latch
latch:
  br i1 false, label %out, label %head
out:
  ret i8 0
}
)"}),
    [](const auto& each) { return replace_all(each.param.name, "-", "_"); });

Program c_program(const std::string& text) {
  Program program;
  program.language = "c";
  program.files.push_back({"a.c", text});
  return program;
}

const char* const kCleanC = R"(#include <stdio.h>
static unsigned char f(unsigned char x, int y) {
  unsigned s = 0;
  for (int i = 0; i < 10; ++i) {
    s += x & 15;
    if (s > (unsigned)y) break;
  }
  return (unsigned char)(s * 3);
}
static int g(int a, int b) {
  int t[4] = {1, 2, 3, 4};
  t[a & 3] = b & 7;
  if (a > 5 && a < 100) return a + t[b & 3];
  switch (b) {
    case 3: return a / 3;
    case 9: return -(a & 1023);
  }
  return a >> (b & 7);
}
int main(void) {
  unsigned long h = 0;
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 100; ++j) {
      h = h * 31 + f((unsigned char)i, j);
      h ^= (unsigned long)g(i, j);
    }
  printf("%lu\n", h);
  return 0;
}
)";

class LlvmC : public LlvmWorker {
 protected:
  void SetUp() override {
    LlvmWorker::SetUp();
    for (const char* program : {"clang-14", "llc-14", "llvm-link-14", "gcc"})
      if (core::find_program(program).empty()) GTEST_SKIP() << program << " is not installed";
  }
  std::unique_ptr<Analyzer> open_c(const std::vector<std::string>& arguments, const std::string& levels) {
    Definition definition;
    definition.name = "llvm-c";
    definition.argv = {"assay-llvm-worker"};
    definition.argv.insert(definition.argv.end(), arguments.begin(), arguments.end());
    definition.settings = {{"levels", levels}};
    Result<std::unique_ptr<Analyzer>> opened = open_llvm_c(definition);
    EXPECT_TRUE(opened.ok());
    return std::move(*opened);
  }
};

TEST_F(LlvmC, AProgramIsCheckedAtAllLevels) {
  const std::unique_ptr<Analyzer> analyzer = open_c({}, "mem2reg;O1;O2");
  const Look result = look(*analyzer, c_program(kCleanC));
  ASSERT_FALSE(result.claims.trouble) << result.claims.trouble->reason << result.claims.output;
  ASSERT_FALSE(result.checks.trouble) << result.checks.trouble->reason;
  EXPECT_FALSE(result.checks.undefined) << result.checks.undefined_at;
  EXPECT_FALSE(result.checks.miscompiled) << *result.checks.miscompiled;
  std::map<std::string, std::uint64_t> runs;
  for (std::size_t i = 0; i < result.claims.facts.size(); ++i) {
    const Fact& fact = result.claims.facts[i];
    EXPECT_EQ(result.checks.facts[i].broken, 0U) << to_text(fact) << " " << result.checks.facts[i].witness;
    runs[fact.place.context.substr(0, 2)] += result.checks.facts[i].runs;
  }
  for (const char* level : {"me", "O1", "O2"}) EXPECT_GT(runs[level], 100000U) << level;
}

TEST_F(LlvmC, ALieIsFoundInMachineCode) {
  for (const char* lie : {"high-off-by-one", "loop-bound-early", "sign-bits-one-more", "overflow-never"}) {
    const std::unique_ptr<Analyzer> analyzer = open_c({"--lie", lie}, "mem2reg");
    EXPECT_FALSE(broken_in(*analyzer, c_program(kCleanC), session()).empty()) << lie;
  }
}

TEST_F(LlvmC, FactsOfCppAreChecked) {
  const Look result = look(*open_c({}, "mem2reg;O1"), cpp_program());
  ASSERT_FALSE(result.claims.trouble) << result.claims.trouble->reason << result.claims.output;
  ASSERT_FALSE(result.checks.trouble) << result.checks.trouble->reason;
  std::size_t reached = 0;
  for (std::size_t i = 0; i < result.claims.facts.size(); ++i) {
    EXPECT_EQ(result.checks.facts[i].broken, 0U) << to_text(result.claims.facts[i]) << result.checks.facts[i].witness;
    reached += result.checks.facts[i].runs != 0 ? 1 : 0;
  }
  EXPECT_GT(reached, 100U);
  const std::unique_ptr<Analyzer> liar = open_c({"--lie", "high-off-by-one"}, "mem2reg");
  EXPECT_FALSE(broken_in(*liar, cpp_program(), session()).empty());
}

TEST_F(LlvmC, AStepOfAReductionAsksSanitizersForWhatItWantsAlone) {
  const std::unique_ptr<Analyzer> analyzer = open_c({"--lie", "high-off-by-one"}, "mem2reg");
  Session step = session();
  step.quick = true;
  const Program program = c_program(kCleanC);
  Claims claims = analyzer->claims(program, step);
  ASSERT_FALSE(claims.trouble) << claims.trouble->reason;
  const auto asked_for = [&] {
    const Checks checks = analyzer->check(program, claims, step);
    EXPECT_TRUE(
        std::any_of(checks.facts.begin(), checks.facts.end(), [](const CheckedFact& one) { return one.broken != 0; }));
    return std::count_if(checks.commands.begin(), checks.commands.end(), [](const std::vector<std::string>& command) {
      return std::any_of(command.begin(), command.end(),
                         [](const std::string& word) { return word.starts_with("-fsanitize="); });
    });
  };
  EXPECT_EQ(asked_for(), 2);
  for (Fact& fact : claims.facts) fact.mode = Fact::Mode::May;
  EXPECT_EQ(asked_for(), 0);
}

TEST_F(LlvmC, UndefinedBehaviourIsMetAndEndsTheJudging) {
  const std::unique_ptr<Analyzer> analyzer = open_c({}, "mem2reg");
  const Look result = look(*analyzer, c_program("#include <stdio.h>\n"
                                                "static int f(int x) { return x + 1; }\n"
                                                "int main(void) { printf(\"%d\\n\", f(2147483647)); return 0; }\n"));
  ASSERT_FALSE(result.checks.trouble);
  EXPECT_TRUE(result.checks.undefined);
  EXPECT_FALSE(result.checks.miscompiled);
}

/// At -O1 clang passes undef where the function does not look: lz4 has such a call.
TEST_F(LlvmC, WhatAFunctionDoesNotLookAtMayBePoison) {
  const std::unique_ptr<Analyzer> analyzer = open_c({}, "O1");
  const Look result = look(*analyzer, c_program("#include <stdio.h>\n"
                                                "__attribute__((noinline)) static int f(int x, int unused) {\n"
                                                "  (void)unused;\n"
                                                "  return printf(\"%d\\n\", x);\n"
                                                "}\n"
                                                "__attribute__((noinline)) int g(int x, int unused) {\n"
                                                "  (void)unused;\n"
                                                "  return printf(\"%d\\n\", x) & 7;\n"
                                                "}\n"
                                                "int main(int count, char** words) {\n"
                                                "  (void)words;\n"
                                                "  return f(3, count) + g(4, count) - 4;\n"
                                                "}\n"));
  ASSERT_FALSE(result.checks.trouble) << result.checks.trouble->reason;
  EXPECT_FALSE(result.checks.undefined) << result.checks.undefined_at;
}

/// Invariants of Clam stand in bitcode as calls of verifier.assume.
TEST_F(LlvmC, InvariantsInBitcodeAreChecked) {
  const std::unique_ptr<Analyzer> analyzer = open_c({}, "mem2reg");
  const Look result = look(*analyzer, c_program("#include <stdio.h>\n"
                                                "void invariant(_Bool) __asm__(\"verifier.assume\");\n"
                                                "int main(void) {\n"
                                                "  for (int i = 0; i < 9; ++i) {\n"
                                                "    invariant(i < 9);\n"
                                                "    invariant(i < 8);\n"
                                                "  }\n"
                                                "  return 0;\n"
                                                "}\n"));
  ASSERT_FALSE(result.checks.trouble) << result.checks.trouble->reason;
  std::vector<std::pair<unsigned, std::uint64_t>> invariants;
  for (std::size_t i = 0; i < result.claims.facts.size(); ++i)
    if (result.claims.facts[i].source == "verifier.assume")
      invariants.emplace_back(result.claims.facts[i].place.line, result.checks.facts[i].broken);
  ASSERT_EQ(invariants.size(), 2U);
  EXPECT_EQ(invariants[0], (std::pair<unsigned, std::uint64_t>{5, 0}));
  EXPECT_EQ(invariants[1], (std::pair<unsigned, std::uint64_t>{6, 1}));
}

TEST_F(LlvmC, PlacesAreInTheFileThatTheyNameOfSeveral) {
  const std::unique_ptr<Analyzer> analyzer = open_c({}, "mem2reg");
  Program program = c_program("int f(int);\nint main(void) { return f(3) & 16; }\n");
  program.files.push_back({"b.c", "int f(int x) { return x & 15; }\n"});
  const Look result = look(*analyzer, program);
  ASSERT_FALSE(result.claims.trouble) << result.claims.trouble->reason;
  std::set<std::string> places;
  for (const Fact& fact : result.claims.facts) places.insert(fact.place.function + " in " + fact.place.file);
  EXPECT_TRUE(places.count("f in b.c"));
  EXPECT_TRUE(places.count("main in a.c"));
  EXPECT_FALSE(places.count("f in a.c"));
}

/// An answer about a program of many files may be longer than the limit for outputs of other processes.
TEST_F(LlvmC, AnAnswerThatIsLongerThanOtherOutputIsReadWhole) {
  const std::unique_ptr<Analyzer> analyzer = open_c({}, "mem2reg");
  Session little = session();
  little.analyzer.output_bytes = 1000;
  const Claims claims = analyzer->claims(c_program(kCleanC), little);
  ASSERT_FALSE(claims.trouble) << claims.trouble->reason;
  EXPECT_GT(claims.facts.size(), 100U);
}

TEST_F(LlvmC, WhatDoesNotCompileIsASkip) {
  const std::unique_ptr<Analyzer> analyzer = open_c({}, "O1");
  const Claims claims = analyzer->claims(c_program("int main(void) { return }\n"), session());
  ASSERT_TRUE(claims.trouble);
  EXPECT_FALSE(claims.trouble->is_bug());
}

class LlvmLie : public LlvmWorker, public ::testing::WithParamInterface<const char*> {};

TEST_P(LlvmLie, IsFound) {
  // A fact grows stale if a pass changes a value that an earlier pass claimed something about.
  const std::string passes =
      GetParam() == std::string("stale-fact") ? "function(instcombine,bdce,instcombine)" : kSomePasses;
  const std::unique_ptr<Analyzer> liar = open(llvm_definition({"--lie", GetParam()}, passes));
  const std::unique_ptr<Analyzer> honest = open(llvm_definition({}, passes));
  const auto generators = program_generators();
  const auto generator = std::find_if(generators.begin(), generators.end(), [](const ProgramGenerator& each) {
    const bool floats = GetParam() == std::string("nan-forgotten");
    return each.name == (floats ? "ir-floats" : "ir-random");
  });
  ASSERT_NE(generator, generators.end());
  constexpr int kPrograms = 1000;  // of two functions each
  for (int i = 0; i < kPrograms; ++i) {
    core::Rng rng(static_cast<std::uint64_t>(i) + 1000);
    const Program program = generator->make(rng, {12, 2});
    const std::set<std::string> found = broken_in(*liar, program, session());
    if (found.empty()) continue;
    // Bugs of LLVM itself do not count as found.
    const std::set<std::string> real = broken_in(*honest, program, session());
    for (const std::string& cause : found)
      if (!real.count(cause)) return;
  }
  FAIL() << "not found in " << kPrograms << " programs";
}

INSTANTIATE_TEST_SUITE_P(All, LlvmLie,
                         ::testing::Values("negation-known", "high-off-by-one", "low-off-by-one", "sign-lost",
                                           "wrap-forgotten", "join-forgets-branch", "loop-exits-early",
                                           "loop-bound-early", "alias-missed", "alias-invented", "stale-fact",
                                           "non-zero-eager", "sign-bits-one-more", "unreachable-eager",
                                           "overflow-never", "simplify-forgets", "nan-forgotten", "pass-swaps",
                                           "pass-adds-flag", "pass-drops-freeze", "crash"));

}  // namespace
}  // namespace assay::analyzer
