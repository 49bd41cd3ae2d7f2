#pragma once

// One table of a struct's fields serves both directions: writing JSON and reading it. A file that uses the functions
// below includes <nlohmann/json.hpp> first; this header includes nothing of it, so that tables may stand in headers.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace assay::core {

/// Whether written and read JSON has a field. Reading a missing field leaves the member at its default.
enum class JsonPresence {
  Required,  ///< always written; a missing field is an error
  Always,    ///< always written; may be missing
  Sparse,    ///< written if the member is neither empty nor its default; may be missing
};

/// A form that writes a member as its type says: numbers, strings, lists, maps, structs with a table, enumerations with
/// names. An empty std::optional is null; an infinite number is null, too.
struct PlainForm;
/// A form for a struct: an array of its fields' values, without keys.
struct RowForm;
/// A form for a list whose elements have the given form.
template <typename Form>
struct ListForm;
/// A form for a bool: a word for true, and a word for false.
struct WordForm;

/// A member of a struct, its key and its form. `access`: a member pointer, or a function of the struct that returns a
/// reference. A custom form has `write<Json>(member)`, which returns the Json, and `read(json, member)`, which
/// returns a text such as " is no text", or an empty one if the member was read.
template <JsonPresence presence, typename Access, typename Form>
struct JsonField {
  std::string_view key;
  Access access;
  Form form;
};
template <typename Access, typename Form = PlainForm>
[[nodiscard]] constexpr auto required_field(std::string_view key, Access access, Form form = {}) {
  return JsonField<JsonPresence::Required, Access, Form>{key, access, form};
}
template <typename Access, typename Form = PlainForm>
[[nodiscard]] constexpr auto json_field(std::string_view key, Access access, Form form = {}) {
  return JsonField<JsonPresence::Always, Access, Form>{key, access, form};
}
template <typename Access, typename Form = PlainForm>
[[nodiscard]] constexpr auto sparse_field(std::string_view key, Access access, Form form = {}) {
  return JsonField<JsonPresence::Sparse, Access, Form>{key, access, form};
}

/// A tuple of required fields, given as alternating keys and members.
template <typename Access, typename... Rest>
[[nodiscard]] constexpr auto required_fields(std::string_view key, Access access, Rest... rest) {
  const std::tuple first{required_field(key, access)};
  if constexpr (sizeof...(rest) == 0) {
    return first;
  } else {
    return std::tuple_cat(first, required_fields(rest...));
  }
}

/// A form that writes some of a struct's fields as an object.
template <typename... Fields>
struct GroupForm;
/// The access to the struct itself, for forms that need all of it.
struct WholeStruct {
  constexpr auto& operator()(auto& whole) const { return whole; }
};
/// Fields of a struct that stand together in an object of their own. The object may be missing.
template <typename... Fields>
[[nodiscard]] constexpr auto json_group(std::string_view key, Fields... fields) {
  return json_field(key, WholeStruct(), GroupForm<Fields...>{{fields...}});
}

/// A struct that has a table: `constexpr auto json_fields(const Struct*)`, a tuple of fields, in the struct's
/// namespace.
template <typename Struct>
concept HasJsonFields = requires(const Struct* none) {
  json_fields(none);
};
/// An enumeration whose values have names: `json_names(Enum)`, a range of (value, name) pairs.
template <typename Enum>
concept HasJsonNames = std::is_enum_v<Enum> && requires(Enum value) {
  json_names(value);
};

namespace detail {

template <typename T>
concept JsonMap = requires {
  typename T::mapped_type;
};
template <typename T>
concept JsonList = requires(T& list) {
  list.insert(list.end(), std::declval<typename T::value_type>());
}
&&!JsonMap<T> && !std::same_as<T, std::string>;
template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <typename Value>
bool is_default(const Value& value) {
  if constexpr (kIsOptional<Value>) {
    return !value;
  } else if constexpr (requires { value.empty(); }) {
    return value.empty();
  } else {
    return value == Value{};
  }
}

/// The problem with a key: "'runs' is no count", "in 'code': 'name' is missing". Empty if `problem` is empty.
inline std::string at_key(std::string_view key, const std::string& problem) {
  if (problem.empty()) return problem;
  return (problem.front() == ' ' ? "'" : "in '") + std::string(key) + "'" + problem;
}

template <typename Json, typename Struct, JsonPresence presence, typename Access, typename Form>
void write_field(Json& out, const Struct& from, const JsonField<presence, Access, Form>& field) {
  const auto& value = std::invoke(field.access, from);
  if constexpr (presence == JsonPresence::Sparse)
    if (is_default(value)) return;
  out[std::string(field.key)] = field.form.template write<Json>(value);
}

template <typename Json, typename Struct, typename Fields>
Json write_fields(const Struct& from, const Fields& fields) {
  Json out = Json::object();
  std::apply([&](const auto&... field) { (write_field(out, from, field), ...); }, fields);
  return out;
}

template <typename Json, typename Struct, JsonPresence presence, typename Access, typename Form>
std::string read_field(const Json& in, Struct& into, const JsonField<presence, Access, Form>& field) {
  const auto at = in.find(std::string(field.key));
  if (at != in.end()) return at_key(field.key, field.form.read(*at, std::invoke(field.access, into)));
  return presence == JsonPresence::Required ? at_key(field.key, " is missing") : "";
}

template <typename Json, typename Struct, typename Fields>
std::string read_fields(const Json& in, Struct& into, const Fields& fields) {
  if (!in.is_object()) return " is no object";
  std::string problem;
  std::apply([&](const auto&... field) { ((problem = problem.empty() ? read_field(in, into, field) : problem), ...); },
             fields);
  return problem.empty() ? "" : ": " + problem;
}

template <typename Json, typename Enum>
std::string read_name(const Json& in, Enum& into) {
  std::string names;
  for (const auto& [value, name] : json_names(into)) {
    if (in.is_string() && in.template get_ref<const std::string&>() == name) return into = value, "";
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return " is none of: " + names;
}

template <typename Json, typename Integer>
std::string read_integer(const Json& in, Integer& into) {
  using Widest = std::conditional_t<std::unsigned_integral<Integer>, std::uint64_t, std::int64_t>;
  const bool fits = std::unsigned_integral<Integer> ? in.is_number_unsigned() : in.is_number_integer();
  if (!fits || !std::in_range<Integer>(in.template get<Widest>()))
    return std::unsigned_integral<Integer> ? " is no count" : " is no whole number";
  return in.get_to(into), "";
}

}  // namespace detail

template <typename Form>
struct ListForm {
  template <typename Json, typename List>
  static Json write(const List& list) {
    Json out = Json::array();
    for (const auto& one : list) out.push_back(Form::template write<Json>(one));
    return out;
  }
  template <typename Json, typename List>
  static std::string read(const Json& in, List& into) {
    if (!in.is_array()) return " is no list";
    into = {};
    for (const Json& element : in) {
      typename List::value_type read{};
      if (const std::string problem = Form::read(element, read); !problem.empty())
        return ", row " + std::to_string(into.size() + 1) + problem;
      into.insert(into.end(), std::move(read));
    }
    return "";
  }
};

struct PlainForm {
  template <typename Json, typename Value>
  static Json write(const Value& value) {
    if constexpr (HasJsonFields<Value>) {
      return detail::write_fields<Json>(value, json_fields(&value));
    } else if constexpr (HasJsonNames<Value>) {
      for (const auto& [one, name] : json_names(value))
        if (one == value) return Json(std::string(name));
      return Json();
    } else if constexpr (detail::kIsOptional<Value>) {
      return value ? write<Json>(*value) : Json();
    } else if constexpr (detail::JsonList<Value>) {
      return ListForm<PlainForm>::write<Json>(value);
    } else if constexpr (detail::JsonMap<Value>) {
      Json out = Json::object();
      for (const auto& [key, one] : value) out[key] = write<Json>(one);
      return out;
    } else {
      static_assert(!std::is_enum_v<Value>, "no JSON for this enumeration: give it json_names");
      return Json(value);
    }
  }

  template <typename Json, typename Value>
  static std::string read(const Json& in, Value& into) {
    if constexpr (HasJsonFields<Value>) {
      return detail::read_fields(in, into, json_fields(&into));
    } else if constexpr (HasJsonNames<Value>) {
      return detail::read_name(in, into);
    } else if constexpr (detail::kIsOptional<Value>) {
      if (in.is_null()) return into.reset(), "";
      return read(in, into.emplace());
    } else if constexpr (detail::JsonList<Value>) {
      return ListForm<PlainForm>::read(in, into);
    } else if constexpr (detail::JsonMap<Value>) {
      if (!in.is_object()) return " is no object";
      into = {};
      for (const auto& [key, one] : in.items())
        if (const std::string problem = detail::at_key(key, read(one, into[key])); !problem.empty())
          return ": " + problem;
      return "";
    } else if constexpr (std::same_as<Value, std::string>) {
      return in.is_string() ? (in.get_to(into), "") : " is no text";
    } else if constexpr (std::same_as<Value, bool>) {
      return in.is_boolean() ? (in.get_to(into), "") : " is neither true nor false";
    } else if constexpr (std::floating_point<Value>) {
      if (!in.is_number() && !in.is_null()) return " is no number";
      into = in.is_null() ? std::numeric_limits<Value>::infinity() : in.template get<Value>();
      return "";
    } else {
      static_assert(std::integral<Value>, "no JSON for this type: give it json_fields or json_names");
      return detail::read_integer(in, into);
    }
  }
};

template <typename... Fields>
struct GroupForm {
  std::tuple<Fields...> fields;

  template <typename Json, typename Struct>
  [[nodiscard]] Json write(const Struct& from) const {
    return detail::write_fields<Json>(from, fields);
  }
  template <typename Json, typename Struct>
  [[nodiscard]] std::string read(const Json& in, Struct& into) const {
    return detail::read_fields(in, into, fields);
  }
};

struct RowForm {
  template <typename Json, typename Struct>
  static Json write(const Struct& from) {
    Json row = Json::array();
    std::apply(
        [&](const auto&... field) { (row.push_back(PlainForm::write<Json>(std::invoke(field.access, from))), ...); },
        json_fields(&from));
    return row;
  }
  template <typename Json, typename Struct>
  static std::string read(const Json& in, Struct& into) {
    return std::apply(
        [&](const auto&... field) -> std::string {
          if (!in.is_array() || in.size() != sizeof...(field))
            return " is no list of " + std::to_string(sizeof...(field)) + " values";
          std::string problem;
          std::size_t at = 0;
          ((problem = problem.empty() ? PlainForm::read(in[at++], std::invoke(field.access, into)) : problem), ...);
          return problem;
        },
        json_fields(&into));
  }
};

struct WordForm {
  std::string_view if_true, if_false;

  template <typename Json>
  [[nodiscard]] Json write(bool value) const {
    return Json(std::string(value ? if_true : if_false));
  }
  template <typename Json>
  [[nodiscard]] std::string read(const Json& in, bool& into) const {
    into = in == if_true;
    return into || in == if_false ? "" : " is none of: " + std::string(if_true) + ", " + std::string(if_false);
  }
};

template <typename Json, typename Value>
[[nodiscard]] Json json_from(const Value& value) {
  return PlainForm::write<Json>(value);
}

/// The first problem and its place: "in 'history', row 2: 'runs' is missing". Nullopt if all of `in` was read.
template <typename Json, typename Value>
[[nodiscard]] std::optional<std::string> read_json(const Json& in, Value& into) {
  const std::string problem = PlainForm::read(in, into);
  if (problem.empty()) return std::nullopt;
  return problem.front() == ' ' ? "it" + problem : problem.substr(2);
}

/// The value of a key. Its default if `in` is no object, or has no such key, or the value is of another type.
template <typename Value, typename Json>
[[nodiscard]] Value json_at(const Json& in, std::string_view key) {
  Value value{};
  if (!in.is_object()) return value;
  const auto at = in.find(std::string(key));
  return at == in.end() || PlainForm::read(*at, value).empty() ? value : Value{};
}

/// The text of JSON. Bytes that are not UTF-8 become U+FFFD. `indent`: negative: one line.
template <typename Json>
[[nodiscard]] std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay::core
