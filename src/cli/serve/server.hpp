#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "core/finding/baseline.hpp"

namespace assay::cli {

struct ServeOptions {
  std::vector<std::string> folders;
  std::string host = "127.0.0.1";
  std::vector<std::string> names{};  ///< additional names of this machine that are accepted in the header "Host"
  unsigned port = 8765;              ///< 0: any free port
  core::Baseline baseline;
};

/// Serves pages until a stop is requested. `ready` is called with the address. Names in addresses are looked up, and
/// never become paths of files. GET and HEAD change nothing; the only POST is that of findings' forms, at a loopback
/// address. An Error if the port is taken, or the server ends.
[[nodiscard]] Status serve(const ServeOptions& options, const std::function<void(const std::string& address)>& ready,
                           const std::stop_token& stop);

}  // namespace assay::cli
