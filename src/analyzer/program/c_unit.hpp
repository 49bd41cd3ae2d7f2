#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/program/c_tree.hpp"
#include "analyzer/program/program.hpp"
#include "core/rng/rng.hpp"

namespace assay::analyzer::c {

/// A scalar object that a function can read, and may be able to write.
struct ScalarPlace {
  std::string text;
  Scalar type = Scalar::Int;
  Range home;           ///< contains every value that it ever has
  bool memory = false;  ///< others can reach it (a global, a field, what a pointer points to): nothing but `home` is
                        ///< ever known of it
  bool writable = true;
  bool used = false;       ///< some expression reads it
  bool bit_field = false;  ///< it has no address
};

struct Array {
  std::string text;
  Scalar type = Scalar::Int;
  unsigned size = 0;
  unsigned columns = 0;  ///< number of columns of each of the `size` rows; 0: it has one dimension
  Range home;
  bool writable = true;
};

/// An array of char whose last byte is always zero: a write before that cannot lose the end of the string.
struct Text {
  std::string text;
  unsigned capacity = 0;
  bool writable = true;  ///< and the function may read all of its capacity
};

struct Pointer {
  std::string text;
  Scalar type = Scalar::Int;
  bool nullable = false;
  bool writable = true;      ///< whether its target can be written
  std::size_t outlives = 0;  ///< number of slots that live at least as long
};

struct Record {
  struct Field {
    std::string name;
    Scalar type = Scalar::Int;
    unsigned size = 0;  ///< size of an array; 0: none
    int record = -1;    ///< index of a nested structure
  };
  std::string name;
  std::vector<Field> fields;
};
/// A structure in a function, or the target of a pointer.
struct RecordValue {
  std::string text;
  unsigned record = 0;
  bool pointer = false;
  bool writable = true;
};

struct Parameter {
  enum class Kind : std::uint8_t { Value, Out, Array, Text, Record, RecordPointer, Fuel };
  Kind kind = Kind::Value;
  std::string name;
  Scalar type = Scalar::Int;
  unsigned size = 0;  ///< Array: number of elements; Text: maximum capacity
  unsigned record = 0;
  bool nullable = false;  ///< Out: whether it may be null
};

struct Function {
  std::string name;
  std::optional<Scalar> result;  ///< nullopt: void
  Range range;                   ///< range of the result
  std::vector<Parameter> parameters;
  bool pure = true;              ///< it accesses nothing but the values of its parameters
  std::uint64_t cost = 1;        ///< approximate maximum number of statements in one call
  std::vector<Whole> landmarks;  ///< constants in its comparisons
  std::vector<Stmt> body;
};

enum class Theme : std::uint8_t {
  Values,
  Loops,
  Pointers,
  Calls,
  Strings,
  Mixed,
  Clamps,
  Barriers,
  Objects,
  Classes,
  Floats,
  SpecialFloats
};
inline constexpr unsigned kThemes = 6;  ///< number of themes with own weights
/// The theme whose weights apply: clamps, barriers and floating-point numbers are among the statements of the theme
/// Values, statements about objects and classes among the statements of the theme Mixed.
[[nodiscard]] constexpr std::size_t weighed_as(Theme theme) {
  if (theme == Theme::Objects || theme == Theme::Classes) return static_cast<std::size_t>(Theme::Mixed);
  return static_cast<std::size_t>(theme > Theme::Mixed ? Theme::Values : theme);
}
[[nodiscard]] constexpr bool has_reals(Theme theme) { return theme >= Theme::Floats; }
/// The magnitude of floating-point arguments in programs without infinities and NaN.
inline constexpr Whole kMaxReal = Whole{1} << 60;
/// The range of a parameter of the type.
[[nodiscard]] inline Range home_of(Scalar type, Theme theme) {
  return is_real(type) && theme == Theme::Floats ? Range{-kMaxReal, kMaxReal} : range_of(type);
}
/// The program's function that turns a double into a number: its bits, or 1 for NaN, whose bits C leaves open.
inline constexpr std::string_view kRealBits = "real_bits";

/// The program as generated so far.
struct Unit {
  Theme theme = Theme::Mixed;
  ProgramSize size;
  std::vector<Record> records;
  std::vector<Whole> enumerators;        ///< E0, E1, ...: ascending, the first one negative
  std::vector<std::string> definitions;  ///< printed definitions of globals
  std::vector<ScalarPlace> slots;
  std::vector<Array> arrays;
  std::vector<Text> texts;
  std::vector<Function> functions;
};

/// "{1, 2, {3}}" for a structure.
[[nodiscard]] std::string initial_value(const Unit& unit, unsigned record, core::Rng& rng);
/// `int f(const char *s)`.
[[nodiscard]] std::string signature(const Unit& unit, const Function& function);

/// Adds structures, an enumeration and global variables.
void declare_globals(Unit& unit, core::Rng rng);
/// Adds a function.
void define_function(Unit& unit, core::Rng rng);
/// The classes and templates of the theme Classes, with random numbers in them.
[[nodiscard]] std::string class_definitions(core::Rng rng);
/// The text of main, which calls every function with boundary values and prints one checksum.
[[nodiscard]] std::string driver(const Unit& unit, core::Rng rng);

/// Constants at boundaries of C's types and operators: the ends of the types, powers of two and their neighbours, small
/// numbers.
[[nodiscard]] const std::vector<Whole>& boundary_values();

}  // namespace assay::analyzer::c
