#include "datalog/dialect/text/binding_rules.hpp"

namespace assay::datalog {
namespace {

void write_comparison(Writer& writer, const Comparison& comparison, const PlacedLiteral& placed,
                      const BindingStyle& style) {
  if (!placed.binds) {
    writer.text(style.test_before).comparison(comparison).text(style.test_after);
    return;
  }
  const bool left = comparison.left == Term::variable(*placed.binds, comparison.left.type);
  writer.text(style.bind_before).variable(*placed.binds).text(style.bind_between);
  writer.term(left ? comparison.right : comparison.left).text(style.bind_after);
}

void write_computation(Writer& writer, const Computation& computation, const PlacedLiteral& placed,
                       const BindingStyle& style) {
  if (placed.binds) {
    writer.text(style.bind_before).variable(*placed.binds).text(style.bind_between);
    writer.expression(computation).text(style.bind_after);
    return;
  }
  writer.text(style.test_before).term(computation.result).text(" ").text(writer.spelling().comparators[0]).text(" ");
  writer.expression(computation).text(style.test_after);
}

}  // namespace

void write_binding_rule(Writer& writer, const Rule& rule, const BindingStyle& style) {
  writer.begin_rule(rule);
  writer.heads(rule);
  std::string_view separator = writer.spelling().arrow;
  for (const PlacedLiteral& placed : left_to_right(rule)) {
    writer.text(separator);
    separator = writer.spelling().separator;
    if (const auto* atom = std::get_if<Atom>(placed.literal)) writer.atom(*atom);
    if (const auto* comparison = std::get_if<Comparison>(placed.literal)) {
      write_comparison(writer, *comparison, placed, style);
    }
    if (const auto* computation = std::get_if<Computation>(placed.literal)) {
      write_computation(writer, *computation, placed, style);
    }
  }
  writer.text(writer.spelling().end);
}

void write_plain_constant(Writer& writer, const Term& term) {
  if (term.type == Type::Symbol) {
    const std::string& text = writer.program().symbols[static_cast<std::size_t>(term.value)];
    append_escaped(text, '"', hexadecimal_escape, writer.out());
  } else if (term.type == Type::Float) {
    append_float(term.value, writer.out());
  } else {
    writer.number(term.value);
  }
}

}  // namespace assay::datalog
