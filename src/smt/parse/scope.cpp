#include "smt/parse/scope.hpp"

#include <algorithm>
#include <string>

namespace assay::smt {

const Scope::Entry* Scope::find(SymbolId name) const {
  const auto it = entries_.find(name.index);
  return it == entries_.end() ? nullptr : &it->second;
}

void Scope::declare(SymbolId name, FunctionId function) {
  entries_[name.index].functions.push_back(function);
  if (!global_) {
    trail_.push_back({name, false});
  }
}

void Scope::take_back(SymbolId name) {
  entries_[name.index].functions.pop_back();
  const auto it =
      std::find_if(trail_.rbegin(), trail_.rend(), [&](const Undo& undo) { return !undo.sort && undo.name == name; });
  if (!global_ && it != trail_.rend()) {
    trail_.erase(std::next(it).base());
  }
}

const std::vector<FunctionId>& Scope::functions(SymbolId name) const {
  static const std::vector<FunctionId> none;
  const Entry* entry = find(name);
  return entry == nullptr ? none : entry->functions;
}

void Scope::declare(SymbolId name, SortMeaning sort) {
  const bool lasting = sort.kind != SortMeaning::Kind::Placeholder && sort.kind != SortMeaning::Kind::Parameter;
  entries_[name.index].sorts.push_back(std::move(sort));
  if (lasting && !global_) {
    trail_.push_back({name, true});
  }
}

void Scope::forget_sort(SymbolId name) { entries_[name.index].sorts.pop_back(); }

const SortMeaning* Scope::sort(SymbolId name) const {
  const Entry* entry = find(name);
  return entry == nullptr || entry->sorts.empty() ? nullptr : &entry->sorts.back();
}

void Scope::bind(SymbolId name, TermId term, bool variable) {
  entries_[name.index].locals.push_back({term, variable});
  if (variable) {
    ++bound_[store_.variable_name(term).index];
  }
}

void Scope::unbind(SymbolId name) {
  std::vector<Local>& locals = entries_[name.index].locals;
  if (locals.back().variable) {
    const auto it = bound_.find(store_.variable_name(locals.back().term).index);
    if (--it->second == 0) {
      bound_.erase(it);
    }
  }
  locals.pop_back();
}

const Scope::Local* Scope::local(SymbolId name) const {
  const Entry* entry = find(name);
  return entry == nullptr || entry->locals.empty() ? nullptr : &entry->locals.back();
}

void Scope::push(std::uint64_t levels) {
  // Limits the memory for a push of a huge number. No real script has more levels.
  constexpr std::uint64_t kMaxLevels = 1'000'000;
  for (std::uint64_t i = 0; i < std::min(levels, kMaxLevels) && levels_.size() < kMaxLevels; ++i) {
    levels_.push_back(trail_.size());
  }
}

void Scope::pop(std::uint64_t levels) {
  for (std::uint64_t i = 0; i < levels && !levels_.empty(); ++i) {
    while (trail_.size() > levels_.back()) {
      Entry& entry = entries_[trail_.back().name.index];
      if (trail_.back().sort) {
        entry.sorts.pop_back();
      } else {
        entry.functions.pop_back();
      }
      trail_.pop_back();
    }
    levels_.pop_back();
  }
}

void Scope::clear() {
  entries_.clear();
  opaque_sorts_.clear();
  trail_.clear();
  levels_.clear();
  global_ = false;
}

void Scope::note_declarations(std::string_view text) {
  static constexpr std::string_view kWords[] = {"declare-fun",    "declare-const", "define-fun",
                                                "define-fun-rec", "define-const",  "declare-var"};
  static constexpr std::string_view kEnds = " \t\r\n()|;\"";
  for (std::size_t i = text.find("(de"); i != std::string_view::npos; i = text.find("(de", i + 1)) {
    const std::string_view rest = text.substr(i + 1);
    const std::size_t end = rest.find_first_of(kEnds);
    if (end == std::string_view::npos ||
        std::find(std::begin(kWords), std::end(kWords), rest.substr(0, end)) == std::end(kWords)) {
      continue;
    }
    const std::size_t start = rest.find_first_not_of(" \t\r\n", end);
    if (start == std::string_view::npos) {
      return;
    }
    const bool quoted = rest[start] == '|';
    const std::size_t from = quoted ? start + 1 : start;
    const std::size_t to = quoted ? rest.find('|', from) : rest.find_first_of(kEnds, from);
    declared_.insert(store_.symbol(rest.substr(from, to == std::string_view::npos ? to : to - from)).index);
  }
}

bool Scope::taken(SymbolId name, const std::unordered_set<std::uint32_t>& also_taken) const {
  return bound_.contains(name.index) || declared_.contains(name.index) || also_taken.contains(name.index) ||
         !functions(name).empty() || Operators::get().find(store_.spelling(name), 0).has_value();
}

SymbolId Scope::fresh(SymbolId wanted, const std::unordered_set<std::uint32_t>& also_taken) {
  if (!taken(wanted, also_taken)) {
    return wanted;
  }
  if (bound_.empty()) {
    next_suffix_.clear();
  }
  // The first suffixes are tried in order, so that names do not depend on earlier terms. Further suffixes come from a
  // counter, which keeps 100,000 nested binders of one name linear.
  constexpr std::uint32_t kSearched = 8;
  std::uint32_t& next = next_suffix_.try_emplace(wanted.index, kSearched).first->second;
  for (std::uint32_t i = 1;; i = i < kSearched ? i + 1 : ++next) {
    const SymbolId name = store_.symbol(std::string(store_.spelling(wanted)) + "!" + std::to_string(i));
    if (!taken(name, also_taken)) {
      return name;
    }
  }
}

}  // namespace assay::smt
