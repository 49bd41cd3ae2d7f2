#include "analyzer/check/tree/c_pieces.hpp"

#include <algorithm>
#include <utility>

namespace assay::analyzer {

std::string with_pieces(const std::string& source, std::size_t begin, std::size_t end, std::vector<Piece> pieces) {
  std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
  std::string made;
  for (const Piece& piece : pieces) {
    if (piece.begin < begin || piece.end > end) continue;
    made.append(source, begin, piece.begin - begin) += piece.text;
    begin = piece.end;
  }
  return made.append(source, begin, end - begin);
}

std::string with_pieces(const std::string& source, std::vector<Piece> pieces) {
  return with_pieces(source, 0, source.size(), std::move(pieces));
}

}  // namespace assay::analyzer
