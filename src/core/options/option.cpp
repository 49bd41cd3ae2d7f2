#include <algorithm>

#include "base/text.hpp"
#include "core/options/options.hpp"

namespace assay::core {
namespace {

Error must_be(const std::string& wanted, const std::string& value) {
  return {"it must be " + wanted + ", not '" + shortened(printable(value), 80) + "'", ""};
}

Status check_number(const Option& option, const std::string& text) {
  const std::optional<std::uint64_t> value = parse_unsigned(text);
  if (value && *value >= option.min_number && *value <= option.max_number) return {};
  return must_be(
      "a whole number from " + std::to_string(option.min_number) + " to " + std::to_string(option.max_number), text);
}

Status check_real(const Option& option, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0' && value >= option.min_real && value <= option.max_real) return {};
  return must_be("a number from " + detail::real_text(option.min_real) + " to " + detail::real_text(option.max_real),
                 text);
}

Status check_duration(const Option& option, const std::string& text) {
  const std::optional<double> value = parse_duration(text);
  if (!value) {
    return Error{"'" + shortened(printable(text), 80) + "' is no duration: write it like 500ms, 90s, 10m or 1h30m" +
                     (option.may_be_none ? ", or none" : ""),
                 ""};
  }
  if (*value >= option.min_real && *value <= option.max_real) return {};
  return must_be("from " + duration_text(option.min_real) + " to " + duration_text(option.max_real), text);
}

Status check_choice(const Option& option, const std::string& text) {
  if (option.choices.empty()) return {};
  if (std::find(option.choices.begin(), option.choices.end(), text) != option.choices.end()) return {};
  return must_be("one of " + join(option.choices, ", "), text);
}

Status check_one(const Option& option, const std::string& text) {
  switch (option.kind) {
    case OptionKind::Flag: return text == "true" || text == "false" ? Status() : must_be("true or false", text);
    case OptionKind::Number: return check_number(option, text);
    case OptionKind::Real: return check_real(option, text);
    case OptionKind::Duration: return check_duration(option, text);
    case OptionKind::Text:
    case OptionKind::List: return check_choice(option, text);
  }
  return {};
}

/// Converts "512M" and "2G" to a number of MiB; other texts stay unchanged.
std::string in_mebibytes(const std::string& text) {
  if (text.empty() || (text.back() != 'M' && text.back() != 'G')) return text;
  const std::optional<std::uint64_t> number = parse_unsigned(text.substr(0, text.size() - 1));
  constexpr std::uint64_t kMaxNumber = std::uint64_t{1} << 44;
  if (!number || *number > kMaxNumber) return text;
  return std::to_string(text.back() == 'G' ? *number << 10 : *number);
}

OptionTexts split_at_commas(const OptionTexts& texts) {
  OptionTexts parts;
  for (const std::string& text : texts)
    for (const std::string_view part : split(text, ','))
      if (!part.empty()) parts.emplace_back(part);
  return parts;
}

}  // namespace

Option& Option::range(std::uint64_t from, std::uint64_t to) {
  min_number = from;
  max_number = to;
  ranged = true;
  return *this;
}
Option& Option::real_range(double from, double to) {
  min_real = from;
  max_real = to;
  return *this;
}
Option& Option::one_of(std::vector<std::string> texts) {
  choices = std::move(texts);
  return *this;
}
Option& Option::affects(Affects value) {
  what = value;
  return *this;
}
Option& Option::files(Names value) {
  names = value;
  return *this;
}
Option& Option::short_flag(char value) {
  letter = value;
  return *this;
}
Option& Option::as_positional() {
  positional = true;
  return *this;
}
Option& Option::is_required() {
  required = true;
  return *this;
}
Option& Option::is_common() {
  common = true;
  return *this;
}
Option& Option::with_commas() {
  commas = true;
  return *this;
}

Result<OptionTexts> checked(const Option& option, OptionTexts texts) {
  if (option.kind == OptionKind::List) {
    if (option.commas) texts = split_at_commas(texts);
  } else if (texts.size() != 1) {
    return Error{"it must be one value", ""};
  }
  if (option.may_be_none && (texts.front() == "none" || texts.front().empty())) return OptionTexts{""};
  if (option.mebibytes) texts.front() = in_mebibytes(texts.front());
  for (const std::string& text : texts)
    if (const Status status = check_one(option, text); !status) return status.error();
  return texts;
}

Status BoundOption::set(OptionTexts texts) const {
  Result<OptionTexts> fine = checked(*option, std::move(texts));
  if (!fine) return fine.error();
  return put(*fine);
}

}  // namespace assay::core
