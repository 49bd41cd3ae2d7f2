#include "smt/eval/assertion_stack.hpp"

#include <algorithm>

namespace assay::smt {
namespace {

constexpr std::uint64_t kMaxLevels = 10'000;  // further levels are ignored: no real script has more

}  // namespace

std::string name_of_assertion(const TermStore& store, TermId term) {
  if (store.node(term).kind != TermKind::Annotated) return {};
  for (const Attribute& attribute : store.attributes(term))
    if (attribute.keyword == ":named") return attribute.text;
  return {};
}

bool AssertionStack::step(const Command& command) {
  switch (command.kind) {
    case CommandKind::Assert: active_.push_back(&command); return false;
    case CommandKind::Push: push(command.number); return false;
    case CommandKind::Pop: pop(command.number); return false;
    case CommandKind::Reset:
    case CommandKind::ResetAssertions:
      active_.clear();
      levels_.clear();
      return false;
    case CommandKind::CheckSat:
    case CommandKind::CheckSatUsing:
    case CommandKind::CheckSatAssuming: return true;
    default: return false;
  }
}

void AssertionStack::push(std::uint64_t count) {
  levels_.insert(levels_.end(), std::min(count, kMaxLevels - std::min<std::uint64_t>(kMaxLevels, levels_.size())),
                 active_.size());
}

void AssertionStack::pop(std::uint64_t count) {
  if (count > levels_.size()) {
    broken_ = true;
  } else if (count > 0) {
    const std::size_t left = levels_.size() - static_cast<std::size_t>(count);
    active_.resize(levels_[left]);
    levels_.resize(left);
  }
}

}  // namespace assay::smt
