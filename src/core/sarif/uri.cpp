#include "uri.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/ascii.hpp"

namespace assay::core {
namespace {

constexpr std::size_t kMaxBases = 8;

/// "C:/a" -> true
bool has_drive(std::string_view path) { return path.size() >= 2 && is_letter(path[0]) && path[1] == ':'; }

}  // namespace

std::string path_of_uri(std::string_view uri) {
  if (uri.starts_with("file://")) uri.remove_prefix(std::string_view("file://").size());
  return percent_decoded(uri);
}

std::string sarif_path(const SarifJson& run, const SarifJson& location) {
  const SarifJson* here = &location;
  if (sarif_text(location, {"uri"}).empty())
    here = sarif_element(sarif_at(run, {"artifacts"}), sarif_at(location, {"index"}));
  if (here == nullptr) return {};
  if (here != &location) here = sarif_at(*here, {"location"});
  if (here == nullptr) return {};
  std::string path = path_of_uri(sarif_text(*here, {"uri"}));
  std::string base = sarif_text(*here, {"uriBaseId"});
  // A base whose own place is relative to another base is a folder of the project.
  for (std::size_t i = 0; i < kMaxBases && !base.empty(); ++i) {
    const SarifJson* const row = sarif_at(run, {"originalUriBaseIds", base.c_str()});
    const std::string next = row == nullptr ? std::string() : sarif_text(*row, {"uriBaseId"});
    if (next.empty()) break;
    std::string folder = path_of_uri(sarif_text(*row, {"uri"}));
    if (!folder.empty() && !folder.ends_with('/')) folder += '/';
    path.insert(0, folder);
    base = next;
  }
  std::replace(path.begin(), path.end(), '\\', '/');
  if (path.size() > 2 && path[0] == '/' && has_drive(std::string_view(path).substr(1))) path.erase(0, 1);
  if (has_drive(path) && path[0] >= 'a') path[0] = static_cast<char>(path[0] - 'a' + 'A');
  return path.empty() ? path : std::filesystem::path(path).lexically_normal().string();
}

}  // namespace assay::core
