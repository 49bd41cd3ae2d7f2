#include <fmt/format.h>

#include <string>

#include "datalog/graph/graph.hpp"

namespace assay::datalog {
namespace {

/// Text inside of a double-quoted DOT string.
std::string quoted_text(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '"' || c == '\\') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return '"' + safe + '"';
}

std::string display_text(const Program& program, Value value, Type type) {
  if (type != Type::Symbol) return std::to_string(value);
  return program.symbols.at(static_cast<std::size_t>(value));
}

std::string display_text(const Program& program, const Term& term) {
  if (term.is_wildcard()) return "_";
  return term.is_variable() ? "V" + std::to_string(term.value) : display_text(program, term.value, term.type);
}

std::string variables_of(const Program& program, const Atom& atom) {
  std::string text;
  for (const Term& term : atom.arguments) text += (text.empty() ? "" : ", ") + display_text(program, term);
  return "(" + text + ")";
}

void add_facts(const Program& program, RelationId id, std::size_t max_facts, std::string& text) {
  const Relation& relation = program.relations[id];
  const std::size_t shown_facts = std::min(max_facts, relation.facts.count);
  for (std::size_t i = 0; i < shown_facts; ++i) {
    std::string label;
    for (std::size_t column = 0; column < relation.arity(); ++column)
      label += (column > 0 ? ", " : "") +
               display_text(program, relation.facts.row(i)[column], relation.attributes[column].type);
    text += fmt::format("  f{}_{} [shape=box, style=dotted, label={}];\n  f{}_{} -> r{} [style=dotted];\n", id, i,
                        quoted_text(label), id, i, id);
  }
  const std::size_t rest = relation.facts.count - shown_facts;
  if (rest == 0) return;
  text += fmt::format("  f{}_more [shape=plaintext, label=\"{} more\"];\n  f{}_more -> r{} [style=dotted];\n", id, rest,
                      id, id);
}

void add_edges(const Program& program, const Edge& edge, std::string& text) {
  const auto add = [&](const Atom& atom) {
    if (atom.relation != edge.from || atom.negated != edge.negative) return;
    text += fmt::format(
        "  r{} -> r{} [label={}{}];\n", edge.from, edge.to,
        quoted_text(fmt::format("{} {} {}", edge.rule + 1, edge.aggregated ? "?" : (edge.negative ? "-" : "+"),
                                variables_of(program, atom))),
        edge.negative ? ", style=dashed" : "");
  };
  const Literal& literal = program.rules[edge.rule].body[edge.literal];
  if (const auto* atom = std::get_if<Atom>(&literal)) add(*atom);
  // An aggregate's edges from one relation are all drawn with the first atom of this relation.
  if (const auto* aggregate = std::get_if<Aggregate>(&literal)) {
    for (const Atom& atom : aggregate->atoms) {
      if (atom.relation != edge.from) continue;
      add(atom);
      break;
    }
  }
}

}  // namespace

std::string to_dot(const Program& program, const PrecedenceGraph& graph, RelationId output, std::size_t max_facts) {
  std::string text = "digraph precedence {\n  rankdir=BT;\n  node [shape=ellipse];\n";
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    const std::string stratum = graph.stratified() ? std::to_string(graph.stratum(id, output)) : "none";
    const Ancestry ancestry = graph.ancestry(id, output);
    const std::string flow = ancestry == Ancestry::None ? "none" : std::string(1, sign(ancestry));
    text +=
        fmt::format("  r{} [label={}{}];\n", id,
                    quoted_text(fmt::format("{} | stratum {}, ancestry {}", program.relations[id].name, stratum, flow)),
                    id == output ? ", peripheries=2" : "");
    add_facts(program, id, max_facts, text);
  }
  for (const Edge& edge : graph.edges()) add_edges(program, edge, text);
  return text + "}\n";
}

}  // namespace assay::datalog
