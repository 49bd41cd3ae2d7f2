#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "assay/base/check.hpp"
#include "base/text.hpp"
#include "smt/reduce/terms.hpp"
#include "smt/synth/family.hpp"
#include "smt/synth/growth.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxPairs = 500;  // of replacements in one equivalence

Formula formula_of(const CategoryRow& category, const Rule& rule, const Contradiction& contradiction) {
  Formula formula;
  formula.category = &category;
  formula.assertions = {contradiction.negated, contradiction.right};
  formula.core = {true, true};
  for (std::size_t i = 0; i < contradiction.clauses.size(); ++i) {
    formula.assertions.push_back(contradiction.clauses[i]);
    formula.core.push_back(contradiction.needed[i]);
  }
  formula.operations = {rule.text->name};
  formula.note = join(contradiction.steps, ", ");
  return formula;
}

/// A family about one equivalence. If its quantifiers have patterns, the family has every formula twice: with and
/// without patterns.
class EquivalenceFamily : public Family {
 public:
  EquivalenceFamily(Workshop& shop, const CategoryRow& row, const Rule& equivalence)
      : Family(row, equivalence.text->theory, equivalence.text->name), workshop(shop), rule(equivalence) {}

  std::uint64_t count() override {
    if (!is_listed_) {
      is_listed_ = true;
      with_patterns_ = has_patterns(workshop.store, rule.right);
      size_ = list();
    }
    return size_ * (with_patterns_ ? 2 : 1);
  }

  Formula make(std::uint64_t number) override {
    (void)count();
    const bool patterns = number < size_;
    Formula formula = formula_of(category(), rule, contradiction(number % size_, patterns));
    if (with_patterns_) formula.note += patterns ? ", with patterns" : ", without patterns";
    return formula;
  }

 protected:
  [[nodiscard]] virtual std::uint64_t list() = 0;
  [[nodiscard]] virtual Contradiction contradiction(std::uint64_t number, bool patterns) = 0;

  /// Applies the growth. Without patterns, the target of a Quantified growth is the binder without patterns.
  [[nodiscard]] std::optional<Contradiction> grow(const Contradiction& to, const Growth& growth, bool patterns,
                                                  const std::string& suffix) {
    Growth here = growth;
    if (!patterns && here.kind == Growth::Kind::Quantified) here.target = plain(here.target);
    return apply_growth(workshop, to, here, suffix);
  }

  Workshop& workshop;
  const Rule& rule;

 private:
  TermId plain(TermId binder) {
    BinderInfo info = workshop.store.binder_info(binder);
    info.attributes.clear();
    return workshop.store.binder(info, std::array{workshop.store.children(binder)[0]});
  }

  bool is_listed_ = false;
  bool with_patterns_ = false;
  std::uint64_t size_ = 0;
};

class SimpleContradiction final : public EquivalenceFamily {
 public:
  SimpleContradiction(Workshop& shop, const Rule& equivalence)
      : EquivalenceFamily(shop, smt::category("equivalence"), equivalence) {}

 private:
  std::uint64_t list() override { return 1; }
  Contradiction contradiction(std::uint64_t, bool patterns) override { return simple(workshop, rule, patterns); }
};

/// One growth step of one kind (thesis: step 2, each transformation once).
class GrownContradiction final : public EquivalenceFamily {
 public:
  GrownContradiction(Workshop& shop, const CategoryRow& row, const Rule& equivalence, Growth::Kind kind)
      : EquivalenceFamily(shop, row, equivalence), kind_(kind) {}

 private:
  std::uint64_t list() override {
    growths_ = growths_of(workshop, rule, kind_);
    return growths_.size();
  }
  Contradiction contradiction(std::uint64_t number, bool patterns) override {
    const Growth& growth = growths_[static_cast<std::size_t>(number)];
    auto result = grow(simple(workshop, rule, patterns), growth, patterns, "_1");
    ASSAY_CHECK(result.has_value(), "a replacement that was possible no longer is: " + rule.text->name);
    return std::move(*result);
  }

  Growth::Kind kind_;
  std::vector<Growth> growths_;
};

/// Two growth steps that extend the core, at targets that do not contain one another.
class ChainedContradiction final : public EquivalenceFamily {
 public:
  ChainedContradiction(Workshop& shop, const Rule& equivalence)
      : EquivalenceFamily(shop, smt::category("chain"), equivalence) {}

 private:
  std::uint64_t list() override {
    for (const Growth::Kind kind : {Growth::Kind::Variable, Growth::Kind::Constant})
      for (const Growth& growth : growths_of(workshop, rule, kind)) growths_.push_back(growth);
    pairs_ = some_pairs();
    return pairs_.size();
  }

  /// All pairs of growths whose targets are apart, or kMaxPairs evenly spaced pairs. There may be millions of pairs, so
  /// that they are counted by their targets.
  [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> some_pairs() const {
    const auto [targets, target_of] = targets_of_growths();
    std::vector<std::vector<bool>> apart(targets.size(), std::vector<bool>(targets.size()));
    for (std::size_t i = 0; i < targets.size(); ++i)
      for (std::size_t j = 0; j < targets.size(); ++j) apart[i][j] = are_apart(targets[i], targets[j]);
    // For each growth, the number of later growths that are apart from it.
    std::vector<std::uint64_t> later(growths_.size());
    std::vector<std::uint64_t> seen(targets.size());
    for (std::size_t i = growths_.size(); i-- > 0;) {
      for (std::size_t target = 0; target < targets.size(); ++target)
        if (apart[target_of[i]][target]) later[i] += seen[target];
      ++seen[target_of[i]];
    }
    const std::uint64_t all = std::accumulate(later.begin(), later.end(), std::uint64_t{0});
    const std::uint64_t wanted = std::min<std::uint64_t>(all, kMaxPairs);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::uint64_t before = 0;  // number of pairs whose first growth precedes i
    for (std::uint32_t i = 0; i < growths_.size(); before += later[i++]) {
      std::uint64_t number = before;
      for (std::uint32_t j = i + 1; pairs.size() < wanted && pairs.size() * all / wanted < before + later[i]; ++j) {
        if (!apart[target_of[i]][target_of[j]]) continue;
        if (number++ == pairs.size() * all / wanted) pairs.emplace_back(i, j);
      }
    }
    return pairs;
  }

  /// The distinct targets, and for each growth the index of its target.
  [[nodiscard]] std::pair<std::vector<TermId>, std::vector<std::size_t>> targets_of_growths() const {
    std::vector<TermId> targets;
    std::vector<std::size_t> target_of;
    std::map<TermId, std::size_t> numbers;
    for (const Growth& growth : growths_) {
      const auto [at, is_new] = numbers.try_emplace(growth.target, targets.size());
      if (is_new) targets.push_back(growth.target);
      target_of.push_back(at->second);
    }
    return {std::move(targets), std::move(target_of)};
  }

  // True if neither term contains the other, so that no step removes the other step's target.
  [[nodiscard]] bool are_apart(TermId one, TermId other) const {
    const auto is_in = [this](TermId part, TermId whole) {
      if (part == whole) return true;
      for (const auto& level : levels_of(workshop.store, {whole}))
        if (std::find(level.begin(), level.end(), part) != level.end()) return true;
      return false;
    };
    return !is_in(one, other) && !is_in(other, one);
  }

  Contradiction contradiction(std::uint64_t number, bool patterns) override {
    const auto [first, second] = pairs_[static_cast<std::size_t>(number)];
    auto one = grow(simple(workshop, rule, patterns), growths_[first], patterns, "_1");
    auto two = one ? grow(*one, growths_[second], patterns, "_2") : std::nullopt;
    ASSAY_CHECK(two.has_value(), "two replacements that were possible no longer are: " + rule.text->name);
    return std::move(*two);
  }

  std::vector<Growth> growths_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

}  // namespace

void add_equivalence_families(Workshop& workshop, Families& families) {
  static const std::vector<std::pair<std::string_view, Growth::Kind>> steps{
      {"variable", Growth::Kind::Variable},
      {"core-constant", Growth::Kind::Constant},
      {"redundancy", Growth::Kind::Own},
      {"quantified-redundancy", Growth::Kind::Quantified},
      {"let", Growth::Kind::Let}};
  for (const Rule& rule : workshop.rules) {
    const RuleKind kind = rule.text->kind;
    if (kind != RuleKind::Equivalence && kind != RuleKind::Implication) continue;
    if (!workshop.wants(rule.text->theory)) continue;
    families.push_back(std::make_unique<SimpleContradiction>(workshop, rule));
    for (const auto& [name, growth] : steps)
      families.push_back(std::make_unique<GrownContradiction>(workshop, category(name), rule, growth));
    families.push_back(std::make_unique<ChainedContradiction>(workshop, rule));
  }
}

}  // namespace assay::smt
