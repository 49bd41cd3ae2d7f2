#include "cli/serve/marks.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/report/live.hpp"
#include "core/store/store.hpp"

namespace assay::cli {
namespace {

bool is_loopback(const std::string& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

/// 128 random bits as hexadecimal digits; empty if the system's random generator fails.
std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return {};
  std::string token;
  for (const unsigned char byte : bytes) {
    token += kHexDigits[byte >> 4U];
    token += kHexDigits[byte & 15U];
  }
  return token;
}

/// Compares in a time that does not depend on where the texts differ.
bool same_token(const std::string& one, const std::string& other) {
  if (one.empty() || one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i) difference |= static_cast<unsigned>(one[i] ^ other[i]);
  return difference == 0;
}

/// The fields of an application/x-www-form-urlencoded body.
std::map<std::string, std::string> form_fields(const std::string& body) {
  std::map<std::string, std::string> fields;
  for (const std::string_view part : split(body, '&')) {
    const std::size_t at = std::min(part.find('='), part.size());
    const std::string value(part.substr(std::min(at + 1, part.size())));
    fields[percent_decoded(part.substr(0, at))] = percent_decoded(replace_all(value, "+", " "));
  }
  return fields;
}

}  // namespace

Marks::Marks(ServedCampaigns& campaigns, const std::string& host)
    : campaigns_(campaigns), token_(is_loopback(host) ? random_token() : std::string()) {}

bool Marks::is_own(const Sender& sender) {
  const std::string& origin = sender.origin;
  return (origin.empty() || origin == "http://" + sender.host || origin == "https://" + sender.host) &&
         (sender.site.empty() || sender.site == "same-origin");
}

Marks::Answer Marks::take(const std::string& body) const {
  std::map<std::string, std::string> fields = form_fields(body);
  if (!same_token(token_, fields["token"]))
    return {403, "", "this form is from before the server was started: go back, and load its page again"};
  const std::optional<core::TriageState> state = core::triage_state(fields["state"]);
  if (!state) return {400, "", "there is no such state"};
  const std::vector<core::LiveCampaign> all = campaigns_.all();
  const auto campaign =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.key == fields["campaign"]; });
  if (campaign == all.end()) return {404, "", "there is no such campaign"};
  const Result<std::unique_ptr<core::Store>> store = core::Store::open(campaign->name);
  if (!store) return {500, "", store.error().text()};
  const Result<core::Store::JudgedFinding> judged =
      (*store)->set_triage(fields["finding"], {state, fields["link"], fields["note"]});
  if (!judged) return {400, "", judged.error().text()};
  return {303, core::live_address(*campaign, judged->id), ""};
}

}  // namespace assay::cli
