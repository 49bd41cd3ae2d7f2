#include "trigger/search/goal_search.hpp"

#include <algorithm>
#include <utility>

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;

/// Number of steps of one call of terms(), shared by all beginnings. A beginning may take kMaxSharesOfSteps equal
/// shares of what is left, and always kMinSteps.
constexpr std::size_t kMaxSteps = 400'000;
constexpr std::size_t kMaxSharesOfSteps = 8;
constexpr std::size_t kMinSteps = 400;
/// Maximum number of clauses of one conjunct.
constexpr std::size_t kMaxClauses = 12;
/// Maximum number of nested steps: solve() recurses.
constexpr std::size_t kMaxDepth = 400;
/// Maximum number of constants for each variable that a solution leaves open, and of their combinations.
constexpr std::size_t kMaxChoices = 4;
constexpr std::size_t kMaxCombinations = 12;
/// Cost of the combinations after the first one.
constexpr unsigned kCostOfOtherChoices = 2;
/// Constants of a literal, or of a sort, that may be such constants. A verifier's literal may have thousands.
constexpr std::size_t kMaxNear = 40;
/// Maximum number of terms of all costs, and more for each cost.
constexpr std::size_t kMaxGoalTerms = 10'000;
constexpr std::size_t kMaxMoreTerms = 1500;
/// Cost of a solution whose first axiom has patterns of functions that other terms have: E-matching may find it alone.
constexpr unsigned kCostOfMatched = 3;
/// Maximum number of clauses in which is_distinction() holds and which are refuted as a whole.
constexpr std::size_t kMaxDistinctions = 60;
/// Cost of a solution without a literal that has no variables.
constexpr unsigned kNoFact = 3;

std::uint64_t key_of(std::uint32_t frame, std::uint32_t symbol) { return std::uint64_t{frame} << 32U | symbol; }
/// Adds the term unless it is there.
void add_once(Terms& terms, TermId term) {
  if (std::find(terms.begin(), terms.end(), term) == terms.end()) terms.push_back(term);
}

std::uint32_t symbol_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }
std::uint32_t frame_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32U); }

}  // namespace

GoalSearch::GoalSearch(const Workplace& work) : work_(work), store_(work.store) {
  for (const Conjunct& conjunct : work.problem.conjuncts) add_clauses(clause_of(store_, conjunct));
  for (const bool ground : {true, false})
    for (std::size_t i = clauses_.size(); i > 0; --i)
      if (is_ground(i - 1) == ground) collect(i - 1);
  // Behind a constant: its value may be wrong where a condition limits the variable, and 0 or 1 mostly meets that.
  for (const int number : {1, 0}) {
    add_default(store_.constant(smt::Value(mpz_class(number)), store_.int_sort()));
    add_default(store_.constant(smt::Value(mpq_class(number)), store_.real_sort()));
  }
}

void GoalSearch::add_default(TermId value) {
  Terms& known = constants_[store_.sort_of(value)];
  known.insert(known.begin() + (known.empty() ? 0 : 1), value);
}

/// Adds the clause. A disjunct that is an equivalence, and so a conjunction of implications, makes several clauses, of
/// at most kMaxClauses.
void GoalSearch::add_clauses(Clause clause) {
  std::vector<Terms> all = {{}};
  for (const TermId disjunct : clause.disjuncts) {
    const TermId expanded = negation_normal_form(store_, disjunct, {}, Expanded::All);
    std::vector<TermId> parts = {disjunct};
    if (expanded != disjunct) parts = parts_of(store_, ops_.conjunction, expanded);
    if (all.size() * parts.size() > kMaxClauses) parts = {expanded};
    std::vector<Terms> longer;
    for (const Terms& disjuncts : all)
      for (const TermId part : parts) {
        Terms& one = longer.emplace_back(disjuncts);
        for (const TermId literal : parts_of(store_, ops_.disjunction, part)) one.push_back(literal);
      }
    all = std::move(longer);
  }
  for (Terms& disjuncts : all) {
    clause.disjuncts = std::move(disjuncts);
    clauses_.push_back(clause);
  }
}

/// Notes the literals of the clause, and its constants if it has no variables.
void GoalSearch::collect(std::size_t clause) {
  for (const smt::BoundVariable& variable : clauses_[clause].variables)
    sorts_.emplace(variable.name.index, variable.sort);
  for (std::size_t i = 0; i < clauses_[clause].disjuncts.size(); ++i) {
    const TermId disjunct = clauses_[clause].disjuncts[i];
    collected_.clear();
    collect_literal(disjunct, {disjunct, disjunct, clause, i});
    if (!is_ground(clause)) {
      visit_terms(store_, disjunct, [&](TermId node) {
        if (store_.node(node).kind == TermKind::Call) made_.insert(store_.node(node).data);
        return true;
      });
      continue;
    }
    for (const TermId constant : constants_in({disjunct})) {
      Terms& known = constants_[store_.sort_of(constant)];
      if (known.size() < kMaxNear) add_once(known, constant);
    }
  }
}

/// The first kMaxNear constants of the terms that the script declares, each once.
Terms GoalSearch::constants_in(const Terms& terms) const {
  Terms found;
  for (const TermId term : terms)
    visit_terms(store_, term, [&](TermId node) {
      if (store_.node(node).kind == TermKind::Call && store_.children(node).empty()) add_once(found, node);
      return found.size() < kMaxNear;
    });
  return found;
}

/// Notes the literal's atom, or the equation in both directions; the literals in conjunctions and disjunctions, too.
void GoalSearch::collect_literal(TermId literal, const Rule& where) {
  if (!collected_.insert(literal.index).second) return;
  if (store_.is(literal, ops_.conjunction) || store_.is(literal, ops_.disjunction)) {
    for (const TermId part :
         parts_of(store_, store_.is(literal, ops_.conjunction) ? ops_.conjunction : ops_.disjunction, literal))
      collect_literal(part, where);
    return;
  }
  if (is_ground(where.clause)) {
    const Terms together = constants_in({literal});
    for (const TermId constant : together)
      for (const TermId other : together) add_once(near_[constant], other);
  }
  const bool positive = !store_.is(literal, ops_.negation);
  const TermId atom = positive ? literal : store_.children(literal)[0];
  if (positive && store_.is(atom, ops_.equality) && store_.children(atom).size() == 2) {
    add_equation(store_.children(atom)[0], store_.children(atom)[1], where);
    add_equation(store_.children(atom)[1], store_.children(atom)[0], where);
  } else if (store_.node(atom).kind == TermKind::Call) {
    atoms_[positive][store_.node(atom).data].push_back({atom, atom, where.clause, where.disjunct});
  }
}

void GoalSearch::add_equation(TermId left, TermId right, Rule rule) {
  if (store_.node(left).kind != TermKind::Call) return;
  rule.left = left;
  rule.right = right;
  equations_[store_.node(left).data].push_back(rule);
}

Terms GoalSearch::terms(unsigned cost) {
  found_.clear();
  never_matched_ = 0;
  max_terms_ = std::min(seen_.size() + kMaxMoreTerms, kMaxGoalTerms);
  std::vector<std::pair<std::size_t, std::size_t>> beginnings;
  std::size_t distinctions = 0;
  for (const bool never : {true, false})
    for (std::size_t i = clauses_.size(); i > 0; --i) {
      const Clause& clause = clauses_[i - 1];
      if (!never && is_distinction(clause) && distinctions++ < kMaxDistinctions) beginnings.emplace_back(i - 1, 1);
      if (clause.is_ground() || clause.patterns.empty() || is_never_matched(clause) != never) continue;
      if (!never && cost < kCostOfMatched) continue;
      for (std::size_t open = 0; open < clause.disjuncts.size(); ++open) beginnings.emplace_back(i - 1, open);
    }
  std::size_t steps = kMaxSteps;
  for (std::size_t i = 0; i < beginnings.size() && !work_.deadline.passed() && seen_.size() < max_terms_; ++i) {
    max_steps_ = std::max(kMinSteps, std::min(steps, kMaxSharesOfSteps * steps / (beginnings.size() - i)));
    const Clause& clause = clauses_[beginnings[i].first];
    const bool never = is_never_matched(clause);
    const bool at_once = never || beginnings[i].second == clause.disjuncts.size();
    begin(beginnings[i].first, beginnings[i].second, at_once ? cost : cost - kCostOfMatched);
    if (never && !is_distinction(clause)) never_matched_ = found_.size();
    steps -= std::min(steps, steps_);
  }
  all_steps_ += kMaxSteps - steps;
  return std::move(found_);
}

/// True if the clause says only that two terms differ. E-matching sees a contradiction to it when other terms make them
/// equal, and no instance of it makes such terms.
bool GoalSearch::is_distinction(const Clause& clause) const {
  if (clause.disjuncts.size() != 1 || !store_.is(clause.disjuncts[0], ops_.negation)) return false;
  return store_.is(store_.children(clause.disjuncts[0])[0], ops_.equality);
}

/// True if the function of a pattern occurs in no disjunct of an axiom: no instance makes a term that it matches.
bool GoalSearch::is_never_matched(const Clause& clause) const {
  return std::any_of(clause.patterns.begin(), clause.patterns.end(), [&](TermId pattern) {
    return store_.node(pattern).kind == TermKind::Call && !made_.contains(store_.node(pattern).data);
  });
}

/// Solves the disjuncts of the clause but `open`, equations first. `open`: the number of disjuncts for all.
void GoalSearch::begin(std::size_t clause, std::size_t open, unsigned cost) {
  const std::vector<TermId>& disjuncts = clauses_[clause].disjuncts;
  frames_ = 1;
  steps_ = depth_ = 0;
  facts_ = is_ground(clause) ? 1 : 0;
  uses_ = {{clause, 1}};
  Goals goals;
  bool solvable = false;
  for (std::size_t i = 0; i < disjuncts.size(); ++i) {
    if (i == open) continue;
    solvable = solvable || says_something(disjuncts[i]);
    const bool is_equation = store_.is(disjuncts[i], ops_.negation);
    goals.insert(is_equation ? goals.end() : goals.begin(), Goal{Want::False, {disjuncts[i], 1}});
  }
  if (solvable) solve(std::move(goals), cost);
}

/// False if only an assumption can make the disjunct false.
bool GoalSearch::says_something(TermId disjunct) const {
  const bool negative = store_.is(disjunct, ops_.negation);
  const TermId atom = negative ? store_.children(disjunct)[0] : disjunct;
  return store_.node(atom).kind == TermKind::Call || (negative && store_.is(atom, ops_.equality));
}

void GoalSearch::solve(Goals goals, unsigned left) {
  if (steps_ >= max_steps_ || depth_ >= kMaxDepth) return;
  ++steps_;
  if (goals.empty()) return report(left);
  ++depth_;
  const Goal goal = goals.back();
  goals.pop_back();
  if (goal.want == Want::Equal)
    solve_equal(value_of(goal.left), value_of(goal.right), goals, left);
  else
    solve_literal(goal.left, goal.want == Want::True, std::move(goals), left);
  --depth_;
}

void GoalSearch::solve_equal(Item a, Item b, const Goals& rest, unsigned left) {
  const bool closed = !store_.has(a.term, smt::kHasVariable);
  if (a.term == b.term && (closed || a.frame == b.frame)) return solve(rest, left);
  if (is_variable(a)) return bind(a, b, rest, left);
  if (is_variable(b)) return bind(b, a, rest, left);
  if (same_root(a, b)) {
    decompose(a, b, rest, left, false);
    const bool is_pair =
        store_.children(a.term).size() == 2 && (store_.is(a.term, sum_) || store_.is(a.term, product_));
    if (is_pair && left > 0) decompose(a, b, rest, left - 1, true);
  }
  replace(a, b, rest, left);
  replace(b, a, rest, left);
}

void GoalSearch::bind(Item variable, Item value, const Goals& rest, unsigned left) {
  const std::uint64_t key = key_of(variable.frame, store_.node(variable.term).data);
  if (occurs(key, value)) return;
  bindings_.emplace(key, value);
  solve(rest, left);
  bindings_.erase(key);
}

/// `crossed`: the first argument equals the other side's last argument, and so on.
void GoalSearch::decompose(Item a, Item b, const Goals& rest, unsigned left, bool crossed) {
  const auto mine = store_.children(a.term);
  const auto others = store_.children(b.term);
  Goals goals = rest;
  for (std::size_t i = mine.size(); i > 0; --i)
    goals.push_back({Want::Equal, {mine[i - 1], a.frame}, {others[crossed ? mine.size() - i : i - 1], b.frame}});
  solve(std::move(goals), left);
}

template <typename More>
void GoalSearch::use(const Rule& rule, Item side, const Goals& rest, unsigned left, const More& more) {
  const std::uint32_t frame = is_ground(rule.clause) ? 0 : frames_ + 1;
  const auto mine = store_.children(side.term);
  const auto others = store_.children(rule.left);
  for (std::size_t i = 0; i < mine.size(); ++i)
    if (!may_be_equal({mine[i], side.frame}, {others[i], frame})) return;
  Goals goals = rest;
  if (frame > 0)
    for (std::size_t i = 0; i < clauses_[rule.clause].disjuncts.size(); ++i)
      if (i != rule.disjunct) goals.push_back({Want::False, {clauses_[rule.clause].disjuncts[i], frame}});
  more(goals, frame);
  for (std::size_t i = mine.size(); i > 0; --i)
    goals.push_back({Want::Equal, {mine[i - 1], side.frame}, {others[i - 1], frame}});
  if (frame == 0) {
    ++facts_;
    solve(std::move(goals), left);
    --facts_;
    return;
  }
  ++frames_;
  uses_.push_back({rule.clause, frame});
  solve(std::move(goals), left);
  uses_.pop_back();
  --frames_;
}

/// Replaces `side` by the right side of an equation whose left side it is.
void GoalSearch::replace(Item side, Item other, const Goals& rest, unsigned left) {
  const unsigned was_same = same_root(side, other) ? 1 : 0;
  for (const Rule& rule : rules_for(equations_, side.term)) {
    const Item right = {rule.right, 0};
    const bool fits = store_.node(rule.right).kind == TermKind::Variable || same_root(right, other);
    const unsigned cost = was_same + (is_ground(rule.clause) ? 0 : 1) + (fits ? 0 : 1);
    if (cost > left) continue;
    use(rule, side, rest, left - cost, [&](Goals& goals, std::uint32_t frame) {
      goals.push_back({Want::Equal, {rule.right, frame}, other});
    });
  }
}

void GoalSearch::solve_literal(Item atom, bool positive, Goals rest, unsigned left) {
  // A copy: solutions add terms to the store.
  const Terms children(store_.children(atom.term).begin(), store_.children(atom.term).end());
  const auto want = [](bool value) { return value ? Want::True : Want::False; };
  if (store_.is(atom.term, ops_.negation)) {
    rest.push_back({want(!positive), {children[0], atom.frame}});
    return solve(std::move(rest), left);
  }
  const bool is_and = store_.is(atom.term, ops_.conjunction);
  if (is_and || store_.is(atom.term, ops_.disjunction)) {
    Goals all = rest;
    for (const TermId part : children) {
      const Goal goal{want(positive), {part, atom.frame}};
      if (is_and == positive) {
        all.push_back(goal);
      } else {
        Goals one = rest;
        one.push_back(goal);
        solve(std::move(one), left);
      }
    }
    if (is_and == positive) solve(std::move(all), left);
    return;
  }
  if (store_.node(atom.term).kind == TermKind::Call) return solve_call(atom, positive, rest, left);
  if (positive && store_.is(atom.term, ops_.equality) && children.size() == 2) {
    rest.push_back({Want::Equal, {children[0], atom.frame}, {children[1], atom.frame}});
    return solve(std::move(rest), left);
  }
  if (left > 0) solve(std::move(rest), left - 1);  // an assumption
}

/// A false atom costs more: what follows from the goal alone grows with every axiom about its predicate.
void GoalSearch::solve_call(Item atom, bool positive, const Goals& rest, unsigned left) {
  const unsigned of_axiom = positive ? 1 : 2;
  for (const Rule& rule : rules_for(atoms_[positive], atom.term)) {
    const unsigned cost = is_ground(rule.clause) ? 0 : of_axiom;
    if (cost <= left) use(rule, atom, rest, left - cost, [](Goals&, std::uint32_t) {});
  }
  if (left < of_axiom) return;
  for (const Rule& rule : rules_for(equations_, atom.term))
    use(rule, atom, rest, left - of_axiom, [&](Goals& goals, std::uint32_t frame) {
      goals.push_back({positive ? Want::True : Want::False, {rule.right, frame}});
    });
}

/// Adds the patterns of all used axioms, if the solution costs all of its allowance. Variables without a value get
/// constants: mostly any constants will do, so the solution costs more with others than the first ones.
void GoalSearch::report(unsigned left) {
  const std::vector<std::uint64_t> open = unbound_variables();
  const std::size_t cost = open.size() + (facts_ == 0 ? kNoFact : 0);
  const bool is_first = left == cost;
  const bool is_later = !open.empty() && left == cost + kCostOfOtherChoices;
  if ((!is_first && !is_later) || seen_.size() >= max_terms_) return;
  std::map<std::uint32_t, Terms> partial;  // by frame
  Terms all;
  for (const Use& used : uses_)
    for (const TermId pattern : clauses_[used.clause].patterns)
      all.push_back(partial[used.frame].emplace_back(resolved({pattern, used.frame})));
  std::vector<Terms> choices;
  std::size_t combinations = 1;
  const Terms own = constants_in(all);
  for (const std::uint64_t variable : open) {
    choices.push_back(choices_for(sorts_.at(symbol_of(variable)), partial[frame_of(variable)], own));
    combinations *= choices.back().size();
  }
  const std::size_t last = is_first ? 1 : std::min(combinations + kMaxChoices, kMaxCombinations);
  for (std::size_t number = is_first ? 0 : 1; number < last; ++number) {
    // The first kMaxChoices combinations have the n-th choice for all variables.
    std::size_t rest = number < kMaxChoices ? number : number - kMaxChoices + 1;
    for (std::size_t i = 0; i < open.size(); ++i) {
      bindings_[open[i]] = {choices[i][rest % choices[i].size()], 0};
      if (number >= kMaxChoices) rest /= choices[i].size();
    }
    for (const Use& used : uses_)
      for (const TermId pattern : clauses_[used.clause].patterns) {
        const TermId term = resolved({pattern, used.frame});
        if (!store_.has(term, smt::kHasVariable) && seen_.insert(term.index).second) found_.push_back(term);
      }
  }
  for (const std::uint64_t variable : open) bindings_.erase(variable);
}

/// At most kMaxChoices constants of the sort. Constants outside of `own` come first, because conditions mostly say that
/// terms differ. Among equals, a constant comes first that shares a literal with a constant of the terms, the least
/// nested one; then constants of the last conjuncts. A fresh constant if the script has none.
Terms GoalSearch::choices_for(smt::SortId sort, const Terms& terms, const Terms& own) {
  Terms context;
  Terms level = terms;
  std::unordered_set<std::uint32_t> seen;
  while (!level.empty() && context.size() < kMaxNear) {
    Terms below;
    for (const TermId term : level) {
      if (!seen.insert(term.index).second) continue;
      const auto parts = store_.children(term);
      if (parts.empty() && store_.node(term).kind == TermKind::Call) add_once(context, term);
      below.insert(below.end(), parts.begin(), parts.end());
    }
    level = std::move(below);
  }
  Terms& known = constants_[sort];
  if (known.empty())
    known.push_back(sort == store_.bool_sort() ? store_.bool_constant(true) : work_.validator.fresh_constant(sort));
  Terms choices;
  for (const bool is_own : {false, true}) {
    const auto add = [&](TermId constant) {
      const bool has_sort = store_.sort_of(constant) == sort;
      if (has_sort && (std::find(own.begin(), own.end(), constant) != own.end()) == is_own) add_once(choices, constant);
    };
    for (const TermId constant : context)
      for (const TermId other : near_[constant]) add(other);
    for (const TermId constant : known) add(constant);
  }
  choices.resize(std::min(choices.size(), kMaxChoices));
  return choices;
}

GoalSearch::Item GoalSearch::value_of(Item item) const {
  while (is_variable(item)) {
    const auto found = bindings_.find(key_of(item.frame, store_.node(item.term).data));
    if (found == bindings_.end()) break;
    item = found->second;
  }
  return item;
}

bool GoalSearch::is_variable(Item item) const {
  return item.frame > 0 && store_.node(item.term).kind == TermKind::Variable &&
         sorts_.contains(store_.node(item.term).data);
}

bool GoalSearch::same_root(Item a, Item b) const {
  const TermKind kind = store_.node(a.term).kind;
  return (kind == TermKind::Call || kind == TermKind::Apply) && trigger::same_root(store_, a.term, b.term);
}

bool GoalSearch::occurs(std::uint64_t variable, Item item) const {
  std::vector<Item> pending = {item};
  while (!pending.empty()) {
    const Item top = pending.back();
    pending.pop_back();
    if (!store_.has(top.term, smt::kHasVariable)) continue;
    for (const smt::SymbolId name : store_.free_variables(top.term)) {
      const std::uint64_t key = key_of(top.frame, name.index);
      if (key == variable) return true;
      const auto found = bindings_.find(key);
      if (found != bindings_.end()) pending.push_back(found->second);
    }
  }
  return false;
}

/// False if the roots differ and no equation can change one.
bool GoalSearch::may_be_equal(Item a, Item b) const {
  a = value_of(a);
  b = value_of(b);
  return is_variable(a) || is_variable(b) || a.term == b.term || same_root(a, b) ||
         !rules_for(equations_, a.term).empty() || !rules_for(equations_, b.term).empty();
}

std::span<const GoalSearch::Rule> GoalSearch::rules_for(const Rules& rules, TermId term) const {
  if (store_.node(term).kind != TermKind::Call) return {};
  const auto found = rules.find(store_.node(term).data);
  return found == rules.end() ? std::span<const Rule>{} : found->second;
}

std::vector<std::uint64_t> GoalSearch::unbound_variables() const {
  std::vector<std::uint64_t> open;
  for (const Use& used : uses_)
    for (const smt::BoundVariable& variable : clauses_[used.clause].variables) {
      const std::uint64_t key = key_of(used.frame, variable.name.index);
      if (!bindings_.contains(key)) open.push_back(key);
    }
  return open;
}

/// The term with the values of its variables. The depth of the recursion is the length of chains of bindings.
TermId GoalSearch::resolved(Item item) {
  if (!store_.has(item.term, smt::kHasVariable)) return item.term;
  Bindings values;
  for (const smt::SymbolId name : store_.free_variables(item.term)) {
    const auto found = bindings_.find(key_of(item.frame, name.index));
    if (found != bindings_.end()) values.emplace(name.index, resolved(found->second));
  }
  return substitute(store_, item.term, values);
}

}  // namespace assay::trigger
