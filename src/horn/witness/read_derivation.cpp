#include <algorithm>

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

/// The conclusions of the hyper-resolution steps below the term, premises first.
void read_steps(Evaluation& evaluation, const System& system, TermId root, PrintedDerivation& out) {
  const TermStore& store = evaluation.store();
  std::vector<std::pair<TermId, bool>> pending = {{root, false}};
  std::set<TermId> seen;
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
      out.problem = "its steps are implications";
      return;
    }
    if (const auto fact = fact_of(evaluation, system, conclusion)) out.facts.push_back(*fact);
  }
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

/// Golem: a line of each fact: "2:	(loop 1 2) ->  1", "7	 (loop 1 2)  :premises 3".
PrintedDerivation read_lines(TermStore& store, const System& system, std::string_view output) {
  PrintedDerivation out;
  out.is_complete = true;
  std::vector<std::string_view> atoms;
  bool ends = false;
  for (const std::string_view line : split(output, '\n')) {
    const std::size_t digits = line.find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string_view::npos || (line[digits] != ':' && line[digits] != '\t')) continue;
    std::string_view rest = trim(line.substr(digits + 1));
    const auto lists = read_lists(rest.substr(0, std::min(rest.find("->"), rest.find(":premises"))));
    if (!lists || lists->top().size() != 1) continue;
    const std::uint32_t id = lists->top()[0];
    const std::string_view head = lists->head(id);
    if (lists->at(id).text == "false") ends = true;
    if (lists->at(id).text == "true" || lists->at(id).text == "false" || head == "=>" || head == "forall") continue;
    atoms.push_back(lists->at(id).text);
  }
  if (!read_atoms(store, system, atoms, out)) out.problem = "the derivation cannot be read";
  // Facts of other predicates are of the solver's own system, so that others may follow only by them.
  if (out.facts.size() < atoms.size()) out.is_complete = false;
  if (!ends) out.problem = "no derivation is printed";
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
