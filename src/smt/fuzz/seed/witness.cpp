#include "smt/fuzz/seed/witness.hpp"

#include <utility>

#include "assay/smt/values.hpp"
#include "smt/draw/random_value.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxEntries = 4;  // exclusive upper bound: entries of a random function's table

std::optional<Interpretation> random_interpretation(RandomValues& values, const Function& function, core::Rng& rng) {
  Interpretation result;
  result.fallback = values.draw(function.result, rng);
  if (!result.fallback) return std::nullopt;
  std::map<std::vector<Value>, Value> table;
  for (std::uint64_t i = 0, n = function.parameters.empty() ? 0 : rng.below(kMaxEntries); i < n; ++i) {
    std::vector<Value> arguments;
    for (const SortId sort : function.parameters) {
      auto argument = values.draw(sort, rng);
      if (!argument) return std::nullopt;
      arguments.push_back(std::move(*argument));
    }
    auto result_value = values.draw(function.result, rng);
    if (!result_value) return std::nullopt;
    table.insert_or_assign(std::move(arguments), std::move(*result_value));
  }
  result.entries.assign(table.begin(), table.end());
  return result;
}

}  // namespace

std::string_view name(WitnessSource source) {
  switch (source) {
    case WitnessSource::Model: return "model";
    case WitnessSource::NegationModel: return "model of negations";
    case WitnessSource::Random: return "random";
    case WitnessSource::Default: return "default";
  }
  return "random";
}

WitnessSource draw_source(core::Rng& rng, bool have_references) {
  const std::uint64_t dice = rng.below(100);
  if (have_references && dice < 40) return WitnessSource::Model;
  if (have_references && dice < 65) return WitnessSource::NegationModel;
  return dice < 88 ? WitnessSource::Random : WitnessSource::Default;
}

Model random_model(Fragments& seed, core::Rng& rng) {
  RandomValues values(seed.store, seed.literals);
  Model model;
  for (const FunctionId id : seed.functions) {
    const Function function = seed.store.node(id);
    if (auto interpretation = random_interpretation(values, function, rng))
      model.functions.emplace(id, std::move(*interpretation));
  }
  return model;
}

Model default_model(Fragments& seed) {
  Model model;
  for (const FunctionId id : seed.functions) {
    Interpretation interpretation;
    interpretation.fallback = default_value(seed.store, seed.store.node(id).result);
    if (interpretation.fallback) model.functions.emplace(id, std::move(interpretation));
  }
  return model;
}

}  // namespace assay::smt
