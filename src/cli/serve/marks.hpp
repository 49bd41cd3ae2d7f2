#pragma once

#include <string>

#include "cli/serve/campaigns.hpp"

namespace assay::cli {

/// Handles posted forms about findings, the only requests that change a campaign. Forms of other sites are rejected:
/// they lack the token, and browsers send the form's origin.
class Marks {
 public:
  /// The path to which forms are posted.
  static constexpr const char* kPath = "/mark";

  /// `host`: the address on which the server listens. Forms need a loopback address: there are no passwords.
  Marks(ServedCampaigns& campaigns, const std::string& host);

  /// The secret that a form must contain; empty if there are no forms.
  [[nodiscard]] const std::string& token() const { return token_; }

  /// The request's headers "Host", "Origin" and "Sec-Fetch-Site"; empty if absent.
  struct Sender {
    std::string host;
    std::string origin;
    std::string site;
  };
  /// False for a form of another site. Requests without these headers (not from browsers) are accepted here, but still
  /// need the token.
  [[nodiscard]] static bool is_own(const Sender& sender);

  struct Answer {
    int status = 0;        ///< HTTP status; 303 if the finding was changed
    std::string location;  ///< for 303: the finding's page
    std::string why;       ///< for other statuses: the error message
  };
  /// Changes a finding's triage to the form's values. `body`: application/x-www-form-urlencoded.
  [[nodiscard]] Answer take(const std::string& body) const;

 private:
  ServedCampaigns& campaigns_;
  std::string token_;
};

}  // namespace assay::cli
