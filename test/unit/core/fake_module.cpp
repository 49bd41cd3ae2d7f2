#include "unit/core/fake_module.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <stdexcept>

#include "base/text.hpp"
#include "core/finding/finding.hpp"

namespace assay::core::fake {
namespace {

std::string first_line(const Case& subject) {
  const std::string& content = subject.files.at(0).content;
  return content.substr(0, content.find('\n'));
}

void wait_for(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait(lock, stop, [] { return false; });
}

class FakeTester : public Tester {
 public:
  FakeTester(const Plan& plan, Log& log, std::size_t liar) : plan_(plan), log_(log), liar_(liar) {}

  std::variant<Case, Skip> generate(std::uint64_t index, const std::stop_token& stop) override {
    {
      const std::lock_guard guard(log_.mutex);
      log_.generated.insert(index);
    }
    plan_.on_generate(index, stop);
    const std::string line = plan_.line(index);
    if (line == "throw in generate") throw std::runtime_error("generate fell over");
    if (line == "no case") return Skip{"no case comes to mind"};
    return make_case(index, line);
  }

  Trial run(const Case& subject, std::size_t target, RunMode mode, const std::stop_token&) override {
    plan_.on_run(subject, target, mode);
    if (mode == RunMode::Fresh) {
      const std::lock_guard guard(log_.mutex);
      ++log_.fresh_runs;
    }
    Trial trial;
    trial.command = {"/bin/fake", "--input", "{input}"};
    trial.cpu_seconds = 0.5;
    trial.answer = "done";
    trial.output = "output of " + first_line(subject);
    if (auto other = plan_.trial_as(subject, target)) return *std::move(other);
    const std::optional<Verdict> other = plan_.judge_as(subject);
    if (target == liar_) trial.verdict = other ? *other : judge(subject, mode);
    return trial;
  }

  PendingTrial ask(const Case& subject, std::size_t target, RunMode mode, const std::stop_token& stop) override {
    PendingTrial pending{run(subject, target, mode, stop), plan_.outcome(subject, target)};
    if (pending.outcome.empty()) return pending;
    pending.judge = [this, verdict = pending.trial.verdict](Trial& trial) {
      plan_.on_judge();
      trial.verdict = verdict;
    };
    pending.trial.verdict = {};
    return pending;
  }

  std::vector<std::pair<std::size_t, Verdict>> compare(const Case& subject, const std::vector<Trial>& trials) override {
    EXPECT_EQ(trials.size(), plan_.targets.size());
    const bool sometimes = first_line(subject) == "sometimes slower" && flips_++ % 2 == 0;
    if (!sometimes && first_line(subject) != "slower") return {};
    return {{liar_, Verdict::bug(BugKind::Slow, "peer", "slower than honest")}};
  }

  std::optional<Case> settle(const Case& subject, const std::vector<Trial>& trials, const std::stop_token&) override {
    EXPECT_EQ(trials.size(), plan_.targets.size());
    return plan_.settle(subject);
  }

  Case reduce(const Case& failing, std::size_t target, const Verdict& wanted, const ReduceBudget& budget) override {
    EXPECT_EQ(target, liar_);
    EXPECT_TRUE(wanted.is_bug());
    {
      const std::lock_guard guard(log_.mutex);
      ++log_.reductions;
    }
    plan_.on_reduce(failing);
    if (plan_.reduces_until_stopped) wait_for(budget.stop);
    Case smaller = failing;
    ReductionClock clock(budget);
    if (budget.stop.stop_requested()) return smaller;
    const std::string last = plan_.reducer_loses_bug ? "pass\n" : first_line(failing) + "\n";
    std::string& content = smaller.files[0].content;
    while (plan_.reduce_step > 0 && content.size() > last.size() + plan_.reduce_step) {
      content.resize(content.size() - plan_.reduce_step);
      plan_.on_reduce(smaller);
      if (!clock.take()) return smaller;
    }
    content = last;
    if (budget.differs && !budget.accepts(smaller, [] { return true; })) return failing;
    return smaller;
  }

  std::string signature(const Case& reduced, std::size_t, const Verdict& verdict) override {
    plan_.on_signature(reduced);
    const std::string reason = plan_.signature_by_reason ? "/" + verdict.reason : "";
    return std::string(core::name(verdict.kind)) + "/" + first_line(reduced) + reason;
  }

  std::vector<std::string> causes(const Case& reduced, std::size_t, const Verdict&) override {
    return plan_.causes(reduced);
  }

  Reproduction reproduction(const Finding& finding, std::size_t target, const std::stop_token& stop) override {
    EXPECT_EQ(target, liar_);
    plan_.on_reproduction(stop);
    Reproduction made = reproduction_of_run(finding);
    made.expected = "output of honest";
    return made;
  }

  std::vector<Case> as_in_kept_process(const Case& subject, std::size_t target) override {
    EXPECT_EQ(target, liar_);
    if (first_line(subject) != "kept") return {};
    return {make_case(subject.index, "pass"), make_case(subject.index, "bug crash behind-others")};
  }

  bool translates_cases() const override { return plan_.translates_cases; }

  bool reason_identifies(BugKind, std::string_view) const override { return plan_.reason_identifies; }

 private:
  Verdict judge(const Case& subject, RunMode mode) {
    const std::string line = first_line(subject);
    const std::vector<std::string_view> words = split(line, ' ');
    if (line == "throw") throw std::runtime_error("run fell over");
    if (words[0] == "skip") return Verdict::skip(std::string(words[1]));
    if (words[0] == "bug") return bug(*bug_kind(words[1]), words.size() > 2 ? std::string(words[2]) : "");
    if ((line == "persistent" || line == "kept") && mode == RunMode::Campaign)
      return bug(BugKind::Crash, "only when persistent");
    if (line == "flaky" && (mode == RunMode::Campaign || ++flips_ % 2 == 0)) return bug(BugKind::InvalidModel, "flaky");
    const bool fresh = mode == RunMode::Fresh;
    if (fresh && (line == "busy" || (line == "half-busy" && ++flips_ % 2 == 0))) return Verdict::skip("timeout");
    if (line == "busy" || line == "half-busy") return bug(BugKind::InvalidModel, "busy");
    if (line == "other-kind") return bug(mode == RunMode::Campaign ? BugKind::Crash : BugKind::InvalidModel, "other");
    if (line == "other-reason") return bug(BugKind::Crash, mode == RunMode::Campaign ? "worker died" : "assertion");
    return Verdict();
  }
  static Verdict bug(BugKind kind, const std::string& reason) {
    return Verdict::bug(kind, reason, "expected x\ngot y");
  }

  const Plan& plan_;
  Log& log_;
  std::size_t liar_;
  unsigned flips_ = 0;
};

}  // namespace

FakeModule::FakeModule(Plan plan) : plan_(std::move(plan)) {
  for (const std::string& target : plan_.targets) targets_.push_back({target, "1.0", {"/bin/fake"}});
}

Result<std::unique_ptr<Tester>> FakeModule::make_tester() const {
  if (tester_fails || testers.fetch_sub(1) == 0) {
    tester_fails = true;
    return Error{"the fake cannot be made", "ask for less"};
  }
  const auto liar = std::find(plan_.targets.begin(), plan_.targets.end() - 1, "liar");
  return std::unique_ptr<Tester>(
      std::make_unique<FakeTester>(plan_, log_, static_cast<std::size_t>(liar - plan_.targets.begin())));
}

std::string assorted_line(std::uint64_t index) {
  if (index % 29 == 3) return "bug refutation-unsound a";
  if (index % 31 == 5) return "bug crash b";
  if (index % 37 == 7) return "bug invalid-model c" + std::to_string(index % 2);
  if (index % 41 == 9) return "skip too-hard";
  if (index % 43 == 11) return "no case";
  if (index % 47 == 13) return "throw";
  if (index % 53 == 15) return "throw in generate";
  return "pass";
}

Plan assorted_plan() {
  Plan plan;
  plan.line = assorted_line;
  return plan;
}

Case make_case(std::uint64_t index, const std::string& line) {
  Case made;
  made.index = index;
  made.strategy = index % 2 == 0 ? "even" : "odd";
  made.group = "G" + std::to_string(index % 3);
  made.files = {{"input.fake", line + "\nballast " + std::string(1 + index % 50, 'x') + "\n"}, {"witness", "w"}};
  made.metadata = R"({"truth":"sat"})";
  made.labels = {"strategy " + made.strategy, "line " + line};
  return made;
}

void Recorder::on_event(const Event& event) {
  EXPECT_FALSE(inside_.exchange(true)) << "two events at a time";
  events.push_back(event);
  if (also) also(event);
  inside_ = false;
}

std::vector<FindingEvent> Recorder::findings(FindingEvent::What what) const {
  std::vector<FindingEvent> out;
  for (const Event& event : events) {
    const auto* finding = std::get_if<FindingEvent>(&event);
    if (finding != nullptr && finding->what == what) out.push_back(*finding);
  }
  return out;
}

std::string Recorder::messages() const {
  std::string out;
  for (const Event& event : events) {
    if (const auto* message = std::get_if<Message>(&event)) out += message->text + "\n";
  }
  return out;
}

std::string digest(const CampaignRecord& record) {
  std::string out = "tests " + std::to_string(record.tests) + "\n";
  for (const Tally& tally : record.tallies) {
    out += "tally " + tally.strategy + "/" + tally.group + "/" + tally.target + "/" +
           std::to_string(static_cast<int>(tally.outcome)) + "/" + tally.reason + " = " + std::to_string(tally.count) +
           ", " + std::to_string(tally.cpu_seconds) + "\n";
  }
  std::set<std::string> findings;
  for (const Finding& finding : record.findings) {
    findings.insert("finding " + finding.id + " " + std::string(name(finding.status)) + " " +
                    std::string(name(finding.kind)) + " " + finding.signature + " x" +
                    std::to_string(finding.duplicates) + "+" + std::to_string(finding.alike) + " " +
                    finding.original.files.at(0).content + finding.smallest().files.at(0).content);
  }
  for (const std::string& finding : findings) out += finding;
  return out;
}

TemporaryFolder::TemporaryFolder() {
  // In memory where that is possible: thousands of files are synced here, which has nothing to do with the tested code.
  const std::filesystem::path memory = "/dev/shm";
  const bool in_memory = std::getenv("TMPDIR") == nullptr && ::access(memory.c_str(), W_OK) == 0;
  std::string pattern = ((in_memory ? memory : std::filesystem::temp_directory_path()) / "assay-test-XXXXXX").string();
  path_ = ::mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::unique_ptr<Store> create(const Module& module, const std::string& directory, Shard shard) {
  Result<std::unique_ptr<Store>> store = Store::create(directory, identity_of(module, 42, shard, "0.1-test"));
  EXPECT_TRUE(store.ok()) << (store.ok() ? "" : store.error().text());
  return std::move(*store);
}

Summary run(const Module& module, const std::string& directory, const CampaignOptions& options, Shard shard,
            std::stop_token stop) {
  std::unique_ptr<Store> store;
  if (std::filesystem::exists(directory + "/campaign.sqlite")) {
    Result<std::unique_ptr<Store>> opened = Store::open(directory);
    EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().text());
    store = std::move(*opened);
  } else {
    store = create(module, directory, shard);
  }
  Recorder recorder;
  Result<Summary> summary = run_campaign(module, options, *store, recorder, std::move(stop));
  EXPECT_TRUE(summary.ok()) << (summary.ok() ? "" : summary.error().text());
  return summary.ok() ? *summary : Summary{};
}

CampaignRecord record_of(const std::string& directory) {
  Result<std::unique_ptr<Store>> store = Store::open(directory);
  EXPECT_TRUE(store.ok()) << (store.ok() ? "" : store.error().text());
  Result<CampaignRecord> record = (*store)->record();
  EXPECT_TRUE(record.ok()) << (record.ok() ? "" : record.error().text());
  return *record;
}

CampaignOptions quick(std::uint64_t tests, unsigned jobs) {
  CampaignOptions options;
  options.jobs = jobs;
  options.tests = tests;
  options.progress_seconds = 1000;
  return options;
}

}  // namespace assay::core::fake
