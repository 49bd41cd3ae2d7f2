#pragma once

#include <gmpxx.h>

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "assay/base/hash.hpp"

namespace assay::smt {

/// The 32-bit number of an object in a TermStore. Ids are given in order of creation, so comparing them is
/// deterministic.
template <typename Tag>
struct Id {
  std::uint32_t index = 0;
  friend bool operator==(Id, Id) = default;
  friend auto operator<=>(Id, Id) = default;
};

using SortId = Id<struct SortTag>;
using TermId = Id<struct TermTag>;
using SymbolId = Id<struct SymbolTag>;      ///< an interned spelling, without the bars of a quoted symbol
using FunctionId = Id<struct FunctionTag>;  ///< a declared or defined function, constructor or selector
using DatatypeId = Id<struct DatatypeTag>;
using OperatorId = Id<struct OperatorTag>;  ///< a row of the operator registry

/// For std::unordered_map. Code that chooses or prints must not iterate over such a map: its order is not fixed.
struct IdHash {
  template <typename Tag>
  std::size_t operator()(Id<Tag> id) const {
    return static_cast<std::size_t>(mix(id.index));
  }
};

class Value;

/// An unsigned integer below 2^width. SMT-LIB FixedSizeBitVectors.
struct BitVector {
  std::uint32_t width = 1;
  mpz_class bits;
};

/// An IEEE 754 number of any format, as its packed bits (sign, `exponent` bits, `significand` - 1 bits). The only NaN
/// is the quiet NaN with a zero sign and only the top fraction bit set. SMT-LIB FloatingPoint.
struct Float {
  std::uint32_t exponent = 8;      ///< eb of (_ FloatingPoint eb sb)
  std::uint32_t significand = 24;  ///< sb, the hidden bit included
  mpz_class bits;
};

enum class RoundingMode : std::uint8_t { NearestEven, NearestAway, TowardPositive, TowardNegative, TowardZero };

/// An element of an uninterpreted sort: elements with different numbers are different.
struct Element {
  SortId sort;
  std::uint32_t number = 0;
};

struct ArrayValue;     ///< a total function with finitely many exceptions to one fallback
struct SequenceValue;  ///< elements in order: a Seq, set, tuple or nullable (strings are std::u32string)
struct DatatypeValue;  ///< a constructor and its fields
struct RegexValue;     ///< a regular language, as a closed term-like tree (see theory/regex)
struct FunctionValue;  ///< a function and its first arguments (partial application)

/// A value of any sort, immutable and cheap to copy. Equality is the equality of the SMT-LIB theories. Arrays are equal
/// when they agree everywhere, so they must be in the canonical form that make_array returns.
class Value {
 public:
  using Data = std::variant<std::monostate, bool, mpz_class, mpq_class, BitVector, Float, RoundingMode, std::u32string,
                            Element, std::shared_ptr<const ArrayValue>, std::shared_ptr<const SequenceValue>,
                            std::shared_ptr<const DatatypeValue>, std::shared_ptr<const RegexValue>,
                            std::shared_ptr<const FunctionValue>>;

  Value() = default;  ///< no value; may only be assigned to
  template <typename T>
  explicit Value(T data) : data_(std::move(data)) {}

  template <typename T>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<T>(data_);
  }
  template <typename T>
  [[nodiscard]] const T& as() const {
    return std::get<T>(data_);
  }
  [[nodiscard]] bool as_bool() const { return std::get<bool>(data_); }
  [[nodiscard]] const mpz_class& as_int() const { return std::get<mpz_class>(data_); }
  [[nodiscard]] const mpq_class& as_real() const { return std::get<mpq_class>(data_); }
  [[nodiscard]] const BitVector& as_bits() const { return std::get<BitVector>(data_); }
  [[nodiscard]] const Float& as_float() const { return std::get<Float>(data_); }
  [[nodiscard]] const std::u32string& as_string() const { return std::get<std::u32string>(data_); }
  [[nodiscard]] const ArrayValue& as_array() const { return *std::get<std::shared_ptr<const ArrayValue>>(data_); }
  [[nodiscard]] const SequenceValue& as_sequence() const {
    return *std::get<std::shared_ptr<const SequenceValue>>(data_);
  }
  [[nodiscard]] const DatatypeValue& as_datatype() const {
    return *std::get<std::shared_ptr<const DatatypeValue>>(data_);
  }
  [[nodiscard]] const RegexValue& as_regex() const { return *std::get<std::shared_ptr<const RegexValue>>(data_); }
  [[nodiscard]] bool is_function() const { return is<std::shared_ptr<const FunctionValue>>(); }
  [[nodiscard]] const FunctionValue& as_function() const {
    return *std::get<std::shared_ptr<const FunctionValue>>(data_);
  }
  [[nodiscard]] const Data& data() const { return data_; }

  /// A total order over values of one sort (and over kinds of values), for sorted entries and deterministic choices.
  /// It is not the order of any theory.
  friend std::strong_ordering operator<=>(const Value& a, const Value& b);
  friend bool operator==(const Value& a, const Value& b) { return (a <=> b) == std::strong_ordering::equal; }
  /// The same on every machine.
  [[nodiscard]] std::uint64_t hash() const;

 private:
  Data data_;
};

struct ArrayValue {
  Value fallback;
  std::vector<std::pair<Value, Value>> entries;  ///< sorted by index; no element equals the fallback
  std::uint64_t digest = 0;                      ///< set by make_array
  ~ArrayValue();  ///< iterative, as all destructors of values: values nest as deep as terms
};

struct SequenceValue {
  std::vector<Value> elements;
  std::uint64_t digest = 0;  ///< set by make_sequence
  ~SequenceValue();
};

struct DatatypeValue {
  FunctionId constructor;
  std::uint32_t position = 0;  ///< of the constructor in its datatype; the first criterion of the order of values
  std::vector<Value> fields;
  std::uint64_t digest = 0;  ///< set by make_datatype
  ~DatatypeValue();
};

/// A lambda with the values of its free variables, or a function symbol. Two different function values may still agree
/// everywhere. So, unlike other values, they may not be compared, and only operators that apply functions may use them.
struct FunctionValue {
  std::variant<TermId, FunctionId> function;
  std::vector<std::pair<SymbolId, Value>> captured;  ///< a lambda's free variables and their values, sorted by name
  std::vector<Value> given;                          ///< the first arguments
  std::uint64_t digest = 0;                          ///< set by make_function
  ~FunctionValue();
};

/// The `width` low bits of `bits` (two's complement when negative).
[[nodiscard]] Value make_bits(std::uint32_t width, const mpz_class& bits);
/// The canonical array: sorts the entries (the last entry of an index wins) and drops entries equal to the fallback.
/// `index_count` is the number of values of the index sort (0: infinite, or too many to be covered). If it is not 0,
/// the fallback becomes the most frequent element (the least element at a tie), so that equal arrays look the same.
/// That needs the indices without an entry. make_array finds them for Bool, bit-vectors, floats and rounding modes;
/// for other finite index sorts the caller must give every index an entry.
[[nodiscard]] Value make_array(Value fallback, std::vector<std::pair<Value, Value>> entries, std::uint64_t index_count);
[[nodiscard]] Value make_sequence(std::vector<Value> elements);
[[nodiscard]] Value make_datatype(FunctionId constructor, std::uint32_t position, std::vector<Value> fields);
[[nodiscard]] Value make_function(const FunctionValue& function);

struct ValueHash {
  std::size_t operator()(const Value& value) const { return static_cast<std::size_t>(value.hash()); }
};

}  // namespace assay::smt
