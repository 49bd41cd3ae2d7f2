#include "core/config/option_table.hpp"

#include <toml++/toml.h>

#include <sstream>

#include "assay/base/text.hpp"

namespace assay::core {

struct OptionTable::State {
  toml::table table;
};

OptionTable::OptionTable() : state_(std::make_unique<State>()) {}
OptionTable::~OptionTable() = default;

void OptionTable::set(std::string_view key, const std::string& value) { state_->table.insert(key, value); }
void OptionTable::set(std::string_view key, double value) { state_->table.insert(key, value); }
void OptionTable::set(std::string_view key, bool value) { state_->table.insert(key, value); }
void OptionTable::set_number(std::string_view key, std::uint64_t value) {
  state_->table.insert(key, static_cast<std::int64_t>(value));
}

void OptionTable::set(std::string_view key, const std::vector<std::string>& value) {
  toml::array array;
  for (const std::string& text : value) array.push_back(text);
  state_->table.insert(key, std::move(array));
}

void OptionTable::set(std::string_view key, const Weights& value) {
  toml::table weights;
  for (const auto& [name, weight] : value) weights.insert(name, static_cast<std::int64_t>(weight));
  state_->table.insert(key, std::move(weights));
}

std::string OptionTable::text() const {
  std::ostringstream out;
  out << state_->table << "\n";
  return out.str();
}

struct OptionReader::State {
  toml::table table;
  std::string problem;

  /// The key's value if it is there.
  const toml::node* find(std::string_view key) const { return table.get(key); }
  void fail(std::string_view key, std::string_view wanted) {
    if (problem.empty()) problem = "\"" + std::string(key) + "\" must be " + std::string(wanted);
  }
};

OptionReader::OptionReader(std::string_view text) : state_(std::make_unique<State>()) {
  try {
    state_->table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    state_->problem = "the configuration is no TOML: " + std::string(error.description());
  }
}

OptionReader::~OptionReader() = default;

const std::string& OptionReader::problem() const { return state_->problem; }

void OptionReader::get_number(std::string_view key, std::uint64_t& into) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return;
  if (const auto text = node->value_exact<std::string>()) {
    const auto value = parse_unsigned(*text);
    if (!value) return state_->fail(key, "a non-negative integer");
    into = *value;
    return;
  }
  const auto value = node->value<std::int64_t>();
  if (!value || *value < 0) return state_->fail(key, "a non-negative integer");
  into = static_cast<std::uint64_t>(*value);
}

void OptionReader::get(std::string_view key, double& into) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return;
  const auto value = node->value<double>();
  if (!value || *value < 0) return state_->fail(key, "a non-negative number");
  into = *value;
}

void OptionReader::get(std::string_view key, bool& into) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return;
  const auto value = node->value_exact<bool>();
  if (!value) return state_->fail(key, "true or false");
  into = *value;
}

void OptionReader::get(std::string_view key, std::vector<std::string>& into) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return;
  if (!node->is_array()) return state_->fail(key, "an array of strings");
  into.clear();
  for (const toml::node& element : *node->as_array()) {
    const auto value = element.value_exact<std::string>();
    if (!value) return state_->fail(key, "an array of strings");
    into.push_back(*value);
  }
}

void OptionReader::get(std::string_view key, std::string& into) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return;
  const auto value = node->value_exact<std::string>();
  if (!value) return state_->fail(key, "a string");
  into = *value;
}

void OptionReader::refuse(std::string_view key, std::string_view wanted) const { state_->fail(key, wanted); }

void OptionReader::get(std::string_view key, OptionTable::Weights& into) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return;
  if (!node->is_table()) return state_->fail(key, "a table of weights");
  into.clear();
  for (const auto& [name, weight] : *node->as_table()) {
    const auto value = weight.value<std::int64_t>();
    if (!value || *value < 0) return state_->fail(key, "a table of weights");
    into.emplace_back(std::string(name.str()), static_cast<unsigned>(*value));
  }
}

void set_limits(OptionTable& table, const Limits& limits) {
  table.set("timeout", limits.wall_seconds);
  table.set("cpu-limit", limits.cpu_seconds);
  table.set("memory-mb", limits.memory_bytes >> 20);
}

void get_limits(const OptionReader& reader, Limits& limits) {
  reader.get("timeout", limits.wall_seconds);
  reader.get("cpu-limit", limits.cpu_seconds);
  std::uint64_t megabytes = limits.memory_bytes >> 20;
  reader.get("memory-mb", megabytes);
  limits.memory_bytes = megabytes << 20;
}

}  // namespace assay::core
