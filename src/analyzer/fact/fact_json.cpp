#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "assay/analyzer/fact.hpp"
#include "assay/base/ascii.hpp"

namespace assay::analyzer {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

template <typename Enum, std::size_t kSize>
std::string_view word_of(const std::array<std::pair<Enum, std::string_view>, kSize>& words, Enum value) {
  for (const auto& [candidate, word] : words)
    if (candidate == value) return word;
  return "";
}

constexpr std::array kWhen = {std::pair{Place::When::At, std::string_view("at")},
                              std::pair{Place::When::Before, std::string_view("before")},
                              std::pair{Place::When::After, std::string_view("after")}};
constexpr std::array kSubjects = {std::pair{Subject::Kind::Expression, std::string_view("expression")},
                                  std::pair{Subject::Kind::Variable, std::string_view("variable")},
                                  std::pair{Subject::Kind::Value, std::string_view("value")},
                                  std::pair{Subject::Kind::Point, std::string_view("point")},
                                  std::pair{Subject::Kind::Loop, std::string_view("loop")},
                                  std::pair{Subject::Kind::Predicate, std::string_view("predicate")}};
constexpr std::array kMeasures = {std::pair{Subject::Measure::Value, std::string_view("value")},
                                  std::pair{Subject::Measure::StringLength, std::string_view("string-length")},
                                  std::pair{Subject::Measure::ContainerSize, std::string_view("container-size")},
                                  std::pair{Subject::Measure::TripCount, std::string_view("trip-count")}};
constexpr std::array kModes = {std::pair{Fact::Mode::Must, std::string_view("must")},
                               std::pair{Fact::Mode::May, std::string_view("may")}};

std::string hexadecimal(WideBits value) {
  std::string text;
  do {
    text.insert(text.begin(), kHexDigits[static_cast<unsigned>(value & 15)]);
    value >>= 4;
  } while (value != 0);
  return "0x" + text;
}

/// A JSON number if JSON readers keep the value exactly, otherwise a text.
ordered_json number(Wide value) {
  constexpr Wide kExact = Wide{1} << 53;
  if (value > -kExact && value < kExact) return static_cast<std::int64_t>(value);
  return to_text(value);
}

struct PropertyWriter {
  ordered_json& out;
  void operator()(const Interval& range) const {
    out["property"] = "interval";
    if (range.low) out["low"] = number(*range.low);
    if (range.high) out["high"] = number(*range.high);
  }
  void operator()(const Congruence& c) const {
    out["property"] = "congruence";
    out["modulus"] = number(c.modulus);
    out["remainder"] = number(c.remainder);
  }
  void operator()(const ValueSet& set) const {
    out["property"] = set.excluded ? "excluded-values" : "values";
    out["values"] = ordered_json::array();
    for (const Wide value : set.values) out["values"].push_back(number(value));
  }
  void operator()(const KnownBits& bits) const {
    out["property"] = "known-bits";
    out["width"] = bits.width;
    out["zeros"] = hexadecimal(bits.zeros);
    out["ones"] = hexadecimal(bits.ones);
  }
  void operator()(const Truth& truth) const {
    out["property"] = "truth";
    out["value"] = truth.value;
  }
  void operator()(const Relation& relation) const {
    out["property"] = "relation";
    out["op"] = relation.op;
    out["expression"] = relation.expression;
    if (relation.offset != 0) out["offset"] = number(relation.offset);
  }
  void operator()(const Unreachable&) const { out["property"] = "unreachable"; }
  void operator()(const Aliasing& pair) const {
    out["property"] = pair.same ? "alias" : "no-alias";
    out["other"] = pair.other;
  }
  void operator()(const Named& named) const {
    out["property"] = "named";
    out["name"] = named.name;
    out["arguments"] = named.arguments;
  }
};

/// Reads the members of one object, and keeps the first Error.
class Members {
 public:
  explicit Members(const json& object) : object_(object) {}

  std::string text(std::string_view key) { return read<std::string>(key, &json::is_string, "a text"); }
  bool flag(std::string_view key) { return read<bool>(key, &json::is_boolean, "true or false"); }
  unsigned small(std::string_view key) {
    const std::optional<Wide> value = wide(key);
    if (value && (*value < 0 || *value > 0xffffffffLL)) fail(key, "a number from 0 to 4294967295");
    return value && problem_.empty() ? static_cast<unsigned>(*value) : 0;
  }
  std::optional<Wide> wide(std::string_view key) {
    const json* member = find(key);
    return member == nullptr ? std::nullopt : wide_of(*member, key);
  }
  Wide wanted(std::string_view key) {
    const std::optional<Wide> value = wide(key);
    if (!value) fail(key, "a whole number");
    return value.value_or(0);
  }
  std::vector<Wide> wides(std::string_view key) {
    std::vector<Wide> all;
    for (const json& one : elements(key))
      if (const std::optional<Wide> value = wide_of(one, key)) all.push_back(*value);
    return all;
  }
  std::vector<std::string> texts(std::string_view key) {
    std::vector<std::string> all;
    for (const json& one : elements(key)) {
      if (one.is_string()) {
        all.push_back(one.get<std::string>());
      } else {
        fail(key, "texts");
      }
    }
    return all;
  }
  WideBits bits(std::string_view key) {
    const std::string written = text(key);
    WideBits value = 0;
    if (!written.starts_with("0x") || written.size() < 3 || written.size() > 34) fail(key, "a text like \"0x1f\"");
    for (std::size_t i = 2; i < written.size(); ++i) {
      const std::size_t digit = kHexDigits.find(written[i]);
      if (digit == std::string_view::npos) fail(key, "a text like \"0x1f\"");
      value = value << 4 | (digit & 15);
    }
    return value;
  }
  template <typename Enum, std::size_t kSize>
  Enum word(std::string_view key, const std::array<std::pair<Enum, std::string_view>, kSize>& words) {
    const std::string written = text(key);
    for (const auto& [value, word] : words)
      if (written == word) return value;
    if (!written.empty()) fail(key, "one of the words that the manual lists");
    return words.front().first;
  }
  void fail(std::string_view key, const std::string& wanted) {
    if (problem_.empty()) problem_ = "\"" + std::string(key) + "\" is not " + wanted;
  }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  const json* find(std::string_view key) const {
    const auto at = object_.find(key);
    return at == object_.end() || at->is_null() ? nullptr : &*at;
  }
  template <typename T>
  T read(std::string_view key, bool (json::*is)() const noexcept, const std::string& wanted) {
    const json* member = find(key);
    if (member == nullptr) return T{};
    if ((member->*is)()) return member->get<T>();
    fail(key, wanted);
    return T{};
  }
  std::optional<Wide> wide_of(const json& member, std::string_view key) {
    if (member.is_number_unsigned()) return static_cast<Wide>(member.get<std::uint64_t>());
    if (member.is_number_integer()) return static_cast<Wide>(member.get<std::int64_t>());
    std::optional<Wide> value;
    if (member.is_string()) value = wide_from(member.get_ref<const std::string&>());
    if (!value) fail(key, "a whole number of up to 128 bits");
    return value;
  }
  const json& elements(std::string_view key) {
    static const json nothing = json::array();
    const json* member = find(key);
    if (member != nullptr && member->is_array()) return *member;
    if (member != nullptr) fail(key, "a list");
    return nothing;
  }

  const json& object_;
  std::string problem_;
};

Property read_congruence(Members& in) {
  const Congruence read{in.wanted("modulus"), in.wanted("remainder")};
  if (read.modulus <= 0) in.fail("modulus", "a positive number");
  return read;
}

Property read_bits(Members& in) {
  const KnownBits read{in.small("width"), in.bits("zeros"), in.bits("ones")};
  if (read.width == 0 || read.width > 128) in.fail("width", "a number from 1 to 128");
  return read;
}

Property read_relation(Members& in) {
  const Relation read{in.text("op"), in.text("expression"), in.wide("offset").value_or(0)};
  constexpr std::array kOps = {"==", "!=", "<", "<=", ">", ">="};
  bool known = false;
  for (const char* op : kOps) known = known || read.op == op;
  if (!known) in.fail("op", "one of == != < <= > >=");
  return read;
}

struct PropertyRow {
  std::string_view name;
  Property (*read)(Members& in);
};
constexpr std::array kProperties = {
    PropertyRow{"interval",
                [](Members& in) -> Property {
                  return Interval{in.wide("low"), in.wide("high")};
                }},
    PropertyRow{"congruence", read_congruence},
    PropertyRow{"values",
                [](Members& in) -> Property {
                  return ValueSet{in.wides("values"), false};
                }},
    PropertyRow{"excluded-values",
                [](Members& in) -> Property {
                  return ValueSet{in.wides("values"), true};
                }},
    PropertyRow{"known-bits", read_bits},
    PropertyRow{"truth", [](Members& in) -> Property { return Truth{in.flag("value")}; }},
    PropertyRow{"relation", read_relation},
    PropertyRow{"unreachable", [](Members&) -> Property { return Unreachable{}; }},
    PropertyRow{"alias",
                [](Members& in) -> Property {
                  return Aliasing{in.text("other"), true};
                }},
    PropertyRow{"no-alias",
                [](Members& in) -> Property {
                  return Aliasing{in.text("other"), false};
                }},
    PropertyRow{"named",
                [](Members& in) -> Property {
                  return Named{in.text("name"), in.texts("arguments")};
                }},
};

Property read_property(Members& in) {
  const std::string name = in.text("property");
  for (const PropertyRow& row : kProperties)
    if (row.name == name) return row.read(in);
  in.fail("property", "one that Assay knows");
  return Unreachable{};
}

}  // namespace

std::string to_json(const Fact& fact) {
  ordered_json out;
  const auto put = [&](const char* key, const std::string& text) {
    if (!text.empty()) out[key] = text;
  };
  put("file", fact.place.file);
  if (fact.place.line != 0) out["line"] = fact.place.line;
  if (fact.place.column != 0) out["column"] = fact.place.column;
  if (fact.place.when != Place::When::At) out["when"] = word_of(kWhen, fact.place.when);
  put("function", fact.place.function);
  put("context", fact.place.context);
  out["kind"] = word_of(kSubjects, fact.subject.kind);
  if (fact.subject.measure != Subject::Measure::Value) out["measure"] = word_of(kMeasures, fact.subject.measure);
  put("subject", fact.subject.text);
  put("operation", fact.subject.operation);
  put("type", fact.subject.type);
  std::visit(PropertyWriter{out}, fact.property);
  if (fact.mode != Fact::Mode::Must) out["mode"] = word_of(kModes, fact.mode);
  if (!fact.assumptions.empty()) out["assumptions"] = fact.assumptions;
  put("source", fact.source);
  put("origin", fact.origin);
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<Fact> fact_from_json(std::string_view line) {
  const json parsed = json::parse(line, nullptr, false);
  if (!parsed.is_object()) return Error{"this is no JSON object: " + std::string(line.substr(0, 80)), {}};
  Members in(parsed);
  Fact fact;
  fact.place.file = in.text("file");
  fact.place.line = in.small("line");
  fact.place.column = in.small("column");
  fact.place.when = in.word("when", kWhen);
  fact.place.function = in.text("function");
  fact.place.context = in.text("context");
  fact.subject.kind = in.word("kind", kSubjects);
  fact.subject.measure = in.word("measure", kMeasures);
  fact.subject.text = in.text("subject");
  fact.subject.operation = in.text("operation");
  fact.subject.type = in.text("type");
  fact.property = read_property(in);
  fact.mode = in.word("mode", kModes);
  fact.assumptions = in.texts("assumptions");
  fact.source = in.text("source");
  fact.origin = in.text("origin");
  if (!in.problem().empty())
    return Error{"a fact cannot be read: " + in.problem() + ": " + std::string(line.substr(0, 200)), {}};
  return fact;
}

}  // namespace assay::analyzer
