#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "core/proc/proc.hpp"
#include "core/target/patterns.hpp"

namespace assay::core {

/// The parts of a target's run that `--keep` can preserve.
struct KeptRun {
  /// The result in one word: "timeout", "crash", "error", or a word of the area ("sat"). Empty: none of these.
  std::string word;
  std::optional<int> exit_code;  ///< nullopt: the process did not end by itself
  std::string output;            ///< standard output and standard error
};

/// Describes a run by its process alone. "error": exit code 1, or another exit code than 0 together
/// with a text on standard error. "crash": a signal, or a line of the output that `crashes` matches.
[[nodiscard]] KeptRun kept_run(const ProcessResult& result, const PatternList& crashes);

/// A property of a target's run that a reduction preserves: the value of `--keep`.
struct KeptProperty {
  std::string text;                              ///< as the user wrote it: "exit:3"
  std::string kind;                              ///< the part before the colon: "exit"
  double number = 0;                             ///< of exit:N and slower:N
  std::shared_ptr<const PatternList> pattern{};  ///< of output:REGEX

  [[nodiscard]] bool holds(const KeptRun& run) const;
  /// False if only a run that uses up its time limit has the property. Such a limit must not be shortened.
  [[nodiscard]] bool shortens_runs() const { return kind != "timeout"; }
};

/// The forms of `--keep` that every area offers for the run of a target.
inline constexpr std::string_view kKeepOutput = "output:REGEX";
inline constexpr std::string_view kKeepExit = "exit:N";
inline constexpr std::string_view kKeepSlower = "slower:N";  ///< N times as slow as another target, N > 1

/// Reads the value of `--keep`. `forms`: the accepted values; "NAME:N" has a number, "NAME:REGEX" a regular expression
/// for a line of the output. An Error lists the forms.
[[nodiscard]] Result<KeptProperty> read_kept_property(const std::string& text, std::span<const std::string_view> forms);

}  // namespace assay::core
