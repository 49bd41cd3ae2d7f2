#include "datalog/dialect/souffle/words/souffle_types.hpp"

#include <utility>

namespace assay::datalog {

std::optional<Type> TypeTable::built_in(std::string_view name) {
  if (name == "number") return Type::Number;
  if (name == "symbol") return Type::Symbol;
  if (name == "unsigned") return Type::Unsigned;
  if (name == "float") return Type::Float;
  return std::nullopt;
}

void TypeTable::declare(std::string_view name, std::vector<std::string> parts) {
  if (!index_.emplace(name, entries_.size()).second) return;
  entries_.emplace_back();
  entries_.back().parts = std::move(parts);
}

void TypeTable::declare_structure(std::string_view name) {
  declare(name, {});
  entries_[index_.at(std::string(name))].structure = name;
}

std::optional<Type> TypeTable::find(std::string_view name) const {
  if (const std::optional<Type> type = built_in(name)) return type;
  const auto entry = index_.find(std::string(name));
  if (entry == index_.end()) return std::nullopt;
  return entries_[entry->second].type;
}

void TypeTable::resolve() {
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (entries_[i].state == State::New) resolve_from(i);
}

/// Visits depth first with an explicit stack, because a text may have chains of types of any length.
void TypeTable::resolve_from(std::size_t first) {
  struct Frame {
    std::size_t entry;
    std::size_t next_part;
  };
  std::vector<Frame> stack = {{first, 0}};
  entries_[first].state = State::Open;
  while (!stack.empty()) {
    Frame& top = stack.back();
    Entry& entry = entries_[top.entry];
    if (top.next_part < entry.parts.size()) {
      const auto part = index_.find(entry.parts[top.next_part++]);
      if (part == index_.end() || entries_[part->second].state != State::New) continue;
      entries_[part->second].state = State::Open;
      stack.push_back({part->second, 0});
    } else {
      settle(entry);
      entry.state = State::Done;
      stack.pop_back();
    }
  }
}

std::string_view TypeTable::structure(std::string_view name) const {
  const auto entry = index_.find(std::string(name));
  return entry == index_.end() ? std::string_view() : std::string_view(entries_[entry->second].structure);
}

/// Sets the type that all parts have in common.
void TypeTable::settle(Entry& entry) const {
  for (std::size_t i = 0; i < entry.parts.size(); ++i) {
    const Type type = find(entry.parts[i]).value_or(Type::Opaque);
    const std::string_view structure = this->structure(entry.parts[i]);
    if (i > 0 && (type != entry.type || structure != entry.structure)) {
      entry.type = Type::Opaque;
      return entry.structure.clear();
    }
    entry.type = type;
    entry.structure = structure;
  }
}

}  // namespace assay::datalog
