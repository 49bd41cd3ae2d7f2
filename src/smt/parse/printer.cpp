#include "smt/parse/printer.hpp"

#include <algorithm>

#include "smt/parse/print_text.hpp"

namespace assay::smt {
namespace {

std::string_view keyword_of(const BinderInfo& info) {
  if (!info.keyword.empty()) {
    return info.keyword;
  }
  switch (info.kind) {
    case BinderKind::Exists: return "exists";
    case BinderKind::Lambda: return "lambda";
    case BinderKind::Choice: return "choice";
    default: return "forall";
  }
}

OperatorId application_operator() {
  static const OperatorId op = Operators::get().at("@");
  return op;
}

}  // namespace

TermPrinter::TermPrinter(const TermStore& store, const Dialect& dialect)
    : store_(store), dialect_(dialect), sharing_(store), names_(store, dialect.written_names) {
  for (const auto& [name, own] : dialect.spellings) {
    for (std::uint32_t i = 0; i < Operators::get().size(); ++i) {
      if (Operators::get().row(OperatorId{i}).name == name) {
        respelled_.emplace_back(OperatorId{i}, own);
      }
    }
  }
  std::sort(respelled_.begin(), respelled_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
}

std::string_view TermPrinter::spelling(OperatorId op) const {
  if (!respelled_.empty()) {
    const auto it = std::lower_bound(respelled_.begin(), respelled_.end(), op,
                                     [](const auto& entry, OperatorId wanted) { return entry.first < wanted; });
    if (it != respelled_.end() && it->first == op) {
      return it->second;
    }
  }
  if (dialect_.written_operators)
    if (const std::optional<SymbolId> written = store_.written_operator(op)) return store_.spelling(*written);
  return Operators::get().row(op).name;
}

void TermPrinter::print(TermId root, std::string& out, std::span<const BoundVariable> parameters) {
  out_ = &out;
  names_.analyze(root, parameters);
  if (store_.node(root).count == 0) {
    whole(root);
    return;
  }
  const TermId inner = annotations(root);
  sharing_.analyze(inner);
  constexpr std::uint64_t kMaxNamed = 2000;
  const std::uint64_t unshared =
      sharing_.has_names() ? std::max(kMaxNamed, dialect_.unshared_nodes) : dialect_.unshared_nodes;
  if (unshared > 0) {
    sharing_.unshare(inner, unshared);
  }
  next_name_ = 0;
  lets(0, inner);
  while (!actions_.empty()) {
    const Action action = actions_.back();
    actions_.pop_back();
    switch (action.step) {
      case Step::Use: use(action.term); break;
      case Step::Whole: whole(action.term); break;
      case Step::Bind:
        out += '(';
        out += sharing_.prefix();
        append_number(next_name_, out);
        out += ' ';
        sharing_.give_name(action.term, next_name_++);
        break;
      case Step::Text: out += action.text; break;
      case Step::Attribute: attribute(action.term, action.number); break;
      case Step::Forget: sharing_.forget_names(action.number); break;
      case Step::Leave: sharing_.leave(); break;
    }
  }
}

TermId TermPrinter::annotations(TermId root) {
  const auto plain = [](const Attribute& attribute) { return attribute.term_count == 0; };
  while (store_.node(root).kind == TermKind::Annotated) {
    const auto attributes = store_.attributes(root);
    if (!std::all_of(attributes.begin(), attributes.end(), plain)) {
      break;
    }
    *out_ += "(! ";
    text(")");
    for (auto i = static_cast<std::uint32_t>(attributes.size()); i-- > 0;) {
      actions_.push_back({Step::Attribute, root, {}, i});
    }
    root = store_.children(root)[0];
  }
  return root;
}

void TermPrinter::lets(std::uint32_t region, TermId body) {
  const std::vector<TermId>& shared = sharing_.shared(region);
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    blocks += i == 0 || store_.node(shared[i]).depth != store_.node(shared[i - 1]).depth ? 1 : 0;
  }
  for (std::size_t i = 0; i < blocks; ++i) {
    text(")");
  }
  actions_.push_back({Step::Use, body, {}});
  // Pushed in reverse order, because actions_ is a stack. A term gets its name when its binding is printed.
  for (std::size_t i = shared.size(); i-- > 0;) {
    const bool last = i + 1 == shared.size() || store_.node(shared[i + 1]).depth != store_.node(shared[i]).depth;
    const bool first = i == 0 || store_.node(shared[i - 1]).depth != store_.node(shared[i]).depth;
    text(last ? ")) " : ") ");
    actions_.push_back({Step::Whole, shared[i], {}});
    actions_.push_back({Step::Bind, shared[i], {}});
    if (first) {
      text("(let (");
    }
  }
}

void TermPrinter::use(TermId term) {
  if (store_.node(term).count > 0) {
    const std::uint32_t name = sharing_.name(term);
    if (name != Sharing::kNone) {
      *out_ += sharing_.prefix();
      append_number(name, *out_);
      return;
    }
  }
  whole(term);
}

void TermPrinter::whole(TermId term) {
  const TermNode& node = store_.node(term);
  switch (node.kind) {
    case TermKind::Constant: append_literal(store_, term, dialect_, *out_); break;
    case TermKind::Variable: append_quoted(names_.of(store_.variable_name(term)), *out_); break;
    case TermKind::Apply:
    case TermKind::Call:
      if (node.count == 0) {
        (void)application_head(term);
        break;
      }
      *out_ += '(';
      if (application_head(term)) {
        children_in_reverse(store_.children(term));
      }
      break;
    case TermKind::Binder:
      if (store_.binder_info(term).kind == BinderKind::MatchCase) {
        match_case(term);
      } else {
        binder(term);
      }
      break;
    case TermKind::Match: {
      const auto children = store_.children(term);
      *out_ += "(match ";
      text("))");
      for (std::size_t i = children.size(); i-- > 1;) {
        actions_.push_back({Step::Whole, children[i], {}});
        if (i > 1) {
          text(" ");
        }
      }
      text(" (");
      actions_.push_back({Step::Use, children[0], {}});
      break;
    }
    case TermKind::Annotated: annotated(term); break;
  }
}

void TermPrinter::children_in_reverse(std::span<const TermId> children) {
  text(")");
  for (std::size_t i = children.size(); i-- > 0;) {
    actions_.push_back({Step::Use, children[i], {}});
    text(" ");
  }
}

bool TermPrinter::application_head(TermId term) {
  return store_.node(term).kind == TermKind::Apply ? operator_head(term) : function_head(term);
}

void TermPrinter::indexed(std::string_view name, std::span<const Index> indices) {
  *out_ += "(_ ";
  append_quoted(name, *out_);
  for (const Index& index : indices) {
    *out_ += ' ';
    append_index(store_, index, *out_);
  }
  *out_ += ')';
}

bool TermPrinter::operator_head(TermId term) {
  const OperatorId op = store_.op(term);
  if (op == application_operator()) {
    applied_value(term, spelling(op));
    return false;
  }
  if (store_.node(term).count == 0 && Operators::get().row(op).theory == Theory::FiniteFields) {
    *out_ += "#f";
    append_number(store_.indices(term)[0].number, *out_);
    *out_ += 'm';
    append_number(store_.node(store_.sort_of(term)).indices[0], *out_);
    return true;
  }
  const bool ascribed = Operators::get().row(op).ascribed;
  *out_ += ascribed ? "(as " : "";
  if (const auto indices = store_.indices(term); !indices.empty()) {
    indexed(spelling(op), indices);
  } else {
    *out_ += spelling(op);
  }
  if (ascribed) {
    *out_ += ' ';
    append_sort(store_, store_.sort_of(term), *out_);
    *out_ += ')';
  }
  return true;
}

void TermPrinter::declare(FunctionId function) {
  const Function& declared = store_.node(function);
  if (!declared.parameters.empty()) {
    return;
  }
  const auto [first, is_new] = constants_.emplace(declared.name.index, function);
  if (!is_new && first->second != function) {
    overloaded_.insert(first->second.index);
    overloaded_.insert(function.index);
  }
}

/// Whether the arguments do not determine the constructor of this name or the datatype's parameters.
bool TermPrinter::needs_ascription(TermId call) const {
  const Function& function = store_.node(store_.function_of(call));
  if (function.kind != FunctionKind::Constructor) {
    return function.ascribed || overloaded_.contains(store_.function_of(call).index);
  }
  if (store_.is_overloaded(store_.function_of(call))) {
    return true;
  }
  const std::vector<SymbolId>& parameters = store_.node(function.datatype).parameters;
  if (parameters.empty() || store_.node(call).count == 0) {
    return !parameters.empty();
  }
  std::vector<SymbolId> found;
  std::vector<SortId> pending = function.parameters;
  while (!pending.empty() && found.size() < 1000) {
    const SortNode& node = store_.node(pending.back());
    pending.pop_back();
    if (node.kind == SortKind::Parameter) {
      found.push_back(node.name);
    }
    pending.insert(pending.end(), node.arguments.begin(), node.arguments.end());
  }
  return std::any_of(parameters.begin(), parameters.end(), [&](SymbolId parameter) {
    return std::find(found.begin(), found.end(), parameter) == found.end();
  });
}

/// Prints the head. True if the caller must print the arguments.
bool TermPrinter::function_head(TermId term) {
  const Function& function = store_.node(store_.function_of(term));
  const std::string_view name = store_.spelling(function.name);
  if (function.kind == FunctionKind::Tester || function.kind == FunctionKind::Updater) {
    *out_ += function.kind == FunctionKind::Tester ? "(_ is " : "(_ update ";
    append_quoted(name, *out_);
    *out_ += ')';
    return true;
  }
  const bool opaque = function.kind == FunctionKind::Opaque;
  if (opaque && name == "@" && function.indices.empty() && !function.ascribed && store_.node(term).count > 0) {
    applied_value(term, spelling(application_operator()));
    return false;
  }
  const bool ascribed = needs_ascription(term);
  *out_ += ascribed ? "(as " : "";
  if (!function.indices.empty()) {
    indexed(name, function.indices);
  } else if (opaque && name.substr(0, 2) == "#f") {
    *out_ += name;  // a finite field's literal
  } else {
    append_quoted(name, *out_);
  }
  if (ascribed) {
    *out_ += ' ';
    append_sort(store_, store_.sort_of(term), *out_);
    *out_ += ')';
  }
  return true;
}

/// Prints `(f x)` if f is a variable or a constant of a function sort, else `(@ f x)`.
void TermPrinter::applied_value(TermId term, std::string_view name) {
  const TermId function = store_.children(term)[0];
  const TermNode& node = store_.node(function);
  bool plain = node.kind == TermKind::Variable;
  if (node.kind == TermKind::Call && node.count == 0) {
    const Function& constant = store_.node(store_.function_of(function));
    plain = constant.parameters.empty() && constant.kind != FunctionKind::Opaque &&
            store_.kind(node.sort) == SortKind::Function;
  }
  const auto children = store_.children(term);
  text(")");
  for (std::size_t i = children.size(); i-- > 0;) {
    actions_.push_back({Step::Use, children[i], {}});
    text(i == 0 ? "" : " ");
  }
  if (!plain) {
    *out_ += name;
    *out_ += ' ';
  }
}

std::span<const Attribute> TermPrinter::attributes_of(TermId term) const {
  return store_.node(term).kind == TermKind::Binder ? store_.binder_info(term).attributes : store_.attributes(term);
}

void TermPrinter::attribute(TermId term, std::uint32_t number) {
  const auto attributes = attributes_of(term);
  std::size_t child = 1;
  for (std::uint32_t i = 0; i < number; ++i) {
    child += attributes[i].term_count;
  }
  const Attribute& shown = attributes[number];
  if (!shown.keyword.empty()) {
    *out_ += ' ';
    *out_ += shown.keyword;
  }
  if (!shown.text.empty()) {
    *out_ += ' ';
    *out_ += shown.text;
  }
  const bool list = shown.keyword == ":pattern";
  if (list) {
    *out_ += " (";
    text(")");
  }
  for (std::size_t i = child + shown.term_count; i-- > child;) {
    actions_.push_back({list ? Step::Whole : Step::Use, store_.children(term)[i], {}});
    if (!list || i > child) {
      text(" ");
    }
  }
}

void TermPrinter::annotated(TermId term) {
  *out_ += "(! ";
  text(")");
  for (auto i = static_cast<std::uint32_t>(attributes_of(term).size()); i-- > 0;) {
    actions_.push_back({Step::Attribute, term, {}, i});
  }
  actions_.push_back({Step::Use, store_.children(term)[0], {}});
}

void TermPrinter::binder(TermId term) {
  const BinderInfo& info = store_.binder_info(term);
  *out_ += '(';
  *out_ += keyword_of(info);
  *out_ += " (";
  for (std::size_t i = 0; i < info.variables.size(); ++i) {
    *out_ += i == 0 ? "(" : " (";
    append_quoted(names_.of(info.variables[i].name), *out_);
    *out_ += ' ';
    append_sort(store_, info.variables[i].sort, *out_);
    *out_ += ')';
  }
  const bool lists = info.kind == BinderKind::Opaque || info.kind == BinderKind::Comprehension;
  const bool annotated = !info.attributes.empty() && !lists;
  *out_ += annotated ? ") (! " : ") ";
  actions_.push_back({Step::Leave, {}, {}});
  text(annotated ? "))" : ")");
  for (auto i = static_cast<std::uint32_t>(info.attributes.size()); i-- > 0;) {
    actions_.push_back({Step::Attribute, term, {}, i});
  }
  const std::uint32_t region = sharing_.enter(term);
  // The body's let names are not visible in the patterns.
  actions_.push_back({Step::Forget, {}, {}, region});
  lets(region, store_.children(term)[0]);
}

void TermPrinter::match_case(TermId term) {
  const BinderInfo& info = store_.binder_info(term);
  *out_ += '(';
  const bool list = !info.is_default && !info.variables.empty();
  if (!info.is_default) {
    *out_ += list ? "(" : "";
    append_quoted(store_.spelling(store_.node(info.constructor).name), *out_);
  }
  for (const BoundVariable& variable : info.variables) {
    *out_ += list ? " " : "";
    append_quoted(store_.spelling(variable.name), *out_);
  }
  *out_ += list ? ") " : " ";
  actions_.push_back({Step::Leave, {}, {}});
  text(")");
  lets(sharing_.enter(term), store_.children(term)[0]);
}

}  // namespace assay::smt
