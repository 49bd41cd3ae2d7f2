#include <toml++/toml.h>

#include <optional>
#include <sstream>

#include "assay/base/text.hpp"
#include "assay/smt/fuzz.hpp"

namespace assay::smt {
namespace {

std::string_view style_name(RunStyle style) {
  switch (style) {
    case RunStyle::Process: return "process";
    case RunStyle::Persistent: return "persistent";
    case RunStyle::Library: return "library";
  }
  return "process";
}

std::optional<RunStyle> style_from(std::string_view name) {
  for (const RunStyle style : {RunStyle::Process, RunStyle::Persistent, RunStyle::Library})
    if (style_name(style) == name) return style;
  return std::nullopt;
}

toml::array array_of(const std::vector<std::string>& texts) {
  toml::array array;
  for (const std::string& text : texts) array.push_back(text);
  return array;
}

/// Reads keys of one table and remembers the first thing that is wrong.
class Reader {
 public:
  explicit Reader(const toml::table& table) : table_(table) {}

  template <typename Number>
  void number(std::string_view key, Number& into) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    const auto value = node->value<std::int64_t>();
    if (!value || *value < 0) return fail(key, "a non-negative integer");
    into = static_cast<Number>(*value);
  }
  void real(std::string_view key, double& into) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    const auto value = node->value<double>();
    if (!value || *value < 0) return fail(key, "a non-negative number");
    into = *value;
  }
  void texts(std::string_view key, std::vector<std::string>& into) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    if (!node->is_array()) return fail(key, "an array of strings");
    into.clear();
    for (const toml::node& element : *node->as_array()) {
      const auto value = element.value_exact<std::string>();
      if (!value) return fail(key, "an array of strings");
      into.push_back(*value);
    }
  }
  void style(std::string_view key, RunStyle& into) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    const auto value = node->value<std::string>();
    const auto style = value ? style_from(*value) : std::nullopt;
    if (!style) return fail(key, "\"process\", \"persistent\" or \"library\"");
    into = *style;
  }
  void strategies(std::string_view key, std::vector<std::pair<std::string, unsigned>>& into) {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    if (!node->is_table()) return fail(key, "a table of weights");
    into.clear();
    for (const auto& [name, weight] : *node->as_table()) {
      const auto value = weight.value<std::int64_t>();
      if (!value || *value < 0) return fail(key, "a table of weights");
      into.emplace_back(std::string(name.str()), static_cast<unsigned>(*value));
    }
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void fail(std::string_view key, std::string_view wanted) {
    if (problem_.empty()) problem_ = "\"" + std::string(key) + "\" must be " + std::string(wanted);
  }
  const toml::table& table_;
  std::string problem_;
};

}  // namespace

std::string to_toml(const FuzzOptions& options) {
  toml::table strategies;
  for (const auto& [name, weight] : options.strategies) strategies.insert(name, static_cast<std::int64_t>(weight));
  const toml::table table{
      // As text: TOML's integers have a sign.
      {"seed", std::to_string(options.seed)},
      {"seeds", array_of(options.seeds)},
      {"targets", array_of(options.targets)},
      {"references", array_of(options.references)},
      {"mode", style_name(options.style)},
      {"strategies", strategies},
      {"timeout", options.limits.wall_seconds},
      {"cpu-limit", options.limits.cpu_seconds},
      {"memory-mb", static_cast<std::int64_t>(options.limits.memory_bytes >> 20)},
      {"max-depth", static_cast<std::int64_t>(options.max_depth)},
      {"max-assertions", static_cast<std::int64_t>(options.max_assertions)},
      {"incremental-percent", static_cast<std::int64_t>(options.incremental_percent)},
      {"tactic-percent", static_cast<std::int64_t>(options.tactic_percent)},
      {"tactics", array_of(options.tactics)},
      {"max-seed-bytes", static_cast<std::int64_t>(options.max_seed_bytes)},
      {"max-case-bytes", static_cast<std::int64_t>(options.max_case_bytes)},
      {"model-percent", static_cast<std::int64_t>(options.model_percent)},
      {"slow-factor", options.slow_factor},
      {"slow-seconds", options.slow_seconds},
      {"reference-work", static_cast<std::int64_t>(options.reference_work)},
  };
  std::ostringstream text;
  text << table << "\n";
  return text.str();
}

Result<FuzzOptions> fuzz_options_from_toml(std::string_view text) {
  FuzzOptions options;
  try {
    const toml::table table = toml::parse(text);
    Reader reader(table);
    if (const auto seed = table["seed"].value<std::string>()) {
      const auto value = parse_unsigned(*seed);
      if (!value) return Error{"\"seed\" must be a non-negative integer", ""};
      options.seed = *value;
    } else {
      reader.number("seed", options.seed);
    }
    reader.texts("seeds", options.seeds);
    reader.texts("targets", options.targets);
    reader.texts("references", options.references);
    reader.style("mode", options.style);
    reader.strategies("strategies", options.strategies);
    reader.real("timeout", options.limits.wall_seconds);
    reader.real("cpu-limit", options.limits.cpu_seconds);
    std::uint64_t megabytes = options.limits.memory_bytes >> 20;
    reader.number("memory-mb", megabytes);
    options.limits.memory_bytes = megabytes << 20;
    reader.number("max-depth", options.max_depth);
    reader.number("max-assertions", options.max_assertions);
    reader.number("incremental-percent", options.incremental_percent);
    reader.number("tactic-percent", options.tactic_percent);
    reader.texts("tactics", options.tactics);
    reader.number("max-seed-bytes", options.max_seed_bytes);
    reader.number("max-case-bytes", options.max_case_bytes);
    reader.number("model-percent", options.model_percent);
    reader.real("slow-factor", options.slow_factor);
    reader.real("slow-seconds", options.slow_seconds);
    reader.number("reference-work", options.reference_work);
    if (!reader.problem().empty()) return Error{reader.problem(), ""};
  } catch (const toml::parse_error& error) {
    return Error{"the configuration is no TOML: " + std::string(error.description()), ""};
  }
  return options;
}

}  // namespace assay::smt
