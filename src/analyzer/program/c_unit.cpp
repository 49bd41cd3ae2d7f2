#include "analyzer/program/c_unit.hpp"

#include <algorithm>
#include <array>

#include "analyzer/program/c_body.hpp"

namespace assay::analyzer::c {

namespace {

constexpr std::array<Scalar, 12> kFieldTypes = {
    Scalar::Int,  Scalar::Int,        Scalar::UnsignedChar, Scalar::Short,         Scalar::Unsigned, Scalar::LongLong,
    Scalar::Bool, Scalar::SignedChar, Scalar::Char,         Scalar::UnsignedShort, Scalar::Long,     Scalar::Int};

std::string declaration(const Unit& unit, const Parameter& p) {
  const std::string type(name(p.type));
  switch (p.kind) {
    case Parameter::Kind::Out: return type + " *" + p.name;
    case Parameter::Kind::Array: return "const " + type + " *" + p.name;
    case Parameter::Kind::Text: return "const char *" + p.name;
    case Parameter::Kind::Record: return "struct " + unit.records[p.record].name + ' ' + p.name;
    case Parameter::Kind::RecordPointer: return "struct " + unit.records[p.record].name + " *" + p.name;
    default: return type + ' ' + p.name;
  }
}

Record draw_record(const Unit& unit, core::Rng& rng) {
  Record record{"S" + std::to_string(unit.records.size()), {}};
  const auto count = rng.between(2, 4);
  for (int i = 0; i < count; ++i) {
    Record::Field field{"m" + std::to_string(i), kFieldTypes.at(rng.below(kFieldTypes.size())), 0, -1};
    if (rng.percent(20)) field.size = 4;
    if (!unit.records.empty() && rng.percent(20)) {
      field = {field.name, Scalar::Int, 0, static_cast<int>(rng.below(unit.records.size()))};
    }
    record.fields.push_back(std::move(field));
  }
  return record;
}

std::string definition_of(const Unit& unit, const Record& record) {
  std::string text = "struct " + record.name + " {\n";
  for (const Record::Field& field : record.fields) {
    const std::string type = field.record >= 0 ? "struct " + unit.records[static_cast<std::size_t>(field.record)].name
                                               : std::string(name(field.type));
    text += "    " + type + ' ' + field.name + (field.size > 0 ? '[' + std::to_string(field.size) + ']' : "") + ";\n";
  }
  return text + "};\n";
}

void declare_enumeration(Unit& unit, core::Rng& rng) {
  Whole value = rng.between(-5, -1);
  std::string text = "enum kind { ";
  for (int i = 0; i < 4; ++i) {
    unit.enumerators.push_back(value);
    const bool said = i == 0 || rng.coin();
    text += (i > 0 ? ", E" : "E") + std::to_string(i) + (said ? " = " + decimal(value) : "");
    const Whole next = value + (rng.coin() ? 1 : rng.between(1, 9));
    // An enumerator without a value is one more than the previous enumerator.
    if (next != value + 1 || rng.coin()) {
      value = next;
    } else {
      ++value;
    }
    if (!said) unit.enumerators.back() = unit.enumerators[static_cast<std::size_t>(i) - 1] + 1;
    value = std::max(value, unit.enumerators.back() + 1);
  }
  unit.definitions.push_back(text + " };\n");
}

constexpr std::array<std::array<unsigned, 7>, kThemes> kParameterWeights = {{
    // Value Out Array Text Record RecordPointer Fuel
    {92, 2, 2, 0, 2, 2, 0},
    {80, 5, 10, 0, 2, 2, 1},
    {45, 20, 15, 0, 8, 12, 0},
    {65, 12, 4, 1, 4, 4, 10},
    {45, 6, 3, 44, 1, 1, 0},
    {66, 9, 7, 6, 4, 5, 3},
}};

Parameter draw_parameter(const Unit& unit, core::Rng& rng, unsigned at, bool first) {
  static constexpr std::array<Scalar, 16> kTypes = {
      Scalar::Int,          Scalar::Int,  Scalar::Int,          Scalar::Unsigned, Scalar::UnsignedChar,
      Scalar::UnsignedChar, Scalar::Char, Scalar::SignedChar,   Scalar::Short,    Scalar::UnsignedShort,
      Scalar::Long,         Scalar::Bool, Scalar::UnsignedLong, Scalar::LongLong, Scalar::UnsignedLongLong,
      Scalar::Unsigned};
  Parameter p;
  p.name = "p" + std::to_string(at);
  p.type = kTypes.at(rng.below(kTypes.size()));
  if (has_reals(unit.theme) && rng.percent(60)) p.type = rng.percent(75) ? Scalar::Double : Scalar::Float;
  const auto& row = kParameterWeights.at(weighed_as(unit.theme));
  if (!first && !is_real(p.type))
    p.kind = static_cast<Parameter::Kind>(rng.weighted(std::vector<unsigned>(row.begin(), row.end())));
  const bool record = p.kind == Parameter::Kind::Record || p.kind == Parameter::Kind::RecordPointer;
  if (record && unit.records.empty()) p.kind = Parameter::Kind::Value;
  if (!unit.records.empty()) p.record = static_cast<unsigned>(rng.below(unit.records.size()));
  if (p.kind == Parameter::Kind::Array) p.size = rng.coin() ? 4 : 8;
  if (p.kind == Parameter::Kind::Text) p.size = 16;
  if (p.kind == Parameter::Kind::Fuel) p.type = rng.coin() ? Scalar::Int : Scalar::UnsignedChar;
  if (p.kind == Parameter::Kind::Out || p.kind == Parameter::Kind::Array) {
    static constexpr std::array<Scalar, 6> kReached = {Scalar::Int,   Scalar::Int,      Scalar::UnsignedChar,
                                                       Scalar::Short, Scalar::Unsigned, Scalar::LongLong};
    p.type = kReached.at(rng.below(kReached.size()));
    p.nullable = rng.percent(35);
  }
  return p;
}

}  // namespace

const std::vector<Whole>& boundary_values() {
  static const std::vector<Whole> boundary_values = [] {
    std::vector<Whole> values = {0, 1, -1, 2, -2, 3, 5, 10, 100, 1000, -100};
    for (unsigned power = 2; power <= 64; ++power) {
      const bool end =
          power == 7 || power == 8 || power == 15 || power == 16 || power == 31 || power == 32 || power >= 63;
      if (!end && power % 3 != 0) continue;
      const Whole value = Whole{1} << power;
      for (const Whole near : {value - 1, value, value + 1}) {
        if (near < Whole{1} << 64) values.push_back(near);
        if (-near >= -(Whole{1} << 63)) values.push_back(-near);
      }
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  }();
  return boundary_values;
}

std::string initial_value(const Unit& unit, unsigned record, core::Rng& rng) {
  const auto scalar = [&](Scalar type) {
    const Whole value = rng.percent(70) ? Whole{rng.between(-3, 100)} : rng.pick(boundary_values());
    // For plain char, only values that both of its signs have.
    const Range all = type == Scalar::Char ? Range{0, 127} : range_of(type);
    return print(constant(all.contains(value) ? value : Whole{rng.between(0, 1)}));
  };
  std::string text = "{";
  for (const Record::Field& field : unit.records[record].fields) {
    if (text.size() > 1) text += ", ";
    if (field.record >= 0) {
      text += initial_value(unit, static_cast<unsigned>(field.record), rng);
    } else if (field.size > 0) {
      text += "{" + scalar(field.type);
      text += ", " + scalar(field.type) + "}";
    } else {
      text += scalar(field.type);
    }
  }
  return text + "}";
}

std::string signature(const Unit& unit, const Function& function) {
  std::string text(function.result ? name(*function.result) : "void");
  text += ' ' + function.name + '(';
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    text += (i > 0 ? ", " : "") + declaration(unit, function.parameters[i]);
  }
  return text + ')';
}

void declare_globals(Unit& unit, core::Rng rng) {
  const auto records = unit.theme == Theme::Pointers ? rng.between(1, 3) : rng.between(0, 1);
  for (int i = 0; i < records; ++i) {
    unit.records.push_back(draw_record(unit, rng));
    unit.definitions.push_back(definition_of(unit, unit.records.back()));
  }
  if (rng.percent(35)) declare_enumeration(unit, rng);
  const auto variables = rng.between(1, 3);
  for (int i = 0; i < variables; ++i) {
    const Scalar type = kFieldTypes.at(rng.below(kFieldTypes.size()));
    const std::string variable = "g" + std::to_string(i);
    const std::string start = rng.coin() ? " = " + decimal(rng.between(0, 1)) : "";
    unit.definitions.push_back((rng.percent(80) ? "static " : "") + std::string(name(type)) + ' ' + variable + start +
                               ";\n");
    unit.slots.push_back({variable, type, range_of(type), true, true});
  }
  if (rng.percent(50) || unit.theme == Theme::Pointers) {
    const Scalar type = rng.coin() ? Scalar::Int : Scalar::UnsignedChar;
    unit.definitions.push_back("static " + std::string(name(type)) + " ga[8];\n");
    unit.arrays.push_back({"ga", type, 8, 0, range_of(type), true});
  }
  if (unit.theme == Theme::Strings) {
    unit.definitions.emplace_back("static char gs[16] = \"start\";\n");
    unit.texts.push_back({"gs", 16, true});
    unit.arrays.push_back({"gs", Scalar::Char, 16, 0, range_of(Scalar::Char), false});
  }
}

void define_function(Unit& unit, core::Rng rng) {
  Function function;
  function.name = "f" + std::to_string(unit.functions.size());
  const auto count = static_cast<unsigned>(rng.between(1, 3));
  const bool small = rng.percent(unit.theme == Theme::Values ? 25 : 8);
  bool fuel = false;
  bool out = false;
  for (unsigned i = 0; i < count; ++i) {
    Parameter p = draw_parameter(unit, rng, i, i == 0);
    if (p.kind == Parameter::Kind::Fuel && fuel) p.kind = Parameter::Kind::Value;
    if (small) {
      static constexpr std::array<Scalar, 3> kSmall = {Scalar::UnsignedChar, Scalar::SignedChar, Scalar::Bool};
      p.kind = Parameter::Kind::Value;
      p.type = kSmall.at(i == 2 ? 2 : rng.below(3));
    }
    if (p.kind == Parameter::Kind::Fuel) p.name = "fuel";
    fuel = fuel || p.kind == Parameter::Kind::Fuel;
    out = out || p.kind == Parameter::Kind::Out || p.kind == Parameter::Kind::RecordPointer;
    function.parameters.push_back(std::move(p));
  }
  if (!out || fuel || rng.percent(60)) {
    function.result = rng.percent(50) ? Scalar::Int : static_cast<Scalar>(rng.below(kScalars));
    if (has_reals(unit.theme) && rng.percent(35)) function.result = rng.percent(75) ? Scalar::Double : Scalar::Float;
    function.range = range_of(*function.result);
  }
  Body(unit, function, rng.split("body")).make();
  unit.functions.push_back(std::move(function));
}

}  // namespace assay::analyzer::c
