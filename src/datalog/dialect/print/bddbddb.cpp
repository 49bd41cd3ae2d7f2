#include <algorithm>
#include <optional>
#include <vector>

#include "datalog/dialect/text/dialect_rows.hpp"
#include "datalog/dialect/text/ordering.hpp"
#include "datalog/dialect/text/output_builder.hpp"
#include "datalog/dialect/text/writer.hpp"

namespace assay::datalog::bddbddb {
namespace {

constexpr std::string_view kEngine = "z3 -dl";
constexpr unsigned kBits = 62;

/// z3 numbers the constants of a domain in the order of their first use, and interprets a numeral in an atom as such a
/// number. Therefore all constants are quoted names: a number's digits, or "s" and a symbol's position. Then constants
/// mean the same in comparisons and atoms, and the answers show the names.
void write_constant(Writer& writer, const Term& term) {
  writer.text(term.type == Type::Symbol ? "\"s" : "\"").number(term.value).text("\"");
}

constexpr Spelling kSpelling = {.constant = write_constant};

/// A domain of values. Its name has no digits, because z3 drops digits at the end of a name.
struct Domain {
  Type type;
  std::string_view name;
};
constexpr Domain kDomains[] = {{Type::Number, "N"}, {Type::Unsigned, "U"}, {Type::Symbol, "S"}};

/// Writes lines such as `N 3`. A domain's size is its number of constants: a safe program without arithmetic has no
/// other values.
void write_domains(Writer& writer) {
  const Program& program = writer.program();
  for (const Domain& domain : kDomains) {
    std::vector<Value> values;
    for (const Relation& relation : program.relations) {
      for (std::size_t i = 0; i < relation.facts.values.size(); ++i) {
        if (relation.attributes[i % relation.arity()].type == domain.type) values.push_back(relation.facts.values[i]);
      }
    }
    for (const Rule& rule : program.rules) {
      for_each_term(rule, [&](const Term& term) {
        if (term.is_constant() && term.type == domain.type) values.push_back(term.value);
      });
    }
    std::sort(values.begin(), values.end());
    const auto size = std::unique(values.begin(), values.end()) - values.begin();
    writer.text(domain.name).text(" ").number(std::max<std::int64_t>(size, 1)).text("\n");
  }
  writer.text("\n");  // the domains end with an empty line
}

void write_declarations(Writer& writer) {
  const Program& program = writer.program();
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    const Relation& relation = program.relations[i];
    writer.name(i);
    for (std::size_t k = 0; k < relation.arity(); ++k) {
      const auto domain = std::find_if(std::begin(kDomains), std::end(kDomains),
                                       [&](const Domain& one) { return one.type == relation.attributes[k].type; });
      writer.text(k == 0 ? "(a" : ",a").number(static_cast<std::int64_t>(k)).text(":");
      writer.text(domain == std::end(kDomains) ? "N" : domain->name);
    }
    writer.text(relation.is_output ? ") printtuples\n" : ")\n");
  }
}

/// Writes one rule. A comparison may use only variables of an atom in front of it, which may be the head. A variable
/// that only an equality binds is therefore replaced by the other side.
class RuleWriter {
 public:
  RuleWriter(Writer& writer, const Rule& rule) : writer_(writer), rule_(rule), meaning_(rule.variables.size()) {}

  void write() {
    const std::vector<PlacedLiteral> order = left_to_right(rule_, AtomsFirst::Yes);
    std::vector<bool> in_head(rule_.variables.size(), false);
    for (const Term& term : rule_.heads.front().arguments) {
      if (term.is_variable()) in_head[static_cast<std::size_t>(term.value)] = true;
    }
    std::vector<const Literal*> printed;
    for (const PlacedLiteral& placed : order) {
      const auto* comparison = std::get_if<Comparison>(placed.literal);
      if (comparison != nullptr && placed.binds && !in_head[*placed.binds]) {
        const bool left = comparison->left == Term::variable(*placed.binds, comparison->left.type);
        meaning_[*placed.binds] = replaced(left ? comparison->right : comparison->left);
      } else if (comparison != nullptr && is_closed(*comparison)) {
        if (!holds(*comparison)) return;  // the rule derives nothing, and z3 requires a variable on one side
      } else {
        printed.push_back(placed.literal);
      }
    }
    write_literals(printed);
  }

 private:
  [[nodiscard]] Term replaced(const Term& term) const {
    if (!term.is_variable()) return term;
    return meaning_[static_cast<std::size_t>(term.value)].value_or(term);
  }
  [[nodiscard]] Atom replaced(Atom atom) const {
    for (Term& term : atom.arguments) term = replaced(term);
    return atom;
  }
  [[nodiscard]] bool is_closed(const Comparison& comparison) const {
    return replaced(comparison.left).is_constant() && replaced(comparison.right).is_constant();
  }
  [[nodiscard]] bool holds(const Comparison& comparison) const {
    const bool same = replaced(comparison.left).value == replaced(comparison.right).value;
    return same == (comparison.comparator == Comparator::Equal);
  }

  void write_literals(const std::vector<const Literal*>& literals) {
    writer_.begin_rule(rule_);
    writer_.atom(replaced(rule_.heads.front()));
    std::string_view separator = kSpelling.arrow;
    for (const Literal* literal : literals) {
      writer_.text(separator);
      separator = kSpelling.separator;
      if (const auto* atom = std::get_if<Atom>(literal)) writer_.atom(replaced(*atom));
      if (const auto* comparison = std::get_if<Comparison>(literal)) {
        writer_.comparison({comparison->comparator, replaced(comparison->left), replaced(comparison->right)});
      }
    }
    writer_.text(kSpelling.end);
  }

  Writer& writer_;
  const Rule& rule_;
  std::vector<std::optional<Term>> meaning_;  ///< by variable: the term that replaces it
};

std::string print(const Program& program) {
  Writer writer(program, kSpelling);
  write_seed(writer);
  write_domains(writer);
  write_declarations(writer);
  writer.facts();
  for (const Rule& rule : program.rules) RuleWriter(writer, rule).write();
  return writer.take();
}

/// Reads `a0=100(0)`: the constant's name, followed by z3's number.
std::optional<Value> read_field(Scanner& scanner, const OutputBuilder& builder, const Attribute& attribute) {
  scanner.word();
  if (!scanner.take("=")) return std::nullopt;
  const bool symbol = attribute.type == Type::Symbol;
  if (symbol && !scanner.take("s")) return std::nullopt;
  const Result<Value> value = builder.number(scanner.digits(), symbol ? Type::Number : attribute.type, kBits);
  if (!value || !scanner.take("(") || scanner.digits().empty() || !scanner.take(")")) return std::nullopt;
  const auto symbols = static_cast<Value>(builder.program().symbols.size());
  if (symbol && (*value < 0 || *value >= symbols)) return std::nullopt;
  return *value;
}

std::optional<Error> read_tuple(Scanner& scanner, OutputBuilder& builder, RelationId relation) {
  const Scanner begin = scanner;
  std::vector<Value> tuple;
  for (const Attribute& attribute : builder.program().relations[relation].attributes) {
    const bool opened = scanner.take(tuple.empty() ? "\t(" : ",");
    const std::optional<Value> value = opened ? read_field(scanner, builder, attribute) : std::nullopt;
    if (!value) return unexpected_text(kEngine, begin.rest());
    tuple.push_back(*value);
  }
  if (!scanner.take(")\n")) return unexpected_text(kEngine, begin.rest());
  if (const Status added = builder.add(relation, tuple); !added) return added.error();
  return std::nullopt;
}

/// Reads "Tuples in r: " and one line per tuple, for each relation in z3's order. The last line has the time.
Result<Output> read(const Program& program, std::string_view output, const ReadLimits& limits) {
  OutputBuilder builder(program, limits);
  Scanner scanner(output);
  while (!scanner.take("Time: ")) {
    const Scanner begin = scanner;
    if (scanner.done()) return cut_off(kEngine);
    if (!scanner.take("Tuples in ")) return unexpected_text(kEngine, begin.rest());
    const std::optional<RelationId> relation = builder.relation(scanner.word());
    if (!relation || !scanner.take(": \n")) return unexpected_text(kEngine, begin.rest());
    builder.mention(*relation);
    while (scanner.peek() == '\t') {
      if (const auto error = read_tuple(scanner, builder, *relation)) return *error;
    }
  }
  return std::move(builder).finish();
}

}  // namespace

Dialect dialect() {
  Capabilities has;
  has.unsigned_numbers = true;
  has.order = false;
  has.negated_wildcards = false;
  has.nullary = false;
  has.integer_bits = kBits;
  return {"bddbddb", "Z3's muZ, the text form of bddbddb", ".datalog", has, print, read, true, {"Tuples in {}: ", ""}};
}

}  // namespace assay::datalog::bddbddb
