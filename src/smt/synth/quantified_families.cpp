#include <algorithm>
#include <array>

#include "assay/smt/values.hpp"
#include "smt/synth/family.hpp"
#include "smt/synth/workshop.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxValues = 16;      // of the bound variable's sort
constexpr std::size_t kMaxCombinations = 48;  // of constants at the other arguments
constexpr std::size_t kMaxResults = 3;        // constants on the right side of the equation

/// A quantified equation: the position of the bound variable, the number of the combination of the other arguments, and
/// the index of the constant on the right side.
struct QuantifiedEquation {
  std::uint32_t position = 0;
  std::uint32_t combination = 0;
  std::uint32_t result = 0;
  bool universal = true;
  bool holds = true;
};

/// Q x. op(..., x, ...) = c over a finite sort; enumeration gives its truth (thesis, 3.6). A satisfiable formula
/// asserts the equation or its negation, whichever is true, and its other arguments may be free. An unsatisfiable
/// formula asserts the false one, and is closed.
class QuantifiedFamily final : public Family {
 public:
  QuantifiedFamily(Workshop& workshop, const Operation& operation, bool satisfiable)
      : Family(smt::category(satisfiable ? "quantified" : "unsat-quantified"), std::string(operation.theory->name),
               operation.name),
        workshop_(workshop),
        operation_(operation),
        satisfiable_(satisfiable) {}

  std::uint64_t count() override {
    if (!is_listed_) list();
    return entries_.size() * (satisfiable_ ? 2 : 1);
  }

  Formula make(std::uint64_t number) override {
    if (!is_listed_) list();
    const QuantifiedEquation& entry = entries_[static_cast<std::size_t>(number % entries_.size())];
    const bool is_open = number >= entries_.size();
    Formula formula;
    formula.category = &category();
    formula.operations = {operation_.name};
    const SortId sort = operation_.arguments[entry.position];
    const BoundVariable bound{workshop_.store.symbol("x"), sort};
    std::vector<TermId> terms;
    std::vector<const Value*> values;
    choose(entry.position, entry.combination);
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      if (i == entry.position) {
        terms.push_back(workshop_.store.variable(bound));
        continue;
      }
      terms.push_back(chosen_[i]->term);
      if (is_open && operation_.places[i] == Place::Any) {
        terms.back() = workshop_.variable(
            std::string(workshop_.letter(operation_.arguments[i])) + std::to_string(i + 1), operation_.arguments[i]);
        workshop_.fix(formula.witness, terms.back(), chosen_[i]->value);
      }
      const std::string what = trait(workshop_.store, chosen_[i]->value, operation_.arguments[i]);
      if (!what.empty()) formula.traits.push_back(operation_.name + ": " + what);
    }
    const TermId body =
        workshop_.equation(apply_operation(workshop_.store, operation_, terms), results()[entry.result].term);
    BinderInfo info;
    info.kind = entry.universal ? BinderKind::Forall : BinderKind::Exists;
    info.keyword = entry.universal ? "forall" : "exists";
    info.variables = {bound};
    const TermId quantified = workshop_.store.binder(info, std::array{body});
    const bool positive = entry.holds == satisfiable_;
    formula.assertions = {positive ? quantified : workshop_.negation(quantified)};
    formula.note = entry.universal ? "forall" : "exists";
    return formula;
  }

 private:
  const std::vector<Constant>& results() { return workshop_.constants.of(operation_.result); }

  std::vector<std::size_t> sizes(std::size_t position) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < operation_.arguments.size(); ++i)
      all.push_back(i == position ? 1 : workshop_.constants.of(operation_.arguments[i]).size());
    return cut_to_product(std::move(all), kMaxCombinations);
  }

  void choose(std::size_t position, std::uint64_t combination) {
    std::vector<std::size_t> positions;
    Combinations(sizes(position)).get(combination, positions);
    chosen_.clear();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto& list = workshop_.constants.of(operation_.arguments[i]);
      chosen_.push_back(i == position ? nullptr : &list[positions[i]]);
    }
  }

  void list() {
    is_listed_ = true;
    for (std::size_t position = 0; position < operation_.arguments.size(); ++position) {
      if (operation_.places[position] != Place::Any) continue;
      const auto domain = enumerate(workshop_.store, operation_.arguments[position], kMaxValues);
      if (!domain || domain->empty()) continue;
      const std::vector<std::size_t> here = sizes(position);
      if (std::find(here.begin(), here.end(), 0) != here.end()) continue;
      const std::uint64_t combinations = Combinations(here).count();
      for (std::uint64_t c = 0; c < combinations; ++c) enumerate_over(position, c, *domain);
    }
  }

  void enumerate_over(std::size_t position, std::uint64_t combination, const std::vector<Value>& domain) {
    choose(position, combination);
    std::vector<const Value*> arguments;
    for (const Constant* constant : chosen_) arguments.push_back(constant == nullptr ? nullptr : &constant->value);
    std::vector<Value> outcomes;
    for (const Value& value : domain) {
      arguments[position] = &value;
      const auto execution = workshop_.executor.run(operation_, arguments);
      if (!execution || (!execution->specified && !satisfiable_)) return;
      outcomes.push_back(execution->value);
    }
    for (std::uint32_t r = 0; r < results().size() && r < kMaxResults; ++r) {
      const auto equal = std::count(outcomes.begin(), outcomes.end(), results()[r].value);
      const bool all = static_cast<std::size_t>(equal) == outcomes.size();
      const auto number = static_cast<std::uint32_t>(combination);
      entries_.push_back({static_cast<std::uint32_t>(position), number, r, true, all});
      entries_.push_back({static_cast<std::uint32_t>(position), number, r, false, equal > 0});
    }
  }

  Workshop& workshop_;
  const Operation& operation_;
  bool satisfiable_;
  bool is_listed_ = false;
  std::vector<QuantifiedEquation> entries_;
  std::vector<const Constant*> chosen_;
};

}  // namespace

void add_quantified_families(Workshop& workshop, Families& families) {
  for (const Operation& operation : workshop.operations) {
    if (!operation.tested || operation.theory->terms_only) continue;
    families.push_back(std::make_unique<QuantifiedFamily>(workshop, operation, true));
    families.push_back(std::make_unique<QuantifiedFamily>(workshop, operation, false));
  }
}

}  // namespace assay::smt
