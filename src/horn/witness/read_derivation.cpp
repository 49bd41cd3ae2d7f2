#include <algorithm>
#include <array>
#include <map>

#include "base/text.hpp"
#include "horn/system/lists.hpp"
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
  std::string text = print_horn(store, empty, {});
  const std::size_t check = text.find("(check-sat");
  return text.substr(0, check);
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
  const std::vector<TermId> children(evaluation.store().children(implication).begin(),
                                     evaluation.store().children(implication).end());
  for (std::size_t i = 0; i + 1 < children.size(); ++i)
    for (const TermId part : conjuncts_of(evaluation.store(), children[i]))
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
PrintedDerivation read_proof(TermStore& store, const System& system, const Lists& lists) {
  PrintedDerivation out;
  std::string declared = declarations(store, system), proof;
  const auto take = [&](std::uint32_t id) {
    const ListNode& node = lists.at(id);
    if (lists.head(id) == "declare-fun") declared += std::string(node.text) + "\n";
    if (lists.head(id) == "proof" && node.children.size() == 2) proof = lists.at(node.children[1]).text;
    const bool is_certificate = lists.head(id) == "let" || lists.head(id) == "mp";
    if (proof.empty() && is_certificate && node.text.find("hyper-res") != std::string_view::npos) proof = node.text;
  };
  for (const std::uint32_t id : lists.top()) {
    take(id);
    for (const std::uint32_t child : lists.at(id).children) take(child);
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
std::optional<PrintedDerivation> read_conjunction(TermStore& store, const System& system, std::string_view output) {
  const auto lists = read_lists(output);
  for (const std::uint32_t id : lists ? lists->top() : std::vector<std::uint32_t>()) {
    if (lists->head(id) != "and") continue;
    PrintedDerivation out;
    std::vector<std::string_view> atoms;
    const auto& children = lists->at(id).children;
    for (std::size_t i = children.size(); i-- > 1;) atoms.push_back(lists->at(children[i]).text);
    if (!read_atoms(store, system, atoms, out)) out.problem = "the derivation cannot be read";
    return out;
  }
  return std::nullopt;
}

bool is_atom(std::string_view head, std::string_view text) {
  static constexpr std::array<std::string_view, 7> kConnectives = {"=>", "forall", "=", "not", "or", "and", "!"};
  return std::find(kConnectives.begin(), kConnectives.end(), head) == kConnectives.end() && text != "true" &&
         !text.starts_with('@');
}

/// The atom that a line derives: "2:\t(loop 1 2) ->  1" (Golem's format legacy, Eldarica), or "7\t (loop 1 2) :premises
/// 3" (Golem's format intermediate). Empty: none.
std::string_view derived_atom(std::string_view line) {
  const std::size_t digits = line.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos || (line[digits] != ':' && line[digits] != '\t')) return {};
  const std::string_view rest = trim(line.substr(digits + 1));
  const auto lists = read_lists(rest.substr(0, std::min(rest.find("->"), rest.find(":premises"))));
  if (!lists || lists->top().size() != 1) return {};
  const std::uint32_t id = lists->top()[0];
  return is_atom(lists->head(id), lists->at(id).text) ? lists->at(id).text : std::string_view();
}

/// The atoms of the assumptions and of the steps with one literal of a proof in Alethe, and "false" for its last step.
std::vector<std::string_view> alethe_atoms(const Lists& lists) {
  std::map<std::string_view, std::uint32_t> named;
  for (std::uint32_t id = 0; id < lists.size(); ++id)
    if (lists.head(id) == "!" && lists.at(id).children.size() == 4)
      named.emplace(lists.at(lists.at(id).children[3]).text, lists.at(id).children[1]);
  std::vector<std::string_view> atoms;
  const auto add = [&](std::uint32_t id) {
    if (lists.head(id) == "!") id = lists.at(id).children[1];
    if (const auto name = named.find(lists.at(id).text); name != named.end()) id = name->second;
    if (is_atom(lists.head(id), lists.at(id).text)) atoms.push_back(lists.at(id).text);
  };
  for (const std::uint32_t step : lists.top()) {
    const auto& parts = lists.at(step).children;
    if (lists.head(step) == "assume" && parts.size() == 3) add(parts[2]);
    if (lists.head(step) != "step" || parts.size() < 3 || lists.head(parts[2]) != "cl") continue;
    const auto& literals = lists.at(parts[2]).children;
    if (literals.size() == 2) add(literals[1]);
    if (literals.size() == 1) atoms.emplace_back("false");
  }
  return atoms;
}

PrintedDerivation read_lines(TermStore& store, const System& system, std::string_view output) {
  PrintedDerivation out;
  std::vector<std::string_view> derived;
  const auto alethe = output.find(" :rule ") == std::string_view::npos ? std::nullopt : read_lists(output);
  if (alethe) derived = alethe_atoms(*alethe);
  for (const std::string_view line : alethe ? std::vector<std::string_view>() : split(output, '\n'))
    if (const std::string_view atom = derived_atom(line); !atom.empty()) derived.push_back(atom);
  // Eldarica numbers the query's instance 0 and prints a fact before the facts from which it follows.
  if (!derived.empty() && derived.front() == "false") std::reverse(derived.begin(), derived.end());
  std::vector<std::string_view> atoms;
  for (const std::string_view atom : derived)
    if (atom != "false") atoms.push_back(atom);
  if (!read_atoms(store, system, atoms, out)) out.problem = "the derivation cannot be read";
  // Facts of other predicates are of the solver's own system, so that others may follow only by them. A step of Alethe
  // may use an instance of a clause in place of its head.
  out.is_complete = !alethe && out.facts.size() == atoms.size();
  if (atoms.size() == derived.size()) out.problem = "no derivation is printed";
  return out;
}

}  // namespace

PrintedDerivation read_printed_derivation(TermStore& store, const System& system, std::string_view output) {
  PrintedDerivation out;
  const auto lists = output.find("hyper-res") == std::string_view::npos ? std::nullopt : read_lists(output);
  if (lists) {
    out = read_proof(store, system, *lists);
  } else if (auto conjunction = read_conjunction(store, system, output)) {
    out = *std::move(conjunction);
  } else {
    out = read_lines(store, system, output);
  }
  if (out.facts.size() > kMaxFacts) out.problem = "it has too many facts";
  return out;
}

std::string printed_definitions(std::string_view output) {
  const auto lists = read_lists(output);
  std::string text;
  const auto take = [&](std::uint32_t id) {
    if (lists->head(id) == "define-fun") text += std::string(lists->at(id).text) + "\n";
  };
  for (const std::uint32_t id : lists ? lists->top() : std::vector<std::uint32_t>()) {
    take(id);
    std::for_each(lists->at(id).children.begin(), lists->at(id).children.end(), take);
  }
  return text.empty() ? text : "(\n" + text + ")\n";
}

}  // namespace assay::horn
