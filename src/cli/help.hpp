#pragma once

#include <CLI/CLI.hpp>
#include <set>
#include <string>

namespace assay::cli {

/// Formats help texts of at most 80 columns. `--help` omits advanced options; `--help-all` has all options and the
/// ranges of their values.
class HelpFormatter final : public CLI::FormatterBase {
 public:
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  void add_advanced(const CLI::Option* option) { advanced_.insert(option); }
  [[nodiscard]] bool is_advanced(const CLI::Option* option) const { return advanced_.count(option) > 0; }

 private:
  [[nodiscard]] std::string option_groups(const CLI::App& app, bool all) const;

  std::set<const CLI::Option*> advanced_;
};

/// Omits the option from `--help` of `app`, the option's command. Returns the option.
CLI::Option* advanced(const CLI::App& app, CLI::Option* option);

}  // namespace assay::cli
