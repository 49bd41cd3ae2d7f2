// Engines with every kind of behaviour, played by shell scripts.

#include <gtest/gtest.h>

#include "engine_support.hpp"

namespace assay::datalog::testing {
namespace {

using Kind = EngineAnswer::Kind;

class DatalogRunner : public ::testing::Test {
 protected:
  core::Limits limits() const {
    core::Limits limits;
    limits.wall_seconds = 60;
    limits.output_bytes = 1U << 20;
    return limits;
  }

  /// Makes the engine and its port.
  void start(const std::string& script, const std::string& rest, const core::Limits& limits) {
    auto targets = resolve_engines({scripts_.definition(script, rest)}, true);
    ASSERT_TRUE(targets.ok()) << targets.error().text();
    target_ = std::move((*targets)[0]);
    port_ = make_engine_port(target_, limits);
  }

  EngineAnswer answer(const std::string& script, const std::string& rest = "",
                      const std::vector<std::string>& flags = {}) {
    start(script, rest, limits());
    return port_->run(copying(), flags, true, {});
  }

  Scripts scripts_;
  EngineTarget target_;
  std::unique_ptr<EnginePort> port_;
};

TEST_F(DatalogRunner, ReadsWhatIsComputed) {
  const EngineAnswer got = answer("cat > /dev/null\n" + kAnswer);
  ASSERT_EQ(got.kind, Kind::Computed) << got.reason << got.text;
  ASSERT_EQ(got.output.relations.size(), 2U);
  EXPECT_FALSE(got.output.present[0]);
  EXPECT_TRUE(got.output.present[1]);
  EXPECT_EQ(got.output.relations[1], tuples(1, {{1}, {2}}));
  EXPECT_GT(got.usage.wall_seconds, 0);
}

TEST_F(DatalogRunner, GivesTheProgramAsAFile) {
  const EngineAnswer got = answer("grep -q 'r1' \"$1\" || exit 1\n" + kAnswer);
  EXPECT_EQ(got.kind, Kind::Computed) << got.reason << got.text;
}

TEST_F(DatalogRunner, FlagsComeFirst) {
  const std::string script = "cat > /dev/null\n[ \"$1 $2\" = '-j 4' ] || exit 1\n" + kAnswer;
  EXPECT_EQ(answer(script, "", {"-j", "4"}).kind, Kind::Computed);
  EXPECT_NE(answer(script).kind, Kind::Computed);
}

// A definition may bring the script that runs the engine; flags come behind it.
TEST_F(DatalogRunner, ADriverIsWrittenAndGetsTheFlags) {
  const std::string toml =
      "name = \"driven\"\ndialect = \"souffle\"\nargv = [\"sh\", \"{driver}\", \"{input}\"]\n"
      "shown = [\"souffle\", \"{input}\"]\n"
      "driver = '''\n[ \"$1 $2\" = \"-j 4\" ] && grep -q r1 \"$3\" || exit 1\n" +
      kAnswer + "'''\n";
  auto targets = resolve_engines({scripts_.file("driven.toml", toml)}, true);
  ASSERT_TRUE(targets.ok()) << targets.error().text();
  target_ = std::move((*targets)[0]);
  EXPECT_EQ(target_.definition.command(), (std::vector<std::string>{"souffle", "{input}"}));
  port_ = make_engine_port(target_, limits());
  const EngineAnswer got = port_->run(copying(), {"-j", "4"}, true, {});
  EXPECT_EQ(got.kind, Kind::Computed) << got.reason << got.text;
  EXPECT_NE(port_->run(copying(), {}, true, {}).kind, Kind::Computed);
}

TEST_F(DatalogRunner, ASignalIsACrash) {
  const EngineAnswer got = answer("kill -SEGV $$\n");
  EXPECT_EQ(got.kind, Kind::Crashed);
  EXPECT_EQ(got.reason, "signal 11");
}

TEST_F(DatalogRunner, ASignalWithAMessage) {
  const EngineAnswer got = answer("echo 'oops at 0x1234' >&2\nkill -ABRT $$\n");
  EXPECT_EQ(got.kind, Kind::Crashed);
  EXPECT_EQ(got.reason, "signal 6: oops at N");
}

TEST_F(DatalogRunner, AMessageAboutACrashIsOne) {
  const EngineAnswer got =
      answer("echo 'Assertion x > 17 failed' >&2\nexit 1\n", "[[crash]]\npattern = 'Assertion'\nmeaning = \"a\"\n");
  EXPECT_EQ(got.kind, Kind::Crashed);
  EXPECT_EQ(got.reason, "Assertion x > N failed");
}

TEST_F(DatalogRunner, AMessageThatMeansNotSupported) {
  const EngineAnswer got = answer("echo 'sorry, not supported: aggregates'\n",
                                  "[[skip]]\npattern = 'not supported'\nmeaning = \"unsupported\"\n");
  EXPECT_EQ(got.kind, Kind::Skipped);
  EXPECT_EQ(got.reason, "unsupported");
}

TEST_F(DatalogRunner, AnErrorMessageIsARejection) {
  const EngineAnswer got = answer("echo 'Error: syntax error in line 17' >&2\nexit 1\n");
  EXPECT_EQ(got.kind, Kind::Rejected);
  EXPECT_EQ(got.reason, "Error: syntax error in line N");
  EXPECT_NE(got.text.find("line 17"), std::string::npos);
}

// The engine prints nothing, though r1 was requested.
TEST_F(DatalogRunner, AnExitCodeWithoutOutputIsARejection) {
  const EngineAnswer got = answer("exit 3\n");
  EXPECT_EQ(got.kind, Kind::Rejected);
  EXPECT_EQ(got.reason, "exit code 3");
}

// clingo has an exit code for each kind of success; others warn.
TEST_F(DatalogRunner, AnExitCodeOrAWarningBesideOutputIsNone) {
  EXPECT_EQ(answer("cat > /dev/null\n" + kAnswer + "exit 30\n").kind, Kind::Computed);
  EXPECT_EQ(answer("cat > /dev/null\necho 'Warning: odd' >&2\n" + kAnswer).kind, Kind::Computed);
}

TEST_F(DatalogRunner, OutputBeforeAnErrorIsNoResult) {
  const EngineAnswer got = answer("cat > /dev/null\n" + kAnswer + "echo 'Error: stack' >&2\nexit 1\n");
  EXPECT_EQ(got.kind, Kind::Rejected);
  EXPECT_EQ(got.reason, "Error: stack");
}

TEST_F(DatalogRunner, GarbageIsACrash) {
  const EngineAnswer got = answer("cat > /dev/null\necho 'some garbage 1'\nprintf '\\001\\377\\n'\n");
  EXPECT_EQ(got.kind, Kind::Crashed);
  EXPECT_TRUE(got.reason.starts_with("output that cannot be read")) << got.reason;
}

TEST_F(DatalogRunner, AHangIsCutShort) {
  core::Limits limits = this->limits();
  limits.wall_seconds = 0.5;
  start("sleep 600\n", "", limits);
  const EngineAnswer got = port_->run(copying(), {}, true, {});
  EXPECT_EQ(got.kind, Kind::Limited);
  EXPECT_EQ(got.reason, "timeout");
}

TEST_F(DatalogRunner, WhatTheMachineOrOurLimitsDidIsNoFault) {
  struct Row {
    const char* script;
    const char* reason;
  };
  for (const Row& row : {Row{"kill -KILL $$\n", "killed from outside"}, Row{"kill -TERM $$\n", "killed from outside"},
                         Row{"kill -XCPU $$\n", "timeout"}, Row{"kill -XFSZ $$\n", "file limit"},
                         Row{"echo 'Assertion' >&2; exit 137\n", "killed from outside"}}) {
    const EngineAnswer got = answer(row.script, "[[crash]]\npattern = 'Assertion'\nmeaning = \"a\"\n");
    EXPECT_EQ(got.kind, Kind::Limited) << row.script;
    EXPECT_EQ(got.reason, row.reason) << row.script;
  }
}

TEST_F(DatalogRunner, AFileThatIsTooLargeIsOurLimit) {
  core::Limits limits = this->limits();
  limits.file_bytes = 1U << 16;
  start("cat > /dev/null\nexec head -c 100000 /dev/zero > large\n", "", limits);
  const EngineAnswer got = port_->run(copying(), {}, true, {});
  EXPECT_EQ(got.kind, Kind::Limited) << got.text;
  EXPECT_EQ(got.reason, "file limit");
}

TEST_F(DatalogRunner, EndlessOutputIsCutShort) {
  core::Limits limits = this->limits();
  limits.output_bytes = 1U << 16;
  start("yes\n", "", limits);
  const EngineAnswer got = port_->run(copying(), {}, true, {});
  EXPECT_EQ(got.kind, Kind::TooLarge);
  EXPECT_EQ(got.reason, "output limit");
}

TEST_F(DatalogRunner, MoreOutputThanIsKeptIsNotJudged) {
  core::Limits limits = this->limits();
  limits.output_bytes = 1U << 12;
  start("cat > /dev/null\necho -- ---------------\nseq 2000\n", "", limits);
  const EngineAnswer got = port_->run(copying(), {}, true, {});
  EXPECT_EQ(got.kind, Kind::TooLarge);
  EXPECT_EQ(got.reason, "output limit");
}

TEST_F(DatalogRunner, MillionsOfTuplesAreNotJudged) {
  core::Limits limits = this->limits();
  limits.output_bytes = 4U << 20;
  start(
      "cat > /dev/null\nprintf -- '---------------\\nr1\\n===============\\n'\nyes 1 | head -n 1000000\n"
      "printf -- '===============\\n'\n",
      "", limits);
  const EngineAnswer got = port_->run(copying(), {}, true, {});
  EXPECT_EQ(got.kind, Kind::TooLarge) << got.reason;
  EXPECT_EQ(got.reason, "output limit");
}

TEST_F(DatalogRunner, AStopEndsIt) {
  start("sleep 600\n", "", limits());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(port_->run(copying(), {}, true, stop.get_token()).kind, Kind::Cancelled);
}

TEST_F(DatalogRunner, AProgramThatCannotBeStarted) {
  const std::string path =
      scripts_.file("gone.toml", "name = \"gone\"\ndialect = \"souffle\"\nargv = [\"/not/there\"]\n");
  auto targets = resolve_engines({path}, false);
  ASSERT_TRUE(targets.ok());
  const auto port = make_engine_port((*targets)[0], limits());
  const EngineAnswer got = port->run(copying(), {}, true, {});
  EXPECT_EQ(got.kind, Kind::Limited);
  EXPECT_EQ(got.reason, "cannot start");
}

class DatalogPersistentRunner : public DatalogRunner {
 protected:
  /// An engine that counts its programs, and does `special` at the third one.
  void start_counting(const std::string& special, const std::string& keys = {}) {
    const std::string program =
        scripts_.file("loop.sh",
                      "#!/bin/sh\nn=0\nwhile read -r line; do\n  [ \"$line\" = end ] || continue\n  n=$((n+1))\n"
                      "  [ $n = 3 ] && { " +
                          special + "; }\n  " + kAnswer + "  echo assay-end-of-answer\ndone\n");
    start(
        "exit 1\n",
        "persistent = [\"" + program + "\"]\npersistent_before = \"begin\\n\"\npersistent_after = \"end\\n\"\n" + keys,
        limits());
  }
};

TEST_F(DatalogPersistentRunner, AnswersManyPrograms) {
  start_counting("true");
  for (int i = 0; i < 5; ++i) {
    const EngineAnswer got = port_->run(copying(), {}, false, {});
    ASSERT_EQ(got.kind, Kind::Computed) << got.reason << got.text;
    EXPECT_EQ(got.output.relations[1], tuples(1, {{1}, {2}}));
  }
}

TEST_F(DatalogPersistentRunner, ACrashEndsOnlyItself) {
  start_counting("kill -SEGV $$");
  for (int i = 0; i < 7; ++i) {
    const EngineAnswer got = port_->run(copying(), {}, false, {});
    EXPECT_EQ(got.kind, i % 3 == 2 ? Kind::Crashed : Kind::Computed) << i << got.reason;
  }
}

// The third program is refused; a new process would count from one again.
TEST_F(DatalogPersistentRunner, ARefusalEndsTheProcessUnlessItSurvives) {
  for (const bool survives : {false, true}) {
    start_counting("echo 'error: no' >&2; echo assay-end-of-answer; continue",
                   survives ? "persistent_survives = true\n" : "");
    for (int i = 0; i < 7; ++i) {
      const EngineAnswer got = port_->run(copying(), {}, false, {});
      const bool third = survives ? i == 2 : i % 3 == 2;
      EXPECT_EQ(got.kind, third ? Kind::Rejected : Kind::Computed) << survives << i << got.reason;
    }
  }
}

TEST_F(DatalogPersistentRunner, AKillFromOutsideIsNoCrash) {
  start_counting("kill -KILL $$");
  for (int i = 0; i < 4; ++i) {
    const EngineAnswer got = port_->run(copying(), {}, false, {});
    EXPECT_EQ(got.kind, i % 3 == 2 ? Kind::Limited : Kind::Computed) << i << got.reason;
  }
}

TEST_F(DatalogPersistentRunner, FreshRunsAndFlagsHaveAProcessOfTheirOwn) {
  start_counting("true");
  EXPECT_NE(port_->run(copying(), {}, true, {}).kind, Kind::Computed);
  EXPECT_NE(port_->run(copying(), {"-j"}, false, {}).kind, Kind::Computed);
  EXPECT_EQ(port_->run(copying(), {}, false, {}).kind, Kind::Computed);
}

// The third program of a process crashes it.
TEST_F(DatalogPersistentRunner, FlagsHaveTheirOwnProcessForManyWhereTheyMeanTheSame) {
  start_counting("kill -SEGV $$", "persistent_flags = true\n");
  const auto kind = [&](const std::vector<std::string>& flags) { return port_->run(copying(), flags, false, {}).kind; };
  for (int i = 0; i < 2; ++i)
    for (const char* flag : {"-a", "-b"}) EXPECT_EQ(kind({flag}), Kind::Computed) << i << flag;
  EXPECT_EQ(kind({"-b"}), Kind::Crashed);
  EXPECT_EQ(kind({}), Kind::Computed);
  EXPECT_EQ(kind({"-a"}), Kind::Crashed) << "it answered two programs before";
  // At most three processes live: the process of -b, unused for the longest time, ends for a fourth.
  EXPECT_EQ(kind({"-b"}), Kind::Computed);
  EXPECT_EQ(kind({}), Kind::Computed);
  EXPECT_EQ(kind({"-a"}), Kind::Computed);
  EXPECT_EQ(kind({"-c"}), Kind::Computed);
  EXPECT_EQ(kind({"-b"}), Kind::Computed);
  EXPECT_EQ(kind({"-b"}), Kind::Computed);
  EXPECT_EQ(kind({"-b"}), Kind::Crashed);
}

}  // namespace
}  // namespace assay::datalog::testing
