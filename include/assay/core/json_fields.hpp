#pragma once

// One table of a struct's fields serves both directions: writing JSON and reading it. A file that uses the functions
// below includes <nlohmann/json.hpp> first; this header includes nothing of it, so that tables may stand in headers.

#include <concepts>
#include <cstddef>
#include <cstdint>
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
  Sparse,    ///< written if the member differs from its default; may be missing
};

/// A member of a struct, and its key.
template <typename Struct, typename Member, JsonPresence presence>
struct JsonField {
  std::string_view key;
  Member Struct::*member;
};
template <typename Struct, typename Member>
[[nodiscard]] constexpr auto required_field(std::string_view key, Member Struct::*member) {
  return JsonField<Struct, Member, JsonPresence::Required>{key, member};
}
template <typename Struct, typename Member>
[[nodiscard]] constexpr auto json_field(std::string_view key, Member Struct::*member) {
  return JsonField<Struct, Member, JsonPresence::Always>{key, member};
}
template <typename Struct, typename Member>
[[nodiscard]] constexpr auto sparse_field(std::string_view key, Member Struct::*member) {
  return JsonField<Struct, Member, JsonPresence::Sparse>{key, member};
}

/// A struct that has a table: `constexpr auto json_fields(const Struct*)`, a tuple of fields, in the struct's
/// namespace.
template <typename Struct>
concept HasJsonFields = requires(const Struct* none) {
  json_fields(none);
};
/// An enumeration whose values have names: `constexpr auto json_names(Enum)`, an array of (value, name) pairs.
template <typename Enum>
concept HasJsonNames = std::is_enum_v<Enum> && requires(Enum value) {
  json_names(value);
};

template <typename Json, typename Value>
[[nodiscard]] Json json_from(const Value& value);
/// The first key whose value is missing or of another type than its member; nothing if all of `in` was read.
template <typename Json, typename Value>
[[nodiscard]] std::optional<std::string> read_json(const Json& in, Value& into);

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

template <typename Json, typename Struct, typename Member, JsonPresence presence>
void write_field(Json& out, const Struct& from, const JsonField<Struct, Member, presence>& field) {
  const Member& value = from.*(field.member);
  if constexpr (presence == JsonPresence::Sparse)
    if (value == Member{}) return;
  out[std::string(field.key)] = json_from<Json>(value);
}

template <typename Json, typename Struct, typename Member, JsonPresence presence>
std::optional<std::string> read_field(const Json& in, Struct& into, const JsonField<Struct, Member, presence>& field) {
  const auto at = in.find(std::string(field.key));
  if (at == in.end()) return presence == JsonPresence::Required ? std::optional(std::string(field.key)) : std::nullopt;
  const auto problem = read_json(*at, into.*(field.member));
  if (!problem) return std::nullopt;
  return std::string(field.key) + (problem->empty() ? "" : "." + *problem);
}

}  // namespace detail

template <typename Json, typename Value>
Json json_from(const Value& value) {
  if constexpr (HasJsonFields<Value>) {
    Json out = Json::object();
    std::apply([&](const auto&... field) { (detail::write_field(out, value, field), ...); }, json_fields(&value));
    return out;
  } else if constexpr (HasJsonNames<Value>) {
    for (const auto& [one, name] : json_names(value))
      if (one == value) return Json(std::string(name));
    return Json();
  } else if constexpr (detail::JsonList<Value>) {
    Json out = Json::array();
    for (const auto& one : value) out.push_back(json_from<Json>(one));
    return out;
  } else if constexpr (detail::JsonMap<Value>) {
    Json out = Json::object();
    for (const auto& [key, one] : value) out[key] = json_from<Json>(one);
    return out;
  } else {
    return Json(value);
  }
}

template <typename Json, typename Value>
std::optional<std::string> read_json(const Json& in, Value& into) {
  const std::optional<std::string> wrong = std::string();
  if constexpr (HasJsonFields<Value>) {
    if (!in.is_object()) return wrong;
    std::optional<std::string> problem;
    std::apply(
        [&](const auto&... field) { ((problem = problem ? problem : detail::read_field(in, into, field)), ...); },
        json_fields(&into));
    return problem;
  } else if constexpr (HasJsonNames<Value>) {
    if (!in.is_string()) return wrong;
    for (const auto& [one, name] : json_names(into))
      if (in.template get_ref<const std::string&>() == name) return into = one, std::nullopt;
    return wrong;
  } else if constexpr (detail::JsonList<Value>) {
    if (!in.is_array()) return wrong;
    Value list;
    for (const auto& one : in) {
      typename Value::value_type read{};
      if (read_json(one, read)) return wrong;
      list.insert(list.end(), std::move(read));
    }
    into = std::move(list);
    return std::nullopt;
  } else if constexpr (detail::JsonMap<Value>) {
    if (!in.is_object()) return wrong;
    Value map;
    for (const auto& [key, one] : in.items())
      if (read_json(one, map[key])) return wrong;
    into = std::move(map);
    return std::nullopt;
  } else if constexpr (std::same_as<Value, std::string>) {
    return in.is_string() ? (in.get_to(into), std::nullopt) : wrong;
  } else if constexpr (std::same_as<Value, bool>) {
    return in.is_boolean() ? (in.get_to(into), std::nullopt) : wrong;
  } else if constexpr (std::floating_point<Value>) {
    return in.is_number() ? (in.get_to(into), std::nullopt) : wrong;
  } else if constexpr (std::unsigned_integral<Value>) {
    if (!in.is_number_unsigned() || !std::in_range<Value>(in.template get<std::uint64_t>())) return wrong;
    return in.get_to(into), std::nullopt;
  } else {
    static_assert(std::signed_integral<Value>, "no JSON for this type: give it json_fields or json_names");
    if (!in.is_number_integer() || !std::in_range<Value>(in.template get<std::int64_t>())) return wrong;
    return in.get_to(into), std::nullopt;
  }
}

}  // namespace assay::core
