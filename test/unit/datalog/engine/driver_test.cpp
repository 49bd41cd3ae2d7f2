// Engines that answer many programs through a driver of their definition. A Python script plays the driver.

#include <gtest/gtest.h>

#include <set>

#include "engine_support.hpp"

namespace assay::datalog::testing {
namespace {

using Kind = EngineAnswer::Kind;

/// Computes r1 as the test programs define it; names of relations ask for other behaviour. Each process prints its id.
constexpr const char* kDriver = R"(
import os, signal, sys, time
program = []
for line in sys.stdin:
    if line != "assay-end-of-program\n":
        program.append(line)
        continue
    text = "".join(program)
    program = []
    sys.stderr.write("Warning: process %d of %s\n" % (os.getpid(), sys.argv[1]))
    sys.stderr.flush()
    if ".decl crash" in text:
        os.kill(os.getpid(), signal.SIGSEGV)
    if ".decl hang" in text:
        time.sleep(600)
    if ".decl grow" in text:
        memory = bytearray(b"x" * (450 << 20))
        time.sleep(600)
    if ".decl large" in text:
        memory = bytearray(b"x" * (100 << 20))
        time.sleep(0.2)
    if ".decl reject" in text:
        sys.stderr.write("Error: no such thing\n")
        sys.exit(1)
    if ".decl skip" in text:
        sys.stdout.write("not supported\n")
    elif ".decl odd" in text:
        sys.stdout.write("some garbage\n")
    else:
        sys.stdout.write("---------------\nr1\n===============\n1\n2\n===============\n")
    sys.stdout.write("assay-end-of-answer\n")
    sys.stdout.flush()
)";

Program with_relation(const std::string& name) {
  Building built;
  built.program = copying();
  built.relation(name, "n", {{1}});
  built.program.relations.back().is_output = false;
  return built.program;
}

class DatalogDriver : public ::testing::Test {
 protected:
  void SetUp() override {
    limits_.wall_seconds = 5;
    limits_.memory_bytes = 300U << 20;
    auto targets =
        resolve_engines({scripts_.definition("exit 1\n", std::string("persistent = [\"python3\", \"{driver}\", "
                                                                     "\"x\"]\npersistent_after = "
                                                                     "\"assay-end-of-program\\n\"\n"
                                                                     "persistent_driver = '''") +
                                                             kDriver +
                                                             "'''\n[[skip]]\npattern = 'not supported'\nmeaning = "
                                                             "\"unsupported\"\n")},
                        false);
    ASSERT_TRUE(targets.ok()) << targets.error().text();
    target_ = std::move((*targets)[0]);
    port_ = make_engine_port(target_, limits_);
  }

  EngineAnswer ask(const std::string& relation) { return port_->run(with_relation(relation), {}, false, {}); }

  void expect_computed() {
    const EngineAnswer got = ask("plain");
    ASSERT_EQ(got.kind, Kind::Computed) << got.reason << got.text;
    EXPECT_EQ(got.output.relations[1], tuples(1, {{1}, {2}}));
    processes_.insert(got.text.substr(got.text.find("process")));
  }

  Scripts scripts_;
  core::Limits limits_;
  EngineTarget target_;
  std::unique_ptr<EnginePort> port_;
  std::set<std::string> processes_;  ///< that answered
};

TEST_F(DatalogDriver, OneProcessAnswersManyPrograms) {
  for (int i = 0; i < 20; ++i) expect_computed();
  EXPECT_EQ(processes_.size(), 1U);
}

TEST_F(DatalogDriver, AProcessIsReplacedAfterManyPrograms) {
  for (int i = 0; i < 1001; ++i) expect_computed();
  EXPECT_EQ(processes_.size(), 2U);
}

TEST_F(DatalogDriver, AProcessThatHasGrownIsReplaced) {
  expect_computed();
  ASSERT_EQ(ask("large").kind, Kind::Computed);
  expect_computed();
  EXPECT_EQ(processes_.size(), 2U);
}

struct Trouble {
  std::string relation;
  Kind kind;
  std::string reason;
};
void PrintTo(const Trouble& trouble, std::ostream* out) { *out << trouble.relation; }

class DatalogDriverTrouble : public DatalogDriver, public ::testing::WithParamInterface<Trouble> {};

TEST_P(DatalogDriverTrouble, EndsOnlyItself) {
  const auto& [relation, kind, reason] = GetParam();
  expect_computed();
  const EngineAnswer got = ask(relation);
  EXPECT_EQ(got.kind, kind) << got.text;
  EXPECT_NE(got.reason.find(reason), std::string::npos) << got.reason;
  expect_computed();
  EXPECT_EQ(processes_.size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(
    All, DatalogDriverTrouble,
    ::testing::Values(Trouble{"crash", Kind::Crashed, "signal 11"}, Trouble{"hang", Kind::Limited, "timeout"},
                      Trouble{"grow", Kind::Limited, "out of memory"}, Trouble{"reject", Kind::Rejected, ""},
                      Trouble{"skip", Kind::Skipped, "unsupported"}, Trouble{"odd", Kind::Rejected, ""}),
    [](const auto& instance) { return instance.param.relation; });

TEST_F(DatalogDriver, FreshRunsAndFlagsGoWithoutIt) {
  EXPECT_NE(port_->run(copying(), {}, true, {}).kind, Kind::Computed);
  EXPECT_NE(port_->run(copying(), {"-j"}, false, {}).kind, Kind::Computed);
  expect_computed();
}

}  // namespace
}  // namespace assay::datalog::testing
