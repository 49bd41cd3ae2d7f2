#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::analyzer {

/// A mathematical integer that holds each value of each C type up to 64 bits, and the differences of any two.
__extension__ using Wide = __int128;
__extension__ using WideBits = unsigned __int128;
[[nodiscard]] std::string to_text(Wide value);
[[nodiscard]] std::optional<Wide> wide_from(std::string_view text);

/// Where a fact is claimed. Lines and columns count from 1 (columns: bytes); 0: not told.
struct Place {
  enum class When : std::uint8_t { At, Before, After };
  std::string file;  ///< one of the program's files, by the name that it has there
  unsigned line = 0;
  unsigned column = 0;
  When when = When::At;
  std::string function;  ///< empty: none, or not told
  std::string context;   ///< call path or calls pattern, where the analyzer separates them

  bool operator==(const Place&) const = default;
};

/// What a fact is about.
struct Subject {
  enum class Kind : std::uint8_t {
    Expression,  ///< of the source: the one whose main token stands at the place
    Variable,
    Value,      ///< an SSA name
    Point,      ///< the place itself
    Loop,       ///< the one whose head is at the place
    Predicate,  ///< of Prolog: the one that `text` names, name/arity
  };
  enum class Measure : std::uint8_t {
    Value,          ///< what it evaluates to, as a mathematical integer of its type
    StringLength,   ///< bytes before the first zero byte
    ContainerSize,  ///< elements
    TripCount,      ///< how often a loop's head passes control to its body, each time that the loop is entered
  };
  Kind kind = Kind::Expression;
  Measure measure = Measure::Value;
  std::string text;       ///< as the analyzer writes it
  std::string operation;  ///< main operator, for clustering: "+", "call", "variable", "phi"
  std::string type;       ///< of the value: "unsigned char", "i8"; empty: not told

  bool operator==(const Subject&) const = default;
};

/// Properties. An absent bound is infinite.
struct Interval {
  std::optional<Wide> low, high;
  bool operator==(const Interval&) const = default;
};
struct Congruence {
  Wide modulus = 1;  ///< positive
  Wide remainder = 0;
  bool operator==(const Congruence&) const = default;
};
/// One of the values; or (`excluded`) none of them: {0} excluded is "non-zero" and "non-null".
struct ValueSet {
  std::vector<Wide> values;  ///< ascending
  bool excluded = false;
  bool operator==(const ValueSet&) const = default;
};
/// Bits of the two's complement of this width that are known to be zero, and to be one.
struct KnownBits {
  unsigned width = 0;  ///< at most 128
  WideBits zeros = 0;
  WideBits ones = 0;
  bool operator==(const KnownBits&) const = default;
};
/// In a Boolean context: zero or not.
struct Truth {
  bool value = false;
  bool operator==(const Truth&) const = default;
};
/// subject `op` expression + offset; `op` is one of == != < <= > >=.
struct Relation {
  std::string op;
  std::string expression;
  Wide offset = 0;
  bool operator==(const Relation&) const = default;
};
/// No run reaches the point.
struct Unreachable {
  bool operator==(const Unreachable&) const = default;
};
/// Whether two pointers have the same address / share no byte that both access.
struct Aliasing {
  std::string other;
  bool same = false;
  bool operator==(const Aliasing&) const = default;
};
/// A property with a name of its own: Prolog's modes, sharing, types, determinacy; classes of floats.
struct Named {
  std::string name;
  std::vector<std::string> arguments;
  bool operator==(const Named&) const = default;
};
using Property = std::variant<Interval, Congruence, ValueSet, KnownBits, Truth, Relation, Unreachable, Aliasing, Named>;
/// "interval", "congruence", "values", "known-bits", "truth", "relation", "unreachable", "alias"; of Named: its name.
[[nodiscard]] std::string kind(const Property& property);
/// "in [0, 255]", "is one of {1, 2}", "is not 0", "!= y + 1".
[[nodiscard]] std::string to_text(const Property& property);
/// Whether an integer has a property of one value alone; nothing for the others (Relation, Aliasing, Unreachable,
/// Named). Known bits are those of the value's two's complement.
[[nodiscard]] std::optional<bool> holds(const Property& property, Wide value);

/// An analyzer's claim about a point of a program: a must-fact must hold in every run that reaches the point.
struct Fact {
  enum class Mode : std::uint8_t { Must, May };
  Place place;
  Subject subject;
  Property property;
  Mode mode = Mode::Must;
  std::vector<std::string> assumptions;  ///< kNoUndefined, ...: a run that breaks one does not judge the fact
  std::string source;  ///< which part of the analyzer says so: "known", "lvi", "ranger"; separates groups of findings
  std::string origin;  ///< the line in which it says so, as it was printed

  bool operator==(const Fact&) const = default;
};
/// Assumptions that several analyzers make.
inline constexpr std::string_view kNoUndefined = "no undefined behaviour so far";
inline constexpr std::string_view kNoPoison = "no poison or undef so far";
inline constexpr std::string_view kNoAlarm = "no alarm so far";
inline constexpr std::string_view kEntryAsDeclared = "entry as declared";

/// One line for people: "a.c:12:7: x + 1: in [0, 255] (must; known)".
[[nodiscard]] std::string to_text(const Fact& fact);
/// The class of a fact, which broken facts with one cause share: property, operation, type, source.
[[nodiscard]] std::string class_of(const Fact& fact);
/// The facts (by their sorted numbers) whose values are not computed from the value of another of these facts at the
/// same moment (context) of the same function; if the facts of a moment depend on each other in a cycle, all of them.
/// In a source, a fact is taken to be computed from another one when its expression contains the other's on the same
/// line, when it names no expression and stands at the other's place, or when it gives a variable the property of an
/// earlier expression, or the truth that this property decides.
[[nodiscard]] std::vector<std::size_t> first_of(const std::vector<Fact>& facts, const std::vector<std::size_t>& some);
/// One JSON object without a line end, the format that adapters, workers and users' analyzers print
/// (docs/user/analyzer-facts.md).
[[nodiscard]] std::string to_json(const Fact& fact);
[[nodiscard]] Result<Fact> fact_from_json(std::string_view line);

}  // namespace assay::analyzer
