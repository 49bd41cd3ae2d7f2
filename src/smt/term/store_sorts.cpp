#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "assay/base/check.hpp"
#include "smt/term/tables.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kInfinite = 0;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  if (a == kInfinite || b == kInfinite || a > std::numeric_limits<std::uint64_t>::max() / b) {
    return kInfinite;
  }
  return a * b;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b ? kInfinite : a + b;
}

/// base^exponent. 1 if the base is 1, even if the exponent is infinite.
std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  if (base == 1) {
    return 1;
  }
  if (base == kInfinite || exponent == kInfinite || exponent >= 64) {
    return kInfinite;
  }
  std::uint64_t result = 1;
  for (std::uint64_t i = 0; i < exponent && result != kInfinite; ++i) {
    result = times(result, base);
  }
  return result;
}

std::uint64_t float_cardinality(std::uint64_t exponent, std::uint64_t significand) {
  if (exponent > 64 || significand > 64 || exponent + significand >= 64) {
    return kInfinite;
  }
  const std::uint64_t nans = 2 * ((std::uint64_t{1} << (significand - 1)) - 1);
  return (std::uint64_t{1} << (exponent + significand)) - nans + 1;
}

std::uint64_t hash(const SortNode& node) {
  std::uint64_t h = combine(static_cast<std::uint64_t>(node.kind), node.name.index);
  for (const std::uint64_t index : node.indices) {
    h = combine(h, index);
  }
  h = combine(h, node.indices.size());
  for (const SortId argument : node.arguments) {
    h = combine(h, argument.index);
  }
  return combine(h, node.datatype ? node.datatype->index + 1 : 0);
}

bool equal(const SortNode& a, const SortNode& b) {
  return a.kind == b.kind && a.name == b.name && a.indices == b.indices && a.arguments == b.arguments &&
         a.datatype == b.datatype;
}

/// The sorts whose sizes determine the size of `sort`.
std::vector<SortId> parts_of(TermStore& store, SortId sort) {
  const SortNode& node = store.node(sort);
  if (node.kind == SortKind::Array || node.kind == SortKind::Function || node.kind == SortKind::Set ||
      node.kind == SortKind::Tuple || node.kind == SortKind::Nullable) {
    return node.arguments;
  }
  std::vector<SortId> parts;
  if (node.kind == SortKind::Datatype) {
    const Datatype& datatype = store.node(*node.datatype);
    for (const Constructor& constructor : datatype.constructors) {
      for (const Field& field : constructor.fields) {
        parts.push_back(store.substitute(field.sort, datatype.parameters, node.arguments));
      }
    }
  }
  return parts;
}

/// The size of a sort from the sizes of its parts.
std::uint64_t cardinality_from(const TermStore& store, const SortNode& node, const std::vector<std::uint64_t>& sizes) {
  switch (node.kind) {
    case SortKind::Bool: return 2;
    case SortKind::RoundingMode: return 5;
    case SortKind::BitVector: return node.indices[0] < 64 ? std::uint64_t{1} << node.indices[0] : kInfinite;
    case SortKind::Float: return float_cardinality(node.indices[0], node.indices[1]);
    case SortKind::Array:
    case SortKind::Function: {
      std::uint64_t arguments = 1;
      for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        arguments = times(arguments, sizes[i]);
      }
      return power(sizes.back(), arguments);
    }
    case SortKind::Set: return power(2, sizes[0]);
    case SortKind::Nullable: return sizes[0] == kInfinite ? kInfinite : plus(sizes[0], 1);
    case SortKind::Tuple: return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{1}, times);
    case SortKind::FiniteField: return node.indices[0];
    case SortKind::Datatype: {
      std::uint64_t total = 0;
      std::size_t next = 0;
      for (const Constructor& constructor : store.node(*node.datatype).constructors) {
        std::uint64_t product = 1;
        for (std::size_t i = 0; i < constructor.fields.size(); ++i) {
          product = times(product, sizes[next++]);
        }
        total = plus(total, product);
        if (product == kInfinite || total == kInfinite) {
          return kInfinite;
        }
      }
      return total;
    }
    default: return kInfinite;
  }
}

/// The size of a sort. `known(sort)` returns a reference to the stored size of a sort, nullopt until it is computed.
template <typename Known>
std::uint64_t count_values(const TermStore& store, SortId id, const Known& known) {
  struct Frame {
    SortId sort;
    std::vector<SortId> parts;
    std::vector<std::uint64_t> sizes;
  };
  if (known(id)) {
    return *known(id);
  }
  // New instances of parametric sorts may be added to the store; callers cannot observe that.
  auto& instances = const_cast<TermStore&>(store);
  std::vector<Frame> stack;
  const auto enter = [&](SortId sort) {
    known(sort) = kInfinite;  // for cycles: a recursive sort is infinite
    stack.push_back({sort, parts_of(instances, sort), {}});
  };
  enter(id);
  // Without a limit, a sort that grows with each instance would never end: (T X) with a field (T (List X)).
  constexpr std::size_t kMaxSorts = 100'000;
  std::size_t entered = 0;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.sizes.size() == frame.parts.size()) {
      known(frame.sort) = cardinality_from(store, store.node(frame.sort), frame.sizes);
      stack.pop_back();
      continue;
    }
    const SortId part = frame.parts[frame.sizes.size()];
    if (known(part) || ++entered > kMaxSorts) {
      frame.sizes.push_back(known(part).value_or(kInfinite));
      continue;
    }
    enter(part);
  }
  return *known(id);
}

}  // namespace

SortId TermStore::sort(SortNode node) {
  const std::uint64_t h = hash(node);
  if (const auto found = tables_->sort_index.find(h, [&](std::uint32_t i) { return equal(tables_->sorts[i], node); })) {
    return {*found};
  }
  const auto id = static_cast<std::uint32_t>(tables_->sorts.size());
  SortFacts facts;
  facts.has_parameter = node.kind == SortKind::Parameter;
  facts.has_opaque = node.kind == SortKind::Opaque || node.kind == SortKind::Unknown;
  for (const SortId argument : node.arguments) {
    facts.has_parameter = facts.has_parameter || tables_->sort_facts[argument.index].has_parameter;
    facts.has_opaque = facts.has_opaque || tables_->sort_facts[argument.index].has_opaque;
  }
  tables_->sorts.push_back(std::move(node));
  tables_->sort_facts.push_back(facts);
  tables_->sort_index.insert(h, id);
  return {id};
}

const SortNode& TermStore::node(SortId id) const { return tables_->sorts[id.index]; }

SortId TermStore::bit_vector_sort(std::uint32_t width) {
  SortNode node;
  node.kind = SortKind::BitVector;
  node.indices = {width};
  return sort(std::move(node));
}

SortId TermStore::float_sort(std::uint32_t exponent, std::uint32_t significand) {
  SortNode node;
  node.kind = SortKind::Float;
  node.indices = {exponent, significand};
  return sort(std::move(node));
}

SortId TermStore::array_sort(SortId index, SortId element) {
  SortNode node;
  node.kind = SortKind::Array;
  node.arguments = {index, element};
  return sort(std::move(node));
}

SortId TermStore::sequence_sort(SortId element) {
  SortNode node;
  node.kind = SortKind::Sequence;
  node.arguments = {element};
  return sort(std::move(node));
}

SortId TermStore::compound_sort(SortKind kind, std::span<const SortId> arguments) {
  SortNode node;
  node.kind = kind;
  node.arguments.assign(arguments.begin(), arguments.end());
  return sort(std::move(node));
}

SortId TermStore::function_sort(std::span<const SortId> parameters, SortId result) {
  SortNode node;
  node.kind = SortKind::Function;
  node.arguments.assign(parameters.begin(), parameters.end());
  // (-> A (-> B C)) becomes (-> A B C), so that partial applications have the same sort as functions.
  if (kind(result) == SortKind::Function) {
    const std::vector<SortId>& rest = this->node(result).arguments;
    node.arguments.insert(node.arguments.end(), rest.begin(), rest.end());
  } else {
    node.arguments.push_back(result);
  }
  return sort(std::move(node));
}

std::uint64_t TermStore::cardinality(SortId id) const {
  std::deque<SortFacts>& facts = tables_->sort_facts;
  return count_values(
      *this, id, [&](SortId sort) -> auto& { return facts[sort.index].cardinality; });
}

std::uint64_t TermStore::cardinality(SortId id, SortCounts& known) const {
  return count_values(
      *this, id, [&](SortId sort) -> auto& { return known[sort]; });
}

SortId TermStore::substitute(SortId sort, std::span<const SymbolId> parameters, std::span<const SortId> arguments) {
  if (!tables_->sort_facts[sort.index].has_parameter || parameters.empty()) {
    return sort;
  }
  std::unordered_map<std::uint32_t, SortId> done;
  std::vector<SortId> stack = {sort};
  while (!stack.empty()) {
    const SortId top = stack.back();
    if (done.contains(top.index)) {
      stack.pop_back();
      continue;
    }
    const SortNode& n = node(top);
    if (!tables_->sort_facts[top.index].has_parameter) {
      done.emplace(top.index, top);
      continue;
    }
    if (n.kind == SortKind::Parameter) {
      const auto it = std::find(parameters.begin(), parameters.end(), n.name);
      const auto position = static_cast<std::size_t>(it - parameters.begin());
      done.emplace(top.index, position < arguments.size() ? arguments[position] : top);
      continue;
    }
    const std::size_t before = stack.size();
    for (const SortId argument : n.arguments) {
      if (!done.contains(argument.index)) {
        stack.push_back(argument);
      }
    }
    if (stack.size() == before) {
      SortNode copy = n;
      for (SortId& argument : copy.arguments) {
        argument = done.at(argument.index);
      }
      done.emplace(top.index, this->sort(std::move(copy)));
    }
  }
  return done.at(sort.index);
}

}  // namespace assay::smt
