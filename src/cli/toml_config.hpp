#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace assay::cli {

/// Configuration files in TOML: a table per subcommand, a key per long flag. `[smt.fuzz] target = ["z3"]` means
/// `assay smt fuzz --target z3`. Flags on the command line override the file.
class TomlConfig : public CLI::Config {
 public:
  [[nodiscard]] std::string to_config(const CLI::App* app, bool default_also, bool write_description,
                                      std::string prefix) const override;
  [[nodiscard]] std::vector<CLI::ConfigItem> from_config(std::istream& input) const override;
};

/// The options of one subcommand as TOML, defaults included; `path` is its table ("smt.fuzz").
[[nodiscard]] std::string effective_toml(const CLI::App& app, const std::string& path);

}  // namespace assay::cli
