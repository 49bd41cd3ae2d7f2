#include "analyzer/tune/report/tuned_json.hpp"

#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>
#include <utility>

#include "analyzer/tune/run/outcome_json.hpp"

namespace assay::analyzer::tune {
namespace {

using Json = nlohmann::ordered_json;

// The fields of each struct, once for both directions: `visit(key, field)` writes or reads one. `Row` is the struct,
// const or not.

template <typename Row, typename Struct>
concept RowOf = std::same_as<std::remove_const_t<Row>, Struct>;

void fields(RowOf<CheckKey> auto& row, auto& visit) {
  visit("file", row.file);
  visit("function", row.function);
  visit("line", row.line);
  visit("kind", row.kind);
  visit("property", row.property);
}

void fields(RowOf<Code> auto& row, auto& visit) {
  visit("name", row.name);
  visit("files", row.files);
  visit("flags", row.flags);
  visit("folder", row.folder);
  visit("function", row.function);
}

void fields(RowOf<ChosenRecipe> auto& row, auto& visit) {
  visit("ingredients", row.ingredients);
  visit("cpu_seconds", row.cpu_seconds);
  visit("memory_bytes", row.memory_bytes);
  visit("alarms", row.alarms);
  visit.optional("commands", row.commands);
}

void fields(RowOf<TuneStep> auto& row, auto& visit) {
  visit("runs", row.runs);
  visit("cpu_seconds", row.cpu_seconds);
  visit("recipe", row.recipe);
  visit("reason", row.reason);
  visit("cost_seconds", row.cost_seconds);
  visit("alarms", row.alarms);
  visit("cost", row.cost);
  visit("best", row.best);
}

void fields(RowOf<IngredientRow> auto& row, auto& visit) {
  visit("ingredient", row.ingredient);
  visit("status", row.status);
  visit("reason", row.reason);
  visit("cpu_seconds", row.cpu_seconds);
  visit("memory_bytes", row.memory_bytes);
  visit("alarms", row.alarms);
  visit("proved", row.proved);
  visit("alone", row.alone);
  visit("left", row.left);
}

void fields(RowOf<Suspect> auto& row, auto& visit) {
  visit("ingredient", row.ingredient);
  visit("checks", row.checks);
  visit("verdict", row.verdict);
  visit("broken", row.broken);
  visit("finding", row.finding);
}

void fields(RowOf<Tuned> auto& row, auto& visit) {
  visit("code", row.code);
  visit("identity", row.identity);
  visit("problem", row.problem);
  visit("standard", row.standard);
  visit("alone", row.alone);
  visit("best", row.best);
  visit("again", row.again);
  visit("ended", row.ended);
  visit("universe", row.universe);
  visit("proved", row.proved);
  visit("dead", row.dead);
  visit("notes", row.notes);
  visit("history", row.history);
  visit("ingredients", row.ingredients);
  visit("suspects", row.suspects);
  visit("cpu_seconds", row.cpu_seconds);
  visit("runs", row.runs);
}

struct Writer {
  Json object = Json::object();

  template <typename Field>
  void operator()(const char* key, const Field& field) {
    object[key] = written(field);
  }

  template <typename Field>
  void optional(const char* key, const Field& field) {
    (*this)(key, field);
  }

  static Json written(const std::string& text) { return text; }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  static Json written(Number value) { return value; }
  static Json written(Outcome::Status status) { return name(status); }
  template <typename Row>
  static Json written(const std::optional<Row>& row) {
    return row ? written(*row) : Json();
  }
  template <typename Row>
  static Json written(const std::vector<Row>& rows) {
    Json array = Json::array();
    for (const Row& row : rows) array.push_back(written(row));
    return array;
  }
  template <typename Struct>
  requires std::is_class_v<Struct>
  static Json written(const Struct& row) {
    Writer writer;
    fields(row, writer);
    return std::move(writer.object);
  }
};

/// Reads fields. The first error is in `problem`, with its place; later fields are not read.
struct FieldReader {
  const Json& object;
  std::string problem = {};

  template <typename Field>
  void operator()(const char* key, Field& field) {
    if (!problem.empty()) return;
    const auto at = object.find(key);
    if (at == object.end()) {
      problem = "'" + std::string(key) + "' is missing";
      return;
    }
    if (const std::string inner = read(*at, field); !inner.empty())
      problem = (inner.front() == ' ' ? "'" : "in '") + std::string(key) + "'" + inner;
  }

  /// A field that older versions do not write.
  template <typename Field>
  void optional(const char* key, Field& field) {
    if (object.contains(key)) (*this)(key, field);
  }

  // Each returns an error: " is no text", ", row 2: 'runs' is missing"; empty: none.

  static std::string read(const Json& json, std::string& text) {
    if (!json.is_string()) return " is no text";
    text = json.get<std::string>();
    return "";
  }
  static std::string read(const Json& json, bool& value) {
    if (!json.is_boolean()) return " is neither true nor false";
    value = json.get<bool>();
    return "";
  }
  static std::string read(const Json& json, double& value) {
    if (!json.is_null() && !json.is_number()) return " is no number";
    value = json.is_null() ? std::numeric_limits<double>::infinity() : json.get<double>();
    return "";
  }
  static std::string read(const Json& json, std::unsigned_integral auto& value) {
    using Number = std::remove_reference_t<decltype(value)>;
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() > std::numeric_limits<Number>::max())
      return " is no count";
    value = json.get<Number>();
    return "";
  }
  static std::string read(const Json& json, Outcome::Status& status) {
    using enum Outcome::Status;
    for (const Outcome::Status one : {Done, Limited, Failed, Rejected, Stopped}) {
      if (!json.is_string() || json.get<std::string>() != name(one)) continue;
      status = one;
      return "";
    }
    return " is no outcome of a run";
  }
  template <typename Row>
  static std::string read(const Json& json, std::optional<Row>& row) {
    row.reset();
    return json.is_null() ? "" : read(json, row.emplace());
  }
  template <typename Row>
  static std::string read(const Json& json, std::vector<Row>& rows) {
    if (!json.is_array()) return " is no list";
    rows.clear();
    rows.reserve(json.size());
    for (const Json& element : json) {
      const std::string inner = read(element, rows.emplace_back());
      if (!inner.empty()) return ", row " + std::to_string(rows.size()) + inner;
    }
    return "";
  }
  template <typename Struct>
  requires std::is_class_v<Struct>
  static std::string read(const Json& json, Struct& row) {
    if (!json.is_object()) return " is no object";
    FieldReader reader{json};
    fields(row, reader);
    return reader.problem.empty() ? "" : ": " + reader.problem;
  }
};

/// The member that refers to a missing check; empty: none.
std::string dangling(const Tuned& tuned) {
  for (const IngredientRow& row : tuned.ingredients)
    for (const std::size_t check : row.left)
      if (check >= tuned.universe.size())
        return ": 'left' of '" + row.ingredient + "' has " + std::to_string(check) + ", and there are " +
               std::to_string(tuned.universe.size()) + " checks";
  return "";
}

}  // namespace

std::string tuned_to_json(const Tuned& tuned) {
  return Writer::written(tuned).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Tuned> tuned_from_json(std::string_view text) {
  const Json object = Json::parse(text, nullptr, false);
  if (object.is_discarded()) return Error{"what is stored of a tuning is no JSON", ""};
  Tuned tuned;
  std::string problem = FieldReader::read(object, tuned);
  if (problem.empty()) problem = dangling(tuned);
  if (problem.empty()) return tuned;
  return Error{"what is stored of a tuning cannot be read" + (problem.front() == ':' ? problem : ": it" + problem), ""};
}

}  // namespace assay::analyzer::tune
