#include "smt/solver/answer.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace assay::smt {
namespace {

using Kind = SolverAnswer::Kind;

SolverAnswer read(std::string out, std::size_t checks = 1, bool model = false, std::string err = "",
                  int exit_code = 0) {
  static const Patterns patterns(*resolve_solver("cvc5"));
  RawRun run;
  run.out = std::move(out);
  run.err = std::move(err);
  run.exit_code = exit_code;
  return read_answer(patterns, run, checks, {.model = model});
}

SolverAnswer ended(core::Ending ending, int signal, std::string out = "", std::string err = "") {
  static const Patterns patterns(*resolve_solver("z3"));
  RawRun run;
  run.ending = ending;
  run.signal = signal;
  run.out = std::move(out);
  run.err = std::move(err);
  run.message = "no such program";
  return read_answer(patterns, run, 1, {});
}

TEST(Answer, OneReplyForEachCheck) {
  const SolverAnswer answer = read("sat\nunsat\nunknown\n", 3);
  EXPECT_EQ(answer.kind, Kind::Answered);
  EXPECT_EQ(answer.replies, (std::vector{Reply::Sat, Reply::Unsat, Reply::Unknown}));
  EXPECT_FALSE(answer.model);
}

TEST(Answer, TheModelIsWhatFollowsTheLastCheck) {
  const SolverAnswer answer =
      read("sat\n((x 1))\nsat\n((define-fun x () Int 2))\n((define-fun x () Int 3))\n", 2, true);
  ASSERT_TRUE(answer.model);
  EXPECT_EQ(*answer.model, "((define-fun x () Int 2))");
}

TEST(Answer, ARefusedModelIsNoError) {
  const SolverAnswer answer = read("unsat\n(error \"line 4: model is not available\")\n", 1, true, "", 1);
  EXPECT_EQ(answer.kind, Kind::Answered);
  EXPECT_TRUE(answer.model_asked);
  EXPECT_FALSE(answer.model_excused);
  EXPECT_EQ(read("unsat\n(error \"line 4: model is not available\")\n", 1, false).kind, Kind::Error);
  EXPECT_EQ(read("unsat\n(error \"no model\")\n(error \"line 5: something else\")\n", 1, true).kind, Kind::Error);
}

TEST(Answer, AMissingModelIsExcusedByALackThatTheTargetTellsOrByOurLimit) {
  const auto excused = [](const std::string& out) { return read(out, 1, true).model_excused; };
  EXPECT_FALSE(excused("sat\n"));
  EXPECT_FALSE(excused("sat\n(error \"cannot get model\")\n"));
  EXPECT_TRUE(excused("sat\nunsupported\n"));
  RawRun run;
  run.out = "sat\n(";
  run.truncated = true;
  EXPECT_TRUE(read_answer(Patterns(*resolve_solver("cvc5")), run, 1, {.model = true}).model_excused);
}

TEST(Answer, RepliesAfterAnErrorAreAboutAnotherScript) {
  const std::string out = "sat\n(error \"line 4: unknown constant y\")\nsat\n";
  for (const core::Ending ending : {core::Ending::TimedOut, core::Ending::OutOfMemory, core::Ending::Exited})
    EXPECT_EQ(ended(ending, 0, out).replies, std::vector{Reply::Sat});
}

TEST(Answer, ErrorsAreToldFromWhatIsNotSupported) {
  EXPECT_EQ(read("(error \"line 1 column 2: unknown constant y\")\nsat\n").kind, Kind::Error);
  EXPECT_EQ(read("(error \"line 1 column 2: unknown constant y\")\nsat\n").message,
            "line N column N: unknown constant y");
  const SolverAnswer skipped = read("(error \"The logic was specified as QF_LIA, which doesn't include THEORY_BV\")");
  EXPECT_EQ(skipped.kind, Kind::Unsupported);
  EXPECT_EQ(skipped.message, "outside of the logic");
  EXPECT_EQ(read("unsupported\n").kind, Kind::Unsupported);
  EXPECT_EQ(read("unsupported\nsat\n").kind, Kind::Answered);
}

// cvc5 1.0.3 does not double quotes inside of quoted text.
TEST(Answer, AMessageMayQuoteStringsAsTheyAre) {
  const SolverAnswer quoted = read(
      "(error \"Parse Error: (store (store a \"A\") \"b\" \"\") is wrong: the Symbol 'ubv_to_int' not declared\n\n"
      "  (assert (= a (store b \"\" \"\")))\n\")\nsat\n(error \"later\")\n");
  EXPECT_EQ(quoted.message, "operator unknown to the target");
  const SolverAnswer with_comment =
      read("(error \"Parse Error: (store a \"&amp;\" \"\") is wrong: Symbol 'ubv_to_int' not declared\n\n^\n\")\n");
  EXPECT_EQ(with_comment.message, "operator unknown to the target");
}

TEST(Answer, AnOperatorThatTheTargetIsTooOldForIsNoBug) {
  for (const char* error : {"line 3 column 9: unknown constant bvsdivo ((_ BitVec 4) (_ BitVec 4)) ",
                            "Parse Error: a.smt2:1.2: Symbol 'ubv_to_int' not declared as a variable",
                            "line 1 column 2: unknown constant str.to_upper (String) ",
                            "line 1 column 2: unknown constant re.none",  // z3 4.8.8, as the next two
                            "line 1 column 2: unknown function/constant str.<=",
                            "line 1 column 2: invalid use of indexed identifier, unknown builtin function re.^"}) {
    EXPECT_EQ(read("(error \"" + std::string(error) + "\")").message, "operator unknown to the target") << error;
  }
  for (const char* error :
       {"line 3 column 9: unknown constant bvsum (Int)", "line 1 column 2: unknown function/constant bvsum",
        "Symbol 'x' not declared as a variable", "invalid use of bvsdivo in x"}) {
    EXPECT_EQ(read("(error \"" + std::string(error) + "\")").kind, Kind::Error) << error;
  }
}

TEST(Answer, AnExcerptOfTheScriptIsNoMessage) {
  const SolverAnswer answer = read("(error \"Parse Error: what\n\n  (assert unsupported)\n\")");
  EXPECT_EQ(answer.kind, Kind::Error);
  EXPECT_EQ(answer.message, "Parse Error: what");
}

TEST(Answer, CrashesAreSeenWhateverTheExitCode) {
  const SolverAnswer fatal =
      read("", 1, false, "Fatal failure within foo at ./src/theory/x.cpp:12\nCheck failure\n\n  !done\n", 134);
  EXPECT_EQ(fatal.kind, Kind::Crash);
  EXPECT_EQ(fatal.message, "assertion failure: Fatal failure within foo at x.cpp:N Check failure !done");
  EXPECT_EQ(read("sat\n", 1, false, "==7==ERROR: AddressSanitizer: heap-use-after-free\n").kind, Kind::Crash);
  EXPECT_EQ(read("(error \"Internal error detected\")\n").kind, Kind::Crash);
  EXPECT_EQ(ended(core::Ending::Signalled, SIGSEGV).message, "SIGSEGV");
  EXPECT_EQ(
      ended(core::Ending::Signalled, SIGABRT, "", "ASSERTION VIOLATION\nFile: ../src/ast/a.cpp\nLine: 4\n").message,
      "assertion failure: ASSERTION VIOLATION File: a.cpp Line: N");
  EXPECT_EQ(read("", 1, false, "what?\n", 3).message, "exit code 3: what?");
}

// A message of cvc5 1.4.2 begins with "Fatal" where the message of 1.0.3 begins with "Error".
TEST(Answer, OptionsThatDoNotGoTogetherAreNoCrash) {
  for (const char* refused :
       {"sygus inst not supported with incremental solving.", "ackermann and x do not go together"})
    EXPECT_NE(read("(error \"Fatal error in option parsing: " + std::string(refused) + "\")").kind, Kind::Crash);
  EXPECT_EQ(read("", 1, false, "Fatal error: out of ideas\n", 1).kind, Kind::Crash);
  EXPECT_EQ(read("", 1, false, "Fatal error in theory::check\n", 1).kind, Kind::Crash);
}

// Z3 4.8.12 and 5.4.1.
TEST(Answer, WhatIsNotThereInALogicIsNoError) {
  const auto kind = [](const std::string& message) {
    return ended(core::Ending::Exited, 0, "(error \"" + message + " \")\nsat\n").kind;
  };
  EXPECT_EQ(kind("line 3 column 24: unknown constant at-most (Bool)"), Kind::Unsupported);
  EXPECT_EQ(kind("line 4 column 51: unknown constant f (Int)"), Kind::Error);
}

TEST(Answer, WhatTheTargetSaysThatItLacksIsNoError) {
  const char* const bounds[] = {("The exponent of the POW(^) operator can only be a positive integral constant below "
                                 "67108864. Exception occurred "
                                 "in:\n  (^ (* a b) @purify_2)"),
                                "The exponent of the ^ operator must be a constant",
                                "Equalities over uninterpreted sorts not yet supported."};
  for (const char* bound : bounds)
    EXPECT_EQ(read("(error \"" + std::string(bound) + "\")\n", 1, false, "", 1).kind, Kind::Unsupported) << bound;
}

TEST(Answer, TheSandboxsEndingsAreKeptApart) {
  EXPECT_EQ(ended(core::Ending::TimedOut, 0, "").kind, Kind::Timeout);
  EXPECT_EQ(ended(core::Ending::OutOfMemory, 0).kind, Kind::OutOfMemory);
  EXPECT_EQ(ended(core::Ending::OutputLimit, 0).kind, Kind::OutputLimit);
  EXPECT_EQ(ended(core::Ending::Cancelled, 0).kind, Kind::Cancelled);
  EXPECT_EQ(ended(core::Ending::FailedToStart, 0).kind, Kind::Missing);
  EXPECT_EQ(ended(core::Ending::Signalled, SIGKILL).kind, Kind::Killed);
  EXPECT_EQ(ended(core::Ending::Signalled, SIGTERM, "", "ASSERTION VIOLATION\n").kind, Kind::Killed);
  EXPECT_EQ(ended(core::Ending::Signalled, SIGXCPU).kind, Kind::Timeout);
  EXPECT_EQ(ended(core::Ending::Signalled, SIGXFSZ).kind, Kind::FileLimit);
  EXPECT_EQ(read("", 1, false, "Killed\n", 128 + SIGKILL).kind, Kind::Killed);
  EXPECT_EQ(read("", 1, false, "", 128 + SIGSEGV).kind, Kind::Crash);
  EXPECT_EQ(ended(core::Ending::Signalled, SIGABRT, "", "terminate called after 'std::bad_alloc'\n").kind,
            Kind::OutOfMemory);
  EXPECT_EQ(read("timeout\n").kind, Kind::Timeout);
  EXPECT_EQ(read("assay-worker: cannot fork: no memory\n").message, "cannot start");
  EXPECT_EQ(read("", 1, false, "cvc5 interrupted by timeout.\n", 0).kind, Kind::Timeout);
}

TEST(Answer, NothingAndNonsenseAreNeverAnswers) {
  EXPECT_EQ(read("").kind, Kind::Crash);
  EXPECT_EQ(read("").message, "no answer");
  EXPECT_EQ(read("sat\n", 2).message, "no answer");
  EXPECT_EQ(read(std::string("\0\x01garbage(((\n", 12)).kind, Kind::Garbage);
  EXPECT_EQ(read("sat\nsat\n", 1).kind, Kind::Garbage);
}

TEST(Answer, KeepsWhatItCannotClassify) {
  EXPECT_EQ(read("WARNING: slow\n; a comment\nsat\n").unclassified, "");
  const SolverAnswer odd = read("by the way\nsat\n");
  EXPECT_EQ(odd.kind, Kind::Answered);
  EXPECT_EQ(odd.unclassified, "by the way");
  EXPECT_EQ(read("sat\n", 1, false, "noise\n").unclassified, "");
}

TEST(Answer, LongLinesDoNotExhaustTheMatcher) {
  EXPECT_EQ(read(std::string(4'000'000, 'a')).kind, Kind::Garbage);
  EXPECT_EQ(read("(error \"" + std::string(4'000'000, 'a') + "\")").kind, Kind::Error);
}

using Rejected = std::vector<std::string>;

TEST(RejectedCommands, AreThoseBeforeTheLastReply) {
  const SolverAnswer answer =
      read("(error \"line 3 column 5: declared twice\")\nunsat\n(error \"line 9 column 1: no model\")\n");
  EXPECT_EQ(answer.kind, SolverAnswer::Kind::Error);
  EXPECT_EQ(answer.rejected, Rejected{"line 3 column 5"});
  EXPECT_EQ(answer.replies_despite_errors, std::vector<Reply>{Reply::Unsat});
  EXPECT_TRUE(answer.replies.empty());
  EXPECT_TRUE(read("unsat\n").rejected.empty());
  EXPECT_EQ(read("(error \"line 3 column 5: declared twice\")\n").rejected, Rejected{"line 3 column 5"}) << "no reply";
}

TEST(RejectedCommands, AreSeenInARunThatALimitEnds) {
  const std::string error = "(error \"line 3 column 5: declared twice\")\n";
  EXPECT_EQ(ended(core::Ending::TimedOut, 0, error).rejected, Rejected{"line 3 column 5"});
}

TEST(RejectedCommands, AreNoMessagesThatEndTheRun) {
  const Patterns patterns(*resolve_solver("z3"));
  for (const char* message : {"out of memory", "timeout"}) {
    RawRun run;
    run.ending = core::Ending::Exited;
    run.exit_code = 1;
    run.out = "(error \"" + std::string(message) + "\")\n";
    const SolverAnswer answer = read_answer(patterns, run, 1, {});
    EXPECT_NE(answer.kind, SolverAnswer::Kind::Error) << message;
    EXPECT_TRUE(answer.rejected.empty()) << message;
  }
}

SolverAnswer read_by(const char* solver, std::string out, std::string err = "", bool aborted = false) {
  const Patterns patterns(*resolve_solver(solver));
  RawRun run;
  run.out = std::move(out);
  run.err = std::move(err);
  run.ending = aborted ? core::Ending::Signalled : core::Ending::Exited;
  run.signal = aborted ? SIGABRT : 0;
  return read_answer(patterns, run, 1, {.model = true});
}

// The message of each solver when it finds its own answer wrong.
TEST(Answer, AConfessionIsKeptAndTakesNoModelsPlace) {
  const SolverAnswer z3 = read_by("z3",
                                  "sat\n(error \"line 5 column 10: an invalid model was generated\")\n"
                                  "(\n  (define-fun x () Int 1)\n)\n");
  EXPECT_EQ(z3.kind, Kind::Answered);
  ASSERT_TRUE(z3.confession);
  EXPECT_EQ(z3.confession->kind, core::BugKind::InvalidModel);
  EXPECT_TRUE(z3.model) << "it is printed all the same, and can be evaluated";
  const std::string fatal = "Fatal failure within void f() at ./src/smt/check_models.cpp:123\nInternal error detected ";
  for (const char* solver : {"cvc5", "cvc4"}) {
    const SolverAnswer model =
        read_by(solver, "",
                fatal + "SolverEngine::checkModel(): ERRORS SATISFYING ASSERTIONS WITH MODEL:\nassertion: x\n", true);
    ASSERT_TRUE(model.confession) << solver;
    EXPECT_EQ(model.confession->kind, core::BugKind::InvalidModel);
    const SolverAnswer core =
        read_by(solver, "", fatal + "SolverEngine::checkUnsatCore(): produced core was satisfiable.\n", true);
    ASSERT_TRUE(core.confession) << solver;
    EXPECT_EQ(core.confession->kind, core::BugKind::InvalidCore);
  }
  const SolverAnswer proof = read_by("z3", "unsat\n", "Proof check failed\n");
  ASSERT_TRUE(proof.confession);
  EXPECT_EQ(proof.confession->kind, core::BugKind::InvalidProof) << "the answer may be right";
  const SolverAnswer scope = read_by(
      "cvc5", "unsat\n", "Unreachable code reached Generated a proof that is not closed by the scope: \n", true);
  ASSERT_TRUE(scope.confession);
  EXPECT_EQ(scope.confession->kind, core::BugKind::InvalidProof);
  EXPECT_FALSE(read_by("z3", "sat\n(error \"line 9 column 3: model is not available\")\n").confession);
}

}  // namespace
}  // namespace assay::smt
