#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "assay/base/result.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

// What is done with the words of a command line before they are parsed.

/// --config and its file, moved to the front from wherever they stand: the parser takes them there alone.
void move_config_to_front(std::vector<std::string>& words);

/// The first word that should be a command and is none, with the nearest one; a success when there is no such word.
[[nodiscard]] Status misspelt_command(const CLI::App& app, const std::vector<std::string>& words);

/// A sentence that names the areas which this build leaves out; empty if it has all areas.
[[nodiscard]] std::string left_out_note();

/// After a parse that failed, and met flags which nobody knows: the nearest one of the command, as a question; or
/// nothing.
[[nodiscard]] std::string advice_for_flags(const CLI::App& app);

/// The flags that "--preset nightly" stands for, in its place (data/presets.toml): those that neither the command line
/// nor the configuration file says. Other values of --preset are the command's own. --nightly is short for "--preset
/// nightly". `now` gives the date that nightly campaigns draw their seed from: 20261128, in UTC.
void expand_preset(std::vector<std::string>& words, std::time_t now);
/// "smoke", "nightly", "deep".
[[nodiscard]] std::vector<std::string> preset_names();

}  // namespace assay::cli
