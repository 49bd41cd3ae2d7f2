#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace assay::datalog {

/// A choice between equivalent ways to write a relation's definition, in a language that has several ways (SQL).
enum class Wording : std::uint8_t {
  Arms,        ///< the recursive rules of a recursive query
  Storage,     ///< the object that holds the relation
  Nesting,     ///< a nested WITH list around the definition
  Keyword,     ///< the word RECURSIVE on a list without recursion
  Duplicates,  ///< the removal of duplicates
  Negation,
  Atoms,  ///< atoms that bind no variable of another literal
  Joins,
  Hint,
  Statistics,
  History,  ///< the statements that lead to the facts
  Rows,     ///< which rows there may be (program/meaning.hpp)
  State,    ///< whether the relation holds the rows of a table at a later time
  Values,   ///< the types of columns in all tables. The first relation's way stands for the program
  Order,    ///< the last column is a place in an order of search (program/meaning.hpp)
  Names,    ///< the names of tables in a definition
};
inline constexpr std::size_t kWordings = 16;

/// The way of Wording::Storage that is a maintained view.
inline constexpr unsigned kMaintainedWay = 4;
/// The way of Wording::Storage that is a correlated subquery.
inline constexpr unsigned kCorrelatedWay = 7;
/// The ways of Wording::Arms for two relations that are members of one list: mutual, nested recursion.
inline constexpr unsigned kMemberWays[] = {6, 7};
/// The way of Wording::Negation that is NOT IN.
inline constexpr unsigned kNotInWay = 1;

/// One row for each Wording. The first way is the plainest.
struct WordingRow {
  Wording wording = Wording::Arms;
  std::string_view name;
  std::vector<std::string_view> ways;
  bool keeps_result = true;  ///< false: the ways mean different programs
};
[[nodiscard]] std::span<const WordingRow> wording_rows();

/// The ways of a relation's definition: a number with one hexadecimal digit for each Wording. Digit 0 stands for the
/// plainest way that the language has.
using Wordings = std::uint64_t;

[[nodiscard]] unsigned way_of(Wordings wordings, Wording wording);
[[nodiscard]] Wordings with_way(Wordings wordings, Wording wording, unsigned way);
/// The choices that are not the plainest, as "arms = flat", in the order of wording_rows().
[[nodiscard]] std::vector<std::string_view> names_of(Wordings wordings);
/// All names that names_of() can give.
[[nodiscard]] std::vector<std::string_view> wording_names();

}  // namespace assay::datalog
