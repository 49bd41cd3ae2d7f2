#pragma once

#include "domain/libraries/apron/promises.hpp"

namespace assay::domain::under_test {

using apron::all_targets;
inline constexpr const char* kTarget = "apron:box-MPQ";
inline constexpr const char* kSeveral = "apron:box-MPQ:several";
inline constexpr const char* kEager = "apron:box-MPQ:eager";
inline constexpr const char* kAsDoubles = "";
inline constexpr const char* kLibrary = "apron";
inline constexpr const char* kLink = "-lboxMPQ -lapron";
inline constexpr auto* set_bug = ap_double_set_bug;
inline constexpr auto* bug = ap_double_bug_of;
inline constexpr auto kNoBug = AP_NO_BUG;
inline constexpr auto kJoinKeepsLeft = AP_JOIN_KEEPS_LEFT;
inline constexpr auto kMeetKeepsLeft = AP_MEET_KEEPS_LEFT;
inline constexpr auto kForgetsRounding = AP_FORGETS_ROUNDING;

}  // namespace assay::domain::under_test
