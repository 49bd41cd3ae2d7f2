#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/core/baseline.hpp"

namespace assay::cli {

struct ServeOptions {
  std::vector<std::string> folders;
  std::string host = "127.0.0.1";
  std::vector<std::string> names{};  ///< more names of this machine that a browser may ask for
  unsigned port = 8765;              ///< 0: any that is free
  core::Baseline baseline;
};

/// Serves pages until a stop is requested; `ready` is told the address. No name in an address ever becomes a path. GET
/// and HEAD change nothing; the one POST is that of findings' forms, and only at a loopback address. An Error: the port
/// is taken.
[[nodiscard]] Status serve(const ServeOptions& options, const std::function<void(const std::string& address)>& ready,
                           const std::stop_token& stop);

}  // namespace assay::cli
