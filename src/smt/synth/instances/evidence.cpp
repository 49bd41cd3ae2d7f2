#include "smt/synth/instances/evidence.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "assay/smt/script.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/synth/synth_generator.hpp"

namespace assay::smt {
namespace {

using Texts = std::set<std::string, std::less<>>;

std::string name_of(const TermStore& store, TermId term) {
  if (store.node(term).kind != TermKind::Annotated) return "";
  for (const Attribute& attribute : store.attributes(term))
    if (attribute.keyword == ":named") return attribute.text;
  return "";
}

std::vector<TermId> assertions_of(const Script& script) {
  std::vector<TermId> terms;
  for (const Command& command : script.commands)
    if (command.kind == CommandKind::Assert) terms.push_back(command.terms[0]);
  return terms;
}

/// The names of the axioms with an instance in the text.
Texts instantiated_axioms(const std::string& text) {
  Texts names;
  TermStore store;
  const auto script = parse_script(store, text, std::string(kInstancesFile));
  if (!script) return names;
  for (const TermId term : assertions_of(*script)) {
    const std::string name = name_of(store, term);
    if (!name.empty()) names.insert(name.substr(0, name.find('.')));
  }
  return names;
}

/// The texts of the script's ground assertions and of its axioms with an instance, without names.
Texts needed_assertions(const std::string& script, const std::string& instances) {
  Texts needed;
  TermStore store;
  const auto read = parse_script(store, script, std::string(kScriptFile));
  if (!read) return needed;
  const Texts axioms = instantiated_axioms(instances);
  for (const TermId term : assertions_of(*read))
    if (!store.has(term, kHasQuantifier) || axioms.contains(name_of(store, term)))
      needed.insert(to_string(store, without_names(store, term)));
  return needed;
}

}  // namespace

std::string print_instances(TermStore& store, const Formula& formula) {
  std::string text = formula.missing.empty() ? "" : "; triggering terms that the script lacks:\n";
  for (const TermId term : formula.missing) text += ";   " + to_string(store, term) + "\n";
  std::vector<TermId> terms;
  for (const TermId term : formula.assertions)
    if (!store.has(term, kHasQuantifier)) terms.push_back(term);
  std::map<std::size_t, std::size_t> numbers;  // of the instances of each axiom
  for (const auto& [axiom, instance] : formula.instances) {
    const Attribute name{":named", assertion_name(axiom) + "." + std::to_string(++numbers[axiom]), 0};
    terms.push_back(store.annotated(std::array{name}, std::array{instance}));
  }
  return text + print_script(store, check_script(store, logic_of(store, terms), terms));
}

core::Case reduce_to_instances(const core::Case& refuted, const StillFails& still_fails,
                               const core::ReduceBudget& budget) {
  const core::File* instances = refuted.file(kInstancesFile);
  const core::File* script = refuted.file(kScriptFile);
  if (instances == nullptr || script == nullptr) return refuted;
  const Texts needed = needed_assertions(script->content, instances->content);
  const Refutes has_needed = [&](TermStore& store, std::span<const TermId> formulas) {
    Texts present;
    for (const TermId term : formulas) present.insert(to_string(store, without_names(store, term)));
    return !needed.empty() && std::includes(present.begin(), present.end(), needed.begin(), needed.end());
  };
  const StillFails fails_by_instances = [&](const core::Case& subject) {
    TermStore store;
    const auto read = parse_script(store, subject.files.front().content, std::string(kScriptFile));
    return read && has_needed(store, assertions_of(*read)) && still_fails(subject);
  };
  core::Case small = reduce_case(refuted, fails_by_instances, budget, true, {}, has_needed, Steps::Removals);
  if (small.file(kInstancesFile) == nullptr) small.files.push_back(*instances);
  return small;
}

}  // namespace assay::smt
