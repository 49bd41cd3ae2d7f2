#include "core/executor/executor.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>

#include "core/executor/attempts.hpp"
#include "core/executor/result_copy.hpp"
#include "core/executor/run_folder.hpp"
#include "core/proc/proc.hpp"
#include "unit/core/fake_module.hpp"
#include "unit/core/options/option_checks.hpp"

namespace assay::core::fake::executor_test {
namespace {

/// The program that shards run: a shell script.
struct Tool {
  TemporaryFolder folder;

  /// A run of `shards` shards, whose command is the script with "{out}" as $1 and the index as $2.
  [[nodiscard]] ShardedRun run(const std::string& script, unsigned shards = 1) const {
    ShardedRun run;
    run.program = folder / "tool";
    EXPECT_TRUE(write_text_file(run.program, "#!/bin/sh\n" + script + "\n").ok());
    EXPECT_TRUE(Disk::real().make_executable(run.program).ok());
    run.directory = folder / "";
    run.command = {"{out}", "{index}", "new"};
    run.join = {"{out}", "join", "{folders}"};
    run.options.shards = shards;
    run.options.scratch = folder / "";
    return run;
  }

  /// Its folder, with nothing started.
  [[nodiscard]] std::string made(const ShardedRun& run) const {
    std::filesystem::create_directories(folder / "run");
    EXPECT_TRUE(write_run(RunFolder(folder / "run"), run).ok());
    return folder / "run";
  }
};

std::string text_of(const std::string& path) {
  return read_text_file(path).ok() ? *read_text_file(path) : "no " + path;
}

ShardEnd run_one(const std::string& folder, std::uint64_t index = 0, Disk& disk = Disk::real()) {
  const Result<ShardEnd> end = run_shard(folder, index, {}, disk);
  EXPECT_TRUE(end.ok()) << end.error().text();
  return end ? *end : ShardEnd{ShardState::Missing, "error"};
}

ShardStatus status_of(const std::string& folder, std::size_t index = 0) {
  const Result<RunState> state = run_state(folder);
  EXPECT_TRUE(state.ok());
  return state->shards.at(index);
}

constexpr const char* kMakes = "mkdir -p \"$1\" && echo \"$2 $3\" >> \"$1/file\"";

TEST(Executor, OptionsAreATable) { option_checks::check_option_table(executor_option_table()); }

TEST(Executor, ARunIsReadAsItWasWritten) {
  const Tool tool;
  ShardedRun run = tool.run("exit 0", 3);
  run.arguments = {{"--tests=1"}, {"--tests=2"}, {}};
  run.resume = {"go", "on in {out}"};
  run.seconds = 1.5;
  run.jobs = 2;
  run.options.hosts = {"a", "b"};
  run.options.shard_seconds = 90;
  const Result<ShardedRun> read = load_run(tool.made(run));
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(run_to_json(*read), run_to_json(run));
  const RunFolder place("/run");
  EXPECT_EQ(shard_command(*read, place, 1, "/o", false),
            (std::vector<std::string>{run.program, "/o", "1", "new", "--tests=2"}));
  EXPECT_EQ(shard_command(*read, place, 1, "/o", true), (std::vector<std::string>{run.program, "go", "on in /o"}));
  EXPECT_EQ(join_command(*read, place, {"a", "b"}, "/o"),
            (std::vector<std::string>{run.program, "/o", "join", "a", "b"}));
}

TEST(Executor, WhatIsNoRunIsSaidToBeNone) {
  const Tool tool;
  EXPECT_FALSE(is_sharded_run(tool.folder / ""));
  EXPECT_FALSE(load_run(tool.folder / "").ok());
  for (const char* text : {"", "{}", "[]", R"({"assay-run": 2})", R"({"assay-run": 1, "program": 3})"}) {
    ASSERT_TRUE(write_text_file(tool.folder / "run.json", text).ok());
    EXPECT_FALSE(load_run(tool.folder / "").ok()) << text;
    EXPECT_FALSE(run_shard(tool.folder / "", 0, {}).ok()) << text;
    EXPECT_FALSE(collect_run(tool.folder / "", {}).ok()) << text;
    EXPECT_FALSE(cancel_run(tool.folder / "").ok()) << text;
  }
}

TEST(Executor, RangesAreShort) {
  EXPECT_EQ(ranges_text({}), "");
  EXPECT_EQ(ranges_text({0}), "0");
  EXPECT_EQ(ranges_text({0, 1, 2, 5, 7, 8}), "0-2,5,7-8");
}

TEST(Executor, AShardThatIsDoneStaysAsItIs) {
  const Tool tool;
  const std::string folder = tool.made(tool.run(kMakes, 2));
  EXPECT_EQ(status_of(folder).state, ShardState::Missing);
  EXPECT_EQ(run_one(folder, 1).state, ShardState::Done);
  EXPECT_EQ(run_one(folder, 1).message, "it was done before");
  EXPECT_EQ(status_of(folder, 1).state, ShardState::Done);
  EXPECT_EQ(status_of(folder, 1).attempts, 1U);
  EXPECT_EQ(text_of(folder + "/shards/00001/done/result/file"), "1 new\n");
  EXPECT_FALSE(run_shard(folder, 2, {}).ok()) << "there are two";
  EXPECT_EQ(list_directory(tool.folder / ""), (std::vector<std::string>{"run", "tool"})) << "no scratch folder is left";
}

TEST(Executor, OfTwoAttemptsTheFirstThatIsThroughCounts) {
  const Tool tool;
  const std::string other = tool.folder / "run/shards/00000/done/result";
  // Another attempt finishes while this one runs.
  const std::string folder =
      tool.made(tool.run(std::string(kMakes) + "; mkdir -p '" + other + "'; echo other > '" + other + "/file'"));
  const ShardEnd end = run_one(folder);
  EXPECT_EQ(end.state, ShardState::Done);
  EXPECT_EQ(end.message, "another attempt finished first");
  EXPECT_EQ(text_of(other + "/file"), "other\n");
}

TEST(Executor, AFailedShardSaysWhyAndRunsAgain) {
  const Tool tool;
  ShardedRun run = tool.run(std::string(kMakes) + "; echo no luck >&2; exit 3");
  const std::string folder = tool.made(run);
  const ShardEnd end = run_one(folder);
  EXPECT_EQ(end.state, ShardState::Failed);
  EXPECT_EQ(end.message, "exit code 3: no luck");
  EXPECT_EQ(status_of(folder).state, ShardState::Failed);
  EXPECT_EQ(status_of(folder).message, "exit code 3: no luck");
  EXPECT_NE(text_of(folder + "/shards/00000/attempt-1/log").find("no luck"), std::string::npos);
  run = tool.run(kMakes);
  EXPECT_EQ(run_one(folder).state, ShardState::Done);
  EXPECT_EQ(text_of(folder + "/shards/00000/done/result/file"), "0 new\n") << "it has begun anew";
}

TEST(Executor, AnAttemptGoesOnFromTheBestEarlierOne) {
  const Tool tool;
  ShardedRun run = tool.run(std::string(kMakes) + "; [ \"$3\" = again ] || kill -9 $$");
  run.resume = {"{out}", "{index}", "again"};
  const std::string folder = tool.made(run);
  EXPECT_EQ(run_one(folder).message, "killed by signal 9");
  EXPECT_EQ(run_one(folder).state, ShardState::Done);
  EXPECT_EQ(text_of(folder + "/shards/00000/done/result/file"), "0 new\n0 again\n");
}

TEST(Executor, AResultIsCopiedWhileItsCommandRuns) {
  const Tool tool;
  const std::string attempt = tool.folder / "run/shards/00000/attempt-1/result";
  // The script continues when its result has been copied, or after 20 seconds.
  ShardedRun run =
      tool.run(std::string(kMakes) + "; mkdir \"$1/sub\"; echo half > \"$1/sub/f.tmp\"; : > \"$1/ready\"\n" +
               "for i in $(seq 400); do [ -e '" + attempt + "/ready' ] && break; sleep 0.05; done\n" + "ls '" +
               attempt + "' '" + attempt + "/sub' > \"$1/seen\"; kill -9 $$");
  run.options.keep_seconds = 0.1;
  run.ready = "ready";
  EXPECT_EQ(run_one(tool.made(run)).message, "killed by signal 9");
  EXPECT_EQ(text_of(attempt + "/seen"), attempt + ":\nfile\nready\nsub\n\n" + attempt + "/sub:\n");
}

TEST(Executor, WhatIsNotReadyIsNoResult) {
  const Tool tool;
  ShardedRun run = tool.run(kMakes);
  run.resume = {"{out}", "{index}", "again"};
  run.ready = "file";
  const std::string folder = tool.made(run);
  std::filesystem::create_directories(folder + "/shards/00000/attempt-1/result/other");
  EXPECT_EQ(status_of(folder).result, "");
  EXPECT_FALSE(collect_run(folder, {}).ok());
  EXPECT_EQ(run_one(folder).state, ShardState::Done);
  EXPECT_EQ(text_of(status_of(folder).result + "/file"), "0 new\n") << "there was nothing to go on with";
}

TEST(Executor, ACopyFollowsWhatItIsOf) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(folder / name).parent_path());
    EXPECT_TRUE(write_text_file(folder / name, text).ok());
  };
  write("from/a", "1");
  write("from/deep/b", "1");
  write("from/.hidden", "1");
  write("from/c.tmp", "1");
  std::filesystem::create_symlink("/etc/hostname", folder / "from/link");
  ResultCopy copy(Disk::real(), folder / "from", folder / "to", "last");
  ASSERT_TRUE(copy.update().ok());
  EXPECT_EQ(list_directory(folder / "to"), (std::vector<std::string>{"a", "deep"}));
  EXPECT_EQ(text_of(folder / "to/deep/b"), "1");
  write("from/a", "2");
  write("from/last", "3");
  std::filesystem::remove(folder / "from/deep/b");
  ASSERT_TRUE(copy.update().ok());
  EXPECT_EQ(text_of(folder / "to/a"), "2");
  EXPECT_EQ(text_of(folder / "to/last"), "3");
  EXPECT_FALSE(exists(folder / "to/deep/b"));
  write("to/a", "mine");
  ASSERT_TRUE(copy.update().ok());
  EXPECT_EQ(text_of(folder / "to/a"), "mine") << "nothing has changed, so nothing is copied";
  std::filesystem::remove_all(folder / "from");
  EXPECT_TRUE(copy.update().ok()) << "it may end at any time";
}

TEST(Executor, AllShardsReadTheRunsInputs) {
  const Tool tool;
  ShardedRun run = tool.run("mkdir -p \"$1\"; cat \"$3/text\" > \"$1/file\"");
  run.command = {"{out}", "{index}", "{inputs}"};
  run.inputs = {{"text", "hello"}};
  const std::string folder = tool.folder / "new";
  ASSERT_TRUE(start_run(run, folder, [](const std::string&) {}, {}).ok());
  EXPECT_EQ(text_of(status_of(folder).result + "/file"), "hello");
}

TEST(Executor, ACommandThatMakesNothingHasFailed) {
  const Tool tool;
  const std::string folder = tool.made(tool.run("exit 0"));
  EXPECT_EQ(run_one(folder).state, ShardState::Failed);
}

TEST(Executor, AStoppedShardKeepsWhatItHas) {
  const Tool tool;
  // The command itself requests the stop, after it has made a result.
  const ShardedRun run = tool.run(std::string(kMakes) + "; : > '" + (tool.folder / "run/cancelled") + "'; sleep 100");
  const std::string folder = tool.made(run);
  const ShardEnd end = run_one(folder);
  EXPECT_EQ(end.state, ShardState::Stopped);
  EXPECT_EQ(end.message, "the run was cancelled");
  EXPECT_EQ(status_of(folder).state, ShardState::Stopped);
  EXPECT_EQ(text_of(status_of(folder).result + "/file"), "0 new\n");
  EXPECT_EQ(run_one(folder).message, "the run is cancelled");
  EXPECT_EQ(status_of(folder).attempts, 1U) << "a cancelled run begins nothing";
}

TEST(Executor, AShardOfADeadProcessIsSilent) {
  const Tool tool;
  const std::string folder = tool.made(tool.run(kMakes));
  const std::string attempt = folder + "/shards/00000/attempt-1";
  std::filesystem::create_directories(attempt);
  AttemptStatus status;
  status.host = host_name();
  status.pid = ::getpid();
  status.started = start_of_process(::getpid()).value();
  ASSERT_TRUE(write_status(Disk::real(), attempt, status).ok());
  EXPECT_EQ(status_of(folder).state, ShardState::Running);
  ++status.started;
  ASSERT_TRUE(write_status(Disk::real(), attempt, status).ok());
  EXPECT_EQ(status_of(folder).state, ShardState::Silent) << "another process has its number";
  status.pid = 0x7ffffff0;  // above any kernel.pid_max
  ASSERT_TRUE(write_status(Disk::real(), attempt, status).ok());
  EXPECT_EQ(status_of(folder).state, ShardState::Silent);
  status.host = "elsewhere";
  ASSERT_TRUE(write_status(Disk::real(), attempt, status).ok());
  EXPECT_EQ(status_of(folder).state, ShardState::Silent) << "not heard of since 1970";
}

TEST(Executor, AFullSharedDiskLosesNothing) {
  class FullDisk : public Disk {
   public:
    Status write_file(const std::string& path, std::string_view content) override {
      if (writes_ == 0) return Error{"cannot write " + path + ": No space left on device", "free some space"};
      --writes_;
      return Disk::write_file(path, content);
    }

   private:
    unsigned writes_ = 1;  // the status of the beginning
  } disk;
  const Tool tool;
  const std::string folder = tool.made(tool.run(kMakes));
  const Result<ShardEnd> end = run_shard(folder, 0, {}, disk);
  ASSERT_FALSE(end.ok());
  EXPECT_NE(end.error().message.find("No space left"), std::string::npos);
  // The message names the folder with the work, which exists.
  const std::size_t at = end.error().advice.find(tool.folder / "assay-");
  ASSERT_NE(at, std::string::npos) << end.error().advice;
  const std::string out = end.error().advice.substr(at, end.error().advice.find(" on ", at) - at);
  EXPECT_EQ(text_of(out + "/file"), "0 new\n");
  EXPECT_NE(status_of(folder).state, ShardState::Done);
  EXPECT_EQ(run_one(folder).state, ShardState::Done);
}

TEST(Executor, LocallyShardsRunToTheirEndAndAreJoined) {
  const Tool tool;
  const std::string join =
      "if [ \"$2\" = join ]; then out=$1; shift 2; for f; do cat \"$f/file\"; done > \"$out/all\"; exit; fi\n";
  ShardedRun run = tool.run(join + "[ \"$2\" = 1 ] && exit 3\n" + kMakes, 4);
  run.options.at_once = 2;
  const std::string folder = tool.folder / "new/run";
  std::mutex mutex;
  std::vector<std::string> said;
  const auto say = [&](const std::string& text) {
    const std::lock_guard guard(mutex);
    said.push_back(text);
  };
  const Result<StartedShards> started = start_run(run, folder, say, {});
  ASSERT_TRUE(started.ok()) << started.error().text();
  EXPECT_FALSE(started->background);
  EXPECT_EQ(said.size(), 4U);
  EXPECT_NE(text_of(folder + "/scripts/local-1.sh").find("campaign shard"), std::string::npos);
  const Result<JoinedResults> collected = collect_run(folder, {});
  ASSERT_TRUE(collected.ok()) << collected.error().text();
  EXPECT_EQ(collected->shards, 3U);
  EXPECT_EQ(text_of(folder + "/merged/all"), "0 new\n2 new\n3 new\n");
  EXPECT_EQ(collected->state.shards[1].state, ShardState::Failed);
  // Only missing shards run again.
  said.clear();
  const ShardedRun mended = tool.run(join + kMakes, 4);
  ASSERT_TRUE(restart_run(folder, say, {}).ok());
  EXPECT_EQ(said, std::vector<std::string>{"shard 1 done"});
  EXPECT_EQ(collect_run(folder, {})->shards, 4U);
  EXPECT_EQ(text_of(folder + "/merged/all"), "0 new\n1 new\n2 new\n3 new\n");
  const Result<StartedShards> nothing = restart_run(folder, say, {});
  ASSERT_TRUE(nothing.ok());
  EXPECT_TRUE(nothing->shards.empty());
  EXPECT_FALSE(start_run(mended, folder, say, {}).ok()) << "never over another run";
}

TEST(Executor, NothingIsCollectedFromNothing) {
  const Tool tool;
  const Result<JoinedResults> collected = collect_run(tool.made(tool.run(kMakes, 3)), {});
  ASSERT_FALSE(collected.ok());
  EXPECT_EQ(collected.error().message, "none of the 3 shards has a result yet");
}

TEST(Executor, PathsThatScriptsCannotHaveAreRefused) {
  const Tool tool;
  const ShardedRun run = tool.run(kMakes);
  for (const char* name : {"a\"b", "a%b", "a\nb", "a$b", "a{#}b"}) {
    EXPECT_FALSE(start_run(run, tool.folder / name, [](const std::string&) {}, {}).ok()) << name;
    EXPECT_FALSE(batch_scripts(run, tool.folder / name).ok()) << name;
  }
  EXPECT_TRUE(batch_scripts(run, tool.folder / "a b").ok());
}

TEST(Executor, NamesThatWouldBeDirectivesOfTheirOwnAreRefused) {
  const Tool tool;
  ShardedRun run = tool.run(kMakes);
  for (const char* name : {"main\n#SBATCH --wrap=x", "main #", "a;b", "a\tb", "$(x)"}) {
    run.options.partition = name;
    EXPECT_FALSE(batch_scripts(run, tool.folder / "r").ok()) << name;
    EXPECT_FALSE(start_run(run, tool.folder / "r", [](const std::string&) {}, {}).ok()) << name;
    run.options.partition.clear();
    run.options.account = name;
    EXPECT_FALSE(batch_scripts(run, tool.folder / "r").ok()) << name;
    run.options.account.clear();
  }
  run.options.partition = "main,gpu_2";
  run.options.account = "lab@uni.edu";
  EXPECT_TRUE(batch_scripts(run, tool.folder / "r").ok());
}

TEST(Executor, EachWritesScriptsThatNameTheFolder) {
  const Tool tool;
  ShardedRun run = tool.run(kMakes, 3);
  for (const Executor& executor : executors()) {
    run.options.executor = executor.name;
    const Result<std::vector<BatchScript>> scripts = batch_scripts(run, tool.folder / "run");
    ASSERT_TRUE(scripts.ok());
    ASSERT_FALSE(scripts->empty());
    for (const BatchScript& script : *scripts) {
      EXPECT_NE(script.text.find(tool.folder / "run"), std::string::npos) << script.text;
      EXPECT_TRUE(script.text.starts_with("#!/bin/sh\n")) << script.text;
    }
  }
  run.options.executor = "abacus";
  EXPECT_NE(batch_scripts(run, "run").error().advice.find("slurm"), std::string::npos);
}

TEST(Executor, SlurmIsToldWhatIsAsked) {
  const Tool tool;
  ShardedRun run = tool.run(kMakes, 70);
  run.options.executor = "slurm";
  run.options.partition = "main";
  run.options.account = "me";
  run.options.at_once = 8;
  run.options.shard_memory_bytes = std::uint64_t{4} << 30;
  run.seconds = 3600;
  run.jobs = 2;
  const std::string text = batch_scripts(run, tool.folder / "r")->front().text;
  for (const char* line : {"--array=0-69%8", "--cpus-per-task=2", "--mem=4096M", "--time=70", "--partition=main",
                           "--account=me", "--requeue", "--signal=B:USR1@60", "--job-name=assay-r"}) {
    EXPECT_NE(text.find("\n#SBATCH " + std::string(line) + "\n"), std::string::npos) << line << "\n" << text;
  }
  run.options.partition = run.options.account = "";
  run.options.shard_memory_bytes = 0;
  run.seconds = 0;
  const std::string plain = batch_scripts(run, tool.folder / "r")->front().text;
  for (const char* word : {"--partition", "--account", "--mem", "--time"})
    EXPECT_EQ(plain.find(word), std::string::npos) << "Slurm's default";
}

}  // namespace
}  // namespace assay::core::fake::executor_test
