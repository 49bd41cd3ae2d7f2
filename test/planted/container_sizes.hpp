#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"
#include "analyzer/fact/fact.hpp"

namespace assay::analyzer {

/// The bugs of an analysis of containers' sizes, one switch each.
enum class SizeLie : std::uint8_t {
  None,
  HighOffByOne,
  LowOffByOne,
  StaleAfterPush,
  StaleAfterPop,
  StaleAfterClear,
  StaleAfterInsert,
  StaleAfterErase,
  StaleAfterResize,
  JoinForgetsBranch,
  LoopKeepsEntry,
  NotEmptyIsOne,
  EmptyIfItMayBe,
  AtMostIsBelow,
  ListKeepsEqualKeys,
  InsertedKeyIsNew,
};

struct PlantedSizeLie {
  SizeLie lie;
  std::string_view name;
  bool rare = false;  ///< finding it takes more than a few programs
};
/// All lies except None.
[[nodiscard]] std::span<const PlantedSizeLie> planted_size_lies();

/// All facts of an analysis of C++ containers: bounds of their sizes where they are named, and results of `size()` and
/// `empty()`. The analysis follows the statements of each function once; sizes that a loop changes are unknown in it.
/// It tracks local containers without references, pointers or closures to them. With a lie, it is wrong in one place.
[[nodiscard]] std::vector<Fact> container_size_facts(const CTree& tree, const std::string& file, SizeLie lie);

}  // namespace assay::analyzer
