#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace assay::analyzer {

/// A text that replaces a range of bytes of a source.
struct Piece {
  std::size_t begin = 0, end = 0;
  std::string text;
};

/// The bytes of `source` from `begin` to `end`, with the pieces inserted. If two pieces overlap, the first counts.
[[nodiscard]] std::string with_pieces(const std::string& source, std::size_t begin, std::size_t end,
                                      std::vector<Piece> pieces);
/// The same for all bytes.
[[nodiscard]] std::string with_pieces(const std::string& source, std::vector<Piece> pieces);

}  // namespace assay::analyzer
