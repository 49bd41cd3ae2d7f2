#include "thesis_trial.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "smt/reduce/terms.hpp"

namespace assay::bench {

using namespace assay::smt;

namespace {

constexpr std::uint64_t kMostInstances = 8000;  // of one quantifier
constexpr std::size_t kMostCandidates = 24;     // of one of its variables
constexpr unsigned kSeen = 10;                  // percent of assignments

OperatorId op(std::string_view name) { return Operators::get().at(name); }

void set(Model& model, FunctionId function, Value value) {
  model.functions[function] = Interpretation{{}, {}, {}, std::move(value)};
}

/// A word's sub-words, and the word itself first.
void add_parts(std::vector<Value>& list, const Value& value, SortKind wanted) {
  if (wanted == SortKind::Int && value.is<mpz_class>()) list.push_back(value);
  if (!value.is<std::u32string>()) return;
  const std::u32string& text = value.as_string();
  for (std::size_t size = text.size() + 1; size-- > 0;)
    for (std::size_t at = 0; wanted == SortKind::String && at + size <= text.size(); ++at) {
      const std::u32string part = text.substr(at, size);
      list.push_back(Value(part));
    }
  for (std::size_t i = 0; wanted == SortKind::Int && i <= text.size(); ++i) list.emplace_back(mpz_class(i));
}

}  // namespace

Trial::Trial(TermStore& store, const std::vector<TermId>& assertions, std::uint64_t seed)
    : store_(store), rng_(seed), values_(store, literals_) {
  collect(assertions);
  TermMap known;
  for (const auto& level : levels_of(store_, assertions))
    for (const TermId term : level)
      if (store_.node(term).kind == TermKind::Binder) take_out(term, known);
  for (const TermId term : assertions) assertions_.push_back(rewrite(store_, term, known).value_or(term));
  for (const bool quantified : {false, true})
    for (std::size_t i = 0; i < assertions_.size(); ++i)
      if (is_quantified(assertions_[i]) == quantified) order_.push_back(i);
}

bool Trial::is_quantified(TermId term) const {
  for (const auto& level : levels_of(store_, {term}))
    for (const Quantifier& quantifier : quantifiers_)
      if (std::find(level.begin(), level.end(), quantifier.stands_for) != level.end()) return true;
  return false;
}

void Trial::collect(const std::vector<TermId>& assertions) {
  for (const auto& level : levels_of(store_, assertions)) {
    for (const TermId term : level) {
      const TermNode node = store_.node(term);
      if (node.kind == TermKind::Constant) literals_.emplace_back(node.sort, store_.value(term));
      if (node.kind != TermKind::Call || !store_.children(term).empty()) continue;
      const FunctionId function = store_.function_of(term);
      if (std::find(variables_.begin(), variables_.end(), function) == variables_.end()) variables_.push_back(function);
    }
  }
}

void Trial::take_out(TermId binder, TermMap& known) {
  const BinderInfo info = store_.binder_info(binder);
  Quantifier taken;
  taken.universal = info.kind == BinderKind::Forall;
  taken.stands_for = constant("quantifier", store_.bool_sort());
  TermMap inner;
  for (const BoundVariable& variable : info.variables) {
    taken.variables.push_back(constant("bound", variable.sort));
    inner.emplace(store_.variable(variable), taken.variables.back());
  }
  const TermId body = store_.children(binder)[0];
  taken.body = rewrite(store_, body, inner).value_or(body);
  for (const auto& level : levels_of(store_, {body}))
    for (const TermId term : level)
      if (store_.node(term).kind == TermKind::Call && store_.children(term).empty())
        taken.free.push_back(store_.function_of(term));
  known.emplace(binder, taken.stands_for);
  quantifiers_.push_back(std::move(taken));
}

TermId Trial::constant(const std::string& name, SortId sort) {
  Function function;
  function.name = store_.symbol(name + "!" + std::to_string(fresh_++));
  function.result = sort;
  return *store_.call(store_.function(std::move(function)), {});
}

/// The most variables that one quantifier binds.
std::size_t Trial::bound() const {
  std::size_t most = 0;
  for (const Quantifier& quantifier : quantifiers_) most = std::max(most, quantifier.variables.size());
  return most;
}

Value Trial::word() {
  static const std::u32string letters = U"ab01-\"\n\x07";
  std::u32string text;
  for (std::uint64_t i = rng_.below(bound() > 3 ? 3 : 4); i > 0; --i) text += letters[rng_.below(letters.size())];
  return Value(text);
}

Value Trial::draw(SortId sort) {
  const bool is_string = store_.kind(sort) == SortKind::String;
  std::optional<Value> chosen;
  if (!literals_.empty() && rng_.percent(15)) {
    const auto& [of, literal] = rng_.pick(literals_);
    if (of == sort) chosen = literal;
  }
  if (!chosen && is_string && (!quantifiers_.empty() || rng_.coin())) chosen = word();
  if (!chosen && store_.kind(sort) == SortKind::Int && rng_.coin()) chosen = Value(mpz_class(rng_.between(-2, 11)));
  if (!chosen) chosen = rng_.coin() ? values_.draw(sort, rng_) : values_.degenerate(sort, rng_);
  return chosen ? *chosen : *default_value(store_, sort);
}

Model Trial::assignment() {
  Model model;
  for (const FunctionId variable : variables_) set(model, variable, draw(store_.node(variable).result));
  for (const Quantifier& quantifier : quantifiers_)
    set(model, store_.function_of(quantifier.stands_for), Value(rng_.coin()));
  std::vector<TermId> order = assertions_;
  // One is often left to chance: the others without it show whether it is needed.
  if (rng_.coin()) order.erase(order.begin() + static_cast<std::ptrdiff_t>(rng_.below(order.size())));
  for (std::uint64_t round = rng_.below(4); round > 0; --round) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng_.below(i)]);
    for (const TermId term : order) satisfy(model, term, true);
  }
  return model;
}

/// Makes a formula true, as far as its equations say how: each gives a variable the value of the other side.
void Trial::satisfy(Model& model, TermId formula, bool wanted) {
  const auto children = store_.children(formula);
  const std::vector<TermId> parts(children.begin(), children.end());
  if (store_.node(formula).kind == TermKind::Annotated) return satisfy(model, parts[0], wanted);
  if (store_.is(formula, op("not"))) return satisfy(model, parts[0], !wanted);
  if (store_.is(formula, op("="))) {
    if (store_.sort_of(parts[0]) != store_.bool_sort()) return wanted ? satisfy_equation(model, formula) : void();
    const Outcome other = value(model, parts[1]);
    if (other.known()) satisfy(model, parts[0], other.value.as_bool() == wanted);
    return;
  }
  if (!wanted) return;
  if (store_.is(formula, op("and")))
    for (const TermId part : parts) satisfy(model, part, true);
  const bool conditional = store_.is(formula, op("ite")) || store_.is(formula, op("=>"));
  if (!conditional) return;
  if (rng_.percent(30)) satisfy(model, parts[0], true);
  const Outcome condition = value(model, parts[0]);
  if (!condition.known()) return;
  if (condition.value.as_bool()) return satisfy(model, parts[1], true);
  if (parts.size() == 3) satisfy(model, parts[2], true);
}

void Trial::satisfy_equation(Model& model, TermId equation) {
  const std::size_t first = rng_.coin() ? 1 : 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t side = (first + i) % 2;
    const TermId variable = store_.children(equation)[side];
    if (store_.node(variable).kind != TermKind::Call || !store_.children(variable).empty()) continue;
    const Outcome outcome = value(model, store_.children(equation)[1 - side]);
    if (outcome.known()) return set(model, store_.function_of(variable), outcome.value);
  }
}

std::vector<Value> Trial::candidates(SortId sort, const Model& model, const Quantifier& quantifier) const {
  std::vector<Value> all;
  for (const FunctionId function : quantifier.free) {
    const auto found = model.functions.find(function);
    if (found != model.functions.end()) add_parts(all, *found->second.fallback, store_.kind(sort));
  }
  if (store_.kind(sort) == SortKind::Int)
    for (const int number : {0, 1, -1}) all.emplace_back(mpz_class(number));
  if (store_.kind(sort) == SortKind::String)
    for (const char32_t* text : {U"", U"a"}) all.emplace_back(std::u32string(text));
  std::vector<Value> list;
  std::set<Value> seen;
  for (Value& one : all)
    if (list.size() < kMostCandidates && seen.insert(one).second) list.push_back(std::move(one));
  return list;
}

std::vector<std::vector<Value>> Trial::domains(const Model& model, const Quantifier& quantifier) const {
  std::vector<std::vector<Value>> all;
  for (const TermId variable : quantifier.variables)
    all.push_back(candidates(store_.sort_of(variable), model, quantifier));
  const auto instances = [&] {
    std::uint64_t product = 1;
    for (const auto& domain : all) product *= domain.size();
    return product;
  };
  while (instances() > kMostInstances)
    std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
      return a.size() < b.size();
    })->pop_back();
  return all;
}

bool Trial::bounded(const Model& model, const Quantifier& quantifier) {
  const auto all = domains(model, quantifier);
  std::vector<std::size_t> position(all.size(), 0);
  Model extended = model;
  for (;;) {
    for (std::size_t v = 0; v < all.size(); ++v)
      set(extended, store_.function_of(quantifier.variables[v]), all[v][position[v]]);
    const Outcome outcome = value(extended, quantifier.body);
    if (outcome.known() && outcome.value.as_bool() != quantifier.universal) return !quantifier.universal;
    std::size_t digit = 0;
    while (digit < position.size() && ++position[digit] == all[digit].size()) position[digit++] = 0;
    if (digit == position.size()) return quantifier.universal;
  }
}

/// Quantifiers are looked into only where they matter.
bool Trial::holds(Model& model, TermId assertion) {
  for (const Quantifier& quantifier : quantifiers_) {
    const FunctionId flag = store_.function_of(quantifier.stands_for);
    bool results[2];
    for (const bool assumed : {false, true}) {
      set(model, flag, Value(assumed));
      const Outcome outcome = value(model, assertion);
      results[assumed ? 1 : 0] = outcome.known() && outcome.value.as_bool();
    }
    if (results[0] != results[1]) set(model, flag, Value(bounded(model, quantifier)));
  }
  const Outcome outcome = value(model, assertion);
  return outcome.known() && outcome.value.as_bool();
}

/// What fails alone is needed for the contradiction. That takes time to see of a quantifier, so not every time.
void Trial::judge(Model& model, TrialResult& result) {
  std::optional<std::size_t> failed;
  for (const std::size_t number : order_) {
    if (failed && is_quantified(assertions_[number]) && !rng_.percent(kSeen)) return;
    if (holds(model, assertions_[number])) continue;
    if (failed) return;
    failed = number;
  }
  if (failed) {
    result.alone[*failed] = true;
  } else {
    result.problem = print_model(store_, model);
  }
}

TrialResult Trial::run(std::uint64_t assignments) {
  TrialResult result;
  result.alone.resize(assertions_.size());
  for (; result.assignments < assignments && result.problem.empty(); ++result.assignments) {
    Model model = assignment();
    judge(model, result);
  }
  return result;
}

}  // namespace assay::bench
