// The proof that checkification finds bugs about containers of C++: a small analysis of their sizes, wrong in one
// place, is found within a bounded number of programs that Assay makes, and is never accused when it is right.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "container_sizes.hpp"
#include "planted_claims.hpp"

namespace assay::analyzer {
namespace {

/// A program of C++ costs as much as some ten programs of C, so few and large programs are used; rare lies need more.
constexpr std::uint64_t kFewPrograms = 3, kMaxPrograms = 60;

class PlantedContainers : public PlantedClaims {
 protected:
  static std::vector<Fact> claims_of(const CTree& tree, const std::string& file, unsigned lie) {
    return container_size_facts(tree, file, static_cast<SizeLie>(lie));
  }
  static Program program_of(std::uint64_t index, const ProgramSize& size) {
    const std::span<const ProgramGenerator> all = program_generators();
    const auto generator =
        std::find_if(all.begin(), all.end(), [](const ProgramGenerator& one) { return one.language == "c++"; });
    core::Rng rng = core::Rng(1).split(generator->name).split(index);
    return generator->make(rng, size);
  }
};

TEST_F(PlantedContainers, EachLieIsFound) {
  const std::uint64_t programs = asked("ASSAY_PLANTED_PROGRAMS", kFewPrograms);
  const std::map<unsigned, std::uint64_t> needed =
      found(static_cast<unsigned>(planted_size_lies().size()), std::min(programs, kMaxPrograms), &claims_of,
            [](std::uint64_t index) {
              return program_of(index, {30, 4});
            });
  for (const PlantedSizeLie& row : planted_size_lies()) {
    const auto one = needed.find(static_cast<unsigned>(row.lie));
    EXPECT_TRUE(one != needed.end() || (row.rare && programs < kMaxPrograms)) << row.name;
    if (one != needed.end()) RecordProperty(std::string(row.name), static_cast<int>(one->second));
  }
}

TEST_F(PlantedContainers, TheHonestOneIsNeverAccused) {
  constexpr std::uint64_t kFirst = 100'000;
  expect_honest(asked("ASSAY_PLANTED_FIRST", kFirst), asked("ASSAY_PLANTED_PROGRAMS", 1), &claims_of,
                [](std::uint64_t index) {
                  return program_of(index, {12, 3});
                });
}

}  // namespace
}  // namespace assay::analyzer
