// SPDX-License-Identifier: GPL-3.0-or-later
// What GCC claims at a point of a function, before it is printed and before a check for it is inserted.
#pragma once

#include "gcc_headers.hpp"

namespace assay_gcc {

/// Where a claim is made, and where its check goes.
struct Where {
  enum class Kind { AfterDefinition, BeforeStatement, OnEdge, FunctionStart, LoopHead };
  Kind kind = Kind::BeforeStatement;
  gimple* statement = nullptr;  ///< of the first two
  edge on = nullptr;
  loop_p in = nullptr;
};

/// One property of the group's value.
struct Claim {
  enum class Kind { Ranges, Zeros, Alignment, Unreachable, Relation, Apart, Trips };
  Kind kind = Kind::Ranges;
  const char* part = "";                              ///< of GCC: who says so
  std::vector<std::pair<wide_int, wide_int>> ranges;  ///< in the value's own precision and sign, ascending
  wide_int zeros = wi::zero(1);                       ///< bits that are zero
  unsigned align = 1, misalign = 0;
  tree_code relation = EQ_EXPR;
  tree other = NULL_TREE;                    ///< Relation: an SSA name. Apart: a reference
  HOST_WIDE_INT bytes = 0, other_bytes = 0;  ///< Apart: how many each of them accesses
  unsigned HOST_WIDE_INT trips = 0;          ///< how often the head is entered, each time that the loop is
  tree iterations = NULL_TREE;               ///< Trips: one less than they are, as an expression; no `trips` then
  bool exact = false;                        ///< Trips: neither more nor less; checked where the loop is left
};

/// Claims that are judged together: at one point, about one value.
struct Group {
  Where where;
  tree value = NULL_TREE;  ///< an SSA name; Apart: a reference; otherwise nothing
  const char* operation = "";
  std::vector<Claim> claims;
};

/// Deliberately wrong claims, to see that the checks find them.
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
  TooUnreachable
};

struct Settings {
  std::string pass = "late";
  int instance = 1;
  std::string out;     ///< file that facts are appended to; empty: none are printed
  unsigned first = 0;  ///< number of the first fact
  Lie lie = Lie::None;
};

/// What was seen and is not claimed, by reason.
using Unread = std::map<std::string, unsigned long>;

constexpr const char* kUndefinedName = "may depend on an undefined value";
constexpr const char* kUnusualType = "no check for values of this type";
constexpr const char* kNoPlace = "no place for a check";

/// SSA names that may hold an undefined value, by version.
std::vector<bool> undefined_names(function* fun);
/// Whether a check can hold the values of this type: integers and pointers that fit into 128 bits.
bool is_checkable(tree type);
/// Integers, in the type's own sign, of a range; empty for one that says nothing.
std::vector<std::pair<wide_int, wide_int>> ranges_of(const irange& range);

/// Claims from the ranger, and from what is stored with SSA names.
void collect_values(function* fun, const Settings& settings, const std::vector<bool>& undefined,
                    std::vector<Group>& groups, Unread& unread);
/// Claims about loops and about pairs of memory references.
void collect_memory(function* fun, const Settings& settings, const std::vector<bool>& undefined,
                    std::vector<Group>& groups, Unread& unread);

/// Inserts the checks; `first` is the number of the first claim.
void insert_checks(function* fun, const std::vector<Group>& groups, unsigned first);
/// Prints them, one JSON object a line.
void print_claims(FILE* out, function* fun, const std::vector<Group>& groups);

}  // namespace assay_gcc
