#pragma once

#include <memory>
#include <string>
#include <vector>

#include "horn/horn.hpp"
#include "horn/horn_case.hpp"
#include "smt/solver/target.hpp"

namespace assay::horn {

/// The parts of a campaign, which its testers share.
struct HornConfig {
  HornOptions options;
  HornCorpus corpus;
  std::vector<smt::Target> targets;
  std::vector<smt::Target> references;  ///< the installed ones
  std::vector<std::string> themes;      ///< the chosen themes that at least one target supports
};

/// The truth of a script. That of a large one stays open.
[[nodiscard]] KnownSystem decide_script(TermStore& store, System system);

/// True if the solver reads muZ's commands.
[[nodiscard]] bool reads_muz(const smt::SolverDefinition& definition);

[[nodiscard]] std::unique_ptr<core::Tester> make_horn_tester(std::shared_ptr<const HornConfig> config);
/// The case of an index, before options are drawn. A Skip if no truth was found.
[[nodiscard]] std::variant<core::Case, core::Skip> generate_horn_case(const HornConfig& config, std::uint64_t index);
/// A clean run, and planted bugs that must be reported.
[[nodiscard]] std::vector<core::Control> horn_controls(const smt::SolverDefinition& definition, std::size_t target);

/// A smaller case for which `still_fails` holds. With `keep_truth`, each step keeps evidence for the truth.
[[nodiscard]] core::Case reduce_horn_case(const core::Case& failing, bool keep_truth,
                                          const std::function<bool(const core::Case&)>& still_fails);

}  // namespace assay::horn
