#include "analyzer/tune/run/run_cache.hpp"

#include "analyzer/tune/run/outcome_json.hpp"
#include "assay/base/hash.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer::tune {

std::string run_key(const Subject& subject, const Ingredient& ingredient, const std::vector<CheckKey>& assumed,
                    std::uint64_t memory_bytes) {
  std::string text = subject.identity() + '\0' + subject.space().text(ingredient) + '\0' + std::to_string(memory_bytes);
  for (const CheckKey& key : assumed) text += '\0' + to_text(key) + '\0' + key.property;
  return to_hex(hash_bytes(text)) + to_hex(hash_bytes(text, mix(text.size())));
}

std::optional<Outcome> MemoryRuns::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto at = runs_.find(key);
  return at == runs_.end() ? std::nullopt : std::optional(at->second);
}

Status MemoryRuns::keep(const std::string& key, const Outcome& outcome) {
  const std::lock_guard lock(mutex_);
  runs_.insert_or_assign(key, outcome);
  return {};
}

std::string DiskRuns::path_of(const std::string& key) const {
  return folder_ + "/" + key.substr(0, 2) + "/" + key + ".json";
}

std::optional<Outcome> DiskRuns::find(const std::string& key) {
  if (std::optional<Outcome> outcome = seen_.find(key)) return outcome;
  const std::string path = path_of(key);
  if (!core::exists(path)) return std::nullopt;
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return std::nullopt;
  Result<Outcome> outcome = outcome_from_json(*text);
  if (!outcome) return std::nullopt;
  static_cast<void>(seen_.keep(key, *outcome));
  return std::move(*outcome);
}

Status DiskRuns::keep(const std::string& key, const Outcome& outcome) {
  static_cast<void>(seen_.keep(key, outcome));
  if (const Status made = core::Disk::real().make_directory(folder_ + "/" + key.substr(0, 2)); !made) return made;
  return core::write_text_file(path_of(key), to_json_text(outcome));
}

}  // namespace assay::analyzer::tune
