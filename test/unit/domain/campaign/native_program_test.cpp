// Programs against a library's own API: reading, compiling, and messages.

#include "domain/campaign/native_program.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace assay::domain {
namespace {

NativeProgram program_of(const std::string& body) {
  return {"reproduction.c", "cc reproduction.c",
          "#include <stdio.h>\n#include <stdlib.h>\n#include <assay_domain.h>\nint main(void) {\n" + body + "}\n"};
}

core::Finding finding_of(core::BugKind kind) {
  core::Finding finding;
  finding.kind = kind;
  finding.reason = "points join";
  finding.detail = "a2 lost the point (1): it is empty\nmore\n";
  return finding;
}

TEST(NativeProgram, IsReadFromWhatAWorkerPrints) {
  const auto program = read_native_program("a.cpp\ng++ {file} -lone\nint main() {}\n");
  ASSERT_TRUE(program.has_value());
  EXPECT_EQ(program->file, "a.cpp");
  EXPECT_EQ(program->compile, "g++ a.cpp -lone");
  EXPECT_EQ(program->text, "int main() {}\n");
  EXPECT_FALSE(read_native_program("").has_value());
  EXPECT_FALSE(read_native_program("a.cpp\n").has_value());
}

TEST(NativeProgram, WordsOfACommandAreExpandedWithoutAShell) {
  setenv("ASSAY_TEST_ROOT", "/opt/one", 1);
  const auto words = expanded_words("cc a.c -I$ASSAY_TEST_ROOT/include $(echo -L/x -ly) ;rm");
  ASSERT_TRUE(words.ok()) << words.error().text();
  EXPECT_EQ(*words, (std::vector<std::string>{"cc", "a.c", "-I/opt/one/include", "-L/x", "-ly", ";rm"}));
  EXPECT_FALSE(expanded_words("cc $ASSAY_TEST_NOT_SET/x").ok());
  EXPECT_FALSE(expanded_words("cc $(false)").ok());
  EXPECT_FALSE(expanded_words("cc $(echo").ok());
}

TEST(NativeProgram, ShowsWhatIsViolated) {
  const NativeProgram program = program_of("puts(\"a1 = x\");\nputs(\"a2 has (1): VIOLATED\");\nreturn 1;\n");
  const NativeRun run = run_native(program, {"./lib.so"});
  ASSERT_TRUE(run.compiled) << run.result.err << run.result.message;
  EXPECT_EQ(run.result.exit_code, 1);
  const core::Reproduction made = native_reproduction(finding_of(core::BugKind::Unsound), program, run);
  EXPECT_EQ(made.files.at(0).content, program.text);
  EXPECT_EQ(made.commands.at(0).shell, "cc reproduction.c -o reproduction\n./reproduction");
  EXPECT_EQ(made.needs, std::vector<std::string>{"cc"});
  EXPECT_EQ(made.prints, "a1 = x\na2 has (1): VIOLATED\n");
  EXPECT_EQ(made.shows, "[ \"$status_1\" -eq 1 ]");
  EXPECT_NE(made.expected.find("a2 lost the point (1): it is empty"), std::string::npos);
  EXPECT_EQ(made.expected.find("does not show"), std::string::npos);
}

TEST(NativeProgram, ShowsACrashByItsSignal) {
  const NativeProgram program = program_of("fputs(\"sorry\\n\", stderr);\nabort();\n");
  const NativeRun run = run_native(program, {"./lib.so"});
  const core::Reproduction made = native_reproduction(finding_of(core::BugKind::Crash), program, run);
  EXPECT_EQ(made.prints, "sorry\n(killed by SIGABRT)");
  EXPECT_EQ(made.shows, core::ended_by_signal());
}

TEST(NativeProgram, SaysIfItDoesNotShowTheBugOrCannotBeCompiled) {
  const NativeProgram right = program_of("return 0;\n");
  const core::Reproduction without =
      native_reproduction(finding_of(core::BugKind::Unsound), right, run_native(right, {"./lib.so"}));
  EXPECT_NE(without.expected.find("does not show the bug"), std::string::npos);
  const NativeProgram broken = program_of("nonsense\n");
  const NativeRun run = run_native(broken, {"./lib.so"});
  EXPECT_FALSE(run.compiled);
  const core::Reproduction untried = native_reproduction(finding_of(core::BugKind::Unsound), broken, run);
  EXPECT_NE(untried.expected.find("could not be compiled"), std::string::npos);
  EXPECT_EQ(untried.prints, "points join");
  NativeRun stopped;
  stopped.result.ending = core::Ending::Cancelled;
  EXPECT_NE(native_reproduction(finding_of(core::BugKind::Unsound), right, stopped).expected.find("campaign ended"),
            std::string::npos);
}

TEST(NativeProgram, ThatDoesNotEndShowsAnEndlessOperationAndNothingElse) {
  const NativeProgram endless = program_of("for (;;) {}\n");
  const NativeRun run = run_native(endless, {"./lib.so"}, 0.2);
  ASSERT_TRUE(run.compiled) << run.result.err << run.result.message;
  EXPECT_TRUE(shows_bug(core::BugKind::Diverges, run));
  const core::Reproduction shown = native_reproduction(finding_of(core::BugKind::Diverges), endless, run);
  EXPECT_EQ(shown.shows, core::ended_by_signal());
  EXPECT_NE(shown.prints.find("SIGALRM"), std::string::npos);
  EXPECT_FALSE(shows_bug(core::BugKind::Unsound, run));
  const core::Reproduction slow = native_reproduction(finding_of(core::BugKind::Unsound), endless, run);
  EXPECT_EQ(slow.shows, "[ \"$status_1\" -eq 1 ]");
  EXPECT_EQ(slow.prints, "points join");
  EXPECT_NE(slow.expected.find("did not come to its end"), std::string::npos);
}

TEST(NativeProgram, MayBeQuiet) {
  const NativeProgram program = program_of("  show(\"a0\", a0);\n  return 0;\n");
  const NativeProgram quiet = without_shows(program);
  EXPECT_EQ(quiet.text.find("show"), std::string::npos);
  EXPECT_NE(quiet.text.find("return 0;"), std::string::npos);
}

}  // namespace
}  // namespace assay::domain
