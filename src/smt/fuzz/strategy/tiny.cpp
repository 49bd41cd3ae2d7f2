#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "smt/fuzz/seed/pair.hpp"
#include "smt/fuzz/seed/witness.hpp"
#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/grafter.hpp"
#include "smt/term/rebuild.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

/// A small finite sort. It is used for seeds that have a sort of its kind.
struct TinySort {
  SortKind kind;  ///< Datatype also stands for seeds with uninterpreted sorts
  std::string_view text;
  std::string_view declaration;  ///< the commands that declare the sort; empty: it needs none
};
constexpr std::string_view kColours = "(declare-datatypes ((t!C 0)) (((t!red) (t!green) (t!blue))))";
constexpr std::string_view kPairs =
    "(declare-datatypes ((t!P 0)) (((t!none) (t!pair (t!one Bool) (t!two (_ BitVec 2))))))";
constexpr std::array kTinySorts = {
    TinySort{SortKind::Bool, "Bool", ""},
    TinySort{SortKind::BitVector, "(_ BitVec 1)", ""},
    TinySort{SortKind::BitVector, "(_ BitVec 2)", ""},
    TinySort{SortKind::BitVector, "(_ BitVec 3)", ""},
    TinySort{SortKind::Float, "(_ FloatingPoint 3 3)", ""},
    TinySort{SortKind::Float, "RoundingMode", ""},
    TinySort{SortKind::Array, "(Array (_ BitVec 1) (_ BitVec 2))", ""},
    TinySort{SortKind::Array, "(Array Bool Bool)", ""},
    TinySort{SortKind::Datatype, "t!C", kColours},
    TinySort{SortKind::Datatype, "t!P", kPairs},
};

constexpr std::uint64_t kMaxConstants = 3;
constexpr unsigned kQuantifiedPercent = 45;

/// Formulas, some quantified, over constants of small finite sorts. The evaluator tries every assignment, so that both
/// satisfiable and unsatisfiable cases have a known truth. The strategy uses only the theories of the seed.
class Tiny final : public Strategy {
 public:
  std::optional<Draft> make(const CaseSource& source, core::Rng& rng) override {
    std::shared_ptr<Fragments> ground = make_tiny_seed(source, rng);
    if (!ground) return std::nullopt;
    auto valuation = std::make_shared<Valuation>(*ground, default_model(*ground), 0);
    Grafter grafter(*ground, *valuation, source.unsupported, source.focus);
    grafter.use(rng);
    std::vector<Assertion> made;
    const std::uint64_t count = 2 + rng.below(std::max(2U, std::min(source.rung.assertions, kMaxAssertions - 1)));
    for (std::uint64_t i = 0; i < count; ++i)
      if (const auto formula = assertion(grafter, *ground)) made.push_back({*formula});
    auto draft = draft_of(std::move(made), NoEvidence{});
    if (draft) draft->own = {std::move(ground), std::move(valuation)};
    return draft;
  }

 private:
  static constexpr unsigned kMaxAssertions = 7;

  /// A new seed with constants of random small sorts. Each constant is asserted to be equal to itself.
  static std::unique_ptr<Fragments> make_tiny_seed(const CaseSource& source, core::Rng& rng) {
    std::vector<const TinySort*> fitting;
    for (const TinySort& sort : kTinySorts)
      if (has_kind(source.seed, sort.kind) && !is_unsupported(source, sort.kind)) fitting.push_back(&sort);
    std::string declarations;
    std::string uses;
    std::vector<std::string_view> declared;
    const std::uint64_t count = 2 + rng.below(kMaxConstants - 1);
    for (std::uint64_t i = 0; i < count; ++i) {
      const TinySort& sort = *rng.pick(fitting);
      if (!sort.declaration.empty() &&
          std::find(declared.begin(), declared.end(), sort.declaration) == declared.end()) {
        declared.push_back(sort.declaration);
        declarations += sort.declaration;
      }
      const std::string name = "t!" + std::to_string(i);
      declarations += "(declare-fun " + name + " () " + std::string(sort.text) + ")";
      uses += "(assert (= " + name + " " + name + "))";
    }
    auto parsed = take_apart(declarations + uses, "tiny");
    auto* ground = std::get_if<std::unique_ptr<Fragments>>(&parsed);
    return ground == nullptr ? nullptr : std::move(*ground);
  }

  static bool is_unsupported(const CaseSource& source, SortKind kind) {
    const std::optional<Theory> theory = theory_of(kind);
    return source.unsupported != nullptr && theory && source.unsupported->has(*theory);
  }
  static bool has_kind(const Fragments& seed, SortKind kind) {
    if (kind == SortKind::Bool || kind == SortKind::BitVector) return true;
    return std::any_of(seed.sorts.begin(), seed.sorts.end(), [&](SortId sort) {
      const SortKind there = seed.store.kind(sort);
      return there == kind || (kind == SortKind::Datatype && there == SortKind::Uninterpreted);
    });
  }

  static std::optional<TermId> assertion(Grafter& grafter, const Fragments& ground) {
    TermStore& store = grafter.store();
    auto formula = grafter.application(store.bool_sort(), 3);
    if (!formula) return std::nullopt;
    if (grafter.rng().percent(40)) {
      const auto other = grafter.application(store.bool_sort(), 2);
      const OperatorId op = grafter.rng().coin() ? CoreOperators::get().disjunction : CoreOperators::get().exclusive;
      if (other) formula = store.apply_as(op, std::array{*formula, *other}, {}, store.bool_sort());
    }
    if (grafter.rng().percent(kQuantifiedPercent)) formula = quantified(grafter, ground, *formula);
    return grafter.rng().percent(30) ? make_not(store, *formula) : *formula;
  }

  // Replaces a random non-empty subset of the constants by bound variables, quantified in random order.
  static TermId quantified(Grafter& grafter, const Fragments& ground, TermId formula) {
    TermStore& store = grafter.store();
    std::vector<FunctionId> constants = ground.functions;
    grafter.rng().shuffle(constants);
    constants.resize(1 + static_cast<std::size_t>(grafter.rng().below(constants.size())));
    for (const FunctionId constant : constants) {
      const SortId sort = store.node(constant).result;
      const std::string name = "v!" + std::string(store.spelling(store.node(constant).name)).substr(2);
      const BoundVariable variable{store.symbol(name), sort};
      const TermId call = store.call_as(constant, {}, sort);
      const TermId body = rebuilt(
          store, formula,
          [&](TermId term) { return term == call ? std::optional(store.variable(variable)) : std::nullopt; },
          [&](TermId term, std::span<const TermId> children) { return with_children(store, term, children); });
      if (body == formula) continue;
      BinderInfo info;
      info.kind = grafter.rng().coin() ? BinderKind::Forall : BinderKind::Exists;
      info.variables = {variable};
      formula = store.binder(info, std::array{body});
    }
    return formula;
  }
};

}  // namespace

std::unique_ptr<Strategy> make_tiny() { return std::make_unique<Tiny>(); }

}  // namespace assay::smt
