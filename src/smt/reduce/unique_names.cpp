#include "unique_names.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "terms.hpp"

namespace assay::smt {
namespace {

/// The names in force at a point of a script.
class NamesInForce {
 public:
  /// Adds a name; false if it is in force already.
  bool add(std::string name) {
    if (!taken_.insert(name).second) return false;
    order_.push_back(std::move(name));
    return true;
  }
  void push(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count && levels_.size() < kMaxLevels; ++i) levels_.push_back(order_.size());
  }
  void pop(std::uint64_t count) {
    for (; count > 0 && !levels_.empty(); --count) {
      remove_after(levels_.back());
      levels_.pop_back();
    }
  }
  void reset() {
    remove_after(0);
    levels_.clear();
  }

 private:
  static constexpr std::size_t kMaxLevels = 10'000;

  void remove_after(std::size_t size) {
    for (; order_.size() > size; order_.pop_back()) taken_.erase(order_.back());
  }

  std::set<std::string> taken_;
  std::vector<std::string> order_;
  std::vector<std::size_t> levels_;  ///< size of order_ at the beginning of each level
};

std::vector<std::string> named_in(const TermStore& store, const Command& command) {
  std::vector<std::string> names;
  for (const auto& level : levels_of(store, command.terms)) {
    for (const TermId term : level) {
      if (store.node(term).kind != TermKind::Annotated) continue;
      for (const Attribute& attribute : store.attributes(term))
        if (attribute.keyword == ":named") names.push_back(attribute.text);
    }
  }
  return names;
}

}  // namespace

bool has_duplicate_name(const TermStore& store, const Script& script) {
  NamesInForce names;
  for (const Command& command : script.commands) {
    switch (command.kind) {
      case CommandKind::Push: names.push(command.number); continue;
      case CommandKind::Pop: names.pop(command.number); continue;
      case CommandKind::Reset:
      case CommandKind::ResetAssertions: names.reset(); continue;
      default: break;
    }
    for (const SymbolId name : declared_functions(store, command))
      if (!names.add(quoted_symbol(store.spelling(name)))) return true;
    for (std::string& name : named_in(store, command))
      if (!names.add(std::move(name))) return true;
  }
  return false;
}

}  // namespace assay::smt
