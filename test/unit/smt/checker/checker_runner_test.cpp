#include "smt/checker/proof/checker_runner.hpp"

#include <gtest/gtest.h>

namespace assay::smt {
namespace {

using Kind = CheckerAnswer::Kind;

CheckerAnswer answer_of(const std::string& checker, const std::string& out, const std::string& err, int signal = 0) {
  core::ProcessResult result;
  result.ending = signal == 0 ? core::Ending::Exited : core::Ending::Signalled;
  result.signal = signal;
  result.out = out;
  result.err = err;
  return read_checker_answer(*resolve_checker(checker), result, "(assume @p1 true)\n(step @p2 false :rule contra)\n");
}

TEST(ReadCheckerAnswer, OfEthos) {
  EXPECT_EQ(answer_of("ethos", "correct\n", "").kind, Kind::Accepted);
  EXPECT_EQ(answer_of("ethos", "incomplete\n", "").kind, Kind::Holes);
  const CheckerAnswer refused =
      answer_of("ethos", "", "Error: proof.cpc:2.31: A step of rule contra failed to check.\n", 6);
  EXPECT_EQ(refused.kind, Kind::Refused);
  EXPECT_EQ(refused.rule, "contra");
  EXPECT_EQ(refused.step, "@p2");
  const CheckerAnswer missing = answer_of("ethos", "", "Error: proof.cpc:2.1: Could not find proof rule foo\n", 6);
  EXPECT_EQ(missing.kind, Kind::MissingRule);
  EXPECT_EQ(missing.rule, "foo");
  EXPECT_EQ(answer_of("ethos", "", "Error: proof.cpc:2.1: Could not find symbol foo\n", 6).kind, Kind::Unreadable);
}

TEST(ReadCheckerAnswer, OfCarcara) {
  EXPECT_EQ(answer_of("carcara", "valid\n", "").kind, Kind::Accepted);
  EXPECT_EQ(answer_of("carcara", "holey\n", "").kind, Kind::Holes);
  const CheckerAnswer refused = answer_of(
      "carcara", "invalid\n", "[ERROR] checking failed on step 't1' with rule 'evaluate': unspecified error\n");
  EXPECT_EQ(refused.kind, Kind::Refused);
  EXPECT_EQ(refused.rule, "evaluate");
  EXPECT_EQ(refused.step, "t1");
  const CheckerAnswer missing = answer_of(
      "carcara", "invalid\n",
      "[ERROR] checking failed on step 't3' with rule 'rare_rewrite': the rule bv-nand-eliminate wasn`t found\n");
  EXPECT_EQ(missing.kind, Kind::MissingRule);
  EXPECT_EQ(missing.rule, "bv-nand-eliminate");
  const CheckerAnswer panic =
      answer_of("carcara", "", "thread 'main' (2308) panicked at /home/user/rug-1.2/lib.rs:12:3:\ndivision by zero\n");
  EXPECT_EQ(panic.kind, Kind::Crashed);
  EXPECT_EQ(panic.message, "thread 'main' (N) panicked at lib.rs:N:N: division by zero");
}

TEST(ReadCheckerAnswer, OfDeadProcesses) {
  const CheckerAnswer crashed = answer_of("carcara", "", "", 8);
  EXPECT_EQ(crashed.kind, Kind::Crashed);
  EXPECT_EQ(crashed.message, "SIGFPE");
  EXPECT_EQ(answer_of("ethos", "correct\n", "", 11).kind, Kind::Crashed) << "it does not end well";
  EXPECT_EQ(answer_of("ethos", "", "", 9).kind, Kind::Limited) << "killed from outside";
  EXPECT_EQ(answer_of("ethos", "hello\n", "").kind, Kind::Other);
}

TEST(ResolveChecker, NamesWhatIsMissing) {
  EXPECT_EQ(resolve_checker("mine:ethos=/bin/false -x")->argv.front(), "/bin/false");
  EXPECT_FALSE(resolve_checker("mine=/bin/false").ok());
  EXPECT_FALSE(resolve_checker("nothing").ok());
  EXPECT_FALSE(with_signatures(*resolve_checker("ethos"), "").ok());
  EXPECT_FALSE(with_signatures(*resolve_checker("ethos"), "/no/such/folder").ok());
  EXPECT_TRUE(with_signatures(*resolve_checker("carcara"), "").ok());
  const auto rules = with_signatures(*resolve_checker("carcara"), "/bin");
  ASSERT_TRUE(rules.ok());
  EXPECT_NE(checker_command(*rules, rules->signatures)[2], "check");
  for (const CheckerDefinition& one : builtin_checkers()) EXPECT_FALSE(one.control_right.empty()) << one.name;
}

TEST(ParseChecker, RefusesBrokenDefinitions) {
  const auto problem = [](const std::string& toml) {
    const auto read = parse_checker(toml, "x.toml");
    return read ? std::string("none") : read.error().text();
  };
  EXPECT_NE(problem("name = \"a\"\nargv = [\"a\"]\n").find("{proof}"), std::string::npos);
  EXPECT_NE(problem("inherits = \"ethos\"\nname = \"a\"\nformat = \"tptp\"\n").find("no format"), std::string::npos);
  EXPECT_NE(problem("inherits = \"ethos\"\nname = \"a\"\nacepted = \"x\"\n").find("acepted"), std::string::npos);
  EXPECT_EQ(problem("inherits = \"ethos\"\nname = \"a\"\nsignatures = \"/tmp\"\n"), "none");
}

}  // namespace
}  // namespace assay::smt
