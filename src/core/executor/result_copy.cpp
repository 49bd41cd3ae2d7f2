#include "core/executor/result_copy.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/store/store.hpp"

namespace assay::core {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCampaign = "/campaign.sqlite";

Error not_copied(const std::string& to, const std::error_code& error) {
  return {"cannot write " + to + ": " + error.message(), advice_for(error.value())};
}

}  // namespace

Status ResultCopy::update() {
  seen_.clear();
  std::vector<std::string> open = {""};
  while (!open.empty()) {
    const std::string name = std::move(open.back());
    open.pop_back();
    const bool campaign = exists(from_ + name + kCampaign);
    if (Status copied = campaign ? copy_campaign_of(name) : copy_folder_of(name, open); !copied) return copied;
  }
  if (!last_.empty() && !exists(from_ + kCampaign) && exists(from_ + last_))
    if (Status copied = copy_file(last_); !copied) return copied;
  for (const auto& [name, edition] : copied_) {
    if (seen_.contains(name)) continue;
    if (Status removed = disk_.remove(to_ + name); !removed) return removed;
  }
  copied_ = seen_;
  return {};
}

Status ResultCopy::copy_campaign_of(const std::string& name) {
  std::erase_if(copied_, [&](const auto& one) { return one.first.starts_with(name + "/"); });  // plain files until now
  if (Status made = disk_.make_directory(to_ + name); !made) return made;
  const Result<CopySummary> copied = copy_campaign(from_ + name, to_ + name, disk_);
  if (!copied) return copied.error();
  if (!name.empty()) return {};
  tests_ = copied->tests;
  findings_ = copied->findings;
  return {};
}

Status ResultCopy::copy_folder_of(const std::string& name, std::vector<std::string>& open) {
  std::error_code error;
  fs::directory_iterator entry(from_ + name, error);
  if (error == std::errc::no_such_file_or_directory) return {};  // removed meanwhile
  if (Status made = disk_.make_directory(to_ + name); !made) return made;
  for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    std::error_code gone;
    // Names that end with .tmp are unfinished files of write_text_file.
    if (file.starts_with('.') || file.ends_with(".tmp") || entry->is_symlink(gone)) continue;
    if (entry->is_directory(gone)) {
      open.push_back(name + "/" + file);
    } else if (name + "/" + file != last_) {
      if (Status copied = copy_file(name + "/" + file); !copied) return copied;
    }
  }
  if (error) return Error{"cannot read " + from_ + name + ": " + error.message(), advice_for(error.value())};
  return {};
}

Status ResultCopy::copy_file(const std::string& name) {
  struct stat about = {};
  if (::stat((from_ + name).c_str(), &about) != 0) return {};  // removed meanwhile
  const Edition edition{about.st_ino, about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
  const auto before = copied_.find(name);
  if (before == copied_.end() || before->second != edition) {
    const std::string to = to_ + name;
    const std::string fresh = (fs::path(to).parent_path() / ("." + fs::path(to).filename().string())).string();
    std::error_code error;
    fs::copy_file(from_ + name, fresh, fs::copy_options::overwrite_existing, error);
    if (error && !exists(from_ + name)) return {};
    if (!error) fs::rename(fresh, to, error);
    if (error) return not_copied(to, error);
  }
  seen_[name] = edition;
  return {};
}

}  // namespace assay::core
