#include "smt/term/variable_sets.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "assay/base/hash.hpp"

namespace assay::smt {
namespace {

/// The bits of `number` above `bit`.
std::uint32_t above(std::uint32_t number, std::uint32_t bit) { return number & ~(bit | (bit - 1)); }

}  // namespace

VariableSets::Set VariableSets::make(const Node& node) {
  const std::uint64_t hash = combine(combine(node.prefix, node.bit), (std::uint64_t{node.left} << 32) | node.right);
  const auto same = [&](std::uint32_t i) {
    const Node& n = nodes_[i];
    return n.prefix == node.prefix && n.bit == node.bit && n.left == node.left && n.right == node.right;
  };
  if (const auto found = index_.find(hash, same)) {
    return *found;
  }
  const auto id = static_cast<Set>(nodes_.size());
  nodes_.push_back(node);
  index_.insert(hash, id);
  return id;
}

VariableSets::Set VariableSets::single(std::uint32_t element) { return make({element, 0, kEmpty, kEmpty}); }

VariableSets::Set VariableSets::branch(std::uint32_t prefix, std::uint32_t bit, Set left, Set right) {
  if (left == kEmpty || right == kEmpty) {
    return left == kEmpty ? right : left;
  }
  return make({prefix, bit, left, right});
}

VariableSets::Set VariableSets::join(Set a, std::uint32_t prefix_a, Set b, std::uint32_t prefix_b) {
  const std::uint32_t bit = std::bit_floor(prefix_a ^ prefix_b);
  const bool a_left = (prefix_a & bit) == 0;
  return branch(above(prefix_a, bit), bit, a_left ? a : b, a_left ? b : a);
}

VariableSets::Set VariableSets::unite_into(Set outer, Set inner) {
  const Node node = nodes_[outer];
  const std::uint32_t prefix = nodes_[inner].prefix;
  if (above(prefix, node.bit) != node.prefix) {
    return join(outer, node.prefix, inner, prefix);
  }
  if ((prefix & node.bit) == 0) {
    return branch(node.prefix, node.bit, unite(node.left, inner), node.right);
  }
  return branch(node.prefix, node.bit, node.left, unite(node.right, inner));
}

VariableSets::Set VariableSets::unite(Set a, Set b) {
  if (a == b || b == kEmpty) {
    return a;
  }
  if (a == kEmpty) {
    return b;
  }
  const Node node_a = nodes_[a];
  const Node node_b = nodes_[b];
  if (node_a.bit == node_b.bit) {
    if (node_a.prefix != node_b.prefix) {
      return join(a, node_a.prefix, b, node_b.prefix);
    }
    const Set left = unite(node_a.left, node_b.left);
    return branch(node_a.prefix, node_a.bit, left, unite(node_a.right, node_b.right));
  }
  return node_a.bit > node_b.bit ? unite_into(a, b) : unite_into(b, a);
}

VariableSets::Set VariableSets::without(Set set, std::uint32_t element) {
  if (set == kEmpty) {
    return set;
  }
  const Node node = nodes_[set];
  if (node.bit == 0) {
    return node.prefix == element ? kEmpty : set;
  }
  if (above(element, node.bit) != node.prefix) {
    return set;
  }
  if ((element & node.bit) == 0) {
    return branch(node.prefix, node.bit, without(node.left, element), node.right);
  }
  return branch(node.prefix, node.bit, node.left, without(node.right, element));
}

bool VariableSets::contains(Set set, std::uint32_t element) const {
  while (set != kEmpty && nodes_[set].bit != 0) {
    set = (element & nodes_[set].bit) == 0 ? nodes_[set].left : nodes_[set].right;
  }
  return set != kEmpty && nodes_[set].prefix == element;
}

std::vector<std::uint32_t> VariableSets::elements(Set set) const {
  std::vector<std::uint32_t> result;
  std::vector<Set> pending = {set};
  while (!pending.empty()) {
    const Set top = pending.back();
    pending.pop_back();
    if (top == kEmpty) {
      continue;
    }
    if (nodes_[top].bit == 0) {
      result.push_back(nodes_[top].prefix);
      continue;
    }
    pending.push_back(nodes_[top].right);
    pending.push_back(nodes_[top].left);
  }
  return result;
}

}  // namespace assay::smt
