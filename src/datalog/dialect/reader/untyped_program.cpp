#include "datalog/dialect/reader/untyped_program.hpp"

#include <algorithm>
#include <set>
#include <variant>

#include "datalog/program/stratification.hpp"

namespace assay::datalog {
namespace {

constexpr Value kMinNarrow = -32;  // the range of muZ's numbers, which have six bits
constexpr Value kMaxNarrow = 31;
/// Maximum number of facts of one relation. More facts make generated programs too costly.
constexpr std::size_t kMaxFacts = 50;
/// Maximum number of rules that are dropped to make a program stratified.
constexpr int kMaxUnstratifiedRules = 100;

bool is_ground(const Atom& atom) {
  return std::all_of(atom.arguments.begin(), atom.arguments.end(), [](const Term& term) { return term.is_constant(); });
}

bool orders(Comparator comparator) { return comparator != Comparator::Equal && comparator != Comparator::NotEqual; }

/// A name of letters, digits and underscores that begins with a small letter.
std::string plain_name(std::string_view name) {
  std::string out = !name.empty() && name[0] >= 'a' && name[0] <= 'z' ? "" : "s_";
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    out += plain ? c : '_';
  }
  return out;
}

}  // namespace

Term UntypedClause::variable(std::string_view name) {
  const auto [found, is_new] = names.try_emplace(std::string(name), variables);
  if (is_new) ++variables;
  return Term::variable(found->second, Type::Number);
}

Term UntypedClause::fresh() { return Term::variable(variables++, Type::Number); }

RelationId UntypedProgram::relation(std::string_view name, std::size_t arity) {
  const auto id = static_cast<RelationId>(program_.relations.size());
  const auto [found, is_new] = index_.try_emplace({std::string(name), arity}, id);
  if (!is_new) return found->second;
  Relation& relation = program_.relations.emplace_back();
  relation.name = plain_name(name);
  relation.facts.arity = arity;
  std::vector<std::uint32_t>& nodes = columns_.emplace_back();
  for (std::size_t i = 0; i < arity; ++i) {
    relation.attributes.push_back({"a" + std::to_string(i), Type::Number, {}});
    nodes.push_back(new_node());
  }
  return id;
}

void UntypedProgram::set_sort(RelationId relation, std::size_t column, const std::string& sort) {
  const auto known = sorts_.find(sort);
  const std::uint32_t node = known != sorts_.end() ? known->second : sorts_.emplace(sort, new_node()).first->second;
  (void)unite(columns_[relation][column], node);
}

void UntypedProgram::show(std::string_view name, std::size_t arity) { shown_.push_back(relation(name, arity)); }

void UntypedProgram::begin(std::uint32_t line, std::string_view relation) { origin_ = {line, std::string(relation)}; }

void UntypedProgram::leave_out(std::string_view reason) {
  ++statements_;
  leave_out(reason, origin_.line);
  if (!origin_.relation.empty()) incomplete_.insert(origin_.relation);
}

void UntypedProgram::leave_out(std::string_view reason, std::uint32_t line) {
  auto found = left_out_.find(reason);
  if (found == left_out_.end()) found = left_out_.emplace(reason, std::vector<std::uint32_t>()).first;
  found->second.push_back(line);
}

Value UntypedProgram::intern(std::string_view text) {
  const auto [found, is_new] = symbols_.try_emplace(std::string(text), static_cast<Value>(program_.symbols.size()));
  if (is_new) program_.symbols.emplace_back(text);
  return found->second;
}

std::uint32_t UntypedProgram::new_node() {
  Node node;
  node.parent = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
  return node.parent;
}

std::uint32_t UntypedProgram::root(std::uint32_t node) const {
  while (nodes_[node].parent != node) node = nodes_[node].parent;
  return node;
}

UntypedProgram::Node& UntypedProgram::change(std::uint32_t node) {
  trail_.emplace_back(node, nodes_[node]);
  return nodes_[node];
}

bool UntypedProgram::is(std::uint32_t node, Kind kind) {
  node = root(node);
  if (nodes_[node].kind == Kind::Unknown) change(node).kind = kind;
  return nodes_[node].kind == kind;
}

bool UntypedProgram::is_constant(std::uint32_t node, const Term& constant) {
  if (!is(node, constant.type == Type::Symbol ? Kind::Symbol : Kind::Number)) return false;
  if (constant.type == Type::Symbol) return true;
  Node& changed = change(root(node));
  changed.min_value = std::min(changed.min_value, constant.value);
  changed.max_value = std::max(changed.max_value, constant.value);
  return true;
}

bool UntypedProgram::unite(std::uint32_t left, std::uint32_t right) {
  left = root(left);
  right = root(right);
  if (left == right) return true;
  if (nodes_[left].size < nodes_[right].size) std::swap(left, right);
  const Node child = nodes_[right];
  if (child.kind != Kind::Unknown && !is(left, child.kind)) return false;
  Node& parent = change(left);
  parent.size += child.size;
  parent.computes = parent.computes || child.computes;
  parent.min_value = std::min(parent.min_value, child.min_value);
  parent.max_value = std::max(parent.max_value, child.max_value);
  change(right).parent = left;
  return true;
}

bool UntypedProgram::computes(const Term& term, std::uint32_t variables) {
  if (term.is_constant()) return term.type == Type::Number;
  if (term.is_wildcard()) return true;
  const std::uint32_t node = variables + static_cast<std::uint32_t>(term.value);
  if (!is(node, Kind::Number)) return false;
  change(root(node)).computes = true;
  return true;
}

bool UntypedProgram::agree(std::uint32_t node, const Term& term, std::uint32_t variables) {
  if (term.is_wildcard()) return true;
  if (term.is_constant()) return is_constant(node, term);
  return unite(node, variables + static_cast<std::uint32_t>(term.value));
}

bool UntypedProgram::typed(const Atom& atom, std::uint32_t variables) {
  for (std::size_t i = 0; i < atom.arguments.size(); ++i)
    if (!agree(columns_[atom.relation][i], atom.arguments[i], variables)) return false;
  return true;
}

bool UntypedProgram::typed(const Comparison& comparison, std::uint32_t variables) {
  const Term& left = comparison.left;
  const Term& right = comparison.right;
  if (orders(comparison.comparator)) return computes(left, variables) && computes(right, variables);
  if (left.is_variable()) return agree(variables + static_cast<std::uint32_t>(left.value), right, variables);
  if (right.is_variable()) return agree(variables + static_cast<std::uint32_t>(right.value), left, variables);
  return left.is_constant() && right.is_constant() && left.type == right.type;
}

bool UntypedProgram::typed(const Literal& literal, std::uint32_t variables) {
  if (const auto* atom = std::get_if<Atom>(&literal)) return typed(*atom, variables);
  if (const auto* comparison = std::get_if<Comparison>(&literal)) return typed(*comparison, variables);
  if (const auto* computation = std::get_if<Computation>(&literal))
    return computes(computation->result, variables) && computes(computation->left, variables) &&
           computes(computation->right, variables);
  const auto* aggregate = std::get_if<Aggregate>(&literal);
  if (aggregate == nullptr || !computes(aggregate->result, variables)) return false;
  if (!aggregate->target.is_wildcard() && !computes(aggregate->target, variables)) return false;
  return std::all_of(aggregate->atoms.begin(), aggregate->atoms.end(),
                     [&](const Atom& atom) { return typed(atom, variables); }) &&
         std::all_of(aggregate->comparisons.begin(), aggregate->comparisons.end(),
                     [&](const Comparison& comparison) { return typed(comparison, variables); });
}

bool UntypedProgram::typed(const UntypedClause& clause, std::uint32_t variables) {
  for (const auto& [variable, sort] : clause.sorts) {
    const auto known = sorts_.find(sort);
    if (known != sorts_.end() && !unite(variables + variable, known->second)) return false;
  }
  return typed(clause.head, variables) &&
         std::all_of(clause.body.begin(), clause.body.end(), [&](const Literal& one) { return typed(one, variables); });
}

/// Undoes the changes of a clause with contradicting types, and removes its variables' nodes.
void UntypedProgram::undo(std::size_t nodes) {
  for (; !trail_.empty(); trail_.pop_back()) nodes_[trail_.back().first] = trail_.back().second;
  nodes_.resize(nodes);
}

void UntypedProgram::add(UntypedClause clause) {
  Rule rule;
  rule.heads = {clause.head};
  rule.body = clause.body;
  rule.variables.assign(clause.variables, Type::Number);
  const bool fact = clause.body.empty();
  if (fact ? !is_ground(clause.head) : !is_safe(rule)) return leave_out("an unsafe clause");
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  trail_.clear();
  for (std::uint32_t i = 0; i < clause.variables; ++i) new_node();
  if (!typed(clause, first)) {
    undo(first);
    return leave_out("a clause with columns of contradicting types");
  }
  ++statements_;
  if (fact) {
    facts_.push_back({std::move(clause.head), origin_.line});
  } else {
    rules_.push_back({std::move(rule), first, origin_});
  }
}

Type UntypedProgram::type_of(std::uint32_t node) const {
  const Node& found = nodes_[root(node)];
  if (found.kind == Kind::Symbol) return Type::Symbol;
  const bool wide = found.min_value < kMinNarrow || found.max_value > kMaxNarrow;
  return wide_ == WideNumbers::Names && wide && !found.computes ? Type::Symbol : Type::Number;
}

Value UntypedProgram::value_of(std::uint32_t node, const Term& constant) {
  const bool named = constant.type == Type::Number && type_of(node) == Type::Symbol;
  return named ? intern(std::to_string(constant.value)) : constant.value;
}

void UntypedProgram::resolve(Atom& atom) {
  for (std::size_t i = 0; i < atom.arguments.size(); ++i) {
    Term& term = atom.arguments[i];
    const std::uint32_t node = columns_[atom.relation][i];
    if (term.is_constant()) term.value = value_of(node, term);
    term.type = type_of(node);
  }
}

void UntypedProgram::resolve(Comparison& comparison, const Clause& clause) {
  const Term* variable = comparison.left.is_variable()    ? &comparison.left
                         : comparison.right.is_variable() ? &comparison.right
                                                          : nullptr;
  if (variable == nullptr) return;
  const std::uint32_t node = clause.first_variable + static_cast<std::uint32_t>(variable->value);
  const Type type = type_of(node);
  for (Term* term : {&comparison.left, &comparison.right}) {
    if (term->is_constant()) term->value = value_of(node, *term);
    term->type = type;
  }
}

void UntypedProgram::resolve(Clause& clause) {
  Rule& rule = clause.rule;
  for (std::uint32_t i = 0; i < rule.variables.size(); ++i) rule.variables[i] = type_of(clause.first_variable + i);
  resolve(rule.heads.front());
  for (Literal& literal : rule.body) {
    if (auto* atom = std::get_if<Atom>(&literal)) resolve(*atom);
    if (auto* comparison = std::get_if<Comparison>(&literal)) resolve(*comparison, clause);
    if (auto* aggregate = std::get_if<Aggregate>(&literal)) {
      for (Atom& atom : aggregate->atoms) resolve(atom);
      for (Comparison& inner : aggregate->comparisons) resolve(inner, clause);
    }
  }
}

void UntypedProgram::place_facts() {
  for (const auto& [fact, line] : facts_) {
    Relation& relation = program_.relations[fact.relation];
    if (relation.facts.count >= kMaxFacts) {
      leave_out("more than 50 facts of a relation", line);
      continue;
    }
    std::vector<Value> tuple;
    for (std::size_t i = 0; i < fact.arguments.size(); ++i)
      tuple.push_back(value_of(columns_[fact.relation][i], fact.arguments[i]));
    relation.facts.add(tuple);
  }
}

/// Drops rules until the program is stratified. If kMaxUnstratifiedRules are not enough, check() refuses the program.
void UntypedProgram::drop_unstratified() {
  for (int dropped = 0; dropped < kMaxUnstratifiedRules; ++dropped) {
    const std::optional<std::uint32_t> rule = unstratified_rule(program_);
    if (!rule) return;
    program_.rules.erase(program_.rules.begin() + *rule);
    const Origin& origin = rules_[*rule].origin;
    leave_out("negation or aggregation through recursion", origin.line);
    incomplete_.insert(origin.relation);
    rules_.erase(rules_.begin() + *rule);
  }
}

SeedReading UntypedProgram::finish() && {
  for (RelationId id = 0; id < program_.relations.size(); ++id)
    for (std::size_t i = 0; i < columns_[id].size(); ++i)
      program_.relations[id].attributes[i].type = type_of(columns_[id][i]);
  place_facts();
  for (Clause& clause : rules_) {
    resolve(clause);
    program_.rules.push_back(std::move(clause.rule));
  }
  drop_unstratified();
  std::vector<bool> defined(program_.relations.size(), false);
  for (const Rule& rule : program_.rules) defined[rule.heads.front().relation] = true;
  std::vector<bool> shown(program_.relations.size(), shown_.empty());
  for (const RelationId id : shown_) shown[id] = true;
  std::set<std::string> taken;
  for (RelationId id = 0; id < program_.relations.size(); ++id) {
    Relation& relation = program_.relations[id];
    relation.is_input = !defined[id] && relation.facts.empty();
    relation.is_output = shown[id];
    while (!taken.insert(relation.name).second) relation.name += "_";
  }
  SeedReading reading{std::move(program_), statements_, {}, {incomplete_.begin(), incomplete_.end()}};
  for (auto& [reason, lines] : left_out_) {
    std::sort(lines.begin(), lines.end());
    reading.left_out.push_back({reason, std::move(lines)});
  }
  return reading;
}

}  // namespace assay::datalog
