#include <algorithm>
#include <map>
#include <unordered_set>
#include <vector>

#include "assay/smt/script.hpp"
#include "components.hpp"

namespace assay::smt {
namespace {

/// Collects what terms use, in the order in which it is met. Sorts lead to datatypes and these to sorts; definitions to
/// terms.
class Uses {
 public:
  explicit Uses(const TermStore& store) : store_(store) {}

  void add_term(TermId root) {
    terms_.push_back(root);
    while (!terms_.empty() || !sorts_.empty()) {
      while (!sorts_.empty()) visit_sort();
      if (!terms_.empty()) visit_term();
    }
  }

  std::vector<SortId> declared_sorts;
  std::vector<DatatypeId> datatypes;
  std::vector<FunctionId> functions;

 private:
  void visit_term() {
    const TermId term = terms_.back();
    terms_.pop_back();
    if (!seen_terms_.insert(term.index).second) return;
    const TermNode& node = store_.node(term);
    sorts_.push_back(node.sort);
    if (node.kind == TermKind::Call) add_function(store_.function_of(term));
    if (node.kind == TermKind::Binder) {
      for (const BoundVariable& variable : store_.binder_info(term).variables) sorts_.push_back(variable.sort);
    }
    const auto children = store_.children(term);
    terms_.insert(terms_.end(), children.rbegin(), children.rend());
  }

  void add_function(FunctionId id) {
    if (!seen_functions_.insert(id.index).second) return;
    const Function& function = store_.node(id);
    sorts_.insert(sorts_.end(), function.parameters.begin(), function.parameters.end());
    sorts_.push_back(function.result);
    const bool declared = function.kind == FunctionKind::Declared || function.kind == FunctionKind::Defined ||
                          function.kind == FunctionKind::Recursive;
    if (declared) functions.push_back(id);
    if (function.body) terms_.push_back(*function.body);
  }

  void visit_sort() {
    const SortId id = sorts_.back();
    sorts_.pop_back();
    if (!seen_sorts_.insert(id.index).second) return;
    const SortNode& node = store_.node(id);
    sorts_.insert(sorts_.end(), node.arguments.begin(), node.arguments.end());
    if (node.kind == SortKind::Uninterpreted) declared_sorts.push_back(id);
    if (node.kind != SortKind::Datatype || !node.datatype || !seen_datatypes_.insert(node.datatype->index).second)
      return;
    datatypes.push_back(*node.datatype);
    for (const Constructor& constructor : store_.node(*node.datatype).constructors) {
      for (const Field& field : constructor.fields) sorts_.push_back(field.sort);
    }
  }

  const TermStore& store_;
  std::vector<TermId> terms_;
  std::vector<SortId> sorts_;
  std::unordered_set<std::uint32_t> seen_terms_, seen_sorts_, seen_functions_, seen_datatypes_;
};

/// Sorts below a sort that are datatypes, and functions with bodies below a body: what an order must respect.
std::vector<DatatypeId> datatypes_below(const TermStore& store, std::vector<SortId> todo) {
  std::vector<DatatypeId> out;
  std::unordered_set<std::uint32_t> seen;
  while (!todo.empty()) {
    const SortNode& node = store.node(todo.back());
    const bool fresh = seen.insert(todo.back().index).second;
    todo.pop_back();
    if (!fresh) continue;
    if (node.datatype) out.push_back(*node.datatype);
    todo.insert(todo.end(), node.arguments.begin(), node.arguments.end());
  }
  return out;
}

std::vector<FunctionId> functions_below(const TermStore& store, TermId body) {
  std::vector<FunctionId> out;
  std::unordered_set<std::uint32_t> seen;
  std::vector<TermId> todo{body};
  while (!todo.empty()) {
    const TermId term = todo.back();
    todo.pop_back();
    if (!seen.insert(term.index).second) continue;
    if (store.node(term).kind == TermKind::Call) out.push_back(store.function_of(term));
    const auto children = store.children(term);
    todo.insert(todo.end(), children.begin(), children.end());
  }
  return out;
}

/// Groups of ids, dependencies first. `below(id)` gives what it needs; ids that are not in the list do not count.
template <typename IdType, typename Below>
std::vector<std::vector<IdType>> grouped(const std::vector<IdType>& ids, const Below& below) {
  std::map<IdType, std::size_t> position;
  for (std::size_t i = 0; i < ids.size(); ++i) position.emplace(ids[i], i);
  std::vector<std::vector<std::size_t>> edges(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    for (const IdType needed : below(ids[i])) {
      if (const auto at = position.find(needed); at != position.end()) edges[i].push_back(at->second);
    }
  }
  std::vector<std::vector<IdType>> out;
  for (const std::vector<std::size_t>& component : components(edges)) {
    std::vector<IdType> group;
    for (const std::size_t i : component) group.push_back(ids[i]);
    out.push_back(std::move(group));
  }
  return out;
}

Command sort_command(const TermStore& store, SortId sort) {
  Command command;
  command.kind = CommandKind::DeclareSort;
  command.text = std::string(store.spelling(store.node(sort).name));
  command.number = store.node(sort).arguments.size();
  command.sort = sort;
  return command;
}

Command function_command(const TermStore& store, std::vector<FunctionId> group) {
  Command command;
  const Function& first = store.node(group[0]);
  if (first.kind == FunctionKind::Declared) {
    command.kind = CommandKind::DeclareFunction;
    command.text = first.parameters.empty() ? "declare-const" : "declare-fun";
  } else if (first.kind == FunctionKind::Defined) {
    command.kind = CommandKind::DefineFunction;
    command.text = "define-fun";
  } else {
    command.kind = CommandKind::DefineRecursive;
    command.text = group.size() == 1 ? "define-fun-rec" : "define-funs-rec";
  }
  command.functions = std::move(group);
  return command;
}

}  // namespace

std::vector<Command> declarations_for(const TermStore& store, std::span<const TermId> terms) {
  Uses uses(store);
  for (const TermId term : terms) uses.add_term(term);
  std::vector<Command> out;
  std::map<std::pair<SymbolId, std::size_t>, bool> declared;
  for (const SortId sort : uses.declared_sorts) {
    const SortNode& node = store.node(sort);
    if (declared.emplace(std::pair{node.name, node.arguments.size()}, true).second)
      out.push_back(sort_command(store, sort));
  }
  const auto fields_of = [&](DatatypeId id) {
    std::vector<SortId> sorts;
    for (const Constructor& constructor : store.node(id).constructors) {
      for (const Field& field : constructor.fields) sorts.push_back(field.sort);
    }
    return datatypes_below(store, std::move(sorts));
  };
  for (std::vector<DatatypeId>& group : grouped(uses.datatypes, fields_of)) {
    Command command;
    command.kind = CommandKind::DeclareDatatypes;
    command.datatypes = std::move(group);
    out.push_back(std::move(command));
  }
  const auto calls_of = [&](FunctionId id) {
    const Function& function = store.node(id);
    return function.body ? functions_below(store, *function.body) : std::vector<FunctionId>();
  };
  for (std::vector<FunctionId>& group : grouped(uses.functions, calls_of))
    out.push_back(function_command(store, std::move(group)));
  return out;
}

}  // namespace assay::smt
