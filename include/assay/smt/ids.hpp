#pragma once

#include <compare>
#include <cstdint>
#include <functional>

#include "assay/base/hash.hpp"

namespace assay::smt {

/// A 32-bit name of something in a TermStore. Ids are given in order of creation, so comparing them is deterministic.
template <typename Tag>
struct Id {
  std::uint32_t index = 0;
  friend bool operator==(Id, Id) = default;
  friend auto operator<=>(Id, Id) = default;
};

using SortId = Id<struct SortTag>;
using TermId = Id<struct TermTag>;
using SymbolId = Id<struct SymbolTag>;      ///< an interned spelling, without the bars of a quoted symbol
using FunctionId = Id<struct FunctionTag>;  ///< a declared or defined function, constructor or selector
using DatatypeId = Id<struct DatatypeTag>;
using OperatorId = Id<struct OperatorTag>;  ///< a row of the operator registry

/// For std::unordered_map; never iterate over one in anything that chooses or prints.
struct IdHash {
  template <typename Tag>
  std::size_t operator()(Id<Tag> id) const {
    return static_cast<std::size_t>(mix(id.index));
  }
};

}  // namespace assay::smt
