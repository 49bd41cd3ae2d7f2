#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "datalog/dialect/print/muz.hpp"
#include "datalog/dialect/text/output_builder.hpp"

namespace assay::datalog {
namespace {

constexpr std::string_view kEngine = "z3";

/// A side of an equation: a column, or a constant with `width` bits.
struct EquationSide {
  std::optional<std::size_t> column;
  std::uint64_t bits = 0;
  unsigned width = 0;
};

/// The conditions of one conjunction: classes of equal columns, and the values of some classes.
class Columns {
 public:
  explicit Columns(std::size_t arity) : leader_(arity), value_(arity) {
    for (std::size_t i = 0; i < arity; ++i) leader_[i] = i;
  }

  void equal(std::size_t left, std::size_t right) {
    const std::size_t from = leader_[right];
    const std::size_t to = leader_[left];
    if (from == to) return;
    for (std::size_t& leader : leader_) leader = leader == from ? to : leader;
    if (value_[from]) set(to, *value_[from]);
  }
  void set(std::size_t column, std::uint64_t bits) {
    std::optional<std::uint64_t>& value = value_[leader_[column]];
    if (value && *value != bits) contradiction_ = true;
    value = bits;
  }

  [[nodiscard]] bool contradiction() const { return contradiction_; }
  [[nodiscard]] std::size_t leader(std::size_t column) const { return leader_[column]; }
  [[nodiscard]] bool is_free(std::size_t column) const { return leader_[column] == column && !value_[column]; }
  [[nodiscard]] std::uint64_t value(std::size_t column) const { return value_[leader_[column]].value_or(0); }

 private:
  std::vector<std::size_t> leader_;
  std::vector<std::optional<std::uint64_t>> value_;
  bool contradiction_ = false;
};

class AnswerReader {
 public:
  AnswerReader(const Program& program, std::string_view output, const ReadLimits& limits)
      : program_(program), builder_(program, limits), scanner_(output) {}

  Result<Output> whole() {
    while (true) {
      const Scanner begin = scanner_;
      if (scanner_.rest().find('\n') == std::string_view::npos) return cut_off(kEngine);
      std::string_view line = scanner_.line();
      if (line.size() >= 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
      if (line == "end") break;
      const std::optional<RelationId> relation =
          line.starts_with("relation ") ? builder_.relation(line.substr(9)) : std::nullopt;
      if (!relation) return unexpected_text(kEngine, begin.rest());
      if (const auto error = answer(*relation)) return *error;
    }
    if (!scanner_.done()) return unexpected_text(kEngine, scanner_.rest());
    return std::move(builder_).finish();
  }

 private:
  std::optional<Error> answer(RelationId relation) {
    builder_.mention(relation);
    relation_ = relation;
    if (scanner_.take("unsat\n")) return std::nullopt;
    if (!scanner_.take("sat\n")) return unexpected();
    std::optional<Error> error;
    if (scanner_.take("(or")) {
      do {
        error = conjunction();
        scanner_.skip_space();
      } while (!error && !scanner_.take(")"));
    } else {
      error = conjunction();
    }
    if (!error && !scanner_.take("\n")) error = unexpected();
    return error;
  }

  /// Reads `true`, `(and EQUATIONS)` or one equation.
  std::optional<Error> conjunction() {
    Columns columns(program_.relations[relation_].arity());
    scanner_.skip_space();
    if (scanner_.take("(and")) {
      do {
        scanner_.skip_space();
        if (!equation(columns)) return unexpected();
        scanner_.skip_space();
      } while (!scanner_.take(")"));
    } else if (!scanner_.take("true") && !equation(columns)) {
      return unexpected();
    }
    return columns.contradiction() ? std::nullopt : add_all(columns);
  }

  bool equation(Columns& columns) {
    if (!scanner_.take("(= ")) return false;
    const std::optional<EquationSide> left = side();
    scanner_.skip_space();
    const std::optional<EquationSide> right = left ? side() : std::nullopt;
    if (!right || !scanner_.take(")")) return false;
    if (left->column && right->column) {
      if (width_of(*left->column) != width_of(*right->column)) return false;
      columns.equal(*left->column, *right->column);
      return true;
    }
    const EquationSide& variable = left->column ? *left : *right;
    const EquationSide& constant = left->column ? *right : *left;
    if (!variable.column || constant.width != width_of(*variable.column)) return false;
    columns.set(*variable.column, constant.bits);
    return true;
  }

  std::optional<EquationSide> side() {
    if (scanner_.take("(:var ")) {
      const std::string_view digits = scanner_.digits();
      std::size_t column = 0;
      if (std::from_chars(digits.data(), digits.data() + digits.size(), column).ec != std::errc()) return std::nullopt;
      if (!scanner_.take(")") || column >= program_.relations[relation_].arity()) return std::nullopt;
      return EquationSide{column, 0, 0};
    }
    const bool hexadecimal = scanner_.take("#x");
    if (!hexadecimal && !scanner_.take("#b")) return std::nullopt;
    const std::string_view digits = scanner_.word();
    if (digits.empty() || digits.size() > 16) return std::nullopt;
    EquationSide constant;
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), constant.bits, hexadecimal ? 16 : 2);
    if (problem != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    constant.width = static_cast<unsigned>(digits.size()) * (hexadecimal ? 4 : 1);
    return constant;
  }

  /// Adds all tuples that satisfy the conditions. Free columns take all values of their sorts.
  std::optional<Error> add_all(const Columns& columns) {
    const std::size_t arity = program_.relations[relation_].arity();
    std::vector<std::uint64_t> bits(arity, 0);
    while (true) {
      if (const auto error = add(columns, bits)) return error;
      std::size_t at = 0;
      for (; at < arity; ++at) {
        if (!columns.is_free(at)) continue;
        bits[at] = (bits[at] + 1) & ((std::uint64_t{1} << width_of(at)) - 1);
        if (bits[at] != 0) break;
      }
      if (at == arity) return std::nullopt;
    }
  }

  std::optional<Error> add(const Columns& columns, const std::vector<std::uint64_t>& free_bits) {
    std::vector<Value> tuple;
    for (std::size_t i = 0; i < free_bits.size(); ++i) {
      const std::size_t leader = columns.leader(i);
      const std::uint64_t bits = columns.is_free(leader) ? free_bits[leader] : columns.value(i);
      auto value = static_cast<Value>(bits);
      const Type type = program_.relations[relation_].attributes[i].type;
      if (type == Type::Number && (bits >> (kMuzBits - 1) & 1) != 0) value -= Value{1} << kMuzBits;
      // A value that is no symbol of the program is a wrong answer, but the output can be read.
      if (type == Type::Symbol && bits >= program_.symbols.size()) value = builder_.symbol("#" + std::to_string(bits));
      tuple.push_back(value);
    }
    if (const Status added = builder_.add(relation_, tuple); !added) return added.error();
    return std::nullopt;
  }

  [[nodiscard]] unsigned width_of(std::size_t column) const {
    return muz_width(program_, program_.relations[relation_].attributes[column].type);
  }
  [[nodiscard]] Error unexpected() const { return unexpected_text(kEngine, scanner_.rest()); }

  const Program& program_;
  OutputBuilder builder_;
  Scanner scanner_;
  RelationId relation_ = 0;
};

}  // namespace

Result<Output> read_muz_answers(const Program& program, std::string_view output, const ReadLimits& limits) {
  return AnswerReader(program, output, limits).whole();
}

}  // namespace assay::datalog
