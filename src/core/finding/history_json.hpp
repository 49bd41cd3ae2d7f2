#pragma once

#include <array>
#include <string>
#include <tuple>
#include <utility>

#include "core/finding/history.hpp"
#include "core/io/json_fields.hpp"

namespace assay::core {

inline constexpr auto json_names(VersionAnswer::What) {
  using enum VersionAnswer::What;
  return std::array{std::pair{Right, "right"}, std::pair{Wrong, "wrong"}, std::pair{CannotSay, "cannot say"}};
}

inline constexpr auto json_names(Obstacle) {
  using enum Obstacle;
  return std::array{
      std::pair{None, ""},       std::pair{NotJudged, "not judged"},         std::pair{Slow, "slow"},
      std::pair{Crash, "crash"}, std::pair{NotComparable, "not comparable"}, std::pair{NotAvailable, "not available"}};
}

inline constexpr auto json_fields(const VersionAnswer*) {
  return std::tuple{json_field("version", &VersionAnswer::version), required_field("answer", &VersionAnswer::what),
                    json_field("note", &VersionAnswer::note), sparse_field("why", &VersionAnswer::obstacle),
                    sparse_field("runs", &VersionAnswer::runs)};
}

/// A history in words, which is written but not read.
struct InWords {
  template <typename Json>
  static Json write(const History& history) {
    return since_text(history);
  }
  template <typename Json>
  static std::string read(const Json&, const History&) {
    return "";
  }
};

inline constexpr auto json_fields(const History*) {
  return std::tuple{json_field("target", &History::target),
                    json_field("of", &History::commits, WordForm{"commits", "releases"}),
                    json_field("in-words", WholeStruct(), InWords()), json_field("versions", &History::answers)};
}

}  // namespace assay::core
