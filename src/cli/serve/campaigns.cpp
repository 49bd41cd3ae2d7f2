#include "cli/serve/campaigns.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "assay/base/hash.hpp"
#include "base/ascii.hpp"
#include "core/io/io.hpp"
#include "core/store/running.hpp"
#include "core/store/store.hpp"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCampaignFile = "/campaign.sqlite";

std::string stamp_of_file(const std::string& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  if (error) return "-";
  const auto size = fs::file_size(path, error);
  return std::to_string(time.time_since_epoch().count()) + ":" + std::to_string(error ? 0 : size);
}

/// A text that differs after every change of a campaign's folder: sizes and times of its files.
std::string stamp_of(const std::string& folder) {
  const std::string database = folder + kCampaignFile;
  return stamp_of_file(database) + " " + stamp_of_file(database + "-wal") + " " + stamp_of_file(folder + "/findings") +
         (core::is_running(folder) ? " running" : "");
}

void read(const std::string& folder, core::LiveCampaign& campaign) {
  campaign.record.reset();
  campaign.problem.clear();
  campaign.running = core::is_running(folder);
  const Result<std::unique_ptr<core::Store>> store = core::Store::open(folder);
  if (!store) {
    campaign.problem = store.error().text();
    return;
  }
  Result<core::CampaignRecord> record = (*store)->record();
  if (record) {
    campaign.record = std::move(*record);
  } else {
    campaign.problem = record.error().text();
  }
}

std::vector<std::string> campaigns_in(const std::string& folder) {
  if (core::exists(folder + kCampaignFile)) return {folder};
  std::vector<std::string> found;
  for (const std::string& name : core::list_directory(folder))
    if (core::exists(folder + "/" + name + kCampaignFile)) found.push_back(folder + "/" + name);
  return found;
}

/// The campaign's key. It depends only on the absolute path of the folder, not on other campaigns.
std::string key_of(const std::string& folder) {
  constexpr std::size_t kMaxNameBytes = 60;
  std::error_code error;
  fs::path path = fs::weakly_canonical(folder, error);
  if (error) path = folder;
  if (path.filename().empty()) path = path.parent_path();
  std::string key = path.filename().string().substr(0, kMaxNameBytes);
  for (char& c : key)
    if (!is_letter(c) && !is_digit(c) && c != '.' && c != '_') c = '-';
  return key + "-" + to_hex(hash_bytes(path.string())).substr(0, 8);
}

}  // namespace

Status ServedCampaigns::check(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::error_code error;
    if (!fs::is_directory(folder, error))
      return Error{"there is no folder " + folder, "name folders of campaigns, or folders that hold some"};
  }
  return {};
}

void ServedCampaigns::look_for_new_ones() {
  for (const std::string& folder : folders_) {
    for (const std::string& found : campaigns_in(folder)) {
      std::string key = key_of(found);
      const bool known =
          std::any_of(served_.begin(), served_.end(), [&](const Served& one) { return one.campaign.key == key; });
      if (!known) served_.push_back({"", {std::move(key), found, false, std::nullopt, {}}});
    }
  }
}

std::vector<core::LiveCampaign> ServedCampaigns::all() {
  const std::lock_guard guard(mutex_);
  look_for_new_ones();
  std::vector<core::LiveCampaign> campaigns;
  for (Served& one : served_) {
    // The stamp is taken before reading, so that changes during the reading are read the next time.
    std::string stamp = stamp_of(one.campaign.name);
    if (stamp != one.stamp) read(one.campaign.name, one.campaign);
    one.stamp = std::move(stamp);
    campaigns.push_back(one.campaign);
  }
  return campaigns;
}

std::size_t ServedCampaigns::version() {
  const std::lock_guard guard(mutex_);
  look_for_new_ones();
  std::string stamps;
  for (const Served& one : served_) stamps += one.campaign.name + " " + stamp_of(one.campaign.name) + "\n";
  if (stamps != std::exchange(stamps_, stamps)) ++version_;
  return version_;
}

}  // namespace assay::cli
