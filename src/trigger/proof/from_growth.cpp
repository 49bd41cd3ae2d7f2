#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "trigger/problem/clause.hpp"
#include "trigger/problem/similarity.hpp"
#include "trigger/proof/proof_reader.hpp"
#include "trigger/proof/proof_sources.hpp"
#include "trigger/proof/proof_terms.hpp"
#include "trigger/proof/universe.hpp"
#include "trigger/prover/ordered_runs.hpp"
#include "trigger/prover/work.hpp"

namespace assay::trigger {
namespace {

/// With case splits by relevancy, only instances that hold add elements to the universe.
constexpr std::string_view kOptions =
    "(set-option :produce-proofs true)\n(set-option :smt.case_split 3)\n(set-option :auto_config false)\n"
    "(set-option :smt.auto_config false)\n(set-option :smt.mbqi false)\n";

/// Options for the time at which z3 matches patterns of several terms of a quantifier that also has a pattern of a
/// single term. By default z3 delays them, so the universe grows by one level in each of two rounds: few instances,
/// which suffice for most scripts. With the second option they are matched at once, and instances may have no end.
constexpr std::array<std::string_view, 2> kPaces = {"", "(set-option :smt.qi.max_multi_patterns 100)\n"};
/// kStride sets run at the first pace before the same sets run at the next pace.
constexpr std::size_t kStride = 24;

/// Conjuncts with more variables are never loose, as they have too many instances.
constexpr std::size_t kMaxVariables = 4;
/// Minimum Jaccard index of conjuncts that are loose together, and maximum number of neighbours of each kind.
constexpr double kMinSimilarity = 0.01;
constexpr std::size_t kMaxNeighbours = 2;
/// Maximum number of neighbourhoods. A verifier's script has fewer; a library of axioms may have more.
constexpr std::size_t kMaxCentres = 400;

/// The first kPortions[i] runs, unless they have an answer, are done with the i-th limit.
constexpr std::array<std::size_t, 3> kPortions = {kStride, 2 * kStride, 10000};
/// Number of runs in one turn (1 in the first turn), and the share of the limit that each run has.
constexpr std::size_t kRunsAtOnce = 2;
constexpr double kShareOfLimit = 0.45;

/// Indices of the conjuncts that are loose in one run.
using LooseSet = std::vector<std::size_t>;

/// A conjunct with several variables, and the most similar conjuncts that may be loose together with it.
struct Neighbourhood {
  std::size_t conjunct;
  LooseSet singles;  ///< conjuncts with one variable
  LooseSet others;   ///< conjuncts with several variables
};

/// The neighbourhoods of the kMaxCentres conjuncts with the fewest variables (at least 2).
std::vector<Neighbourhood> neighbourhoods(const Workplace& work, const std::vector<Universe::Loose>& loose) {
  std::vector<Clause> clauses;
  std::vector<std::size_t> centres;
  for (std::size_t i = 0; i < loose.size(); ++i) {
    clauses.push_back(clause_of(work.store, work.problem.conjuncts[loose[i].conjunct]));
    if (loose[i].variables > 1 && loose[i].variables <= kMaxVariables) centres.push_back(i);
  }
  std::stable_sort(centres.begin(), centres.end(),
                   [&](std::size_t a, std::size_t b) { return loose[a].variables < loose[b].variables; });
  if (centres.size() > kMaxCentres) centres.resize(kMaxCentres);
  const SimilarityIndex index(clauses);
  std::vector<Neighbourhood> found;
  for (const std::size_t centre : centres) {
    Neighbourhood& one = found.emplace_back();
    one.conjunct = loose[centre].conjunct;
    for (const auto& [similarity, i] : index.similar(centre, kMinSimilarity)) {
      if (i == centre || loose[i].variables > kMaxVariables) continue;
      LooseSet& kind = loose[i].variables == 1 ? one.singles : one.others;
      if (kind.size() < kMaxNeighbours) kind.push_back(loose[i].conjunct);
    }
  }
  return found;
}

/// The sets to try, each once. Conjuncts with one variable have few instances. Each conjunct with several variables is
/// combined with the most similar conjunct of one variable, then with two, then with all of one variable, and in the
/// end with the most similar conjunct of several variables.
std::vector<LooseSet> sets_of(const Workplace& work, const std::vector<Universe::Loose>& loose) {
  std::set<LooseSet> seen;
  std::vector<LooseSet> sets;
  const auto add = [&](LooseSet set, std::size_t max_size) {
    set.resize(std::min(set.size(), max_size));
    std::sort(set.begin(), set.end());
    if (!set.empty() && seen.insert(set).second) sets.push_back(std::move(set));
  };
  const auto with = [](std::size_t conjunct, const LooseSet& more) {
    LooseSet set = {conjunct};
    set.insert(set.end(), more.begin(), more.end());
    return set;
  };
  LooseSet singles;
  for (const Universe::Loose& one : loose)
    if (one.variables == 1) singles.push_back(one.conjunct);
  const std::size_t all = singles.size() + 1;
  const std::vector<Neighbourhood> centres = neighbourhoods(work, loose);
  for (const Neighbourhood& one : centres) add(with(one.conjunct, one.singles), 2);
  for (const Neighbourhood& one : centres) add(with(one.conjunct, one.singles), 3);
  add(singles, all);
  for (const Neighbourhood& one : centres) add(with(one.conjunct, singles), all);
  for (const Neighbourhood& one : centres) add(with(one.conjunct, one.others), 2);
  return sets;
}

struct Run {
  LooseSet set;
  std::size_t pace = 0;  ///< index in kPaces
  bool done = false;     ///< has an answer that no limit cut, so it is not repeated
};
std::vector<Run> runs_of(const std::vector<LooseSet>& sets) {
  std::vector<Run> runs;
  for (std::size_t first = 0; first < sets.size(); first += kStride)
    for (std::size_t pace = 0; pace < kPaces.size(); ++pace)
      for (std::size_t i = first; i < std::min(first + kStride, sets.size()); ++i) runs.push_back({sets[i], pace});
  return runs;
}

/// The source that make_growth_source() returns.
class Growth : public TermSource {
 public:
  explicit Growth(const Workplace& work)
      : work_(work),
        universe_(work),
        declarations_(declarations_text(work.store, with_seeds())),
        proof_terms_(work),
        runs_(runs_of(sets_of(work, universe_.conjuncts()))) {}

  ~Growth() override { report_runs(); }

  Turn next() override {
    Turn turn;
    const std::vector<std::size_t> numbers = next_runs();
    if (numbers.empty()) {
      report_runs();
      turn.progress = Progress::Over;
      return turn;
    }
    const double limit = kShareOfLimit * limit_after(work_.options, portion_);
    const auto begin = [&](std::size_t i, std::stop_token stop) {
      return start(runs_[numbers[i]], limit, std::move(stop));
    };
    const auto look = [&](std::size_t i, const Reply& reply) {
      Run& run = runs_[numbers[i]];
      next_ = numbers[i] + 1;
      run.done = !was_cut(reply.answer);
      turn.work += work_used(reply, limit);
      ++replies_;
      if (was_cut(reply.answer)) ++cut_;
      if (reply.answer == Answer::Failed) tried("the solver refuses a run: " + reply.text);
      if (reply.answer == Answer::Unsat) turn.found = terms_of(run.set, reply, turn.work);
      return !turn.found && !work_.deadline.passed();
    };
    run_in_order(numbers.size(), work_.options.jobs, work_.deadline.stop(), begin, look);
    return turn;
  }

 private:
  /// The indices of the next runs without an answer, all with the same limit. Empty at the end.
  std::vector<std::size_t> next_runs() {
    const std::size_t max_runs = portion_ == 0 && next_ == 0 ? 1 : kRunsAtOnce;
    for (; portion_ < kPortions.size(); ++portion_, next_ = 0) {
      std::vector<std::size_t> found;
      for (std::size_t i = next_; i < std::min(kPortions.at(portion_), runs_.size()) && found.size() < max_runs; ++i)
        if (!runs_[i].done) found.push_back(i);
      if (!found.empty()) return found;
    }
    return {};
  }

  /// Adds a line to Synthesis::tried about the number of runs since the last report.
  void report_runs() {
    if (replies_ > 0)
      tried(std::to_string(replies_) + " runs with axioms let loose, " + std::to_string(cut_) +
            " of them out of time, work or memory");
    replies_ = cut_ = 0;
  }

  [[nodiscard]] std::vector<smt::TermId> with_seeds() const {
    std::vector<smt::TermId> all = formulas(work_.problem);
    const std::vector<smt::TermId> seeds = universe_.seeds();
    all.insert(all.end(), seeds.begin(), seeds.end());
    return all;
  }

  std::future<Reply> start(const Run& run, double limit, std::stop_token stop) {
    const double seconds = work_.deadline.left(kCpuTimeMargin * limit);
    if (seconds <= 0) return {};
    std::string script = option_commands(work_.problem) + std::string(kOptions);
    script += kPaces.at(run.pace);
    script += logic_command(work_.problem) + script_text(work_.store, universe_.assertions(run.set)) + "(get-proof)\n";
    script = with_work_limit(script, limit);
    return std::async(std::launch::async, [this, script = std::move(script), seconds, stop = std::move(stop)] {
      return work_.prover.run(script, seconds, stop);
    });
  }

  [[nodiscard]] std::optional<FoundTerms> terms_of(const LooseSet& set, const Reply& reply, Work& work) {
    const std::string axioms = std::to_string(set.size()) + (set.size() == 1 ? " axiom" : " axioms");
    Result<std::vector<Instance>> instances = read_instances(work_.store, declarations_, reply.text);
    if (!instances) {
      tried(axioms + ": the instantiations cannot be read: " + instances.error().message);
      return std::nullopt;
    }
    std::erase_if(*instances, [&](const Instance& instance) { return universe_.is_own(instance.quantifier); });
    tried(axioms + " let loose: unsat with " + std::to_string(instances->size()) + " instantiations");
    const double limit = std::max(limit_after(work_.options, portion_), work_.validator.quick_seconds());
    std::optional<Terms> terms = proof_terms_.validated(*instances, limit, 2 * limit);
    work += proof_terms_.spent();
    if (!terms) return std::nullopt;
    return FoundTerms{std::move(*terms), "growth of ground terms over " + axioms};
  }

  void tried(const std::string& what) const { work_.result.tried.push_back("growth of ground terms: " + what); }

  const Workplace& work_;
  Universe universe_;
  std::string declarations_;
  ProofTerms proof_terms_;
  std::vector<Run> runs_;
  std::size_t portion_ = 0;  ///< index in kPortions
  std::size_t next_ = 0;     ///< index in runs_
  std::size_t replies_ = 0;
  std::size_t cut_ = 0;
};

}  // namespace

std::unique_ptr<TermSource> make_growth_source(const Workplace& work) { return std::make_unique<Growth>(work); }

}  // namespace assay::trigger
