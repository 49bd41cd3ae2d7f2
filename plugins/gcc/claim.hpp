// SPDX-License-Identifier: GPL-3.0-or-later
// A claim of GCC at a point of a function, before it is printed and its check is inserted.
#pragma once

#include "gcc_headers.hpp"

namespace assay_gcc {

/// The place of a claim, and of its check.
struct Where {
  enum class Kind { AfterDefinition, BeforeStatement, OnEdge, FunctionStart, LoopHead };
  Kind kind = Kind::BeforeStatement;
  gimple* statement = nullptr;  ///< for the first two kinds
  edge on = nullptr;
  loop_p in = nullptr;
};

/// One property of the group's value.
struct Claim {
  enum class Kind { Ranges, Zeros, Alignment, Unreachable, Relation, Apart, Trips, PointsTo, Unchanged };
  Kind kind = Kind::Ranges;
  const char* part = "";                              ///< the part of GCC that makes the claim
  std::vector<std::pair<wide_int, wide_int>> ranges;  ///< in the value's own precision and sign, ascending
  wide_int zeros = wi::zero(1);                       ///< bits that are zero
  unsigned align = 1, misalign = 0;
  tree_code relation = EQ_EXPR;
  tree other = NULL_TREE;                    ///< Relation: an SSA name. Apart: a memory reference
  HOST_WIDE_INT bytes = 0, other_bytes = 0;  ///< Apart, PointsTo: number of bytes that each reference accesses
  std::vector<tree> objects;                 ///< PointsTo: variables
  bool inside = false;  ///< PointsTo: true if the access reaches an object of the list, false if it reaches none
  unsigned HOST_WIDE_INT trips = 0;  ///< number of times that the head is entered, for each entry of the loop
  tree iterations = NULL_TREE;       ///< Trips: the number minus one, as an expression; `trips` is not used then
  bool exact = false;                ///< Trips: the exact number instead of a maximum; checked at the loop's exits
};

/// Claims about one value at one point, which are judged together.
struct Group {
  Where where;
  tree value = NULL_TREE;  ///< an SSA name; Apart, PointsTo: a memory reference; Unchanged: a variable; or NULL_TREE
  const char* operation = "";
  std::vector<Claim> claims;
};

/// Deliberately wrong claims, to test that the checks detect them.
enum class Lie {
  None,
  LowUp,
  HighDown,
  SignLost,
  NegatedBits,
  PhiForgets,
  Stale,
  TripsLess,
  AliasMissed,
  PointsMissed,
  EscapeMissed,
  TooUnreachable
};

struct Settings {
  std::string pass = "late";
  int instance = 1;
  std::string out;     ///< file to which facts are appended; empty: facts are not printed
  unsigned first = 0;  ///< number of the first fact
  Lie lie = Lie::None;
};

/// Properties that are not claimed: their number by reason.
using Unread = std::map<std::string, unsigned long>;

constexpr const char* kUndefinedName = "may depend on an undefined value";
constexpr const char* kUnusualType = "no check for values of this type";
constexpr const char* kNoPlace = "no place for a check";

/// SSA names that may hold an undefined value, by version.
std::vector<bool> undefined_names(function* fun);
/// Whether a check can hold the values of this type: integers and pointers that fit into 128 bits.
bool is_checkable(tree type);
/// The range's integers, in the type's own sign; empty for a range without information.
std::vector<std::pair<wide_int, wide_int>> ranges_of(const irange& range);

/// Collects claims from the ranger, and from information stored with SSA names.
void collect_values(function* fun, const Settings& settings, const std::vector<bool>& undefined,
                    std::vector<Group>& groups, Unread& unread);
/// Collects claims about loops, memory references, the objects behind pointers, and what calls leave as it is.
void collect_memory(function* fun, const Settings& settings, const std::vector<bool>& undefined,
                    std::vector<Group>& groups, Unread& unread);

/// Inserts the checks; `first` is the number of the first claim.
void insert_checks(function* fun, const std::vector<Group>& groups, unsigned first);
/// Prints the claims, one JSON object a line.
void print_claims(FILE* out, function* fun, const std::vector<Group>& groups);

}  // namespace assay_gcc
