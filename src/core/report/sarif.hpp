#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

/// Writing reports in SARIF 2.1.0 (OASIS).
namespace assay::core {

/// One result of a tool. Texts may be empty, except for the first three.
struct SarifResult {
  std::string rule, level, message;
  std::string file, base;                     ///< as sarif_file takes them
  unsigned line = 0;                          ///< from 1; 0: not known
  std::string logical, logical_kind;          ///< of the function or module: its name, "function" or "module"
  std::string fingerprint, fingerprint_name;  ///< equal for the same result of another run
};
[[nodiscard]] nlohmann::ordered_json sarif_result(const SarifResult& result);
/// An artifactLocation. `base`: the key in originalUriBaseIds of the folder that relative paths start at; may be empty.
[[nodiscard]] nlohmann::ordered_json sarif_file(const std::string& path, const std::string& base);
/// The text of a report with one run. `rest`: the run's properties besides its tool.
[[nodiscard]] std::string sarif_document(const nlohmann::ordered_json& driver, const nlohmann::ordered_json& rest);

}  // namespace assay::core
