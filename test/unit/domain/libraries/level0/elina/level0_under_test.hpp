#pragma once

#include "domain/libraries/elina/promises.hpp"

namespace assay::domain::under_test {

using elina::all_targets;
inline constexpr const char* kTarget = "elina:zonotopes";
inline constexpr const char* kSeveral = "";  ///< there is no such target
inline constexpr const char* kEager = "";
inline constexpr const char* kAsDoubles = "elina:zonotopes";
inline constexpr const char* kLibrary = "elina";
inline constexpr const char* kLink = "-lzonotope -lelinalinearize";
inline constexpr auto* set_bug = elina_double_set_bug;
inline constexpr auto* bug = elina_double_bug_of;
inline constexpr auto kNoBug = ELINA_NO_BUG;
inline constexpr auto kJoinKeepsLeft = ELINA_JOIN_KEEPS_LEFT;
inline constexpr auto kMeetKeepsLeft = ELINA_MEET_KEEPS_LEFT;
inline constexpr auto kForgetsRounding = ELINA_FORGETS_ROUNDING;

}  // namespace assay::domain::under_test
