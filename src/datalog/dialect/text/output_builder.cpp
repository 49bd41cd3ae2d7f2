#include "datalog/dialect/text/output_builder.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "datalog/program/meaning.hpp"

namespace assay::datalog {
namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_decimal(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Appends a character in UTF-8. Returns false if the code is no character.
bool append_character(std::uint32_t code, std::string& text) {
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
  const auto byte = [&](std::uint32_t value) { text += static_cast<char>(static_cast<unsigned char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | code >> 6);
    byte(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    byte(0xe0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  } else {
    byte(0xf0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3f));
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  }
  return true;
}

std::optional<char> simple_escape(char c) {
  static constexpr std::string_view kNames = "abefnrtv\\\"'`";
  static constexpr std::string_view kCharacters = "\a\b\x1b\f\n\r\t\v\\\"'`";
  const std::size_t at = kNames.find(c);
  return at == std::string_view::npos ? std::nullopt : std::optional<char>(kCharacters[at]);
}

}  // namespace

OutputBuilder::OutputBuilder(const Program& program, const ReadLimits& limits) : program_(program), limits_(limits) {
  output_.symbols = program.symbols;
  output_.present.assign(program.relations.size(), false);
  output_.relations.resize(program.relations.size());
  for (RelationId i = 0; i < program.relations.size(); ++i) {
    output_.relations[i].arity = program.relations[i].arity();
    if (program.relations[i].is_output) relations_.emplace(program.relations[i].name, i);
  }
  for (std::size_t i = 0; i < program.symbols.size(); ++i) symbols_.emplace(program.symbols[i], static_cast<Value>(i));
}

std::optional<RelationId> OutputBuilder::relation(std::string_view name) const {
  const auto it = relations_.find(name);
  return it == relations_.end() ? std::nullopt : std::optional<RelationId>(it->second);
}

void OutputBuilder::mention_all() {
  for (RelationId i = 0; i < program_.relations.size(); ++i) {
    if (program_.relations[i].is_output) mention(i);
  }
}

Value OutputBuilder::symbol(std::string_view text) {
  const auto [it, is_new] = symbols_.emplace(std::string(text), static_cast<Value>(output_.symbols.size()));
  if (is_new) output_.symbols.emplace_back(text);
  return it->second;
}

Result<Value> OutputBuilder::number(std::string_view digits, Type type, unsigned bits) const {
  Value value = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (problem == std::errc() && end == digits.data() + digits.size()) {
    if (type == Type::Unsigned) {
      if (value >= 0 && (bits >= 63 || value >> bits == 0)) return value;
    } else if (type == Type::Number) {
      const Value top = bits >= 64 ? 0 : value >> (bits - 1);
      if (top == 0 || top == -1) return value;
    }
  }
  return Error{"a number in the output does not fit its type: '" + shortened(printable(digits), 40) + "'", {}};
}

Status OutputBuilder::add(RelationId relation, const std::vector<Value>& tuple) {
  if (tuples_left() == 0) return Error{"the output has more than " + std::to_string(limits_.tuples) + " tuples", {}};
  ++count_;
  mention(relation);
  if (limits_.sink != nullptr) return limits_.sink->add(relation, tuple.data(), output_.symbols);
  output_.relations[relation].add(tuple);
  return {};
}

void OutputBuilder::note_repetitions() {
  for (const Tuples& tuples : output_.relations) {
    Tuples& repeated = output_.repeated.emplace_back();
    repeated.arity = tuples.arity;
    Tuples set = tuples;
    set.sort();
    const Relation& relation = program_.relations[output_.repeated.size() - 1];
    if (tuples.arity == 0 || set.count == tuples.count || keeps_duplicates(relation)) continue;
    std::set<std::vector<Value>> seen;
    for (std::size_t row = 0; row < tuples.count; ++row) {
      std::vector<Value> tuple(tuples.row(row), tuples.row(row) + tuples.arity);
      if (!seen.insert(tuple).second) repeated.add(tuple);
    }
    repeated.sort();
  }
}

Output OutputBuilder::finish() && {
  for (RelationId id = 0; id < output_.relations.size(); ++id) {
    Tuples& tuples = output_.relations[id];
    keeps_duplicates(program_.relations[id]) ? tuples.sort_as_bag() : tuples.sort();
  }
  return std::move(output_);
}

Error unexpected_text(std::string_view engine, std::string_view text) {
  text = text.substr(0, 400);
  const std::string_view line = text.substr(0, text.find('\n'));
  return Error{"unexpected text in the output of " + std::string(engine) + ": '" + shortened(printable(line), 80) + "'",
               {}};
}

Error cut_off(std::string_view engine) { return Error{"the output of " + std::string(engine) + " is cut off", {}}; }

void Scanner::skip_space() {
  while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n' || rest_.front() == '\t')) {
    rest_.remove_prefix(1);
  }
}

std::string_view Scanner::line() {
  const std::size_t end = rest_.find('\n');
  std::string_view found = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

std::string_view Scanner::word() {
  std::size_t length = 0;
  while (length < rest_.size() && is_word(rest_[length])) ++length;
  const std::string_view found = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return found;
}

std::string_view Scanner::digits() {
  const std::size_t begin = peek() == '-' ? 1 : 0;
  std::size_t length = begin;
  while (length < rest_.size() && is_decimal(rest_[length])) ++length;
  if (length == begin) return {};
  const std::string_view found = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return found;
}

std::optional<Value> Scanner::floating() {
  double value = 0;
  const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
  if (problem != std::errc() || !std::isfinite(value)) return std::nullopt;
  rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
  return std::bit_cast<Value>(value);
}

std::optional<std::string> Scanner::quoted() {
  if (!take("\"")) return std::nullopt;
  std::string text;
  while (!rest_.empty()) {
    const std::size_t end = rest_.find_first_of("\"\\");
    if (end == std::string_view::npos) return std::nullopt;
    text += rest_.substr(0, end);
    const char c = rest_[end];
    rest_.remove_prefix(end + 1);
    if (c == '"') return text;
    if (!escape(text)) return std::nullopt;
  }
  return std::nullopt;
}

bool Scanner::escape(std::string& text) {
  if (rest_.empty()) return false;
  const char c = rest_.front();
  const bool unicode = c == 'u' || c == 'U';
  const bool octal = c >= '0' && c <= '7';
  if (c != 'x' && !unicode && !octal) {
    const std::optional<char> meant = simple_escape(c);
    if (meant) text += *meant;
    rest_.remove_prefix(1);
    return meant.has_value();
  }
  if (!octal) rest_.remove_prefix(1);
  const std::size_t max_digits = c == 'u' ? 4 : c == 'x' ? 2 : octal ? 3 : 8;
  std::uint32_t code = 0;
  const std::string_view window = rest_.substr(0, max_digits);
  const auto [end, problem] = std::from_chars(window.data(), window.data() + window.size(), code, octal ? 8 : 16);
  if (problem != std::errc()) return false;
  rest_.remove_prefix(static_cast<std::size_t>(end - window.data()));
  if (!unicode) take("\\");  // Prolog ends its codes
  if (!unicode && code < 0x100) {
    text += static_cast<char>(static_cast<unsigned char>(code));
    return true;
  }
  return append_character(code, text);
}

std::optional<Error> read_row(Scanner& scanner, OutputBuilder& builder, const RowShape& shape) {
  const Scanner begin = scanner;
  const auto unexpected = [&] { return unexpected_text(shape.engine, begin.rest()); };
  const std::optional<RelationId> relation = builder.relation(scanner.word());
  if (!relation) return unexpected();
  const std::vector<Attribute>& attributes = builder.program().relations[*relation].attributes;
  std::vector<Value> tuple;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (!scanner.take(i == 0 ? shape.open : shape.separator)) return unexpected();
    if (shape.has_null && scanner.take("null")) {
      tuple.push_back(attributes[i].type == Type::Symbol ? builder.symbol(kNullSymbol) : kNull);
      continue;
    }
    if (attributes[i].type == Type::Symbol) {
      const std::optional<std::string> text = scanner.quoted();
      if (!text) return unexpected();
      tuple.push_back(builder.symbol(*text));
    } else if (attributes[i].type == Type::Float) {
      const std::optional<Value> value = scanner.floating();
      if (!value) return unexpected();
      tuple.push_back(*value);
    } else {
      const Result<Value> value = builder.number(scanner.digits(), attributes[i].type, shape.bits);
      if (shape.has_null && scanner.peek() == '.') return Error{"a column of whole numbers has a float", {}};
      if (!value) return unexpected();
      tuple.push_back(*value);
    }
  }
  if (!scanner.take(attributes.empty() ? shape.nullary_close : shape.close)) return unexpected();
  if (const Status added = builder.add(*relation, tuple); !added) return added.error();
  return std::nullopt;
}

Result<Output> read_plain_rows(std::string_view engine, unsigned bits, const Program& program, std::string_view output,
                               const ReadLimits& limits, bool has_null) {
  const RowShape shape = {.engine = engine,
                          .open = "(",
                          .separator = ", ",
                          .close = ")\n",
                          .nullary_close = "()\n",
                          .bits = bits,
                          .has_null = has_null};
  OutputBuilder builder(program, limits);
  Scanner scanner(output);
  while (!scanner.take("end\n")) {
    if (scanner.done()) return cut_off(engine);
    if (const auto error = read_row(scanner, builder, shape)) return *error;
  }
  if (!scanner.done()) return unexpected_text(engine, scanner.rest());
  builder.mention_all();
  builder.note_repetitions();
  return std::move(builder).finish();
}

}  // namespace assay::datalog
