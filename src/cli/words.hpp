#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "assay/base/result.hpp"

namespace CLI {
class App;
}

namespace assay::cli {

// Preprocessing of the words of a command line before they are parsed.

/// Moves --config and its file to the front of the words, the only place where the parser accepts them.
void move_config_to_front(std::vector<std::string>& words);

/// An Error for the first word in the place of a command that is no command, with the most similar command.
[[nodiscard]] Status misspelt_command(const CLI::App& app, const std::vector<std::string>& words);

/// A sentence that names the areas which this build lacks; empty if it has all areas.
[[nodiscard]] std::string left_out_note();

/// After a failed parse with unknown flags: "did you mean --FLAG?" with the most similar flag of the command, or empty.
[[nodiscard]] std::string advice_for_flags(const CLI::App& app);

/// Replaces "--preset nightly" by the preset's flags (data/presets.toml), except flags that the command line or the
/// configuration file contains. --nightly is short for "--preset nightly". Values that are no preset's name are left to
/// the command. `now`: nightly campaigns use its date in UTC as their seed, as in 20261128.
void expand_preset(std::vector<std::string>& words, std::time_t now);
/// The names of the presets: "smoke", "nightly", "deep".
[[nodiscard]] std::vector<std::string> preset_names();

}  // namespace assay::cli
