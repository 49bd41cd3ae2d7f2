#include "core/executor/attempts.hpp"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/io/json_fields.hpp"

namespace assay::core {

static constexpr auto json_fields(const AttemptStatus*) {
  using A = AttemptStatus;
  return std::tuple{required_field("state", &A::state),       required_field("host", &A::host),
                    required_field("pid", &A::pid),           json_field("started", &A::started),
                    required_field("updated", &A::updated),   required_field("tests", &A::tests),
                    required_field("findings", &A::findings), required_field("message", &A::message)};
}

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kStatusFile = "/status.json";
constexpr std::string_view kAttemptPrefix = "attempt-";
constexpr std::string_view kDone = "done";

AttemptStatus load_status(const std::string& folder) {
  AttemptStatus status;
  const Result<std::string> text = read_text_file(folder + kStatusFile);
  const Json json = text ? Json::parse(*text, nullptr, false) : Json();
  return read_json(json, status) ? AttemptStatus() : status;
}

/// Order of attempts: attempt-2 is before attempt-10.
bool is_older(const std::string& a, const std::string& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }

}  // namespace

Status write_status(Disk& disk, const std::string& attempt, const AttemptStatus& status) {
  const auto json = json_from<Json>(status);
  return disk.write_file(attempt + kStatusFile, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::vector<Attempt> attempts_at(const ShardedRun& run, const RunFolder& folder, std::uint64_t index) {
  std::vector<std::string> names;
  for (std::string& name : list_directory(folder.shard(index))) {
    if (name == kDone || name.starts_with(kAttemptPrefix)) names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end(), is_older);
  std::vector<Attempt> attempts;
  for (const std::string& name : names) {
    Attempt attempt;
    attempt.folder = folder.shard(index) + "/" + name;
    attempt.status = load_status(attempt.folder);
    attempt.done = name == kDone;
    attempt.result = has_result(run, attempt.result_folder());
    attempts.push_back(std::move(attempt));
  }
  return attempts;
}

const Attempt* best_of(const std::vector<Attempt>& attempts) {
  const Attempt* best = nullptr;
  for (const Attempt& attempt : attempts) {
    if (attempt.done) return &attempt;
    if (attempt.result && (best == nullptr || attempt.status.tests >= best->status.tests)) best = &attempt;
  }
  return best;
}

std::string done_folder(const RunFolder& folder, std::uint64_t index) {
  return folder.shard(index) + "/" + std::string(kDone);
}

std::string host_name() {
  char name[256] = "unknown";
  static_cast<void>(::gethostname(name, sizeof name - 1));
  return name;
}

}  // namespace assay::core
