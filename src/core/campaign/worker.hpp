#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "assay/core/tester.hpp"
#include "core/campaign/judge.hpp"
#include "core/campaign/session.hpp"

namespace assay::core {

/// One thread of a campaign: does chunks of cases, and what comes of their bugs.
class Worker {
 public:
  explicit Worker(Session& session) : session_(session) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Until there is nothing left or a stop. Lets no exception out.
  void run() noexcept;

 private:
  enum class Step : std::uint8_t { Done, Cancelled };

  void work();
  [[nodiscard]] bool make_tester();
  /// Calls `function`; an exception becomes a message with `what`, and the tester, whose state nobody knows, is made
  /// anew. False after an exception.
  bool guarded(const std::string& what, const std::function<void()>& function);

  /// False when it ended before the chunk's last case.
  [[nodiscard]] bool do_chunk(const Chunk& chunk);
  [[nodiscard]] Step do_case(std::uint64_t index);
  [[nodiscard]] Step judge_case(const Case& subject);
  void finish_case(const Chunk& chunk, std::uint32_t done);
  void count(const Case& subject, const std::string& target, const Verdict& verdict, double cpu_seconds);
  void count_cpu();
  void flush();

  // What comes of a bug (investigation.cpp).
  struct Confirmation {
    enum class What : std::uint8_t { Always, Sometimes, Never, Unjudged, Cancelled };
    What what = What::Cancelled;
    Trial trial;  ///< a run that failed
    unsigned failed = 0;
    unsigned judged = 0;   ///< runs that came to a verdict: the others say nothing
    std::string unjudged;  ///< why the others did not, for people
  };
  [[nodiscard]] Step handle_bug(const Case& subject, std::size_t target, Trial& trial, bool compared);
  [[nodiscard]] Result<Store::Planned> plan(const Finding& finding);
  [[nodiscard]] Confirmation confirm(const Case& subject, std::size_t target, const Trial& seen, bool compared);
  /// The same of a finding that fails in no process of its own: behind other cases, as a process that the campaign
  /// keeps has met it. Then the finding's case becomes the longer one.
  [[nodiscard]] Confirmation confirm_as_kept(Finding& finding, std::size_t target, const Trial& seen,
                                             Confirmation alone);
  [[nodiscard]] Finding make_finding(const Case& subject, std::size_t target, const Trial& trial, bool compared) const;
  [[nodiscard]] Step settle(Finding finding, Trial& trial, const Confirmation& confirmation);
  void keep_unconfirmed(Finding finding, const Confirmation& confirmation);
  [[nodiscard]] Step store_and_reduce(Finding finding);
  [[nodiscard]] std::optional<std::size_t> position_of(const std::string& target) const;
  /// Without a tester that could go on, the finding stays as it is stored: a resume takes it up. `announced`: false if
  /// the event FindingEvent::What::New waits until the reduction shows that the finding is no duplicate.
  void reduce(Finding finding, bool announced = true);
  /// Sets status and reduced case; gives the verdict that the signature is made from.
  [[nodiscard]] Verdict reduce_case(Finding& finding, std::size_t target);
  /// A fresh run of a case that is to fail as the finding does. False when it could not be run; its verdict tells.
  [[nodiscard]] bool run_again(const Finding& finding, std::size_t target, const Case& subject, Trial& trial);
  /// Forgets the case of a reduction that was cut short when it does not fail: then the reduction begins anew.
  void check_partial(Finding& finding, std::size_t target);
  [[nodiscard]] Verdict verify_reduction(Finding& finding, std::size_t target, Case reduced);
  void sign(Finding& finding, std::size_t target, const Verdict& verdict);
  /// What shows it without Assay, made for the case as it is now.
  void reproduce(Finding& finding, std::size_t target);
  void resolve(Finding finding, bool announced);
  /// Emits FindingEvent::What::New for a finding that stays unresolved in this session, unless that was done before.
  void announce_unresolved(const Finding& finding, bool announced);
  /// The store failed: the campaign ends, and says which finding is in no store.
  void report_not_stored(const Error& error, Finding finding);

  Session& session_;
  std::unique_ptr<Tester> tester_;
  bool alive_ = true;

  // The case at hand: it counts only when it is done.
  std::vector<Tally> case_tallies_;
  std::vector<LabelTally> case_labels_;
  std::vector<Progressed::Repeat> case_repeats_;
  bool has_bug_ = false;
  bool some_target_ran_ = false;

  // Done, but not committed.
  std::map<std::uint64_t, std::uint32_t> chunks_;
  std::uint64_t tests_ = 0;
  std::uint64_t voids_ = 0;
  std::map<std::tuple<std::string, std::string, std::string, Verdict::Outcome, std::string>, Tally> tallies_;
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> labels_;  ///< by target, label and kind
  std::vector<Progressed::Repeat> repeats_;
  std::chrono::steady_clock::time_point last_flush_ = std::chrono::steady_clock::now();

  // CPU seconds.
  double own_before_ = 0;
  double generate_cpu_ = 0;
  double target_cpu_ = 0;
  double reduction_cpu_ = 0;  ///< of this tester, as far as it is counted
};

}  // namespace assay::core
