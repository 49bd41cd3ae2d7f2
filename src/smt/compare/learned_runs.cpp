#include "smt/compare/learned_runs.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/hash.hpp"
#include "core/io/io.hpp"
#include "core/io/learned_file.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kFormat = 1;
constexpr const char* kNoAnswer = "no_answer";
constexpr const char* kFlags = "flags";
constexpr std::string_view kWith = "with ";
/// A run without an answer counts if it used this share of the limit: others waited, or the machine ended them.
constexpr double kWholeRun = 0.95;

}  // namespace

Result<LearnedRuns> LearnedRuns::parse(const std::string& text) {
  const Result<core::LearnedJson> json = core::parse_learned(text, kFormat);
  if (!json) return json.error();
  const Error bad{"it has no runs of a comparison", ""};
  if (!json->contains(kNoAnswer) || !json->contains(kFlags)) return bad;
  LearnedRuns table;
  for (const auto& [key, limits] : json->at(kNoAnswer).items()) {
    if (!limits.is_array() || limits.size() != 2 || !limits[0].is_number() || !limits[1].is_number_unsigned())
      return bad;
    table.no_answer_[key] = {limits[0].get<double>(), limits[1].get<std::uint64_t>()};
  }
  for (const auto& [flag, count] : json->at(kFlags).items()) {
    if (!count.is_number_unsigned()) return bad;
    table.flags_[flag] = count.get<std::uint64_t>();
  }
  return table;
}

Result<LearnedRuns> LearnedRuns::read(const std::string& path, std::string& problem) {
  if (path.empty() || !core::exists(path)) return LearnedRuns();
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return text.error();
  Result<LearnedRuns> table = parse(*text);
  if (table) return table;
  problem = core::learning_starts_anew(path, "table of a comparison", table.error());
  return LearnedRuns();
}

Status LearnedRuns::write(const std::string& path) const {
  core::LearnedJson json = {{kNoAnswer, core::LearnedJson::object()}, {kFlags, flags_}};
  for (const auto& [key, limits] : no_answer_) json[kNoAnswer][key] = {limits.first, limits.second};
  return core::write_learned(path, kFormat, json, [](const std::string& text) { return parse(text).ok(); });
}

std::string LearnedRuns::key(std::uint64_t program, std::string_view script) {
  return to_hex(hash_bytes(script, program));
}

std::uint64_t LearnedRuns::program_hash(const Target& target) {
  std::uint64_t hash = hash_bytes(target.version);
  for (const std::string& word : target.definition.argv) hash = hash_bytes(word, combine(hash, word.size()));
  if (target.definition.argv.empty()) return hash;
  const Result<std::string> program = core::read_text_file(core::find_program(target.definition.argv.front()));
  return program ? hash_bytes(*program, hash) : hash;
}

bool LearnedRuns::has_no_answer(const std::string& key, const core::Limits& limits) const {
  const auto at = no_answer_.find(key);
  return at != no_answer_.end() && at->second.first >= limits.cpu_seconds && at->second.second >= limits.memory_bytes;
}

std::vector<std::string> LearnedRuns::in_order(std::vector<std::string> flags) const {
  const auto count = [this](const std::string& flag) {
    const auto at = flags_.find(flag);
    return at == flags_.end() ? 0 : at->second;
  };
  std::stable_sort(flags.begin(), flags.end(),
                   [&](const std::string& a, const std::string& b) { return count(a) > count(b); });
  return flags;
}

void LearnedRuns::learn(const std::string& key, const std::string& answer, const core::Measurement& run,
                        const core::Limits& limits) {
  if (answer != "timeout") {
    no_answer_.erase(key);
  } else if (run.cpu_seconds >= kWholeRun * limits.cpu_seconds) {
    no_answer_[key] = {limits.cpu_seconds, limits.memory_bytes};
  }
  const std::size_t flag = run.note.find("; " + std::string(kWith));
  if (flag == std::string::npos) return;
  const std::size_t start = flag + 2 + kWith.size();
  if (const std::size_t end = run.note.find(": ", start); end != std::string::npos)
    ++flags_[run.note.substr(start, end - start)];
}

std::string note_on_flag(const std::string& flag, const std::string& answer) {
  return std::string(kWith) + flag + ": " + answer;
}

}  // namespace assay::smt
