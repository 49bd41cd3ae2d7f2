#include "smt/truth/guards.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "smt/term/subterms.hpp"
#include "smt/term/term_map.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxVisited = 2000;  // nodes of a body
constexpr std::size_t kMaxHints = 8;       // for one variable

/// The operators in guards, looked up once.
struct GuardOperators {
  OperatorId conjunction, disjunction, negation, implication, equal, at_most, less, at_least, greater;
  static const GuardOperators& get() {
    const auto at = [](std::string_view name) { return Operators::get().at(name); };
    static const GuardOperators all{at("and"), at("or"), at("not"), at("=>"), at("="),
                                    at("<="),  at("<"),  at(">="),  at(">")};
    return all;
  }
};

/// Collects guards and hints from a quantifier's body.
class GuardFinder {
 public:
  GuardFinder(const TermStore& store, const BinderInfo& info)
      : store_(store), info_(info), guards_(info.variables.size()) {}

  std::vector<Guard> find(TermId body) {
    if (info_.kind == BinderKind::Exists || info_.kind == BinderKind::Comprehension) add(body);
    if (info_.kind == BinderKind::Forall) add_premises(body);
    look_for_hints(body);
    return std::move(guards_);
  }

 private:
  // Does not go below other binders, because terms there may contain their variables.
  void look_for_hints(TermId body) {
    std::vector<TermId> constants;
    Subterms below(store_, body);
    for (std::size_t visited = 0; visited < kMaxVisited; ++visited) {
      const auto next = below.next();
      if (!next) break;
      if (store_.node(*next).kind == TermKind::Binder) {
        below.skip_below();
        continue;
      }
      if (store_.node(*next).kind == TermKind::Constant) constants.push_back(*next);
      const auto children = store_.children(*next);
      for (const TermId child : children)
        if (const auto at = position(child)) note_neighbours(*at, child, children);
    }
    for (const TermId constant : constants)
      for (std::size_t i = 0; i < guards_.size(); ++i)
        if (store_.sort_of(constant) == info_.variables[i].sort) add_hint(i, constant);
  }
  void note_neighbours(std::size_t at, TermId variable, std::span<const TermId> children) {
    for (const TermId other : children)
      if (other != variable && store_.sort_of(other) == store_.sort_of(variable) && is_free(other)) add_hint(at, other);
  }
  void add_hint(std::size_t at, TermId term) {
    std::vector<TermId>& hints = guards_[at].hints;
    if (hints.size() < kMaxHints && std::find(hints.begin(), hints.end(), term) == hints.end()) hints.push_back(term);
  }

  void add_premises(TermId body) {
    const auto children = store_.children(body);
    if (store_.is(body, operators_.implication))
      for (std::size_t i = 0; i + 1 < children.size(); ++i) add(children[i]);
    if (store_.is(body, operators_.disjunction))
      for (const TermId child : children)
        if (store_.is(child, operators_.negation)) add(store_.children(child)[0]);
  }

  void add(TermId condition) {
    std::vector<TermId> work{condition};
    while (!work.empty()) {
      const TermId next = work.back();
      work.pop_back();
      const auto children = store_.children(next);
      if (store_.is(next, operators_.conjunction)) {
        work.insert(work.end(), children.begin(), children.end());
        continue;
      }
      for (std::size_t i = 0; i + 1 < children.size(); ++i) {
        if (store_.is(next, operators_.equal)) add_equation(children[i], children[i + 1]);
        if (store_.is(next, operators_.at_most)) add_order(children[i], children[i + 1], false);
        if (store_.is(next, operators_.less)) add_order(children[i], children[i + 1], true);
        if (store_.is(next, operators_.at_least)) add_order(children[i + 1], children[i], false);
        if (store_.is(next, operators_.greater)) add_order(children[i + 1], children[i], true);
      }
    }
  }

  void add_equation(TermId left, TermId right) {
    for (const auto& [variable, term] : {std::pair{left, right}, std::pair{right, left}})
      if (const auto at = position(variable); at && is_free(term) && store_.sort_of(variable) == store_.sort_of(term))
        guards_[*at].equal.push_back(term);
  }
  void add_order(TermId less, TermId more, bool strict) {
    if (const auto at = position(more); at && is_free(less)) guards_[*at].lower.emplace_back(less, strict);
    if (const auto at = position(less); at && is_free(more)) guards_[*at].upper.emplace_back(more, strict);
  }

  [[nodiscard]] std::optional<std::size_t> position(TermId term) const {
    if (store_.node(term).kind != TermKind::Variable) return std::nullopt;
    for (std::size_t i = 0; i < info_.variables.size(); ++i)
      if (info_.variables[i].name == store_.variable_name(term)) return i;
    return std::nullopt;
  }
  [[nodiscard]] bool is_free(TermId term) const {
    return std::none_of(info_.variables.begin(), info_.variables.end(),
                        [&](const BoundVariable& variable) { return store_.occurs_free(variable.name, term); });
  }

  const TermStore& store_;
  const BinderInfo& info_;
  std::vector<Guard> guards_;
  const GuardOperators& operators_ = GuardOperators::get();
};

}  // namespace

std::vector<Guard> guards_of(const TermStore& store, const BinderInfo& binder, TermId body) {
  return GuardFinder(store, binder).find(body);
}

}  // namespace assay::smt
