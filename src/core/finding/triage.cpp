#include "core/finding/triage.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace assay::core {
namespace {

constexpr std::array<std::string_view, 5> kStateNames = {"new", "confirmed", "reported", "fixed", "not-a-bug"};

/// True for an address of printable ASCII without characters that end a link, so that it stays one word when printed.
bool is_web_address(std::string_view link) {
  const bool web = link.starts_with("https://") || link.starts_with("http://");
  return web && std::all_of(link.begin(), link.end(), [](char c) {
           return c > ' ' && c <= '~' && std::string_view("\"<>\\^`{|}").find(c) == std::string_view::npos;
         });
}

}  // namespace

std::string_view name(TriageState state) { return kStateNames[static_cast<std::size_t>(state)]; }

std::optional<TriageState> triage_state(std::string_view name) {
  const auto found = std::find(kStateNames.begin(), kStateNames.end(), name);
  if (found == kStateNames.end()) return std::nullopt;
  return static_cast<TriageState>(found - kStateNames.begin());
}

const std::vector<TriageState>& all_triage_states() {
  static const std::vector<TriageState> states = {TriageState::New, TriageState::Confirmed, TriageState::Reported,
                                                  TriageState::Fixed, TriageState::NotABug};
  return states;
}

bool Triage::is_settled() const {
  return state == TriageState::Reported || state == TriageState::Fixed || state == TriageState::NotABug;
}

std::string triage_text(const Triage& triage) {
  std::string out;
  if (triage.state != TriageState::New || !triage.link.empty() || !triage.note.empty()) out = name(triage.state);
  if (!triage.link.empty()) out += ", " + triage.link;
  if (!triage.note.empty()) out += ": " + replace_all(printable(triage.note), "\n", " ");
  return out;
}

Result<Triage> with_change(Triage triage, const TriageChange& change) {
  if (change.state) triage.state = *change.state;
  if (change.link) triage.link = std::string(trim(*change.link));
  if (change.note) triage.note = std::string(trim(printable(replace_all(*change.note, "\r\n", "\n"))));
  if (!triage.link.empty() && !is_web_address(triage.link))
    return Error{"'" + printable(shortened(triage.link, 200)) + "' is no web address",
                 "a link begins with https:// or http:// and has no spaces"};
  if (triage.link.size() > kMaxLinkBytes)
    return Error{"the link has more than " + std::to_string(kMaxLinkBytes) + " bytes", "shorten it"};
  if (triage.note.size() > kMaxNoteBytes)
    return Error{"the note has more than " + std::to_string(kMaxNoteBytes) + " bytes", "shorten it"};
  return triage;
}

}  // namespace assay::core
