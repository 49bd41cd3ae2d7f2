#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::smt {

/// Old names to new ones.
using SymbolNames = std::map<std::string, std::string, std::less<>>;

/// The symbols of a script or a model (without bars), each once, in order of appearance.
[[nodiscard]] std::vector<std::string> symbols_in(std::string_view text);

/// The text with every one of these symbols under its new name, wherever it stands.
[[nodiscard]] std::string renamed_text(std::string_view text, const SymbolNames& names);

}  // namespace assay::smt
