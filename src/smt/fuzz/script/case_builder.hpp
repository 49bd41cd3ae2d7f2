#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/case.hpp"
#include "smt/fuzz/config/fuzz_config.hpp"
#include "smt/fuzz/script/assemble.hpp"
#include "smt/fuzz/script/open_layout.hpp"
#include "smt/fuzz/seed/witness.hpp"
#include "smt/fuzz/strategy/strategy.hpp"

namespace assay::smt {

/// A seed taken apart, with the witness under which the cases of a block are made.
struct SeedVisit {
  const Seed* seed = nullptr;
  Workplace place;
  WitnessSource source = WitnessSource::Random;
  std::string prefix;    ///< of new names; made when some strategy needs it
  bool refuted = false;  ///< by references of two families; asked only when some strategy needs it
};

/// A case, and the terms that it was printed from.
struct GeneratedCase {
  core::Case subject;
  Assembled assembled;
  SmtFacts facts;
  Workplace place;  ///< of the terms
};

/// What some target of the campaign takes.
struct Takes {
  bool pushes = true;      ///< push and pop
  bool objectives = true;  ///< maximize and minimize
};

/// Where a draft comes from.
struct DraftOrigin {
  std::uint64_t index = 0;    ///< of the case
  std::size_t rung = 0;       ///< of the ladder
  bool as_it_stands = false;  ///< the draft is the seed itself
  const StrategyRow* strategy = nullptr;
};

/// Makes a case of one draft: finds out what is known of its truth, lays it out, prints it.
class CaseBuilder {
 public:
  /// All of them must outlive the builder.
  CaseBuilder(const FuzzConfig& config, const Takes& takes, const SeedVisit& visit, const DraftOrigin& origin,
              Draft draft);

  /// Nothing where the case would be too large.
  [[nodiscard]] std::optional<GeneratedCase> build(core::Rng& rng);

 private:
  /// What is known of assertions, and the model that shows it.
  struct Known {
    Truth truth = Truth::Open;
    std::optional<Model> model;  ///< Sat: when it is not the valuation's
    std::string_view how = {};   ///< where that comes from, when not by enumeration
  };
  [[nodiscard]] TermStore& store() const { return place_.fragments->store; }
  [[nodiscard]] bool is(DraftLayout layout) const { return draft_.layout == layout; }

  [[nodiscard]] std::optional<GeneratedCase> build_contradiction(core::Rng& rng);
  [[nodiscard]] std::optional<GeneratedCase> build_open(const OpenLayout& layout, core::Rng& rng);
  [[nodiscard]] std::optional<GeneratedCase> build_flat(const Known& known, const Layout& layout, core::Rng& rng);

  [[nodiscard]] Known what_is_known();
  [[nodiscard]] Known by_witness(const Model& model);
  [[nodiscard]] Known by_evaluation(std::span<const TermId> terms);

  [[nodiscard]] Layout choose_layout(core::Rng& rng) const;
  /// How a script whose truth nobody knows is laid out; nothing: all is asserted, and asked once.
  [[nodiscard]] std::optional<OpenLayout> choose_open_layout(const Layout& drawn, core::Rng& rng) const;
  /// The seed's objectives, for a satisfiable script; empty: the script has none.
  [[nodiscard]] std::vector<Command> choose_objectives(const Layout& layout, core::Rng& rng) const;
  [[nodiscard]] std::string choose_logic(core::Rng& rng, const std::vector<Command>& optimized = {}) const;

  [[nodiscard]] std::vector<TermId> terms() const;
  [[nodiscard]] bool fits(const std::string& text) const { return text.size() <= config_.options.max_case_bytes; }
  [[nodiscard]] GeneratedCase finish(const Known& known, Assembled assembled, std::string text) const;
  [[nodiscard]] SmtFacts facts_of(const Known& known, const Assembled& assembled, std::string_view text) const;
  [[nodiscard]] std::string how_it_is_known(const Known& known, const SmtFacts& facts) const;

  const FuzzConfig& config_;
  const Takes& takes_;
  const SeedVisit& visit_;
  const DraftOrigin& origin_;
  Draft draft_;
  Workplace place_;  ///< of the draft's terms
};

/// The first and the witness file of a case.
[[nodiscard]] std::vector<core::File> case_files(TermStore& store, const Model& model,
                                                 const std::vector<FunctionId>& functions, std::string script);

}  // namespace assay::smt
