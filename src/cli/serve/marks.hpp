#pragma once

#include <string>

#include "cli/serve/campaigns.hpp"

namespace assay::cli {

/// The content of a posted form about a finding: the only requests that change a campaign. A page of another site can
/// send a form here, but it knows no token, and its browser says which site the form is from.
class Marks {
 public:
  /// Where forms are posted to.
  static constexpr const char* kPath = "/mark";

  /// `host`: what the server listens on. Where other machines reach it, nobody can change anything: there are no
  /// passwords.
  Marks(ServedCampaigns& campaigns, const std::string& host);

  /// What a form must send along; empty where there are no forms.
  [[nodiscard]] const std::string& token() const { return token_; }

  /// The request's headers "Host", "Origin" and "Sec-Fetch-Site"; empty: it has none.
  struct Sender {
    std::string host;
    std::string origin;
    std::string site;
  };
  /// False for a form of another site. Programs other than browsers do not say where a form is from; they have to know
  /// the token all the same.
  [[nodiscard]] static bool is_own(const Sender& sender);

  struct Answer {
    int status = 0;        ///< of HTTP; 303 when the finding was changed
    std::string location;  ///< of 303: the finding's page
    std::string why;       ///< of any other: what is wrong
  };
  /// Changes a finding's triage as the form says. `body`: application/x-www-form-urlencoded.
  [[nodiscard]] Answer take(const std::string& body) const;

 private:
  ServedCampaigns& campaigns_;
  std::string token_;
};

}  // namespace assay::cli
