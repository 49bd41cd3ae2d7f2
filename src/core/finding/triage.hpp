#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::core {

/// A person's judgement of a finding.
enum class TriageState : std::uint8_t {
  New,        ///< no judgement yet
  Confirmed,  ///< a person agrees that the finding is a bug of the target
  Reported,   ///< the target's maintainers have a report
  Fixed,      ///< a version of the target has the fix
  NotABug,    ///< the target is right, or its maintainers say so
};
/// The name on the command line and in exports: "not-a-bug".
[[nodiscard]] std::string_view name(TriageState state);
[[nodiscard]] std::optional<TriageState> triage_state(std::string_view name);
[[nodiscard]] const std::vector<TriageState>& all_triage_states();

/// The judgement that a person has written about a finding. A campaign's store holds it (table `triage`).
struct Triage {
  TriageState state = TriageState::New;
  std::string link;     ///< of the report: http or https; empty: none
  std::string note;     ///< plain text, may have several lines; empty: none
  std::string changed;  ///< UTC, ISO 8601; empty: never

  /// Reported, fixed or not a bug: the finding does not make a command exit with code 1.
  [[nodiscard]] bool is_settled() const;
};
/// "reported, https://...: the note" in one line; empty for a new finding without link and note.
[[nodiscard]] std::string triage_text(const Triage& triage);

/// A change of a finding's triage. Fields without a value keep the stored value.
struct TriageChange {
  std::optional<TriageState> state;
  std::optional<std::string> link;
  std::optional<std::string> note;
};
constexpr std::size_t kMaxLinkBytes = 2000;
constexpr std::size_t kMaxNoteBytes = 8000;
/// The triage with the change applied. An Error if the link is no web address, or if link or note are too long.
[[nodiscard]] Result<Triage> with_change(Triage triage, const TriageChange& change);

}  // namespace assay::core
