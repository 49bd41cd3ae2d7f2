#include <algorithm>
#include <map>
#include <set>

#include "smt_reduction.hpp"
#include "terms.hpp"

namespace assay::smt {
namespace {

/// Makes a script over narrower sorts: one bit-vector width or floating-point format becomes another one everywhere.
class Narrowing {
 public:
  Narrowing(TermStore& store, SortId from, SortId to) : store_(store) { sorts_[from] = to; }

  /// Maps the arguments of arrays and sequences. Datatypes and other sorts do not change, so that terms of theirs over
  /// a narrowed sort become ill-sorted and the attempt fails.
  SortId map(SortId sort, int depth = 0) {
    const auto known = sorts_.find(sort);
    if (known != sorts_.end()) return known->second;
    SortId out = sort;
    SortNode node = store_.node(sort);
    const bool inside = node.kind == SortKind::Array || node.kind == SortKind::Sequence;
    if (inside && depth < kMaxSortDepth) {
      for (SortId& argument : node.arguments) argument = map(argument, depth + 1);
      out = store_.sort(std::move(node));
    }
    sorts_[sort] = out;
    return out;
  }

  /// The value in the narrower sort: a bit-vector loses its upper bits, a float becomes the default value.
  std::optional<Value> map(const Value& value, SortId sort) {
    const SortId mapped = map(sort);
    if (mapped == sort) return value;
    if (value.is<BitVector>())
      return make_bits(static_cast<std::uint32_t>(store_.node(mapped).indices[0]), value.as_bits().bits);
    return default_value(store_, mapped);
  }

  FunctionId map(FunctionId id) {
    Function function = store_.node(id);
    if (function.kind != FunctionKind::Declared) return id;
    for (SortId& parameter : function.parameters) parameter = map(parameter);
    function.result = map(function.result);
    const FunctionId out = store_.function(std::move(function));
    functions_[out] = id;
    return out;
  }

  std::optional<TermId> rebuild(TermId term, const std::vector<TermId>& children) {
    switch (store_.node(term).kind) {
      case TermKind::Constant: return constant(term);
      case TermKind::Variable: return store_.variable({store_.variable_name(term), map(store_.sort_of(term))});
      case TermKind::Call: return store_.call(map(store_.function_of(term)), children);
      case TermKind::Binder: return binder(term, children);
      case TermKind::Apply: return apply(term, children);
      default: return store_.rebuild(term, children);
    }
  }

  Model map(const Model& witness) {
    Model out = witness;
    for (const auto& [to, from] : functions_) {
      const auto at = witness.functions.find(from);
      if (at == witness.functions.end() || to == from) continue;
      const SortId sort = store_.node(from).result;
      Interpretation meaning;  // only the fallback is mapped; the table is dropped
      std::optional<Value> value = at->second.fallback;
      if (!value && at->second.body) value = default_value(store_, sort);
      if (value) meaning.fallback = map(*value, sort);
      out.functions.erase(from);
      out.functions.insert_or_assign(to, std::move(meaning));
    }
    return out;
  }

 private:
  static constexpr int kMaxSortDepth = 64;

  std::optional<TermId> constant(TermId term) {
    const SortId sort = store_.sort_of(term);
    const std::optional<Value> value = map(Value(store_.value(term)), sort);
    return value ? std::optional<TermId>(store_.constant(*value, map(sort))) : std::nullopt;
  }
  std::optional<TermId> binder(TermId term, const std::vector<TermId>& children) {
    BinderInfo info = store_.binder_info(term);
    for (BoundVariable& variable : info.variables) variable.sort = map(variable.sort);
    return store_.binder(info, children);
  }
  std::optional<TermId> apply(TermId term, const std::vector<TermId>& children) {
    const SortId sort = store_.sort_of(term);
    const SortId mapped = map(sort);
    // A literal (fp ...) of the narrowed format becomes the default value.
    if (sort != mapped && store_.kind(sort) == SortKind::Float && Operators::get().row(store_.op(term)).name == "fp") {
      const std::optional<Value> zero = default_value(store_, mapped);
      return zero ? make_term(store_, *zero, mapped) : std::nullopt;
    }
    std::vector<Index> indices(store_.indices(term).begin(), store_.indices(term).end());
    if (!adjust(term, children, mapped, indices)) return std::nullopt;
    const bool ascribed = Operators::get().row(store_.op(term)).ascribed;
    return store_.apply(store_.op(term), children, indices, ascribed ? std::optional<SortId>(mapped) : std::nullopt);
  }

  [[nodiscard]] std::uint64_t width(SortId sort) const {
    return store_.kind(sort) == SortKind::BitVector ? store_.node(sort).indices[0] : 0;
  }

  /// Adjusts indices so that the result has the mapped sort. The indices are a format, a width, a difference of widths,
  /// or a range of bits. False if no indices fit.
  bool adjust(TermId term, const std::vector<TermId>& children, SortId mapped, std::vector<Index>& indices) const {
    if (indices.empty()) return true;
    const SortId sort = store_.sort_of(term);
    if (store_.kind(sort) == SortKind::Float && indices.size() == 2) {
      indices[0].number = store_.node(mapped).indices[0];
      indices[1].number = store_.node(mapped).indices[1];
      return true;
    }
    if (width(sort) == 0) return true;
    const std::uint64_t before = children.empty() ? 0 : width(store_.sort_of(store_.children(term)[0]));
    const std::uint64_t after = children.empty() ? 0 : width(store_.sort_of(children[0]));
    const std::uint64_t result = width(mapped);
    if (indices.size() == 2 && indices[0].number + 1 == indices[1].number + width(sort)) {
      if (result > after) return false;
      indices[1].number = std::min(indices[1].number, after - result);
      indices[0].number = indices[1].number + result - 1;
    } else if (indices.size() == 1 && indices[0].number == width(sort)) {
      indices[0].number = result;
    } else if (indices.size() == 1 && before > 0 && indices[0].number + before == width(sort)) {
      if (result < after) return false;
      indices[0].number = result - after;
    }
    return true;
  }

  TermStore& store_;
  std::map<SortId, SortId> sorts_;
  std::map<FunctionId, FunctionId> functions_;  ///< new to old
};

std::set<SortId> sorts_in(const TermStore& store, const Script& script) {
  std::set<SortId> out;
  for (const auto& level : levels_of(store, roots_of(script))) {
    for (const TermId term : level) out.insert(store.sort_of(term));
  }
  return out;
}

std::vector<SortId> narrower(TermStore& store, SortId sort) {
  std::vector<SortId> out;
  const SortNode node = store.node(sort);
  if (node.kind == SortKind::BitVector) {
    const std::uint64_t width = node.indices[0];
    for (const std::uint64_t candidate : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{4},
                                          std::uint64_t{8}, width / 2, width - 1}) {
      if (candidate > 0 && candidate < width)
        out.push_back(store.bit_vector_sort(static_cast<std::uint32_t>(candidate)));
    }
  } else if (node.kind == SortKind::Float) {
    for (const auto& [exponent, significand] : {std::pair<std::uint32_t, std::uint32_t>{2, 3}, {3, 5}, {5, 11}}) {
      if (exponent < node.indices[0] && significand < node.indices[1])
        out.push_back(store.float_sort(exponent, significand));
    }
  }
  return out;
}

bool narrow(Reduction& reduction, SortId from, SortId to) {
  TermStore& store = reduction.store();
  Narrowing narrowing(store, from, to);
  TermMap known;
  std::optional<Script> candidate =
      rewritten(store, reduction.script(), known,
                [&](TermId term, const std::vector<TermId>& children) { return narrowing.rebuild(term, children); });
  return candidate && reduction.attempt(std::move(*candidate), narrowing.map(reduction.witness()));
}

}  // namespace

bool shrink_sorts(Reduction& reduction) {
  bool changed = false;
  for (const SortId from : sorts_in(reduction.store(), reduction.script())) {
    for (const SortId to : narrower(reduction.store(), from)) {
      if (reduction.exhausted()) return changed;
      if (!narrow(reduction, from, to)) continue;
      changed = true;
      break;
    }
  }
  return changed;
}

}  // namespace assay::smt
