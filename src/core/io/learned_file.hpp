#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "assay/base/result.hpp"

/// Files of --learned: what earlier runs showed, for later ones.
namespace assay::core {

using LearnedJson = nlohmann::ordered_json;

/// The object in the text, whose key "assay-learned" has this format. An Error says why there is none.
[[nodiscard]] Result<LearnedJson> parse_learned(const std::string& text, unsigned format);

/// The message for a file that cannot be read: `what` is "table of learned costs".
[[nodiscard]] std::string learning_starts_anew(const std::string& path, const std::string& what, const Error& why);

/// Writes the keys of `json` after the format. An earlier file that `is_readable` refuses is renamed to "NAME.bad"; the
/// folder is made.
[[nodiscard]] Status write_learned(const std::string& path, unsigned format, const LearnedJson& json,
                                   const std::function<bool(const std::string&)>& is_readable);

}  // namespace assay::core
