#include <nlohmann/json.hpp>

#include "core/executor/run_folder.hpp"

namespace assay::core {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kFormat = 1;

std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Error not_readable(const std::string& path) {
  return {path + " is no description of a run that this assay knows", "use the version of Assay that wrote it"};
}

ShardedRun run_of(const Json& json, Status& status) {
  ShardedRun run;
  run.program = json.at("program");
  run.directory = json.at("directory");
  run.command = json.at("command");
  run.arguments = json.at("arguments");
  run.resume = json.at("resume");
  run.join = json.at("join");
  run.ready = json.value("ready", "");
  run.seconds = json.at("seconds");
  run.jobs = json.at("jobs");
  status = read_toml(json.at("options").get<std::string>(), executor_option_table().bind(run.options));
  return run;
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
  return dump({{"assay-run", kFormat},
               {"program", run.program},
               {"directory", run.directory},
               {"command", run.command},
               {"arguments", run.arguments},
               {"resume", run.resume},
               {"join", run.join},
               {"ready", run.ready},
               {"seconds", run.seconds},
               {"jobs", run.jobs},
               {"options", executor_option_table().to_toml(run.options)}});
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
  if (!json.is_object() || json.value("assay-run", 0U) != kFormat) return not_readable(path);
  try {
    Status status;
    ShardedRun run = run_of(json, status);
    if (!status || run.options.shards == 0) return not_readable(path);
    return run;
  } catch (const Json::exception&) {
    return not_readable(path);
  }
}

Result<std::vector<LaunchRecord>> load_launches(const RunFolder& folder) {
  std::vector<LaunchRecord> launches;
  if (!exists(folder.launches_file())) return launches;
  const Result<std::string> text = read_text_file(folder.launches_file());
  if (!text) return text.error();
  try {
    for (const Json& row : Json::parse(*text))
      launches.push_back({row.at("executor"), row.at("jobs"), row.at("shards")});
  } catch (const Json::exception&) {
    return not_readable(folder.launches_file());
  }
  return launches;
}

Status write_launches(const RunFolder& folder, const std::vector<LaunchRecord>& launches) {
  Json rows = Json::array();
  for (const LaunchRecord& launch : launches)
    rows.push_back({{"executor", launch.executor}, {"jobs", launch.jobs}, {"shards", launch.shards}});
  return write_text_file(folder.launches_file(), dump(rows));
}

}  // namespace assay::core
