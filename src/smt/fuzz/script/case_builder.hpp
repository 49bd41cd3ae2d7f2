#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/case/case.hpp"
#include "smt/fuzz/config/fuzz_config.hpp"
#include "smt/fuzz/script/assemble.hpp"
#include "smt/fuzz/script/open_layout.hpp"
#include "smt/fuzz/seed/witness.hpp"
#include "smt/fuzz/strategy/strategy.hpp"

namespace assay::smt {

/// The parsed seed of a block of cases, and the witness of these cases.
struct SeedVisit {
  const Seed* seed = nullptr;
  Workplace place;
  WitnessSource source = WitnessSource::Random;
  std::string prefix;    ///< of new names; empty if no strategy needs new names
  bool refuted = false;  ///< references of two families answer `unsat`; false if no strategy needs to know
};

/// A case, and the terms from which it was printed.
struct GeneratedCase {
  core::Case subject;
  AssembledScript assembled;
  SmtFacts facts;
  Workplace place;  ///< the store of the terms
};

/// Features that at least one target of the campaign supports.
struct TargetFeatures {
  bool pushes = true;      ///< push and pop
  bool objectives = true;  ///< maximize and minimize
};

/// How a draft was made.
struct DraftOrigin {
  std::uint64_t index = 0;      ///< of the case
  std::size_t rung = 0;         ///< of the ladder
  bool is_seed_itself = false;  ///< the draft is the unchanged seed
  const StrategyRow* strategy = nullptr;
};

/// Makes a case from one draft: determines its truth, lays it out as a script and prints the script.
class CaseBuilder {
 public:
  /// All reference parameters must outlive the builder.
  CaseBuilder(const FuzzConfig& config, const TargetFeatures& features, const SeedVisit& visit,
              const DraftOrigin& origin, Draft draft);

  /// Nullopt if the case would be larger than max_case_bytes.
  [[nodiscard]] std::optional<GeneratedCase> build(core::Rng& rng);

 private:
  /// The truth of a set of assertions, and the evidence for it.
  struct KnownTruth {
    Truth truth = Truth::Open;
    std::optional<Model> model;  ///< for Sat: the model that satisfies them; nullopt: the valuation's model
    std::string_view how = {};   ///< for the case's note: the source of the model; empty: enumeration
  };
  [[nodiscard]] TermStore& store() const { return place_.fragments->store; }
  [[nodiscard]] bool is(DraftLayout layout) const { return draft_.layout == layout; }

  [[nodiscard]] std::optional<GeneratedCase> build_contradiction(core::Rng& rng);
  [[nodiscard]] std::optional<GeneratedCase> build_open(const OpenLayout& layout, core::Rng& rng);
  [[nodiscard]] std::optional<GeneratedCase> build_flat(const KnownTruth& known, const Layout& layout, core::Rng& rng);

  [[nodiscard]] KnownTruth find_truth();
  [[nodiscard]] KnownTruth truth_by_witness(const Model& model);
  [[nodiscard]] KnownTruth truth_by_evaluation(std::span<const TermId> terms);

  [[nodiscard]] Layout choose_layout(core::Rng& rng) const;
  /// The layout of a script of open truth. Nullopt: assertions followed by one check.
  [[nodiscard]] std::optional<OpenLayout> choose_open_layout(const Layout& drawn, core::Rng& rng) const;
  /// The objectives of the seed that a satisfiable script keeps; empty: none.
  [[nodiscard]] std::vector<Command> choose_objectives(const Layout& layout, core::Rng& rng) const;
  [[nodiscard]] std::string choose_logic(core::Rng& rng, const std::vector<Command>& optimized = {}) const;

  /// Puts the options of the seed, if it keeps them, in front of the script, and prints the script.
  [[nodiscard]] std::string printed(AssembledScript& assembled, core::Rng& rng) const;

  [[nodiscard]] std::vector<TermId> terms() const;
  [[nodiscard]] bool fits(const std::string& text) const { return text.size() <= config_.options.max_case_bytes; }
  [[nodiscard]] GeneratedCase finish(const KnownTruth& known, AssembledScript assembled, std::string text) const;
  [[nodiscard]] SmtFacts facts_of(const KnownTruth& known, const AssembledScript& assembled,
                                  std::string_view text) const;
  [[nodiscard]] std::string describe_truth(const KnownTruth& known, const SmtFacts& facts) const;

  const FuzzConfig& config_;
  const TargetFeatures& features_;
  const SeedVisit& visit_;
  const DraftOrigin& origin_;
  Draft draft_;
  Workplace place_;  ///< the store of the draft's terms
};

/// The script file and the witness file of a case.
[[nodiscard]] std::vector<core::File> case_files(TermStore& store, const Model& model,
                                                 const std::vector<FunctionId>& functions, std::string script);

}  // namespace assay::smt
