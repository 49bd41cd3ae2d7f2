#include "smt/rules/rule_proof.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include "smt/reduce/terms.hpp"
#include "smt/rules/rule_index.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMostSteps = 3000;       // of one search for an instance
constexpr unsigned kMostRounds = 16;           // of expanding definitions, and of taking facts apart
constexpr std::size_t kMostEliminations = 40;  // sets of equations that are tried

/// What the variables of a row stand for.
struct Substitution {
  std::map<FunctionId, TermId> terms;
  std::map<FunctionId, FunctionId> functions;
};

/// Matches a row's terms against others of the same store.
class Matcher {
 public:
  Matcher(const TermStore& store, const Rule& rule) : store_(store) {
    variables_.insert(rule.variables.begin(), rule.variables.end());
    variables_.insert(rule.own.begin(), rule.own.end());
  }

  bool match(TermId pattern, TermId term, Substitution& found) const {
    std::vector<std::pair<TermId, TermId>> work{{pattern, term}};
    while (!work.empty()) {
      const auto [wanted, there] = work.back();
      work.pop_back();
      if (store_.sort_of(wanted) != store_.sort_of(there)) return false;
      if (const auto bound = bind(wanted, there, found)) {
        if (!*bound) return false;
        continue;
      }
      const TermNode& a = store_.node(wanted);
      const TermNode& b = store_.node(there);
      if (a.kind != b.kind || a.count != b.count || !same_head(wanted, there, found)) return false;
      for (std::size_t i = 0; i < a.count; ++i)
        work.emplace_back(store_.children(wanted)[i], store_.children(there)[i]);
    }
    return true;
  }

  [[nodiscard]] bool is_variable(TermId term) const {
    return store_.node(term).kind == TermKind::Call && store_.children(term).empty() &&
           variables_.contains(store_.function_of(term));
  }

 private:
  /// Whether the term is what the variable stands for; nothing: the pattern is no variable.
  std::optional<bool> bind(TermId pattern, TermId term, Substitution& found) const {
    if (!is_variable(pattern)) return std::nullopt;
    if (store_.has(term, kHasVariable)) return false;
    return found.terms.emplace(store_.function_of(pattern), term).first->second == term;
  }

  bool same_head(TermId pattern, TermId term, Substitution& found) const {
    const TermNode& a = store_.node(pattern);
    const TermNode& b = store_.node(term);
    switch (a.kind) {
      case TermKind::Binder: return same_binder(store_.binder_info(pattern), store_.binder_info(term));
      case TermKind::Apply:
        return a.data == b.data && std::ranges::equal(store_.indices(pattern), store_.indices(term));
      case TermKind::Call: {
        const FunctionId wanted = store_.function_of(pattern);
        const FunctionId there = store_.function_of(term);
        if (!variables_.contains(wanted)) return wanted == there;
        return found.functions.emplace(wanted, there).first->second == there;
      }
      default: return a.data == b.data;
    }
  }

  static bool same_binder(const BinderInfo& a, const BinderInfo& b) {
    return a.kind == b.kind && a.keyword == b.keyword && a.variables == b.variables && a.attributes == b.attributes;
  }

  const TermStore& store_;
  std::set<FunctionId> variables_;
};

/// Finds an instance of the pieces among the facts, by trying.
class InstanceSearch {
 public:
  InstanceSearch(const Matcher& matcher, std::vector<TermId> pieces, std::vector<TermId> facts)
      : matcher_(matcher), pieces_(std::move(pieces)), facts_(std::move(facts)) {
    // A variable alone fits everything: it comes last.
    std::stable_partition(pieces_.begin(), pieces_.end(), [&](TermId piece) { return !matcher_.is_variable(piece); });
  }

  bool run() {
    std::vector<Substitution> found(1);
    std::vector<std::size_t> next(1, 0);
    while (!found.empty()) {
      const std::size_t piece = found.size() - 1;
      if (piece == pieces_.size()) return true;
      if (next.back() == facts_.size() || ++steps_ > kMostSteps) {
        if (steps_ > kMostSteps) return false;
        found.pop_back();
        next.pop_back();
        continue;
      }
      Substitution extended = found.back();
      if (!matcher_.match(pieces_[piece], facts_[next.back()++], extended)) continue;
      found.push_back(std::move(extended));
      next.push_back(0);
    }
    return false;
  }

 private:
  const Matcher& matcher_;
  std::vector<TermId> pieces_;
  std::vector<TermId> facts_;
  std::size_t steps_ = 0;
};

/// Whether a binder of the body could take a variable of an argument: names of variables are different within a term,
/// not between a definition and its callers.
bool may_capture(const TermStore& store, TermId body, const std::vector<TermId>& arguments) {
  return store.has(body, kHasBinder) && std::any_of(arguments.begin(), arguments.end(),
                                                    [&](TermId argument) { return store.has(argument, kHasVariable); });
}

/// The formula without annotations, calls of defined functions replaced by their bodies where no variable is captured.
std::optional<TermId> expanded(TermStore& store, TermId formula) {
  const auto node = [&](TermId original, const std::vector<TermId>& children) -> std::optional<TermId> {
    if (store.node(original).kind == TermKind::Annotated) return children[0];
    if (store.node(original).kind != TermKind::Call) return store.rebuild(original, children);
    const Function function = store.node(store.function_of(original));
    const bool is_defined = function.kind == FunctionKind::Defined && function.body;
    if (!is_defined || function.variables.size() != children.size() || may_capture(store, *function.body, children))
      return store.rebuild(original, children);
    TermMap arguments;
    for (std::size_t i = 0; i < children.size(); ++i)
      arguments.emplace(store.variable(function.variables[i]), children[i]);
    return rewrite(store, *function.body, arguments);
  };
  for (unsigned round = 0; round < kMostRounds; ++round) {
    TermMap known;
    const auto made = rewrite(store, formula, known, node);
    if (!made || *made == formula) return made;
    formula = *made;
  }
  return formula;
}

/// Adds conjuncts, and what asserted Booleans imply; the whole stays, too.
void take_apart(const TermStore& store, std::vector<TermId>& facts) {
  static const OperatorId conjunction = Operators::get().at("and");
  static const OperatorId implication = Operators::get().at("=>");
  std::set<TermId> known(facts.begin(), facts.end());
  for (std::size_t before = 0; before != facts.size();) {
    before = facts.size();
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const TermId fact = facts[i];
      const auto children = store.children(fact);
      if (store.is(fact, conjunction))
        for (const TermId child : children)
          if (known.insert(child).second) facts.push_back(child);
      if (store.is(fact, implication) && children.size() == 2 && known.contains(children[0]))
        if (known.insert(children[1]).second) facts.push_back(children[1]);
    }
  }
}

/// One attempt at a proof.
class Prover {
 public:
  Prover(TermStore& store, const Rule& rule, std::vector<Rule> rewriting)
      : store_(store), matcher_(store, rule), rule_(rule), rewriting_(std::move(rewriting)) {}

  /// As they stand, without solving equations or undoing rewritings.
  bool refutes_at_once(const std::vector<TermId>& facts) {
    return InstanceSearch(matcher_, contradiction_of(store_, rule_), facts).run();
  }

  /// The facts are expanded and taken apart.
  bool refutes(const std::vector<TermId>& facts) {
    const std::vector<TermId> pieces = contradiction_of(store_, rule_);
    if (refutes(facts, pieces)) return true;
    if (rewriting_.empty()) return false;
    std::vector<TermId> plain;
    for (const TermId fact : facts) plain.push_back(undone(fact));
    take_apart(store_, plain);
    if (refutes(plain, pieces)) return true;
    std::vector<TermId> plain_pieces;
    for (const TermId piece : pieces) plain_pieces.push_back(undone(piece));
    return refutes(plain, plain_pieces);
  }

 private:
  bool refutes(const std::vector<TermId>& facts, const std::vector<TermId>& pieces) {
    // Equations put terms of the facts into facts, so that no operator is new.
    const std::set<OperatorId> wanted = operators_of(pieces);
    const std::set<OperatorId> there = operators_of(facts);
    if (!std::includes(there.begin(), there.end(), wanted.begin(), wanted.end())) return false;
    return InstanceSearch(matcher_, pieces, facts).run() || refutes_without_equations(facts, pieces);
  }

  /// The term with every left side of the equalities as the right one, children first.
  TermId undone(TermId term) {
    TermMap known;
    const auto made = rewrite(store_, term, known, [&](TermId original, const std::vector<TermId>& children) {
      std::optional<TermId> node = store_.rebuild(original, children);
      for (unsigned round = 0; node && round < kMostRounds; ++round) {
        const std::optional<TermId> simpler = simplified(*node);
        if (!simpler) break;
        node = simpler;
      }
      return node;
    });
    return made.value_or(term);
  }
  std::optional<TermId> simplified(TermId term) {
    for (const Rule& equality : rewriting_) {
      Substitution found;
      if (!Matcher(store_, equality).match(equality.left, term, found)) continue;
      TermMap instance;
      for (const auto& [variable, value] : found.terms) instance.emplace(*store_.call(variable, {}), value);
      const auto right = rewrite(store_, equality.right, instance);
      if (right && *right != term) return right;
    }
    return std::nullopt;
  }

  /// Of two sides, one to be replaced by the other: a constant by its term, or the term by its name.
  struct Equation {
    std::size_t fact;
    TermId from;
    TermId to;
  };

  std::vector<Equation> equations(const std::vector<TermId>& facts) const {
    std::vector<Equation> all;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (!store_.is(facts[i], equal_) || store_.children(facts[i]).size() != 2) continue;
      const auto sides = store_.children(facts[i]);
      for (const auto& [constant, term] : {std::pair{sides[0], sides[1]}, std::pair{sides[1], sides[0]}}) {
        if (store_.node(constant).kind != TermKind::Call || !store_.children(constant).empty()) continue;
        if (store_.node(store_.function_of(constant)).kind != FunctionKind::Declared) continue;
        all.push_back({i, constant, term});
        if (!store_.children(term).empty()) all.push_back({i, term, constant});
      }
    }
    return all;
  }

  // One equation solved for its constant, then a second one.
  bool refutes_without_equations(const std::vector<TermId>& facts, const std::vector<TermId>& pieces) {
    std::size_t tried = 0;
    for (const Equation& first : equations(facts)) {
      const auto fewer = eliminated(facts, first);
      if (!fewer) continue;
      if (++tried > kMostEliminations) return false;
      if (InstanceSearch(matcher_, pieces, *fewer).run()) return true;
      for (const Equation& second : equations(*fewer)) {
        const auto least = eliminated(*fewer, second);
        if (!least) continue;
        if (++tried > kMostEliminations) return false;
        if (InstanceSearch(matcher_, pieces, *least).run()) return true;
      }
    }
    return false;
  }
  std::optional<std::vector<TermId>> eliminated(const std::vector<TermId>& facts, const Equation& equation) {
    TermMap known{{equation.from, equation.to}};
    TermMap again = known;
    // Solved only when a side is not in the other one.
    if (rewrite(store_, equation.to, again) != equation.to) return std::nullopt;
    const std::vector<TermId> wanted = constants_of(equation.from);
    std::vector<TermId> fewer;
    bool changed = false;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (i == equation.fact) continue;
      const std::vector<TermId>& there = constants_of(facts[i]);
      if (!std::includes(there.begin(), there.end(), wanted.begin(), wanted.end())) {  // it stays as it is
        fewer.push_back(facts[i]);
        continue;
      }
      const auto made = rewrite(store_, facts[i], known);
      if (!made) return std::nullopt;
      changed = changed || *made != facts[i];
      fewer.push_back(*made);
    }
    return changed ? std::optional(std::move(fewer)) : std::nullopt;
  }

  [[nodiscard]] std::set<OperatorId> operators_of(const std::vector<TermId>& roots) const {
    std::set<OperatorId> found;
    for (const TermId term : terms_below(roots))
      if (store_.node(term).kind == TermKind::Apply) found.insert(store_.op(term));
    return found;
  }

  /// The calls without arguments in the term, in order, each once.
  const std::vector<TermId>& constants_of(TermId root) {
    const auto [place, is_new] = constants_.try_emplace(root);
    if (!is_new) return place->second;
    for (const TermId term : terms_below({root}))
      if (store_.node(term).kind == TermKind::Call && store_.children(term).empty()) place->second.push_back(term);
    std::sort(place->second.begin(), place->second.end());
    return place->second;
  }

  /// The roots and all that is below them, each once.
  [[nodiscard]] std::vector<TermId> terms_below(std::vector<TermId> roots) const {
    std::unordered_set<TermId, IdHash> seen(roots.begin(), roots.end());
    for (std::size_t i = 0; i < roots.size(); ++i)
      for (const TermId child : store_.children(roots[i]))
        if (seen.insert(child).second) roots.push_back(child);
    return roots;
  }

  TermStore& store_;
  Matcher matcher_;
  const Rule& rule_;
  std::vector<Rule> rewriting_;
  std::map<TermId, std::vector<TermId>> constants_;
  OperatorId equal_ = Operators::get().at("=");
};

/// Proves by one of the rules, or every case of a disjunction apart.
class CaseSplit {
 public:
  CaseSplit(TermStore& store, const std::vector<Rule>& rules) : store_(store), rules_(rules) {}

  bool refutes(std::span<const TermId> formulas) {
    std::vector<std::vector<TermId>> open(1);
    for (const TermId formula : formulas)
      if (const auto plain = expanded(store_, formula)) open[0].push_back(*plain);
    for (unsigned splits = 0; !open.empty(); ++splits) {
      std::vector<TermId> facts = std::move(open.back());
      open.pop_back();
      take_apart(store_, facts);
      if (at_once(facts)) continue;
      const auto cases = std::find_if(facts.begin(), facts.end(), [&](TermId fact) { return is_open(fact, facts); });
      // Where there are cases left, none of the long ways is likely to lead anywhere before they are taken apart.
      if (cases == facts.end() || splits == kMostSplits) {
        if (!by_one(facts)) return false;
        continue;
      }
      for (const TermId one : store_.children(*cases)) {
        open.push_back(facts);
        open.back().push_back(one);
      }
    }
    return true;
  }

 private:
  static constexpr unsigned kMostSplits = 4;

  /// A disjunction of which no case is known to hold.
  [[nodiscard]] bool is_open(TermId fact, const std::vector<TermId>& facts) const {
    if (rules_.size() < 2 || !store_.is(fact, disjunction_)) return false;
    const auto children = store_.children(fact);
    return std::none_of(children.begin(), children.end(),
                        [&](TermId child) { return std::find(facts.begin(), facts.end(), child) != facts.end(); });
  }

  bool at_once(const std::vector<TermId>& facts) {
    return std::any_of(rules_.begin(), rules_.end(),
                       [&](const Rule& rule) { return Prover(store_, rule, {}).refutes_at_once(facts); });
  }

  bool by_one(const std::vector<TermId>& facts) {
    // Only what holds everywhere may rewrite. A row may do both, when it is named twice.
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      std::vector<Rule> others;
      for (std::size_t j = 0; j < rules_.size(); ++j)
        if (j != i && rules_[j].text->kind == RuleKind::Equality && !rules_[j].condition) others.push_back(rules_[j]);
      if (Prover(store_, rules_[i], std::move(others)).refutes(facts)) return true;
    }
    return false;
  }

  TermStore& store_;
  const std::vector<Rule>& rules_;
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
  return CaseSplit(store, made).refutes(formulas);
}

Refutes refutation_by_rules(std::vector<std::string> rules) {
  return [rules = std::move(rules)](TermStore& store, std::span<const TermId> formulas) {
    return refuted_by_rules(store, formulas, rules);
  };
}

}  // namespace assay::smt
