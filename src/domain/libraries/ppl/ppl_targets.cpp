#include "domain/libraries/ppl/ppl_targets.hpp"

#include <vector>

#include "domain/libraries/plugin/plugin.hpp"
#include "domain/libraries/ppl/ppl_convert.hpp"
#include "domain/libraries/ppl/ppl_reproduction.hpp"

namespace assay::domain::ppl {
namespace {

using enum Operation;

/// Operations that every type has, beside the rows of its adapter.
constexpr Operations kEverywhere{Top,       Bottom,   Leq,  Equal,        IsBottom,    IsTop,
                                 Join,      Meet,     Copy, Canonicalize, Constraints, Operation::Bounds,
                                 Satisfies, Contains, Print};

// Contracts follow PPL's documentation: "the smallest ... containing the union", "the intersection", "the image". Boxes
// and weakly relational shapes may ignore conditions that are no bounds of theirs, and approximate images.

// Promised by types that widen the minimal form of an element. Shapes with closures widen a reduced form, and may drop
// constraints that follow from it.
constexpr unsigned kWidenKeepsStable = 66;

void of_bounds(Contract& contract) {
  contract.operations.add(Narrow);
  contract.narrowing_ordered = true;
  contract.best = {Join, Meet, Forget};
}
void of_box(Contract& contract) {
  of_bounds(contract);
  contract.shape = Shape::Box;
  contract.strict = true;
  contract.with_laws = {kWidenKeepsStable};
}
void of_differences(Contract& contract) {
  of_bounds(contract);
  contract.shape = Shape::Differences;
}
void of_octagons(Contract& contract) {
  of_bounds(contract);
  contract.shape = Shape::Octagon;
}
void of_closed_polyhedra(Contract& contract) {
  contract.with_laws = {kWidenKeepsStable};
  contract.operations.add(ParallelAssign);
  contract.best = {Join, Meet, Assume, Assign, ParallelAssign, Substitute, AssignExpression, Forget, AddRays};
}
void of_polyhedra(Contract& contract) {
  of_closed_polyhedra(contract);
  contract.strict = true;
  contract.with_laws = {};  // PPL widens closed polyhedra with one more dimension
}
void of_grids(Contract& contract) {
  contract.operations.add(ParallelAssign);
  contract.shape = Shape::Other;
  contract.convex = false;
}
/// Sets of polyhedra. The order is: each polyhedron of the left set is included in some polyhedron of the right set.
/// The widening requires a strictly larger right argument: x W x may be larger than x.
void of_powersets(Contract& contract) {
  contract.operations.add(ParallelAssign);
  contract.shape = Shape::Other;
  contract.convex = false;
  contract.most_dimensions = 4;
  contract.without_laws = {48};
}

constexpr std::string_view kCC76 = "right.CC76_widening_assign(left);";
constexpr std::string_view kBHMZ05 = "right.BHMZ05_widening_assign(left);";
constexpr std::string_view kH79 = "right.H79_widening_assign(left);";
constexpr std::string_view kBHRZ03 = "right.BHRZ03_widening_assign(left);";
constexpr std::string_view kNarrowing = "right.CC76_narrowing_assign(left);";
constexpr std::string_view kBHZ03 =
    "right.BHZ03_widening_assign<BHRZ03_Certificate>(left, "
    "widen_fun_ref(&Polyhedron::BHRZ03_widening_assign));";

constexpr Row kRows[] = {
    {"Rational_Box", "Rational_Box", kCC76, kNarrowing, make_box, of_box},
    {"BD_Shape", "BD_Shape<mpq_class>", kBHMZ05, kNarrowing, make_differences, of_differences},
    {"BD_Shape:H79", "BD_Shape<mpq_class>", kH79, kNarrowing, make_differences_h79, of_differences},
    {"Octagonal_Shape", "Octagonal_Shape<mpq_class>", kBHMZ05, kNarrowing, make_octagons, of_octagons},
    {"C_Polyhedron", "C_Polyhedron", kH79, "", make_closed_polyhedra, of_closed_polyhedra},
    {"C_Polyhedron:BHRZ03", "C_Polyhedron", kBHRZ03, "", make_closed_polyhedra_bhrz03, of_closed_polyhedra},
    {"NNC_Polyhedron", "NNC_Polyhedron", kH79, "", make_polyhedra, of_polyhedra},
    {"NNC_Polyhedron:BHRZ03", "NNC_Polyhedron", kBHRZ03, "", make_polyhedra_bhrz03, of_polyhedra},
    {"Grid", "Grid", "right.widening_assign(left);", "", make_grids, of_grids, "grid"},
    {"Pointset_Powerset", "Pointset_Powerset<C_Polyhedron>", kBHZ03, "", make_powersets, of_powersets, "powerset"},
    {"Pointset_Powerset:reduced", "Pointset_Powerset<C_Polyhedron>", kBHZ03, "", make_reduced_powersets, of_powersets,
     "powerset", "omega_reduce();"},
};
constexpr std::size_t kCount = std::size(kRows);

const Contract& contract_of(std::size_t row) {
  static const std::vector<Contract> contracts = [] {
    start();
    std::vector<Contract> all;
    for (const Row& entry : kRows) {
      Contract contract;
      contract.name = "ppl:" + std::string(entry.name);
      contract.version = pl::version();
      contract.operations = kEverywhere;
      contract.operations.add(row_operations());
      // Some types have no narrowing. The adapter composes parallel assignment from other operations, so it is exact
      // only for types in which these are exact.
      contract.operations.remove(Narrow);
      contract.operations.remove(ParallelAssign);
      contract.expressions = Expressions::IntervalConstants;
      contract.widening_ordered = contract.congruences = true;
      entry.promise(contract);
      all.push_back(std::move(contract));
    }
    return all;
  }();
  return contracts[row];
}

template <std::size_t Index>
std::string reproduction_of(const Program& program, std::span<const Violation> violations, std::string_view note) {
  return reproduce(kRows[Index], contract_of(Index), program, violations, note);
}

template <std::size_t... Index>
std::vector<PluginTarget> all_targets(std::index_sequence<Index...>) {
  return {PluginTarget{contract_of(Index).name, kRows[Index].make(contract_of(Index)), reproduction_of<Index>,
                       "g++ {file} -lppl -lgmpxx -lgmp"}...};
}

}  // namespace
}  // namespace assay::domain::ppl

extern "C" const assay::domain::Plugin* assay_domain_plugin_1() {
  namespace ppl = assay::domain::ppl;
  static const assay::domain::Plugin plugin{"PPL " + std::string(Parma_Polyhedra_Library::version()),
                                            ppl::all_targets(std::make_index_sequence<ppl::kCount>())};
  return &plugin;
}
