#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/domain/law.hpp"
#include "domain/libraries/level0/level0_adapter.hpp"
#include "domain/libraries/level0/level0_reproduction.hpp"
#include "domain/libraries/plugin/plugin.hpp"

namespace assay::domain::level0 {

/// The ways that libraries of the kind are asked in.
inline constexpr Mode kNewElements{""};
inline constexpr Mode kInPlace{.suffix = ":in-place", .in_place = true};
inline constexpr Mode kTrees{.suffix = ":trees", .trees = true};
inline constexpr Mode kIntegers{.suffix = ":integers", .integers = true};
inline constexpr Mode kSeveral{.suffix = ":several", .several = true};
/// Every function does what it can at once: that is slower, and all else is as promised.
inline constexpr Mode kEager{.suffix = ":eager", .algorithm = 1};
/// Every function leaves what it can undone: what is promised of that is the row's.
inline constexpr Mode kLazy{.suffix = ":lazy", .algorithm = -1};
inline constexpr Mode kDoubles{.suffix = "", .doubles = true};

/// One domain of a library, and what is promised of it.
template <typename L>
struct Row {
  std::string_view name;  ///< "polka-MPQ:strict"
  Entry<L> entry;
  DomainText text;
  void (*promise)(Contract& contract);
  std::vector<Mode> modes;
};

/// A law that a domain claims where its elements are held in one form (Law::claimed).
inline constexpr unsigned kWidenKeepsStable = 66;

/// What the interface has for every domain, beside the rows of its adapter.
inline constexpr Operations kEverywhere{
    Operation::Top,         Operation::Bottom, Operation::Leq,       Operation::Equal, Operation::IsBottom,
    Operation::IsTop,       Operation::Join,   Operation::Meet,      Operation::Copy,  Operation::Canonicalize,
    Operation::Constraints, Operation::Bounds, Operation::Satisfies, Operation::Print};

/// What is claimed of sets of affine forms: no lattice, no precision, an order that is finer than inclusion. Their
/// constraints are a box around them.
inline void promise_zonotopes(Contract& contract) {
  contract.shape = Shape::Other;
  contract.lattice = false;
  contract.convex = false;
  contract.keeps_memory = true;  // noise symbols are the manager's
  contract.operations.add(Operation::Contains);
  for (const Operation operation : {Operation::AddRays, Operation::Close, Operation::Loosen, Operation::Generators})
    contract.operations.remove(operation);
  for (unsigned law = 1; law < kWidenKeepsStable; ++law)
    if (law != 7 && law != 8 && law != 9 && law != 29 && law != 30 && law != 35 && law != 54)
      contract.without_laws.push_back(law);
}

/// Of functions that leave undone what they can: whether an element is bottom or top they may not know.
inline void promise_no_emptiness(Contract& contract) {
  for (const Law& law : laws())
    if (law.needs.has(Operation::IsBottom) || law.needs.has(Operation::IsTop))
      contract.without_laws.push_back(law.number);
}

/// The targets of a plugin: each row in each of its modes.
template <typename L>
std::vector<PluginTarget> targets(const std::vector<Row<L>>& rows) {
  std::vector<PluginTarget> all;
  for (const Row<L>& row : rows) {
    for (const Mode& mode : row.modes) {
      Contract contract;
      contract.name = std::string(L::kName) + ":" + std::string(row.name) + std::string(mode.suffix);
      contract.most_dimensions = 64;  // as many as a program can have
      contract.operations = kEverywhere;
      contract.operations.add(operations_of(Adapter<L>::operations()));
      contract.integer_points = mode.integers;
      // What is no integer has no place in such a dimension: after x := 1/6 there is no state, and what a condition
      // makes of it is not said.
      if (mode.integers) contract.without_laws = {35, 39, 59, 68};
      // Assignments are parallel ones there, which may be less precise than others.
      if (mode.several) contract.without_laws = {58};
      // The manual: the first argument is included in the second one.
      contract.widening_ordered = true;
      contract.strict_conditions = contract.disequalities = contract.congruences = L::kTakesAllConditions;
      // Points between integers are none of an element that they generate.
      if (mode.integers) contract.operations.remove(Operation::Generators);
      row.promise(contract);
      if (row.entry.narrowing == nullptr) contract.operations.remove(Operation::Narrow);
      contract.narrowing_ordered = true;
      DomainFactory make = [contract, entry = row.entry, mode](unsigned dimensions) -> std::unique_ptr<Domain> {
        return std::make_unique<Adapter<L>>(contract, dimensions, entry, mode);
      };
      const Asked asked{mode.in_place, mode.trees, mode.integers, row.entry.only_trees, mode.several, mode.algorithm};
      PluginTarget target{contract.name, std::move(make), nullptr, compile_command(L::kText, row.text),
                          "reproduction.c"};
      // Programs hand over rationals, and have no networks.
      if (!mode.doubles && !row.text.manager.empty())
        target.reproduction = [contract, text = row.text, asked](const Program& program,
                                                                 std::span<const Violation> violations,
                                                                 std::string_view note) {
          return reproduction(L::kText, text, asked, contract, program, violations, note);
        };
      all.push_back(std::move(target));
    }
  }
  return all;
}

}  // namespace assay::domain::level0
