#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "runner_support.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;
using Kind = SolverAnswer::Kind;

constexpr const char* kSat = "(declare-fun p () Bool)(assert (not p))(check-sat)\n";
constexpr const char* kUnsat = "(declare-fun p () Bool)(assert p)(assert (not p))(check-sat)\n";

/// A solver whose answer is a shell script of the test, for behaviour that no honest program has.
SolverDefinition shell(const std::string& text) {
  SolverDefinition definition = *resolve_solver("shell=/bin/sh");
  definition.argv = {"/bin/sh", "-c", text};
  return definition;
}

class Runner : public testing::Test {
 protected:
  SolverAnswer run(const SolverDefinition& definition, const std::string& script, bool model = false,
                   RunStyle style = RunStyle::Process) {
    SolverRunner runner(definition, limits_);
    return runner.run(script, {.model = model}, style, {});
  }
  core::Limits limits_ = small_limits();
};

TEST_F(Runner, ReadsAnswersAndModels) {
  const SolverAnswer sat = run(fake(), kSat, true);
  ASSERT_EQ(sat.kind, Kind::Answered) << sat.output;
  EXPECT_EQ(sat.replies, std::vector{Reply::Sat});
  EXPECT_TRUE(sat.model);
  const SolverAnswer unsat = run(fake(), kUnsat, true);
  EXPECT_EQ(unsat.replies, std::vector{Reply::Unsat});
  EXPECT_FALSE(unsat.model);
  EXPECT_TRUE(unsat.model_asked);
}

TEST_F(Runner, AProgramMayWantAFile) {
  SolverDefinition definition = shell("cat \"$0\" >&2; echo sat");
  definition.argv.push_back("{input}");
  const SolverAnswer answer = run(definition, kSat);
  EXPECT_EQ(answer.kind, Kind::Answered);
  EXPECT_NE(answer.output.find("(assert (not p))"), std::string::npos);
}

TEST_F(Runner, WhatASolverWritesStaysInItsOwnFolderAndGoes) {
  const std::string here = fs::current_path().string();
  SolverDefinition definition = shell("pwd >&2; ls >&2; touch left.txt; echo sat");
  definition.argv.push_back("{input}");
  SolverRunner runner(definition, limits_);
  const SolverAnswer first = runner.run(kSat, {}, RunStyle::Process, {});
  EXPECT_EQ(first.output.find(here), std::string::npos) << first.output;
  EXPECT_NE(first.output.find("input.smt2"), std::string::npos) << first.output;
  const SolverAnswer second = runner.run(kSat, {}, RunStyle::Process, {});
  EXPECT_EQ(second.output.find("left.txt"), std::string::npos) << second.output;
  EXPECT_EQ(second.output, first.output);
  EXPECT_FALSE(fs::exists("left.txt"));
}

TEST_F(Runner, IncrementalFlagsAreGivenWhereTheyAreNeeded) {
  SolverDefinition definition = *resolve_solver("shell=/bin/sh");
  definition.argv = {"/bin/echo", "last"};
  definition.incremental = {"more"};
  EXPECT_EQ(run(definition, "(check-sat)").output, "last\n");
  EXPECT_EQ(run(definition, "(check-sat)(check-sat)").output, "more last\n");
  EXPECT_EQ(run(definition, "(push 1)(check-sat)").output, "more last\n");
  EXPECT_EQ(solver_input(definition, "(check-sat)", {}).argv, (std::vector<std::string>{"/bin/echo", "last"}));
  EXPECT_EQ(solver_input(definition, "(push 1)(check-sat)", {}).argv,
            (std::vector<std::string>{"/bin/echo", "more", "last"}));
}

TEST_F(Runner, WhatIsSentIsOneText) {
  SolverDefinition definition = *resolve_solver("shell=/bin/sh");
  definition.argv = {"/bin/cat"};
  definition.prelude_core = "(set-option :produce-unsat-cores true)\n(set-option :x true)\n";
  for (const Query& query : {Query{}, Query{.model = true}, Query{.core = true}}) {
    const std::string text = solver_input(definition, kSat, query).text;
    SolverRunner runner(definition, limits_);
    EXPECT_EQ(runner.run(kSat, query, RunStyle::Process, {}).output, text) << "a fresh process gets this very text";
  }
  EXPECT_EQ(solver_input(definition, "(check-sat)", {.model = true}).text,
            "(set-option :produce-models true)\n(check-sat)\n(get-model)\n");
  EXPECT_EQ(solver_input(definition, "(check-sat)", {.core = true}).text,
            "(set-option :produce-unsat-cores true)\n(set-option :x true)\n(check-sat)\n(get-unsat-core)\n");
  EXPECT_EQ(solver_input(definition, "(push 1)", {.model = true}).text, "(push 1)\n") << "no check could answer";
}

TEST_F(Runner, AMissingProgramIsMissing) {
  SolverDefinition definition = *resolve_solver("none=/nowhere/solver");
  definition.persistent = definition.argv;
  for (const RunStyle style : {RunStyle::Process, RunStyle::Persistent}) {
    const SolverAnswer answer = run(definition, kSat, false, style);
    EXPECT_EQ(answer.kind, Kind::Missing);
    EXPECT_FALSE(answer.message.empty());
  }
  EXPECT_FALSE(solver_version(definition).ok());
}

TEST_F(Runner, SaysTheVersion) {
  EXPECT_EQ(*solver_version(fake()), "fake solver 1.0");
  SolverDefinition silent = fake();
  silent.version = {"/bin/true"};
  EXPECT_EQ(*solver_version(silent), "unknown");
}

TEST_F(Runner, HostileOutputIsAVerdictNotAProblem) {
  EXPECT_EQ(run(shell("printf 'sat\\000\\377(((\\n'"), kSat).kind, Kind::Garbage);
  EXPECT_EQ(run(shell("yes '(('"), kSat).kind, Kind::OutputLimit);
  EXPECT_EQ(run(shell("kill -SEGV $$"), kSat).kind, Kind::Crash);
  EXPECT_EQ(run(shell("echo sat; echo 'Fatal failure at x' >&2"), kSat).kind, Kind::Crash);
  EXPECT_EQ(run(shell("exit 0"), kSat).message, "no answer");
}

TEST_F(Runner, ATimeoutKeepsTheAnswersBeforeIt) {
  limits_.wall_seconds = 1;
  const SolverAnswer answer = run(shell("echo sat; sleep 1000"), "(check-sat)(check-sat)");
  EXPECT_EQ(answer.kind, Kind::Timeout);
  EXPECT_EQ(answer.replies, std::vector{Reply::Sat});
}

TEST_F(Runner, StopIsObeyed) {
  std::stop_source stop;
  stop.request_stop();
  SolverRunner runner(fake(), limits_);
  EXPECT_EQ(runner.run(kSat, {}, RunStyle::Process, stop.get_token()).kind, Kind::Cancelled);
}

TEST_F(Runner, APersistentProcessAnswersManyScripts) {
  SolverRunner runner(fake(), limits_);
  for (int i = 0; i < 20; ++i) {
    const SolverAnswer sat = runner.run(kSat, {.model = true}, RunStyle::Persistent, {});
    ASSERT_EQ(sat.kind, Kind::Answered) << sat.output;
    ASSERT_EQ(sat.replies, std::vector{Reply::Sat});
    ASSERT_EQ(runner.run(kUnsat, {}, RunStyle::Persistent, {}).replies, std::vector{Reply::Unsat});
  }
  EXPECT_EQ(runner.restarts(), 0U);
}

TEST_F(Runner, FramingSurvivesWhatAScriptSays) {
  SolverRunner runner(fake(), limits_);
  const char* scripts[] = {
      "(check-sat)(exit)(check-sat)",
      "(reset)(check-sat)",
      "(echo \"assay-end-0\")(check-sat)",
      "(declare-fun |(reset)\n| () Bool)(check-sat)",
      "(check-sat) ; a comment without end",
      "(assert (= \"(\" \")\"))(assert true) (assert (not (= \"(\" \")\")))(check-sat)",
  };
  for (const char* script : scripts) {
    const SolverAnswer answer = runner.run(script, {}, RunStyle::Persistent, {});
    EXPECT_EQ(answer.kind, Kind::Answered) << script << "\n" << answer.output;
    EXPECT_EQ(answer.replies.size(), 1U) << script;
    EXPECT_EQ(runner.run(kSat, {}, RunStyle::Persistent, {}).replies, std::vector{Reply::Sat}) << script;
  }
  EXPECT_EQ(runner.run("(check-sat", {}, RunStyle::Persistent, {}).kind, Kind::Error);
  EXPECT_EQ(runner.run(kSat, {}, RunStyle::Persistent, {}).replies, std::vector{Reply::Sat});
}

TEST_F(Runner, AutoKeepsAProcessOnlyForWhatItAnswersLikeAFreshOne) {
  // Prints the number of scripts that this process has read.
  SolverDefinition definition = shell(R"(n=0
while read -r line; do
  case "$line" in
    *check-sat*) n=$((n + 1)); echo sat; echo "script $n" ;;
    *echo*) line="${line#*\"}"; echo "${line%%\"*}" ;;
  esac
done)");
  definition.persistent = definition.argv;
  definition.incremental = {"-e"};
  definition.prelude_core = "(set-option :produce-unsat-cores true)\n";
  definition.prelude_matching = "(set-option :e-matching true)\n";
  SolverRunner runner(definition, limits_);
  const auto nth = [&](const std::string& script, const Query& query) {
    return runner.run(script, query, RunStyle::Auto, {}).unclassified;
  };
  EXPECT_EQ(nth("(check-sat)\n", {}), "script 1");
  EXPECT_EQ(nth("(check-sat)\n", {}), "script 2");
  EXPECT_EQ(nth("(set-option :x true)\n(check-sat)\n", {}), "script 1") << "options outlive a (reset)";
  EXPECT_EQ(nth("(push 1)\n(check-sat)\n", {}), "script 1") << "a fresh process has another flag";
  EXPECT_EQ(nth("(push 1)\n(check-sat)\n", {}), "script 2") << "a process with this flag is kept, too";
  EXPECT_EQ(nth("(check-sat)\n", {.core = true}), "script 1") << "asking for a core sets an option";
  EXPECT_EQ(nth("(check-sat)\n", {.matching = true}), "script 1") << "E-matching alone sets options";
  EXPECT_EQ(nth("(check-sat)\n", {}), "script 3");
}

TEST_F(Runner, APersistentProcessThatDiesIsStartedAgain) {
  // Dies at every third request.
  SolverDefinition definition = shell(
      "n=0; while read -r line; do case \"$line\" in *assay-end-*) n=$((n+1)); [ $n = 3 ] && kill -SEGV $$; echo sat; "
      "line=${line#*\\\"}; echo \"${line%%\\\"*}\";; esac; done");
  definition.persistent = definition.argv;
  SolverRunner runner(definition, limits_);
  for (int i = 1; i <= 7; ++i) {
    const SolverAnswer answer = runner.run(kSat, {}, RunStyle::Persistent, {});
    EXPECT_EQ(answer.kind, i % 3 == 0 ? Kind::Crash : Kind::Answered) << i << answer.output;
    if (i % 3 == 0) {
      EXPECT_EQ(answer.message, "SIGSEGV");
    }
  }
  EXPECT_EQ(runner.restarts(), 2U);
}

TEST_F(Runner, AStyleThatTheTargetLacksBecomesAProcess) {
  SolverDefinition definition = fake();
  definition.persistent.clear();
  EXPECT_EQ(run(definition, kSat, false, RunStyle::Persistent).kind, Kind::Answered);
  EXPECT_EQ(run(definition, kSat, false, RunStyle::Library).kind, Kind::Answered);
}

#ifdef Z3_WORKER
TEST_F(Runner, TheLibraryAnswersInAWorker) {
  SolverDefinition definition = *resolve_solver("z3");
  definition.library = Z3_WORKER;
  SolverRunner runner(definition, limits_);
  for (int i = 0; i < 5; ++i) {
    const SolverAnswer sat = runner.run(kSat, {.model = true}, RunStyle::Library, {});
    ASSERT_EQ(sat.kind, Kind::Answered) << sat.output;
    EXPECT_TRUE(sat.model);
    EXPECT_EQ(runner.run(kUnsat, {}, RunStyle::Library, {}).replies, std::vector{Reply::Unsat});
    EXPECT_EQ(runner.run("(assert (> x 1))(check-sat)", {}, RunStyle::Library, {}).kind, Kind::Error);
  }
  EXPECT_EQ(runner.restarts(), 0U);
}

TEST_F(Runner, ALibraryThatDiesCostsOneChildOfTheWorker) {
  SolverDefinition definition = *resolve_solver("z3");
  definition.library = Z3_WORKER;
  SolverRunner runner(definition, limits_);
  ASSERT_EQ(runner.run(kSat, {}, RunStyle::Library, {}).kind, Kind::Answered);
  // A forked worker has the worker's executable, and so has its parent, which is a child of this process's child.
  const auto parent_of = [](const fs::path& folder) {
    std::ifstream stat(folder / "stat");
    std::string text;
    std::getline(stat, text);
    const std::size_t at = text.rfind(')');
    return at == std::string::npos || at + 4 > text.size() ? 0L : std::strtol(text.c_str() + at + 4, nullptr, 10);
  };
  const auto is_worker = [](const fs::path& folder) {
    std::error_code error;
    return fs::read_symlink(folder / "exe", error) == fs::canonical(Z3_WORKER);
  };
  bool killed = false;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos || !is_worker(entry.path())) continue;
    const long parent = parent_of(entry.path());
    const fs::path above = fs::path("/proc") / std::to_string(parent);
    const fs::path root = fs::path("/proc") / std::to_string(parent_of(above));
    std::error_code error;
    if (!is_worker(above) || fs::canonical(root, error) != fs::canonical("/proc/self", error)) continue;
    killed = ::kill(static_cast<pid_t>(std::stol(name)), SIGSEGV) == 0;
  }
  ASSERT_TRUE(killed);
  const SolverAnswer crash = runner.run(kSat, {}, RunStyle::Library, {});
  EXPECT_EQ(crash.kind, Kind::Crash) << crash.output;
  EXPECT_NE(crash.output.find("crashed by SIGSEGV"), std::string::npos);
  EXPECT_EQ(runner.run(kSat, {}, RunStyle::Library, {}).kind, Kind::Answered);
  EXPECT_EQ(runner.restarts(), 0U);
}
#endif

}  // namespace
}  // namespace assay::smt
