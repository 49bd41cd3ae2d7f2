#include "command_words.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/options/options.hpp"

namespace assay::analyzer {
namespace {

namespace fs = std::filesystem;

/// Flags of GCC and Clang whose value is a path: "-Ifolder", "-I folder", "--sysroot=folder".
constexpr std::array<std::string_view, 8> kPathFlags = {"-I",        "-isystem", "-iquote",  "-idirafter",
                                                        "-isysroot", "-include", "-imacros", "--sysroot="};
/// The value of such a flag may also be a name that the compiler looks up in the folders of headers.
bool may_be_a_header(std::string_view flag) { return flag == "-include" || flag == "-imacros"; }

std::string braces(const std::string& name) { return "{" + name + "}"; }

std::string from_folder(const std::string& path, const std::string& folder, bool must_be_there) {
  if (path.empty() || path.front() == '/' || path.front() == '=') return path;
  const fs::path whole = (fs::path(folder) / path).lexically_normal();
  std::error_code error;
  return must_be_there && !fs::exists(whole, error) ? path : whole.string();
}

/// The longest flag that the word begins with ("-include" before "-i...").
std::optional<std::string_view> path_flag(const std::string& word) {
  std::optional<std::string_view> longest;
  for (const std::string_view flag : kPathFlags)
    if (word.starts_with(flag) && (!longest || flag.size() > longest->size())) longest = flag;
  return longest;
}

}  // namespace

std::vector<std::string> expanded(const std::vector<std::string>& words, const Placeholders& by) {
  std::vector<std::string> made;
  for (std::string word : words) {
    const auto whole =
        std::find_if(by.lists.begin(), by.lists.end(), [&](const auto& list) { return word == braces(list.first); });
    if (whole != by.lists.end()) {
      made.insert(made.end(), whole->second.begin(), whole->second.end());
      continue;
    }
    for (const auto& [name, list] : by.lists)
      if (word.find(braces(name)) != std::string::npos)
        word = replace_all(std::move(word), braces(name), core::shell_quoted(list));
    for (const auto& [name, text] : by.texts) word = replace_all(std::move(word), braces(name), text);
    made.push_back(std::move(word));
  }
  return made;
}

std::vector<std::string> anchored_files(const std::vector<std::string>& files) {
  std::vector<std::string> made;
  made.reserve(files.size());
  for (const std::string& file : files) made.push_back(core::absolute_path(file));
  return made;
}

std::vector<std::string> anchored_flags(const std::vector<std::string>& flags, const std::string& folder) {
  std::vector<std::string> made;
  std::string open;  // a flag whose value is the next word; empty: none
  for (const std::string& word : flags) {
    if (!open.empty()) {
      made.push_back(from_folder(word, folder, may_be_a_header(open)));
      open.clear();
      continue;
    }
    const std::optional<std::string_view> flag = path_flag(word);
    if (!flag) {
      made.push_back(from_folder(word, folder, true));
    } else if (word == *flag) {
      made.push_back(word);
      if (!word.ends_with('=')) open = word;
    } else {
      made.push_back(std::string(*flag) + from_folder(word.substr(flag->size()), folder, may_be_a_header(*flag)));
    }
  }
  return made;
}

std::vector<std::string> accepted_flags(const std::vector<std::string>& flags,
                                        const std::vector<std::pair<std::string, std::string>>& taken) {
  if (taken.empty()) return flags;
  std::vector<std::string> made;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::pair<std::string, std::string>* best = nullptr;
    for (const auto& one : taken)
      if (flags[i].starts_with(one.first) && (best == nullptr || one.first.size() > best->first.size())) best = &one;
    const bool apart = path_flag(flags[i]) == flags[i] || flags[i] == "-D" || flags[i] == "-U";
    const std::string value = apart             ? (i + 1 < flags.size() ? flags[i + 1] : std::string())
                              : best != nullptr ? flags[i].substr(best->first.size())
                                                : std::string();
    if (apart) ++i;
    if (best != nullptr) made.push_back(best->second + value);
  }
  return made;
}

}  // namespace assay::analyzer
