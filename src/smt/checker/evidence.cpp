#include "smt/checker/evidence.hpp"

#include <array>
#include <set>

#include "base/text.hpp"
#include "smt/checker/proof/token_tree.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxShownTerm = 400;
constexpr std::size_t kMaxCompared = 64;

/// The formulas and their conjuncts: a proof may assume a part of an assertion.
std::set<TermId> with_conjuncts(const TermStore& store, const std::vector<TermId>& asserted) {
  const OperatorId conjunction = Operators::get().at("and");
  std::set<TermId> out;
  std::vector<TermId> open = asserted;
  while (!open.empty()) {
    const TermId term = open.back();
    open.pop_back();
    if (!out.insert(term).second || !store.is(term, conjunction)) continue;
    const auto children = store.children(term);
    open.insert(open.end(), children.begin(), children.end());
  }
  return out;
}

Relation compare_by_values(ProofFormulas& formulas, const std::set<TermId>& asserted, TermId assumed) {
  if (asserted.size() > kMaxCompared || !is_comparable(formulas.store, assumed)) return Relation::Unknown;
  bool all_differ = true;
  for (const TermId one : asserted) {
    const auto difference = formulas.store.apply(Operators::get().at("distinct"), std::array{one, assumed});
    if (!difference) return Relation::Unknown;
    const PointSearch search = find_point(formulas.store, std::array{*difference});
    if (search.point) continue;
    if (search.exhaustive || search.valued > 0) return Relation::Same;
    all_differ = false;
  }
  return all_differ ? Relation::Foreign : Relation::Unknown;
}

}  // namespace

std::vector<Relation> compare_assumptions(ProofFormulas& formulas, const std::vector<TermId>& assumed) {
  const std::set<TermId> asserted = with_conjuncts(formulas.store, formulas.asserted);
  std::vector<Relation> out;
  out.reserve(assumed.size());
  for (const TermId one : assumed)
    out.push_back(asserted.contains(one) ? Relation::Same : compare_by_values(formulas, asserted, one));
  return out;
}

std::optional<Model> satisfying_point(ProofFormulas& formulas, const std::optional<std::string>& model) {
  if (model) {
    Result<Model> read = parse_model(formulas.store, formulas.script, *model);
    if (read && judge_model(formulas.store, formulas.script, *read).holds()) return std::move(*read);
  }
  return find_point(formulas.store, formulas.asserted).point;
}

bool is_comparable(const TermStore& store, TermId term) {
  return !store.has(term, kHasOpaque) && !store.has(term, kHasLambda);
}

std::string term_line(const TermStore& store, TermId term) {
  return shortened(on_one_line(printable(to_string(store, term))), kMaxShownTerm);
}

}  // namespace assay::smt
