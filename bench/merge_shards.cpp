// How long the campaigns of many shards take to be merged, and how much memory: merge_shards FOLDER SHARDS.
//
// Each shard is synthetic: 16,000 cases, 200 kinds of verdicts, 100 labels, 1,000 samples, and 10 findings: 8 with
// causes out of 50 that many shards have met, 2 with causes out of 200 others. FOLDER must be new.

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/store/store.hpp"

namespace {

namespace core = assay::core;

/// A disk without syncs: making the shards is not measured, and they need not survive a crash.
class FastDisk : public core::Disk {
 public:
  assay::Status write_new_file(const std::string& path, std::string_view content) override {
    return write_file(path, content);
  }
  assay::Status write_file(const std::string& path, std::string_view content) override {
    std::FILE* const file = std::fopen(path.c_str(), "w");
    if (file == nullptr) return assay::Error{"cannot write " + path, ""};
    const bool whole = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    return std::fclose(file) == 0 && whole ? assay::Status() : assay::Error{"cannot write " + path, ""};
  }
  assay::Status rename(const std::string& from, const std::string& to) override {
    return std::rename(from.c_str(), to.c_str()) == 0 ? assay::Status() : assay::Error{"cannot rename " + from, ""};
  }
  assay::Status sync_directory(const std::string&) override { return {}; }
};

core::CampaignIdentity identity(core::Shard shard) {
  core::CampaignIdentity out;
  out.module = "synthetic";
  out.fingerprint = 1;
  out.shard = shard;
  out.targets = {{"one", "1", {"/bin/one"}}};
  return out;
}

core::WorkerProgress counts(core::Shard shard) {
  core::WorkerProgress all;
  for (std::uint64_t i = 0; i < 1000; ++i) all.chunks.push_back({shard.index + i * shard.count, 16});
  for (unsigned i = 0; i < 200; ++i) {
    core::Tally tally;
    tally.strategy = "strategy" + std::to_string(i % 20);
    tally.group = "group" + std::to_string(i / 20);
    tally.target = "one";
    tally.count = 80;
    tally.cpu_seconds = 0.25;
    all.tallies.push_back(tally);
  }
  for (unsigned i = 0; i < 100; ++i) all.labels.push_back({"one", "label" + std::to_string(i), "", 160});
  return all;
}

assay::Status add_finding(core::Store& store, core::Shard shard, unsigned number) {
  const std::uint64_t mixed = (shard.index * 10 + number) * 2654435761U % 4294967296U;
  const std::uint64_t cause = number < 8 ? mixed % 50 : 50 + mixed % 200;
  core::Finding finding;
  finding.original.index = (shard.index + number * shard.count) * 16;
  finding.id = "one-" + std::to_string(finding.original.index);
  finding.target = "one";
  finding.kind = core::BugKind::Crash;
  finding.reason = "reason " + std::to_string(cause % 7);
  finding.original.files = {{"case.smt2", std::string(4000 + mixed % 500, 'x')}};
  finding.first_seen_seconds = number;
  if (const auto admitted = store.admit(finding); !admitted) return admitted.error();
  finding.signature = "cause " + std::to_string(cause);
  finding.status = core::FindingStatus::Reduced;
  finding.reduced = finding.original;
  finding.reduced->files.front().content.resize(300 + mixed % 97);
  const auto resolved = store.resolve(finding);
  return resolved ? assay::Status() : resolved.error();
}

assay::Status make(const std::string& folder, core::Shard shard, core::Disk& disk) {
  auto store = core::Store::create(folder, identity(shard), {}, disk);
  if (!store) return store.error();
  if (assay::Status held = (*store)->begin_session(); !held) return held;
  if (assay::Status done = (*store)->commit(counts(shard)); !done) return done;
  for (unsigned i = 0; i < 10; ++i) {
    if (assay::Status added = add_finding(**store, shard, i); !added) return added;
  }
  for (unsigned i = 1; i <= 1000; ++i) {
    core::Sample sample;
    sample.seconds = i * 3.6 + static_cast<double>(shard.index) * 1e-4;
    sample.tests = i * 16;
    if (assay::Status added = (*store)->add_sample(sample); !added) return added;
  }
  return {};
}

double peak_mebibytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

int fail(const assay::Error& error) {
  std::fprintf(stderr, "%s\n", error.text().c_str());
  return 3;
}

}  // namespace

int main(int argc, char** argv) {
  const auto shards = argc == 3 ? assay::parse_unsigned(argv[2]) : std::nullopt;
  if (!shards) return fail({"usage: merge_shards FOLDER SHARDS", ""});
  const std::string folder = argv[1];
  FastDisk disk;
  std::vector<std::string> parts;
  for (std::uint64_t i = 0; i < *shards; ++i) {
    parts.push_back(folder + "/" + std::to_string(i));
    if (core::exists(parts.back())) continue;  // made by an earlier run
    if (const assay::Status made = make(parts.back(), {i, *shards}, disk); !made) return fail(made.error());
  }
  const double before = peak_mebibytes();
  const auto start = std::chrono::steady_clock::now();
  const auto merged = core::merge(folder + "/merged", parts);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!merged) return fail(merged.error());
  std::printf("%zu shards, %llu tests, %llu findings, %llu duplicates: %.1f s, peak %.0f MiB (%.0f MiB before)\n",
              merged->campaigns, static_cast<unsigned long long>(merged->tests),
              static_cast<unsigned long long>(merged->findings), static_cast<unsigned long long>(merged->duplicates),
              took.count(), peak_mebibytes(), before);
  return 0;
}
