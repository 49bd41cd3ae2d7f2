#include "smt/theory/text/strings_evaluate.hpp"

#include <algorithm>
#include <string>

namespace assay::smt::strings {

namespace {

bool digit(char32_t c) { return c >= U'0' && c <= U'9'; }

Outcome decimal(const Arguments& arguments, const mpz_class& number) {
  const std::string text = number.get_str();
  if (text.size() > arguments.max_string) {
    return Lack::Budget;
  }
  return Value(std::u32string(text.begin(), text.end()));
}

template <typename Holds>
Outcome chain(const Arguments& arguments, Holds holds) {
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (!holds(arguments[i].as_string(), arguments[i + 1].as_string())) {
      return Value(false);
    }
  }
  return Value(true);
}

template <typename Change>
Outcome each(const std::u32string& word, Change change) {
  std::u32string result = word;
  std::transform(result.begin(), result.end(), result.begin(), change);
  return Value(std::move(result));
}

}  // namespace

Outcome character_literal(const Arguments& arguments) {
  return Value(std::u32string(1, static_cast<char32_t>(arguments.indices[0].number)));
}

Outcome less(const Arguments& arguments) {
  return chain(arguments, [](const std::u32string& a, const std::u32string& b) { return a < b; });
}

Outcome less_equal(const Arguments& arguments) {
  return chain(arguments, [](const std::u32string& a, const std::u32string& b) { return a <= b; });
}

Outcome is_digit(const Arguments& arguments) {
  const std::u32string& word = arguments[0].as_string();
  return Value(word.size() == 1 && digit(word[0]));
}

Outcome to_code(const Arguments& arguments) {
  const std::u32string& word = arguments[0].as_string();
  return Value(word.size() == 1 ? mpz_class(static_cast<unsigned long>(word[0])) : mpz_class(-1));
}

Outcome from_code(const Arguments& arguments) {
  const mpz_class& code = arguments[0].as_int();
  if (code < 0 || code > static_cast<unsigned long>(kMaxCharacter)) {
    return Value(std::u32string());
  }
  return Value(std::u32string(1, static_cast<char32_t>(code.get_ui())));
}

Outcome to_int(const Arguments& arguments) {
  const std::u32string& word = arguments[0].as_string();
  if (word.empty() || !std::all_of(word.begin(), word.end(), digit)) {
    return Value(mpz_class(-1));
  }
  std::string text(word.size(), '0');
  std::transform(word.begin(), word.end(), text.begin(), [](char32_t c) { return static_cast<char>(c); });
  return Value(mpz_class(text, 10));
}

Outcome from_int(const Arguments& arguments) {
  const mpz_class& number = arguments[0].as_int();
  return number < 0 ? Outcome(Value(std::u32string())) : decimal(arguments, number);
}

Outcome from_ubv(const Arguments& arguments) { return decimal(arguments, arguments[0].as_bits().bits); }

Outcome from_sbv(const Arguments& arguments) {
  const BitVector& vector = arguments[0].as_bits();
  mpz_class number = vector.bits;
  if (mpz_tstbit(number.get_mpz_t(), vector.width - 1) != 0) {
    number -= mpz_class(1) << vector.width;
  }
  return decimal(arguments, number);
}

Outcome to_lower(const Arguments& arguments) {
  return each(arguments[0].as_string(), [](char32_t c) { return c >= U'A' && c <= U'Z' ? c + (U'a' - U'A') : c; });
}

Outcome to_upper(const Arguments& arguments) {
  return each(arguments[0].as_string(), [](char32_t c) { return c >= U'a' && c <= U'z' ? c - (U'a' - U'A') : c; });
}

}  // namespace assay::smt::strings
