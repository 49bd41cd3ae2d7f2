#include "assay/base/check.hpp"
#include "smt/term/sort_matching.hpp"
#include "smt/term/tables.hpp"

namespace assay::smt {
namespace {

std::uint64_t hash(const Function& f) {
  std::uint64_t h = combine(f.name.index, static_cast<std::uint64_t>(f.kind));
  for (const SortId parameter : f.parameters) {
    h = combine(h, parameter.index);
  }
  h = combine(h, f.result.index);
  for (const BoundVariable& variable : f.variables) {
    h = combine(h, variable.name.index);
  }
  // The body of a recursive function is not part of its identity, because it is set later.
  h = combine(h, f.kind == FunctionKind::Defined && f.body ? f.body->index + 1 : 0);
  h = combine(combine(h, f.datatype.index), (std::uint64_t{f.constructor} << 32) | f.field);
  for (const Index& index : f.indices) {
    h = combine(combine(h, index.number), index.symbol ? index.symbol->index + 1 : 0);
  }
  return combine(h, (std::uint64_t{f.variant} << 1) | (f.ascribed ? 1 : 0));
}

bool equal(const Function& a, const Function& b) {
  return a.name == b.name && a.kind == b.kind && a.parameters == b.parameters && a.result == b.result &&
         a.variables == b.variables && (a.kind != FunctionKind::Defined || a.body == b.body) &&
         a.datatype == b.datatype && a.constructor == b.constructor && a.field == b.field && a.indices == b.indices &&
         a.ascribed == b.ascribed && a.variant == b.variant;
}

}  // namespace

FunctionId TermStore::function(Function declaration) {
  const std::uint64_t h = hash(declaration);
  if (const auto found =
          tables_->function_index.find(h, [&](std::uint32_t i) { return equal(tables_->functions[i], declaration); })) {
    return {*found};
  }
  const auto id = static_cast<std::uint32_t>(tables_->functions.size());
  tables_->functions.push_back(std::move(declaration));
  tables_->function_index.insert(h, id);
  if (tables_->functions[id].kind == FunctionKind::Constructor) {
    note_constructor(id);
  }
  return {id};
}

void TermStore::note_constructor(std::uint32_t id) {
  const Function& constructor = tables_->functions[id];
  std::uint64_t key = mix(constructor.name.index);
  for (const SortId parameter : constructor.parameters) {
    key = combine(key, parameter.index);
  }
  const auto [first, is_new] = tables_->constructors.emplace(key, id);
  if (!is_new) {
    tables_->overloaded.insert(first->second);
    tables_->overloaded.insert(id);
  }
}

std::vector<DatatypeId> TermStore::group_of(DatatypeId id) const {
  const std::string& structure = node(id).structure;
  const std::size_t mark = structure.rfind('#');
  if (mark == std::string::npos) {
    return {id};
  }
  const auto position = static_cast<std::uint32_t>(std::stoul(structure.substr(mark + 1)));
  const auto members = static_cast<std::uint32_t>(std::stoul(structure.substr(structure.rfind('/') + 1)));
  std::vector<DatatypeId> group;
  for (std::uint32_t i = 0; i < members; ++i) {
    group.push_back({id.index - position + i});
  }
  return group;
}

bool TermStore::is_overloaded(FunctionId constructor) const { return tables_->overloaded.contains(constructor.index); }

const Function& TermStore::node(FunctionId id) const { return tables_->functions[id.index]; }

void TermStore::define(FunctionId recursive, TermId body) {
  Function& function = tables_->functions[recursive.index];
  ASSAY_CHECK(function.kind == FunctionKind::Recursive, "only a recursive function gets its body later");
  ASSAY_CHECK(!function.body || function.body == body, "a recursive function has a body already");
  function.body = body;
}

DatatypeId TermStore::datatype(Datatype declaration) {
  const std::uint64_t h = combine(declaration.name.index, hash_bytes(declaration.structure));
  if (!declaration.structure.empty()) {
    const auto same = [&](std::uint32_t i) {
      return tables_->datatypes[i].name == declaration.name && tables_->datatypes[i].structure == declaration.structure;
    };
    if (const auto found = tables_->datatype_index.find(h, same)) {
      return {*found};
    }
  }
  const auto id = static_cast<std::uint32_t>(tables_->datatypes.size());
  if (!declaration.structure.empty()) {
    tables_->datatype_index.insert(h, id);
  }
  tables_->datatypes.push_back(std::move(declaration));
  return {id};
}

void TermStore::define(DatatypeId recursive, std::vector<Constructor> constructors) {
  Datatype& datatype = tables_->datatypes[recursive.index];
  ASSAY_CHECK(datatype.constructors.empty(), "a datatype has its constructors already");
  datatype.constructors = std::move(constructors);
}

const Datatype& TermStore::node(DatatypeId id) const { return tables_->datatypes[id.index]; }

std::optional<SortId> TermStore::call_sort(const Function& function, std::span<const TermId> children,
                                           std::optional<SortId> ascribed) {
  if (children.size() > function.parameters.size()) {
    return std::nullopt;
  }
  SortMatching matching(*this);
  const bool parametric = function.kind == FunctionKind::Constructor || function.kind == FunctionKind::Selector ||
                          function.kind == FunctionKind::Tester || function.kind == FunctionKind::Updater;
  if (ascribed && function.kind == FunctionKind::Constructor && !matching.match(function.result, *ascribed)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (!matching.match(function.parameters[i], sort_of(children[i]))) {
      return std::nullopt;
    }
  }
  SortId result = function.result;
  std::vector<SortId> rest(function.parameters.begin() + static_cast<std::ptrdiff_t>(children.size()),
                           function.parameters.end());
  if (parametric) {
    const std::vector<SymbolId>& parameters = node(function.datatype).parameters;
    std::vector<SortId> arguments;
    for (const SymbolId parameter : parameters) {
      const std::optional<SortId> bound = matching.binding(parameter);
      if (!bound && function.kind == FunctionKind::Constructor) {
        return std::nullopt;
      }
      arguments.push_back(bound.value_or(unknown_));
    }
    result = substitute(result, parameters, arguments);
    for (SortId& sort : rest) {
      sort = substitute(sort, parameters, arguments);
    }
  }
  return rest.empty() ? result : function_sort(rest, result);
}

std::optional<TermId> TermStore::call(FunctionId id, std::span<const TermId> children, std::optional<SortId> ascribed) {
  const std::optional<SortId> sort = call_sort(node(id), children, ascribed);
  if (!sort) {
    return std::nullopt;
  }
  return call_as(id, children, *sort);
}

TermId TermStore::call_as(FunctionId id, std::span<const TermId> children, SortId sort) {
  const Function& function = node(id);
  TermNode term;
  term.kind = TermKind::Call;
  term.sort = sort;
  term.data = id.index;
  if (function.kind == FunctionKind::Opaque) {
    term.flags |= kHasOpaque;
  } else if (function.kind == FunctionKind::Recursive) {
    term.flags |= kHasRecursion;
  } else if (function.kind == FunctionKind::Defined && function.body) {
    const int inherited = kHasQuantifier | kHasOpaque | kHasLambda | kHasRecursion;
    term.flags = static_cast<std::uint8_t>(this->node(*function.body).flags & inherited);
  }
  return intern(term, children);
}

}  // namespace assay::smt
