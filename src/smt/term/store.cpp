#include <algorithm>
#include <array>
#include <limits>

#include "assay/base/check.hpp"
#include "smt/term/tables.hpp"

namespace assay::smt {
namespace {

std::uint64_t hash(std::span<const Attribute> attributes, std::uint64_t h) {
  for (const Attribute& attribute : attributes) {
    h = combine(hash_bytes(attribute.text, hash_bytes(attribute.keyword, h)), attribute.term_count);
  }
  return h;
}

std::uint64_t hash(const BinderInfo& info) {
  std::uint64_t h = hash_bytes(info.keyword, static_cast<std::uint64_t>(info.kind));
  for (const BoundVariable& variable : info.variables) {
    h = combine(h, (std::uint64_t{variable.name.index} << 32) | variable.sort.index);
  }
  h = hash(info.attributes, h);
  return combine(h, (std::uint64_t{info.constructor.index} << 1) | (info.is_default ? 1 : 0));
}

bool equal(const BinderInfo& a, const BinderInfo& b) {
  return a.kind == b.kind && a.keyword == b.keyword && a.variables == b.variables && a.attributes == b.attributes &&
         a.constructor == b.constructor && a.is_default == b.is_default;
}

/// The position of `value` in a table without duplicates. Adds the value if it is new.
template <typename T, typename Equal>
std::uint32_t number_of(std::deque<T>& things, IdTable& index, std::uint64_t h, const T& value, Equal same) {
  if (const auto found = index.find(h, [&](std::uint32_t i) { return same(things[i], value); })) {
    return *found;
  }
  const auto id = static_cast<std::uint32_t>(things.size());
  things.push_back(value);
  index.insert(h, id);
  return id;
}

}  // namespace

TermStore::TermStore() : tables_(std::make_unique<Tables>()) {
  tables_->index_lists.emplace_back();
  const auto simple = [&](SortKind kind) {
    SortNode node;
    node.kind = kind;
    return sort(std::move(node));
  };
  (void)symbol("");  // symbol 0, the name of nodes without a name
  bool_ = simple(SortKind::Bool);
  int_ = simple(SortKind::Int);
  real_ = simple(SortKind::Real);
  string_ = simple(SortKind::String);
  reglan_ = simple(SortKind::RegLan);
  rounding_mode_ = simple(SortKind::RoundingMode);
  unknown_ = simple(SortKind::Unknown);
  tables_->true_op = Operators::get().at("true");
  tables_->false_op = Operators::get().at("false");
}

TermStore::~TermStore() = default;

SymbolId TermStore::symbol(std::string_view spelling) {
  const auto it = tables_->symbol_index.find(spelling);
  if (it != tables_->symbol_index.end()) {
    return {it->second};
  }
  const auto id = static_cast<std::uint32_t>(tables_->symbols.size());
  tables_->symbols.emplace_back(spelling);
  tables_->symbol_index.emplace(tables_->symbols.back(), id);
  return {id};
}

std::string_view TermStore::spelling(SymbolId id) const { return tables_->symbols[id.index]; }

void TermStore::note_written_name(SymbolId name, SymbolId written) {
  tables_->written_names.insert_or_assign(name, written);
}

SymbolId TermStore::written_name(SymbolId name) const {
  const auto known = tables_->written_names.find(name);
  return known == tables_->written_names.end() ? name : known->second;
}

void TermStore::note_written_operator(OperatorId op, SymbolId written) {
  tables_->written_operators.try_emplace(op.index, written);
}

std::optional<SymbolId> TermStore::written_operator(OperatorId op) const {
  const auto known = tables_->written_operators.find(op.index);
  return known == tables_->written_operators.end() ? std::nullopt : std::optional(known->second);
}

bool TermStore::has_written_names() const { return !tables_->written_names.empty(); }

std::uint32_t TermStore::append_children(std::span<const TermId> children) {
  constexpr std::size_t kBlock = std::size_t{1} << kChildBits;
  Tables& tables = *tables_;
  if (children_.empty() || tables.child_used + children.size() > kBlock) {
    const std::size_t blocks = std::max<std::size_t>(1, (children.size() + kBlock - 1) / kBlock);
    tables.child_storage.push_back(std::make_unique<TermId[]>(blocks * kBlock));
    for (std::size_t i = 0; i < blocks; ++i) {
      children_.push_back(tables.child_storage.back().get() + i * kBlock);
    }
    ASSAY_CHECK(children_.size() < (std::size_t{1} << (32 - kChildBits)), "too many terms for 32-bit numbers");
    const std::size_t first = (children_.size() - blocks) << kChildBits;
    std::copy(children.begin(), children.end(), children_[children_.size() - blocks]);
    tables.child_used = children.size() - (blocks - 1) * kBlock;
    return static_cast<std::uint32_t>(first);
  }
  const std::size_t first = ((children_.size() - 1) << kChildBits) + tables.child_used;
  std::copy(children.begin(), children.end(), children_.back() + tables.child_used);
  tables.child_used += children.size();
  return static_cast<std::uint32_t>(children.empty() ? 0 : first);
}

TermId TermStore::intern(TermNode term, std::span<const TermId> children) {
  Tables& tables = *tables_;
  std::uint64_t h = combine((std::uint64_t{term.data} << 8) | static_cast<std::uint64_t>(term.kind),
                            (std::uint64_t{term.extra} << 32) | term.sort.index);
  for (const TermId child : children) {
    h = combine(h, child.index);
  }
  const auto same = [&](std::uint32_t i) {
    const TermNode& n = node(TermId{i});
    return n.kind == term.kind && n.data == term.data && n.extra == term.extra && n.sort == term.sort &&
           n.count == children.size() &&
           std::equal(children.begin(), children.end(), this->children(TermId{i}).begin());
  };
  if (const auto found = tables.term_index.find(h, same)) {
    return {*found};
  }
  VariableSets::Set free = VariableSets::kEmpty;
  for (const TermId child : children) {
    const TermNode& n = node(child);
    term.flags |= n.flags;
    term.depth = std::max(term.depth, n.depth == std::numeric_limits<std::uint32_t>::max() ? n.depth : n.depth + 1);
    free = tables.variable_sets.unite(free, tables.free[child.index]);
  }
  if (term.kind == TermKind::Variable) {
    free = tables.variable_sets.single(term.data);
  } else if (term.kind == TermKind::Binder && free != VariableSets::kEmpty) {
    for (const BoundVariable& variable : tables.binders[term.data].variables) {
      free = tables.variable_sets.without(free, variable.name.index);
    }
  }
  term.flags =
      static_cast<std::uint8_t>((term.flags & ~kHasVariable) | (free != VariableSets::kEmpty ? kHasVariable : 0));
  if (tables.sort_facts[term.sort.index].has_opaque) {
    term.flags |= kHasOpaque;
  }
  term.first = append_children(children);
  term.count = static_cast<std::uint32_t>(children.size());
  const auto id = static_cast<std::uint32_t>(size_);
  if ((size_ & kTermMask) == 0) {
    terms_.push_back(std::make_unique<TermNode[]>(std::size_t{1} << kTermBits));
  }
  terms_.back()[size_ & kTermMask] = term;
  ++size_;
  tables.free.push_back(free);
  tables.term_index.insert(h, id);
  return {id};
}

std::vector<SymbolId> TermStore::free_variables(TermId id) const {
  std::vector<SymbolId> result;
  for (const std::uint32_t symbol : tables_->variable_sets.elements(tables_->free[id.index])) {
    result.push_back({symbol});
  }
  return result;
}

bool TermStore::occurs_free(SymbolId variable, TermId id) const {
  return tables_->variable_sets.contains(tables_->free[id.index], variable.index);
}

TermId TermStore::constant(const Value& value, SortId sort) {
  const auto same = [](const Value& a, const Value& b) { return a == b; };
  TermNode term;
  term.kind = TermKind::Constant;
  term.sort = sort;
  term.data = number_of(tables_->values, tables_->value_index, value.hash(), value, same);
  return intern(term, {});
}

const Value& TermStore::value(TermId constant) const { return tables_->values[node(constant).data]; }

TermId TermStore::bool_constant(bool value) {
  return apply_as(value ? tables_->true_op : tables_->false_op, {}, {}, bool_);
}

std::optional<TermId> TermStore::apply(OperatorId op, std::span<const TermId> children, std::span<const Index> indices,
                                       std::optional<SortId> ascribed) {
  const OperatorRow& row = Operators::get().row(op);
  const bool arity_fits =
      children.size() >= row.min_arity && (row.max_arity == kAnyArity || children.size() <= row.max_arity);
  if (!arity_fits || indices.size() != row.index_count || row.sort == nullptr) {
    return std::nullopt;
  }
  std::vector<SortId>& sorts = tables_->sort_scratch;
  sorts.clear();
  for (const TermId child : children) {
    sorts.push_back(sort_of(child));
  }
  const std::optional<SortId> sort = row.sort({*this, sorts, indices, ascribed});
  if (!sort) {
    return std::nullopt;
  }
  return apply_as(op, children, indices, *sort);
}

TermId TermStore::apply_as(OperatorId op, std::span<const TermId> children, std::span<const Index> indices,
                           SortId sort) {
  TermNode term;
  term.kind = TermKind::Apply;
  term.sort = sort;
  term.data = op.index;
  if (!indices.empty()) {
    std::uint64_t h = indices.size();
    for (const Index& index : indices) {
      h = combine(combine(h, index.number), index.symbol ? index.symbol->index + 1 : 0);
    }
    const std::vector<Index> list(indices.begin(), indices.end());
    const auto same = [](const std::vector<Index>& a, const std::vector<Index>& b) { return a == b; };
    term.extra = number_of(tables_->index_lists, tables_->index_list_index, h, list, same);
  }
  return intern(term, children);
}

std::span<const Index> TermStore::indices(TermId apply) const { return tables_->index_lists[node(apply).extra]; }

TermId TermStore::variable(BoundVariable variable) {
  TermNode term;
  term.kind = TermKind::Variable;
  term.sort = variable.sort;
  term.data = variable.name.index;
  return intern(term, {});
}

TermId TermStore::binder(const BinderInfo& info, std::span<const TermId> children) {
  ASSAY_CHECK(!children.empty(), "a binder has a body");
  TermNode term;
  term.kind = TermKind::Binder;
  term.flags = kHasBinder;
  term.data = number_of(tables_->binders, tables_->binder_index, hash(info), info, equal);
  switch (info.kind) {
    case BinderKind::Forall:
    case BinderKind::Exists:
      term.sort = bool_;
      term.flags |= kHasQuantifier;
      break;
    case BinderKind::Lambda: {
      std::vector<SortId> parameters;
      for (const BoundVariable& variable : info.variables) {
        parameters.push_back(variable.sort);
      }
      term.sort = function_sort(parameters, sort_of(children[0]));
      term.flags |= kHasLambda;
      break;
    }
    case BinderKind::Choice:
      term.sort = info.variables.empty() ? unknown_ : info.variables[0].sort;
      term.flags |= kHasQuantifier;
      break;
    case BinderKind::Comprehension:
      term.sort = compound_sort(SortKind::Set, std::array{sort_of(children.back())});
      term.flags |= kHasQuantifier;
      break;
    case BinderKind::Opaque:
      term.sort = unknown_;
      term.flags |= kHasOpaque;
      break;
    case BinderKind::MatchCase: term.sort = sort_of(children[0]); break;
  }
  return intern(term, children);
}

const BinderInfo& TermStore::binder_info(TermId binder) const { return tables_->binders[node(binder).data]; }

TermId TermStore::match(std::span<const TermId> children, SortId sort) {
  TermNode term;
  term.kind = TermKind::Match;
  term.sort = sort;
  return intern(term, children);
}

TermId TermStore::annotated(std::span<const Attribute> attributes, std::span<const TermId> children) {
  ASSAY_CHECK(!children.empty(), "an annotated term has a term");
  const std::vector<Attribute> list(attributes.begin(), attributes.end());
  const auto same = [](const std::vector<Attribute>& a, const std::vector<Attribute>& b) { return a == b; };
  TermNode term;
  term.kind = TermKind::Annotated;
  term.sort = sort_of(children[0]);
  term.data = number_of(tables_->attribute_lists, tables_->attribute_index, hash(attributes, 0), list, same);
  return intern(term, children);
}

std::span<const Attribute> TermStore::attributes(TermId annotated) const {
  return tables_->attribute_lists[node(annotated).data];
}

std::optional<TermId> TermStore::rebuild(TermId original, std::span<const TermId> children) {
  const TermNode& n = node(original);
  if (n.count == 0) {
    return original;
  }
  switch (n.kind) {
    case TermKind::Constant:
    case TermKind::Variable: return original;
    case TermKind::Apply: {
      const bool ascribed = Operators::get().row(op(original)).ascribed;
      return apply(op(original), children, indices(original), ascribed ? std::optional(n.sort) : std::nullopt);
    }
    case TermKind::Call: {
      const Function& f = node(function_of(original));
      if (f.kind != FunctionKind::Opaque) {
        const bool constructor = f.kind == FunctionKind::Constructor;
        return call(function_of(original), children, constructor ? std::optional(n.sort) : std::nullopt);
      }
      Function retyped = f;
      retyped.parameters.clear();
      for (const TermId child : children) {
        retyped.parameters.push_back(sort_of(child));
      }
      return call_as(function(std::move(retyped)), children, n.sort);
    }
    case TermKind::Binder: return binder(binder_info(original), children);
    case TermKind::Match: {
      const auto is_case = [this](TermId child) {
        return node(child).kind == TermKind::Binder && binder_info(child).kind == BinderKind::MatchCase;
      };
      if (!std::all_of(children.begin() + 1, children.end(), is_case)) {
        return std::nullopt;
      }
      return match(children, n.sort);
    }
    case TermKind::Annotated: return annotated(attributes(original), children);
  }
  return std::nullopt;
}

}  // namespace assay::smt
