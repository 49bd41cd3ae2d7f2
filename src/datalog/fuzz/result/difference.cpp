#include "datalog/fuzz/result/difference.hpp"

#include <algorithm>
#include <cstddef>

namespace assay::datalog {
namespace {

/// Appends `program` to `joined`. Its relations get the prefix and are not printed. Returns the first relation's
/// position.
RelationId append(const Program& program, const std::string& prefix, Program& joined) {
  const auto first = static_cast<RelationId>(joined.relations.size());
  std::vector<Value> symbols;  // of the program, in the joined one
  symbols.reserve(program.symbols.size());
  for (const std::string& symbol : program.symbols) symbols.push_back(joined.intern(symbol));
  for (Relation relation : program.relations) {
    relation.name.insert(0, prefix);
    relation.is_output = false;
    relation.inlining = Inlining::Default;  // add_flag negates relations; inlined ones cannot be negated
    for (std::size_t i = 0; i < relation.facts.values.size(); ++i) {
      Value& value = relation.facts.values[i];
      if (relation.attributes[i % relation.arity()].type == Type::Symbol)
        value = symbols[static_cast<std::size_t>(value)];
    }
    joined.relations.push_back(std::move(relation));
  }
  for (Rule rule : program.rules) {
    for (Atom& head : rule.heads) head.relation += first;
    for (Literal& literal : rule.body) {
      if (auto* atom = std::get_if<Atom>(&literal)) atom->relation += first;
      if (auto* aggregate = std::get_if<Aggregate>(&literal))
        for (Atom& inner : aggregate->atoms) inner.relation += first;
    }
    for_each_term(rule, [&](Term& term) {
      if (term.is_constant() && term.type == Type::Symbol) term.value = symbols[static_cast<std::size_t>(term.value)];
    });
    joined.rules.push_back(std::move(rule));
  }
  return first;
}

/// Adds `flag() :- present(X, Y), !absent(X, Y).` and returns the flag's relation.
RelationId add_flag(RelationId present, RelationId absent, const std::string& name, Program& joined) {
  Relation flag;
  flag.name = name;
  const auto id = static_cast<RelationId>(joined.relations.size());
  Rule rule;
  rule.heads = {{id, false, {}}};
  Atom has{present, false, {}};
  for (const Attribute& attribute : joined.relations[present].attributes) {
    has.arguments.push_back(Term::variable(static_cast<std::uint32_t>(rule.variables.size()), attribute.type));
    rule.variables.push_back(attribute.type);
  }
  Atom lacks = has;
  lacks.relation = absent;
  lacks.negated = true;
  rule.body = {std::move(has), std::move(lacks)};
  joined.relations.push_back(std::move(flag));
  joined.rules.push_back(std::move(rule));
  return id;
}

bool is_set(const Output& output, std::optional<RelationId> flag) { return flag && !output.relations[*flag].empty(); }

}  // namespace

std::variant<DifferenceProgram, core::Skip> difference_program(
    const Program& original, const Program& transformed,
    const std::vector<std::pair<std::string, Oracle>>& expectations) {
  if (!original.seed.dialect.empty()) return core::Skip{"a result around a seed is too large"};
  DifferenceProgram joined;
  joined.program.types = original.types;
  const RelationId left = append(original, "original_", joined.program);
  const RelationId right = append(transformed, "transformed_", joined.program);
  for (const ComparedPair& pair : compared_pairs(original, transformed, expectations)) {
    DifferenceProgram::Flags flags{pair.original, pair.expected, {}, {}};
    const std::string& name = original.relations[pair.original].name;
    if (!original.relations[pair.original].is_output || !transformed.relations[pair.transformed].is_output) continue;
    const RelationId here = left + pair.original;
    const RelationId there = right + pair.transformed;
    if (pair.expected != Oracle::Subset) flags.missing = add_flag(here, there, "missing_" + name, joined.program);
    if (pair.expected != Oracle::Superset) flags.extra = add_flag(there, here, "extra_" + name, joined.program);
    joined.flags.push_back(flags);
  }
  if (joined.flags.empty()) return core::Skip{"no relation to compare"};
  return joined;
}

bool has_all_flags(const DifferenceProgram& joined, const Output& output) {
  return std::all_of(joined.flags.begin(), joined.flags.end(), [&](const DifferenceProgram::Flags& flags) {
    return (!flags.missing || output.present[*flags.missing]) && (!flags.extra || output.present[*flags.extra]);
  });
}

std::optional<core::Verdict> compare_by_flags(const Program& original, const DifferenceProgram& joined,
                                              const Output& output) {
  for (const DifferenceProgram::Flags& flags : joined.flags) {
    const bool missing = is_set(output, flags.missing);
    const bool extra = is_set(output, flags.extra);
    if (!missing && !extra) continue;
    return wrong_result(missing, extra,
                        "relation " + original.relations[flags.relation].name + ": " + claim_of(flags.expected) +
                            "\nThe results are too large to be printed. The engine itself, asked by rules that compare "
                            "them, says that they differ.\n");
  }
  return std::nullopt;
}

}  // namespace assay::datalog
