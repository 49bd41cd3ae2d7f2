#include "analyzer/tune/evaluate/narrowed.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace assay::analyzer::tune {
namespace {

constexpr double kMoment = 1;  ///< CPU seconds: an analyzer reports an unknown setting at once

struct Value {
  std::size_t knob = 0;
  std::size_t value = 0;
};

/// The default ingredient with these values, and with the values that make their knobs active.
Ingredient with(const Space& space, const std::vector<Value>& values) {
  Ingredient ingredient = space.standard();
  for (const Value& one : values) {
    ingredient.values[one.knob] = one.value;
    const Knob& knob = space.knobs()[one.knob];
    if (knob.when.empty() || space.active(ingredient, one.knob)) continue;
    for (std::size_t other = 0; other < space.knobs().size(); ++other) {
      if (space.knobs()[other].name != knob.when) continue;
      const std::vector<std::string>& choices = space.knobs()[other].values;
      const auto at =
          std::find_first_of(choices.begin(), choices.end(), knob.when_values.begin(), knob.when_values.end());
      if (at != choices.end()) ingredient.values[other] = static_cast<std::size_t>(at - choices.begin());
    }
  }
  return space.canonical(std::move(ingredient));
}

/// Finds rejected values, by trying several values together.
class Probe {
 public:
  Probe(Narrowed& subject, RunCache& cache, RunLimits limits, const std::stop_token& stop)
      : subject_(subject), cache_(cache), limits_(limits), stop_(stop) {}

  void look(const std::vector<Value>& values) {
    if (values.empty() || stop_.stop_requested()) return;
    const Outcome outcome = outcome_of(with(subject_.space(), values));
    if (outcome.status != Outcome::Status::Rejected) return;
    if (values.size() == 1) {
      rejected.emplace_back(values.front(), outcome.reason);
      return;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    look({values.begin(), middle});
    look({middle, values.end()});
  }

  std::vector<std::pair<Value, std::string>> rejected;

 private:
  Outcome outcome_of(const Ingredient& ingredient) {
    const std::string key = run_key(subject_, ingredient, {}, limits_.memory_bytes);
    if (std::optional<Outcome> stored = cache_.find(key)) return std::move(*stored);
    Outcome outcome = subject_.run(ingredient, {}, limits_, stop_);
    // An outcome that cannot be cached runs again.
    if (outcome.status != Outcome::Status::Stopped) static_cast<void>(cache_.keep(key, outcome));
    return outcome;
  }

  Narrowed& subject_;
  RunCache& cache_;
  RunLimits limits_;
  const std::stop_token& stop_;
};

}  // namespace

bool Narrowed::bar(std::size_t knob, std::size_t value) {
  std::optional<Space> smaller = space_.without(knob, value);
  if (!smaller) return false;
  space_ = std::move(*smaller);
  return true;
}

std::vector<std::string> Narrowed::command(const Ingredient& ingredient) const {
  const Result<Ingredient> known = whole_.space().ingredient(space_.text(ingredient));
  return known ? whole_.command(*known) : std::vector<std::string>();
}

Outcome Narrowed::run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed, const RunLimits& limits,
                      const std::stop_token& stop) {
  const Result<Ingredient> known = whole_.space().ingredient(space_.text(ingredient));
  if (known) return whole_.run(*known, assumed, limits, stop);
  Outcome outcome;
  outcome.reason = known.error().message;
  return outcome;
}

std::vector<std::string> drop_rejected(Narrowed& subject, RunCache& cache, std::uint64_t memory_bytes,
                                       const std::stop_token& stop) {
  Probe probe(subject, cache, {kMoment, memory_bytes}, stop);
  const std::vector<Knob>& knobs = subject.space().knobs();
  std::size_t most = 0;
  for (const Knob& knob : knobs) most = std::max(most, knob.values.size());
  for (std::size_t value = 0; value < most; ++value) {
    std::vector<Value> together;
    for (std::size_t knob = 0; knob < knobs.size(); ++knob)
      if (value < knobs[knob].values.size() && value != knobs[knob].standard) together.push_back({knob, value});
    probe.look(together);
  }
  std::vector<std::string> notes;
  // Starts with the last values, so that the numbers of earlier values stay the same.
  std::stable_sort(probe.rejected.begin(), probe.rejected.end(),
                   [](const auto& one, const auto& other) { return one.first.value > other.first.value; });
  for (const auto& [one, reason] : probe.rejected) {
    const Knob knob = subject.space().knobs()[one.knob];
    if (subject.bar(one.knob, one.value))
      notes.push_back("'" + knob.name + "=" + knob.values[one.value] + "' is left out: this version says: " + reason);
  }
  return notes;
}

}  // namespace assay::analyzer::tune
