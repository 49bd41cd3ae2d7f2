#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "core/options/module_options.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {

/// Reads "50%" or "50". Nullopt if the text is not a number from 0 to 100.
inline std::optional<unsigned> share_of(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  const auto number = parse_unsigned(text);
  return number && *number <= 100 ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
}

/// "options": the share of the cases for which options of each target are drawn (`options_percent`).
template <typename Options>
void add_drawn_options(core::OptionTable<Options>& table) {
  table
      .add_custom(
          "options", core::OptionKind::Text,
          [](const Options& options) -> core::OptionTexts { return {std::to_string(options.options_percent) + "%"}; },
          [](Options& options, const core::OptionTexts& texts) -> Status {
            const auto share = share_of(texts.front());
            if (!share) return Error{"'" + texts.front() + "' is not a percentage", "write 0% to 100%"};
            options.options_percent = *share;
            return {};
          },
          "share of the cases in which each target runs with randomly drawn options of its definition, such as 50%")
      .affects(core::Affects::Cases);
}

/// "certificates": kinds of certificates that cases ask for, which are judged.
template <typename Options>
void add_certificates(core::OptionTable<Options>& table) {
  std::vector<std::string> names = certificate_names();
  names.insert(names.end(), {"proofs", "none"});
  table.group("Certificates");
  table
      .add("certificates", &Options::certificates,
           "what cases ask targets for beside answers, to be judged (default: all that they give, in a few cases)")
      .with_commas()
      .one_of(std::move(names))
      .affects(core::Affects::Cases);
}

/// Adds the options of all modules that test solvers: "target", "style", limits, "slow-factor", "slow-seconds", and the
/// share of drawn options.
template <typename Options>
void add_solver_rows(core::OptionTable<Options>& table, bool needs_target) {
  table.group("Targets");
  core::add_targets(table,
                    "solvers under test: z3, 'mine:z3=path/z3 -flag', a TOML file (`assay smt targets` lists all)")
      .required = needs_target;
  core::add_only_changes(table);
  core::add_style<Options, RunStyle>(
      table,
      {{"auto", RunStyle::Auto},
       {"process", RunStyle::Process},
       {"persistent", RunStyle::Persistent},
       {"library", RunStyle::Library}},
      "process: one per script; persistent: one for many; library: in a worker; auto: Assay chooses");
  add_drawn_options(table);
  core::add_limits(table);
  core::add_slow_rows(table, "a peer that answers the same");
}

}  // namespace assay::smt
