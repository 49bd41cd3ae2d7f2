#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// The name that was probably meant: the nearest one by letters that are changed, left out, added or swapped with their
/// neighbour, of which a third of the word may be wrong. Capitals do not count. Of equals the first; none when nothing
/// is near.
[[nodiscard]] std::optional<std::string> most_similar(std::string_view word, const std::vector<std::string>& names);

/// "did you mean 'z3'? ", in front of an advice; or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace assay
