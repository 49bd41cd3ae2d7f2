#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "analyzer/fact/fact.hpp"
#include "base/ascii.hpp"
#include "core/io/json_fields.hpp"

namespace assay::analyzer {
namespace {

using core::json_field;
using core::required_field;
using core::sparse_field;
using nlohmann::json;
using nlohmann::ordered_json;

/// Whole numbers of up to 128 bits. Numbers that JSON readers keep exactly are written as numbers, others as texts.
struct WideForm {
  template <typename Json>
  static Json write(Wide value) {
    constexpr Wide kExact = Wide{1} << 53;
    return value > -kExact && value < kExact ? Json(static_cast<std::int64_t>(value)) : Json(to_text(value));
  }
  template <typename Json>
  static Json write(const std::optional<Wide>& value) {
    return write<Json>(value.value_or(0));
  }

  static std::string read(const json& in, std::optional<Wide>& into) {
    into.reset();
    if (in.is_number_unsigned()) {
      into = in.get<std::uint64_t>();
    } else if (in.is_number_integer()) {
      into = in.get<std::int64_t>();
    } else if (in.is_string()) {
      into = wide_from(in.get_ref<const std::string&>());
    }
    return into ? "" : " is no whole number of up to 128 bits";
  }
  static std::string read(const json& in, Wide& into) {
    std::optional<Wide> value;
    std::string problem = read(in, value);
    into = value.value_or(0);
    return problem;
  }
  static std::string read(const json& in, unsigned& into) {
    Wide value = 0;
    std::string problem = read(in, value);
    if (value < 0 || value > 0xffffffffLL) problem = " is no number from 0 to 4294967295";
    into = static_cast<unsigned>(value);
    return problem;
  }
};

/// Bits as a text like "0x1f".
struct BitsForm {
  template <typename Json>
  static Json write(WideBits value) {
    std::string text;
    do {
      text.insert(text.begin(), kHexDigits[static_cast<unsigned>(value & 15)]);
      value >>= 4;
    } while (value != 0);
    return "0x" + text;
  }
  static std::string read(const json& in, WideBits& into) {
    const std::string text = in.is_string() ? in.get<std::string>() : std::string();
    bool good = text.starts_with("0x") && text.size() >= 3 && text.size() <= 34;
    into = 0;
    for (std::size_t i = 2; good && i < text.size(); ++i) {
      const std::size_t digit = kHexDigits.find(text[i]);
      good = digit != std::string_view::npos;
      into = into << 4 | (digit & 15);
    }
    return good ? "" : " is no text like \"0x1f\"";
  }
};

}  // namespace

static constexpr auto json_names(Place::When) {
  using enum Place::When;
  return std::array{std::pair{At, "at"}, std::pair{Before, "before"}, std::pair{After, "after"}};
}

static constexpr auto json_names(Subject::Kind) {
  using enum Subject::Kind;
  return std::array{
      std::pair{Expression, "expression"}, std::pair{Variable, "variable"}, std::pair{Value, "value"},
      std::pair{Point, "point"},           std::pair{Loop, "loop"},         std::pair{Predicate, "predicate"}};
}

static constexpr auto json_names(Subject::Measure) {
  using enum Subject::Measure;
  return std::array{std::pair{Value, "value"}, std::pair{StringLength, "string-length"},
                    std::pair{ContainerSize, "container-size"}, std::pair{TripCount, "trip-count"}};
}

static constexpr auto json_names(Fact::Mode) {
  return std::array{std::pair{Fact::Mode::Must, "must"}, std::pair{Fact::Mode::May, "may"}};
}

static constexpr auto json_fields(const Place*) {
  return std::tuple{sparse_field("file", &Place::file),
                    sparse_field("line", &Place::line, WideForm()),
                    sparse_field("column", &Place::column, WideForm()),
                    sparse_field("when", &Place::when),
                    sparse_field("function", &Place::function),
                    sparse_field("context", &Place::context)};
}

static constexpr auto json_fields(const Subject*) {
  return std::tuple{json_field("kind", &Subject::kind), sparse_field("measure", &Subject::measure),
                    sparse_field("subject", &Subject::text), sparse_field("operation", &Subject::operation),
                    sparse_field("type", &Subject::type)};
}

/// The fields after the property's fields.
static constexpr auto json_fields(const Fact*) {
  return std::tuple{sparse_field("mode", &Fact::mode), sparse_field("assumptions", &Fact::assumptions),
                    sparse_field("source", &Fact::source), sparse_field("origin", &Fact::origin)};
}

static constexpr auto json_fields(const Interval*) {
  return std::tuple{sparse_field("low", &Interval::low, WideForm()), sparse_field("high", &Interval::high, WideForm())};
}
static constexpr auto json_fields(const Congruence*) {
  return std::tuple{required_field("modulus", &Congruence::modulus, WideForm()),
                    required_field("remainder", &Congruence::remainder, WideForm())};
}
static constexpr auto json_fields(const ValueSet*) {
  return std::tuple{json_field("values", &ValueSet::values, core::ListForm<WideForm>())};
}
static constexpr auto json_fields(const KnownBits*) {
  return std::tuple{required_field("width", &KnownBits::width, WideForm()),
                    required_field("zeros", &KnownBits::zeros, BitsForm()),
                    required_field("ones", &KnownBits::ones, BitsForm())};
}
static constexpr auto json_fields(const Truth*) { return std::tuple{json_field("value", &Truth::value)}; }
static constexpr auto json_fields(const Relation*) {
  return std::tuple{required_field("op", &Relation::op), json_field("expression", &Relation::expression),
                    sparse_field("offset", &Relation::offset, WideForm())};
}
static constexpr auto json_fields(const Unreachable*) { return std::tuple{}; }
static constexpr auto json_fields(const Aliasing*) { return std::tuple{json_field("other", &Aliasing::other)}; }
static constexpr auto json_fields(const Named*) {
  return std::tuple{json_field("name", &Named::name), json_field("arguments", &Named::arguments)};
}

namespace {

/// An example of each property, by its name. Two names of one type differ in flag_of.
const std::vector<std::pair<std::string_view, Property>>& named_properties() {
  static const std::vector<std::pair<std::string_view, Property>> rows = {{"interval", Interval()},
                                                                          {"congruence", Congruence()},
                                                                          {"values", ValueSet()},
                                                                          {"known-bits", KnownBits()},
                                                                          {"excluded-values", ValueSet{{}, true}},
                                                                          {"truth", Truth()},
                                                                          {"relation", Relation()},
                                                                          {"unreachable", Unreachable()},
                                                                          {"alias", Aliasing{"", true}},
                                                                          {"no-alias", Aliasing()},
                                                                          {"named", Named()}};
  return rows;
}

bool flag_of(const Property& property) {
  if (const auto* set = std::get_if<ValueSet>(&property)) return set->excluded;
  const auto* pair = std::get_if<Aliasing>(&property);
  return pair != nullptr && pair->same;
}

ordered_json property_json(const Property& property) {
  ordered_json out;
  for (const auto& [name, row] : named_properties())
    if (row.index() == property.index() && flag_of(row) == flag_of(property)) out["property"] = name;
  out.update(std::visit([](const auto& one) { return core::json_from<ordered_json>(one); }, property));
  return out;
}

/// The problem with a property's values. Empty if there is none.
std::string wrong_values(const Property& property) {
  const auto* congruence = std::get_if<Congruence>(&property);
  if (congruence != nullptr && congruence->modulus <= 0) return "'modulus' is not positive";
  const auto* bits = std::get_if<KnownBits>(&property);
  if (bits != nullptr && (bits->width == 0 || bits->width > 128)) return "'width' is no number from 1 to 128";
  constexpr std::array kOps = {"==", "!=", "<", "<=", ">", ">="};
  const auto* relation = std::get_if<Relation>(&property);
  const bool known = relation == nullptr || std::find(kOps.begin(), kOps.end(), relation->op) != kOps.end();
  return known ? "" : "'op' is none of: == != < <= > >=";
}

std::string read_property(const json& in, Property& property) {
  const json name = in.value("property", json());
  std::string names;
  for (const auto& [known, row] : named_properties()) {
    names += (names.empty() ? "" : ", ") + std::string(known);
    if (name != known) continue;
    property = row;
    const auto problem = std::visit([&](auto& one) { return core::read_json(in, one); }, property);
    return problem ? *problem : wrong_values(property);
  }
  return "'property' is none of: " + names;
}

}  // namespace

std::string to_json(const Fact& fact) {
  auto out = core::json_from<ordered_json>(fact.place);
  out.update(core::json_from<ordered_json>(fact.subject));
  out.update(property_json(fact.property));
  out.update(core::json_from<ordered_json>(fact));
  return core::json_text(out);
}

Result<Fact> fact_from_json(std::string_view line) {
  json in = json::parse(line, nullptr, false);
  if (!in.is_object()) return Error{"this is no JSON object: " + std::string(line.substr(0, 80)), {}};
  for (auto member = in.begin(); member != in.end();) member = member->is_null() ? in.erase(member) : std::next(member);
  Fact fact;
  auto problem = core::read_json(in, fact.place);
  if (!problem) problem = core::read_json(in, fact.subject);
  if (!problem) problem = read_property(in, fact.property);
  if (problem && problem->empty()) problem = core::read_json(in, fact);
  if (problem) return Error{"a fact cannot be read: " + *problem + ": " + std::string(line.substr(0, 200)), {}};
  return fact;
}

}  // namespace assay::analyzer
