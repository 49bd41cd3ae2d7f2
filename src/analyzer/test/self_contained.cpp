#include "self_contained.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

#include "analyzer/check/source/c_shown.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer {
namespace {

namespace fs = std::filesystem;

/// The name in `#include "NAME"` or `#include <NAME>`; nullopt: the line is another one.
std::optional<std::string> included_name(std::string_view line) {
  std::string_view words = trim(line);
  if (!words.starts_with('#')) return std::nullopt;
  words = trim(words.substr(1));
  constexpr std::string_view kInclude = "include";
  if (!words.starts_with(kInclude)) return std::nullopt;
  words = trim(words.substr(kInclude.size()));
  if (words.size() < 2 || (words.front() != '"' && words.front() != '<')) return std::nullopt;
  const std::size_t end = words.find(words.front() == '"' ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(words.substr(1, end - 1));
}

/// Whether including a header again has no effect: `#pragma once`, or its first directive is `#ifndef`.
bool is_guarded(std::string_view text) {
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view words = trim(line);
    if (!words.starts_with('#')) continue;
    const std::string_view directive = trim(words.substr(1));
    return directive.starts_with("ifndef") || (directive.starts_with("pragma") && directive.ends_with("once"));
  }
  return false;
}

class Inliner {
 public:
  explicit Inliner(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  /// Each source file is compiled separately, with its own guards.
  std::string inlined(const std::string& text) {
    guarded_.clear();
    return inlined(text, "", 0);
  }

 private:
  std::string inlined(const std::string& text, const std::string& folder, unsigned depth) {
    constexpr unsigned kMaxDepth = 40;  // a header that includes itself without end does not compile anyway
    std::vector<std::string> lines;
    for (const std::string_view line : split(text, '\n')) {
      const std::optional<std::string> name = included_name(line);
      const std::string path = name && depth < kMaxDepth ? path_of(*name, folder) : std::string();
      const Result<std::string> header =
          path.empty() ? Error{"no header of the user's", {}} : core::read_text_file(path);
      if (!header) {
        if (trim(line) != "#pragma once") lines.emplace_back(line);
        continue;
      }
      if (is_guarded(*header) && !guarded_.insert(path).second) continue;
      lines.push_back(inlined(*header, fs::path(path).parent_path().string(), depth + 1));
    }
    return join(lines, "\n");
  }

  std::string path_of(const std::string& name, const std::string& folder) const {
    std::vector<std::string> folders = folders_;
    if (!folder.empty()) folders.insert(folders.begin(), folder);
    for (const std::string& one : folders) {
      std::error_code failed;
      const fs::path path = fs::path(one) / name;
      if (fs::is_regular_file(path, failed)) return path.lexically_normal().string();
    }
    return {};
  }

  std::vector<std::string> folders_;
  std::set<std::string> guarded_;  ///< headers that the text of this source file contains
};

}  // namespace

Program self_contained(const Program& program) {
  if (program.language != "c" && program.language != "c++") return program;
  std::vector<std::string> folders;
  for (const std::string& flag : program.flags)
    if (flag.starts_with("-I")) folders.push_back(flag.substr(2));
  if (folders.empty()) return program;
  Program made = program;
  Inliner inliner(std::move(folders));
  for (core::File& file : made.files) file.content = inliner.inlined(file.content);
  made.flags = portable_flags(program.flags);
  return made;
}

}  // namespace assay::analyzer
