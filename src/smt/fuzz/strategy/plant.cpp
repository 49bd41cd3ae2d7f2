#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "smt/fuzz/strategy/block_grafter.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/occurrence.hpp"
#include "smt/reduce/terms.hpp"
#include "smt/rules/rule_index.hpp"
#include "smt/rules/rule_proof.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kRuleAttempts = 6;           // rules that are drawn until one has an instance
constexpr std::uint64_t kMaxRewritings = 2;     // of one contradiction
constexpr unsigned kNamedPercent = 45;          // contradictions whose parts are linked by a new constant
constexpr unsigned kRewrittenPercent = 60;      // contradictions that equalities rewrite
constexpr std::uint32_t kMaxStandInDepth = 64;  // of a seed's term; a proof traverses the terms hundreds of times

bool ends_like_a_bound_variable(const std::string& name) { return name.ends_with(".b") || name.ends_with(".e"); }

/// The term converted to the wanted sort. Nullopt if this function has no conversion between the two sorts.
std::optional<TermId> converted(TermStore& store, TermId term, SortId wanted) {
  const SortNode from = store.node(store.sort_of(term));
  const SortNode to = store.node(wanted);
  const auto make = [&](std::string_view op, const std::vector<TermId>& children,
                        const std::vector<Index>& indices = {}) {
    return store.apply(Operators::get().at(op), children, indices);
  };
  if (from.kind == SortKind::BitVector && to.kind == SortKind::BitVector) {
    const std::uint64_t width = from.indices[0];
    const std::uint64_t due = to.indices[0];
    if (width > due) return make("extract", {term}, {Index{due - 1, {}}, Index{0, {}}});
    return make("zero_extend", {term}, {Index{due - width, {}}});
  }
  if (from.kind == SortKind::Int && to.kind == SortKind::Real) return make("to_real", {term});
  if (from.kind == SortKind::Real && to.kind == SortKind::Int) return make("to_int", {term});
  if (from.kind == SortKind::String && to.kind == SortKind::Int) return make("str.len", {term});
  if (from.kind == SortKind::Int && to.kind == SortKind::String) return make("str.from_int", {term});
  return std::nullopt;
}

/// Instances of the contradictions of built-in rules, over a seed's terms.
class Plant final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    rules_.clear();
    if (grafter_.enter(source)) enter(source);
    grafter_->use(rng);
    fresh_ = 0;
    std::vector<TermId> core;
    for (unsigned attempt = 0; attempt < kRuleAttempts && core.empty() && !fitting_rules_.empty(); ++attempt) {
      core = instance(source, *rng.pick(fitting_rules_));
      const std::vector<TermId> plain = core;
      if (!core.empty() && rng.percent(kRewrittenPercent)) rewrite_some(source, core);
      // A rewritten contradiction that the rules do not prove could not be reduced: fall back to the plain instance.
      if (refuted_by_rules(grafter_->store(), core, rules_)) break;
      core = plain;
      if (rules_.size() > 1) rules_.erase(rules_.begin() + 1, rules_.end());
      if (!refuted_by_rules(grafter_->store(), core, rules_)) core.clear();
    }
    if (core.empty()) return std::nullopt;
    std::vector<Assertion> result;
    for (const TermId term : core) result.push_back({term, false, true});
    for (const TermId term : beside(source)) result.push_back({term, false, false});
    rng.shuffle(result);
    return Draft{std::move(result), RuleContradiction{rules_}};
  }

 private:
  void enter(const CaseSource& source) {
    const Fragments& seed = source.seed;
    by_sort_.clear();
    for (const TermId term : seed.terms)
      if (seed.store.node(term).depth <= kMaxStandInDepth && is_movable(seed.store, term))
        by_sort_[seed.store.sort_of(term)].push_back(term);
    std::set<std::string> sorts;
    for (const auto& [sort, terms] : by_sort_) sorts.insert(to_string(seed.store, sort));
    const std::vector<std::string> names = declared_names(seed.store, seed.assertions);
    const bool catches = std::any_of(names.begin(), names.end(), ends_like_a_bound_variable);
    const auto is_there = [&](const std::string& sort) { return sorts.contains(sort) || has_kin(seed, sort); };
    const auto is_taken = [&](const std::string& name) { return std::binary_search(names.begin(), names.end(), name); };
    const std::vector<bool> has_one = any_in_each(builtin_rules().sorts, is_there);
    const std::vector<bool> collides = any_in_each(builtin_rules().declares, is_taken);
    rules_for_block_ = &usable_rules(source.unsupported);
    fitting_rules_.clear();
    for (const UsableRules::Row& row : rules_for_block_->rows)
      if (has_one[row.sorts_at] && !collides[row.declares_at] && !(row.binds && catches))
        fitting_rules_.push_back(row.needs);
  }

  /// For each list, whether any of its elements satisfies the predicate.
  template <typename Predicate>
  static std::vector<bool> any_in_each(const std::vector<std::vector<std::string>>& lists, const Predicate& holds) {
    std::vector<bool> found;
    for (const std::vector<std::string>& list : lists) found.push_back(std::any_of(list.begin(), list.end(), holds));
    return found;
  }

  /// The rules that need no unsupported operator. Independent of the seed, so that many blocks share them.
  struct UsableRules {
    /// A rule, and the fields that decide whether it fits a seed, stored together for speed.
    struct Row {
      const RuleNeeds* needs = nullptr;
      std::uint32_t sorts_at = 0;
      std::uint16_t declares_at = 0;
      bool binds = false;
    };
    std::vector<Row> rows;
    /// Rules that declare and bind nothing, by RuleNeeds::of_sort and RuleNeeds::equals.
    std::map<std::pair<bool, std::string>, std::vector<const RuleNeeds*>> rewriting;
  };
  const UsableRules& usable_rules(const UnsupportedOperators* unsupported) {
    static const UnsupportedOperators nothing{std::vector<bool>(Operators::get().size(), false), 0};
    const UnsupportedOperators& without = unsupported == nullptr ? nothing : *unsupported;
    const auto [place, is_new] = usable_by_unsupported_.try_emplace(without);
    if (!is_new) return place->second;
    for (const RuleNeeds& needs : builtin_rules().rows) {
      if ((needs.theories & without.theories) != 0) continue;
      const auto is_unsupported = [&](OperatorId op) { return without.has(op); };
      if (std::any_of(needs.operators.begin(), needs.operators.end(), is_unsupported)) continue;
      place->second.rows.push_back({&needs, static_cast<std::uint32_t>(needs.sorts_at),
                                    static_cast<std::uint16_t>(needs.declares_at), needs.binds});
      const bool is_plain = needs.declares.empty() && !needs.binds && !needs.equals.empty();
      if (is_plain) place->second.rewriting[{needs.of_sort, needs.equals}].push_back(&needs);
    }
    return place->second;
  }

  // Rules are about narrow bit-vectors; an instance can extract the needed width from any bit-vector of the seed.
  static bool has_kin(const Fragments& seed, const std::string& sort) {
    return sort.starts_with("(_ BitVec") && std::any_of(seed.sorts.begin(), seed.sorts.end(), [&](SortId there) {
             return seed.store.kind(there) == SortKind::BitVector;
           });
  }

  TermId fresh_constant(const CaseSource& source, SortId sort) {
    Function function;
    function.name = source.seed.store.symbol(source.prefix + "x" + std::to_string(fresh_++));
    function.result = sort;
    return source.seed.store.call_as(source.seed.store.function(std::move(function)), {}, sort);
  }

  /// A random term of this sort that replaces a variable of a rule.
  TermId stand_in(const CaseSource& source, SortId sort) {
    core::Rng& rng = grafter_->rng();
    const std::uint64_t dice = rng.below(100);
    if (dice < 50)
      if (const auto term = of_seed(sort)) return *term;
    if (dice < 65)
      if (const auto made = grafter_->application(sort, 1)) return *made;
    if (dice < 80)
      if (const auto term = of_other_sort(source, sort)) return *term;
    if (dice < 86)
      if (const auto value = grafter_->values().degenerate(sort, rng))
        if (const auto literal = grafter_->literal(*value, sort)) return *literal;
    if (dice < 92)
      if (const auto term = of_seed(sort)) return *term;
    return fresh_constant(source, sort);
  }
  std::optional<TermId> of_seed(SortId sort) {
    const auto terms = by_sort_.find(sort);
    if (terms == by_sort_.end()) return std::nullopt;
    const TermId a = grafter_->rng().pick(terms->second);
    const TermId b = grafter_->rng().pick(terms->second);
    return grafter_->store().node(b).depth < grafter_->store().node(a).depth ? b : a;
  }
  std::optional<TermId> of_other_sort(const CaseSource& source, SortId sort) {
    const SortId other = grafter_->rng().pick(source.seed.sorts);
    const auto term = of_seed(other);
    return term && other != sort ? converted(grafter_->store(), *term, sort) : std::nullopt;
  }

  /// The assertions of the rule's contradiction, with its variables replaced by random terms. Empty if that fails.
  std::vector<TermId> instance(const CaseSource& source, const RuleNeeds& needs) {
    TermStore& store = grafter_->store();
    auto rule = make_rule(store, *needs.text);
    if (!rule) return {};
    TermMap stand_ins;
    std::map<FunctionId, FunctionId> functions;
    std::vector<TermId> variables;
    for (const auto* list : {&rule->variables, &rule->own}) {
      for (const FunctionId variable : *list) {
        const Function function = store.node(variable);
        if (function.parameters.empty()) {
          variables.push_back(*store.call(variable, {}));
          stand_ins.emplace(variables.back(), stand_in(source, function.result));
          continue;
        }
        Function renamed = function;
        renamed.name = store.symbol(source.prefix + "f" + std::to_string(fresh_++));
        functions.emplace(variable, store.function(std::move(renamed)));
      }
    }
    std::vector<TermId> core;
    std::optional<TermId> link = linked(source, variables, stand_ins);
    const std::vector<TermId> pieces = contradiction_of(store, *rule);
    const std::size_t apart = link ? static_cast<std::size_t>(grafter_->rng().below(pieces.size())) : pieces.size();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const auto made = replaced(pieces[i], i == apart ? apart_ : stand_ins, functions);
      if (!made || !is_well_formed(*made)) return {};
      core.push_back(*made);
    }
    if (link) core.push_back(*link);
    rules_ = {std::move(*rule)};
    return core;
  }

  /// With probability kNamedPercent, draws a variable and returns an equation between a new constant and the term that
  /// replaces the variable. In apart_ the constant then replaces the variable.
  std::optional<TermId> linked(const CaseSource& source, const std::vector<TermId>& variables,
                               const TermMap& stand_ins) {
    apart_ = stand_ins;
    if (variables.empty() || !grafter_->rng().percent(kNamedPercent)) return std::nullopt;
    TermStore& store = grafter_->store();
    const TermId variable = grafter_->rng().pick(variables);
    const TermId term = stand_ins.at(variable);
    const SortId sort = store.sort_of(term);
    if (sort == store.reglan_sort()) return std::nullopt;
    const TermId constant = fresh_constant(source, sort);
    apart_.set(variable, constant);
    const bool first = grafter_->rng().coin();
    const std::array sides{first ? constant : term, first ? term : constant};
    return store.apply_as(CoreOperators::get().equal, sides, {}, store.bool_sort());
  }

  std::optional<TermId> replaced(TermId piece, TermMap known, const std::map<FunctionId, FunctionId>& functions) {
    TermStore& store = grafter_->store();
    return rewrite(store, piece, known, [&](TermId original, const std::vector<TermId>& children) {
      const bool is_call = store.node(original).kind == TermKind::Call;
      const auto renamed = is_call ? functions.find(store.function_of(original)) : functions.end();
      return renamed == functions.end() ? store.rebuild(original, children) : store.call(renamed->second, children);
    });
  }

  bool are_values(TermId application) {
    const auto children = grafter_->store().children(application);
    const std::vector<TermId> arguments(children.begin(), children.end());
    return std::all_of(arguments.begin(), arguments.end(), [&](TermId argument) {
      const auto value = grafter_->value_of(argument);
      return value && grafter_->literal(*value, grafter_->store().sort_of(argument)) == argument;
    });
  }

  // False if a binder contains another binder, which could bind the same name again, or if an argument that most
  // solvers require to be a value is none.
  bool is_well_formed(TermId term) {
    TermStore& store = grafter_->store();
    if (store.has(term, kHasVariable)) return false;
    for (const auto& level : levels_of(store, {term})) {
      for (const TermId part : level) {
        if (store.node(part).kind == TermKind::Binder && store.has(store.children(part)[0], kHasBinder)) return false;
        if (store.node(part).kind == TermKind::Apply && wants_values(Operators::get().row(store.op(part))))
          if (!are_values(part)) return false;
      }
    }
    return true;
  }

  /// Rewrites random occurrences in the core by equalities of rules that hold for all values of their variables.
  void rewrite_some(const CaseSource& source, std::vector<TermId>& core) {
    TermStore& store = grafter_->store();
    for (std::uint64_t left = grafter_->rng().below(kMaxRewritings) + 1; left > 0; --left) {
      TermId& formula = core[static_cast<std::size_t>(grafter_->rng().below(core.size()))];
      const Occurrence spot = random_occurrence(store, formula, grafter_->rng());
      const RuleNeeds* row = equality_for(spot.term());
      if (row == nullptr) continue;
      const auto rule = make_rule(store, *row->text);
      if (!rule) continue;
      TermMap known;
      for (const FunctionId variable : rule->variables) {
        const Function function = store.node(variable);
        if (!function.parameters.empty()) break;
        const TermId call = *store.call(variable, {});
        known.emplace(call, row->of_sort && call == rule->right ? spot.term() : stand_in(source, function.result));
      }
      if (known.size() != rule->variables.size()) continue;
      const auto built = replaced(rule->left, known, {});
      const auto changed = built ? with_replaced(store, spot, *built) : std::nullopt;
      if (!changed || !is_well_formed(*changed)) continue;
      formula = *changed;
      const auto is_it = [&](const Rule& other) { return other.text == rule->text; };
      if (std::none_of(rules_.begin() + 1, rules_.end(), is_it)) rules_.push_back(*rule);
    }
  }
  const RuleNeeds* equality_for(TermId term) {
    const TermStore& store = grafter_->store();
    const bool is_value = store.node(term).kind == TermKind::Constant && grafter_->rng().coin();
    const std::string key = is_value ? to_string(store, term) : to_string(store, store.sort_of(term));
    const auto rows = rules_for_block_->rewriting.find({!is_value, key});
    return rows == rules_for_block_->rewriting.end() ? nullptr : grafter_->rng().pick(rows->second);
  }

  /// Random formulas that the valuation satisfies. If it values no formula: random assertions of the seed.
  std::vector<TermId> beside(const CaseSource& source) {
    core::Rng& rng = grafter_->rng();
    std::vector<TermId> chosen;
    const auto& pool = source.valuation.pool();
    for (std::uint64_t left = rng.below(source.rung.assertions + 1); left > 0; --left) {
      if (pool.empty()) {
        chosen.push_back(rng.pick(source.seed.assertions));
        continue;
      }
      const PoolEntry& entry = rng.pick(pool);
      if (entry.by_solvers || entry.depth > source.rung.depth) continue;
      chosen.push_back(entry.value ? entry.term : make_not(grafter_->store(), entry.term));
    }
    return chosen;
  }

  BlockGrafter grafter_;
  std::map<SortId, std::vector<TermId>> by_sort_;  ///< the seed's closed terms
  std::map<UnsupportedOperators, UsableRules> usable_by_unsupported_;
  const UsableRules* rules_for_block_ = nullptr;
  std::vector<const RuleNeeds*> fitting_rules_;  ///< rules that fit the seed of the block
  std::vector<Rule> rules_;                      ///< rules that prove the current contradiction
  TermMap apart_;                                ///< replacements for the piece that a new constant links (linked())
  std::size_t fresh_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_plant() { return std::make_unique<Plant>(); }

}  // namespace assay::smt
