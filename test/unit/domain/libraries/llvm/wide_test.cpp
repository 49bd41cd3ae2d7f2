// Widths that are too large for an exhaustive test: random elements, and random values in them.

#include <gtest/gtest.h>

#include "assay/domain/program.hpp"
#include "assay/domain/run.hpp"
#include "core/rng/rng.hpp"
#include "domain/libraries/llvm/llvm.hpp"
#include "rounds.hpp"

namespace assay::domain::testing {
namespace {

using core::Rng;

struct Sample {
  ElementPtr element;
  std::uint64_t value = 0;  ///< that it has
};

/// Small numbers, numbers around powers of two, and any.
std::uint64_t draw(Rng& rng, unsigned width) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width);
  switch (rng.below(4)) {
    case 0: return rng.below(4) & mask;
    case 1: return (0 - rng.below(4)) & mask;
    case 2: return ((std::uint64_t{1} << rng.below(width)) + rng.below(3) - 1) & mask;
    default: return rng.next() & mask;
  }
}

Point point(std::uint64_t value) { return {Rational(static_cast<unsigned long>(value))}; }

Sample sample(Rng& rng, Domain& domain) {
  Sample made;
  made.value = draw(rng, domain.contract().width);
  made.element = domain.abstract(point(made.value));
  for (std::uint64_t more = rng.below(3); more > 0; --more) {
    const ElementPtr other = domain.abstract(point(draw(rng, domain.contract().width)));
    made.element = domain.join(*made.element, *other);
  }
  return made;
}

void check_transformers(Rng& rng, Domain& domain) {
  const std::vector<ValueTransformer>& all = domain.transformers();
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<Sample> samples;
    std::vector<Element*> arguments;
    std::vector<std::uint64_t> values;
    for (unsigned k = 0; k < all[i].arity; ++k) {
      samples.push_back(sample(rng, domain));
      arguments.push_back(samples.back().element.get());
      values.push_back(samples.back().value);
    }
    const ElementPtr result = domain.transform(i, arguments);
    const std::optional<std::uint64_t> value = all[i].concrete(domain.contract().width, values.data());
    if (!value) continue;
    std::string shown;
    for (Element* argument : arguments) shown += " " + domain.print(*argument);
    EXPECT_TRUE(domain.contains(*result, point(*value))) << domain.contract().name << " " << all[i].name << shown
                                                         << " = " << domain.print(*result) << " lacks " << *value;
  }
}

TEST(DomainLlvm, TransformersAreSoundAtWideWidths) {
  for (const auto& make : {llvm_constant_range, llvm_known_bits}) {
    for (const unsigned width : {5U, 8U, 16U, 31U, 32U, 63U, 64U}) {
      const std::unique_ptr<Domain> domain = make(width)(1);
      const Rng stream(width);
      for (std::uint64_t round = 0; round < test_rounds(300, 1'500); ++round) {
        Rng rng = stream.split(round);
        check_transformers(rng, *domain);
      }
    }
  }
}

TEST(DomainLlvm, RepeatedOperationsKeepNoMemory) {
  for (const auto& make : {llvm_constant_range, llvm_known_bits}) {
    const std::unique_ptr<Domain> domain = make(64)(1);
    for (std::uint64_t round = 0; round < 20; ++round) {
      Rng rng = Rng(3).split(round);
      std::vector<std::uint8_t> bytes(300);
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
      Program program = decode(bytes, domain->contract(), domain->transformers(), *preset("C2"));
      program.repeat = true;
      for (const Violation& violation : run(program, *domain, {}).violations)
        ADD_FAILURE() << domain->contract().name << ": " << violation.oracle << " " << violation.detail;
    }
  }
}

}  // namespace
}  // namespace assay::domain::testing
