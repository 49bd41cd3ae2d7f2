#include <algorithm>
#include <array>
#include <map>

#include "base/text.hpp"
#include "base/text_tree.hpp"
#include "horn/system/system_text.hpp"
#include "horn/witness/witness.hpp"

namespace assay::horn {
namespace {

using smt::TermKind;

constexpr std::size_t kMaxFacts = 400;

/// The declarations of the system's predicates and sorts.
std::string declarations(TermStore& store, const System& system) {
  System empty;
  empty.predicates = system.predicates;
  const std::string text = print_horn(store, empty, {});
  return text.substr(0, text.find("(check-sat"));
}

/// The fact of a ground atom of a predicate of the system. Nullopt for other terms.
std::optional<Fact> fact_of(Evaluation& evaluation, const System& system, TermId term) {
  const TermStore& store = evaluation.store();
  if (store.node(term).kind != TermKind::Call || store.has(term, smt::kHasVariable)) return std::nullopt;
  const FunctionId function = store.function_of(term);
  if (std::find(system.predicates.begin(), system.predicates.end(), function) == system.predicates.end())
    return std::nullopt;
  return evaluation.fact({function, {store.children(term).begin(), store.children(term).end()}}, {});
}

/// The atoms of a step that is an implication: the goals from which the query follows.
std::vector<Fact> goals_of(Evaluation& evaluation, const System& system, TermId implication) {
  std::vector<Fact> goals;
  const auto children = evaluation.store().children(implication);
  for (const TermId premise : children.first(children.size() - 1))
    for (const TermId part : conjuncts_of(evaluation.store(), premise))
      if (auto fact = fact_of(evaluation, system, part)) goals.push_back(*std::move(fact));
  return goals;
}

/// A proof from the query to the facts (the engine bmc): a fact stands before the facts from which it follows. In the
/// reversed order of their last occurrences, each fact comes after those.
void add_reversed(std::vector<Fact> goals, PrintedDerivation& out) {
  std::reverse(goals.begin(), goals.end());
  Facts seen;
  for (Fact& goal : goals)
    if (seen.insert(goal).second) out.facts.push_back(std::move(goal));
}

/// The conclusions of the hyper-resolution steps below the term, premises first.
void read_steps(Evaluation& evaluation, const System& system, TermId root, PrintedDerivation& out) {
  const TermStore& store = evaluation.store();
  std::vector<std::pair<TermId, bool>> pending = {{root, false}};
  std::set<TermId> seen;
  std::vector<Fact> all_goals;
  while (!pending.empty()) {
    const auto [term, is_visited] = pending.back();
    pending.pop_back();
    const auto children = store.children(term);
    if (!is_visited) {
      if (!seen.insert(term).second) continue;
      pending.emplace_back(term, true);
      for (auto child = children.rbegin(); child != children.rend(); ++child) pending.emplace_back(*child, false);
      continue;
    }
    if (store.node(term).kind != TermKind::Call || children.empty()) continue;
    if (store.spelling(store.node(store.function_of(term)).name) != "hyper-res") continue;
    const TermId conclusion = children.back();
    if (store.is(conclusion, smt::Operators::get().at("=>"))) {
      const std::vector<Fact> goals = goals_of(evaluation, system, conclusion);
      all_goals.insert(all_goals.end(), goals.begin(), goals.end());
      continue;
    }
    if (const auto fact = fact_of(evaluation, system, conclusion)) out.facts.push_back(*fact);
  }
  add_reversed(std::move(all_goals), out);
}

/// z3: `(proof ...)` after get-proof; of a muZ query, the list that contains the steps.
PrintedDerivation read_proof(TermStore& store, const System& system, const TextTree& tree) {
  PrintedDerivation out;
  std::string declared = declarations(store, system), proof;
  const auto take = [&](std::size_t id) {
    const std::string_view head = tree.head(id), text = tree.text_of(id);
    if (head == "declare-fun") declared += std::string(text) + "\n";
    if (head == "proof" && tree.children(id).size() == 2) proof = tree.text_of(tree.children(id)[1]);
    const bool is_certificate = head == "let" || head == "mp";
    if (proof.empty() && is_certificate && text.find("hyper-res") != std::string_view::npos) proof = text;
  };
  for (const std::size_t id : tree.top()) {
    take(id);
    for (const std::size_t child : tree.children(id)) take(child);
  }
  if (proof.empty()) {
    out.problem = "no derivation is printed";
    return out;
  }
  const auto script =
      smt::parse_script(store, declared + "(assert " + proof + ")\n", "proof", {.allow_undeclared = true});
  if (!script) {
    out.problem = "the proof cannot be read";
    return out;
  }
  Evaluation evaluation(store);
  read_steps(evaluation, system, script->commands.back().terms.at(0), out);
  return out;
}

/// Adds the facts of ground atoms, in their order. False if the text cannot be read.
bool read_atoms(TermStore& store, const System& system, const std::vector<std::string_view>& atoms,
                PrintedDerivation& out) {
  std::string text = declarations(store, system);
  for (const std::string_view atom : atoms) text += "(assert " + std::string(atom) + ")\n";
  const auto script = smt::parse_script(store, text, "derivation", {.allow_undeclared = true});
  if (!script) return false;
  Evaluation evaluation(store);
  for (const smt::Command& command : script->commands)
    if (command.kind == smt::CommandKind::Assert)
      if (const auto fact = fact_of(evaluation, system, command.terms[0])) out.facts.push_back(*fact);
  return true;
}

/// Older releases of z3 (4.8.5): a conjunction of the facts, the last fact first.
std::optional<PrintedDerivation> read_conjunction(TermStore& store, const System& system, const TextTree& tree) {
  for (const std::size_t id : tree.top()) {
    if (tree.head(id) != "and") continue;
    PrintedDerivation out;
    std::vector<std::string_view> atoms;
    const auto& children = tree.children(id);
    for (std::size_t i = children.size(); i-- > 1;) atoms.push_back(tree.text_of(children[i]));
    if (!read_atoms(store, system, atoms, out)) out.problem = "the derivation cannot be read";
    return out;
  }
  return std::nullopt;
}

/// True if an expression is the atom of a predicate, or "false".
bool is_atom(const TextTree& tree, std::size_t id) {
  static constexpr std::array<std::string_view, 7> kConnectives = {"=>", "forall", "=", "not", "or", "and", "!"};
  return std::find(kConnectives.begin(), kConnectives.end(), tree.head(id)) == kConnectives.end() &&
         tree.text_of(id) != "true" && !tree.text_of(id).starts_with('@');
}

/// The atom that a line derives: "2:\t(loop 1 2) ->  1" (Golem's format legacy, Eldarica), or "7\t (loop 1 2) :premises
/// 3" (Golem's format intermediate). Empty: none.
std::string_view derived_atom(std::string_view line) {
  const std::size_t digits = line.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos || (line[digits] != ':' && line[digits] != '\t')) return {};
  const std::string_view rest = trim(line.substr(digits + 1));
  const TextTree tree = balanced_text_tree(rest.substr(0, std::min(rest.find("->"), rest.find(":premises"))));
  if (tree.top().size() != 1 || !is_atom(tree, tree.top()[0])) return {};
  return tree.text_of(tree.top()[0]);
}

/// The atoms of the assumptions and of the steps with one literal of a proof in Alethe, and "false" for its last step.
std::vector<std::string_view> alethe_atoms(const TextTree& tree) {
  std::map<std::string_view, std::size_t> named;
  for (std::size_t id = 1; id < tree.nodes.size(); ++id)
    if (tree.head(id) == "!" && tree.children(id).size() == 4)
      named.emplace(tree.text_of(tree.children(id)[3]), tree.children(id)[1]);
  std::vector<std::string_view> atoms;
  const auto add = [&](std::size_t id) {
    if (tree.head(id) == "!" && tree.children(id).size() > 1) id = tree.children(id)[1];
    if (const auto name = named.find(tree.text_of(id)); name != named.end()) id = name->second;
    if (is_atom(tree, id)) atoms.push_back(tree.text_of(id));
  };
  for (const std::size_t step : tree.top()) {
    const auto& parts = tree.children(step);
    if (tree.head(step) == "assume" && parts.size() == 3) add(parts[2]);
    if (tree.head(step) != "step" || parts.size() < 3 || tree.head(parts[2]) != "cl") continue;
    const auto& literals = tree.children(parts[2]);
    if (literals.size() == 2) add(literals[1]);
    if (literals.size() == 1) atoms.emplace_back("false");
  }
  return atoms;
}

PrintedDerivation read_lines(TermStore& store, const System& system, const TextTree& tree) {
  PrintedDerivation out;
  const bool is_alethe = !tree.problem && tree.text.find(" :rule ") != std::string_view::npos;
  std::vector<std::string_view> derived = is_alethe ? alethe_atoms(tree) : std::vector<std::string_view>();
  for (const std::string_view line : is_alethe ? std::vector<std::string_view>() : split(tree.text, '\n'))
    if (const std::string_view atom = derived_atom(line); !atom.empty()) derived.push_back(atom);
  // Eldarica numbers the query's instance 0 and prints a fact before the facts from which it follows.
  if (!derived.empty() && derived.front() == "false") std::reverse(derived.begin(), derived.end());
  std::vector<std::string_view> atoms;
  for (const std::string_view atom : derived)
    if (atom != "false") atoms.push_back(atom);
  if (!read_atoms(store, system, atoms, out)) out.problem = "the derivation cannot be read";
  // Facts of other predicates are of the solver's own system, so that others may follow only by them. A step of Alethe
  // may use an instance of a clause in place of its head.
  out.is_complete = !is_alethe && out.facts.size() == atoms.size();
  if (atoms.size() == derived.size()) out.problem = "no derivation is printed";
  return out;
}

}  // namespace

PrintedDerivation read_printed_derivation(TermStore& store, const System& system, std::string_view output) {
  const TextTree tree = balanced_text_tree(output);
  PrintedDerivation out;
  if (!tree.problem && output.find("hyper-res") != std::string_view::npos) {
    out = read_proof(store, system, tree);
  } else if (auto conjunction = read_conjunction(store, system, tree)) {
    out = *std::move(conjunction);
  } else {
    out = read_lines(store, system, tree);
  }
  if (out.facts.size() > kMaxFacts) out.problem = "it has too many facts";
  return out;
}

std::string printed_definitions(std::string_view output) {
  const TextTree tree = balanced_text_tree(output);
  std::string text;
  const auto take = [&](std::size_t id) {
    if (tree.head(id) == "define-fun") text += std::string(tree.text_of(id)) + "\n";
  };
  for (const std::size_t id : tree.top()) {
    take(id);
    std::for_each(tree.children(id).begin(), tree.children(id).end(), take);
  }
  return text.empty() ? text : "(\n" + text + ")\n";
}

}  // namespace assay::horn
