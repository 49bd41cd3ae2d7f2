#include "rule_maker.hpp"

#include <algorithm>
#include <utility>

#include "datalog/eval/arithmetic.hpp"

namespace assay::datalog {
namespace {

// Percentages of constructs that are rare in real programs.
constexpr unsigned kLongBody = 4;        ///< rules with up to twice GenerateOptions::atoms positive atoms
constexpr unsigned kNoPositiveAtom = 3;  ///< rules without a positive atom, among rules with a negated one
constexpr unsigned kNonLinear = 25;      ///< atoms over the component, among those behind a first such atom
constexpr unsigned kAgain = 25;          ///< a second comparison, negated atom or aggregate in a rule that has one
constexpr unsigned kInAggregate = 20;    ///< aggregates with a second atom; aggregates with a comparison

bool is_numeric(Type type) { return type == Type::Number || type == Type::Unsigned; }

}  // namespace

std::optional<Rule> RuleMaker::make(RelationId head, const Surroundings& surroundings) {
  const GenerateOptions& options = draft_.options();
  rule_ = {};
  variables_.clear();
  uses_component_ = false;
  const Capabilities& can = draft_.capabilities();
  std::uint64_t atoms = 1 + rng_.below(std::max(1U, options.atoms));
  if (rng_.percent(kLongBody)) atoms += options.atoms;
  const bool negates = can.negation && rng_.percent(options.negation);
  if (negates && !surroundings.fails && rng_.percent(kNoPositiveAtom)) atoms = 0;
  constexpr std::size_t kUsualVariables = 16;
  constexpr std::size_t kOtherLiterals = 4;
  rule_.body.reserve(atoms + kOtherLiterals);
  variables_.reserve(kUsualVariables);
  for (std::uint64_t i = 0; i < atoms; ++i) {
    const std::optional<RelationId> relation = draw_relation(surroundings);
    if (!relation) return std::nullopt;
    add_atom(*relation);
  }
  const auto times = [&](bool any) { return any ? 1 + static_cast<int>(rng_.percent(kAgain)) : 0; };
  for (int i = times(can.comparisons && rng_.percent(options.comparisons)); i > 0; --i) add_comparison();
  if (can.arithmetic && !uses_component_ && rng_.percent(options.arithmetic)) add_computation();
  for (int i = times(negates); i > 0; --i) add_negated_atom(surroundings.earlier);
  if (rule_.body.empty()) return std::nullopt;
  if (surroundings.fails) add_failure();
  outer_ = grouping_ = variables_.size();
  if (can.aggregates && !uses_component_)
    for (int i = times(rng_.percent(options.aggregates)); i > 0; --i) add_aggregate(surroundings.earlier);
  rule_.heads.push_back(head_of(head, !surroundings.fails));
  rule_.variables.reserve(variables_.size());
  for (const Variable& variable : variables_) rule_.variables.push_back(variable.type);
  return std::move(rule_);
}

// Prefers relations with sample tuples, because an atom over an empty relation makes the whole rule empty.
std::optional<RelationId> RuleMaker::draw_relation(const Surroundings& surroundings) {
  const bool may_be_own = surroundings.recursive && (!uses_component_ || draft_.capabilities().non_linear_recursion);
  const bool own = may_be_own && rng_.percent(uses_component_ ? kNonLinear : 70);
  const std::vector<RelationId>& from = own ? surroundings.component : surroundings.earlier;
  std::optional<RelationId> drawn;
  for (int i = 0; i < 4 && !from.empty(); ++i) {
    const RelationId candidate = rng_.pick(from);
    if (!draft_.usable(candidate)) continue;
    drawn = candidate;
    if (draft_.samples[candidate].count > 0 || rng_.percent(5)) break;
  }
  if (own && drawn) uses_component_ = true;
  return drawn;
}

const Value* RuleMaker::draw_tuple(RelationId relation) {
  const Tuples& known = draft_.samples[relation];
  const Relation& declared = draft_.program.relations[relation];
  if (known.empty() || (declared.from_seed && rng_.percent(20))) {
    scratch_.resize(declared.arity());
    for (std::size_t i = 0; i < scratch_.size(); ++i) scratch_[i] = draft_.draw_value(declared.attributes[i].type);
    return scratch_.data();
  }
  // Prefers a tuple that has the value of a variable of the rule, because it can be joined.
  const Value* tuple = nullptr;
  for (int i = 0; i < 3; ++i) {
    tuple = known.row(static_cast<std::size_t>(rng_.below(known.count)));
    for (std::size_t column = 0; column < known.arity; ++column)
      if (variable_with(declared.attributes[column].type, tuple[column])) return tuple;
  }
  return tuple;
}

std::optional<std::uint32_t> RuleMaker::variable_with(Type type, Value value) {
  if (type == Type::Float) return std::nullopt;  // floats are never joined
  const std::size_t start = variables_.empty() ? 0 : static_cast<std::size_t>(rng_.below(variables_.size()));
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const std::size_t at = start + i < variables_.size() ? start + i : start + i - variables_.size();
    if (variables_[at].type == type && variables_[at].value == value) return static_cast<std::uint32_t>(at);
  }
  return std::nullopt;
}

std::optional<std::uint32_t> RuleMaker::variable_of(Type type, std::size_t below) {
  const std::size_t start = below == 0 ? 0 : static_cast<std::size_t>(rng_.below(below));
  for (std::size_t i = 0; i < below; ++i) {
    const std::size_t at = start + i < below ? start + i : start + i - below;
    if (variables_[at].type == type) return static_cast<std::uint32_t>(at);
  }
  return std::nullopt;
}

Term RuleMaker::new_variable(Type type, Value value) {
  variables_.push_back({type, value});
  return Term::variable(static_cast<std::uint32_t>(variables_.size() - 1), type);
}

Value RuleMaker::value_of(const Term& term) const {
  return term.is_variable() ? variables_[static_cast<std::size_t>(term.value)].value : term.value;
}

Term RuleMaker::argument(Type type, Value value, bool may_be_fresh) {
  if (const auto known = variable_with(type, value); known && (!may_be_fresh || rng_.percent(65)))
    return Term::variable(*known, type);
  const GenerateOptions& options = draft_.options();
  if (type != Type::Float && (!may_be_fresh || rng_.percent(options.constants))) return Term::constant(value, type);
  if (draft_.capabilities().wildcards && rng_.percent(options.wildcards)) return Term::wildcard(type);
  return new_variable(type, value);
}

void RuleMaker::add_atom(RelationId relation) {
  const Value* tuple = draw_tuple(relation);
  const std::vector<Attribute>& attributes = draft_.program.relations[relation].attributes;
  Atom atom{.relation = relation, .negated = false, .arguments = {}};
  for (std::size_t i = 0; i < attributes.size(); ++i)
    atom.arguments.push_back(argument(attributes[i].type, tuple[i], true));
  rule_.body.emplace_back(std::move(atom));
}

/// Sometimes, the first argument of the type that the atom already has.
std::optional<Term> RuleMaker::repeated(const Terms& arguments, Type type) {
  constexpr unsigned kRepeated = 12;  // in percent
  if (type == Type::Float || !rng_.percent(kRepeated)) return std::nullopt;
  for (const Term& term : arguments)
    if (!term.is_wildcard() && term.type == type) return term;
  return std::nullopt;
}

Atom RuleMaker::negated_atom(const Relation& declared, RelationId relation) {
  const GenerateOptions& options = draft_.options();
  const bool wildcards = draft_.capabilities().negated_wildcards && rng_.percent(2 * options.wildcards);
  Atom atom{.relation = relation, .negated = true, .arguments = {}};
  for (const Attribute& attribute : declared.attributes) {
    const auto variable = variable_of(attribute.type);
    if (attribute.type == Type::Float || (wildcards && rng_.coin())) {
      atom.arguments.push_back(Term::wildcard(attribute.type));
    } else if (const auto same = repeated(atom.arguments, attribute.type)) {
      atom.arguments.push_back(*same);
    } else if (variable && !rng_.percent(options.constants)) {
      atom.arguments.push_back(Term::variable(*variable, attribute.type));
    } else {
      atom.arguments.push_back(Term::constant(draft_.draw_value(attribute.type), attribute.type));
    }
  }
  return atom;
}

void RuleMaker::add_negated_atom(const std::vector<RelationId>& from) {
  if (from.empty()) return;
  for (int i = 0; i < 4; ++i) {
    const RelationId relation = rng_.pick(from);
    const Relation& declared = draft_.program.relations[relation];
    const bool has_float = std::any_of(declared.attributes.begin(), declared.attributes.end(),
                                       [](const Attribute& attribute) { return attribute.type == Type::Float; });
    if (!draft_.usable(relation) || (has_float && !draft_.capabilities().negated_wildcards)) continue;
    Atom atom = negated_atom(declared, relation);
    std::vector<Value> tuple;
    bool open = false;
    for (const Term& term : atom.arguments) {
      open = open || term.is_wildcard();
      tuple.push_back(term.is_wildcard() ? 0 : value_of(term));
    }
    if (!open && draft_.sampled(relation, tuple.data())) continue;  // the atom would make the derivation fail
    rule_.body.emplace_back(std::move(atom));
    return;
  }
}

// Adds or changes one literal so that it does not hold, by the first possible way in a random order.
void RuleMaker::add_failure() {
  std::vector<bool (RuleMaker::*)()> ways = {&RuleMaker::contradict_atom, &RuleMaker::contradict_comparison,
                                             &RuleMaker::miss_tuple};
  rng_.shuffle(ways);
  for (const auto way : ways)
    if ((this->*way)()) return;
}

/// Adds the negation of an atom of the body (`e(x, x), !e(x, x)`). Some variables may be replaced by their values.
bool RuleMaker::contradict_atom() {
  constexpr unsigned kByValue = 25;  // in percent, of the arguments
  if (!draft_.capabilities().negation || uses_component_) return false;
  std::vector<Atom> atoms;
  for (const Literal& literal : rule_.body) {
    const auto* atom = std::get_if<Atom>(&literal);
    if (atom != nullptr && !atom->negated) atoms.push_back(*atom);
  }
  if (atoms.empty()) return false;
  Atom atom = rng_.pick(atoms);
  atom.negated = true;
  const bool can_wildcard = draft_.capabilities().negated_wildcards;
  for (Term& term : atom.arguments) {
    if (term.type == Type::Float && !term.is_wildcard()) term = Term::wildcard(term.type);
    if (term.is_wildcard() && !can_wildcard) return false;
    if (term.is_variable() && rng_.percent(kByValue)) term = Term::constant(value_of(term), term.type);
  }
  rule_.body.emplace_back(std::move(atom));
  return true;
}

/// Adds a comparison that is false for the values of the variables.
bool RuleMaker::contradict_comparison() {
  if (!draft_.capabilities().comparisons) return false;
  const std::size_t before = rule_.body.size();
  add_comparison();
  if (rule_.body.size() == before) return false;
  auto& comparison = std::get<Comparison>(rule_.body.back());
  comparison.comparator = complement(comparison.comparator);
  return true;
}

/// Replaces an argument of an atom by a random constant, so that the atom probably matches no tuple.
bool RuleMaker::miss_tuple() {
  std::vector<Atom*> atoms;
  for (Literal& literal : rule_.body) {
    auto* atom = std::get_if<Atom>(&literal);
    if (atom != nullptr && !atom->negated && !atom->arguments.empty()) atoms.push_back(atom);
  }
  if (atoms.empty()) return false;
  Atom& atom = *rng_.pick(atoms);
  Term& term = atom.arguments[static_cast<std::size_t>(rng_.below(atom.arguments.size()))];
  // Variables are kept, because the atom may bind them.
  if (term.is_variable() || term.type == Type::Float) return false;
  term = Term::constant(draft_.draw_value(term.type), term.type);
  return true;
}

void RuleMaker::add_comparison() {
  if (variables_.empty()) return;
  const auto left = static_cast<std::uint32_t>(rng_.below(variables_.size()));
  const Type type = variables_[left].type;
  if (type == Type::Float) return;
  const auto other = variable_of(type);
  const bool with_variable = other && *other != left && rng_.percent(60);
  const Term right = with_variable ? Term::variable(*other, type) : Term::constant(draft_.draw_value(type), type);
  const bool ordered = is_numeric(type) && draft_.capabilities().order;
  std::vector<Comparator> possible;
  for (const Comparator comparator : {Comparator::NotEqual, Comparator::Equal, Comparator::Less, Comparator::LessEqual,
                                      Comparator::Greater, Comparator::GreaterEqual}) {
    const bool is_order = comparator != Comparator::NotEqual && comparator != Comparator::Equal;
    if ((ordered || !is_order) && compare(comparator, type, variables_[left].value, value_of(right)))
      possible.push_back(comparator);
  }
  rule_.body.emplace_back(Comparison{rng_.pick(possible), Term::variable(left, type), right});
}

void RuleMaker::add_computation() {
  const Type type = draft_.capabilities().unsigned_numbers && rng_.percent(15) ? Type::Unsigned : Type::Number;
  const auto left = variable_of(type);
  if (!left) return;
  static constexpr Operator kOperators[] = {Operator::Add,      Operator::Add,     Operator::Subtract,
                                            Operator::Multiply, Operator::Minimum, Operator::Maximum,
                                            Operator::Divide,   Operator::Modulo};
  const std::size_t last = draft_.capabilities().division ? std::size(kOperators) : std::size(kOperators) - 2;
  const Operator op = kOperators[rng_.below(last)];
  const bool divides = op == Operator::Divide || op == Operator::Modulo;
  const auto other = variable_of(type);
  // The divisor is a positive constant, so that the division is always defined.
  const Term right = !divides && other && rng_.percent(50)
                         ? Term::variable(*other, type)
                         : Term::constant(static_cast<Value>(1 + rng_.below(3)), type);
  const Capabilities& can = draft_.capabilities();
  const std::optional<Value> value = computed(op, type, variables_[*left].value, value_of(right), can.integer_bits);
  if (!value || (*value < 0 && !can.negative_numbers)) return;
  const Term left_term = Term::variable(*left, type);
  const Term result = new_variable(type, *value);
  rule_.body.emplace_back(Computation{result, op, left_term, right});
}

/// Makes an atom of the aggregate over the rule's variables, which group, and over variables of the aggregate.
/// `targets` gets the new variables of type Number.
Atom RuleMaker::aggregated_atom(RelationId relation, bool first, std::vector<Term>& targets) {
  const Relation& declared = draft_.program.relations[relation];
  const std::size_t own = variables_.size();
  Atom atom{.relation = relation, .negated = false, .arguments = {}};
  for (const Attribute& attribute : declared.attributes) {
    const auto known = variable_of(attribute.type, first ? grouping_ : own);
    const bool joins = known && (*known < grouping_ || *known >= aggregate_begin_);
    if (joins && rng_.percent(first ? 35 : 60)) {
      atom.arguments.push_back(Term::variable(*known, attribute.type));
    } else if (const auto same = repeated(atom.arguments, attribute.type)) {
      atom.arguments.push_back(*same);
    } else if (rng_.percent(draft_.options().constants / 2)) {
      atom.arguments.push_back(Term::constant(draft_.draw_value(attribute.type), attribute.type));
    } else {
      atom.arguments.push_back(new_variable(attribute.type, 0));
      if (attribute.type == Type::Number) targets.push_back(atom.arguments.back());
    }
  }
  return atom;
}

// The derivation does not know the aggregate's value. The result variable may stand in the head, but in no join.
void RuleMaker::add_aggregate(const std::vector<RelationId>& from) {
  aggregate_begin_ = variables_.size();
  Aggregate aggregate;
  std::vector<Term> targets;
  const std::size_t atoms = 1 + static_cast<std::size_t>(rng_.percent(kInAggregate));
  for (std::size_t i = 0; i < atoms && !from.empty(); ++i) {
    const RelationId relation = rng_.pick(from);
    const std::vector<Attribute>& columns = draft_.program.relations[relation].attributes;
    const auto is_float = [](const Attribute& column) { return column.type == Type::Float; };
    if (columns.empty() || std::any_of(columns.begin(), columns.end(), is_float) || !draft_.usable(relation)) continue;
    aggregate.atoms.push_back(aggregated_atom(relation, aggregate.atoms.empty(), targets));
  }
  if (aggregate.atoms.empty() || variables_.size() == aggregate_begin_) {  // no variable of its own to aggregate over
    variables_.resize(aggregate_begin_);
    return;
  }
  aggregate.aggregator = targets.empty() ? Aggregator::Count : static_cast<Aggregator>(rng_.below(4));
  aggregate.target = aggregate.aggregator == Aggregator::Count ? Term::wildcard(Type::Number) : rng_.pick(targets);
  if (!targets.empty() && draft_.capabilities().comparisons && rng_.percent(kInAggregate)) {
    const bool order = draft_.capabilities().order && rng_.coin();
    aggregate.comparisons.push_back({order ? Comparator::LessEqual : Comparator::NotEqual, rng_.pick(targets),
                                     Term::constant(draft_.draw_value(Type::Number), Type::Number)});
  }
  aggregate.result = new_variable(Type::Number, static_cast<Value>(draft_.samples[aggregate.atoms[0].relation].count));
  rule_.body.emplace_back(std::move(aggregate));
  // Results of aggregates get numbers below outer_, because the head may use them. Local variables get higher numbers.
  std::swap(variables_[outer_], variables_.back());
  const auto last = static_cast<Value>(variables_.size() - 1);
  const auto result = static_cast<Value>(outer_);
  for_each_term(rule_, [&](Term& term) {
    if (term.is_variable() && (term.value == last || term.value == result))
      term.value = term.value == last ? result : last;
  });
  outer_ += 1;
}

Atom RuleMaker::head_of(RelationId relation, bool holds) {
  Atom head{.relation = relation, .negated = false, .arguments = {}};
  std::vector<Value>& tuple = scratch_;
  tuple.clear();
  const std::vector<Attribute>& attributes = draft_.program.relations[relation].attributes;
  for (const Attribute& attribute : attributes) {
    const auto variable = variable_of(attribute.type, outer_);
    const bool constant = !variable || rng_.percent(draft_.options().constants / 2);
    if (const auto same = repeated(head.arguments, attribute.type)) {
      head.arguments.push_back(*same);
    } else {
      head.arguments.push_back(constant ? Term::constant(draft_.draw_value(attribute.type), attribute.type)
                                        : Term::variable(*variable, attribute.type));
    }
    tuple.push_back(value_of(head.arguments.back()));
  }
  if (holds) draft_.add_sample(relation, tuple.data());
  return head;
}

}  // namespace assay::datalog
