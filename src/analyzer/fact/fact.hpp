#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::analyzer {

/// A mathematical integer that holds every value of every C type up to 64 bits, and the difference of any two of them.
__extension__ using Wide = __int128;
__extension__ using WideBits = unsigned __int128;
[[nodiscard]] std::string to_text(Wide value);
[[nodiscard]] std::optional<Wide> wide_from(std::string_view text);

/// The place of a fact. Lines and columns count from 1 (columns in bytes); 0: not known.
struct Place {
  enum class When : std::uint8_t { At, Before, After };
  std::string file;  ///< the program's file, by its name in the program
  unsigned line = 0;
  unsigned column = 0;
  When when = When::At;
  std::string function;  ///< empty: none, or not known
  std::string context;   ///< call path or calls pattern, if the analyzer distinguishes them

  bool operator==(const Place&) const = default;
};

/// The subject of a fact.
struct Subject {
  enum class Kind : std::uint8_t {
    Expression,  ///< an expression of the source: its main token is at the place
    Variable,
    Value,      ///< an SSA name
    Point,      ///< the place itself
    Loop,       ///< the loop whose head is at the place
    Predicate,  ///< a Prolog predicate: `text` is its name/arity
  };
  enum class Measure : std::uint8_t {
    Value,          ///< the value of the expression, as a mathematical integer of its type
    StringLength,   ///< bytes before the first zero byte
    ContainerSize,  ///< elements
    TripCount,      ///< how often the loop's head passes control to its body, for each entry of the loop
  };
  Kind kind = Kind::Expression;
  Measure measure = Measure::Value;
  std::string text;       ///< as the analyzer writes it
  std::string operation;  ///< main operator, for clustering: "+", "call", "variable", "phi"
  std::string type;       ///< the value's type: "unsigned char", "i8"; empty: not known

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
/// The value is in `values`; with `excluded`, it is not in `values`: {0} excluded is "non-zero" and "non-null".
struct ValueSet {
  std::vector<Wide> values;  ///< ascending
  bool excluded = false;
  bool operator==(const ValueSet&) const = default;
};
/// Bits that are known to be zero or one, in the two's complement of this width.
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
/// subject `op` expression + offset. `op`: "==", "!=", "<", "<=", ">" or ">=".
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
/// The two pointers have the same address (`same`), or their accesses share no byte.
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
/// Whether an integer has the property. Nullopt for properties that are not about one value: Relation, Aliasing,
/// Unreachable, Named. Known bits are bits of the value's two's complement.
[[nodiscard]] std::optional<bool> holds(const Property& property, Wide value);

/// An analyzer's claim about a point of a program. A must-fact has to hold in every run that reaches the point.
struct Fact {
  enum class Mode : std::uint8_t { Must, May };
  Place place;
  Subject subject;
  Property property;
  Mode mode = Mode::Must;
  /// kNoUndefined, ...: a run that violates an assumption does not judge the fact
  std::vector<std::string> assumptions;
  /// The part of the analyzer that claims it: "known", "lvi", "ranger"; findings are grouped by it.
  std::string source;
  std::string origin;  ///< the printed line that claims it

  bool operator==(const Fact&) const = default;
};
/// Assumptions that several analyzers make.
inline constexpr std::string_view kNoUndefined = "no undefined behaviour so far";
inline constexpr std::string_view kNoPoison = "no poison or undef so far";
inline constexpr std::string_view kNoAlarm = "no alarm so far";
inline constexpr std::string_view kEntryAsDeclared = "entry as declared";

/// One line for people: "a.c:12:7: x + 1: in [0, 255] (must; known)".
[[nodiscard]] std::string to_text(const Fact& fact);
/// The class of a fact: property, operation, type, source. Broken facts with one cause share it.
[[nodiscard]] std::string class_of(const Fact& fact);
/// The facts (by their numbers, sorted) whose values are not computed from the value of another fact of `some` at the
/// same moment (context) of the same function. If the facts of one moment depend on each other in a cycle, all of them.
/// In a source, a fact counts as computed from another fact in three cases. Its expression contains the other's on the
/// same line. It names no expression and stands at the other's place. Or it gives a variable the property of an earlier
/// expression, or the truth that this property decides.
[[nodiscard]] std::vector<std::size_t> first_of(const std::vector<Fact>& facts, const std::vector<std::size_t>& some);
/// One JSON object without a line end, the format that adapters, workers and users' analyzers print
/// (docs/user/analyzer-facts.md).
[[nodiscard]] std::string to_json(const Fact& fact);
[[nodiscard]] Result<Fact> fact_from_json(std::string_view line);

}  // namespace assay::analyzer
