#include <algorithm>
#include <filesystem>

#include "reader.hpp"

namespace assay::analyzer {

const std::vector<Reader>& readers() {
  static const std::vector<Reader> rows = {
      {"cppcheck-xml", "Cppcheck: --xml", read_cppcheck_xml},
      {"eva-csv", "Frama-C: -report-csv, and what -metrics-eva-cover prints", read_eva_csv},
      {"gcc-json", "GCC 10 to 14: -fdiagnostics-format=json, on standard error", read_gcc_json},
      {"lines", "lines that a regular expression with named groups matches", read_lines},
      {"pysa-json", "Pysa: what `pyre analyze` prints", read_pysa_json},
      {"sarif", "SARIF 2.1.0", read_sarif},
      {"tai-e", "Tai-e: what its analysis process-result writes", read_tai_e},
  };
  return rows;
}

const Reader* find_reader(std::string_view name) {
  const auto at = std::find_if(readers().begin(), readers().end(), [&](const Reader& row) { return row.name == name; });
  return at == readers().end() ? nullptr : &*at;
}

std::string to_text(const CheckKey& key) {
  std::string text = key.file + ":" + std::to_string(key.line) + ": " + key.kind;
  if (!key.function.empty()) text += " in " + key.function;
  if (!key.property.empty()) text += ": " + key.property;
  return text;
}

std::string path_from(std::string_view folder, std::string_view path) {
  const std::string plain = std::filesystem::path(path).lexically_normal().string();
  const bool below = !folder.empty() && plain.size() > folder.size() + 1 && plain.starts_with(folder) &&
                     (folder.back() == '/' || plain[folder.size()] == '/');
  return below ? plain.substr(folder.size() + (folder.back() == '/' ? 0 : 1)) : plain;
}

}  // namespace assay::analyzer
