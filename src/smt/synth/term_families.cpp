#include <algorithm>
#include <bit>
#include <memory>

#include "smt/reduce/terms.hpp"
#include "smt/synth/family.hpp"
#include "smt/synth/pool.hpp"
#include "smt/term/regex_value.hpp"

namespace assay::smt {
namespace {

// Argument tuples of one operation at one depth; evenly spaced if there are more.
constexpr std::uint64_t kMaxTuples = 512;
// Argument tuples of all operations of one theory at one depth. Only the 4,104 operations of pseudo-Boolean constraints
// reach this limit; other theories have at most 300 operations.
constexpr std::uint64_t kMaxTuplesOfTheory = std::uint64_t{1} << 18;
constexpr std::uint64_t kMaxPartners = 16;       // right sides of one left side
constexpr std::uint64_t kMaxSubsets = 3;         // of constants that one formula keeps
constexpr std::uint64_t kMaxDifferentTerms = 3;  // right sides with another value of one left side

/// A left side: an operation on an argument tuple from the pool.
struct Entry {
  std::uint64_t tuple = 0;
  std::uint64_t first = 0;  ///< number of its first formula
};

/// The source of an operation's arguments.
enum class Source : std::uint8_t { Terms, Constants };

/// The common part of the term categories: lists argument tuples, and the formulas of each.
class TermFamily : public Family {
 public:
  TermFamily(Workshop& shop, const CategoryRow& row, const Operation& what, unsigned at_depth, Source source)
      : Family(row, std::string(what.theory->name), what.name),
        workshop(shop),
        operation(what),
        depth(at_depth),
        source_(source) {}

  std::uint64_t count() override {
    if (!is_listed_) list();
    return count_;
  }

  Formula make(std::uint64_t number) override {
    if (!is_listed_) list();
    const auto after = std::upper_bound(entries_.begin(), entries_.end(), number,
                                        [](std::uint64_t n, const Entry& entry) { return n < entry.first; });
    const Entry& entry = *std::prev(after);
    arguments(entry.tuple);
    Formula formula;
    formula.category = &category();
    formula.operations = {operation.name};
    std::vector<const Value*> values;
    for (const PoolTerm* argument : arguments_) values.push_back(&argument->value);
    formula.traits = workshop.traits_of(operation, values);
    complete(formula, *pool().combine(operation, arguments_), number - entry.first);
    return formula;
  }

 protected:
  /// The number of formulas with this left side.
  [[nodiscard]] virtual std::uint64_t variants(const PoolTerm& left) = 0;
  /// Fills in the assertion and the witness of a formula.
  virtual void complete(Formula& formula, const PoolTerm& left, std::uint64_t variant) = 0;

  [[nodiscard]] Pool& pool() {
    if (pool_ == nullptr) pool_ = &workshop.pool(*operation.theory);
    return *pool_;
  }
  [[nodiscard]] const std::vector<PoolTerm>& others() { return pool().terms(depth - 1, operation.result); }

  Workshop& workshop;
  const Operation& operation;
  const unsigned depth;

 private:
  void list() {
    is_listed_ = true;
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) sizes.push_back(choices(i).size());
    combinations_ = std::make_unique<Combinations>(sizes);
    const std::uint64_t all = combinations_->count();
    const std::uint64_t share = kMaxTuplesOfTheory / std::max<std::uint64_t>(pool().operation_count(), 1);
    const std::uint64_t tried = std::min({all, kMaxTuples, std::max<std::uint64_t>(share, 1)});
    for (std::uint64_t i = 0; i < tried; ++i) {
      const std::uint64_t tuple = i * all / tried;
      arguments(tuple);
      const auto left = pool().combine(operation, arguments_);
      const std::uint64_t here = left ? variants(*left) : 0;
      if (here == 0) continue;
      entries_.push_back({tuple, count_});
      count_ += here;
    }
  }

  const std::vector<PoolTerm>& choices(std::size_t position) {
    const bool constants = source_ == Source::Constants || operation.places[position] == Place::Value;
    const SortId sort = operation.arguments[position];
    return constants ? pool().base(sort) : pool().terms(depth - 1, sort);
  }

  void arguments(std::uint64_t tuple) {
    combinations_->get(tuple, positions_);
    arguments_.clear();
    for (std::size_t i = 0; i < positions_.size(); ++i) arguments_.push_back(&choices(i)[positions_[i]]);
  }

  Source source_;
  Pool* pool_ = nullptr;  ///< owned by the workshop
  bool is_listed_ = false;
  std::unique_ptr<Combinations> combinations_;
  std::vector<Entry> entries_;
  std::uint64_t count_ = 0;
  std::vector<std::size_t> positions_;
  std::vector<const PoolTerm*> arguments_;
};

/// Term synthesis (thesis, Alg. 3.4): equates two terms of the same value, with constants replaced by variables.
class TermSynthesis : public TermFamily {
 public:
  TermSynthesis(Workshop& shop, const Operation& what, unsigned at_depth)
      : TermSynthesis(shop, smt::category("term"), what, at_depth) {}

 protected:
  TermSynthesis(Workshop& shop, const CategoryRow& row, const Operation& what, unsigned at_depth)
      : TermFamily(shop, row, what, at_depth, Source::Terms) {}

  std::uint64_t variants(const PoolTerm& left) override { return partners(left).size(); }

  void complete(Formula& formula, const PoolTerm& left, std::uint64_t variant) override {
    const PoolTerm& right = *partners(left)[static_cast<std::size_t>(variant)];
    formula.assertions = {workshop.equation(left.open, right.open)};
    formula.witness = pool().model(left.constants | right.constants);
  }

  std::vector<const PoolTerm*> partners(const PoolTerm& left) {
    std::vector<const PoolTerm*> found;
    for (const std::uint32_t position : pool().with_value(depth - 1, operation.result, left.value)) {
      const PoolTerm& other = others()[position];
      if (other.open == left.open) continue;
      found.push_back(&other);
      if (found.size() == kMaxPartners) break;
    }
    return found;
  }
};

/// Term synthesis combined with constant assignment: some of the constants are kept.
class MixedSynthesis final : public TermSynthesis {
 public:
  MixedSynthesis(Workshop& shop, const Operation& what, unsigned at_depth)
      : TermSynthesis(shop, smt::category("term-constant"), what, at_depth) {}

 private:
  std::uint64_t variants(const PoolTerm& left) override {
    std::uint64_t all = 0;
    for (const PoolTerm* right : partners(left)) all += subsets(left.constants | right->constants);
    return all;
  }

  void complete(Formula& formula, const PoolTerm& left, std::uint64_t variant) override {
    for (const PoolTerm* right : partners(left)) {
      const std::uint64_t constants = left.constants | right->constants;
      const std::uint64_t here = subsets(constants);
      if (variant >= here) {
        variant -= here;
        continue;
      }
      const std::uint64_t kept = subset(constants, variant);
      TermMap known;
      for (std::size_t i = 0; i < pool().constants().size(); ++i)
        if ((kept >> i & 1U) != 0) known.emplace(pool().constants()[i].variable, pool().constants()[i].term);
      const TermId equation = workshop.equation(left.open, right->open);
      formula.assertions = {rewrite(workshop.store, equation, known).value_or(equation)};
      formula.witness = pool().model(constants & ~kept);
      return;
    }
  }

  // The number of used subsets of constants, which are neither empty nor complete.
  static std::uint64_t subsets(std::uint64_t constants) {
    const int count = std::popcount(constants);
    return count < 2 ? 0 : std::min<std::uint64_t>(kMaxSubsets, (std::uint64_t{1} << count) - 2);
  }

  // The kept constants of subset `number`. The used subsets are evenly spaced among all subsets.
  static std::uint64_t subset(std::uint64_t constants, std::uint64_t number) {
    const std::uint64_t all = (std::uint64_t{1} << std::popcount(constants)) - 2;
    const std::uint64_t chosen = 1 + number * all / subsets(constants);
    std::uint64_t kept = 0;
    unsigned bit = 0;
    for (unsigned i = 0; i < 64; ++i) {
      if ((constants >> i & 1U) == 0) continue;
      if ((chosen >> bit & 1U) != 0) kept |= std::uint64_t{1} << i;
      ++bit;
    }
    return kept;
  }
};

/// The hybrids (thesis, 3.5.1 and 3.5.2): equates closed terms of different values.
class DifferentTerms final : public TermFamily {
 public:
  using TermFamily::TermFamily;

 private:
  std::uint64_t variants(const PoolTerm& left) override { return left.specified ? partners(left).size() : 0; }

  void complete(Formula& formula, const PoolTerm& left, std::uint64_t variant) override {
    formula.assertions = {workshop.equation(left.closed, partners(left)[static_cast<std::size_t>(variant)]->closed)};
  }

  // Evenly spaced terms of other values; the first position depends on the left side.
  std::vector<const PoolTerm*> partners(const PoolTerm& left) {
    std::vector<const PoolTerm*> found;
    const std::vector<PoolTerm>& all = others();
    const std::size_t start = static_cast<std::size_t>(left.value.hash() % std::max<std::size_t>(all.size(), 1));
    for (std::size_t i = 0; i < all.size() && found.size() < kMaxDifferentTerms; ++i) {
      const PoolTerm& other = all[(start + i * (all.size() / kMaxDifferentTerms + 1)) % all.size()];
      const bool is_new = std::find(found.begin(), found.end(), &other) == found.end();
      if (is_new && other.specified && is_different(other.value, left.value)) found.push_back(&other);
    }
    return found;
  }

  // Different regular expressions may denote the same language, so that they never count as different.
  static bool is_different(const Value& a, const Value& b) {
    return !a.is<std::shared_ptr<const RegexValue>>() && !(a == b);
  }
};

}  // namespace

void add_term_families(Workshop& workshop, Families& families) {
  for (unsigned depth = 1; depth <= workshop.bounds.depth; ++depth) {
    for (const Operation& operation : workshop.operations) {
      if (!operation.tested) continue;
      families.push_back(std::make_unique<TermSynthesis>(workshop, operation, depth));
      families.push_back(std::make_unique<MixedSynthesis>(workshop, operation, depth));
      families.push_back(
          std::make_unique<DifferentTerms>(workshop, category("unsat-hybrid"), operation, depth, Source::Constants));
      families.push_back(
          std::make_unique<DifferentTerms>(workshop, category("unsat-term"), operation, depth, Source::Terms));
    }
  }
}

}  // namespace assay::smt
