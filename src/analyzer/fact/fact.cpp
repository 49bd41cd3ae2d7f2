#include "analyzer/fact/fact.hpp"

#include <algorithm>

namespace assay::analyzer {
namespace {

template <typename... Cases>
struct Match : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Match(Cases...) -> Match<Cases...>;

std::string text_of(const Relation& relation) {
  std::string text = relation.op + " " + relation.expression;
  if (relation.offset > 0) text += " + " + to_text(relation.offset);
  if (relation.offset < 0) text += " - " + to_text(relation.offset).substr(1);
  return text;
}

std::string list_of(const std::vector<Wide>& values) {
  std::string text;
  for (const Wide value : values) text += (text.empty() ? "" : ", ") + to_text(value);
  return text;
}

std::string text_of(const KnownBits& bits) {
  std::string text = "bits ";
  for (unsigned i = bits.width; i-- > 0;) {
    const WideBits bit = WideBits{1} << i;
    text += (bits.ones & bit) != 0 ? '1' : (bits.zeros & bit) != 0 ? '0' : '?';
  }
  return text;
}

std::string text_of(const Interval& interval) {
  return "in " + (interval.low ? "[" + to_text(*interval.low) : std::string("(-inf")) + ", " +
         (interval.high ? to_text(*interval.high) + "]" : std::string("inf)"));
}

std::string text_of(const ValueSet& set) {
  if (set.values.size() == 1) return (set.excluded ? "is not " : "is ") + to_text(set.values.front());
  return (set.excluded ? "is none of {" : "is one of {") + list_of(set.values) + "}";
}

std::string text_of(const Named& named) {
  std::string text;
  for (const std::string& argument : named.arguments) text += (text.empty() ? "" : ", ") + argument;
  return text.empty() ? named.name : named.name + "(" + text + ")";
}

std::string text_of(const Congruence& congruence) {
  return "= " + to_text(congruence.remainder) + " modulo " + to_text(congruence.modulus);
}

std::string text_of(const Truth& truth) { return truth.value ? "is true" : "is false"; }

std::string text_of(const Unreachable&) { return "is never reached"; }

std::string text_of(const Aliasing& pair) {
  return (pair.same ? "has the address of " : "shares no byte with ") + pair.other;
}

/// The remainder in [0, modulus), for negative values, too.
Wide rest_of(Wide value, Wide modulus) {
  const Wide rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

std::string_view measure_text(Subject::Measure measure) {
  switch (measure) {
    case Subject::Measure::Value: return "";
    case Subject::Measure::StringLength: return "string length of ";
    case Subject::Measure::ContainerSize: return "size of ";
    case Subject::Measure::TripCount: return "trip count of ";
  }
  return "";
}

std::string_view when_text(Place::When when) {
  return when == Place::When::Before ? " before" : when == Place::When::After ? " after" : "";
}

}  // namespace

std::string kind(const Property& property) {
  return std::visit(
      Match{[](const Interval&) { return std::string("interval"); },
            [](const Congruence&) { return std::string("congruence"); },
            [](const ValueSet& set) { return std::string(set.excluded ? "excluded values" : "values"); },
            [](const KnownBits&) { return std::string("known bits"); },
            [](const Truth&) { return std::string("truth"); }, [](const Relation&) { return std::string("relation"); },
            [](const Unreachable&) { return std::string("unreachable"); },
            [](const Aliasing& pair) { return std::string(pair.same ? "alias" : "no alias"); },
            [](const Named& named) { return named.name; }},
      property);
}

std::string to_text(const Property& property) {
  return std::visit([](const auto& one) { return text_of(one); }, property);
}

std::optional<bool> holds(const Property& property, Wide value) {
  using Answer = std::optional<bool>;
  return std::visit(
      Match{[&](const Interval& range) -> Answer {
              return (!range.low || value >= *range.low) && (!range.high || value <= *range.high);
            },
            [&](const Congruence& c) -> Answer { return rest_of(value, c.modulus) == rest_of(c.remainder, c.modulus); },
            [&](const ValueSet& set) -> Answer {
              return (std::find(set.values.begin(), set.values.end(), value) != set.values.end()) != set.excluded;
            },
            [&](const KnownBits& bits) -> Answer {
              const auto pattern = static_cast<WideBits>(value);
              return (pattern & bits.zeros) == 0 && (~pattern & bits.ones) == 0;
            },
            [&](const Truth& truth) -> Answer { return (value != 0) == truth.value; },
            [](const auto&) -> Answer { return std::nullopt; }},
      property);
}

std::string to_text(const Fact& fact) {
  const Place& place = fact.place;
  std::string text = place.file;
  if (place.line != 0) text += ":" + std::to_string(place.line);
  if (place.column != 0) text += ":" + std::to_string(place.column);
  text += std::string(when_text(place.when)) + ": ";
  if (!place.context.empty()) text += "[" + place.context + "] ";
  text += std::string(measure_text(fact.subject.measure));
  if (!fact.subject.text.empty()) {
    text += fact.subject.text + " ";
  } else if (!std::holds_alternative<Unreachable>(fact.property)) {
    text += "what stands here ";
  }
  text += to_text(fact.property) + " (" + (fact.mode == Fact::Mode::Must ? "must" : "may");
  if (!fact.source.empty()) text += "; " + fact.source;
  for (const std::string& assumption : fact.assumptions) text += "; if " + assumption;
  return text + ")";
}

std::string class_of(const Fact& fact) {
  const std::string& operation = fact.subject.operation;
  const std::string& type = fact.subject.type;
  std::string text = kind(fact.property);
  text += " of " + std::string(measure_text(fact.subject.measure));
  text += operation.empty() ? "a point" : operation;
  if (!type.empty()) text += " as " + type;
  if (!fact.source.empty()) text += " by " + fact.source;
  return text;
}

}  // namespace assay::analyzer
