#include "core/target/scratch.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "base/ascii.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "assay-";
constexpr std::string_view kRandomPart = "XXXXXX";  // mkdtemp replaces it
constexpr const char* kAdvice = "is the disk full? TMPDIR names another folder";

/// Gives the owner access to all folders in `folder`, which a target may have locked, so that they can be removed.
void unlock(const fs::path& folder) {
  std::error_code error;
  fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
  std::vector<fs::path> open = {folder};
  while (!open.empty()) {
    const fs::path here = std::move(open.back());
    open.pop_back();
    for (fs::directory_iterator entry(here, error), end; !error && entry != end; entry.increment(error)) {
      if (entry->is_symlink(error) || !entry->is_directory(error)) continue;
      fs::permissions(entry->path(), fs::perms::owner_all, fs::perm_options::add, error);
      open.push_back(entry->path());
    }
  }
}

void remove_whole(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (!error) return;
  unlock(path);
  fs::remove_all(path, error);
}

/// The existing scratch folders of this process. Never destroyed.
struct Folders {
  std::mutex mutex;
  std::set<std::string> paths;
  std::string list;  ///< the file of the ScratchList; empty: none
  bool closed = false;
};
Folders& folders() {
  static auto* const all = new Folders;
  return *all;
}

void add_to_list(const std::string& list, const std::string& path) {
  std::ofstream file(list, std::ios::binary | std::ios::app);
  file << path << "\n";
}

/// True if a line of a list can only be a ScratchFolder of this user. Needed because others may be able to write the
/// list, and the named folder is removed.
bool is_leftover_folder(const fs::path& path) {
  const std::string name = path.filename().string();
  if (!path.is_absolute() || !name.starts_with(kPrefix) || name.size() != kPrefix.size() + kRandomPart.size())
    return false;
  const std::string_view random_part = std::string_view(name).substr(kPrefix.size());
  if (!std::all_of(random_part.begin(), random_part.end(), [](char c) { return is_letter(c) || is_digit(c); }))
    return false;
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && (info.st_mode & 07777U) == S_IRWXU &&
         info.st_uid == ::geteuid();
}

void remove_listed(const std::string& list) {
  std::ifstream file(list, std::ios::binary);
  for (std::string line; std::getline(file, line);)
    if (is_leftover_folder(line) && !folders().paths.contains(line)) remove_whole(line);
}

ProcessResult folder_failure(const Error& why) {
  ProcessResult result;
  result.ending = Ending::FailedToStart;
  result.message = why.text();
  return result;
}

}  // namespace

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  remove_whole(path_);
  const std::lock_guard guard(folders().mutex);
  folders().paths.erase(path_);
}

void ScratchFolder::remove_all() {
  const std::lock_guard guard(folders().mutex);
  folders().closed = true;
  for (const std::string& path : folders().paths) remove_whole(path);
  if (!folders().list.empty()) ::unlink(folders().list.c_str());
}

ScratchList::ScratchList(std::string file) {
  const std::lock_guard guard(folders().mutex);
  remove_listed(file);
  ::unlink(file.c_str());
  for (const std::string& path : folders().paths) add_to_list(file, path);
  folders().list = std::move(file);
}

ScratchList::~ScratchList() {
  const std::lock_guard guard(folders().mutex);
  ::unlink(folders().list.c_str());
  folders().list.clear();
}

Result<std::string> ScratchFolder::path() {
  if (!path_.empty()) return path_;
  const std::lock_guard guard(folders().mutex);
  if (folders().closed) return Error{"the process is about to end", ""};
  std::error_code error;
  const fs::path parent = fs::absolute(parent_.empty() ? fs::temp_directory_path(error) : fs::path(parent_), error);
  std::string made = (parent / (std::string(kPrefix) + std::string(kRandomPart))).string();
  if (error || ::mkdtemp(made.data()) == nullptr)
    return Error{"no folder can be made in the one for temporary files" + (error ? "" : " (" + parent.string() + ")"),
                 kAdvice};
  folders().paths.insert(made);
  if (!folders().list.empty()) add_to_list(folders().list, made);
  return path_ = made;
}

Result<std::string> ScratchFolder::write(std::string_view name, std::string_view content) {
  ASSAY_CHECK(!name.empty() && name.find('/') == std::string_view::npos, "a scratch file has a plain name");
  Result<std::string> folder = path();
  if (!folder) return folder;
  std::string file_path = *folder + "/" + std::string(name);
  std::ofstream file(file_path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) return Error{"cannot write the scratch file " + file_path, kAdvice};
  return file_path;
}

void ScratchFolder::keep() {
  const std::lock_guard guard(folders().mutex);
  folders().paths.erase(path_);
  path_.clear();
}

void ScratchFolder::clear() {
  if (path_.empty()) return;
  std::error_code error;
  fs::permissions(path_, fs::perms::owner_all, fs::perm_options::replace, error);
  for (fs::directory_iterator entry(path_, error), end; !error && entry != end; entry.increment(error))
    remove_whole(entry->path());
}

Command working_in(Command command, const std::string& folder) {
  command.working_directory = folder;
  const auto is_tmpdir = [](const auto& variable) { return variable.first == "TMPDIR"; };
  if (std::none_of(command.environment.begin(), command.environment.end(), is_tmpdir))
    command.environment.emplace_back("TMPDIR", folder);
  return command;
}

ProcessResult run_in(ScratchFolder& folder, Command command, std::string_view input, const Limits& limits,
                     const std::stop_token& stop) {
  const Result<std::string> path = folder.path();
  if (!path) return folder_failure(path.error());
  ProcessResult result = run_process(working_in(std::move(command), *path), input, limits, stop);
  folder.clear();
  return result;
}

ProcessResult run_in(ScratchFolder& folder, Command command, std::string_view input, const Limits& limits,
                     const OutputSink& take_output, const std::stop_token& stop) {
  const Result<std::string> path = folder.path();
  if (!path) return folder_failure(path.error());
  ProcessResult result = run_process(working_in(std::move(command), *path), input, limits, take_output, stop);
  folder.clear();
  return result;
}

Result<std::unique_ptr<ChildSession>> start_in(ScratchFolder& folder, Command command, const Limits& limits) {
  const Result<std::string> path = folder.path();
  if (!path) return path.error();
  return ChildSession::start(working_in(std::move(command), *path), limits);
}

std::string anchored(const std::string& word) {
  if (word.find('/') == std::string::npos || word[0] == '-' || word[0] == '/') return word;
  std::error_code error;
  if (!fs::exists(word, error)) return word;
  const fs::path absolute = fs::absolute(word, error);
  return error ? word : absolute.lexically_normal().string();
}

}  // namespace assay::core
