#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/campaign/campaign.hpp"

namespace assay::core::fake {

/// The behaviour of the fake module, by case. The first line of a case's file says how the targets behave on it; the
/// reducer drops the other lines. Lines:
///   pass | skip R | bug KIND REASON | flaky | persistent | kept | throw | other-kind | other-reason | slower
///   busy: fails, but fresh runs time out | half-busy: fails, but every second fresh run times out
/// Only the target "liar" (or else the last one) misbehaves; "honest" passes everything.
struct Plan {
  std::function<std::string(std::uint64_t)> line = [](std::uint64_t) { return std::string("pass"); };
  std::function<void(std::uint64_t, const std::stop_token&)> on_generate = [](std::uint64_t, const std::stop_token&) {};
  std::vector<Control> controls;
  std::uint64_t fingerprint = 7;
  std::vector<std::string> targets = {"honest", "liar"};
  /// Called for every trial, before it is answered.
  std::function<void(const Case&, std::size_t target, RunMode)> on_run = [](const Case&, std::size_t, RunMode) {};
  std::function<void(const Case&)> on_reduce = [](const Case&) {};
  std::size_t reduce_step =
      0;  ///< bytes of ballast that a reduction drops at a time, on_reduce and one run before each; 0: all
  std::function<void(const Case&)> on_signature = [](const Case&) {};
  std::function<std::vector<std::string>(const Case&)> causes = [](const Case&) { return std::vector<std::string>(); };
  /// The verdict of the liar's trial; nullopt: the verdict of the line.
  std::function<std::optional<Verdict>(const Case&)> judge_as = [](const Case&) { return std::nullopt; };
  /// A target's trial, when it is not what the line says: for campaigns that look for changes.
  std::function<std::optional<Trial>(const Case&, std::size_t target)> trial_as = [](const Case&, std::size_t) {
    return std::nullopt;
  };
  std::optional<SlowRule> only_changes;
  /// The outcome that the verdict depends on, so that it can wait; empty: it cannot.
  std::function<std::string(const Case&, std::size_t target)> outcome = [](const Case&, std::size_t) {
    return std::string();
  };
  std::function<void()> on_judge = [] {};
  /// The result of `Tester::settle` for a case.
  std::function<std::optional<Case>(const Case&)> settle = [](const Case&) { return std::nullopt; };
  bool reducer_loses_bug = false;
  bool reduces_later = false;
  bool reduces_until_stopped = false;  ///< reduce() returns only when its stop is requested
  std::function<void(const std::stop_token&)> on_reproduction = [](const std::stop_token&) {};
  bool translates_cases = false;
  bool reason_identifies = false;
  bool signature_by_reason = false;  ///< bugs of one case that have other reasons have other signatures
};

/// Counts over all testers of a module.
struct Log {
  std::mutex mutex;
  std::multiset<std::uint64_t> generated;
  std::uint64_t reductions = 0;
  std::uint64_t fresh_runs = 0;
};

class FakeModule : public Module {
 public:
  explicit FakeModule(Plan plan);
  [[nodiscard]] std::string name() const override { return "fake"; }
  [[nodiscard]] const std::vector<TargetInfo>& targets() const override { return targets_; }
  [[nodiscard]] std::vector<Control> controls() const override { return plan_.controls; }
  [[nodiscard]] std::string configuration() const override { return "name = \"fake\"\n"; }
  [[nodiscard]] std::uint64_t fingerprint() const override { return plan_.fingerprint; }
  [[nodiscard]] Result<std::unique_ptr<Tester>> make_tester() const override;
  [[nodiscard]] std::optional<SlowRule> only_changes() const override { return plan_.only_changes; }
  [[nodiscard]] bool reduces_later() const override { return plan_.reduces_later; }
  [[nodiscard]] ModuleDescription description() const override {
    return {.title = "Faking", .target = "liar or not", .group = "third", .label = "line"};
  }

  Plan& plan() { return plan_; }
  Log& log() const { return log_; }
  /// May be changed while workers run.
  mutable std::atomic<bool> tester_fails{false};
  /// How many testers can be made before it fails.
  mutable std::atomic<unsigned> testers{1000000};

 private:
  Plan plan_;
  std::vector<TargetInfo> targets_;
  mutable Log log_;
};

/// Bugs of three causes, skips, cases that cannot be made, and exceptions.
[[nodiscard]] std::string assorted_line(std::uint64_t index);
[[nodiscard]] Plan assorted_plan();
[[nodiscard]] Case make_case(std::uint64_t index, const std::string& line);

/// Stores all events.
class Recorder : public Observer {
 public:
  void on_event(const Event& event) override;
  std::vector<Event> events;
  [[nodiscard]] std::vector<FindingEvent> findings(FindingEvent::What what) const;
  [[nodiscard]] std::string messages() const;
  std::function<void(const Event&)> also;

 private:
  std::atomic<bool> inside_{false};
};

/// Everything of a campaign that has to be the same however it was run: no times.
[[nodiscard]] std::string digest(const CampaignRecord& record);
/// A folder that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

[[nodiscard]] std::unique_ptr<Store> create(const Module& module, const std::string& directory, Shard shard = {});
/// Opens or creates, runs, and gives the summary; the store is closed again.
Summary run(const Module& module, const std::string& directory, const CampaignOptions& options, Shard shard = {},
            std::stop_token stop = {});
[[nodiscard]] CampaignRecord record_of(const std::string& directory);
[[nodiscard]] CampaignOptions quick(std::uint64_t tests, unsigned jobs = 1);

}  // namespace assay::core::fake
