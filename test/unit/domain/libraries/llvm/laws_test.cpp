// The laws that the contracts promise hold for all elements of a small width. Each law that ConstantRange does not
// promise fails somewhere, so that the list is not longer than it must be.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "assay/domain/law.hpp"
#include "domain/libraries/llvm/llvm.hpp"

namespace assay::domain::testing {
namespace {

bool violated(const Law& law, Domain& domain, const std::vector<ElementPtr>& elements) {
  std::vector<std::size_t> at(law.elements, 0);
  const auto element = [&](std::size_t i) { return i < at.size() ? elements[at[i]].get() : nullptr; };
  for (;;) {
    LawArguments arguments{domain, element(0), element(1), element(2), nullptr, nullptr, {}};
    if (law.check(arguments) == LawOutcome::Violated) return true;
    std::size_t i = 0;
    while (i < at.size() && ++at[i] == elements.size()) at[i++] = 0;
    if (i == at.size()) return false;
  }
}

bool is_plain(const Law& law, const Contract& contract) {
  return !law.assignment && !law.condition && !law.chain && contract.operations.has_all(law.needs);
}

TEST(DomainLlvmLaws, PromisedOnesHold) {
  for (const auto& make : {llvm_constant_range, llvm_known_bits}) {
    const std::unique_ptr<Domain> domain = make(3)(1);
    const std::vector<ElementPtr> elements = domain->all_elements();
    unsigned checked = 0;
    for (const Law& law : laws()) {
      if (!is_plain(law, domain->contract()) || !applies(law, domain->contract())) continue;
      EXPECT_FALSE(violated(law, *domain, elements)) << domain->contract().name << ": " << law.name;
      ++checked;
    }
    EXPECT_GE(checked, 15U);
  }
}

TEST(DomainLlvmLaws, ConstantRangeBreaksWhatItDoesNotPromise) {
  const std::unique_ptr<Domain> domain = llvm_constant_range(3)(1);
  const std::vector<ElementPtr> elements = domain->all_elements();
  for (const Law& law : laws()) {
    if (!is_plain(law, domain->contract()) || applies(law, domain->contract()) || law.needs_lattice) continue;
    EXPECT_TRUE(violated(law, *domain, elements)) << law.number << " " << law.name << " could be promised";
  }
}

}  // namespace
}  // namespace assay::domain::testing
