#include "smt/rules/rule_proof.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "smt/reduce/terms.hpp"
#include "smt/rules/congruence.hpp"
#include "smt/rules/matching.hpp"
#include "smt/rules/rule_index.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kMaxRounds = 16;  // of expanding definitions, and of rewriting one term

/// True if a binder of the body could capture a variable of an argument: variable names are unique within a term, but
/// not between a definition and its callers.
bool may_capture(const TermStore& store, TermId body, const std::vector<TermId>& arguments) {
  return store.has(body, kHasBinder) && std::any_of(arguments.begin(), arguments.end(),
                                                    [&](TermId argument) { return store.has(argument, kHasVariable); });
}

/// The formula without annotations and with calls of defined functions replaced by their bodies, unless a variable
/// would be captured.
std::optional<TermId> expanded(TermStore& store, TermId formula) {
  const auto node = [&](TermId original, const std::vector<TermId>& children) -> std::optional<TermId> {
    if (store.node(original).kind == TermKind::Annotated) return children[0];
    const auto same = [&] {
      const auto old = store.children(original);
      return std::equal(old.begin(), old.end(), children.begin(), children.end());
    };
    const auto rebuilt = [&] { return same() ? original : store.rebuild(original, children); };
    if (store.node(original).kind != TermKind::Call) return rebuilt();
    const Function& function = store.node(store.function_of(original));
    const bool is_defined = function.kind == FunctionKind::Defined && function.body;
    if (!is_defined || function.variables.size() != children.size() || may_capture(store, *function.body, children))
      return rebuilt();
    TermMap arguments;
    for (std::size_t i = 0; i < children.size(); ++i)
      arguments.emplace(store.variable(function.variables[i]), children[i]);
    return rewrite(store, *function.body, arguments);
  };
  for (unsigned round = 0; round < kMaxRounds; ++round) {
    TermMap known;
    const auto made = rewrite(store, formula, known, node);
    if (!made || *made == formula) return made;
    formula = *made;
  }
  return formula;
}

/// Adds the conjuncts of conjunctions, and conclusions of implications with asserted premises. Keeps the given facts.
void take_apart(const TermStore& store, std::vector<TermId>& facts) {
  static const OperatorId conjunction = Operators::get().at("and");
  static const OperatorId implication = Operators::get().at("=>");
  TermSet known;
  for (const TermId fact : facts) known.insert(fact);
  for (std::size_t before = 0; before != facts.size();) {
    before = facts.size();
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const TermId fact = facts[i];
      const auto children = store.children(fact);
      if (store.is(fact, conjunction))
        for (const TermId child : children)
          if (known.insert(child)) facts.push_back(child);
      if (store.is(fact, implication) && children.size() == 2 && known.contains(children[0]))
        if (known.insert(children[1])) facts.push_back(children[1]);
    }
  }
}

/// Finds proofs with one rule.
class Prover {
 public:
  /// `rewriting`: equalities without condition.
  Prover(TermStore& store, const Rule& rule, const std::vector<const Rule*>& rewriting)
      : store_(store), matcher_(store, rule), rule_(rule) {
    for (const Rule* equality : rewriting) rewriting_.push_back({Matcher(store, *equality), equality});
  }

  /// Tries a proof without equations and without undoing rewritings.
  bool refutes_at_once(const std::vector<TermId>& facts) { return has_instance(matcher_, pieces(), facts); }

  /// Tries a proof modulo the equations among the facts, whose definitions are expanded and conjunctions split.
  bool refutes(const std::vector<TermId>& facts, const Congruence& classes) {
    if (has_instance(store_, matcher_, pieces(), classes)) return true;
    if (rewriting_.empty()) return false;
    std::vector<TermId> undone_facts;
    for (const TermId fact : facts) undone_facts.push_back(undone(fact));
    take_apart(store_, undone_facts);
    const Congruence undone_classes(store_, undone_facts);
    if (has_instance(store_, matcher_, pieces(), undone_classes)) return true;
    std::vector<TermId> undone_pieces;
    for (const TermId piece : pieces()) undone_pieces.push_back(undone(piece));
    variables_last(undone_pieces);
    return has_instance(store_, matcher_, undone_pieces, undone_classes);
  }

 private:
  struct Rewriting {
    Matcher matcher;
    const Rule* equality;
  };

  const std::vector<TermId>& pieces() {
    if (!pieces_.empty()) return pieces_;
    pieces_ = contradiction_of(store_, rule_);
    variables_last(pieces_);
    return pieces_;
  }
  void variables_last(std::vector<TermId>& pieces) const {
    std::stable_partition(pieces.begin(), pieces.end(), [&](TermId piece) { return !matcher_.is_variable(piece); });
  }

  /// The term with instances of the equalities' left sides replaced by right sides, children first.
  TermId undone(TermId term) {
    const auto made = rewrite(store_, term, undone_, [&](TermId original, const std::vector<TermId>& children) {
      std::optional<TermId> node = store_.rebuild(original, children);
      for (unsigned round = 0; node && round < kMaxRounds; ++round) {
        const std::optional<TermId> simpler = simplified(*node);
        if (!simpler) break;
        node = simpler;
      }
      return node;
    });
    return made.value_or(term);
  }
  std::optional<TermId> simplified(TermId term) {
    for (Rewriting& rewriting : rewriting_) {
      Substitution<TermId> found;
      if (!rewriting.matcher.match(rewriting.equality->left, term, found)) continue;
      TermMap instance;
      for (const auto& [variable, value] : found.terms.all()) instance.emplace(*store_.call(variable, {}), value);
      const auto right = rewrite(store_, rewriting.equality->right, instance);
      if (right && *right != term) return right;
    }
    return std::nullopt;
  }

  TermStore& store_;
  Matcher matcher_;
  const Rule& rule_;
  std::vector<TermId> pieces_;  ///< formulas of the rule's contradiction; single variables, which match all, come last
  std::vector<Rewriting> rewriting_;
  TermMap undone_;
};

/// Finds a proof by any of the rules, for each case of a disjunction separately.
class CaseSplit {
 public:
  CaseSplit(TermStore& store, const std::vector<Rule>& rules) : store_(store) {
    // Only equalities without condition may rewrite. A rule that is given twice may prove and rewrite.
    for (const Rule& rule : rules) {
      std::vector<const Rule*> others;
      for (const Rule& other : rules)
        if (&other != &rule && other.text->kind == RuleKind::Equality && !other.condition) others.push_back(&other);
      provers_.emplace_back(store, rule, others);
    }
  }

  bool refutes(std::span<const TermId> formulas) {
    std::vector<std::vector<TermId>> open(1);
    for (const TermId formula : formulas)
      if (const auto plain = expanded(store_, formula)) open[0].push_back(*plain);
    for (unsigned splits = 0; !open.empty(); ++splits) {
      std::vector<TermId> facts = std::move(open.back());
      open.pop_back();
      take_apart(store_, facts);
      if (refuted_at_once(facts)) continue;
      const auto cases = std::find_if(facts.begin(), facts.end(), [&](TermId fact) { return is_open(fact, facts); });
      // Before all cases are split, the slower proofs are unlikely to succeed.
      if (cases == facts.end() || splits == kMaxSplits) {
        if (!refuted_by_one(facts)) return false;
        continue;
      }
      for (const TermId alternative : store_.children(*cases)) {
        open.push_back(facts);
        open.back().push_back(alternative);
      }
    }
    return true;
  }

 private:
  static constexpr unsigned kMaxSplits = 4;

  /// True for a disjunction without a case that is a fact.
  [[nodiscard]] bool is_open(TermId fact, const std::vector<TermId>& facts) const {
    if (provers_.size() < 2 || !store_.is(fact, disjunction_)) return false;
    const auto children = store_.children(fact);
    return std::none_of(children.begin(), children.end(),
                        [&](TermId child) { return std::find(facts.begin(), facts.end(), child) != facts.end(); });
  }

  bool refuted_at_once(const std::vector<TermId>& facts) {
    return std::any_of(provers_.begin(), provers_.end(), [&](Prover& prover) { return prover.refutes_at_once(facts); });
  }

  bool refuted_by_one(const std::vector<TermId>& facts) {
    const Congruence classes(store_, facts);
    return std::any_of(provers_.begin(), provers_.end(),
                       [&](Prover& prover) { return prover.refutes(facts, classes); });
  }

  TermStore& store_;
  std::vector<Prover> provers_;
  OperatorId disjunction_ = Operators::get().at("or");
};

}  // namespace

bool refuted_by_rules(TermStore& store, std::span<const TermId> formulas, const std::vector<std::string>& rules) {
  std::vector<Rule> made;
  for (const std::string& name : rules) {
    const RuleText* text = find_builtin_rule(name);
    if (text == nullptr) return false;
    auto rule = make_rule(store, *text);
    if (!rule) return false;
    made.push_back(std::move(*rule));
  }
  return refuted_by_rules(store, formulas, made);
}

bool refuted_by_rules(TermStore& store, std::span<const TermId> formulas, const std::vector<Rule>& rules) {
  return CaseSplit(store, rules).refutes(formulas);
}

Refutes refutation_by_rules(std::vector<std::string> rules) {
  return [rules = std::move(rules)](TermStore& store, std::span<const TermId> formulas) {
    return refuted_by_rules(store, formulas, rules);
  };
}

}  // namespace assay::smt
