#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "renamed_text.hpp"
#include "smt_reduction.hpp"
#include "terms.hpp"

namespace assay::smt {
namespace {

/// The i-th short name: x, y, z, a, b, ..., then x1, y1, ...; for sorts X, Y, Z, A, B, ...
std::string short_name(std::size_t i, bool is_sort) {
  static constexpr std::string_view kSmall = "xyzabcdefghijklmnopqrstuvw";
  static constexpr std::string_view kLarge = "XYZABCDEFGHIJKLMNOPQRSTUVW";
  std::string out(1, (is_sort ? kLarge : kSmall)[i % kSmall.size()]);
  if (i >= kSmall.size()) out += std::to_string(i / kSmall.size());
  return out;
}

/// The names that a script declares or binds, except names bound by `let`.
class OwnNames {
 public:
  OwnNames(const TermStore& store, const Script& script) : store_(store) {
    for (const Command& command : script.commands) {
      for (const FunctionId id : command.functions) add_function(id);
      for (const DatatypeId id : command.datatypes) add_datatype(id);
      if (command.kind == CommandKind::DeclareSort) sorts_.emplace(store.spelling(store.node(command.sort).name));
    }
    for (const auto& level : levels_of(store, roots_of(script)))
      for (const TermId term : level) add_term(term);
  }
  [[nodiscard]] bool has(std::string_view name) const { return others_.contains(name) || is_sort(name); }
  [[nodiscard]] bool is_sort(std::string_view name) const { return sorts_.contains(name); }

 private:
  void add(SymbolId name) { others_.emplace(store_.spelling(name)); }
  void add_function(FunctionId id) {
    add(store_.node(id).name);
    for (const BoundVariable& variable : store_.node(id).variables) add(variable.name);
  }
  void add_datatype(DatatypeId id) {
    const Datatype& datatype = store_.node(id);
    sorts_.emplace(store_.spelling(datatype.name));
    for (const SymbolId parameter : datatype.parameters) sorts_.emplace(store_.spelling(parameter));
    for (const Constructor& constructor : datatype.constructors) {
      add(store_.node(constructor.function).name);
      for (const Field& field : constructor.fields) add(store_.node(field.selector).name);
    }
  }
  void add_term(TermId term) {
    if (store_.node(term).kind == TermKind::Binder)
      for (const BoundVariable& variable : store_.binder_info(term).variables) add(variable.name);
    if (store_.node(term).kind == TermKind::Annotated)
      for (const Attribute& attribute : store_.attributes(term))
        if (attribute.keyword == ":named") others_.insert(attribute.text);
  }

  const TermStore& store_;
  std::set<std::string, std::less<>> sorts_, others_;
};

/// Old and new names, in order of appearance in the text, for names that can become shorter. The new names differ from
/// all symbols of the text and from all operators.
std::vector<std::pair<std::string, std::string>> shorter_names(const OwnNames& own, std::string_view text) {
  const std::vector<std::string> symbols = symbols_in(text);
  std::set<std::string, std::less<>> taken(symbols.begin(), symbols.end());
  std::vector<std::pair<std::string, std::string>> shorter;
  for (const std::string& symbol : symbols) {
    const bool is_sort = own.is_sort(symbol);
    if (!own.has(symbol) || symbol.size() < 2) continue;
    std::size_t next = 0;
    std::string name = short_name(next, is_sort);
    while (taken.contains(name) || Operators::get().find(name, 0)) name = short_name(++next, is_sort);
    if (name.size() >= symbol.size()) continue;
    taken.insert(name);
    shorter.emplace_back(symbol, std::move(name));
  }
  return shorter;
}

}  // namespace

bool shorten_names(Reduction& reduction) {
  const OwnNames own(reduction.store(), reduction.script());
  using Names = std::vector<std::pair<std::string, std::string>>;
  std::vector<Names> groups{shorter_names(own, reduction.text())};
  bool changed = false;
  while (!groups.empty() && !reduction.exhausted()) {
    const Names group = std::move(groups.back());
    groups.pop_back();
    if (group.empty()) continue;
    const bool adopted = reduction.attempt_text(reduction.text(), SymbolNames(group.begin(), group.end()));
    changed = adopted || changed;
    if (adopted || group.size() == 1) continue;
    const auto middle = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
    groups.emplace_back(middle, group.end());
    groups.emplace_back(group.begin(), middle);
  }
  return changed;
}

bool inline_lets(Reduction& reduction) { return reduction.attempt_without_lets(); }

}  // namespace assay::smt
