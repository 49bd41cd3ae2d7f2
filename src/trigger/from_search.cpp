#include <algorithm>
#include <array>
#include <limits>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "trigger/candidates.hpp"
#include "trigger/formula_models.hpp"
#include "trigger/search_space.hpp"
#include "trigger/sources.hpp"

namespace assay::trigger {
namespace {

/// Section 4.5.1.
constexpr std::array kConfigurations = {
    Configuration{"C0", 0.3, 64, false, false}, Configuration{"C1", 0.1, 64, false, false},
    Configuration{"C2", 0.3, 1, false, false},  Configuration{"C3", 0.3, 64, true, false},
    Configuration{"C4", 0.1, 64, false, true},
};

/// How much one round does. The next rounds do more, and start again with a lower similarity: what was solved is known
/// and costs nothing. Amounts of work, not of time, so that a machine's speed does not decide what is found first.
struct Round {
  std::size_t formulas;  ///< new ones for each root
  std::size_t models;
  std::size_t members;
  std::size_t configurations;  ///< how many of them have a turn
  double lower;                ///< the similarity by so much
  bool light = false;          ///< models need not be models of the ground conjuncts
};
constexpr std::array kRounds = {
    Round{1, 1, 1, 1, 0},    Round{4, 2, 2, 1, 0},     Round{8, 4, 2, 5, 0},     Round{20, 4, 3, 5, 0},
    Round{40, 4, 3, 5, 0.1}, Round{100, 4, 3, 5, 0.2}, Round{100, 6, 4, 5, 0.2},
};

constexpr std::size_t kLightRounds = 2;
/// Ground conjuncts with more nodes are large.
constexpr std::size_t kLargeFacts = 1500;

/// What the options allow of a round.
Round bounded(Round round, const SynthesisOptions& options) {
  round.formulas = std::min(round.formulas, options.formulas);
  round.models = std::min(round.models, options.models);
  round.members = std::min(round.members, options.clusters);
  return round;
}

/// Where the ground conjuncts are large, each model takes a while: the first rounds are repeated without them before.
std::vector<Round> rounds_for(const SynthesisOptions& options, bool large) {
  std::vector<Round> rounds;
  for (std::size_t i = 0; large && i < kLightRounds; ++i) {
    rounds.push_back(bounded(kRounds.at(i), options));
    rounds.back().light = true;
  }
  for (const Round& round : kRounds) rounds.push_back(bounded(round, options));
  rounds.push_back({options.formulas, options.models, options.clusters, kConfigurations.size(), 1});
  return rounds;
}

/// Clusters that are made, per formula that may be solved: those that are known already, or refuted at once.
constexpr std::size_t kClustersPerFormula = 8;
constexpr std::size_t kLeastClusters = 32;
constexpr std::size_t kMostWaiting = 4000;

/// How many models are asked for by the end of each turn: an amount of work, too.
constexpr std::array<std::size_t, 4> kModelsByTurn = {300, 2500, 10000, std::numeric_limits<std::size_t>::max()};

class Search : public TermSource {
 public:
  explicit Search(const Workplace& work)
      : work_(work), space_(work), models_(work, space_, true), light_(work, space_, false), candidates_(work) {
    rounds_ = rounds_for(work_.options, facts_size() > kLargeFacts);
  }

  std::optional<Found> turn(std::size_t number) override {
    most_ = kModelsByTurn.at(number);
    while (round_ < rounds_.size()) {
      run(kConfigurations.at(configuration_), rounds_[round_]);
      if (std::optional<Terms> terms = candidates_.take()) return Found{std::move(*terms), method_};
      if (!go_on()) break;
      next_configuration();
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool go_on() const { return !candidates_.found() && solved() < most_ && !work_.deadline.passed(); }

  [[nodiscard]] std::size_t solved() const { return models_.solved() + light_.solved(); }
  [[nodiscard]] std::size_t made() const { return models_.made() + light_.made(); }
  /// Nodes of the ground conjuncts.
  [[nodiscard]] std::size_t facts_size() const {
    std::set<smt::TermId> nodes;
    for (const smt::TermId fact : space_.facts())
      visit(work_.store, fact, [&](smt::TermId node) { return nodes.insert(node).second; });
    return nodes.size();
  }

  void next_configuration() {
    root_ = 0;
    if (++configuration_ < rounds_[round_].configurations) return;
    configuration_ = 0;
    ++round_;
  }

  /// From the root on at which the last turn ended.
  void run(const Configuration& configuration, const Round& round) {
    candidates_.set_batch(configuration.batch);
    const std::size_t solved_before = solved();
    const std::size_t made_before = made();
    while (root_ < space_.clauses().size() && go_on()) {
      explore(root_, configuration, round);
      if (go_on()) ++root_;
    }
    if (!candidates_.found() && !work_.deadline.passed()) (void)candidates_.all_together();
    if (solved() == solved_before && !candidates_.found()) return;
    std::string line = "search " + std::string(configuration.name) + ", clusters of " + std::to_string(round.members) +
                       ": " + std::to_string(solved() - solved_before) + " formulas, " +
                       std::to_string(made() - made_before) +
                       std::string(round.light ? " models without facts" : " models");
    if (work_.deadline.passed()) line += ", out of time";
    work_.result.tried.push_back(std::move(line));
    if (candidates_.found())
      method_ = "search " + std::string(configuration.name) + ", clusters of " + std::to_string(round.members);
  }

  struct Waiting {
    Cluster cluster;
    std::size_t number;
    bool operator<(const Waiting& other) const {
      return cluster.cost != other.cluster.cost ? cluster.cost > other.cluster.cost : number > other.number;
    }
  };

  /// Clusters around one root, those with the fewest rewritings first (section 4.6).
  void explore(std::size_t root, const Configuration& configuration, const Round& round) {
    const double similarity = std::max(work_.options.similarity, configuration.similarity - round.lower);
    std::priority_queue<Waiting> waiting;
    std::set<std::vector<std::uint32_t>> seen;
    std::size_t number = 0;
    waiting.push({space_.root(root), number++});
    std::size_t allowance = round.formulas;
    std::size_t clusters = kLeastClusters + kClustersPerFormula * round.formulas;
    while (!waiting.empty() && allowance > 0 && clusters-- > 0 && go_on()) {
      const Cluster cluster = waiting.top().cluster;
      waiting.pop();
      const Fate fate = (round.light ? light_ : models_).solve(cluster, allowance, round.models, [&](Terms terms) {
        return candidates_.add(std::move(terms));
      });
      if (fate == Fate::Refuted || allowance == 0) continue;
      for (Cluster& more : space_.extended(cluster, configuration, similarity, round.members)) {
        if (waiting.size() >= kMostWaiting) break;
        if (seen.insert(more.key()).second) waiting.push({std::move(more), number++});
      }
    }
  }

  const Workplace& work_;
  SearchSpace space_;
  FormulaModels models_;
  FormulaModels light_;  ///< without the ground conjuncts
  Candidates candidates_;
  std::vector<Round> rounds_;
  std::size_t round_ = 0;
  std::size_t configuration_ = 0;
  std::size_t root_ = 0;
  std::size_t most_ = 0;
  std::string method_;
};

}  // namespace

std::unique_ptr<TermSource> make_search_source(const Workplace& work) { return std::make_unique<Search>(work); }

}  // namespace assay::trigger
