#include <algorithm>
#include <optional>
#include <utility>

#include "assay/base/check.hpp"
#include "assay/core/target/builtin.hpp"
#include "assay/smt/solver.hpp"
#include "solver_definition_toml.hpp"

namespace assay::core {
/// The definitions in data/targets, in the order of builtin.cmake.
[[nodiscard]] std::span<const BuiltinText> builtin_solver_texts();
}  // namespace assay::core

namespace assay::smt {
namespace {

std::vector<SolverDefinition> read_all() {
  std::vector<SolverDefinition> all;
  const FindDefinition find = [&all](std::string_view name) -> std::optional<SolverDefinition> {
    for (const SolverDefinition& one : all) {
      if (one.name == name) return one;
    }
    return std::nullopt;
  };
  for (const core::BuiltinText& file : core::builtin_solver_texts()) {
    Result<SolverDefinition> one = read_definition(file.text, std::string(file.path), find);
    ASSAY_CHECK(one.ok(), "a built-in target is broken: " + one.error().text());
    one->family = one->name;
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
