#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "analyzer/split/source/split.hpp"
#include "assay/base/hash.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer::splitting {
namespace {

bool is_compiled(const std::string& file) { return file.ends_with(".class"); }

std::string_view skip_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  return text;
}

/// The name in a line `#include "name"` or `#include <name>`; empty if the line is something else.
std::string_view included_name(std::string_view line) {
  line = skip_blanks(line);
  if (!line.starts_with('#')) return {};
  line = skip_blanks(line.substr(1));
  if (!line.starts_with("include")) return {};
  line = skip_blanks(line.substr(7));
  if (line.empty() || (line.front() != '"' && line.front() != '<')) return {};
  const std::size_t end = line.find(line.front() == '"' ? '"' : '>', 1);
  return end == std::string_view::npos ? std::string_view() : line.substr(1, end - 1);
}

/// The texts of a project's files, each read once.
class Texts {
 public:
  explicit Texts(const Project& project) : project_(project) {
    for (const std::string& file : project.files)
      by_name_[std::filesystem::path(file).filename().string()].push_back(file);
  }

  struct Text {
    std::uint64_t lines = 0;  ///< including empty lines
    std::uint64_t hash = 0;
    std::vector<std::string> includes;  ///< files of the project
  };

  const Text& of(const std::string& file) {
    const auto [at, fresh] = texts_.try_emplace(file);
    if (!fresh) return at->second;
    const Result<std::string> text = core::read_text_file(project_.root + "/" + file);
    if (text) at->second = read(file, *text);
    return at->second;
  }

  /// The lines of the headers that the file includes, directly or through others.
  std::uint64_t included_lines(const std::string& file) {
    std::set<std::string> met = {file};
    std::vector<std::string> open = {file};
    std::uint64_t lines = 0;
    while (!open.empty()) {
      const std::vector<std::string> next = of(open.back()).includes;
      open.pop_back();
      for (const std::string& header : next) {
        if (!met.insert(header).second) continue;
        lines += of(header).lines;
        open.push_back(header);
      }
    }
    return lines;
  }

 private:
  Text read(const std::string& file, std::string_view text) const {
    Text read;
    read.hash = hash_bytes(text);
    const std::string folder = std::filesystem::path(file).parent_path().string();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      ++read.lines;
      const std::string_view name = is_compiled(file) ? std::string_view() : included_name(text.substr(at, end - at));
      if (!name.empty())
        if (std::optional<std::string> header = find(folder, std::string(name)))
          read.includes.push_back(std::move(*header));
      at = end + 1;
    }
    return read;
  }

  /// The file beside the including file, or else the first file of the project whose path ends so.
  [[nodiscard]] std::optional<std::string> find(const std::string& folder, const std::string& name) const {
    namespace fs = std::filesystem;
    const auto named = by_name_.find(fs::path(name).filename().string());
    if (named == by_name_.end()) return std::nullopt;
    const std::string beside = (fs::path(folder) / name).lexically_normal().string();
    for (const std::string& file : named->second)
      if (file == beside) return file;
    for (const std::string& file : named->second)
      if (file == name || file.ends_with("/" + name)) return file;
    return std::nullopt;
  }

  const Project& project_;
  std::map<std::string, std::vector<std::string>> by_name_;
  std::map<std::string, Text> texts_;
};

}  // namespace

ProjectFeatures read_features(const Project& project, Graph& graph) {
  ProjectFeatures features;
  Texts texts(project);
  const auto add_hash = [&](const std::string& file) {
    features.text_hash = hash_bytes(file, combine(features.text_hash, texts.of(file).hash));
  };
  double lines = 0, sum = 0;
  for (Unit& unit : graph.units) {
    const bool all = std::all_of(unit.files.begin(), unit.files.end(), is_compiled);
    std::uint64_t included = 0;
    for (const std::string& file : unit.files) {
      add_hash(file);
      if (!all && is_compiled(file)) continue;
      unit.lines += texts.of(file).lines;
      included += texts.included_lines(file);
    }
    lines += static_cast<double>(unit.lines);
    features.weights.push_back(static_cast<double>(unit.lines + included));
    sum += features.weights.back();
  }
  for (const std::string& file : graph.shared) add_hash(file);
  for (double& weight : features.weights) weight *= sum > 0 ? lines / sum / 1000 : 0;
  return features;
}

}  // namespace assay::analyzer::splitting
