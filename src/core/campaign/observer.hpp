#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/finding/finding.hpp"
#include "core/store/record.hpp"

namespace assay::core {

/// A session of the campaign begins.
struct CampaignStarted {
  CampaignIdentity identity;
  std::string directory;
  unsigned jobs = 1;
  bool resumed = false;
  std::uint64_t tests_before = 0;  ///< cases done in earlier sessions
  double seconds_before = 0;
  double preparation_seconds = 0;  ///< from the command's start to this event
};

/// The result of one control (DESIGN section 3).
struct ControlResult {
  std::string target;
  std::string control;
  Verdict expected;
  Trial trial;  ///< the run that failed, or the last one
  RunMode mode = RunMode::Fresh;
  bool passed = false;

  /// "pass", "skip (reason)", "bug: refutation-unsound".
  [[nodiscard]] static std::string text(const Verdict& verdict);
};

struct TargetProgress {
  std::string name;
  std::uint64_t tests = 0;  ///< number of verdicts: passes, skips and bugs
  std::uint64_t passes = 0;
  std::uint64_t skips = 0;
  std::uint64_t bugs = 0;
  std::uint64_t findings = 0;  ///< distinct bugs
  double cpu_seconds = 0;
};

/// The state of a campaign, over all its sessions unless a field says otherwise.
struct Progress {
  double elapsed_seconds = 0;
  std::optional<double> seconds_left;       ///< until the time limit, if there is one
  std::optional<std::uint64_t> tests_left;  ///< until the limit of tests, if there is one
  std::uint64_t tests = 0;                  ///< cases done, without `voids`
  std::uint64_t voids = 0;                  ///< case indices for which no case could be made
  double tests_per_second = 0;              ///< of this session
  std::uint64_t passes = 0;                 ///< verdicts; each case has one per target
  std::uint64_t skips = 0;
  std::uint64_t bugs = 0;
  std::uint64_t findings = 0;    ///< distinct bugs
  std::uint64_t duplicates = 0;  ///< repeated bugs
  std::vector<std::pair<BugKind, std::uint64_t>> findings_by_kind;
  std::vector<TargetProgress> targets;
  std::vector<std::pair<std::string, std::uint64_t>> skip_reasons;  ///< most frequent first
  /// Passes with a reservation (Verdict::reason), most frequent first.
  std::vector<std::pair<std::string, std::uint64_t>> reservations;
  CpuShares cpu;
};

/// A step in the life of a finding (core/campaign/investigation.hpp).
struct FindingEvent {
  enum class What : std::uint8_t {
    New,        ///< confirmed and stored
    Reduced,    ///< the reduction has ended
    Duplicate,  ///< the reduced case has a known signature: that of the finding `known_as`
    NotStored,  ///< the store failed, so this event is the only copy of the finding
  };
  What what = What::New;
  Finding finding;
  std::string known_as;
};

/// A target's run on an input that is done, in campaigns that measure (Trial::measurement).
struct InputMeasured {
  MeasuredRun run;
  std::string target;  ///< its name
};

struct Message {
  enum class Level : std::uint8_t { Info, Warning, Error };
  Level level = Level::Info;
  std::string text;
};

enum class StopReason : std::uint8_t { Time, Tests, Findings, NothingToTest, Interrupted, StoreFailed, WorkersFailed };
[[nodiscard]] std::string_view description(StopReason reason);

struct CampaignFinished {
  StopReason reason = StopReason::Tests;
  Progress progress;
};

using Event =
    std::variant<CampaignStarted, ControlResult, Progress, FindingEvent, InputMeasured, Message, CampaignFinished>;

/// Receives a campaign's events, one at a time, from any thread. The campaign waits until on_event returns.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_event(const Event& event) = 0;
};

}  // namespace assay::core
