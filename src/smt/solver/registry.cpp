#include <algorithm>
#include <optional>
#include <utility>

#include "assay/base/check.hpp"
#include "assay/smt/solver.hpp"
#include "definition_toml.hpp"
#include "embedded_targets.hpp"

namespace assay::smt {
namespace {

using Text = const core::EmbeddedFile& (*)();

/// The built-in solvers: each inherits only from those above it.
constexpr Text kDefinitions[] = {
    core::target_smtlib,      core::target_z3,        core::target_cvc5,        core::target_cvc4,
    core::target_bitwuzla,    core::target_boolector, core::target_yices2,      core::target_mathsat,
    core::target_optimathsat, core::target_opensmt,   core::target_smtinterpol, core::target_stp,
    core::target_princess,
};

std::vector<SolverDefinition> read_all() {
  std::vector<SolverDefinition> all;
  const FindDefinition find = [&all](std::string_view name) -> std::optional<SolverDefinition> {
    for (const SolverDefinition& one : all) {
      if (one.name == name) return one;
    }
    return std::nullopt;
  };
  for (const Text text : kDefinitions) {
    const std::string_view toml = text().content;
    Result<SolverDefinition> one = read_definition(toml, "data/targets", find);
    ASSAY_CHECK(one.ok(),
                "a built-in target is broken: " + one.error().text() + " in " + std::string(toml.substr(0, 60)));
    one->family = one->name;
    if (one->programs.empty()) one->programs = {one->argv.empty() ? one->name : one->argv[0]};
    all.push_back(std::move(*one));
  }
  return all;
}

}  // namespace

const std::vector<SolverDefinition>& builtin_solvers() {
  static const std::vector<SolverDefinition> all = read_all();
  return all;
}

}  // namespace assay::smt
