#include "trigger/explain/source_names.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "core/target/patterns.hpp"
#include "trigger/problem/formula/rewrite.hpp"

namespace assay::trigger {
namespace {

/// One step from a symbol of an encoding to the name in the source. The result is the text of the pattern's named
/// groups, in the order of the group names, joined by `joint`, and then `suffix`.
struct Rule {
  const char* pattern;
  const char* joint = "";
  const char* suffix = "";
};

/// The encoding of names by one verifier.
struct Encoding {
  std::string_view verifier;
  std::vector<std::string_view> marks;  ///< symbols of its preamble; a script with such a symbol is by this verifier
  std::vector<Rule> rules;              ///< applied in this order, each at most once
};

/// The replacement of `#` in the output of tools that do not allow `#` in names.
constexpr std::string_view kSharp = "@sharp@";

/// The rows follow these sources: Boogie's ScopedNamer (`x@@3`) and incarnations (`x@3`), Dafny's modules and numbers
/// of local variables (`x#3`), Silicon's DefaultIdentifierFactory, the suffixes in Verus's vir/src/def.rs, and F*'s
/// FStarC.SMTEncoding.Env (`@x3`, `x__12`).
const std::vector<Encoding>& encodings() {
  static const std::vector<Encoding> all = {
      {"Boogie",
       {"tickleBool", "ControlFlow", "T@U"},
       {{"^#?_module\\.(?:__default\\.)?(?P<name>.+)$"},
        {"^(?P<name>[A-Za-z].*\\.[A-Z]\\w*)_q$", "", "?"},
        {"^(?P<name>.+)@@\\d+$"},
        {"^(?P<name>.+)@\\d+$"},
        {"^(?P<name>.+)#\\d+$"}}},
      {"Silicon", {"$Snap"}, {{"^(?P<name>.+)@\\d+@\\d+$"}}},
      {"Verus",
       {"fuel_defaults", "FuelId"},
       {{"^(?P<name>.+)\\.\\?$"},
        {"^(?P<name>[^%]+?)(?:~\\d+)?[!@$]$"},
        {"^(?P<name>[^%]+?)(?:~\\d+)?@\\d+$"},
        {"^(?P<crate>\\w+)!(?P<name>[\\w.]+)$", "::"}}},
      {"F*",
       {"HasTypeFuel", "FString_const"},
       {{"^(?P<name>.+)\\.fuel_instrumented$"}, {"^@(?P<name>.+)$"}, {"^(?P<name>.+)__\\d+$"}}},
  };
  return all;
}

/// A Rule with its pattern compiled.
class CompiledRule {
 public:
  explicit CompiledRule(const Rule& rule) : pattern_(rule.pattern), joint_(rule.joint), suffix_(rule.suffix) {}
  [[nodiscard]] std::optional<std::string> apply(const std::string& symbol) const {
    const auto groups = pattern_.match(symbol);
    if (!groups) return std::nullopt;
    std::string name;
    for (const auto& [group, text] : *groups) name += (name.empty() ? "" : joint_) + text;
    return name + suffix_;
  }

 private:
  core::GroupPattern pattern_;
  std::string joint_;
  std::string suffix_;
};

const std::vector<CompiledRule>& steps_of(std::string_view verifier) {
  static const std::vector<std::vector<CompiledRule>> steps = [] {
    std::vector<std::vector<CompiledRule>> all(encodings().size() + 1);
    for (std::size_t i = 0; i < encodings().size(); ++i)
      for (const Rule& rule : encodings()[i].rules) all[i].emplace_back(rule);
    return all;
  }();
  const auto row = std::find_if(encodings().begin(), encodings().end(),
                                [&](const Encoding& encoding) { return encoding.verifier == verifier; });
  return steps[static_cast<std::size_t>(row - encodings().begin())];
}

/// The name as a Rust path: Verus writes `seq.Seq.len` for `seq::Seq::len`.
std::string with_paths(std::string name) {
  return name.find('%') == std::string::npos && !name.ends_with('.') ? replace_all(std::move(name), ".", "::") : name;
}

/// The symbol, and its shorter names after each rule that matches.
std::vector<std::string> versions_of(std::string_view verifier, const std::string& symbol) {
  std::vector<std::string> versions = {symbol};
  if (symbol.find(kSharp) != std::string::npos) versions.push_back(replace_all(symbol, kSharp, "#"));
  for (const CompiledRule& step : steps_of(verifier))
    if (std::optional<std::string> shorter = step.apply(versions.back())) versions.push_back(std::move(*shorter));
  if (verifier == "Verus")
    if (std::string path = with_paths(versions.back()); path != versions.back()) versions.push_back(std::move(path));
  return versions;
}

/// Removes the number that preprocessing appended: `x` for `x!12`.
std::string without_number(std::string_view variable) {
  const std::size_t mark = variable.rfind('!');
  if (mark == std::string_view::npos || mark == 0 || mark + 1 == variable.size()) return std::string(variable);
  const bool number = variable.find_first_not_of("0123456789", mark + 1) == std::string_view::npos;
  return std::string(number ? variable.substr(0, mark) : variable);
}

std::string_view verifier_of(const std::vector<std::string>& declared) {
  for (const Encoding& encoding : encodings()) {
    for (const std::string_view mark : encoding.marks)
      if (std::binary_search(declared.begin(), declared.end(), mark)) return encoding.verifier;
  }
  return {};
}

}  // namespace

SourceNames::SourceNames(const smt::TermStore& store, const smt::Script& script, std::span<const smt::FunctionId> own) {
  std::vector<std::string> declared = smt::declared_names(store, script.commands);
  std::sort(declared.begin(), declared.end());
  verifier_ = verifier_of(declared);
  std::vector<std::vector<std::string>> all;
  for (const std::string& symbol : declared) all.push_back(versions_of(verifier_, symbol));
  std::set<std::string> added;
  for (const smt::FunctionId function : own) {
    const std::string symbol(store.spelling(store.node(function).name));
    if (std::binary_search(declared.begin(), declared.end(), symbol) || !added.insert(symbol).second) continue;
    std::vector<std::string> versions = {symbol};
    const std::vector<std::string> written = versions_of(verifier_, without_number(symbol));
    versions.insert(versions.end(), written.begin(), written.end());
    all.push_back(std::move(versions));
  }
  std::unordered_map<std::string, std::size_t> users;
  for (const std::vector<std::string>& versions : all)
    for (const std::string& version : std::set<std::string>(versions.begin(), versions.end())) ++users[version];
  for (const std::vector<std::string>& versions : all) {
    const auto name = std::find_if(versions.rbegin(), versions.rend(),
                                   [&](const std::string& version) { return users.at(version) == 1; });
    if (name != versions.rend() && *name != versions.front()) functions_.emplace(versions.front(), *name);
  }
  collect_variables(store, script);
}

void SourceNames::collect_variables(const smt::TermStore& store, const smt::Script& script) {
  std::unordered_set<std::uint32_t> seen;
  for (const smt::Command& command : script.commands) {
    for (const smt::TermId term : command.terms) {
      visit_terms(store, term, [&](smt::TermId node) {
        if (!store.has(node, smt::kHasBinder) || !seen.insert(node.index).second) return false;
        if (store.node(node).kind != smt::TermKind::Binder) return true;
        for (const smt::BoundVariable& variable : store.binder_info(node).variables)
          if (const std::string_view name = store.spelling(variable.name); name.find('!') != std::string_view::npos)
            variables_.emplace(name);
        return true;
      });
    }
  }
}

std::string SourceNames::function(std::string_view symbol) const {
  const auto name = functions_.find(std::string(symbol));
  return name == functions_.end() ? std::string(symbol) : name->second;
}

std::string SourceNames::variable(std::string_view symbol) const {
  const std::string name(symbol);
  return versions_of(verifier_, variables_.contains(name) ? name : without_number(name)).back();
}

}  // namespace assay::trigger
