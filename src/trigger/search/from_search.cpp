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

/// The configurations of Section 4.5.1. A lower similarity, types and parts solve scripts that C0 does not. C2 comes
/// last: it checks each candidate alone, which takes long.
constexpr std::array kConfigurations = {
    Configuration{"C0", 0.3, 64, false, false}, Configuration{"C1", 0.1, 64, false, false},
    Configuration{"C3", 0.3, 64, true, false},  Configuration{"C4", 0.1, 64, false, true},
    Configuration{"C2", 0.3, 1, false, false},
};

/// The bounds of one round. Later rounds start again at the first root; formulas that were solved cost nothing. Most
/// terms come from the first configuration, so its bounds grow before the other configurations are used. The last
/// rounds use all configurations, with higher bounds and a lower similarity. Bounds are counts, not times, so that the
/// results do not depend on the machine's speed.
struct Round {
  std::size_t formulas;        ///< maximum number of new formulas for each root
  std::size_t models;          ///< maximum number of models of a formula
  std::size_t members;         ///< maximum number of members of a cluster
  std::size_t configurations;  ///< the first `configurations` rows of kConfigurations are used
  double lower;                ///< subtracted from Configuration::similarity
  bool light = false;          ///< models need not satisfy the ground conjuncts
};
constexpr std::array kRounds = {
    Round{1, 1, 1, 1, 0},     Round{4, 2, 2, 1, 0},     Round{4, 1, 2, 4, 0},  Round{12, 2, 3, 1, 0},
    Round{8, 4, 2, 1, 0},     Round{8, 2, 2, 5, 0},     Round{12, 2, 3, 5, 0}, Round{40, 4, 3, 5, 0.1},
    Round{100, 4, 3, 5, 0.2}, Round{100, 6, 4, 5, 0.2},
};

/// If the ground conjuncts have more than kLargeFacts nodes, the first kLightRounds rounds also run without them.
constexpr std::size_t kLightRounds = 3;
constexpr std::size_t kLargeFacts = 1500;

/// The round with the bounds of the options.
Round bounded(Round round, const SynthesisOptions& options) {
  round.formulas = std::min(round.formulas, options.formulas);
  round.models = std::min(round.models, options.models);
  round.members = std::min(round.members, options.clusters);
  return round;
}

/// All rounds; the last round has the bounds of the options. `large`: with large ground conjuncts, each model takes
/// long, so light rounds come first.
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

/// Maximum number of clusters that are examined for a root: kMinClusters, and kClustersPerFormula for each formula that
/// may be solved, since some clusters have known formulas or are refuted at once.
constexpr std::size_t kClustersPerFormula = 8;
constexpr std::size_t kMinClusters = 32;
/// Maximum length of the queue of clusters.
constexpr std::size_t kMaxWaiting = 4000;

/// Work of one turn: that of half a second.
constexpr Work kWorkOfTurn = 2'500'000;
/// After this number of roots, the answers to all candidates are awaited, so that their work may end the turn.
constexpr std::size_t kRootsPerWait = 2;
/// All candidates are tried together again after the work of a turn, or after this multiple of the last try's work.
constexpr Work kTogetherPeriod = 3;
/// Work of making and later processing a neighbour of a cluster.
constexpr Work kWorkPerNeighbour = 150;

class Search : public TermSource {
 public:
  explicit Search(const Workplace& work)
      : work_(work), space_(work), models_(work, space_, true), light_(work, space_, false), candidates_(work) {
    rounds_ = rounds_for(work_.options, facts_size() > kLargeFacts);
  }

  Turn next() override {
    const Work before = work();
    max_work_ = own_work() + kWorkOfTurn;
    max_checks_ = candidates_.work() + kWorkOfTurn;
    candidates_.set_budget(max_checks_);
    max_batches_ = work_.validator.slow() ? candidates_.batches() + 1 : std::numeric_limits<std::size_t>::max();
    Turn turn;
    (void)candidates_.go_on();
    while (!candidates_.busy() && round_ < rounds_.size()) {
      run(kConfigurations.at(configuration_), rounds_[round_]);
      if (!go_on()) break;
      next_configuration();
    }
    (void)candidates_.go_on();  // waits for all answers, so that the turn's work is deterministic
    if (std::optional<Terms> terms = candidates_.take())
      turn.found = FoundTerms{std::move(*terms), method_};
    else if (round_ == rounds_.size() && !candidates_.busy())
      turn.progress = Progress::Over;
    turn.work = work() - before;
    return turn;
  }

 private:
  [[nodiscard]] bool alive() const { return !candidates_.found() && !work_.deadline.passed(); }
  /// False at the end of a turn. A turn ends between two roots; a root that was not finished is explored again.
  [[nodiscard]] bool go_on() {
    if (root_ % kRootsPerWait == 0 && (candidates_.go_on() || candidates_.work() >= max_checks_)) return false;
    return alive() && own_work() < max_work_ && !candidates_.busy() && candidates_.batches() < max_batches_;
  }

  [[nodiscard]] Work work() const { return own_work() + candidates_.work(); }
  /// The work without the checks of candidates.
  [[nodiscard]] Work own_work() const { return models_.work() + light_.work() + neighbours_ * kWorkPerNeighbour; }

  [[nodiscard]] std::size_t solved() const { return models_.solved() + light_.solved(); }
  [[nodiscard]] std::size_t made() const { return models_.made() + light_.made(); }
  /// Number of nodes of the ground conjuncts.
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

  /// Explores the roots, beginning with the root at which the last turn ended.
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
      next_together_ = work() + std::max(kWorkOfTurn, kTogetherPeriod * (work() - before));
    }
    if (!alive() || root_ == space_.clauses().size()) report_progress(configuration, round);
  }

  /// Adds a line to Synthesis::tried about the formulas and models since the last report.
  void report_progress(const Configuration& configuration, const Round& round) {
    if (solved() == reported_solved_ && !candidates_.found()) return;
    std::string line = "search " + std::string(configuration.name) + ", clusters of " + std::to_string(round.members) +
                       ": " + std::to_string(solved() - reported_solved_) + " formulas, " +
                       std::to_string(made() - reported_made_) +
                       std::string(round.light ? " models without facts" : " models");
    if (work_.deadline.passed()) line += ", out of time";
    work_.result.tried.push_back(std::move(line));
    reported_solved_ = solved();
    reported_made_ = made();
  }

  struct Waiting {
    Cluster cluster;
    std::size_t number;
    bool operator<(const Waiting& other) const {
      return cluster.cost != other.cluster.cost ? cluster.cost > other.cluster.cost : number > other.number;
    }
  };

  /// Solves the clusters around one root, lowest cost (fewest rewritings) first (section 4.6).
  void explore(std::size_t root, const Configuration& configuration, const Round& round) {
    const double similarity = std::max(work_.options.similarity, configuration.similarity - round.lower);
    std::priority_queue<Waiting> waiting;
    std::set<std::vector<std::uint32_t>> seen;
    std::size_t number = 0;
    waiting.push({space_.root(root), number++});
    std::size_t allowance = round.formulas;
    std::size_t clusters = kMinClusters + kClustersPerFormula * round.formulas;
    while (!waiting.empty() && allowance > 0 && clusters-- > 0 && alive()) {
      const Cluster cluster = waiting.top().cluster;
      waiting.pop();
      const ClusterResult fate =
          (round.light ? light_ : models_).solve(cluster, allowance, round.models, [&](Terms terms) {
            return candidates_.add(std::move(terms));
          });
      if (fate == ClusterResult::Refuted || allowance == 0) continue;
      std::vector<Cluster> extended = space_.extended(cluster, configuration, similarity, round.members);
      neighbours_ += extended.size();
      for (Cluster& more : extended) {
        if (waiting.size() >= kMaxWaiting) break;
        if (seen.insert(more.key()).second) waiting.push({std::move(more), number++});
      }
    }
  }

  const Workplace& work_;
  SearchSpace space_;
  FormulaModels models_;
  FormulaModels light_;  ///< for light rounds: without the ground conjuncts
  Candidates candidates_;
  std::vector<Round> rounds_;
  std::size_t round_ = 0;
  std::size_t configuration_ = 0;
  std::size_t root_ = 0;
  Work max_work_ = 0;                 ///< value of own_work() at which the turn ends
  Work max_checks_ = 0;               ///< value of candidates_.work() at which the turn ends
  std::size_t max_batches_ = 0;       ///< number of batches at which the turn ends, as each takes long on slow scripts
  Work next_together_ = kWorkOfTurn;  ///< value of work() from which all candidates are tried together
  Work neighbours_ = 0;               ///< number of neighbours of clusters that were made
  std::size_t reported_solved_ = 0;
  std::size_t reported_made_ = 0;
  std::string method_;
};

}  // namespace

std::unique_ptr<TermSource> make_search_source(const Workplace& work) { return std::make_unique<Search>(work); }

}  // namespace assay::trigger
