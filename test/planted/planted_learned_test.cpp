// Learned joins: a network that is used for large joins only, and gives wrong results.

#include <gtest/gtest.h>

#include <utility>

#include "assay/domain/adapt.hpp"
#include "domain/libraries/elina/lait.hpp"
#include "domain_hunt.hpp"
#include "domain_polyhedra.hpp"

namespace assay::domain {
namespace {

Contract learned_contract(unsigned dimensions, unsigned constraints) {
  Contract contract;
  contract.name = "planted:learned";
  contract.most_dimensions = 4;
  contract.shape = Shape::Polyhedron;
  contract.widening_ordered = true;
  contract.lattice = false;
  contract.without_laws = {10, 12, 13, 15, 25, 64};  // as of ELINA's (promises.hpp)
  contract.dense_dimensions = dimensions;
  contract.dense_constraints = constraints;
  return contract;
}

/// Exact polyhedra whose joins lose every third constraint where Lait asks its network. With a lie, a join moves a
/// remaining constraint inwards.
class Learned final : public Adapted<Polyhedra> {
 public:
  Learned(Contract contract, unsigned dimensions, bool lies)
      : Adapted<Polyhedra>(std::move(contract), dimensions), lies_(lies) {}

  ElementPtr join(Element& left, Element& right) override {
    ElementPtr precise = Adapted<Polyhedra>::join(left, right);
    ++joins_;
    std::vector<Constraint> all = constraints(*precise);
    if (!elina::asks_network_of_polyhedra(all)) return precise;
    ++asked_;
    if (lies_) all[1].expression.constant -= 1;
    ElementPtr made = top();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (i % 3 != 0) made = assume(*made, all[i]);
    return made;
  }
  [[nodiscard]] std::vector<Tally> tallies() const override {
    return {{"joins", "the network was asked", asked_}, {"joins", "the network was not asked", joins_ - asked_}};
  }

 private:
  bool lies_;
  std::uint64_t joins_ = 0;
  std::uint64_t asked_ = 0;
};

struct Found {
  std::uint64_t wrong = 0;  ///< programs
  std::uint64_t asked = 0;
  std::uint64_t joins = 0;
};

Found search(unsigned dimensions, unsigned constraints, bool lies) {
  constexpr std::uint64_t kPrograms = 24;
  const Contract contract = learned_contract(dimensions, constraints);
  ProgramOptions options = *preset("C2");
  options.dense = 50;
  options.checks = 8;
  RunOptions run_options;
  run_options.reference = false;
  Contract asked = contract;
  asked.operations = Adapted<Polyhedra>::operations();
  const MakeProgram make = random_programs(3, options);
  Found found;
  for (std::uint64_t number = 0; number < kPrograms; ++number) {
    const Program program = make(number, asked);
    Learned domain(contract, program.dimensions, lies);
    const RunResult result = run(program, domain, run_options);
    found.wrong += result.violations.empty() ? 0 : 1;
    EXPECT_TRUE(lies || result.violations.empty())
        << result.violations.front().oracle << " " << result.violations.front().detail << to_text(program, {});
    EXPECT_EQ(result.tallies.size(), 2U);
    found.asked += result.tallies.at(0).count;
    found.joins += result.tallies.at(0).count + result.tallies.at(1).count;
  }
  return found;
}

TEST(PlantedLearnedJoins, ALieIsFoundWhereTheNetworkIsAsked) {
  const Found usual = search(3, 0, true);
  const Found many = search(4, 8, true);
  RecordProperty("asked", static_cast<int>(many.asked));
  RecordProperty("joins", static_cast<int>(many.joins));
  RecordProperty("asked_of_usual", static_cast<int>(usual.asked));
  EXPECT_GT(many.wrong, 0U);
  EXPECT_GT(many.asked * usual.joins, 2 * usual.asked * many.joins)
      << usual.asked << " of " << usual.joins << ", " << many.asked << " of " << many.joins;
}

TEST(PlantedLearnedJoins, AnHonestOneIsNotAccused) { EXPECT_GT(search(4, 8, false).asked, 0U); }

TEST(PlantedLearnedJoins, TheNetworkIsAskedAboutTwentyConstraintsThatDependOnEachOther) {
  const auto sums = [](unsigned count, unsigned from, unsigned terms) {
    std::vector<Constraint> all(count);
    for (unsigned i = 0; i < count; ++i) {
      all[i].expression.coefficients.resize(8);
      for (unsigned k = 0; k < terms; ++k) all[i].expression.coefficients[from + k] = i + k + 1;
      all[i].expression.constant = i;
    }
    return all;
  };
  using elina::asks_network_of_polyhedra;
  EXPECT_FALSE(asks_network_of_polyhedra({}));
  EXPECT_TRUE(asks_network_of_polyhedra(sums(20, 0, 3)));
  EXPECT_FALSE(asks_network_of_polyhedra(sums(19, 0, 3)));
  EXPECT_FALSE(asks_network_of_polyhedra(sums(40, 0, 2))) << "two dimensions each";
  std::vector<Constraint> apart = sums(19, 0, 3);
  for (const Constraint& other : sums(19, 4, 3)) apart.push_back(other);
  EXPECT_FALSE(asks_network_of_polyhedra(apart));
  apart.push_back(sums(1, 2, 4).front());  // the last constraint makes them depend on each other
  EXPECT_TRUE(asks_network_of_polyhedra(apart));
}

}  // namespace
}  // namespace assay::domain
