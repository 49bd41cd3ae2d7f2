#include "core/finding/folder.hpp"

#include <filesystem>

#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/finding/finding_json.hpp"

namespace assay::core {
namespace {

constexpr const char* kReproductionFolder = "reproduce";
constexpr const char* kFindingFile = "finding.json";

std::string plain(const std::string& file_name) {
  if (is_plain_name(file_name)) return file_name;
  std::string out = "file-" + replace_all(replace_all(printable(file_name), "/", "_"), "\\", "_");
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20) c = '_';
  }
  return out.substr(0, 200);
}

Status write_files(Disk& disk, const std::string& folder, const std::vector<File>& files) {
  if (Status made = disk.make_directory(folder); !made) return made;
  for (const File& file : files) {
    std::string path = folder;
    path += "/" + plain(file.name);
    if (Status written = disk.write_new_file(path, file.content); !written) return written;
    if (!path.ends_with(".sh")) continue;
    if (Status made = disk.make_executable(path); !made) return made;
  }
  return disk.sync_directory(folder);
}

/// Replaces a folder of files. After a kill, the folder has its old files, or its new files, or does not exist.
Status replace_files(Disk& disk, const std::string& folder, const std::string& name, const std::vector<File>& files) {
  const std::string path = folder + "/" + name;
  const std::string fresh = folder + "/." + name + "-new";
  const std::string old = folder + "/." + name + "-old";
  for (const std::string& left : {fresh, old}) {
    if (Status removed = disk.remove(left); !removed) return removed;
  }
  if (Status written = write_files(disk, fresh, files); !written) return written;
  if (exists(path)) {
    if (Status renamed = disk.rename(path, old); !renamed) return renamed;
  }
  if (Status renamed = disk.rename(fresh, path); !renamed) return renamed;
  return disk.remove(old);
}

/// Writes the files that are computed from the finding; finding.json comes last.
Status write_texts(Disk& disk, const std::string& folder, const Finding& finding, bool fresh) {
  std::string input = finding.reduced ? "reduced/" : "original/";
  if (!finding.smallest().files.empty()) input += plain(finding.input_name());
  const std::pair<const char*, std::string> texts[] = {
      {"/command.txt", command_line(finding.command, input) + "\n"},
      {"/report.md", issue_text(finding)},
      {"/finding.json", finding_to_json(finding)},
  };
  for (const auto& [file, content] : texts) {
    const std::string path = folder + file;
    Status written = fresh ? disk.write_new_file(path, content) : disk.write_file(path, content);
    if (!written) return written;
  }
  return {};
}

Status fill_folder(Disk& disk, const std::string& folder, const Finding& finding) {
  if (Status written = write_files(disk, folder + "/original", finding.original.files); !written) return written;
  if (finding.reduced) {
    if (Status written = write_files(disk, folder + "/reduced", finding.reduced->files); !written) return written;
  }
  const std::string path = folder + "/" + kReproductionFolder;
  if (Status written = write_files(disk, path, reproduction_files(finding)); !written) return written;
  return write_texts(disk, folder, finding, true);
}

void make_names_plain(Finding& finding) {
  for (File& file : finding.original.files) file.name = plain(file.name);
  for (File& file : finding.reproduction.files) file.name = plain(file.name);
  if (!finding.reduced) return;
  for (File& file : finding.reduced->files) file.name = plain(file.name);
}

/// The place of a finding's folder. Reads stay below `root`.
struct Place {
  std::string root;
  std::string prefix;  ///< prefix of names below the root: "", or "findings/z3-4/"
  [[nodiscard]] Result<std::string> read(const std::string& name) const { return read_file_below(root, prefix + name); }
};

Status read_files(const Place& place, const std::string& folder, std::vector<File>& files) {
  for (File& file : files) {
    Result<std::string> content = place.read(folder + "/" + file.name);
    if (!content) return content.error();
    file.content = std::move(*content);
  }
  return {};
}

Result<Finding> load(const Place& place, const std::string& name) {
  const std::string folder =
      place.root + (place.prefix.empty() ? "" : "/" + place.prefix.substr(0, place.prefix.size() - 1));
  const Result<std::string> content = place.read(name);
  if (!content) {
    Error problem = content.error();
    problem.advice = "name a finding's folder, or the finding.json in it";
    return problem;
  }
  Result<Finding> finding = finding_from_json(*content, folder + "/" + name);
  if (!finding) return finding;
  finding->folder = folder;
  if (Status read = read_files(place, "original", finding->original.files); !read) return read.error();
  // The reduced case is missing after a kill during replace_files. The original is there, and is reduced again.
  if (finding->reduced && !read_files(place, "reduced", finding->reduced->files)) finding->reduced.reset();
  finding->histories = load_histories(folder, finding->smallest());
  // A reproduction without its files is useless; reports then use the failed run.
  if (!read_files(place, kReproductionFolder, finding->reproduction.files)) finding->reproduction = {};
  return finding;
}

}  // namespace

Status write_finding_folder(Disk& disk, const std::string& parent, Finding& finding) {
  make_names_plain(finding);
  const std::string folder = parent + "/" + finding.id;
  Result<NewFolder> fresh = NewFolder::begin_replacing(folder, disk);
  if (!fresh) return fresh.error();
  fresh->keep_on_failure();
  if (Status filled = fill_folder(disk, fresh->path(), finding); !filled) return filled;
  if (Status finished = fresh->finish(); !finished) return finished;
  finding.folder = folder;
  return {};
}

Status update_finding_folder(Disk& disk, const Finding& finding) {
  const std::string& folder = finding.folder;
  if (finding.reduced) {
    if (Status replaced = replace_files(disk, folder, "reduced", finding.reduced->files); !replaced) return replaced;
  }
  if (Status replaced = replace_files(disk, folder, kReproductionFolder, reproduction_files(finding)); !replaced)
    return replaced;
  if (Status written = write_texts(disk, folder, finding, false); !written) return written;
  // Remove the reduced case of an earlier session if it did not hold.
  return finding.reduced ? Status{} : disk.remove(folder + "/reduced");
}

std::string finding_id(const std::string& target, std::uint64_t index) {
  std::string slug;
  for (const char c : target) {
    const bool fine =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    slug += fine ? c : '_';
  }
  if (slug.size() > 80) slug.resize(80);
  const bool hidden = slug.empty() || slug.front() == '.';
  // Different names may give the same slug, so add a hash.
  if (slug != target || hidden) slug = (hidden ? "t" : "") + slug + "_" + to_hex(hash_bytes(target)).substr(0, 6);
  return slug + "-" + std::to_string(index);
}

Status keep_history(Finding& finding, const History& history) {
  add_history(finding.histories, history);
  if (Status kept = write_histories(finding.folder, finding.smallest(), finding.histories); !kept) return kept;
  return Disk::real().write_file(finding.folder + "/report.md", issue_text(finding));
}

Result<Finding> load_finding(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path file = fs::is_directory(path, error) ? fs::path(path) / kFindingFile : fs::path(path);
  const std::string parent = file.parent_path().string();
  return load({parent.empty() ? "." : parent, ""}, file.filename().string());
}

Result<Finding> load_finding_of(const std::string& campaign, const std::string& folder, const std::string& id) {
  return load({campaign, folder + "/" + id + "/"}, kFindingFile);
}

}  // namespace assay::core
