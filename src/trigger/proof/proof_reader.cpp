#include "trigger/proof/proof_reader.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <unordered_set>

#include "trigger/problem/formula/normal_form.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::TermStore;

constexpr std::string_view kInstance = "assay!instance";
constexpr std::string_view kValuesMark = "assay!values";
constexpr std::string_view kElementMark = "!val!";
constexpr std::string_view kStep = "assay!step";

/// The offset behind the parenthesis that closes the list at `at`. Quoted symbols and strings are skipped.
std::size_t end_of_list(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '|' || c == '"') {
      at = text.find(c, at + 1);
      if (at == std::string_view::npos) return text.size();
    }
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) return at + 1;
  }
  return text.size();
}

/// The proof as standard SMT-LIB. z3 writes terms as indices of its rules: `((_ quant-inst 7 (g 7)) fact)`.
std::string standard_syntax(std::string_view proof) {
  constexpr std::string_view kRule = "((_ quant-inst";
  constexpr std::string_view kLemma = "((_ th-lemma";
  std::string text;
  std::size_t from = 0;
  while (true) {
    const std::size_t at = std::min(proof.find(kRule, from), proof.find(kLemma, from));
    if (at == std::string_view::npos) break;
    text += proof.substr(from, at - from);
    const std::size_t end = end_of_list(proof, at + 1);
    text += '(';
    if (proof.substr(at).starts_with(kRule)) {
      const std::size_t values = at + kRule.size();
      text += std::string(kInstance) + " (" + std::string(kValuesMark);
      text += proof.substr(values, end - values);
    } else {
      text += kStep;
    }
    from = end;
  }
  text += proof.substr(from);
  return text;
}

/// Declarations of the elements of uninterpreted sorts that z3 introduced without a declaration: `U!val!3` has sort U.
std::string element_declarations(std::string_view proof, std::string_view declared) {
  std::set<std::string> seen;
  std::string text;
  for (std::size_t at = proof.find(kElementMark); at != std::string_view::npos; at = proof.find(kElementMark, at + 1)) {
    const std::size_t before = proof.find_last_of(" ()\n|", at);
    const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(proof.find_first_of(" ()\n|", at), proof.size());
    const std::string element(proof.substr(first, end - first));
    if (!seen.insert(element).second || declared.find(element) != std::string_view::npos) continue;
    const std::string sort(proof.substr(first, at - first));
    text += "(declare-fun " + smt::quoted_symbol(element) + " () " + smt::quoted_symbol(sort) + ")\n";
  }
  return text;
}

struct ProofText {
  std::string_view declarations;  ///< declarations of symbols that z3 introduced
  std::string_view term;
};

/// The parts of z3's answer, `(DECLARATION... (proof TERM))`.
std::optional<ProofText> parts_of_answer(std::string_view answer) {
  const std::size_t open = answer.find('(');
  const std::size_t head = answer.find("(proof");
  if (open == std::string_view::npos || head == std::string_view::npos || head <= open) return std::nullopt;
  const std::size_t end = end_of_list(answer, head);
  const std::size_t first = head + std::string_view("(proof").size();
  if (end <= first + 1) return std::nullopt;
  return ProofText{answer.substr(open + 1, head - open - 1), answer.substr(first, end - 1 - first)};
}

bool is_call_of(const TermStore& store, TermId term, std::string_view name) {
  return store.node(term).kind == TermKind::Call && store.spelling(store.node(store.function_of(term)).name) == name;
}

/// The quantifier Q of a proof step `(or (not Q) instance)`.
std::optional<TermId> quantifier_of(const TermStore& store, const Connectives& ops, TermId fact) {
  for (const TermId part : parts_of(store, ops.disjunction, fact)) {
    if (!store.is(part, ops.negation)) continue;
    const TermId inner = store.children(part)[0];
    if (store.node(inner).kind == TermKind::Binder && store.binder_info(inner).kind == smt::BinderKind::Forall)
      return inner;
  }
  return std::nullopt;
}

std::optional<Instance> instance_of(const TermStore& store, const Connectives& ops, TermId step) {
  if (!is_call_of(store, step, kInstance)) return std::nullopt;
  const std::span<const TermId> children = store.children(step);
  if (children.size() != 2 || !is_call_of(store, children[0], kValuesMark)) return std::nullopt;
  const std::optional<TermId> quantifier = quantifier_of(store, ops, children[1]);
  const std::span<const TermId> values = store.children(children[0]);
  if (!quantifier || store.binder_info(*quantifier).variables.size() != values.size()) return std::nullopt;
  return Instance{*quantifier, {values.begin(), values.end()}};
}

/// The nodes of the DAG, children before parents.
std::vector<TermId> bottom_up(const TermStore& store, TermId root) {
  std::vector<TermId> order;
  std::unordered_set<std::uint32_t> opened;
  std::unordered_set<std::uint32_t> closed;
  std::vector<TermId> stack = {root};
  while (!stack.empty()) {
    const TermId top = stack.back();
    if (opened.insert(top.index).second) {
      const std::span<const TermId> children = store.children(top);
      for (std::size_t i = children.size(); i > 0; --i)
        if (!opened.contains(children[i - 1].index)) stack.push_back(children[i - 1]);
      continue;
    }
    stack.pop_back();
    if (closed.insert(top.index).second) order.push_back(top);
  }
  return order;
}

}  // namespace

std::string declarations_text(const TermStore& store, const std::vector<TermId>& terms) {
  std::string text;
  for (const smt::Command& command : smt::declarations_for(store, terms)) {
    smt::print_command(store, command, {}, text);
    if (text.empty() || text.back() != '\n') text += '\n';
  }
  return text;
}

bool is_element(const TermStore& store, TermId term) {
  if (store.node(term).kind != TermKind::Call || !store.children(term).empty()) return false;
  return store.spelling(store.node(store.function_of(term)).name).find(kElementMark) != std::string_view::npos;
}

Result<std::vector<Instance>> read_instances(TermStore& store, const std::string& declarations,
                                             std::string_view proof) {
  const std::optional<ProofText> parts = parts_of_answer(proof);
  if (!parts) return Error{"the solver printed no proof", ""};
  smt::ParseOptions options;
  options.allow_undeclared = true;
  const std::string text = declarations + std::string(parts->declarations) +
                           element_declarations(parts->term, parts->declarations) + "(assert (" + std::string(kStep) +
                           " " + standard_syntax(parts->term) + "))\n";
  const Result<smt::Script> script = smt::parse_script(store, text, "proof", options);
  if (!script) return script.error();
  if (script->commands.empty() || script->commands.back().terms.empty())
    return Error{"the solver's proof is no term", ""};
  const Connectives ops;
  std::vector<Instance> instances;
  for (const TermId node : bottom_up(store, script->commands.back().terms[0])) {
    std::optional<Instance> instance = instance_of(store, ops, node);
    if (!instance) continue;
    const bool known = std::any_of(instances.begin(), instances.end(), [&](const Instance& other) {
      return other.quantifier == instance->quantifier && other.values == instance->values;
    });
    if (!known) instances.push_back(std::move(*instance));
  }
  return instances;
}

Result<std::vector<Instance>> read_cvc5_instances(TermStore& store, const std::string& declarations,
                                                  std::string_view text) {
  constexpr std::string_view kHead = "(instantiations ";
  std::string script = declarations + element_declarations(text, declarations);
  std::size_t lists = 0;
  for (std::size_t at = text.find(kHead); at != std::string_view::npos; at = text.find(kHead, at + 1)) {
    const std::size_t first = at + kHead.size();
    const std::size_t quantifier = end_of_list(text, first);
    const std::string_view binder = text.substr(first, quantifier - first);
    if (!binder.starts_with("(forall")) continue;
    script += "(assert (" + std::string(kStep) + " " + std::string(binder);
    const std::size_t end = end_of_list(text, at);
    for (std::size_t next = text.find('(', quantifier); next < end; next = text.find('(', next)) {
      const std::size_t close = end_of_list(text, next);
      script += "\n(" + std::string(kValuesMark) + " ";
      script += text.substr(next + 1, close - next - 2);
      script += ")";
      next = close;
    }
    script += "))\n";
    ++lists;
  }
  if (lists == 0) return Error{"the solver printed no instantiations", ""};
  smt::ParseOptions options;
  options.allow_undeclared = true;
  const Result<smt::Script> parsed = smt::parse_script(store, script, "instantiations", options);
  if (!parsed) return parsed.error();
  std::vector<Instance> instances;
  for (const smt::Command& command : parsed->commands) {
    if (command.kind != smt::CommandKind::Assert || command.terms.empty()) continue;
    const std::span<const TermId> parts = store.children(command.terms[0]);
    if (parts.empty() || store.node(parts[0]).kind != TermKind::Binder) continue;
    const std::size_t variables = store.binder_info(parts[0]).variables.size();
    for (const TermId list : parts.subspan(1)) {
      const std::span<const TermId> values = store.children(list);
      if (values.size() == variables) instances.push_back({parts[0], {values.begin(), values.end()}});
    }
  }
  return instances;
}

}  // namespace assay::trigger
