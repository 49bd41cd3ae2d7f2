// A variant of a domain that rounds, against the exact one.

#include "domain/kernel/run/variants.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/domain/adapt.hpp"
#include "core/rng/rng.hpp"
#include "interval.hpp"

namespace assay::domain {
namespace {

using Exact = Adapted<example::Box<false>>;

enum class Ends { Outward, Inward };

Contract rounded_contract() {
  Contract contract = example::box_contract();
  contract.name = "example:RoundedBox";
  contract.numbers = Numbers::Machine;
  return contract;
}

/// Boxes whose ends are whole numbers: they are rounded after conditions and assignments.
class Rounded final : public Exact {
 public:
  Rounded(unsigned dimensions, Ends ends) : Exact(rounded_contract(), dimensions), ends_(ends) {}
  ElementPtr apply(Operation operation, Elements elements, const Operands& operands) override {
    ElementPtr made = Exact::apply(operation, elements, operands);
    const bool rounds = operation == Operation::Assume || operation == Operation::Assign;
    return rounds ? rounded(*made) : std::move(made);
  }

 private:
  ElementPtr rounded(Element& element) {
    ElementPtr made = top();
    for (Constraint constraint : constraints(element)) {
      Rational& number = constraint.expression.constant;
      mpz_class whole;
      const auto round = ends_ == Ends::Outward ? mpz_cdiv_q : mpz_fdiv_q;
      round(whole.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
      number = whole;
      Element* const argument = made.get();
      made = Exact::apply(Operation::Assume, Elements(&argument, 1), {.constraints = {constraint}});
    }
    return made;
  }
  Ends ends_;
};

std::vector<Violation> compared(const Program& program, Ends ends) {
  Rounded rounded(program.dimensions, ends);
  Exact exact(example::box_contract(), program.dimensions);
  return compare_variants(program, rounded, exact);
}

Program parsed(std::string_view text) {
  Result<Program> program = parse_program(text, {});
  EXPECT_TRUE(program.ok()) << program.error().text();
  return std::move(*program);
}

/// The operations that violations in `programs` random programs blame.
std::set<Operation> guilty(Ends ends, unsigned programs) {
  std::set<Operation> all;
  std::vector<std::uint8_t> bytes(512);
  for (unsigned i = 0; i < programs; ++i) {
    core::Rng rng = core::Rng(7).split(i);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
    const Contract contract = Exact(example::box_contract(), 1).contract();  // with its fractions
    const Program program = decode(bytes, contract, {}, *preset("C2"));
    for (const Violation& violation : compared(program, ends)) {
      EXPECT_EQ(violation.oracle, "against");
      all.insert(violation.operation);
    }
  }
  return all;
}

TEST(DomainVariants, OneThatRoundsOutwardKeepsEverything) {
  EXPECT_EQ(guilty(Ends::Outward, 200), std::set<Operation>{});
}

TEST(DomainVariants, OneThatRoundsInwardIsFoundInTheOperationsThatDo) {
  const std::set<Operation> kBoth = {Operation::Assume, Operation::Assign};
  EXPECT_EQ(guilty(Ends::Inward, 100), kBoth);
}

TEST(DomainVariants, TheFirstWrongOperationIsGuiltyAlone) {
  const Program program = parsed(
      "dimensions 2\na0 = top\na1 = assume a0, 2*x0 - 1 >= 0\na2 = assume a1, -x0 + 3 >= 0\n"
      "a3 = join a1 a2\na4 = widen a2 a3\na5 = forget a2, x1\n");
  const std::vector<Violation> found = compared(program, Ends::Inward);
  ASSERT_EQ(found.size(), 1U) << "a1 has only what is at least 1; what follows is right on that";
  EXPECT_EQ(found[0].instruction, 1U);
  EXPECT_EQ(found[0].kind, LawClass::Soundness);
  EXPECT_NE(found[0].detail.find("x0 - 1 >= 0"), std::string::npos) << found[0].detail;
}

TEST(DomainVariants, WideningsAndQuestionsAreNotCompared) {
  const Program program = parsed("dimensions 1\na0 = top\na1 = widen a0 a0\na2 = print a1\na3 = meet a1 a2\n");
  const Counterpart other = counterpart(program, {{}, {}, {}, {*parse_constraint("x0 - 1 >= 0")}});
  std::vector<std::size_t> from;
  for (const auto& [index, counter] : other.pairs) from.push_back(index);
  EXPECT_EQ(from, (std::vector<std::size_t>{0, 3}));
}

TEST(DomainVariants, OnlyVariantsCanBeCompared) {
  const Contract exact = Exact(example::box_contract(), 1).contract();
  const Contract rounded = Rounded(1, Ends::Outward).contract();
  EXPECT_EQ(not_variants(rounded, exact), "");
  EXPECT_NE(not_variants(exact, rounded).find("exact rationals"), std::string::npos);
  Contract other = rounded;
  other.shape = Shape::Octagon;
  EXPECT_NE(not_variants(other, exact).find("same elements"), std::string::npos);
  other = rounded;
  other.convex = false;
  EXPECT_NE(not_variants(other, exact).find("constraints"), std::string::npos);
}

}  // namespace
}  // namespace assay::domain
