#include <array>
#include <string>
#include <utility>

#include "base/ascii.hpp"
#include "datalog/dialect/reader/untyped_reader.hpp"

namespace assay::datalog {
namespace {

constexpr std::array<std::pair<std::string_view, Comparator>, 6> kBddbddbComparators = {
    {{"=", Comparator::Equal},
     {"!=", Comparator::NotEqual},
     {"<=", Comparator::LessEqual},
     {">=", Comparator::GreaterEqual},
     {"<", Comparator::Less},
     {">", Comparator::Greater}}};

/// Reads bddbddb's text form as z3 accepts it: domains, relations with a domain for each column, rules.
class BddbddbReader : private UntypedReader {
 public:
  explicit BddbddbReader(const Tokens& tokens) : UntypedReader(tokens, WideNumbers::Names) {}

  SeedReading run() {
    const std::size_t end = tokens_.list.size() - 1;
    for (std::size_t at = 0; at < end;) {
      const std::size_t line = end_of_line(at);
      const bool relation = token(at).is_identifier() && token(at + 1).is("(");
      if (relation && declares(at)) {
        read_declaration({at, line});
        at = line;
      } else if (relation || token(at).is("!")) {
        at = read_statement(at);
      } else {
        at = line;  // a domain, or a directive
      }
    }
    return std::move(program_).finish();
  }

 private:
  [[nodiscard]] std::size_t end_of_line(std::size_t at) const {
    const std::uint32_t line = token(at).where.line;
    while (at + 1 < tokens_.list.size() && token(at).where.line == line) ++at;
    return at;
  }

  /// The position behind the closing bracket of the list at `at`, or the end of the line if the list is not closed in
  /// it.
  [[nodiscard]] std::size_t behind_list(std::size_t at) const {
    const std::size_t line = end_of_line(at);
    Cursor list = cursor({at, line});
    return list.skip_brackets() ? list.position() : line;
  }

  [[nodiscard]] bool declares(std::size_t at) const {
    const std::size_t end = behind_list(at + 1);
    for (std::size_t i = at + 2; i < end; ++i)
      if (token(i).is(":")) return true;
    return false;
  }

  /// Reads `path(from : V0, to : V1) outputtuples`. Digits at the end of a domain's name number its copies and are
  /// dropped.
  void read_declaration(Range declaration) {
    const std::size_t end = behind_list(declaration.begin + 1);
    std::vector<std::string> sorts;
    for (const Range& attribute : parts({declaration.begin + 2, end - 1}, ",")) {
      if (attribute.begin == attribute.end) continue;
      std::string sort(token(attribute.end - 1).text);
      while (!sort.empty() && is_digit(sort.back())) sort.pop_back();
      sorts.push_back(std::move(sort));
    }
    const std::string_view name = token(declaration.begin).text;
    const RelationId relation = program_.relation(name, sorts.size());
    for (std::size_t i = 0; i < sorts.size(); ++i) program_.set_sort(relation, i, sorts[i]);
    for (std::size_t i = end; i < declaration.end; ++i)
      if (token(i).is("printtuples") || token(i).is("outputtuples") || token(i).is("output") || token(i).is("print"))
        program_.show(name, sorts.size());
  }

  /// Reads up to a dot or a question mark. Returns the position behind it.
  std::size_t read_statement(std::size_t begin) {
    const std::size_t last = tokens_.list.size() - 1;
    std::size_t end = begin;
    while (end < last && !token(end).is(".") && !token(end).is("?")) ++end;
    program_.begin(token(begin).where.line, token(begin).is_identifier() ? token(begin).text : "");
    if (end == last) {
      program_.leave_out("a clause without an end");
    } else if (!token(end).is("?")) {
      add_readings([&] { return read_clause({begin, end}); });
    }
    return end == last ? last : end + 1;
  }

  bool read_clause(Range clause) {
    std::size_t arrow = clause.begin;
    while (arrow < clause.end && !token(arrow).is(":-")) ++arrow;
    Cursor head = cursor({clause.begin, arrow});
    if (!read_atom(head, clause_.head)) return false;
    if (!head.at_end()) return refuse("a head with '" + std::string(head.peek().text) + "'");
    if (arrow == clause.end) return true;
    for (const Range& literal : parts({arrow + 1, clause.end}, ","))
      if (!read_literal(literal)) return false;
    return true;
  }

  bool read_literal(Range literal) {
    Cursor at = cursor(literal);
    const bool negated = at.accept("!");
    if (at.peek().is_identifier() && at.peek(1).is("(")) {
      Atom atom;
      if (!read_atom(at, atom)) return false;
      if (!at.at_end()) return refuse("a literal with '" + std::string(at.peek().text) + "'");
      atom.negated = negated;
      clause_.body.emplace_back(std::move(atom));
      return true;
    }
    std::vector<Literal> nothing;
    const std::optional<Term> left = primary(at, nothing);
    const Token op = at.take();
    const std::optional<Term> right = left ? primary(at, nothing) : std::nullopt;
    if (!right) return false;
    if (negated || !at.at_end() || left->is_wildcard() || right->is_wildcard()) return refuse("a malformed literal");
    for (const auto& [text, comparator] : kBddbddbComparators) {
      if (!op.is(text)) continue;
      clause_.body.emplace_back(Comparison{comparator, *left, *right});
      return true;
    }
    return refuse("a literal with '" + std::string(op.text) + "'");
  }

  bool read_atom(Cursor& at, Atom& atom) {
    const Token name = at.take();
    if (!name.is_identifier()) return refuse("an atom without a name");
    Terms arguments;
    if (at.peek().is("(")) {
      const std::size_t open = at.position();
      if (!at.skip_brackets()) return refuse("a bracket that is not closed");
      for (const Range& argument : parts({open + 1, at.position() - 1}, ",")) {
        Cursor inside = cursor(argument);
        std::vector<Literal> nothing;
        const std::optional<Term> term = primary(inside, nothing);
        if (!term) return false;
        if (!inside.at_end()) return refuse("an argument with '" + std::string(inside.peek().text) + "'");
        arguments.push_back(*term);
      }
    }
    atom.relation = program_.relation(name.text, arguments.size());
    atom.arguments = std::move(arguments);
    return true;
  }

  std::optional<Term> primary(Cursor& at, std::vector<Literal>&) override {
    const Token token = at.take();
    if (token.kind == TokenKind::Number) return integer(token);
    if (token.kind == TokenKind::String) return program_.symbol(unquoted(token.text));
    if (token.is("_") || token.is("*")) return Term::wildcard(Type::Number);
    if (token.is_identifier()) return clause_.variable(token.text);
    refuse("a term with '" + std::string(token.text) + "'");
    return std::nullopt;
  }

  std::optional<Operator> product_operator(Cursor&) override { return std::nullopt; }
};

}  // namespace

Result<SeedReading> read_bddbddb_seed(std::string_view text, std::string_view file) {
  return read_tokens<BddbddbReader>(text, file, {.line_comment = "#"});
}

}  // namespace assay::datalog
