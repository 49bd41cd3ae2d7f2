#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::smt {

/// Maps old names to new names.
using SymbolNames = std::map<std::string, std::string, std::less<>>;

/// The distinct symbols of a script or a model (without bars), in order of appearance.
[[nodiscard]] std::vector<std::string> symbols_in(std::string_view text);

/// The text with all occurrences of these symbols renamed.
[[nodiscard]] std::string renamed_text(std::string_view text, const SymbolNames& names);

}  // namespace assay::smt
