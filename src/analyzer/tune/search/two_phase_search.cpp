#include "analyzer/tune/search/two_phase_search.hpp"

#include <algorithm>
#include <utility>

namespace assay::analyzer::tune {
namespace {

/// Independent recipes are proposed in batches of this size, on any machine.
constexpr std::size_t kIndependent = 4;

}  // namespace

TwoPhaseSearch::TwoPhaseSearch(const SearchTask& task, std::unique_ptr<Generator> generator)
    : task_(task),
      precision_(*task.space),
      generator_(std::move(generator)),
      rng_(task.rng.split("recipes")),
      accepts_(task.rng.split("accept")),
      settings_(task.rng.split("settings")),
      best_(Recipe{{precision_.initial()}}),
      current_(best_) {}

std::vector<Proposal> TwoPhaseSearch::ask() {
  if (phase_ == Phase::Initial) return {Proposal{current_, 0}};
  if (phase_ == Phase::Domains) {
    std::vector<Proposal> proposals = ask_domains();
    if (!proposals.empty()) return proposals;
    phase_ = Phase::Settings;
    asked_ = 0;
  }
  return ask_settings();
}

std::vector<Proposal> TwoPhaseSearch::ask_domains() {
  std::vector<Proposal> proposals;
  while (length_ <= task_.longest && asked_ == std::size_t{task_.domain_rounds} * length_) {
    ++length_;
    asked_ = 0;
  }
  if (length_ > task_.longest) return proposals;
  const std::size_t left = std::size_t{task_.domain_rounds} * length_ - asked_;
  const std::size_t batch = generator_->independent() ? std::min(kIndependent, left) : 1;
  for (std::size_t i = 0; i < batch; ++i)
    proposals.push_back({generator_->generate(precision_, current_, length_, rng_), 0});
  asked_ += batch;
  return proposals;
}

std::vector<Proposal> TwoPhaseSearch::ask_settings() {
  if (asked_ == task_.setting_rounds) return {};
  ++asked_;
  const std::optional<Recipe> recipe = mutated_settings(*task_.space, precision_, best_, settings_);
  if (!recipe) return {};
  return {Proposal{*recipe, 0}};
}

void TwoPhaseSearch::tell(std::span<const Evaluation> evaluations) {
  for (const Evaluation& evaluation : evaluations) hear(evaluation);
}

void TwoPhaseSearch::hear(const Evaluation& evaluation) {
  if (evaluation.cost < best_cost_) {
    best_ = evaluation.recipe;
    best_cost_ = evaluation.cost;
  }
  if (phase_ == Phase::Initial) {
    current_cost_ = evaluation.cost;
    phase_ = Phase::Domains;
  } else if (phase_ == Phase::Domains && generator_->accept(current_cost_, evaluation.cost, accepts_)) {
    current_ = evaluation.recipe;
    current_cost_ = evaluation.cost;
  }
}

}  // namespace assay::analyzer::tune
