#include <algorithm>
#include <array>
#include <limits>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "trigger/search/candidates.hpp"
#include "trigger/search/formula_models.hpp"
#include "trigger/search/search_source.hpp"
#include "trigger/search/search_space.hpp"

namespace assay::trigger {
namespace {

/// Section 4.5.1. Those with a lower similarity and with types and parts solve what the first does not; C2 checks
/// each candidate alone, which takes long.
constexpr std::array kConfigurations = {
    Configuration{"C0", 0.3, 64, false, false}, Configuration{"C1", 0.1, 64, false, false},
    Configuration{"C3", 0.3, 64, true, false},  Configuration{"C4", 0.1, 64, false, true},
    Configuration{"C2", 0.3, 1, false, false},
};

/// How much one round does. Later rounds start again: what was solved is known and costs nothing. Most terms come from
/// the first configuration, so it has more models and larger clusters before the others do; the last rounds have all of
/// them, more of everything, and a lower similarity. Amounts of work, not of time, so that a machine's speed does not
/// decide what is found first.
struct Round {
  std::size_t formulas;  ///< new ones for each root
  std::size_t models;
  std::size_t members;
  std::size_t configurations;  ///< how many of them have a turn
  double lower;                ///< the similarity by so much
  bool light = false;          ///< models need not be models of the ground conjuncts
};
constexpr std::array kRounds = {
    Round{1, 1, 1, 1, 0},     Round{4, 2, 2, 1, 0},     Round{4, 1, 2, 4, 0},  Round{12, 2, 3, 1, 0},
    Round{8, 4, 2, 1, 0},     Round{8, 2, 2, 5, 0},     Round{12, 2, 3, 5, 0}, Round{40, 4, 3, 5, 0.1},
    Round{100, 4, 3, 5, 0.2}, Round{100, 6, 4, 5, 0.2},
};

constexpr std::size_t kLightRounds = 3;
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

/// Work of one turn: half a second's.
constexpr Work kWorkOfTurn = 2'500'000;
/// All candidates so far are tried together after the work of a turn, or so many times what the last try took.
constexpr Work kTimesOfTogether = 3;
/// To make a neighbour of a cluster, and what is made of it later.
constexpr Work kWorkPerNeighbour = 150;

class Search : public TermSource {
 public:
  explicit Search(const Workplace& work)
      : work_(work), space_(work), models_(work, space_, true), light_(work, space_, false), candidates_(work) {
    rounds_ = rounds_for(work_.options, facts_size() > kLargeFacts);
  }

  Turn next() override {
    const Work before = work();
    most_ = own_work() + kWorkOfTurn;
    candidates_.set_budget(candidates_.work() + kWorkOfTurn);
    most_batches_ = work_.validator.slow() ? candidates_.batches() + 1 : std::numeric_limits<std::size_t>::max();
    Turn turn;
    (void)candidates_.go_on();
    while (!candidates_.busy() && round_ < rounds_.size()) {
      run(kConfigurations.at(configuration_), rounds_[round_]);
      if (!go_on()) break;
      next_configuration();
    }
    (void)candidates_.go_on();  // its cost must not depend on how many answers are there by now
    if (std::optional<Terms> terms = candidates_.take())
      turn.found = Found{std::move(*terms), method_};
    else if (round_ == rounds_.size() && !candidates_.busy())
      turn.progress = Progress::Over;
    turn.work = work() - before;
    return turn;
  }

 private:
  [[nodiscard]] bool alive() const { return !candidates_.found() && !work_.deadline.passed(); }
  /// A turn ends between two roots: what is explored half is explored again.
  [[nodiscard]] bool go_on() const {
    return alive() && own_work() < most_ && !candidates_.busy() && candidates_.batches() < most_batches_;
  }

  [[nodiscard]] Work work() const { return own_work() + candidates_.work(); }
  /// Without the checks of candidates.
  [[nodiscard]] Work own_work() const { return models_.work() + light_.work() + neighbours_ * kWorkPerNeighbour; }

  [[nodiscard]] std::size_t solved() const { return models_.solved() + light_.solved(); }
  [[nodiscard]] std::size_t made() const { return models_.made() + light_.made(); }
  /// Nodes of the ground conjuncts.
  [[nodiscard]] std::size_t facts_size() const {
    std::set<smt::TermId> nodes;
    for (const smt::TermId fact : space_.facts())
      visit_terms(work_.store, fact, [&](smt::TermId node) { return nodes.insert(node).second; });
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
    method_ = "search " + std::string(configuration.name) + ", clusters of " + std::to_string(round.members);
    while (root_ < space_.clauses().size() && go_on()) {
      explore(root_, configuration, round);
      if (alive()) ++root_;
    }
    if (alive() && (root_ == space_.clauses().size() || work() >= next_together_)) {
      const Work before = work();
      (void)candidates_.all_together();
      next_together_ = work() + std::max(kWorkOfTurn, kTimesOfTogether * (work() - before));
    }
    if (!alive() || root_ == space_.clauses().size()) tell(configuration, round);
  }

  /// What was done since this was told.
  void tell(const Configuration& configuration, const Round& round) {
    if (solved() == told_solved_ && !candidates_.found()) return;
    std::string line = "search " + std::string(configuration.name) + ", clusters of " + std::to_string(round.members) +
                       ": " + std::to_string(solved() - told_solved_) + " formulas, " +
                       std::to_string(made() - told_made_) +
                       std::string(round.light ? " models without facts" : " models");
    if (work_.deadline.passed()) line += ", out of time";
    work_.result.tried.push_back(std::move(line));
    told_solved_ = solved();
    told_made_ = made();
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
    while (!waiting.empty() && allowance > 0 && clusters-- > 0 && alive()) {
      const Cluster cluster = waiting.top().cluster;
      waiting.pop();
      const Fate fate = (round.light ? light_ : models_).solve(cluster, allowance, round.models, [&](Terms terms) {
        return candidates_.add(std::move(terms));
      });
      if (fate == Fate::Refuted || allowance == 0) continue;
      std::vector<Cluster> extended = space_.extended(cluster, configuration, similarity, round.members);
      neighbours_ += extended.size();
      for (Cluster& more : extended) {
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
  Work most_ = 0;
  std::size_t most_batches_ = 0;      ///< until the turn ends: each takes long where E-matching does not end
  Work next_together_ = kWorkOfTurn;  ///< when all candidates are tried together
  Work neighbours_ = 0;               ///< of clusters, that were made
  std::size_t told_solved_ = 0;
  std::size_t told_made_ = 0;
  std::string method_;
};

}  // namespace

std::unique_ptr<TermSource> make_search_source(const Workplace& work) { return std::make_unique<Search>(work); }

}  // namespace assay::trigger
