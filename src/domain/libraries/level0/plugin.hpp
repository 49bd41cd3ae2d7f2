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

// The modes of the targets.
inline constexpr Mode kNewElements{""};
inline constexpr Mode kInPlace{.suffix = ":in-place", .in_place = true};
inline constexpr Mode kTrees{.suffix = ":trees", .trees = true};
inline constexpr Mode kIntegers{.suffix = ":integers", .integers = true};
inline constexpr Mode kSeveral{.suffix = ":several", .several = true};
/// Functions compute eagerly, which is slower. The contract is the same.
inline constexpr Mode kEager{.suffix = ":eager", .algorithm = 1};
/// Functions compute lazily. The row's contract takes back promises that do not hold then.
inline constexpr Mode kLazy{.suffix = ":lazy", .algorithm = -1};
inline constexpr Mode kDoubles{.suffix = "", .doubles = true};

/// One domain of a library, with its contract and modes.
template <typename L>
struct Row {
  std::string_view name;  ///< "polka-MPQ:strict"
  Entry<L> entry;
  DomainText text;
  void (*promise)(Contract& contract);
  std::vector<Mode> modes;
};

/// Number of the law that holds in domains whose elements have a unique form (Law::claimed).
inline constexpr unsigned kWidenKeepsStable = 66;

/// Operations that the interface has for every domain, beside the rows of its adapter.
inline constexpr Operations kEverywhere{
    Operation::Top,         Operation::Bottom, Operation::Leq,       Operation::Equal, Operation::IsBottom,
    Operation::IsTop,       Operation::Join,   Operation::Meet,      Operation::Copy,  Operation::Canonicalize,
    Operation::Constraints, Operation::Bounds, Operation::Satisfies, Operation::Print};

/// The contract of zonotopes (sets of affine forms): no lattice, no precision, an order finer than inclusion. Their
/// exported constraints are a box around them.
inline void promise_zonotopes(Contract& contract) {
  contract.shape = Shape::Other;
  contract.lattice = false;
  contract.convex = false;
  contract.keeps_memory = true;  // the manager owns noise symbols
  contract.operations.add(Operation::Contains);
  for (const Operation operation : {Operation::AddRays, Operation::Close, Operation::Loosen, Operation::Generators})
    contract.operations.remove(operation);
  for (unsigned law = 1; law < kWidenKeepsStable; ++law)
    if (law != 7 && law != 8 && law != 9 && law != 29 && law != 30 && law != 35 && law != 54)
      contract.without_laws.push_back(law);
}

/// For kLazy: removes the laws that test for bottom or top, which lazy functions may not decide.
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
      contract.most_dimensions = 64;  // maximum of programs
      contract.operations = kEverywhere;
      contract.operations.add(operations_of(Adapter<L>::operations()));
      contract.integer_points = mode.integers;
      // Fractions are no values of integer dimensions: x := 1/6 leaves no state, and conditions with fractions are not
      // documented.
      if (mode.integers) contract.without_laws = {35, 39, 59, 68};
      // This mode uses parallel assignments, which may be less precise than single ones.
      if (mode.several) contract.without_laws = {58};
      // The manual requires that the first argument is included in the second one.
      contract.widening_ordered = true;
      contract.strict_conditions = contract.disequalities = contract.congruences = L::kTakesAllConditions;
      // Generators of an element with integer dimensions may be fractions, which cannot be rebuilt.
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
      // Reproductions pass rationals and do not have the networks.
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
