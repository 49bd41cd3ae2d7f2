#pragma once

#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "assay/datalog/dialect.hpp"
#include "assay/datalog/program.hpp"
#include "core/rng/rng.hpp"

namespace assay::datalog {

/// Programs with every construct of Soufflé's printer; not safe or stratified, which the printer does not require.
class SouffleDrawer {
 public:
  explicit SouffleDrawer(core::Rng rng) : rng_(rng) {}

  Program draw() {
    const std::uint64_t relations = 1 + rng_.below(5);
    for (std::uint64_t i = 0; i < relations; ++i) draw_relation("r" + std::to_string(i));
    const std::uint64_t rules = rng_.below(8);
    for (std::uint64_t i = 0; i < rules; ++i) draw_rule();
    return program_;
  }

 private:
  static constexpr Type kTypes[] = {Type::Number, Type::Unsigned, Type::Float, Type::Symbol};

  Type draw_type() { return kTypes[rng_.below(4)]; }

  Value draw_value(Type type) {
    switch (type) {
      case Type::Unsigned: return rng_.between(0, 4294967295);
      case Type::Float: return draw_float();
      case Type::Symbol: return draw_symbol();
      default: return rng_.coin() ? rng_.between(-3, 3) : rng_.between(-2147483648LL, 2147483647);
    }
  }
  Value draw_float() {
    if (rng_.coin()) return std::bit_cast<Value>(static_cast<double>(rng_.between(-40, 40)) / 8);
    const auto bits = static_cast<Value>(rng_.next());
    const bool finite = (bits >> 52 & 0x7ff) != 0x7ff;
    return finite ? bits : 0;
  }
  Value draw_symbol() {
    static const std::vector<std::string> symbols = {"",      "a",           "b c",        "\"quoted\"", "back\\slash",
                                                     "tab\t", "line\n",      "//",         "/*",         "V0, V1).",
                                                     "'",     "x\r\a\b\f\v", "caf\xC3\xA9"};
    return program_.intern(rng_.pick(symbols));
  }

  void draw_relation(std::string name) {
    Relation relation;
    relation.name = std::move(name);
    const std::uint64_t arity = rng_.below(4);
    for (std::uint64_t i = 0; i < arity; ++i) relation.attributes.push_back({"a" + std::to_string(i), draw_type(), ""});
    if (arity > 0 && relation.attributes[0].type == Type::Symbol && rng_.coin())
      relation.attributes[0].declared = "Node";
    relation.is_input = rng_.coin();
    relation.is_output = rng_.coin();
    relation.representation = static_cast<Representation>(rng_.below(5));
    relation.inlining = static_cast<Inlining>(rng_.below(3));
    relation.magic = static_cast<MagicSets>(rng_.below(3));
    if (arity > 1 && rng_.coin()) relation.choice_domains = {{0, 1}, {1}};
    relation.facts.arity = arity;
    for (std::uint64_t i = rng_.below(4); i > 0; --i) {
      std::vector<Value> tuple;
      for (const Attribute& attribute : relation.attributes) tuple.push_back(draw_value(attribute.type));
      relation.facts.add(tuple);
    }
    program_.relations.push_back(std::move(relation));
  }

  Term draw_term(Type type, bool wildcards) {
    const std::uint64_t kind = rng_.below(4);
    if (kind == 0) return Term::constant(draw_value(type), type);
    if (kind == 1 && wildcards) return Term::wildcard(type);
    return draw_variable(type);
  }
  /// The type of a variable depends only on its number, so each variable keeps its type wherever it occurs.
  Term draw_variable(Type type) {
    std::uint32_t number = static_cast<std::uint32_t>(rng_.below(3)) * 4;
    while (kTypes[number % 4] != type) ++number;
    return Term::variable(number, type);
  }
  /// A variable that the rule's other parts do not use.
  Term own_variable(Type type) {
    Term out = draw_variable(type);
    out.value += 12;
    return out;
  }

  Atom draw_atom(bool wildcards) {
    Atom atom;
    atom.relation = static_cast<RelationId>(rng_.below(program_.relations.size()));
    for (const Attribute& attribute : program_.relations[atom.relation].attributes)
      atom.arguments.push_back(draw_term(attribute.type, wildcards));
    return atom;
  }

  Comparison draw_comparison() {
    const Type type = draw_type();
    const bool order = type != Type::Symbol;
    return {static_cast<Comparator>(rng_.below(order ? 6 : 2)), draw_variable(type), draw_term(type, false)};
  }

  Computation draw_computation() {
    const Type type = kTypes[rng_.below(2)];
    return {draw_variable(type), static_cast<Operator>(rng_.below(7)), draw_term(type, false), draw_term(type, false)};
  }

  Aggregate draw_aggregate() {
    Aggregate out;
    out.aggregator = static_cast<Aggregator>(rng_.below(4));
    const bool count = out.aggregator == Aggregator::Count;
    const Type type = count ? Type::Number : kTypes[rng_.below(2)];
    out.result = draw_term(type, false);
    out.target = count ? Term::wildcard(type) : own_variable(type);
    for (std::uint64_t i = rng_.below(3); i > 0; --i) out.atoms.push_back(draw_atom(false));
    if (out.atoms.empty() || rng_.coin()) {
      const Term own = own_variable(Type::Number);
      out.comparisons.push_back({Comparator::Less, own, Term::constant(3, Type::Number)});
    }
    if (!count && type == Type::Unsigned) {
      out.comparisons.push_back({Comparator::Equal, out.target, Term::constant(5, Type::Unsigned)});
    }
    return out;
  }

  void draw_rule() {
    Rule rule;
    for (std::uint64_t i = 1 + rng_.below(2); i > 0; --i) rule.heads.push_back(draw_atom(false));
    for (std::uint64_t i = 1 + rng_.below(4); i > 0; --i) {
      Atom atom = draw_atom(true);
      atom.negated = rng_.percent(30);
      rule.body.emplace_back(std::move(atom));
    }
    if (rng_.coin()) rule.body.emplace_back(draw_comparison());
    if (rng_.coin()) rule.body.emplace_back(draw_computation());
    if (rng_.percent(30)) rule.body.emplace_back(draw_aggregate());
    pin(rule);
    rule.variables.assign(24, Type::Number);
    for (std::uint32_t i = 0; i < 24; ++i) rule.variables[i] = kTypes[i % 4];
    program_.rules.push_back(std::move(rule));
  }

  /// Fixes each variable's type by a comparison with a constant, also if only an aggregate uses the variable.
  void pin(Rule& rule) {
    for (std::uint32_t i = 0; i < 12; ++i) {
      const Type type = kTypes[i % 4];
      const Value value = type == Type::Symbol ? program_.intern("a") : Value{0};
      const Term constant = Term::constant(value, type);
      rule.body.emplace_back(Comparison{Comparator::Equal, Term::variable(i, type), constant});
    }
  }

  core::Rng rng_;
  Program program_;
};

/// The program's parts with symbols written out, to compare programs that number them differently.
class CanonicalText {
 public:
  explicit CanonicalText(const Program& program) : program_(program) {
    out_ = program.seed.dialect + "|" + program.seed.text;
    for (const Relation& relation : program.relations) add(relation);
    for (const Rule& rule : program.rules) add(rule);
  }
  [[nodiscard]] const std::string& text() const { return out_; }

 private:
  template <typename Enumeration>
  void number(std::string_view what, Enumeration of) {
    out_ += " " + std::string(what) + std::to_string(static_cast<int>(of));
  }
  void constant(Value of, Type type) {
    const bool text = type == Type::Symbol || type == Type::Opaque;
    out_ += " " + (text ? "\"" + program_.symbols.at(static_cast<std::size_t>(of)) + "\"" : std::to_string(of));
  }
  void add(const Relation& relation) {
    out_ += "\n" + relation.name + (relation.is_input ? " in" : "") + (relation.is_output ? " out" : "");
    number("representation", relation.representation);
    number("inlining", relation.inlining);
    number("magic", relation.magic);
    number("seed", relation.from_seed);
    for (const Attribute& of : relation.attributes) out_ += " " + of.name + std::string(name(of.type)) + of.declared;
    for (const auto& domain : relation.choice_domains) {
      out_ += " choice";
      for (const std::uint32_t attribute : domain) number("", attribute);
    }
    for (std::size_t i = 0; i < relation.facts.count; ++i) {
      out_ += "\n fact";
      for (std::size_t j = 0; j < relation.arity(); ++j)
        constant(relation.facts.row(i)[j], relation.attributes[j].type);
    }
  }
  void add(const Rule& rule) {
    out_ += "\nrule";
    for (const Atom& head : rule.heads) number("head", head.relation);
    for (const Literal& literal : rule.body) {
      number("literal", literal.index());
      if (const auto* comparison = std::get_if<Comparison>(&literal)) number("", comparison->comparator);
      if (const auto* computation = std::get_if<Computation>(&literal)) number("", computation->op);
      if (const auto* aggregate = std::get_if<Aggregate>(&literal)) number("", aggregate->aggregator);
    }
    for_each_body_atom(rule, [&](const Atom& atom) { number(atom.negated ? "!" : "", atom.relation); });
    for_each_term(rule, [&](const Term& of) {
      number(name(of.type), of.kind);
      if (of.is_constant()) constant(of.value, of.type);
      if (of.is_variable()) number("V", of.value);
    });
  }

  const Program& program_;
  std::string out_;
};

inline std::string canonical(const Program& program) { return CanonicalText(program).text(); }

}  // namespace assay::datalog
