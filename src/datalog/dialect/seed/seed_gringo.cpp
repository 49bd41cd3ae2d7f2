#include <algorithm>
#include <array>
#include <map>

#include "datalog/dialect/reader/untyped_reader.hpp"

namespace assay::datalog {
namespace {

constexpr std::array<std::pair<std::string_view, Comparator>, 7> kGringoComparators = {
    {{"==", Comparator::Equal},
     {"=", Comparator::Equal},
     {"!=", Comparator::NotEqual},
     {"<=", Comparator::LessEqual},
     {">=", Comparator::GreaterEqual},
     {"<", Comparator::Less},
     {">", Comparator::Greater}}};

bool is_gringo_variable(std::string_view name) {
  const std::size_t at = name.find_first_not_of('_');
  return at != std::string_view::npos && name[at] >= 'A' && name[at] <= 'Z';
}

Comparator mirrored(Comparator comparator) {
  switch (comparator) {
    case Comparator::Less: return Comparator::Greater;
    case Comparator::LessEqual: return Comparator::GreaterEqual;
    case Comparator::Greater: return Comparator::Less;
    case Comparator::GreaterEqual: return Comparator::LessEqual;
    default: return comparator;
  }
}

/// Reads programs of gringo: normal rules with negation, comparisons, arithmetic, pools, intervals, constants and
/// aggregates with one element (Potassco guide 2.2, chapter 3).
class GringoReader : private UntypedReader {
 public:
  explicit GringoReader(const Tokens& tokens) : UntypedReader(tokens, WideNumbers::Numbers) {}

  SeedReading run() {
    const std::vector<Range> all = statements();
    for (const Range& statement : all) read_constant(statement);
    for (const Range& statement : all) read_statement(statement);
    return std::move(program_).finish();
  }

 private:
  /// The statements. A dot that is no part of an interval ends a statement.
  [[nodiscard]] std::vector<Range> statements() const {
    std::vector<Range> found;
    std::size_t begin = 0;
    const std::size_t end = tokens_.list.size() - 1;
    for (std::size_t i = 0; i < end; ++i) {
      if (i == begin && token(i).is("#") && token(i + 1).is("script")) i = end_of_script(i);
      if (!token(i).is(".")) continue;
      const bool in_interval = (touches(i) && token(i - 1).is(".")) || (token(i + 1).is(".") && touches(i + 1));
      if (in_interval) continue;
      if (i > begin) found.push_back({begin, i});
      begin = i + 1;
    }
    if (begin < end) found.push_back({begin, end});
    return found;
  }

  /// The position of the dot behind `#end`, or the last token. Skips a script, which is in another language.
  [[nodiscard]] std::size_t end_of_script(std::size_t at) const {
    const std::size_t end = tokens_.list.size() - 1;
    while (at < end && !(token(at).is("#") && token(at + 1).is("end"))) ++at;
    return std::min(at + 2, end - 1);
  }

  /// Reads `#const n = 5`; ignores other statements.
  void read_constant(Range statement) {
    Cursor at = cursor(statement);
    if (!at.accept("#") || !at.accept("const") || !at.peek().is_identifier()) return;
    const std::string name(at.take().text);
    if (!at.accept("=")) return;
    std::vector<Literal> nothing;
    clause_ = {};
    depth_ = 0;
    if (const auto value = expression(at, nothing); value && value->is_constant()) constants_.emplace(name, *value);
  }

  /// The name of the head's first atom, which may stand behind the brace of a choice; empty if there is none.
  [[nodiscard]] std::string_view defined_by(Range statement) const {
    for (std::size_t i = statement.begin; i < statement.end && !token(i).is(":-"); ++i)
      if (token(i).is_identifier() && !token(i).is("not")) return token(i).text;
    return {};
  }

  void read_statement(Range statement) {
    program_.begin(token(statement.begin).where.line, token(statement.begin).is("#") ? "" : defined_by(statement));
    if (token(statement.begin).is("#")) return read_directive(statement);
    if (token(statement.begin).is(":") && token(statement.begin + 1).is("~"))
      return program_.leave_out("a weak constraint");
    if (token(statement.begin).is(":-")) return program_.leave_out("an integrity constraint");
    Range head = statement;
    Range body{statement.end, statement.end};
    for (std::size_t i = statement.begin; i < statement.end; ++i) {
      if (!token(i).is(":-")) continue;
      head.end = i;
      body.begin = i + 1;
      break;
    }
    add_readings([&] { return read_head(head) && read_body(body); });
  }

  void read_directive(Range statement) {
    Cursor at = cursor(statement);
    at.take();
    const std::string_view name = at.take().text;
    if (name == "show") {
      (void)at.accept("-");
      const Token shown = at.take();
      if (shown.is_identifier() && at.accept("/") && at.peek().kind == TokenKind::Number)
        if (const auto arity = integer(at.peek()); arity && arity->value >= 0 && arity->value < 100)
          program_.show(shown.text, static_cast<std::size_t>(arity->value));
      return;
    }
    if (name == "const" || name == "program" || name == "defined" || name == "project") return;
    program_.leave_out("the directive #" + std::string(name));
  }

  bool read_head(Range head) {
    if (contains(head, "{")) return refuse("a choice");
    if (contains(head, ":")) return refuse("a conditional literal");
    if (parts(head, ";|,").size() > 1) return refuse("a disjunction");
    if (contains(head, "#")) return refuse("an aggregate in a head");
    Cursor at = cursor(head);
    if (at.peek().is("not")) return refuse("a negated head");
    const std::size_t first = at.position();
    return read_atom(at, clause_.head, clause_.body) && (at.at_end() || unknown(first));
  }

  bool unknown(std::size_t first) {
    return refuse("a literal that begins with '" + std::string(token(first).text) + "'");
  }

  bool read_body(Range body) {
    for (const Range& literal : parts(body, ",;"))
      if (!read_literal(literal)) return false;
    return true;
  }

  bool read_literal(Range literal) {
    if (literal.begin >= literal.end) return refuse("an empty literal");
    if (contains(literal, ":")) return refuse("a conditional literal");
    if (contains(literal, "{")) return read_aggregate(literal);
    Cursor at = cursor(literal);
    const bool negated = at.accept("not");
    if (negated && at.peek().is("not")) return refuse("a double negation");
    if (at.peek().is("#") && at.peek(1).is("true") && !negated) return true;
    if (begins_atom(at)) {
      Atom atom;
      Cursor inside = at;
      const std::size_t variables = clause_.variables;
      if (read_atom(inside, atom, clause_.body) && inside.at_end()) {
        atom.negated = negated;
        clause_.body.emplace_back(std::move(atom));
        return true;
      }
      if (clause_.variables != variables || !reason_.empty()) return unknown(literal.begin);
    }
    return read_comparisons(at, negated, clause_.body);
  }

  static bool begins_atom(const Cursor& at) {
    const bool minus = at.peek().is("-");
    const Token& name = at.peek(minus ? 1 : 0);
    if (!name.is_identifier() || is_gringo_variable(name.text) || name.is("_")) return false;
    const Token& behind = at.peek(minus ? 2 : 1);
    return behind.is("(") || behind.kind == TokenKind::End;
  }

  /// Reads `name`, `name(terms)` or `-name(terms)`.
  bool read_atom(Cursor& at, Atom& atom, std::vector<Literal>& body) {
    std::string name;
    if (at.accept("-")) name = "-";
    if (!at.peek().is_identifier() || is_gringo_variable(at.peek().text)) return unknown(at.position());
    name += at.take().text;
    Terms arguments;
    if (at.peek().is("(")) {
      const std::size_t open = at.position();
      if (!at.skip_brackets()) return refuse("a bracket that is not closed");
      const std::vector<Range> pool = parts({open + 1, at.position() - 1}, ";");
      const Range chosen = pool.empty()       ? Range()
                           : pool.size() == 1 ? pool.front()
                                              : pool[alternatives_->choose(pool.size())];
      for (const Range& argument : parts(chosen, ",")) {
        Cursor inside = cursor(argument);
        const std::optional<Term> term = interval(inside, body);
        if (!term) return false;
        if (!inside.at_end()) return refuse("an argument with '" + std::string(inside.peek().text) + "'");
        arguments.push_back(*term);
      }
    }
    atom.relation = program_.relation(name, arguments.size());
    atom.arguments = std::move(arguments);
    return true;
  }

  /// Reads an expression or an interval `1..3`. The current reading uses a single value of an interval.
  std::optional<Term> interval(Cursor& at, std::vector<Literal>& body) {
    std::optional<Term> first = expression(at, body);
    if (!first || !at.peek().is(".") || !at.peek(1).is(".")) return first;
    at.take();
    at.take();
    const std::optional<Term> last = expression(at, body);
    if (!last) return std::nullopt;
    const bool known = first->is_constant() && last->is_constant() && first->type == Type::Number &&
                       last->type == Type::Number && first->value <= last->value;
    if (known) {
      const auto count = static_cast<std::size_t>(last->value - first->value + 1);
      return UntypedProgram::number(first->value + static_cast<Value>(alternatives_->choose(count)));
    }
    refuse("an interval without constant ends");
    return std::nullopt;
  }

  std::optional<Term> primary(Cursor& at, std::vector<Literal>& body) override {
    const Token token = at.take();
    if (token.is("-")) return negate(at, body);
    if (token.is("(")) return bracketed(at, body);
    if (token.kind == TokenKind::Number) return integer(token);
    if (token.kind == TokenKind::String) return program_.symbol(unquoted(token.text));
    if (token.is("_")) return Term::wildcard(Type::Number);
    if (token.is_identifier() && is_gringo_variable(token.text)) return clause_.variable(token.text);
    if (token.is_identifier() && !at.peek().is("(")) {
      const auto constant = constants_.find(std::string(token.text));
      return constant == constants_.end() ? program_.symbol(token.text) : constant->second;
    }
    refuse(token.is_identifier() || token.is("@") ? "a function term"
                                                  : "a term with '" + std::string(token.text) + "'");
    return std::nullopt;
  }

  /// Reads `(X+1)`, or a single element of `(1;2)` for the current reading. The cursor is behind the bracket.
  std::optional<Term> bracketed(Cursor& at, std::vector<Literal>& body) {
    const std::size_t open = at.position() - 1;
    Cursor list = cursor({open, tokens_.list.size() - 1});
    const std::vector<Range> pool =
        list.skip_brackets() ? parts({open + 1, list.position() - 1}, ";") : std::vector<Range>();
    if (pool.empty()) {
      refuse("a bracket that is not closed, or has nothing in it");
      return std::nullopt;
    }
    Cursor inside = cursor(pool.size() == 1 ? pool.front() : pool[alternatives_->choose(pool.size())]);
    const std::optional<Term> term = interval(inside, body);
    if (term && !inside.at_end()) {
      refuse("a tuple");
      return std::nullopt;
    }
    while (!at.at_end() && at.position() < list.position()) at.take();
    return term;
  }

  std::optional<Operator> product_operator(Cursor& at) override {
    if (at.peek().is("*") && at.peek(1).is("*")) return std::nullopt;  // a power
    if (at.accept("*")) return Operator::Multiply;
    if (at.accept("/")) return Operator::Divide;
    if (at.accept("\\")) return Operator::Modulo;
    return std::nullopt;
  }

  std::optional<Comparator> comparator(Cursor& at) {
    if (at.peek().is("<") && at.peek(1).is(">")) {
      at.take();
      at.take();
      return Comparator::NotEqual;
    }
    for (const auto& [text, comparator] : kGringoComparators)
      if (at.accept(text)) return comparator;
    refuse("a literal with '" + std::string(at.peek().text) + "'");
    return std::nullopt;
  }

  /// The term, with a fresh variable instead of a wildcard. For places outside of atoms.
  Term named(const Term& term) { return term.is_wildcard() ? clause_.fresh() : term; }

  /// Reads `a < b` or `a < b < c`.
  bool read_comparisons(Cursor& at, bool negated, std::vector<Literal>& body) {
    std::optional<Term> left = interval(at, body);
    if (!left) return false;
    std::size_t count = 0;
    do {
      const std::optional<Comparator> op = comparator(at);
      const std::optional<Term> right = op ? interval(at, body) : std::nullopt;
      if (!right) return false;
      if (negated && ++count > 1) return refuse("a negated chain of comparisons");
      body.emplace_back(Comparison{negated ? complement(*op) : *op, named(*left), named(*right)});
      left = right;
    } while (!at.at_end());
    return true;
  }

  /// Reads `term op #sum { X,Y : p(X,Y), not q(X) } op term`. Both guards are optional.
  bool read_aggregate(Range literal) {
    Cursor at = cursor(literal);
    if (at.peek().is("not")) return refuse("a negated aggregate");
    std::vector<std::pair<Comparator, Term>> guards;
    if (!at.peek().is("#")) {
      if (at.peek().is("{")) return refuse("a choice in a body");
      const std::optional<Term> left = expression(at, clause_.body);
      const std::optional<Comparator> op = left ? comparator(at) : std::nullopt;
      if (!op) return false;
      guards.emplace_back(mirrored(*op), named(*left));
    }
    Aggregate aggregate;
    if (!read_function(at, aggregate)) return false;
    const std::size_t open = at.position();
    if (!at.peek().is("{") || !at.skip_brackets()) return refuse("an aggregate without elements");
    const Range elements{open + 1, at.position() - 1};
    if (!at.at_end()) {
      const std::optional<Comparator> op = comparator(at);
      const std::optional<Term> right = op ? expression(at, clause_.body) : std::nullopt;
      if (!right) return false;
      guards.emplace_back(*op, named(*right));
    }
    if (!at.at_end()) return refuse("a literal with '" + std::string(at.peek().text) + "'");
    return read_elements(elements, aggregate) && place(std::move(aggregate), guards);
  }

  bool read_function(Cursor& at, Aggregate& aggregate) {
    if (!at.accept("#")) return refuse("an aggregate without a function");
    const Token name = at.take();
    if (name.is("count")) {
      aggregate.aggregator = Aggregator::Count;
    } else if (name.is("sum")) {
      aggregate.aggregator = Aggregator::Sum;
    } else if (name.is("min")) {
      aggregate.aggregator = Aggregator::Minimum;
    } else if (name.is("max")) {
      aggregate.aggregator = Aggregator::Maximum;
    } else {
      return refuse("the aggregate #" + std::string(name.text));
    }
    return !at.peek().is("+") || refuse("the aggregate #sum+");
  }

  /// Reads one element: terms, a colon, literals.
  bool read_elements(Range elements, Aggregate& aggregate) {
    const std::vector<Range> all = parts(elements, ";");
    if (all.size() != 1) return refuse("an aggregate of several elements, or none");
    const std::vector<Range> sides = parts(all.front(), ":");
    if (sides.size() != 2) return refuse("an aggregate without a condition");
    std::vector<Literal> body;
    for (const Range& part : parts(sides[0], ",")) {
      Cursor at = cursor(part);
      const std::optional<Term> term = expression(at, body);
      if (!term) return false;
      if (!at.at_end()) return refuse("a term with '" + std::string(at.peek().text) + "'");
      if (aggregate.target.is_wildcard() && aggregate.aggregator != Aggregator::Count) {
        if (!term->is_variable()) return refuse("an aggregate of a constant");
        aggregate.target = *term;
      }
    }
    for (const Range& literal : parts(sides[1], ","))
      if (!read_inside(literal, aggregate, body)) return false;
    return body.empty() || refuse("arithmetic in an aggregate");
  }

  bool read_inside(Range literal, Aggregate& aggregate, std::vector<Literal>& body) {
    Cursor at = cursor(literal);
    const bool negated = at.accept("not");
    if (!begins_atom(at)) {
      std::vector<Literal> comparisons;
      if (!read_comparisons(at, negated, comparisons)) return false;
      for (const Literal& one : comparisons) {
        const auto* comparison = std::get_if<Comparison>(&one);
        if (comparison == nullptr) return refuse("arithmetic in an aggregate");
        aggregate.comparisons.push_back(*comparison);
      }
      return true;
    }
    Atom atom;
    if (!read_atom(at, atom, body)) return false;
    if (!at.at_end()) return refuse("a literal with '" + std::string(at.peek().text) + "'");
    atom.negated = negated;
    for (Term& term : atom.arguments) {
      if (term.is_wildcard() && negated) return refuse("a wildcard under negation in an aggregate");
      term = named(term);
    }
    aggregate.atoms.push_back(std::move(atom));
    return true;
  }

  bool place(Aggregate aggregate, const std::vector<std::pair<Comparator, Term>>& guards) {
    const bool positive =
        std::any_of(aggregate.atoms.begin(), aggregate.atoms.end(), [](const Atom& atom) { return !atom.negated; });
    if (!positive) return refuse("an aggregate without a positive atom");
    if (guards.empty()) return refuse("an aggregate without a bound");
    aggregate.result = clause_.fresh();
    const Term result = aggregate.result;
    clause_.body.emplace_back(std::move(aggregate));
    for (const auto& [op, term] : guards) clause_.body.emplace_back(Comparison{op, result, term});
    return true;
  }

  std::map<std::string, Term> constants_;
};

}  // namespace

Result<SeedReading> read_gringo_seed(std::string_view text, std::string_view file) {
  return read_tokens<GringoReader>(
      text, file, {.line_comment = "%", .block_open = "%*", .block_close = "*%", .nested_blocks = true});
}

}  // namespace assay::datalog
