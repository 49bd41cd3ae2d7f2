#include <gtest/gtest.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "analyzer/tune/space/tune.hpp"
#include "core/io/io.hpp"
#include "core/target/scratch.hpp"
#include "paths.hpp"

namespace assay::analyzer::tune {
namespace {

using BecameOf = Outcome::Status;

const std::string kSource = source_dir();

/// The example in examples/analyzers with the fake analyzer, and a knob for its misbehaviour.
Definition fake() {
  const Result<std::string> text = core::read_text_file(kSource + "/examples/analyzers/lines.toml");
  Result<Definition> read = parse_analyzer(text.value(), "lines.toml");
  EXPECT_TRUE(read.ok()) << read.error().text();
  Definition definition = *std::move(read);
  const std::string program = kSource + "/test/double/tune/fake-analyzer";
  definition.argv[0] = definition.version[0] = definition.tuning.argv[0] = program;
  Knob mode;
  mode.name = "mode";
  mode.values = {"fine",   "lies",     "silent", "half", "busy",    "crash",
                 "killed", "internal", "forks",  "eats", "outside", "folder"};
  mode.words = {"--mode={value}"};
  definition.tuning.knobs.push_back(mode);
  return definition;
}

class ProcessRunner : public testing::Test {
 protected:
  ProcessRunner() {
    code_.name = "a.c";
    code_.files = {scratch_.write("a.c", "int x;\n//check overflow parse 1\n//check bounds parse 2\n").value()};
    code_.folder = scratch_.path().value();
  }

  void open(const Definition& definition) {
    Result<std::unique_ptr<Subject>> opened = open_subject(definition, code_, {5, std::uint64_t{1} << 30}, {});
    ASSERT_TRUE(opened.ok()) << opened.error().text();
    subject_ = *std::move(opened);
  }
  Outcome run(const std::string& ingredient, double cpu_seconds = 5,
              std::uint64_t memory_bytes = std::uint64_t{1} << 30) {
    const Result<Ingredient> read = subject_->space().ingredient(ingredient);
    EXPECT_TRUE(read.ok()) << read.error().text();
    return subject_->run(*read, {}, {cpu_seconds, memory_bytes}, {});
  }

  core::ScratchFolder scratch_;
  Code code_;
  std::unique_ptr<Subject> subject_;
};

TEST_F(ProcessRunner, ReadsAlarmsAndProofs) {
  open(fake());
  const CheckKey overflow{"a.c", "parse", 2, "overflow", "holds at level 1"};
  const CheckKey bounds{"a.c", "parse", 3, "bounds", "holds at level 2"};
  const Outcome none = run("depth=0");
  EXPECT_EQ(none.status, BecameOf::Done) << none.reason;
  EXPECT_EQ(none.alarms, (std::vector<CheckKey>{overflow, bounds}));
  EXPECT_TRUE(none.proved.empty());
  const Outcome all = run("depth=3");
  EXPECT_TRUE(all.alarms.empty());
  EXPECT_EQ(all.proved, (std::vector<CheckKey>{overflow, bounds}));
}

/// Two knobs in one word: the last letter of the one is the first of the other.
TEST_F(ProcessRunner, JoinsSettingsInOneWord) {
  Definition definition = fake();
  std::vector<Knob>& knobs = definition.tuning.knobs;
  knobs.erase(knobs.begin() + 1, knobs.end());
  knobs[0].words = {"--dep"};
  Knob rest;
  rest.name = "rest";
  rest.values = {"none", "th=3"};
  rest.words = {"{value}"};
  knobs.push_back(rest);
  for (std::string& word : definition.tuning.argv)
    if (word == "{settings}") word = "{joined_settings}";
  open(definition);
  EXPECT_EQ(run("depth=2 rest=th=3").proved.size(), 2U);
}

TEST_F(ProcessRunner, KnowsTheVersionByItsLabel) {
  Definition definition = fake();
  const std::string log = scratch_.write("log", "folder: /tmp/17\nThe Version: 2.5\n").value();
  definition.version = {"cat", log};
  definition.argv[0] = "cat";
  EXPECT_EQ(version_of(definition).value(), "folder: /tmp/17");
  definition.version_label = "The Version:";
  EXPECT_EQ(version_of(definition).value(), "2.5");
}

TEST_F(ProcessRunner, TakesNoExitCodeForAnAnswer) {
  open(fake());
  EXPECT_EQ(run("mode=lies").status, BecameOf::Done);
  EXPECT_EQ(run("mode=lies").alarms, run("default").alarms);
  for (const char* const mode : {"mode=silent", "mode=half"}) {
    const Outcome outcome = run(mode);
    EXPECT_EQ(outcome.status, BecameOf::Failed) << mode;
    EXPECT_TRUE(outcome.reason.starts_with("results cannot be read: ")) << outcome.reason;
    EXPECT_TRUE(outcome.alarms.empty());
  }
}

TEST_F(ProcessRunner, TellsCrashesFromLimits) {
  open(fake());
  const std::pair<const char*, const char*> kFailures[] = {{"mode=crash", "crashed (signal 11)"},
                                                           {"mode=internal", "crashed: panic"},
                                                           {"mode=killed", "killed from outside"}};
  for (const auto& [mode, reason] : kFailures) {
    const Outcome outcome = run(mode);
    EXPECT_EQ(outcome.status, BecameOf::Failed) << mode;
    EXPECT_EQ(outcome.reason, reason) << mode;
  }
}

TEST_F(ProcessRunner, StopsAtTheLimits) {
  open(fake());
  const Outcome busy = run("mode=busy", 0.3);
  EXPECT_EQ(busy.status, BecameOf::Limited);
  EXPECT_EQ(busy.reason, "timeout");
  EXPECT_GE(busy.cpu_seconds, 0.2);
  // The time of its children counts, and none of them is left.
  EXPECT_EQ(run("mode=forks", 0.5).status, BecameOf::Limited);
  const Outcome eats = run("mode=eats", 20, std::uint64_t{64} << 20);
  EXPECT_EQ(eats.status, BecameOf::Limited) << eats.reason;
  EXPECT_EQ(eats.reason, "out of memory");
}

TEST_F(ProcessRunner, NamesASettingThatIsNotKnown) {
  Definition definition = fake();
  definition.tuning.knobs[0].values.emplace_back("deep");
  open(definition);
  const Outcome outcome = run("depth=deep");
  EXPECT_EQ(outcome.status, BecameOf::Rejected);
  EXPECT_EQ(outcome.reason, "fake-analyzer: invalid value for --depth");
}

TEST_F(ProcessRunner, RunsInAFolderOfItsOwn) {
  open(fake());
  const Outcome first = run("mode=folder");
  ASSERT_EQ(first.alarms.size(), 1U) << first.reason;
  EXPECT_EQ(first.alarms[0].property, first.alarms[0].file);  // TMPDIR is where it runs
  EXPECT_FALSE(std::filesystem::exists(first.alarms[0].file));
  EXPECT_NE(run("mode=folder").alarms, first.alarms);
}

TEST_F(ProcessRunner, WritesTheFilesThatItFindsThere) {
  Definition definition = fake();
  // The level is a path: no depth reaches it.
  definition.tuning.files = {{"code.txt", "//check root f {root}\n//check folder f {folder}\n"}};
  definition.tuning.argv.back() = "{folder}/code.txt";
  open(definition);
  const std::string identity = subject_->identity();
  const Outcome outcome = run("default");
  ASSERT_EQ(outcome.alarms.size(), 2U) << outcome.reason;
  for (const CheckKey& alarm : outcome.alarms)
    EXPECT_EQ(alarm.property == "holds at level " + *scratch_.path(), alarm.kind == "root") << alarm.property;
  definition.tuning.files[0].second += "\n";
  open(definition);
  EXPECT_NE(subject_->identity(), identity) << "outcomes depend on it";
}

TEST_F(ProcessRunner, LetsItWriteNowhereElse) {
  open(fake());
  const std::string stray = scratch_.path().value() + "/stray";
  ::setenv("ASSAY_FAKE_STRAY", stray.c_str(), 1);
  EXPECT_EQ(run("mode=outside").status, BecameOf::Done);
  if (::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) < 1)
    GTEST_SKIP() << "this kernel has no Landlock: nothing keeps a program from writing elsewhere";
  EXPECT_FALSE(core::exists(stray));
}

TEST_F(ProcessRunner, ServesSeveralThreads) {
  open(fake());
  std::vector<Outcome> outcomes(6);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      threads.emplace_back([&, i] { outcomes[i] = run(i % 2 == 0 ? "depth=0" : "depth=2"); });
  }
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    EXPECT_EQ(outcomes[i].alarms.size(), i % 2 == 0 ? 2U : 0U) << outcomes[i].reason;
}

TEST_F(ProcessRunner, StopsWhenItIsAsked) {
  open(fake());
  std::stop_source source;
  source.request_stop();
  const Outcome outcome = subject_->run(subject_->space().ingredient("mode=busy").value(), {},
                                        {60, std::uint64_t{1} << 30}, source.get_token());
  EXPECT_EQ(outcome.status, BecameOf::Stopped);
}

TEST_F(ProcessRunner, GivesFlagsThatMeanTheSameAnywhere) {
  std::filesystem::create_directory(scratch_.path().value() + "/include");
  code_.flags = {"-Iinclude", "-DX=1", "-isystem", "nowhere"};  // of these, the example takes -I alone
  open(fake());
  EXPECT_EQ(run("default").status, BecameOf::Done) << run("default").reason;
}

TEST_F(ProcessRunner, IdentifiesWhatOutcomesDependOn) {
  open(fake());
  const std::string before = subject_->identity();
  open(fake());
  EXPECT_EQ(subject_->identity(), before);
  Definition other = fake();
  other.tuning.knobs[0].words = {"--depth={value}", "--more"};
  open(other);
  EXPECT_NE(subject_->identity(), before);
  code_.flags = {"-I/"};
  open(fake());
  EXPECT_NE(subject_->identity(), before);
  code_.flags.clear();
  ASSERT_TRUE(scratch_.write("a.c", "int y;\n").ok());
  open(fake());
  EXPECT_NE(subject_->identity(), before);
}

TEST_F(ProcessRunner, SaysWhyNothingCanBeRun) {
  const auto refused = [&](const Definition& definition) {
    const Result<std::unique_ptr<Subject>> opened = open_subject(definition, code_, {5, std::uint64_t{1} << 30}, {});
    return opened.ok() ? std::string("opened") : opened.error().text();
  };
  Definition definition = fake();
  definition.tuning.reader = "tea-leaves";
  EXPECT_NE(refused(definition).find("no reader 'tea-leaves'"), std::string::npos);
  definition = fake();
  definition.tuning.runner = "donkey";
  EXPECT_NE(refused(definition).find("no runner 'donkey'"), std::string::npos);
  definition = fake();
  definition.argv[0] = definition.version[0] = "assay-not-there";
  EXPECT_NE(refused(definition).find("no program 'assay-not-there'"), std::string::npos);
  definition = fake();
  definition.tuning.prepare = {"sh", "-c", "echo no {prepared} >&2; exit 0"};
  EXPECT_NE(refused(definition).find("nothing was prepared"), std::string::npos) << refused(definition);
  definition.tuning.prepare = {"sh", "-c", "while :; do :; done; echo {prepared}"};
  const Result<std::unique_ptr<Subject>> slow = open_subject(definition, code_, {0.2, std::uint64_t{1} << 30}, {});
  ASSERT_FALSE(slow.ok());
  EXPECT_NE(slow.error().text().find("within the budget: timeout"), std::string::npos) << slow.error().text();
  definition = fake();
  definition.tuning.fingerprint = {"false"};
  EXPECT_NE(refused(definition).find("cannot be preprocessed"), std::string::npos) << refused(definition);
  definition = fake();
  code_.function = "parse";
  EXPECT_NE(refused(definition).find("cannot analyze the function 'parse' alone"), std::string::npos);
  code_.function.clear();
  code_.files = {"/nowhere/a.c"};
  EXPECT_NE(refused(fake()).find("/nowhere/a.c"), std::string::npos);
}

}  // namespace
}  // namespace assay::analyzer::tune
