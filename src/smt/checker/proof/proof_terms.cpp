#include "smt/checker/proof/proof_terms.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "smt/term/rebuild.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxTermBytes = std::size_t{4} << 20;

/// Operators of CPC whose first arguments are indices in SMT-LIB.
struct IndexedRow {
  std::string_view name;
  std::size_t indices;
};
constexpr std::array kIndexed = {
    IndexedRow{"extract", 2},     IndexedRow{"repeat", 1},       IndexedRow{"zero_extend", 1},
    IndexedRow{"sign_extend", 1}, IndexedRow{"rotate_left", 1},  IndexedRow{"rotate_right", 1},
    IndexedRow{"re.loop", 2},     IndexedRow{"re.^", 1},         IndexedRow{"divisible", 1},
    IndexedRow{"int_to_bv", 1},   IndexedRow{"int2bv", 1},       IndexedRow{"is", 1},
    IndexedRow{"update", 1},      IndexedRow{"tuple.select", 1}, IndexedRow{"iand", 1},
};

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// A literal of CPC as SMT-LIB; other atoms unchanged.
std::string literal_of_cpc(std::string_view atom) {
  if (atom == "@re.empty") return "(str.to_re \"\")";
  const bool negative = atom.size() > 1 && atom.front() == '-';
  const std::string_view digits = negative ? atom.substr(1) : atom;
  const std::size_t slash = digits.find('/');
  std::string out;
  if (is_number(digits)) {
    out = std::string(digits);
  } else if (slash != std::string_view::npos && is_number(digits.substr(0, slash)) &&
             is_number(digits.substr(slash + 1))) {
    const std::string over = std::string(digits.substr(0, slash)) + ".0";
    const std::string_view under = digits.substr(slash + 1);
    out = under == "1" ? over : "(/ " + over + " " + std::string(under) + ".0)";
  } else {
    return std::string(atom);
  }
  return negative ? "(- " + out + ")" : out;
}

/// The name in a variable of CPC, `(@var "x" Int)`, as a symbol.
std::string symbol_of_variable(const TokenTree& tree, NodeId variable) {
  const std::vector<NodeId> parts = tree.children(variable);
  if (parts.size() != 3) return "@var";
  std::string_view text = tree.text(parts[1]);
  if (text.size() >= 2 && text.front() == '"') text = text.substr(1, text.size() - 2);
  return "|" + std::string(text) + "|";
}

/// The width of `#b01` or `#x0f`. Nullopt for other texts.
std::optional<std::size_t> width_of_literal(std::string_view text) {
  if (text.starts_with("#b")) return text.size() - 2;
  if (text.starts_with("#x")) return 4 * (text.size() - 2);
  return std::nullopt;
}

/// The symbols that the script's commands declare or define.
std::set<std::string, std::less<>> names_of_script(std::string_view script) {
  std::set<std::string, std::less<>> names;
  const Result<TokenTree> tree = TokenTree::parse(script);
  if (!tree) return names;
  for (const NodeId root : tree->roots()) {
    const std::string_view head = tree->head(root);
    const std::vector<NodeId> parts = tree->children(root);
    if ((head.starts_with("declare-") || head.starts_with("define-")) && parts.size() > 1)
      names.emplace(tree->text(parts[1]));
  }
  return names;
}

bool is_literal(const TermStore& store, TermId term) { return store.node(term).kind == TermKind::Constant; }

bool is_binder(std::string_view head) { return head == "forall" || head == "exists" || head == "lambda"; }

/// A name for a term of a proof: a `define`, a `:named` term, or a binding of z3.
struct Definition {
  NodeId body = 0;
  bool has_variable = false;  ///< depends on a bound variable, so that a `let` outside of the binder cannot hold it
};
struct Definitions {
  std::map<std::string, Definition, std::less<>> by_name;
  std::vector<std::string> order;  ///< the names, each behind the definitions that it uses
};

/// Writes one expression. The stack holds what is still to be written: nodes, and texts between them.
struct Writer {
  struct Item {
    std::optional<NodeId> node;
    std::string text{};
  };
  const TokenTree& tree;
  bool is_cpc;
  const Definitions& definitions;
  std::vector<Item> stack{};
  std::string out{};
  std::set<std::string, std::less<>> used{};  ///< definitions that the text mentions

  bool write(NodeId root) {
    stack.push_back({root});
    while (!stack.empty()) {
      const Item item = std::move(stack.back());
      stack.pop_back();
      if (!item.node) {
        out += item.text;
      } else if (tree.is_list(*item.node)) {
        write_list(*item.node);
      } else {
        write_atom(*item.node);
      }
      if (out.size() > kMaxTermBytes) return false;
    }
    return true;
  }

  const Definition* defined(std::string_view name) const {
    const auto at = definitions.by_name.find(name);
    return at == definitions.by_name.end() ? nullptr : &at->second;
  }
  /// The body if the node is a defined name, through several names; else the node.
  NodeId resolved(NodeId node) const {
    const Definition* definition = tree.is_list(node) ? nullptr : defined(tree.text(node));
    return definition == nullptr ? node : definition->body;
  }

  void write_atom(NodeId node) {
    const std::string_view atom = tree.text(node);
    const Definition* definition = defined(atom);
    if (definition != nullptr && definition->has_variable) {
      stack.push_back({definition->body});
    } else {
      if (definition != nullptr) used.emplace(atom);
      out += is_cpc ? literal_of_cpc(atom) : std::string(atom);
    }
  }

  void push_reversed(std::vector<Item> items) {
    for (auto it = items.rbegin(); it != items.rend(); ++it) stack.push_back(std::move(*it));
  }

  /// Writes `before`, the parts from `first` on, and a parenthesis.
  void push_parts(const std::string& before, const std::vector<NodeId>& parts, std::size_t first) {
    std::vector<Item> items = {{std::nullopt, before}};
    for (std::size_t i = first; i < parts.size(); ++i) {
      if (i > first || !before.ends_with('(')) items.push_back({std::nullopt, " "});
      items.push_back({parts[i]});
    }
    items.push_back({std::nullopt, ")"});
    push_reversed(std::move(items));
  }

  void write_list(NodeId node) {
    const std::vector<NodeId> parts = tree.children(node);
    const std::string_view head = tree.head(node);
    if (head == "!" && parts.size() >= 2) return stack.push_back({parts[1]});
    if (head == "cl") return write_clause(parts);
    if (!is_cpc || head.empty() || !write_cpc(node, head, parts)) push_parts("(", parts, 0);
  }

  void write_clause(const std::vector<NodeId>& parts) {
    if (parts.size() == 1) return stack.push_back({std::nullopt, "false"});
    if (parts.size() == 2) return stack.push_back({parts[1]});
    push_parts("(or", parts, 1);
  }

  /// True if the list has another form in SMT-LIB, which is then on the stack.
  bool write_cpc(NodeId node, std::string_view head, const std::vector<NodeId>& parts) {
    if (head == "@var") {
      out += symbol_of_variable(tree, node);
      return true;
    }
    if (is_binder(head) && parts.size() == 3) return write_binder(head, parts);
    if (head == "@bv" && parts.size() == 3 && is_number(tree.text(parts[1]))) {
      out += "(_ bv" + std::string(tree.text(parts[1])) + " " + std::string(tree.text(parts[2])) + ")";
      return true;
    }
    if (head == "@bvsize" && parts.size() == 2) {
      if (const std::optional<std::size_t> width = width_of_literal(tree.text(parts[1]))) {
        out += std::to_string(*width);
        return true;
      }
    }
    if (head == "BitVec" && parts.size() == 2) {
      push_parts("(_ BitVec", parts, 1);
      return true;
    }
    if ((head == "seq.empty" || head == "set.empty") && parts.size() == 2) {
      push_parts("(as " + std::string(head), parts, 1);
      return true;
    }
    if ((head == "or" || head == "and" || head == "str.++" || head == "concat") && parts.size() == 2) {
      stack.push_back({parts[1]});
      return true;
    }
    const auto* row = std::find_if(kIndexed.begin(), kIndexed.end(), [&](const auto& one) { return one.name == head; });
    if (row == kIndexed.end() || parts.size() <= row->indices + 1) return false;
    std::string before = "((_ " + std::string(head);
    for (std::size_t i = 1; i <= row->indices; ++i) {
      // SMT-LIB has no negative index, so the expression becomes an operator that Assay does not know.
      if (tree.text(parts[i]).starts_with('-')) {
        push_parts("(@" + std::string(head), parts, 1);
        return true;
      }
      before += " " + std::string(tree.text(parts[i]));
    }
    push_parts(before + ")", parts, row->indices + 1);
    return true;
  }

  bool write_binder(std::string_view head, const std::vector<NodeId>& parts) {
    const NodeId list = resolved(parts[1]);
    if (tree.head(list) != "@list") return false;
    std::vector<Item> items = {{std::nullopt, "(" + std::string(head) + " ("}};
    const std::vector<NodeId> variables = tree.children(list);
    for (std::size_t i = 1; i < variables.size(); ++i) {
      const NodeId variable = resolved(variables[i]);
      if (tree.head(variable) != "@var") return false;
      items.push_back({std::nullopt, "(" + symbol_of_variable(tree, variable) + " "});
      items.push_back({tree.children(variable)[2]});
      items.push_back({std::nullopt, ")"});
    }
    items.push_back({std::nullopt, ") "});
    items.push_back({parts[2]});
    items.push_back({std::nullopt, ")"});
    push_reversed(std::move(items));
    return true;
  }
};

/// The definitions of the proof. A symbol that the script declares or defines has its meaning there.
Definitions definitions_of(const Proof& proof, std::string_view script) {
  Definitions found;
  const TokenTree& tree = proof.tree;
  const std::set<std::string, std::less<>> own = names_of_script(script);
  const auto add = [&](std::string_view name, NodeId body) {
    if (own.contains(name)) return;
    bool has_variable = false;
    for (NodeId at = body; at < tree.end(body); ++at) {
      const auto inner = tree.is_list(at) ? found.by_name.end() : found.by_name.find(tree.text(at));
      has_variable =
          has_variable || tree.text(at) == "@var" || (inner != found.by_name.end() && inner->second.has_variable);
    }
    if (found.by_name.emplace(name, Definition{body, has_variable}).second) found.order.emplace_back(name);
  };
  for (const ProofCommand& command : proof.commands) {
    // Terms with a name, innermost first: a list's nodes stand behind it.
    if (proof.format == ProofFormat::Alethe)
      for (NodeId at = tree.end(command.node); at-- > command.node;) {
        if (tree.head(at) != "!") continue;
        const std::vector<NodeId> parts = tree.children(at);
        for (std::size_t i = 2; i + 1 < parts.size(); ++i)
          if (tree.text(parts[i]) == ":named") add(tree.text(parts[i + 1]), parts[1]);
      }
    if (command.kind != ProofCommandKind::Define || !command.conclusion) continue;
    if (proof.format == ProofFormat::Z3) {
      add(command.name, *command.conclusion);
      continue;
    }
    if (tree.children(tree.children(command.node)[2]).empty()) add(command.name, *command.conclusion);
  }
  return found;
}

/// The formula without annotations, and with one form for each literal: `(- 2)`, `-2` and `(- 2.0)` of the same sort
/// are the same term, as are `0.5` and `(/ 1 2)`.
TermId with_plain_literals(TermStore& store, TermId formula) {
  const OperatorId minus = Operators::get().at("-");
  const OperatorId over = Operators::get().at("/");
  const auto is_numeral = [&](TermId term) {
    if (is_literal(store, term)) return true;
    const auto children = store.children(term);
    return (store.is(term, minus) || store.is(term, over)) &&
           std::all_of(children.begin(), children.end(), [&](TermId child) { return is_literal(store, child); });
  };
  return rebuilt(
      store, formula, [](TermId) -> std::optional<TermId> { return std::nullopt; },
      [&](TermId term, std::span<const TermId> children) {
        if (store.node(term).kind == TermKind::Annotated && !children.empty()) return children.front();
        const TermId same = with_children(store, term, children);
        const bool computes = store.is(same, minus) || store.is(same, over);
        if (!computes || !std::all_of(children.begin(), children.end(), is_numeral)) return same;
        const std::optional<Value> value = closed_value(store, same);
        return value ? make_term(store, *value, store.sort_of(same)).value_or(same) : same;
      });
}

}  // namespace

std::optional<std::string> conjunction(const Proof& proof, std::string_view script,
                                       const std::vector<NodeId>& formulas) {
  const Definitions definitions = definitions_of(proof, script);
  Writer writer{proof.tree, proof.format == ProofFormat::Cpc, definitions};
  writer.out = "(and true true";
  for (const NodeId formula : formulas) {
    writer.out += ' ';
    if (!writer.write(formula)) return std::nullopt;
  }
  writer.out += ')';
  std::vector<std::string> parts = {std::move(writer.out)};  // the last one first
  std::size_t bytes = parts.front().size();
  // A definition uses only earlier ones, so the last one becomes the innermost `let`.
  for (auto name = definitions.order.rbegin(); name != definitions.order.rend(); ++name) {
    if (!writer.used.contains(*name)) continue;
    writer.out.clear();
    if (!writer.write(definitions.by_name.at(*name).body)) return std::nullopt;
    parts.push_back("(let ((" + *name + " " + writer.out + ")) ");
    bytes += parts.back().size();
    if (bytes > kMaxTermBytes) return std::nullopt;
  }
  std::string text;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) text += *part;
  return text + std::string(parts.size() - 1, ')');
}

std::string smtlib_of_cpc(std::string_view expression) {
  const Result<TokenTree> tree = TokenTree::parse(expression);
  if (!tree || tree->roots().empty()) return std::string(expression);
  const Definitions none;
  Writer writer{*tree, true, none};
  return writer.write(tree->roots().front()) ? writer.out : std::string(expression);
}

Result<std::unique_ptr<ProofFormulas>> read_formulas(std::string_view script,
                                                     const std::vector<std::string>& formulas) {
  auto out = std::make_unique<ProofFormulas>();
  std::string text(script);
  for (const std::string& formula : formulas) text += "\n(assert " + formula + ")";
  Result<Script> parsed = parse_script(out->store, text, "proof", {.allow_undeclared = true});
  if (!parsed) return parsed.error();
  out->script = std::move(*parsed);
  std::vector<Command>& commands = out->script.commands;
  if (commands.size() < formulas.size()) return Error{"a formula of the proof cannot be read", ""};
  for (std::size_t i = commands.size() - formulas.size(); i < commands.size(); ++i) {
    if (commands[i].kind != CommandKind::Assert) return Error{"a formula of the proof cannot be read", ""};
    out->formulas.push_back(with_plain_literals(out->store, commands[i].terms.front()));
  }
  commands.resize(commands.size() - formulas.size());
  for (const JudgedAssertion& assertion : active_assertions(out->script))
    out->asserted.push_back(with_plain_literals(out->store, assertion.term));
  return out;
}

Result<std::unique_ptr<ProofFormulas>> read_conclusions(const Proof& proof, const std::string& script,
                                                        const std::vector<const ProofCommand*>& commands) {
  std::vector<NodeId> nodes;
  for (const ProofCommand* command : commands) nodes.push_back(*command->conclusion);
  const std::optional<std::string> text = conjunction(proof, script, nodes);
  if (!text) return Error{"the formulas of the proof are too large", ""};
  auto read = read_formulas(script, {*text});
  if (!read) return read.error();
  const auto children = (*read)->store.children((*read)->formulas.front());
  if (children.size() != nodes.size() + 2) return Error{"a formula of the proof cannot be read", ""};
  (*read)->formulas.assign(children.begin() + 2, children.end());
  return read;
}

}  // namespace assay::smt
