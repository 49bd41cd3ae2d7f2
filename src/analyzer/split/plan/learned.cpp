#include "analyzer/split/plan/learned.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "analyzer/split/plan/prepare.hpp"
#include "assay/base/hash.hpp"
#include "core/io/io.hpp"
#include "core/io/json_fields.hpp"
#include "core/io/learned_file.hpp"

namespace assay::analyzer::splitting {

static constexpr auto json_fields(const LearnedRun*) {
  return core::required_fields("units", &LearnedRun::units, "kloc", &LearnedRun::kloc, "seconds", &LearnedRun::seconds,
                               "megabytes", &LearnedRun::megabytes, "limit_seconds", &LearnedRun::limit_seconds,
                               "limit_megabytes", &LearnedRun::limit_megabytes);
}

static constexpr auto json_fields(const LearnedAnalysis*) {
  return std::tuple_cat(
      core::required_fields("state", &LearnedAnalysis::state, "strategy", &LearnedAnalysis::strategy, "max_size",
                            &LearnedAnalysis::max_size, "size_by", &LearnedAnalysis::size_by, "reach",
                            &LearnedAnalysis::reach, "partitions", &LearnedAnalysis::partitions, "cut",
                            &LearnedAnalysis::cut, "missing", &LearnedAnalysis::missing, "alerts",
                            &LearnedAnalysis::alerts, "repeated", &LearnedAnalysis::repeated, "disagreed",
                            &LearnedAnalysis::disagreed),
      std::tuple{core::required_field("runs", &LearnedAnalysis::runs, core::ListForm<core::RowForm>())});
}

static constexpr auto json_fields(const LearnedTable*) {
  return core::required_fields("target", &LearnedTable::target, "command", &LearnedTable::command, "units",
                               &LearnedTable::units, "analyses", &LearnedTable::analyses);
}

namespace {

constexpr unsigned kLearnedFormat = 1;

bool is_sound(const LearnedTable& table) {
  for (const LearnedAnalysis& analysis : table.analyses) {
    if (find_strategy(analysis.strategy) == nullptr) return false;
    for (const LearnedRun& run : analysis.runs) {
      const bool finite = run.kloc >= 0 && run.kloc < 1e9 && run.seconds >= 0 && run.seconds < 1e9 &&
                          run.megabytes >= 0 && run.megabytes < 1e9;
      const bool known = std::all_of(run.units.begin(), run.units.end(),
                                     [&](std::uint32_t unit) { return unit < table.units.size(); });
      if (!finite || !known) return false;
    }
  }
  return true;
}

/// The table in a text, or the reason why there is none.
Result<LearnedTable> parse(const std::string& text) {
  const Result<core::LearnedJson> json = core::parse_learned(text, kLearnedFormat);
  if (!json) return json.error();
  LearnedTable table;
  if (const auto problem = core::read_json(*json, table)) return Error{*problem, ""};
  if (!is_sound(table)) return Error{"its numbers do not fit together", ""};
  return table;
}

std::string command_of(const PreparedProject& prepared) {
  std::uint64_t hash = 0;
  for (const Splitting::Step& step : prepared.definition.splitting.steps)
    for (const std::string& word : step.argv) hash = hash_bytes(word, combine(hash, step.argv.size()));
  return to_hex(hash);
}

/// Removes the oldest analyses, and the units that no analysis names.
void shrink(LearnedTable& table) {
  while (table.analyses.size() > kMaxAnalyses) table.analyses.erase(table.analyses.begin());
  std::map<std::uint32_t, std::uint32_t> now;
  std::vector<std::string> units;
  for (LearnedAnalysis& analysis : table.analyses)
    for (LearnedRun& run : analysis.runs)
      for (std::uint32_t& unit : run.units) {
        const auto [at, fresh] = now.emplace(unit, static_cast<std::uint32_t>(units.size()));
        if (fresh) units.push_back(table.units[unit]);
        unit = at->second;
      }
  table.units = std::move(units);
}

}  // namespace

std::string learned_path(const PreparedProject& prepared, const SplitOptions& options) {
  if (!options.learned.empty()) return options.learned;
  const std::string folder = cache_folder(options);
  if (folder.empty()) return {};
  return folder + "/learned/" + std::filesystem::path(cost_path(prepared, options)).filename().string();
}

Result<LearnedTable> read_learned(const PreparedProject& prepared, const SplitOptions& options, std::string& problem) {
  LearnedTable none;
  none.target = prepared.definition.name;
  none.command = command_of(prepared);
  const std::string path = learned_path(prepared, options);
  if (path.empty() || !core::exists(path)) return none;
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return text.error();
  Result<LearnedTable> table = parse(*text);
  if (!table) {
    problem = core::learning_starts_anew(path, "table of learned costs", table.error());
    return none;
  }
  if (table->target != none.target)
    return Error{"'" + path + "' has the costs of " + table->target + ", not of " + none.target,
                 "name another file with --learned"};
  if (table->command == none.command) return table;
  problem = "the command lines of " + none.target + " have changed since the last run; learning starts anew";
  return none;
}

void add_analysis(LearnedTable& table, const PreparedProject& prepared, LearnedAnalysis analysis) {
  std::map<std::string, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < table.units.size(); ++i) numbers.emplace(table.units[i], i);
  for (LearnedRun& run : analysis.runs)
    for (std::uint32_t& unit : run.units) {
      const std::string& name = prepared.graph.units[unit].name;
      const auto [at, fresh] = numbers.emplace(name, static_cast<std::uint32_t>(table.units.size()));
      if (fresh) table.units.push_back(name);
      unit = at->second;
    }
  table.analyses.push_back(std::move(analysis));
  shrink(table);
}

Status write_learned(const LearnedTable& table, const std::string& path) {
  return core::write_learned(path, kLearnedFormat, core::json_from<core::LearnedJson>(table),
                             [](const std::string& text) { return parse(text).ok(); });
}

std::string state_of(const PreparedProject& prepared) {
  return to_hex(hash_bytes(prepared.version, prepared.text_hash));
}

std::uint32_t alert_hash(const std::string& fingerprint) { return static_cast<std::uint32_t>(hash_bytes(fingerprint)); }

}  // namespace assay::analyzer::splitting
