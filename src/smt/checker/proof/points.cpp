#include "smt/checker/proof/points.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "smt/term/rebuild.hpp"

namespace assay::smt {
namespace {

bool is_literal(const TermStore& store, TermId term) { return store.node(term).kind == TermKind::Constant; }

}  // namespace

TermId with_plain_literals(TermStore& store, TermId formula) {
  const OperatorId minus = Operators::get().at("-");
  const OperatorId over = Operators::get().at("/");
  const Model none;
  Evaluator evaluator(store, none);
  const auto is_number = [&](TermId term) {
    if (is_literal(store, term)) return true;
    const auto children = store.children(term);
    return (store.is(term, minus) || store.is(term, over)) &&
           std::all_of(children.begin(), children.end(), [&](TermId child) { return is_literal(store, child); });
  };
  return rebuilt(
      store, formula, [](TermId) -> std::optional<TermId> { return std::nullopt; },
      [&](TermId term, std::span<const TermId> children) {
        if (store.node(term).kind == TermKind::Annotated && !children.empty()) return children.front();
        const TermId same = with_children(store, term, children);
        const bool computes = store.is(same, minus) || store.is(same, over);
        if (!computes || !std::all_of(children.begin(), children.end(), is_number)) return same;
        const Outcome value = evaluator.evaluate(same);
        if (!value.known()) return same;
        return make_term(store, value.value, store.sort_of(same)).value_or(same);
      });
}

Result<std::unique_ptr<ProofFormulas>> read_formulas(std::string_view script,
                                                     const std::vector<std::string>& formulas) {
  auto out = std::make_unique<ProofFormulas>();
  std::string text(script);
  for (const std::string& formula : formulas) text += "\n(assert " + formula + ")";
  Result<Script> parsed = parse_script(out->store, text, "proof", {.allow_undeclared = true});
  if (!parsed) return parsed.error();
  out->script = std::move(*parsed);
  std::vector<Command>& commands = out->script.commands;
  if (commands.size() < formulas.size()) return Error{"a formula of the proof cannot be read", ""};
  for (std::size_t i = commands.size() - formulas.size(); i < commands.size(); ++i) {
    if (commands[i].kind != CommandKind::Assert) return Error{"a formula of the proof cannot be read", ""};
    out->formulas.push_back(with_plain_literals(out->store, commands[i].terms.front()));
  }
  commands.resize(commands.size() - formulas.size());
  for (const JudgedAssertion& assertion : active_assertions(out->script))
    out->asserted.push_back(with_plain_literals(out->store, assertion.term));
  return out;
}

}  // namespace assay::smt
