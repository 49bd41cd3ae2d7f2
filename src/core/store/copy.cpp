#include <sys/stat.h>

#include <algorithm>
#include <optional>

#include "core/store/parts.hpp"

namespace assay::core {
namespace {

/// Identifies a version of finding.json, which is written last and replaced as a whole.
struct Edition {
  ino_t file = 0;
  timespec changed{};
  off_t size = 0;
  bool operator==(const Edition& other) const {
    return file == other.file && size == other.size && changed.tv_sec == other.changed.tv_sec &&
           changed.tv_nsec == other.changed.tv_nsec;
  }
};

std::optional<Edition> edition_of(const std::string& folder) {
  struct stat info {};
  if (::stat((folder + "/finding.json").c_str(), &info) != 0) return std::nullopt;
  return Edition{info.st_ino, info.st_mtim, info.st_size};
}

/// "inode size seconds": stored beside a copied finding, so that the next copy can skip an unchanged one.
std::string text_of(const Edition& edition) {
  return std::to_string(edition.file) + " " + std::to_string(edition.size) + " " +
         std::to_string(edition.changed.tv_sec) + "." + std::to_string(edition.changed.tv_nsec);
}

}  // namespace

/// One copy of a campaign that may be running.
class StoreCopy {
 public:
  StoreCopy(const std::string& from, const std::string& to, Disk& disk) : from_(from), to_(to), disk_(disk) {}

  [[nodiscard]] Result<CopySummary> run() {
    // Try again if a finding changes during the copy: it may become a duplicate, and its folder vanish.
    constexpr unsigned kTries = 5;
    for (unsigned i = 0; i < kTries; ++i) {
      Result<std::vector<std::string>> ids = take_database();
      if (!ids) return ids.error();
      Result<bool> complete = copy_findings(*ids);
      if (!complete) return complete.error();
      if (!*complete) continue;
      if (Status kept = publish(); !kept) return kept.error();
      return summary_;
    }
    return Error{"the findings of " + from_ + " change faster than they can be copied", "the next copy has them"};
  }

 private:
  [[nodiscard]] std::string image() const { return from_ + "/.copy.sqlite"; }

  /// Writes a snapshot of the database into one file beside it, which no other machine has open. Returns the ids of the
  /// findings in the snapshot.
  [[nodiscard]] Result<std::vector<std::string>> take_database() {
    if (Status removed = Disk::real().remove(image()); !removed) return removed.error();
    {
      Result<std::unique_ptr<Store>> live = Store::open(from_);
      if (!live) return live.error();
      Database& database = *(*live)->parts_->database;
      Query vacuum(database, "VACUUM INTO ?");
      if (Status taken = vacuum.bind(image()).run(); !taken) return taken.error();
    }
    Result<std::unique_ptr<Database>> taken = Database::open(image(), Database::Open::Finished);
    if (!taken) return taken.error();
    std::vector<std::string> ids;
    Query rows(**taken, "SELECT id FROM findings WHERE status <> 'duplicate' ORDER BY id");
    while (rows.next()) ids.push_back(rows.text(0));
    if (Status read = rows.status(); !read) return read.error();
    Query tests(**taken, "SELECT coalesce(sum(done), 0) FROM chunks");
    if (tests.next()) summary_.tests = tests.number(0);
    summary_.findings = ids.size();
    return ids;
  }

  /// False if a finding changed meanwhile. Findings in `to` that exist no more stay, because readers of the old
  /// database may need them.
  [[nodiscard]] Result<bool> copy_findings(const std::vector<std::string>& ids) {
    const std::string folder = to_ + "/findings";
    if (Status made = disk_.make_directory(folder); !made) return made.error();
    for (const std::string& id : ids) {
      Result<bool> copied = copy_finding(from_ + "/findings/" + id, folder + "/" + id);
      if (!copied || !*copied) return copied;
    }
    return true;
  }

  [[nodiscard]] Result<bool> copy_finding(const std::string& from, const std::string& to) {
    const std::optional<Edition> before = edition_of(from);
    if (!before) return false;
    const Result<std::string> has = read_text_file(to + kEditionFile);
    if (has && *has == text_of(*before)) return true;
    Result<NewFolder> fresh = NewFolder::begin_replacing(to, disk_);
    if (!fresh) return fresh.error();
    const Status copied = copy_folder(from, fresh->path());
    const std::optional<Edition> after = edition_of(from);
    if (!after || !(*after == *before)) return false;
    if (!copied) return copied.error();
    if (Status marked = disk_.write_new_file(fresh->path() + kEditionFile, text_of(*before)); !marked)
      return marked.error();
    if (Status synced = sync_file_system(fresh->path()); !synced) return synced.error();
    if (Status finished = fresh->finish(); !finished) return finished.error();
    return true;
  }

  [[nodiscard]] Status publish() {
    for (const char* evidence : kEvidenceFolders) {
      if (!exists(from_ + evidence)) continue;
      if (Status copied = copy_folder(from_ + evidence, to_ + evidence); !copied) return copied;
    }
    Result<std::string> bytes = read_text_file(image());
    if (!bytes) return bytes.error();
    if (Status written = disk_.write_file(to_ + kDatabaseFile, *bytes); !written) return written;
    return Disk::real().remove(image());
  }

  std::string from_;
  std::string to_;
  Disk& disk_;
  CopySummary summary_;
};

Result<CopySummary> copy_campaign(const std::string& from, const std::string& to, Disk& disk) {
  return StoreCopy(from, to, disk).run();
}

}  // namespace assay::core
