#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <string>
#include <utility>

#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/proof/proof_sources.hpp"
#include "trigger/prover/work.hpp"

namespace assay::trigger {
namespace {

/// The numbers of terms nearest to the clash that are tried before halves of all terms.
constexpr std::array<std::size_t, 3> kNearest = {2, 8, 32};
/// The symbols of the last kLastTerms terms of a refutation are the symbols of the clash.
constexpr std::size_t kLastTerms = 3;

using Symbols = std::set<smt::FunctionId>;

void add_symbols(const smt::TermStore& store, smt::TermId term, Symbols& symbols) {
  visit_terms(store, term, [&](smt::TermId node) {
    if (store.node(node).kind == smt::TermKind::Call) symbols.insert(store.function_of(node));
    return true;
  });
}

double jaccard(const Symbols& a, const Symbols& b) {
  const auto common = std::count_if(a.begin(), a.end(), [&](smt::FunctionId one) { return b.contains(one); });
  const auto all = static_cast<std::ptrdiff_t>(a.size() + b.size()) - common;
  return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

/// The terms ordered by the similarity of their symbols to the symbols of the clash, most similar first; equally
/// similar terms in reverse order.
Terms by_relevance(const smt::TermStore& store, const Terms& terms) {
  Symbols clash;
  for (std::size_t i = terms.size(); i > terms.size() - std::min(kLastTerms, terms.size()); --i)
    add_symbols(store, terms[i - 1], clash);
  std::vector<std::pair<double, smt::TermId>> rated;
  for (std::size_t i = terms.size(); i > 0; --i) {
    Symbols symbols;
    add_symbols(store, terms[i - 1], symbols);
    rated.emplace_back(jaccard(symbols, clash), terms[i - 1]);
  }
  std::stable_sort(rated.begin(), rated.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  Terms result;
  for (const auto& [rate, term] : rated) result.push_back(term);
  return result;
}

/// The source that make_subset_source() returns. Refutations have tens or hundreds of instantiations; with all their
/// terms E-matching often loops, although some terms would suffice. For each harvest, the terms nearest to the clash
/// are tried first, then halves, recursively halves of sets with which E-matching is cut, and in the end all terms of
/// the sets with which E-matching ended.
class SubsetSource : public TermSource {
 public:
  explicit SubsetSource(const Workplace& work) : work_(work) {}

  Turn next() override {
    Turn turn;
    while (waiting_.empty() && take_harvest()) {
    }
    if (waiting_.empty()) {
      turn.progress = Progress::Idle;
      return turn;
    }
    const Terms terms = work_.known.without_known(work_.store, waiting_.front());
    waiting_.pop_front();
    if (!terms.empty() && tried_.insert(terms).second) try_terms(terms, turn);
    if (waiting_.empty()) add_together();
    return turn;
  }

 private:
  bool take_harvest() {
    if (work_.harvest.empty()) return false;
    const Terms ordered = by_relevance(work_.store, work_.harvest.front());
    work_.harvest.pop_front();
    if (!harvests_.insert(ordered).second) return true;
    for (const std::size_t count : kNearest)
      if (count < ordered.size())
        waiting_.emplace_back(ordered.begin(), ordered.begin() + static_cast<std::ptrdiff_t>(count));
    halve(ordered);
    size_ = ordered.size();
    return true;
  }

  void halve(const Terms& terms) {
    if (terms.size() < 2) return;
    const auto middle = terms.begin() + static_cast<std::ptrdiff_t>((terms.size() + 1) / 2);
    waiting_.emplace_back(terms.begin(), middle);
    waiting_.emplace_back(middle, terms.end());
  }

  void try_terms(const Terms& terms, Turn& turn) {
    const double limit = work_.validator.quick_seconds();
    const Reply reply = work_.validator.quick_check(terms, work_.validator.form_of(terms), work_.deadline);
    turn.work = work_used(reply, limit);
    if (reply.answer == Answer::Unsat) {
      work_.result.tried.push_back(std::to_string(terms.size()) + " of " + std::to_string(size_) +
                                   " harvested terms: unsat");
      turn.found = FoundTerms{terms, "chosen terms of instantiations"};
    } else if (was_cut(reply.answer)) {
      halve(terms);
    } else {
      harmless_.insert(terms.begin(), terms.end());
    }
  }

  /// Queues all harmless terms as one set. Called once at the end of each harvest.
  void add_together() {
    Terms all(harmless_.begin(), harmless_.end());
    harmless_.clear();
    if (!all.empty() && !tried_.contains(all)) waiting_.push_back(std::move(all));
  }

  const Workplace& work_;
  std::deque<Terms> waiting_;
  std::set<Terms> harvests_;
  std::set<Terms> tried_;
  std::set<smt::TermId> harmless_;  ///< terms of the sets with which E-matching ended
  std::size_t size_ = 0;            ///< number of terms of the current harvest
};

/// The source that make_plain_source() returns.
class PlainSource : public TermSource {
 public:
  explicit PlainSource(const Workplace& work) : work_(work) {}

  Turn next() override {
    Turn turn;
    const double limit = limit_after(work_.options, ++cuts_);
    const bool higher = limit > limit_after(work_.options, cuts_ - 1);
    if (!work_.validator.slow() || !higher) {
      turn.progress = Progress::Over;
      return turn;
    }
    const Reply reply = work_.validator.plain_check(limit, work_.deadline);
    turn.work = work_used(reply, limit);
    work_.result.tried.push_back("E-matching alone, again: " + std::string(name(reply.answer)));
    if (reply.answer == Answer::Unsat) work_.result.outcome = Outcome::AlreadyUnsat;
    if (reply.answer == Answer::Sat) work_.result.outcome = Outcome::Satisfiable;
    return turn;
  }

 private:
  const Workplace& work_;
  std::size_t cuts_ = 0;
};

}  // namespace

std::unique_ptr<TermSource> make_subset_source(const Workplace& work) { return std::make_unique<SubsetSource>(work); }
std::unique_ptr<TermSource> make_plain_source(const Workplace& work) { return std::make_unique<PlainSource>(work); }

}  // namespace assay::trigger
