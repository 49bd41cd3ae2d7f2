#include "core/report/report.hpp"
#include "core/report/writers.hpp"

namespace assay::core {

const std::vector<ExportFormat>& export_formats() {
  static const std::vector<ExportFormat> formats = {
      {"json", "everything that is known of each finding, and the campaign's counts", ".json", write_json},
      {"junit", "JUnit XML, one test case a finding, for CI systems", ".xml", write_junit},
      {"sarif", "SARIF 2.1.0, for code-scanning services", ".sarif", write_sarif},
      {"markdown", "one text with every finding, ready to paste", ".md", write_markdown},
      {"summary", "a short Markdown text for a pull request", ".md", write_summary},
      {"baseline", "the findings' signatures, for --baseline", ".json", write_baseline},
  };
  return formats;
}

const ExportFormat* export_format(std::string_view format_name) {
  for (const ExportFormat& format : export_formats()) {
    if (format.name == format_name) return &format;
  }
  return nullptr;
}

}  // namespace assay::core
