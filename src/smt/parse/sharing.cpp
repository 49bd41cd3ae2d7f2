#include "smt/parse/sharing.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "assay/base/hash.hpp"

namespace assay::smt {
namespace {

constexpr std::string_view kPrefix = "_let";

bool is_leaf(const TermNode& node) { return node.count == 0; }

}  // namespace

Sharing::Slot& Sharing::slot(TermId term) {
  if (2 * (used_ + 1) > slots_.size()) {
    grow();
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = mix(term.index) & mask;
  while (slots_[i].epoch == epoch_ && slots_[i].term != term) {
    i = (i + 1) & mask;
  }
  if (slots_[i].epoch != epoch_) {
    slots_[i] = Slot{};
    slots_[i].term = term;
    slots_[i].epoch = epoch_;
    ++used_;
  }
  return slots_[i];
}

void Sharing::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  used_ = 0;
  for (const Slot& kept : old) {
    if (kept.epoch == epoch_ && epoch_ != 0) {
      slot(kept.term) = kept;
    }
  }
}

std::uint32_t Sharing::owner(TermId term) const {
  if (active_.size() == 1 || !store_.has(term, kHasVariable)) {
    return active_[0];
  }
  // Most terms use a variable of the last few binders.
  constexpr std::size_t kTried = 8;
  for (std::size_t i = active_.size(); i-- > 1 && active_.size() - i <= kTried;) {
    for (const BoundVariable& variable : store_.binder_info(regions_[active_[i]].binder).variables) {
      if (store_.occurs_free(variable.name, term)) {
        return active_[i];
      }
    }
  }
  if (active_.size() <= kTried) {
    return active_[0];
  }
  std::uint32_t innermost = 0;
  for (const SymbolId variable : store_.free_variables(term)) {
    const auto it = active_variable_.find(variable.index);
    innermost = std::max(innermost, it == active_variable_.end() ? 0 : it->second);
  }
  return active_[innermost];
}

std::uint32_t Sharing::enter(TermId binder) {
  const auto [it, is_new] =
      region_of_.try_emplace(key(binder, owner(binder)), static_cast<std::uint32_t>(regions_.size()));
  if (is_new) {
    regions_.push_back({binder, {}});
  }
  active_.push_back(it->second);
  for (const BoundVariable& variable : store_.binder_info(binder).variables) {
    active_variable_[variable.name.index] = static_cast<std::uint32_t>(active_.size() - 1);
  }
  return it->second;
}

void Sharing::leave() {
  for (const BoundVariable& variable : store_.binder_info(regions_[active_.back()].binder).variables) {
    active_variable_.erase(variable.name.index);
  }
  active_.pop_back();
}

void Sharing::note_spelling(SymbolId name) {
  const std::string_view spelling = store_.spelling(name);
  if (spelling.size() < kPrefix.size() || spelling[0] != '_' || spelling.substr(0, kPrefix.size()) != kPrefix) {
    return;
  }
  const std::size_t end = std::min(spelling.find_first_not_of('_', kPrefix.size()), spelling.size());
  underscores_ = std::max(underscores_, end - kPrefix.size() + 1);
}

void Sharing::note_name(TermId term) {
  const TermNode& node = store_.node(term);
  if (node.kind == TermKind::Call) {
    note_spelling(store_.node(store_.function_of(term)).name);
  } else if (node.kind == TermKind::Variable) {
    note_spelling(store_.variable_name(term));
  } else if (node.kind == TermKind::Binder) {
    for (const BoundVariable& variable : store_.binder_info(term).variables) {
      note_spelling(variable.name);
    }
  } else if (node.kind == TermKind::Annotated) {
    const auto attributes = store_.attributes(term);
    has_names_ = has_names_ || std::any_of(attributes.begin(), attributes.end(),
                                           [](const Attribute& attribute) { return attribute.keyword == ":named"; });
  }
}

void Sharing::note_names_below(TermId term) {
  std::vector<TermId> pending = {term};
  while (!pending.empty()) {
    const TermId top = pending.back();
    pending.pop_back();
    note_name(top);
    for (const TermId child : store_.children(top)) {
      Slot& seen = slot(child);
      if (!seen.names_noted) {
        seen.names_noted = true;
        pending.push_back(child);
      }
    }
  }
}

std::size_t Sharing::counted_children(TermId term) const {
  const TermNode& node = store_.node(term);
  return node.kind == TermKind::Binder ? 1 : node.count;
}

void Sharing::visit(TermId term) {
  if (is_leaf(store_.node(term))) {
    note_name(term);
    return;
  }
  const std::uint32_t region = owner(term);
  Slot& seen = slot(term);
  if (seen.count > 0 && seen.region == region) {
    if (++seen.count == 2 &&
        !(store_.node(term).kind == TermKind::Binder && store_.binder_info(term).kind == BinderKind::MatchCase)) {
      regions_[region].shared.push_back(term);
    }
    return;
  }
  seen.region = region;
  seen.count = 1;
  note_name(term);
  frames_.push_back({term});
}

void Sharing::analyze(TermId root) {
  ++epoch_;
  used_ = 0;
  regions_.clear();
  regions_.push_back({});
  region_of_.clear();
  active_.assign(1, 0);
  active_variable_.clear();
  underscores_ = 1;
  has_names_ = false;
  visit(root);
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    const bool binder = store_.node(frame.term).kind == TermKind::Binder;
    if (binder && !frame.entered) {
      frame.entered = true;
      enter(frame.term);
    }
    const auto children = store_.children(frame.term);
    if (frame.next < counted_children(frame.term)) {
      visit(children[frame.next++]);
      continue;
    }
    if (binder) {
      for (const TermId pattern : children.subspan(1)) {
        note_names_below(pattern);
      }
      leave();
    }
    frames_.pop_back();
  }
  for (Region& region : regions_) {
    std::stable_sort(region.shared.begin(), region.shared.end(),
                     [&](TermId a, TermId b) { return store_.node(a).depth < store_.node(b).depth; });
  }
  prefix_.assign(kPrefix);
  prefix_.append(underscores_, '_');
}

std::uint32_t Sharing::name(TermId term) {
  const Slot& known = slot(term);
  return known.name != kNone && known.name_region == owner(term) ? known.name : kNone;
}

void Sharing::give_name(TermId term, std::uint32_t name) {
  const std::uint32_t region = owner(term);
  Slot& known = slot(term);
  known.name = name;
  known.name_region = region;
}

bool Sharing::unshare(TermId root, std::uint64_t max_nodes) {
  // Counts the nodes of the tree up to the limit.
  std::vector<TermId> pending = {root};
  for (std::uint64_t nodes = 0; !pending.empty(); ++nodes) {
    if (nodes > max_nodes) {
      return false;
    }
    const auto children = store_.children(pending.back());
    pending.pop_back();
    pending.insert(pending.end(), children.begin(), children.end());
  }
  for (Region& region : regions_) {
    region.shared.clear();
  }
  return true;
}

void Sharing::forget_names(std::uint32_t region) {
  for (const TermId term : regions_[region].shared) {
    slot(term).name = kNone;
  }
}

}  // namespace assay::smt
