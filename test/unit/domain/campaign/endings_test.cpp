// Workers that end in every way: endings by the domain are findings; by our limits or the machine, counted skips.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/case/tester.hpp"
#include "domain/campaign/domain_tester.hpp"

namespace assay::domain {
namespace {

struct WorkerEnd {
  std::string name;
  std::vector<std::string> argv;
  std::string outcome;  ///< "skip: ...", or the kind and the reason of a bug
  double seconds = 30;
  double cpu_seconds = 0;  ///< 0: the same as `seconds`
};
void PrintTo(const WorkerEnd& end, std::ostream* out) { *out << end.name; }

std::vector<std::string> shell(const std::string& text) { return {"/bin/sh", "-c", text}; }

std::string judged(const WorkerEnd& end, core::RunMode mode, unsigned dimensions = 1) {
  auto config = std::make_shared<TestConfig>();
  config->options.limits.wall_seconds = end.seconds;
  config->options.limits.cpu_seconds = end.cpu_seconds;
  config->options.limits.memory_bytes = std::uint64_t{64} << 20;
  config->options.limits.output_bytes = 1U << 14;
  config->options.limits.file_bytes = 1U << 14;
  DomainTarget target;
  target.name = "fake:one";
  target.argv = target.trace = target.exports = end.argv;
  target.description = std::make_shared<const Description>();
  const Result<Program> program = parse_program("dimensions " + std::to_string(dimensions) + "\na0 = top\n", {});
  EXPECT_TRUE(program.ok()) << program.error().text();
  const core::Case subject = case_of(*program, target);
  config->targets = {target};
  const core::Verdict verdict = make_domain_tester(config)->run(subject, 0, mode, {}).verdict;
  if (verdict.outcome == core::Verdict::Outcome::Skip) return "skip: " + verdict.reason;
  return verdict.is_bug() ? std::string(name(verdict.kind)) + ": " + verdict.reason : "pass";
}

class DomainWorkerEnds : public testing::TestWithParam<WorkerEnd> {};

TEST_P(DomainWorkerEnds, AsACountedSkipOrAFinding) {
  EXPECT_EQ(judged(GetParam(), core::RunMode::Campaign), GetParam().outcome);
  EXPECT_EQ(judged(GetParam(), core::RunMode::Fresh), GetParam().outcome);
}

INSTANTIATE_TEST_SUITE_P(
    All, DomainWorkerEnds,
    testing::Values(WorkerEnd{"missing", {"/no/such/worker"}, "skip: cannot start"},
                    WorkerEnd{"killed", shell("kill -KILL $$"), "skip: killed from outside"},
                    WorkerEnd{"processor", shell("kill -XCPU $$"), "skip: timeout"},
                    WorkerEnd{"file", shell("exec head -c 100000 /dev/zero > large"), "skip: file limit"},
                    WorkerEnd{"memory", shell("exec tail /dev/zero"), "skip: out of memory"},
                    WorkerEnd{"output", shell("exec yes"), "skip: output limit"},
                    WorkerEnd{"sleeps", shell("exec sleep 600"), "skip: timeout", 0.1},
                    WorkerEnd{"computes", shell("while :; do :; done"), "diverges: no answer within the time limit", 30,
                              0.2},
                    WorkerEnd{"segfault", shell("kill -SEGV $$"), "crash: signal 11"},
                    WorkerEnd{"abort", shell("echo 'assertion' >&2; kill -ABRT $$"), "crash: signal 6: assertion"},
                    WorkerEnd{"exits", shell("exit 3"), "crash: exit code 3"}),
    [](const auto& instance) { return instance.param.name; });

TEST(DomainWorkerTrace, TimeInManyDimensionsIsNoOperationThatDoesNotEnd) {
  const WorkerEnd end{"computes", shell("while :; do :; done"), "", 30, 0.2};
  EXPECT_EQ(judged(end, core::RunMode::Campaign, 8), "diverges: no answer within the time limit");
  for (const core::RunMode mode : {core::RunMode::Campaign, core::RunMode::Fresh})
    EXPECT_EQ(judged(end, mode, 9), "skip: timeout in more than 8 dimensions");
}

TEST(DomainWorkerTrace, AssaysOwnWorkIsNoOperationThatDoesNotEnd) {
  const auto end = [](const std::string& lines) {
    return judged({"traced", shell(lines + "while :; do :; done"), "", 30, 0.2}, core::RunMode::Fresh);
  };
  EXPECT_EQ(end("echo 'step 0 top'; "), "diverges: no answer within the time limit in top");
  EXPECT_EQ(end("echo 'step 0 top'; echo 'step 0 -'; echo 'step 0 top'; "),
            "diverges: no answer within the time limit in top");
  EXPECT_EQ(end("echo 'step 0 top'; echo 'step 0 -'; "), "skip: timeout of Assay's own checks");
}

}  // namespace
}  // namespace assay::domain
