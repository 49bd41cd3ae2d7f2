#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/tune/space/tune.hpp"
#include "spaces.hpp"

namespace assay::analyzer::tune {

inline CheckKey check(unsigned line, std::string kind = "division_by_zero") {
  return {"a.c", "f", line, std::move(kind), ""};
}

inline std::vector<CheckKey> checks(const std::vector<unsigned>& lines) {
  std::vector<CheckKey> keys;
  for (const unsigned line : lines) keys.push_back(check(line));
  return keys;
}

/// A subject with a table of outcomes: text of the ingredient -> outcome. Ingredients without an entry fail.
class FakeSubject : public Subject {
 public:
  explicit FakeSubject(const Tuning& tuning = crab()) : space_(space_of(tuning)) {}

  void says(const std::string& ingredient, double seconds, const std::vector<unsigned>& alarms) {
    Outcome outcome;
    outcome.status = Outcome::Status::Done;
    outcome.cpu_seconds = seconds;
    outcome.alarms = checks(alarms);
    table[ingredient] = outcome;
  }

  [[nodiscard]] const Space& space() const override { return space_; }
  [[nodiscard]] std::string identity() const override { return "fake"; }
  [[nodiscard]] Outcome run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed, const RunLimits& limits,
                            const std::stop_token& stop) override {
    const std::lock_guard lock(mutex_);
    const std::string text = space_.text(ingredient);
    calls.push_back({text, limits.cpu_seconds, assumed});
    Outcome outcome;
    outcome.reason = "not in the table";
    if (stop.stop_requested()) {
      outcome.status = Outcome::Status::Stopped;
      return outcome;
    }
    if (const auto at = table.find(text); at != table.end()) outcome = at->second;
    if (outcome.cpu_seconds <= limits.cpu_seconds) return outcome;
    Outcome limited;
    limited.status = Outcome::Status::Limited;
    limited.reason = "timeout";
    limited.cpu_seconds = limits.cpu_seconds;
    return limited;
  }

  struct Call {
    std::string ingredient;
    double cap = 0;
    std::vector<CheckKey> assumed;
  };
  std::map<std::string, Outcome> table;
  std::vector<Call> calls;

 private:
  Space space_;
  std::mutex mutex_;
};

}  // namespace assay::analyzer::tune
