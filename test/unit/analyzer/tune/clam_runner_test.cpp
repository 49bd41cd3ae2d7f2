#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "analyzer/tune/space/tune.hpp"
#include "base/text.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer::tune {
namespace {

/// C assertions: intervals prove the first, the second needs a relational domain, the third does not always hold.
constexpr const char* kProgram =
    "extern int unknown(void);\n"
    "extern void __VERIFIER_error(void) __attribute__((noreturn));\n"
    "extern void __CRAB_assert(int);\n"
    "static int relation(int n) {\n"
    "  int x = 0, y = n;\n"
    "  if (n < 0) return 0;\n"
    "  for (int i = 0; i < n; i++) { x++; y--; }\n"
    "  if (x > n) __VERIFIER_error();\n"
    "  return y;\n"
    "}\n"
    "int main(void) {\n"
    "  int i = 0;\n"
    "  while (unknown() && i < 10) i++;\n"
    "  __CRAB_assert(i <= 10);\n"
    "  if (unknown() == 7) __VERIFIER_error();\n"
    "  return relation(unknown());\n"
    "}\n";

class ClamRunner : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* program : {"clang-14", "llvm-link-14", "opt-14", "llvm-dis-14"})
      if (core::find_program(program).empty()) GTEST_SKIP() << program << " is not installed";
    if (core::find_hidden_program("assay-llvm-worker").empty()) GTEST_SKIP() << "the worker of LLVM was not built";
    const Result<Definition> definition = resolve_analyzer("clam");
    ASSERT_TRUE(definition.ok()) << definition.error().text();
    definition_ = *definition;
  }

  Result<std::unique_ptr<Subject>> opened(const std::string& text, const std::string& function = {},
                                          const std::string& name = "program.c") {
    const Result<std::string> path = files_.write(name, text);
    if (!path) return path.error();
    return open_subject(definition_, {name, {*path}, {}, {}, function}, {}, {});
  }

  /// "main:14 __CRAB_assert, relation:8 __VERIFIER_error"
  static std::string names(const std::vector<CheckKey>& checks) {
    std::vector<std::string> texts;
    for (const CheckKey& check : checks)
      texts.push_back(check.function + ":" + std::to_string(check.line) + " " + check.kind);
    return join(texts, ", ");
  }

  static Outcome run(Subject& subject, const std::string& ingredient, const std::vector<CheckKey>& assumed = {}) {
    const Result<Ingredient> read = subject.space().ingredient(ingredient);
    if (!read) {
      ADD_FAILURE() << read.error().text();
      return {};
    }
    return subject.run(*read, assumed, {}, {});
  }

  Definition definition_;
  core::ScratchFolder files_;
};

/// A run in which unknown() is 0 reaches the error. Octagons whose bounds of 2^63 become -2^63 "prove" that none does.
constexpr const char* kBoundOf64Bits =
    "declare void @__VERIFIER_error()\n"
    "declare i64 @unknown()\n"
    "define i32 @main() {\n"
    "entry:\n"
    "  %x = call i64 @unknown()\n"
    "  %wide = sext i64 %x to i128\n"
    "  %y = add i128 %wide, -9223372036854775776\n"
    "  %large = icmp ult i128 %y, -9223372036854775808\n"
    "  br i1 %large, label %end, label %small\n"
    "small:\n"
    "  %a = add i64 %x, 32\n"
    "  %b = and i64 %a, -8\n"
    "  %bad = icmp eq i64 %b, 32\n"
    "  br i1 %bad, label %error, label %end\n"
    "error:\n"
    "  call void @__VERIFIER_error()\n"
    "  br label %end\n"
    "end:\n"
    "  ret i32 0\n"
    "}\n";

/// The same without a main: clam-pp drops functions that no main reaches.
std::string without_main() { return replace_all(kProgram, "int main(void)", "int of_a_library(void)"); }

/// A double of Clam. It lists all assertions of the bitcode, with "OK" for the first `proves` ones; the domain "rtz"
/// proves all.
class ClamRunnerDouble : public ClamRunner {
 protected:
  void SetUp() override {
    ClamRunner::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    write("clam-pp",
          "#!/bin/sh\npasses=internalize,globaldce,mem2reg\n"
          "case \"$*\" in *--clam-externalize-function=.\\**) passes=mem2reg ;; esac\n"
          "exec opt-14 --internalize-public-api-list=main -passes=$passes \"$3\" -o \"$2\"\n");
    write_clam(
        "case \"$*\" in *--crab-dom=rtz*) proves=99 ;; *--crab-dom=boxes*)\n"
        "  echo 'CLAM ERROR: Intra-procedural analysis for boxes not found.' >&2; exit 1 ;;\n"
        "*--crab-dom=dis-int*) while :; do :; done ;; *--crab-dom=term-int*) kill -SEGV $$ ;;\n"
        "*--crab-dom=ric*) exit 0 ;; *) proves=1 ;; esac\n");
    const Result<std::string> folder = doubles_.path();
    ASSERT_TRUE(folder.ok());
    definition_.settings.emplace_back("home", *folder);
  }
  void write(const std::string& name, const std::string& text) {
    const Result<std::string> path = doubles_.write(name, text);
    ASSERT_TRUE(path.ok());
    std::filesystem::permissions(*path, std::filesystem::perms::owner_all);
  }
  void write_clam(const std::string& what) {
    write("clam", "#!/bin/sh\n" + what +
                      "llvm-dis-14 \"$1\" -o - | awk -v proves=$proves '\n"
                      "/^define/ { sub(/\\(.*/, \"\"); sub(/.*@/, \"\"); of = $0; functions[of] = 1 }\n"
                      "/call .*(__CRAB_assert|__VERIFIER_error)/ { at = $0; sub(/.*!dbg !/, \"\", at); sub(/[^0-9].*/, "
                      "\"\", at)\n"
                      "  calls[++n] = at; where[n] = of }\n"
                      "/^![0-9]+ = !DILocation/ { id = $1; sub(/!/, \"\", id); line = $0; sub(/.*line: /, \"\", line)\n"
                      "  sub(/[^0-9].*/, \"\", line); lines[id] = line }\n"
                      "END { for (f in functions) print f \" declare\" > (\"results.\" f \".crabir\")\n"
                      "  for (i = 1; i <= n; i++) print \"  // loc(file=assay-checks line=\" lines[calls[i]] \" col=0) "
                      "id=1 \" \\\n"
                      "    \"Result:  \" (lines[calls[i]] <= proves ? \"OK\" : \"FAIL -- num of warnings=1 \") \\\n"
                      "    > (\"results.\" where[i] \".crabir\") }'\n"
                      "echo '************** ANALYSIS RESULTS END*************'\n");
  }

  core::ScratchFolder doubles_;
};

TEST_F(ClamRunnerDouble, ARunListsWhatIsProvedAndWhatIsNot) {
  const Result<std::unique_ptr<Subject>> subject = opened(kProgram);
  ASSERT_TRUE(subject.ok()) << subject.error().text();
  EXPECT_TRUE((*subject)->passes_assumptions());
  const Outcome one = run(**subject, "default");
  EXPECT_EQ(one.status, Outcome::Status::Done) << one.reason;
  EXPECT_EQ(one.proved.size(), 1U);
  EXPECT_EQ(one.alarms.size(), 2U);
  EXPECT_TRUE(one.dead.empty());
  EXPECT_GT(one.cpu_seconds, 0);
  const Outcome all = run(**subject, "domain=rtz");
  EXPECT_EQ(names(all.proved), "main:14 __CRAB_assert, main:15 __VERIFIER_error, relation:8 __VERIFIER_error");
  EXPECT_TRUE(all.alarms.empty());
}

TEST_F(ClamRunnerDouble, WhatIsProvedIsAnAssumptionOfTheNextRun) {
  const Result<std::unique_ptr<Subject>> subject = opened(kProgram);
  ASSERT_TRUE(subject.ok()) << subject.error().text();
  const Outcome first = run(**subject, "default");
  ASSERT_EQ(first.proved.size(), 1U);
  // The double lists only assertions: the assumed one is not listed any more, and the others keep their numbers.
  const Outcome second = run(**subject, "default", first.proved);
  EXPECT_EQ(second.status, Outcome::Status::Done) << second.reason;
  EXPECT_EQ(names(second.alarms), names(first.alarms));
  EXPECT_TRUE(second.proved.empty());
  EXPECT_TRUE(second.dead.empty());
}

TEST_F(ClamRunnerDouble, OneFunctionIsAnalyzedAlone) {
  const Result<std::unique_ptr<Subject>> whole = opened(kProgram);
  const Result<std::unique_ptr<Subject>> main = opened(kProgram, "main");
  ASSERT_TRUE(whole.ok() && main.ok());
  EXPECT_NE((*whole)->identity(), (*main)->identity());
  const Outcome outcome = run(**main, "domain=rtz");
  EXPECT_EQ(names(outcome.proved), "main:14 __CRAB_assert, main:15 __VERIFIER_error");
  EXPECT_TRUE(outcome.alarms.empty());
  EXPECT_FALSE(opened(kProgram, "absent").ok());
}

TEST_F(ClamRunnerDouble, CodeWithoutMainKeepsItsFunctions) {
  const Result<std::unique_ptr<Subject>> subject = opened(without_main());
  ASSERT_TRUE(subject.ok()) << subject.error().text();
  EXPECT_EQ(names(run(**subject, "domain=rtz").proved),
            "of_a_library:14 __CRAB_assert, of_a_library:15 __VERIFIER_error, relation:8 __VERIFIER_error");
  EXPECT_TRUE(opened(without_main(), "relation").ok());
}

TEST_F(ClamRunnerDouble, WhatMainDoesNotReachIsNoPartOfAProgram) {
  const Result<std::unique_ptr<Subject>> subject =
      opened(kProgram + std::string("void unused(void) { __VERIFIER_error(); }\n"));
  ASSERT_TRUE(subject.ok()) << subject.error().text();
  EXPECT_EQ(run(**subject, "domain=rtz").proved.size(), 3U);
}

TEST_F(ClamRunnerDouble, CodeThatOnlyMovesIsOtherCode) {
  const Result<std::unique_ptr<Subject>> before = opened(kProgram);
  const Result<std::unique_ptr<Subject>> after = opened("\n" + std::string(kProgram));
  ASSERT_TRUE(before.ok() && after.ok());
  // Checks are named by their lines, so that runs of the one say nothing about the other.
  EXPECT_NE((*before)->identity(), (*after)->identity());
  EXPECT_NE(names(run(**before, "domain=rtz").proved), names(run(**after, "domain=rtz").proved));
}

TEST_F(ClamRunnerDouble, BadEndsAreToldApart) {
  const Result<std::unique_ptr<Subject>> subject = opened(kProgram);
  ASSERT_TRUE(subject.ok()) << subject.error().text();
  const Outcome rejected = run(**subject, "domain=boxes");
  EXPECT_EQ(rejected.status, Outcome::Status::Rejected);
  EXPECT_NE(rejected.reason.find("boxes not found"), std::string::npos) << rejected.reason;
  const Outcome crashed = run(**subject, "domain=term-int");
  EXPECT_EQ(crashed.status, Outcome::Status::Failed);
  EXPECT_NE(crashed.reason.find("signal"), std::string::npos) << crashed.reason;
  EXPECT_EQ(run(**subject, "domain=ric").status, Outcome::Status::Failed) << "it printed no end";
  RunLimits limits;
  limits.cpu_seconds = 0.2;
  const Outcome limited = (*subject)->run(*(*subject)->space().ingredient("domain=dis-int"), {}, limits, {});
  EXPECT_EQ(limited.status, Outcome::Status::Limited);
  EXPECT_GE(limited.cpu_seconds, 0.2);
  EXPECT_TRUE(limited.proved.empty());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ((*subject)->run((*subject)->space().standard(), {}, {}, stop.get_token()).status, Outcome::Status::Stopped);
}

TEST_F(ClamRunnerDouble, CodeThatCannotBeUsedIsRefusedWithTheReason) {
  const auto why = [this](const std::string& text) {
    const Result<std::unique_ptr<Subject>> subject = opened(text);
    return subject ? std::string("it was taken") : subject.error().text();
  };
  EXPECT_NE(why("int main(void) { return 0; }\n").find("no assertions"), std::string::npos);
  EXPECT_NE(why("void __CRAB_assert(int);\nint main(void) { __CRAB_assert(1); return 0; }\n").find("no assertions"),
            std::string::npos);
  EXPECT_NE(why("int main(void) { return x; }\n").find("does not compile"), std::string::npos);
}

/// The real Clam: ASSAY_CLAM names its folder, or it is on the PATH.
class ClamRunnerOfThisMachine : public ClamRunner {
 protected:
  void SetUp() override {
    ClamRunner::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    if (!version_of(definition_)) GTEST_SKIP() << "there is no Clam: " << definition_.install;
  }
};

TEST_F(ClamRunnerOfThisMachine, DomainsProveWhatTheyCan) {
  const Result<std::unique_ptr<Subject>> subject = opened(kProgram);
  ASSERT_TRUE(subject.ok()) << subject.error().text();
  const Outcome intervals = run(**subject, "domain=int");
  EXPECT_EQ(intervals.status, Outcome::Status::Done) << intervals.reason;
  EXPECT_EQ(names(intervals.proved), "main:14 __CRAB_assert");
  const Outcome zones = run(**subject, "default");
  EXPECT_EQ(names(zones.proved), "main:14 __CRAB_assert, relation:8 __VERIFIER_error");
  EXPECT_EQ(names(zones.alarms), "main:15 __VERIFIER_error");
  const Outcome assumed = run(**subject, "domain=int", zones.proved);
  EXPECT_EQ(assumed.status, Outcome::Status::Done) << assumed.reason;
  EXPECT_EQ(names(assumed.alarms), "main:15 __VERIFIER_error");
}

TEST_F(ClamRunnerOfThisMachine, CodeWithoutMainIsAnalyzed) {
  const Result<std::unique_ptr<Subject>> subject = opened(without_main());
  ASSERT_TRUE(subject.ok()) << subject.error().text();
  EXPECT_EQ(names(run(**subject, "default").proved), "of_a_library:14 __CRAB_assert, relation:8 __VERIFIER_error");
}

TEST_F(ClamRunnerOfThisMachine, NoDomainProvesWhatARunBreaks) {
  const Result<std::unique_ptr<Subject>> subject = opened(kBoundOf64Bits, {}, "program.ll");
  ASSERT_TRUE(subject.ok()) << subject.error().text();
  const Space& space = (*subject)->space();
  for (const std::string& domain : space.knobs()[*space.domain_knob()].values) {
    const Outcome outcome = run(**subject, "domain=" + domain + " unsigned=on");
    EXPECT_TRUE(outcome.proved.empty()) << domain;
    EXPECT_EQ(outcome.alarms.size(), outcome.status == Outcome::Status::Done ? 1U : 0U) << domain;
  }
}

TEST_F(ClamRunnerOfThisMachine, ItKnowsItsSettings) {
  const Result<std::unique_ptr<Subject>> subject = opened(kProgram);
  ASSERT_TRUE(subject.ok()) << subject.error().text();
  const Space& space = (*subject)->space();
  for (std::size_t knob = 0; knob < space.knobs().size(); ++knob)
    for (std::size_t value = 0; value < space.knobs()[knob].values.size(); ++value) {
      Ingredient ingredient = space.standard();
      ingredient.values[knob] = value;
      const Outcome outcome = (*subject)->run(space.canonical(ingredient), {}, {}, {});
      // A build may be without oct, pk and boxes.
      const bool known = outcome.status == Outcome::Status::Done ||
                         (outcome.status == Outcome::Status::Rejected && space.domain_knob() == knob);
      EXPECT_TRUE(known) << space.text(ingredient) << ": " << outcome.reason;
    }
}

}  // namespace
}  // namespace assay::analyzer::tune
