#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "paths.hpp"
#include "smt/fuzz/config/fuzz_config.hpp"
#include "smt/fuzz/script/case_builder.hpp"
#include "smt/fuzz/seed/fragments.hpp"
#include "smt/fuzz/seed/fuzz.hpp"

namespace assay::smt::testing {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The seeds that the repository ships, sorted by name.
inline std::vector<Seed> shipped_seeds() {
  std::vector<Seed> seeds;
  const std::filesystem::path folder = std::filesystem::path(source_dir()) / "data" / "seeds";
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".smt2") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    Seed seed{std::filesystem::relative(file, folder).string(), read_file(file), 0};
    auto parsed = take_apart(seed.text, seed.name);
    if (auto* fragments = std::get_if<std::unique_ptr<Fragments>>(&parsed))
      seed.formulas = static_cast<std::uint32_t>((*fragments)->formulas.size());
    seeds.push_back(std::move(seed));
  }
  return seeds;
}

inline std::unique_ptr<Fragments> fragments_of(std::string_view text) {
  auto parsed = take_apart(text, "test.smt2");
  if (auto* fragments = std::get_if<std::unique_ptr<Fragments>>(&parsed)) return std::move(*fragments);
  return nullptr;
}

/// A configuration without targets: enough to generate.
inline std::shared_ptr<FuzzConfig> generating_config(std::vector<Seed> seeds, std::uint64_t seed = 1) {
  auto config = std::make_shared<FuzzConfig>();
  config->options.seed = seed;
  config->options.incremental_percent = 0;
  config->corpus.seeds = std::move(seeds);
  for (const StrategyRow& row : strategy_rows()) {
    config->strategies.push_back(&row);
    config->weights.push_back(1);
  }
  return config;
}

/// The assertions of the strategy's next draft; empty if it makes no draft.
inline std::vector<Assertion> assertions_of(Strategy& strategy, const CaseSource& source, core::Rng& rng) {
  auto draft = strategy.make(source, rng);
  return draft ? std::move(draft->assertions) : std::vector<Assertion>();
}

/// The case, if one was generated.
inline const core::Case* case_in(const std::variant<GeneratedCase, core::Skip>& made) {
  const auto* generated = std::get_if<GeneratedCase>(&made);
  return generated == nullptr ? nullptr : &generated->subject;
}

/// All of a case's files.
inline std::string text_of(const core::Case& subject) {
  std::string text;
  for (const core::File& file : subject.files) text += file.content;
  return text;
}

/// Evaluates, from nothing but a case's files, the assertions that are active at each check. Empty when every check has
/// the truth that the facts claim; otherwise the error.
std::string what_is_wrong(const core::Case& subject);

/// An application of the case's script in which an Int stands for a Real, as our rules and some solvers allow but
/// SMT-LIB does not; empty when there is none.
std::string mixed_numbers(const core::Case& subject);
/// The same for an application in these terms.
std::string mixed_numbers(TermStore& store, std::vector<TermId> work);

}  // namespace assay::smt::testing
