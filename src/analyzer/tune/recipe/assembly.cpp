#include "analyzer/tune/recipe/assembly.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/tune/run/cost.hpp"

namespace assay::analyzer::tune {
namespace {

/// Up to this number of combinations, all are examined.
constexpr double kExact = 20'000;

/// The parts with numbered checks: bit i of an alarm set is check i.
class Problem {
 public:
  using Bits = std::vector<std::uint64_t>;
  using Choice = std::vector<std::size_t>;

  Problem(const std::vector<Part>& parts, const Budget& budget, const Weights& weights) : budget_(budget) {
    for (const Part& part : parts)
      if (part.cpu_seconds <= budget.cpu_seconds && part.memory_bytes <= budget.memory_bytes) parts_.push_back(&part);
    std::map<CheckKey, std::size_t> numbers;
    for (const Part* part : parts_)
      for (const CheckKey& key : part->alarms) numbers.try_emplace(key, numbers.size());
    weights_.resize(numbers.size());
    for (const auto& [key, number] : numbers) weights_[number] = weight_of({key}, weights);
    for (const Part* part : parts_) {
      Bits bits((numbers.size() + 63) / 64);
      for (const CheckKey& key : part->alarms) {
        const std::size_t number = numbers.at(key);
        bits[number / 64] |= std::uint64_t{1} << (number % 64);
      }
      alarms_.push_back(std::move(bits));
    }
  }

  [[nodiscard]] std::size_t size() const { return parts_.size(); }
  [[nodiscard]] const Part& part(std::size_t index) const { return *parts_[index]; }

  /// The cost of a choice; less is better. An empty choice, or one over the budget, has the cost kNothing.
  [[nodiscard]] std::pair<double, double> worth(const Choice& choice) const {
    constexpr std::pair kNothing = {1e300, 1e300};
    if (choice.empty()) return kNothing;
    double seconds = 0;
    std::uint64_t memory = 0;
    Bits left = alarms_[choice.front()];
    bool local = false;  // share_of a recipe with settings of single functions
    for (const std::size_t index : choice) {
      local = local || !parts_[index]->ingredient.locals.empty();
      seconds += parts_[index]->cpu_seconds;
      memory = std::max(memory, parts_[index]->memory_bytes);
      for (std::size_t word = 0; word < left.size(); ++word) left[word] &= alarms_[index][word];
    }
    if (seconds > budget_.cpu_seconds) return kNothing;
    return {weight(left), local ? 1 : share_of(budget_, seconds, memory)};
  }

 private:
  [[nodiscard]] double weight(const Bits& bits) const {
    double sum = 0;
    for (std::size_t word = 0; word < bits.size(); ++word)
      for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
        sum += weights_[word * 64 + static_cast<std::size_t>(__builtin_ctzll(rest))];
    return sum;
  }

  Budget budget_;
  std::vector<const Part*> parts_;
  std::vector<Bits> alarms_;
  std::vector<double> weights_;
};

using Choice = Problem::Choice;
using Worth = std::pair<double, double>;

void try_all(const Problem& problem, unsigned longest, std::size_t from, Choice& choice, Choice& best,
             Worth& best_worth) {
  if (const Worth worth = problem.worth(choice); worth < best_worth) {
    best_worth = worth;
    best = choice;
  }
  if (choice.size() >= longest) return;
  for (std::size_t next = from; next < problem.size(); ++next) {
    choice.push_back(next);
    try_all(problem, longest, next + 1, choice, best, best_worth);
    choice.pop_back();
  }
}

/// Adds the part that helps most, until none helps; `a_second`: relative to the seconds that it costs.
Choice greedy(const Problem& problem, unsigned longest, bool a_second) {
  Choice choice;
  Worth now = problem.worth(choice);
  while (choice.size() < longest) {
    std::size_t best = problem.size();
    double best_gain = 0;
    Worth best_worth = now;
    for (std::size_t next = 0; next < problem.size(); ++next) {
      Choice more = choice;
      more.push_back(next);
      const Worth worth = problem.worth(more);
      if (!(worth < now)) continue;
      const double gain = choice.empty() || !a_second
                              ? -worth.first
                              : (now.first - worth.first) / (1e-6 + problem.part(next).cpu_seconds);
      if (best == problem.size() || gain > best_gain || (gain == best_gain && worth < best_worth)) {
        best = next;
        best_gain = gain;
        best_worth = worth;
      }
    }
    if (best == problem.size()) break;
    choice.push_back(best);
    now = best_worth;
  }
  return choice;
}

/// Removes a part, or replaces it by another one, as long as that helps.
void exchange_parts(const Problem& problem, Choice& choice) {
  bool better = true;
  while (better) {
    better = false;
    for (std::size_t at = 0; at < choice.size() && !better; ++at) {
      const Worth now = problem.worth(choice);
      Choice fewer = choice;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
      if (problem.worth(fewer) < now) {
        choice = std::move(fewer);
        better = true;
      }
      for (std::size_t next = 0; next < problem.size() && !better; ++next) {
        Choice other = choice;
        other[at] = next;
        if (!(problem.worth(other) < now)) continue;
        choice = std::move(other);
        better = true;
      }
    }
  }
}

double combinations(std::size_t parts, unsigned longest) {
  double sum = 0;
  double term = 1;
  for (unsigned size = 1; size <= longest && size <= parts; ++size) {
    term = term * static_cast<double>(parts - size + 1) / size;
    sum += term;
  }
  return sum;
}

}  // namespace

Recipe assembled(const std::vector<Part>& parts, const Budget& budget, const Weights& weights, unsigned longest) {
  const Problem problem(parts, budget, weights);
  Choice best;
  Worth best_worth = problem.worth(best);
  if (combinations(problem.size(), longest) <= kExact) {
    Choice choice;
    try_all(problem, longest, 0, choice, best, best_worth);
  } else {
    for (const bool a_second : {false, true}) {
      Choice choice = greedy(problem, longest, a_second);
      exchange_parts(problem, choice);
      if (const Worth worth = problem.worth(choice); worth < best_worth) {
        best_worth = worth;
        best = std::move(choice);
      }
    }
  }
  std::sort(best.begin(), best.end(), [&](std::size_t one, std::size_t other) {
    return std::pair(problem.part(one).cpu_seconds, one) < std::pair(problem.part(other).cpu_seconds, other);
  });
  Recipe recipe;
  for (const std::size_t index : best) recipe.ingredients.push_back(problem.part(index).ingredient);
  return recipe;
}

}  // namespace assay::analyzer::tune
