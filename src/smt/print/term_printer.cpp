#include "term_printer.hpp"

#include <algorithm>

#include "spelling.hpp"

namespace assay::smt {

void TermPrinter::print(TermId term, std::span<const BoundVariable> parameters, std::string& out) {
  marks_.resize(std::max(marks_.size(), store_.size()));
  next_let_ = 1;
  for (const BoundVariable& parameter : parameters) visible_.push_back(parameter.name);
  open_scope(term, parameters, true);
  run(out);
  visible_.clear();
}

void TermPrinter::run(std::string& out) {
  while (!tasks_.empty()) {
    const Task task = tasks_.back();
    tasks_.pop_back();
    switch (task.kind) {
      case Task::Kind::Text: out += task.text; break;
      case Task::Kind::Name: append_let_name(task.term.index, out); break;
      case Task::Kind::Definition: expand(task.term, out); break;
      case Task::Kind::Term:
        if (const std::uint32_t let = mark(task.term).let; let != 0) {
          append_let_name(let, out);
        } else {
          expand(task.term, out);
        }
        break;
      case Task::Kind::Body: {
        const BinderInfo& info = store_.binder_info(task.term);
        for (const BoundVariable& variable : info.variables) visible_.push_back(variable.name);
        open_scope(store_.children(task.term)[0], info.variables, false);
        break;
      }
      case Task::Kind::EndScope:
        for (const TermId bound : scopes_.back().bound) mark(bound).let = 0;
        scopes_.pop_back();
        break;
      case Task::Kind::Attributes: {
        const BinderInfo& info = store_.binder_info(task.term);
        push_attributes(info.attributes, store_.children(task.term).subspan(1));
        break;
      }
      case Task::Kind::Bare:  // the binder is done: its variables are not visible any more
        visible_.resize(visible_.size() - store_.binder_info(task.term).variables.size());
        break;
    }
  }
}

// Scopes and lets.

TermPrinter::Mark& TermPrinter::mark(TermId term) { return marks_[term.index]; }

bool TermPrinter::relevant(TermId term, std::span<const BoundVariable> variables, bool closed_too) const {
  if (closed_too) return true;
  if (!store_.has(term, kHasVariable)) return false;
  return std::any_of(variables.begin(), variables.end(),
                     [&](const BoundVariable& v) { return store_.occurs_free(v.name, term); });
}

/// Whether a relevant term's variables are all visible here, so that none of them is bound further inside.
bool TermPrinter::belongs(TermId term, std::span<const BoundVariable> variables, bool closed_too) const {
  if (!store_.has(term, kHasVariable)) return closed_too;
  if (closed_too && variables.empty()) return false;
  const std::vector<SymbolId> free = store_.free_variables(term);
  return std::all_of(free.begin(), free.end(), [&](SymbolId name) {
    return std::find(visible_.rbegin(), visible_.rend(), name) != visible_.rend();
  });
}

/// Leaves and the smallest applications are as short as a name.
bool TermPrinter::worth_a_name(TermId term) const {
  const TermNode& node = store_.node(term);
  if (node.count == 0) return false;
  if (node.kind == TermKind::Binder) return store_.binder_info(term).kind != BinderKind::MatchCase;
  return node.depth > 2 || node.count > 2;
}

void TermPrinter::avoid(SymbolId name) {
  while (store_.spelling(name).starts_with(prefix_)) prefix_ += '_';
}

/// Counts the uses of the relevant terms below the body and finds the shared ones, in order of their levels.
void TermPrinter::plan(TermId body, std::span<const BoundVariable> variables, bool closed_too,
                       std::vector<TermId>& shared) {
  const std::uint32_t id = ++plan_;
  struct Visit {
    TermId term;
    bool children_done;
  };
  std::vector<Visit> stack{{body, false}};
  std::vector<TermId> finished;
  mark(body) = {id, 1, 0, 0};
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    if (visit.children_done) {
      finished.push_back(visit.term);
      continue;
    }
    const TermNode& node = store_.node(visit.term);
    if (node.kind == TermKind::Call) avoid(store_.node(FunctionId{node.data}).name);
    if (node.kind == TermKind::Variable) avoid(store_.variable_name(visit.term));
    stack.push_back({visit.term, true});
    for (const TermId child : store_.children(visit.term)) {
      if (!relevant(child, variables, closed_too)) continue;
      Mark& seen = mark(child);
      if (seen.plan == id) {
        ++seen.uses;
        continue;
      }
      seen.plan = id;
      seen.uses = 1;
      seen.level = 0;
      seen.let = 0;
      stack.push_back({child, false});
    }
  }
  for (const TermId term : finished) {
    Mark& here = mark(term);
    for (const TermId child : store_.children(term)) {
      if (const Mark& below = mark(child); below.plan == id) here.level = std::max(here.level, below.level);
    }
    if (term == body || here.uses < 2 || !worth_a_name(term) || !belongs(term, variables, closed_too)) continue;
    ++here.level;
    shared.push_back(term);
  }
  std::stable_sort(shared.begin(), shared.end(), [&](TermId a, TermId b) { return mark(a).level < mark(b).level; });
}

void TermPrinter::open_scope(TermId body, std::span<const BoundVariable> variables, bool closed_too) {
  Scope scope;
  plan(body, variables, closed_too, scope.bound);
  task(Task::Kind::EndScope, body);
  std::vector<Task> front;  // what is to be printed first, in order
  std::size_t blocks = 0;
  std::uint32_t level = 0;
  for (const TermId term : scope.bound) {
    if (mark(term).level != level) {
      front.push_back({Task::Kind::Text, {}, blocks == 0 ? "(let (" : ") (let ("});
      ++blocks;
      level = mark(term).level;
      front.push_back({Task::Kind::Text, {}, "("});
    } else {
      front.push_back({Task::Kind::Text, {}, " ("});
    }
    mark(term).let = next_let_++;
    front.push_back({Task::Kind::Name, TermId{mark(term).let}, nullptr});
    front.push_back({Task::Kind::Text, {}, " "});
    front.push_back({Task::Kind::Definition, term, nullptr});
    front.push_back({Task::Kind::Text, {}, ")"});
  }
  if (blocks > 0) front.push_back({Task::Kind::Text, {}, ") "});
  for (std::size_t i = 0; i < blocks; ++i) text(")");
  task(Task::Kind::Term, body);
  tasks_.insert(tasks_.end(), front.rbegin(), front.rend());
  scopes_.push_back(std::move(scope));
}

void TermPrinter::append_let_name(std::uint32_t number, std::string& out) const {
  out += prefix_;
  out += std::to_string(number);
}

// Nodes.

void TermPrinter::expand(TermId term, std::string& out) {
  const TermNode& node = store_.node(term);
  switch (node.kind) {
    case TermKind::Constant: return print_literal(store_.value(term), dialect_, out);
    case TermKind::Variable: out += quoted(store_.spelling(store_.variable_name(term))); return;
    case TermKind::Apply: return expand_apply(term, out);
    case TermKind::Call: return expand_call(term, out);
    case TermKind::Match: return expand_match(term, out);
    case TermKind::Binder:
      return store_.binder_info(term).kind == BinderKind::MatchCase ? expand_case(term, out) : expand_binder(term, out);
    case TermKind::Annotated:
      out += "(! ";
      text(")");
      push_attributes(store_.attributes(term), store_.children(term).subspan(1));
      task(Task::Kind::Term, store_.children(term)[0]);
      return;
  }
}

void TermPrinter::push_arguments(std::span<const TermId> arguments) {
  for (std::size_t i = arguments.size(); i-- > 0;) {
    task(Task::Kind::Term, arguments[i]);
    text(" ");
  }
}

namespace {

void append_index(const TermStore& store, const Index& index, std::string& out) {
  out += ' ';
  out += index.symbol ? quoted(store.spelling(*index.symbol)) : std::to_string(index.number);
}

/// `name`, `(_ name i j)`, `(as name sort)` or `(as (_ name i) sort)`.
void append_head(const TermStore& store, std::string_view name, std::span<const Index> indices, const SortId* ascribed,
                 std::string& out) {
  if (ascribed != nullptr) out += "(as ";
  if (!indices.empty()) out += "(_ ";
  out += name;
  for (const Index& index : indices) append_index(store, index, out);
  if (!indices.empty()) out += ')';
  if (ascribed == nullptr) return;
  out += ' ';
  print_sort(store, *ascribed, out);
  out += ')';
}

/// Whether the arguments of a parametric datatype's constructor leave a parameter of the datatype open.
bool needs_ascription(const TermStore& store, const Function& function) {
  if (function.kind != FunctionKind::Constructor) return function.ascribed;
  const Datatype& datatype = store.node(function.datatype);
  if (datatype.parameters.empty()) return false;
  if (function.parameters.empty() || function.ascribed) return true;
  std::vector<SymbolId> open = datatype.parameters;
  std::vector<SortId> todo = function.parameters;
  while (!todo.empty()) {
    const SortNode& node = store.node(todo.back());
    todo.pop_back();
    if (node.kind == SortKind::Parameter) std::erase(open, node.name);
    todo.insert(todo.end(), node.arguments.begin(), node.arguments.end());
  }
  return !open.empty();
}

}  // namespace

void TermPrinter::expand_apply(TermId term, std::string& out) {
  const OperatorRow& row = Operators::get().row(store_.op(term));
  const std::span<const TermId> arguments = store_.children(term);
  const SortId sort = store_.sort_of(term);
  if (!arguments.empty()) {
    out += '(';
    text(")");
    push_arguments(arguments);
  }
  append_head(store_, spelled(dialect_, row.name), store_.indices(term), row.ascribed ? &sort : nullptr, out);
}

void TermPrinter::expand_call(TermId term, std::string& out) {
  const Function& function = store_.node(store_.function_of(term));
  std::span<const TermId> arguments = store_.children(term);
  const std::string name = quoted(store_.spelling(function.name));
  const SortId sort = store_.sort_of(term);
  if (!arguments.empty()) {
    out += '(';
    text(")");
  }
  switch (function.kind) {
    case FunctionKind::Tester:
    case FunctionKind::Updater:
      push_arguments(arguments);
      out += function.kind == FunctionKind::Tester ? "(_ is " : "(_ update ";
      out += name;
      out += ')';
      return;
    case FunctionKind::Opaque:
      // The application of a function value: by its name, where it has one.
      if (name == "@" && !arguments.empty() && store_.node(arguments[0]).count == 0) {
        push_arguments(arguments.subspan(1));
        return expand(arguments[0], out);
      }
      break;
    default: break;
  }
  push_arguments(arguments);
  append_head(store_, name, function.indices, needs_ascription(store_, function) ? &sort : nullptr, out);
}

void TermPrinter::expand_binder(TermId term, std::string& out) {
  const BinderInfo& info = store_.binder_info(term);
  out += '(';
  out += info.keyword;
  out += " (";
  for (std::size_t i = 0; i < info.variables.size(); ++i) {
    out += i > 0 ? " (" : "(";
    out += quoted(store_.spelling(info.variables[i].name));
    out += ' ';
    print_sort(store_, info.variables[i].sort, out);
    out += ')';
  }
  // An attribute without a keyword holds the further bodies of an opaque binder.
  const bool annotated = !info.attributes.empty() && !info.attributes[0].keyword.empty();
  out += annotated ? ") (! " : ") ";
  task(Task::Kind::Bare, term);
  text(annotated ? "))" : ")");
  if (!info.attributes.empty()) task(Task::Kind::Attributes, term);
  task(Task::Kind::Body, term);
}

void TermPrinter::expand_case(TermId term, std::string& out) {
  const BinderInfo& info = store_.binder_info(term);
  out += '(';
  if (info.is_default) {
    out += info.variables.empty() ? "_" : quoted(store_.spelling(info.variables[0].name));
  } else {
    const std::string name = quoted(store_.spelling(store_.node(info.constructor).name));
    out += info.variables.empty() ? name : "(" + name;
    for (const BoundVariable& variable : info.variables) out += " " + quoted(store_.spelling(variable.name));
    if (!info.variables.empty()) out += ')';
  }
  out += ' ';
  task(Task::Kind::Bare, term);
  text(")");
  task(Task::Kind::Body, term);
}

void TermPrinter::expand_match(TermId term, std::string& out) {
  const std::span<const TermId> children = store_.children(term);
  out += "(match ";
  text("))");
  for (std::size_t i = children.size(); i-- > 1;) {
    task(Task::Kind::Definition, children[i]);
    if (i > 1) text(" ");
  }
  text(" (");
  task(Task::Kind::Term, children[0]);
}

/// Pushes ` :keyword value` for each, so that they are printed in order.
void TermPrinter::push_attributes(std::span<const Attribute> attributes, std::span<const TermId> children) {
  std::size_t end = children.size();
  for (std::size_t i = attributes.size(); i-- > 0;) {
    const Attribute& attribute = attributes[i];
    const std::size_t begin = end - attribute.term_count;
    const bool list = !attribute.keyword.empty() && attribute.keyword != ":no-pattern";
    if (attribute.term_count > 0) {
      if (list) text(")");
      for (std::size_t k = end; k-- > begin;) {
        task(Task::Kind::Term, children[k]);
        if (k > begin) text(" ");
      }
      text(list ? " (" : " ");
    } else if (!attribute.text.empty()) {
      text(attribute.text.c_str());
      text(" ");
    }
    if (!attribute.keyword.empty()) {
      text(attribute.keyword.c_str());
      text(" ");
    }
    end = begin;
  }
}

}  // namespace assay::smt
