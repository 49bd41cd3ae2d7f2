#include <nlohmann/json.hpp>

#include "core/executor/run_folder.hpp"
#include "core/io/json_fields.hpp"

namespace assay::core {

static constexpr auto json_fields(const ShardedRun*) {
  using R = ShardedRun;
  return std::tuple{required_field("program", &R::program), required_field("directory", &R::directory),
                    required_field("command", &R::command), required_field("arguments", &R::arguments),
                    required_field("resume", &R::resume),   required_field("join", &R::join),
                    json_field("ready", &R::ready),         required_field("seconds", &R::seconds),
                    required_field("jobs", &R::jobs)};
}

static constexpr auto json_fields(const LaunchRecord*) {
  return required_fields("executor", &LaunchRecord::executor, "jobs", &LaunchRecord::jobs, "shards",
                         &LaunchRecord::shards);
}

namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kFormat = 1;

std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Error not_readable(const std::string& path) {
  return {path + " is no description of a run that this version of Assay can read",
          "use the version of Assay that wrote it"};
}

}  // namespace

std::string RunFolder::shard(std::uint64_t index) const {
  std::string number = std::to_string(index);
  constexpr std::size_t kDigits = 5;
  if (number.size() < kDigits) number.insert(0, kDigits - number.size(), '0');
  return shards() + "/" + number;
}

std::string ready_file(const ShardedRun& run) {
  return run.ready.empty() && run.join.empty() ? "campaign.sqlite" : run.ready;
}

bool has_result(const ShardedRun& run, const std::string& folder) {
  const std::string ready = ready_file(run);
  return exists(ready.empty() ? folder : folder + "/" + ready);
}

std::string run_to_json(const ShardedRun& run) {
  Json json = {{"assay-run", kFormat}};
  json.update(json_from<Json>(run));
  json["options"] = executor_option_table().to_toml(run.options);
  return dump(json);
}

Status write_run(const RunFolder& folder, const ShardedRun& run) {
  return write_text_file(folder.run_file(), run_to_json(run));
}

bool is_sharded_run(const std::string& folder) { return exists(RunFolder(folder).run_file()); }

Result<ShardedRun> load_run(const std::string& folder) {
  const std::string path = RunFolder(folder).run_file();
  if (!exists(path)) {
    return Error{folder + " holds no run of shards",
                 "name the folder of a command that was started with --executor or --shards"};
  }
  const Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  const Json json = Json::parse(*text, nullptr, false);
  if (json_at<unsigned>(json, "assay-run") != kFormat) return not_readable(path);
  ShardedRun run;
  std::string options;
  if (read_json(json, run) || read_json(json.value("options", Json()), options)) return not_readable(path);
  const Status status = read_toml(options, executor_option_table().bind(run.options));
  if (!status || run.options.shards == 0) return not_readable(path);
  return run;
}

Result<std::vector<LaunchRecord>> load_launches(const RunFolder& folder) {
  std::vector<LaunchRecord> launches;
  if (!exists(folder.launches_file())) return launches;
  const Result<std::string> text = read_text_file(folder.launches_file());
  if (!text) return text.error();
  if (read_json(Json::parse(*text, nullptr, false), launches)) return not_readable(folder.launches_file());
  return launches;
}

Status write_launches(const RunFolder& folder, const std::vector<LaunchRecord>& launches) {
  return write_text_file(folder.launches_file(), dump(json_from<Json>(launches)));
}

}  // namespace assay::core
