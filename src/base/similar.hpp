#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// The name that was probably meant: the nearest one by the number of changed, missing, additional or swapped letters,
/// which may be up to a third of the word (at least 1). Case does not count. The first of equally near names; nullopt
/// if no name is near.
[[nodiscard]] std::optional<std::string> most_similar(std::string_view word, const std::vector<std::string>& names);

/// "did you mean 'z3'? ", as a prefix of advice; empty if no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace assay
