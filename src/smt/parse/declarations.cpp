#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "assay/smt/script.hpp"
#include "smt/parse/marks.hpp"

namespace assay::smt {
namespace {

/// Collects the sorts, datatypes and functions that terms use. They are declared in this order, each after the ones
/// that it needs, and otherwise in order of first use.
class Declarations {
 public:
  explicit Declarations(const TermStore& store) : store_(store) {}

  std::vector<Command> make(std::span<const TermId> terms) {
    std::vector<FunctionId> called;
    scan(terms, called);
    std::vector<FunctionId> roots = called;
    find_components(roots);
    std::vector<Command> result = std::move(sort_commands_);
    for (Command& command : datatype_commands_) {
      result.push_back(std::move(command));
    }
    for (Command& command : function_commands_) {
      result.push_back(std::move(command));
    }
    return result;
  }

 private:
  struct Visit {
    FunctionId function;
    std::vector<FunctionId> called;
    std::size_t next = 0;
  };
  struct Mark {
    std::uint32_t index = 0;
    std::uint32_t low = 0;
    bool open = false;
  };

  /// Notes the sorts in the terms and appends the functions that they call, in order of first use.
  void scan(std::span<const TermId> terms, std::vector<FunctionId>& called) {
    std::vector<TermId> pending(terms.rbegin(), terms.rend());
    Marks functions;
    while (!pending.empty()) {
      const TermId term = pending.back();
      pending.pop_back();
      if (!seen_terms_.add(term.index)) {
        continue;
      }
      note_term(term, functions, called);
      const auto children = store_.children(term);
      pending.insert(pending.end(), children.rbegin(), children.rend());
    }
  }

  void note_term(TermId term, Marks& functions, std::vector<FunctionId>& called) {
    note_sort(store_.sort_of(term));
    const TermNode& node = store_.node(term);
    if (node.kind == TermKind::Call) {
      if (functions.add(store_.function_of(term).index)) {
        called.push_back(store_.function_of(term));
      }
    } else if (node.kind == TermKind::Binder) {
      for (const BoundVariable& variable : store_.binder_info(term).variables) {
        note_sort(variable.sort);
      }
    } else if (node.kind == TermKind::Annotated) {
      for (const Attribute& attribute : store_.attributes(term)) {
        if (attribute.keyword == ":named") {
          names_in_terms_.insert(attribute.text);
        }
      }
    }
  }

  void note_sort(SortId sort) {
    if (seen_sorts_.contains(sort.index)) {
      return;
    }
    std::vector<std::pair<SortId, bool>> pending = {{sort, false}};
    while (!pending.empty()) {
      const auto [top, done] = pending.back();
      pending.pop_back();
      const SortNode& node = store_.node(top);
      if (done) {
        note_datatype(*node.datatype);
        continue;
      }
      if (!seen_sorts_.add(top.index)) {
        continue;
      }
      if (node.kind == SortKind::Uninterpreted) {
        declare_sort(node, top);
      }
      if (node.kind == SortKind::Datatype) {
        pending.emplace_back(top, true);
        for (const DatatypeId member : store_.group_of(*node.datatype)) {
          for (const Constructor& constructor : store_.node(member).constructors) {
            for (const Field& field : constructor.fields) {
              pending.emplace_back(field.sort, false);
            }
          }
        }
      }
      for (const SortId argument : node.arguments) {
        pending.emplace_back(argument, false);
      }
    }
  }

  void declare_sort(const SortNode& node, SortId sort) {
    if (!sort_names_.add(node.name.index)) {
      return;
    }
    Command command;
    command.kind = CommandKind::DeclareSort;
    command.text = std::string(store_.spelling(node.name));
    command.number = node.arguments.size();
    command.sort = sort;
    sort_commands_.push_back(std::move(command));
  }

  void note_datatype(DatatypeId id) {
    if (datatypes_.contains(id.index)) {
      return;
    }
    Command command;
    command.kind = CommandKind::DeclareDatatypes;
    command.datatypes = store_.group_of(id);
    for (const DatatypeId member : command.datatypes) {
      datatypes_.add(member.index);
    }
    datatype_commands_.push_back(std::move(command));
  }

  /// Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972) on the graph of functions and the
  /// functions in their bodies. The functions of a strongly connected component share a command.
  void find_components(std::span<const FunctionId> roots) {
    for (const FunctionId root : roots) {
      if (!marks_.contains(root.index)) {
        enter(root);
        while (!visits_.empty()) {
          step();
        }
      }
    }
  }

  void enter(FunctionId function) {
    const auto index = static_cast<std::uint32_t>(marks_.size());
    marks_[function.index] = {index, index, true};
    open_.push_back(function);
    const Function& node = store_.node(function);
    Visit visit{function, {}, 0};
    note_sort(node.result);
    for (const SortId parameter : node.parameters) {
      note_sort(parameter);
    }
    if (node.body) {
      Marks saved;
      saved.swap(seen_terms_);
      scan(std::vector{*node.body}, visit.called);
      saved.swap(seen_terms_);
    }
    visits_.push_back(std::move(visit));
  }

  void step() {
    Visit& visit = visits_.back();
    Mark& mark = marks_[visit.function.index];
    if (visit.next < visit.called.size()) {
      const FunctionId next = visit.called[visit.next++];
      const auto it = marks_.find(next.index);
      if (it == marks_.end()) {
        enter(next);
      } else if (it->second.open) {
        mark.low = std::min(mark.low, it->second.index);
      }
      return;
    }
    const FunctionId function = visit.function;
    const std::uint32_t low = mark.low;
    if (low == mark.index) {
      close_component(function);
    }
    visits_.pop_back();
    if (!visits_.empty()) {
      Mark& parent = marks_[visits_.back().function.index];
      parent.low = std::min(parent.low, low);
    }
  }

  void close_component(FunctionId root) {
    const auto first = std::find(open_.begin(), open_.end(), root);
    std::vector<FunctionId> component(first, open_.end());
    open_.erase(first, open_.end());
    for (const FunctionId function : component) {
      marks_[function.index].open = false;
    }
    const Function& function = store_.node(root);
    Command command;
    switch (function.kind) {
      case FunctionKind::Declared:
        command.kind = CommandKind::DeclareFunction;
        command.text = "declare-fun";
        break;
      case FunctionKind::Defined:
        if (function.variables.empty() && names_in_terms_.contains(quoted_symbol(store_.spelling(function.name)))) {
          return;  // the :named annotation in the term declares it
        }
        command.kind = CommandKind::DefineFunction;
        command.text = "define-fun";
        break;
      case FunctionKind::Recursive:
        command.kind = CommandKind::DefineRecursive;
        command.text = component.size() == 1 ? "define-fun-rec" : "define-funs-rec";
        break;
      default: return;
    }
    command.functions = std::move(component);
    function_commands_.push_back(std::move(command));
  }

  const TermStore& store_;
  Marks seen_terms_;
  Marks seen_sorts_;
  Marks sort_names_;
  Marks datatypes_;
  std::unordered_set<std::string> names_in_terms_;
  std::unordered_map<std::uint32_t, Mark> marks_;
  std::vector<FunctionId> open_;
  std::vector<Visit> visits_;
  std::vector<Command> sort_commands_;
  std::vector<Command> datatype_commands_;
  std::vector<Command> function_commands_;
};

}  // namespace

std::vector<SymbolId> declared_functions(const TermStore& store, const Command& command) {
  std::vector<SymbolId> names;
  for (const FunctionId function : command.functions) names.push_back(store.node(function).name);
  for (const DatatypeId id : command.datatypes) {
    for (const Constructor& constructor : store.node(id).constructors) {
      names.push_back(store.node(constructor.function).name);
      for (const Field& field : constructor.fields) names.push_back(store.node(field.selector).name);
    }
  }
  return names;
}

std::vector<std::string> declared_names(const TermStore& store, std::span<const Command> commands) {
  std::set<std::string> names;
  for (const Command& command : commands) {
    if (command.kind == CommandKind::DeclareSort) names.insert(command.text);
    for (const DatatypeId id : command.datatypes) names.emplace(store.spelling(store.node(id).name));
    for (const SymbolId name : declared_functions(store, command)) names.emplace(store.spelling(name));
  }
  return {names.begin(), names.end()};
}

std::vector<Command> declarations_for(const TermStore& store, std::span<const TermId> terms) {
  return Declarations(store).make(terms);
}

}  // namespace assay::smt
