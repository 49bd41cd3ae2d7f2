#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/tune/space/tune.hpp"
#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer::tune {
namespace {

constexpr RunLimits kLimits{60, std::uint64_t{2} << 30};

constexpr const char* kProgram = R"(#include "limit.h"
#include <stdlib.h>
int table[LIMIT];
static int unused(int *p) { return *p; }
int sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += table[i] & 1;
  return s;
}
int freed(int n) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = n;
  free(p);
  if (n > 3) return *p;
  return 0;
}
int main(int argc, char **argv) {
  int *nothing = 0;
  if (argc > 5 && argc < 3) return unused(nothing);
  int x = 0;
  for (int i = 0; i < LIMIT; i++) x += 3;
  return sum(LIMIT) / (x - 63) + freed(argc);
}
)";

/// Fixture: a program with a header in another folder, and a built-in analyzer.
class RealAnalyzers : public testing::Test {
 protected:
  RealAnalyzers() {
    code_.name = "a.c";
    code_.files = {scratch_.write("a.c", kProgram).value()};
    code_.folder = scratch_.path().value();
    code_.flags = {"-I", ".", "-DPAIR=1,2"};
    static_cast<void>(scratch_.write("limit.h", "#define LIMIT 10\n"));
  }

  /// False: it is not installed.
  bool open(const std::string& name) {
    const Definition definition = resolve_analyzer(name).value();
    if (!version_of(definition).ok()) return false;
    Result<std::unique_ptr<Subject>> opened = open_subject(definition, code_, kLimits, {});
    EXPECT_TRUE(opened.ok()) << opened.error().text();
    if (opened.ok()) subject_ = *std::move(opened);
    return true;
  }
  Outcome run(const std::string& ingredient, const RunLimits& limits = kLimits) {
    return subject_->run(subject_->space().ingredient(ingredient).value(), {}, limits, {});
  }
  static std::size_t count(const std::vector<CheckKey>& checks, std::string_view kind, unsigned line = 0) {
    return static_cast<std::size_t>(std::count_if(checks.begin(), checks.end(), [&](const CheckKey& check) {
      return check.kind == kind && check.file == "a.c" && (line == 0 || check.line == line);
    }));
  }

  core::ScratchFolder scratch_;
  Code code_;
  std::unique_ptr<Subject> subject_;
};

TEST_F(RealAnalyzers, EvaProvesMoreWithMorePrecision) {
  if (!open("eva")) GTEST_SKIP() << "frama-c is not installed";
  const Outcome standard = run("default");
  ASSERT_EQ(standard.status, Outcome::Status::Done) << standard.reason;
  EXPECT_EQ(count(standard.alarms, "division_by_zero"), 1U);
  EXPECT_EQ(standard.dead_functions, (std::vector<std::string>{"unused"}));
  EXPECT_GT(standard.cpu_seconds, 0);
  EXPECT_GT(standard.memory_bytes, 0U);
  const Outcome precise = run("slevel=100 ilevel=16 domains=most octagon-through-calls=on");
  ASSERT_EQ(precise.status, Outcome::Status::Done) << precise.reason;
  EXPECT_EQ(count(precise.alarms, "division_by_zero"), 0U);
  EXPECT_LT(precise.alarms.size(), standard.alarms.size());
  EXPECT_EQ(run("default").alarms, standard.alarms);
  EXPECT_EQ(run("default", {0.05, std::uint64_t{2} << 30}).status, Outcome::Status::Limited);
}

TEST_F(RealAnalyzers, EvaTakesEverySettingThatTheSpaceHas) {
  if (!open("eva")) GTEST_SKIP() << "frama-c is not installed";
  const Space& space = subject_->space();
  for (std::size_t knob = 0; knob < space.knobs().size(); ++knob) {
    Ingredient ingredient = space.standard();
    const Knob& of = space.knobs()[knob];
    ingredient.values[knob] = of.standard == 0 ? of.values.size() - 1 : 0;
    for (std::size_t above = 0; above < knob; ++above)
      if (space.knobs()[above].name == of.when) {
        const auto& values = space.knobs()[above].values;
        ingredient.values[above] =
            static_cast<std::size_t>(std::find(values.begin(), values.end(), of.when_values.front()) - values.begin());
      }
    const Outcome outcome = subject_->run(ingredient, {}, kLimits, {});
    EXPECT_EQ(outcome.status, Outcome::Status::Done) << space.text(ingredient) << ": " << outcome.reason;
  }
}

TEST_F(RealAnalyzers, EvaTakesEverySettingOfOneFunction) {
  if (!open("eva")) GTEST_SKIP() << "frama-c is not installed";
  const Space& space = subject_->space();
  std::size_t tried = 0;
  for (std::size_t knob = 0; knob < space.knobs().size(); ++knob)
    for (std::size_t value = 0; value < space.knobs()[knob].values.size(); ++value) {
      if (!space.has_local(knob, value)) continue;
      Ingredient ingredient = space.standard();
      if (space.knobs()[knob].when == "domains") ingredient = *space.ingredient("domains=most");
      ingredient.locals = {{knob, value, "main"}, {knob, value, "sum"}};
      const Outcome outcome = subject_->run(space.canonical(ingredient), {}, kLimits, {});
      EXPECT_EQ(outcome.status, Outcome::Status::Done) << space.text(ingredient) << ": " << outcome.reason;
      ++tried;
    }
  EXPECT_GT(tried, 20U);
  EXPECT_EQ(run("slevel@nowhere=100").status, Outcome::Status::Rejected);
}

TEST_F(RealAnalyzers, EvaIsMorePreciseInOneFunction) {
  if (!open("eva")) GTEST_SKIP() << "frama-c is not installed";
  const auto division = [&](const std::string& ingredient) {
    const Outcome outcome = run(ingredient);
    EXPECT_EQ(outcome.status, Outcome::Status::Done) << outcome.reason;
    return count(outcome.alarms, "division_by_zero");
  };
  EXPECT_EQ(division("slevel@sum=100"), 1U);
  EXPECT_EQ(division("slevel@sum=100 slevel@main=100"), 0U);  // words of two functions add up
}

TEST_F(RealAnalyzers, EvaAnalyzesOneFunction) {
  code_.function = "sum";
  if (!open("eva")) GTEST_SKIP() << "frama-c is not installed";
  const Outcome outcome = run("default");
  ASSERT_EQ(outcome.status, Outcome::Status::Done) << outcome.reason;
  EXPECT_GT(count(outcome.alarms, "index_bound"), 0U);  // n may be anything
  EXPECT_EQ(count(outcome.alarms, "division_by_zero"), 0U);
}

TEST_F(RealAnalyzers, EvaIdentifiesCodeByItsHeaders) {
  if (!open("eva")) GTEST_SKIP() << "frama-c is not installed";
  const std::string before = subject_->identity();
  ASSERT_TRUE(open("eva"));
  EXPECT_EQ(subject_->identity(), before);
  ASSERT_TRUE(scratch_.write("limit.h", "#define LIMIT 11\n").ok());
  ASSERT_TRUE(open("eva"));
  EXPECT_NE(subject_->identity(), before);
}

TEST_F(RealAnalyzers, EvaSaysThatCodeDoesNotParse) {
  if (!version_of(resolve_analyzer("eva").value()).ok()) GTEST_SKIP() << "frama-c is not installed";
  ASSERT_TRUE(scratch_.write("a.c", "int main( {\n").ok());
  const auto opened = open_subject(resolve_analyzer("eva").value(), code_, kLimits, {});
  ASSERT_FALSE(opened.ok());
  EXPECT_NE(opened.error().text().find("cannot be prepared for eva: "), std::string::npos) << opened.error().text();
  EXPECT_NE(opened.error().text().find("syntax error"), std::string::npos) << opened.error().text();
}

TEST_F(RealAnalyzers, EvaRejectsWhatItDoesNotKnow) {
  Definition definition = resolve_analyzer("eva").value();
  if (!version_of(definition).ok()) GTEST_SKIP() << "frama-c is not installed";
  for (const char* const word : {"-eva-unheard-of", "-eva-ilevel=1", "-eva-domains=nobody", "-eva-split-return=x"}) {
    Knob knob;
    knob.name = "knob";
    knob.values = {"a", "b"};
    knob.words = {word};
    definition.tuning.knobs = {knob};
    definition.tuning.domain.clear();
    definition.tuning.less_precise.clear();
    auto opened = open_subject(definition, code_, kLimits, {});
    ASSERT_TRUE(opened.ok()) << opened.error().text();
    const Outcome outcome = (*opened)->run((*opened)->space().ingredient("knob=b").value(), {}, kLimits, {});
    EXPECT_EQ(outcome.status, Outcome::Status::Rejected) << word << ": " << outcome.reason;
  }
}

/// The bug finder accepts each setting of its space.
void check_finder(const Subject& subject, const std::function<Outcome(const std::string&)>& run) {
  const Space& space = subject.space();
  for (const Knob& knob : space.knobs()) {
    const std::string& value = knob.values[knob.standard == 0 ? knob.values.size() - 1 : 0];
    const std::string above = knob.when.empty() ? "" : knob.when + "=" + knob.when_values.front() + " ";
    const Outcome outcome = run(above + knob.name + "=" + value);
    EXPECT_EQ(outcome.status, Outcome::Status::Done) << knob.name << "=" << value << ": " << outcome.reason;
  }
}

TEST_F(RealAnalyzers, ClangFindsAUseAfterFree) {
  if (!open("clang-sa")) GTEST_SKIP() << "clang is not installed";
  const Outcome outcome = run("default");
  ASSERT_EQ(outcome.status, Outcome::Status::Done) << outcome.reason;
  EXPECT_EQ(count(outcome.alarms, "unix.Malloc", 15), 1U);
  check_finder(*subject_, [&](const std::string& text) { return run(text); });
  EXPECT_EQ(count(run("max-nodes=2000 ipa=none").alarms, "unix.Malloc", 15), 1U);
  code_.function = "sum";
  ASSERT_TRUE(open("clang-sa"));
  EXPECT_EQ(count(run("default").alarms, "unix.Malloc"), 0U);
}

TEST_F(RealAnalyzers, GccFindsAUseAfterFree) {
  if (!open("gcc-analyzer")) GTEST_SKIP() << "gcc is not installed";
  const Outcome outcome = run("default");
  ASSERT_EQ(outcome.status, Outcome::Status::Done) << outcome.reason;
  ASSERT_EQ(count(outcome.alarms, "-Wanalyzer-use-after-free", 15), 1U);
  EXPECT_EQ(outcome.alarms[0].function, "freed");
  check_finder(*subject_, [&](const std::string& text) { return run(text); });
}

TEST_F(RealAnalyzers, CppcheckFindsANullPointer) {
  if (!open("cppcheck")) GTEST_SKIP() << "cppcheck is not installed";
  const Outcome outcome = run("default");
  ASSERT_EQ(outcome.status, Outcome::Status::Done) << outcome.reason;
  EXPECT_EQ(count(outcome.alarms, "nullPointer", 4), 1U);
  EXPECT_EQ(count(outcome.alarms, "incorrectLogicOperator"), 0U);  // no path is followed for it
  check_finder(*subject_, [&](const std::string& text) { return run(text); });
}

constexpr const char* kJava = R"(package app;
public class Main {
  static class Cell { private Object held; void put(Object o) { held = o; } Object get() { return held; } }
  public static void main(String[] args) {
    Cell one = new Cell(), two = new Cell();
    one.put(args);
    two.put("text");
    String[] words = (String[]) one.get();
    System.out.println(words.length);
  }
}
)";

/// A run analyzes the library of the JVM: a minute or two.
TEST_F(RealAnalyzers, TaiEProvesACastByCallSites) {
  if (!version_of(resolve_analyzer("tai-e").value()).ok() || core::find_program("javac").empty() ||
      core::find_program("jar").empty())
    GTEST_SKIP() << "tai-e, javac and jar are not installed";
  const std::string source = scratch_.write("Main.java", kJava).value();
  const std::string folder = scratch_.path().value();
  core::Limits wait;
  wait.wall_seconds = 120;
  for (const std::vector<std::string>& argv :
       {std::vector<std::string>{"javac", "--release", "8", "-g", "-d", folder + "/classes", source},
        std::vector<std::string>{"jar", "cf", folder + "/app.jar", "-C", folder + "/classes", "app"}})
    ASSERT_EQ(core::run_process({argv, {}, {}, {}}, "", wait).exit_code, 0);
  code_.files = {folder + "/app.jar"};
  code_.flags = {"-m=app.Main"};
  ASSERT_TRUE(open("tai-e"));
  const RunLimits limits{600, std::uint64_t{6} << 30};
  const Outcome standard = run("default", limits);
  ASSERT_EQ(standard.status, Outcome::Status::Done) << standard.reason;
  ASSERT_EQ(standard.alarms.size(), 1U);
  EXPECT_EQ(standard.alarms[0].kind, "may-fail-cast");
  EXPECT_EQ(standard.alarms[0].file, "app/Main.java");
  EXPECT_EQ(standard.alarms[0].line, 8U);
  const Outcome by_calls = run("cs=1-call", limits);
  ASSERT_EQ(by_calls.status, Outcome::Status::Done) << by_calls.reason;
  EXPECT_TRUE(by_calls.alarms.empty());
}

TEST_F(RealAnalyzers, FindersRefuseCodeThatDoesNotCompile) {
  ASSERT_TRUE(scratch_.write("a.c", "int main( {\n").ok());
  for (const char* const name : {"clang-sa", "gcc-analyzer", "cppcheck"}) {
    if (!version_of(resolve_analyzer(name).value()).ok()) {
      std::printf("%s is not installed: skipped\n", name);
      continue;
    }
    ASSERT_TRUE(open(name));
    EXPECT_EQ(run("default").status, Outcome::Status::Failed) << name;
  }
}

}  // namespace
}  // namespace assay::analyzer::tune
