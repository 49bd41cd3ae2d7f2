#include "datalog/dialect/reader/untyped_reader.hpp"

#include <charconv>
#include <cstdint>
#include <limits>

namespace assay::datalog {
namespace {

/// The value of `left op right` for constants of 32 bits; nullopt for a division by zero.
std::optional<Value> folded(Operator op, Value left, Value right) {
  switch (op) {
    case Operator::Add: return left + right;
    case Operator::Subtract: return left - right;
    case Operator::Multiply: return left * right;
    case Operator::Divide: return right == 0 ? std::nullopt : std::optional<Value>(left / right);
    case Operator::Modulo: return right == 0 ? std::nullopt : std::optional<Value>(left % right);
    case Operator::Minimum: return left < right ? left : right;
    case Operator::Maximum: return left < right ? right : left;
  }
  return std::nullopt;
}

bool is_narrow(Value value) {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

std::size_t Alternatives::choose(std::size_t count) {
  if (position_ == chosen_.size()) chosen_.emplace_back(0, count);
  return chosen_[position_++].first;
}

bool Alternatives::next() {
  position_ = 0;
  while (!chosen_.empty() && chosen_.back().first + 1 >= chosen_.back().second) chosen_.pop_back();
  if (chosen_.empty()) return false;
  ++chosen_.back().first;
  return true;
}

bool UntypedReader::touches(std::size_t at) const {
  return at > 0 && tokens_.list[at - 1].offset + tokens_.list[at - 1].text.size() == tokens_.list[at].offset;
}

std::vector<UntypedReader::Range> UntypedReader::parts(Range range, std::string_view separators) const {
  std::vector<Range> found;
  if (range.begin >= range.end) return found;
  std::size_t depth = 0;
  std::size_t begin = range.begin;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const int step = bracket(token(i));
    if (step > 0) ++depth;
    if (step < 0 && depth > 0) --depth;
    const bool separates = token(i).kind == TokenKind::Punctuation && token(i).text.size() == 1 &&
                           separators.find(token(i).text) != std::string_view::npos;
    if (depth > 0 || !separates) continue;
    found.push_back({begin, i});
    begin = i + 1;
  }
  found.push_back({begin, range.end});
  return found;
}

bool UntypedReader::contains(Range range, std::string_view word) const {
  std::size_t depth = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (depth == 0 && token(i).is(word)) return true;
    const int step = bracket(token(i));
    if (step > 0) ++depth;
    if (step < 0 && depth > 0) --depth;
  }
  return false;
}

bool UntypedReader::refuse(std::string_view reason) {
  if (reason_.empty()) reason_ = reason;
  return false;
}

std::optional<Term> UntypedReader::expression(Cursor& cursor, std::vector<Literal>& body) {
  if (++depth_ > kMaxDepth) {
    refuse("nested too deeply");
    return std::nullopt;
  }
  std::optional<Term> left = product(cursor, body);
  while (left && (cursor.peek().is("+") || cursor.peek().is("-"))) {
    const Operator op = cursor.take().is("+") ? Operator::Add : Operator::Subtract;
    const std::optional<Term> right = product(cursor, body);
    left = right ? compute(op, *left, *right, body) : std::nullopt;
  }
  --depth_;
  return left;
}

std::optional<Term> UntypedReader::product(Cursor& cursor, std::vector<Literal>& body) {
  std::optional<Term> left = primary(cursor, body);
  while (left) {
    const std::optional<Operator> op = product_operator(cursor);
    if (!op) break;
    const std::optional<Term> right = primary(cursor, body);
    left = right ? compute(*op, *left, *right, body) : std::nullopt;
  }
  return left;
}

std::optional<Term> UntypedReader::compute(Operator op, const Term& left, const Term& right,
                                           std::vector<Literal>& body) {
  for (const Term* term : {&left, &right}) {
    if (term->type == Type::Number && !term->is_wildcard()) continue;
    refuse("arithmetic on values that are no numbers");
    return std::nullopt;
  }
  if (left.is_constant() && right.is_constant()) {
    const std::optional<Value> value = folded(op, left.value, right.value);
    if (value && is_narrow(*value)) return UntypedProgram::number(*value);
    refuse("a number of more than 32 bits, or a division by zero");
    return std::nullopt;
  }
  const Term result = clause_.fresh();
  body.emplace_back(Computation{result, op, left, right});
  return result;
}

/// Reads the operand of a minus, which is in front of the cursor.
std::optional<Term> UntypedReader::negate(Cursor& cursor, std::vector<Literal>& body) {
  if (++depth_ > kMaxDepth) {
    refuse("nested too deeply");
    return std::nullopt;
  }
  const std::optional<Term> operand = primary(cursor, body);
  --depth_;
  if (!operand) return std::nullopt;
  return compute(Operator::Subtract, UntypedProgram::number(0), *operand, body);
}

std::optional<Term> UntypedReader::integer(const Token& token) {
  Value value = 0;
  const auto [end, error] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
  if (error == std::errc() && end == token.text.data() + token.text.size() && is_narrow(value))
    return UntypedProgram::number(value);
  refuse("a number that is not decimal, or has more than 32 bits");
  return std::nullopt;
}

std::string UntypedReader::unquoted(std::string_view text) {
  std::string out;
  const char quote = text.front();
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\' && i + 2 < text.size()) {
      ++i;
      out += text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
    } else {
      out += text[i];
      if (text[i] == quote) ++i;  // a doubled quote
    }
  }
  return out;
}

}  // namespace assay::datalog
