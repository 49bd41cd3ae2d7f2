#include "analyzer/program/c_tree.hpp"

#include <algorithm>
#include <array>

namespace assay::analyzer::c {

namespace {

bool is_one_of(std::string_view op, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), op) != list.end();
}

// The range of a comparison's result: one value if the operands' ranges decide it.
Range compared(std::string_view op, const Range& a, const Range& b) {
  const Range yes{1, 1};
  const Range no{0, 0};
  const bool apart = !meet(a, b).has_value();
  if (op == "==" && apart) return no;
  if (op == "!=" && apart) return yes;
  if (op == "<" && a.high < b.low) return yes;
  if (op == "<" && a.low >= b.high) return no;
  if (op == ">" && a.low > b.high) return yes;
  if (op == ">" && a.high <= b.low) return no;
  return {0, 1};
}

std::optional<Expr> shift(std::string_view op, const Expr& a, const Expr& b) {
  const Scalar type = promoted(a.type);
  const Range amount = converted(b.range, promoted(b.type));
  if (!Range{0, static_cast<Whole>(bits(type)) - 1}.contains(amount)) return std::nullopt;
  const Range of = converted(a.range, type);
  const Range result = exact(op, of, amount);
  if (is_unsigned(type)) return binary(op, a, b, type, converted(result, type));
  if (op == "<<" && (of.low < 0 || !range_of(type).contains(result))) return std::nullopt;
  return binary(op, a, b, type, result);
}

}  // namespace

Expr leaf(std::string text, Scalar type, const Range& range) {
  return {Expr::Form::Leaf, std::move(text), type, range, {}};
}

Expr constant(Whole value, Scalar type) {
  static constexpr std::array<std::string_view, kAllScalars> kSuffixes = {"",  "",  "",   "",   "",    "",    "",
                                                                          "U", "L", "UL", "LL", "ULL", ".0F", ".0"};
  const Scalar real = promoted(type);
  const std::string_view suffix = kSuffixes.at(static_cast<std::size_t>(real));
  // The least value of a signed type has no literal.
  if (!is_unsigned(real) && value == range_of(real).low) {
    const std::string text = "(" + decimal(value + 1) + std::string(suffix) + " - 1)";
    return leaf(text, real, {value, value});
  }
  return leaf(decimal(value) + std::string(suffix), real, {value, value});
}

Expr constant(Whole value) {
  if (range_of(Scalar::Int).contains(value)) return constant(value, Scalar::Int);
  if (range_of(Scalar::LongLong).contains(value)) return constant(value, Scalar::LongLong);
  return constant(value, Scalar::UnsignedLongLong);
}

Expr cast(Scalar type, Expr of) {
  const Range range = converted(of.range, type);
  Expr result{Expr::Form::Cast, std::string(name(type)), type, range, {}};
  result.args.push_back(std::move(of));
  return result;
}

Expr call(std::string function, std::vector<Expr> arguments, Scalar type, const Range& range) {
  return {Expr::Form::Call, std::move(function), type, range, std::move(arguments)};
}

Expr index(Expr array, Expr at, Scalar type, const Range& range) {
  Expr result{Expr::Form::Index, "[]", type, range, {}};
  result.args.push_back(std::move(array));
  result.args.push_back(std::move(at));
  return result;
}

Expr binary(std::string_view op, Expr a, Expr b, Scalar type, const Range& range) {
  Expr result{Expr::Form::Binary, std::string(op), type, range, {}};
  result.args.push_back(std::move(a));
  result.args.push_back(std::move(b));
  return result;
}

std::optional<Expr> apply_operator(std::string_view op, const Expr& a, const Expr& b) {
  if (op == "<<" || op == ">>") return shift(op, a, b);
  if (op == "&&" || op == "||") return binary(op, a, b, Scalar::Int, {0, 1});
  const Scalar type = common(a.type, b.type);
  const Range left = converted(a.range, type);
  const Range right = converted(b.range, type);
  if (is_one_of(op, {"==", "!=", "<", "<=", ">", ">="})) {
    return binary(op, a, b, Scalar::Int, compared(op, left, right));
  }
  if (!is_real(type) && (op == "/" || op == "%")) {
    if (right.contains(0)) return std::nullopt;
    if (!is_unsigned(type) && right.contains(-1) && left.contains(range_of(type).low)) return std::nullopt;
  }
  if (is_real(type)) {
    if (!is_one_of(op, {"+", "-", "*", "/"})) return std::nullopt;
    return binary(op, a, b, type, real_result(op, left, right, type));
  }
  const Range result = exact(op, left, right);
  if (is_unsigned(type)) return binary(op, a, b, type, converted(result, type));
  if (!range_of(type).contains(result)) return std::nullopt;
  return binary(op, a, b, type, result);
}

std::optional<Expr> apply_operator(std::string_view op, const Expr& a) {
  Expr result{Expr::Form::Prefix, std::string(op), promoted(a.type), {0, 1}, {}};
  if (op == "!") {
    result.type = Scalar::Int;
  } else {
    const Range of = converted(a.range, result.type);
    result.range = op == "-" ? Range{-of.high, -of.low} : Range{-1 - of.high, -1 - of.low};
    if (is_real(result.type)) {
      if (op != "-") return std::nullopt;
    } else if (is_unsigned(result.type)) {
      result.range = converted(result.range, result.type);
    } else if (!range_of(result.type).contains(result.range)) {
      return std::nullopt;
    }
  }
  result.args.push_back(a);
  return result;
}

}  // namespace assay::analyzer::c
