#pragma once

#include <cstdint>
#include <memory>

#include "smt/fuzz/strategy/strategy.hpp"
#include "smt/fuzz/terms/grafter.hpp"

namespace assay::smt {

/// A grafter that all cases of a block share.
class BlockGrafter {
 public:
  /// Makes a new grafter if the source's block differs from that of the last call; returns whether it did.
  bool enter(const CaseSource& source) {
    if (grafter_ && block_key_ == source.block_key) return false;
    grafter_ = std::make_unique<Grafter>(source.seed, source.valuation, source.unsupported, source.focus);
    block_key_ = source.block_key;
    return true;
  }
  Grafter& operator*() { return *grafter_; }
  Grafter* operator->() { return grafter_.get(); }

 private:
  std::uint64_t block_key_ = 0;
  std::unique_ptr<Grafter> grafter_;
};

}  // namespace assay::smt
