#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "core/sarif/sarif.hpp"

namespace assay::core {

/// A report as a whole: a sarifLog object with an array of runs, each with an array of objects as its results.
struct SarifReport {
  std::string name;  ///< the file's path
  std::shared_ptr<SarifJson> log;
  std::vector<std::string> notes;  ///< runs that were not successful: their results may be incomplete
};

/// Reads SARIF 2.1.0 in UTF-8. The Error names the file and says what is wrong: an empty or incomplete file, another
/// format or version, a run without results. "-": standard input.
[[nodiscard]] Result<SarifReport> read_sarif_report(const std::string& path);
/// The same for a text.
[[nodiscard]] Result<SarifJson> parse_sarif(std::string_view text);

}  // namespace assay::core
