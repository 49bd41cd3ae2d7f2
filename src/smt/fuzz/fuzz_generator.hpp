#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "assay/core/case.hpp"
#include "smt/fuzz/assemble.hpp"
#include "smt/fuzz/fuzz_config.hpp"
#include "smt/fuzz/ladder.hpp"
#include "smt/fuzz/open_layout.hpp"
#include "smt/fuzz/witness.hpp"

namespace assay::smt {

/// Makes cases: one a worker. What it keeps is one block's seed and pools; a case is the same whether or not they were
/// there already.
class Generator {
 public:
  explicit Generator(const FuzzConfig& config);

  [[nodiscard]] std::variant<core::Case, core::Skip> generate(std::uint64_t index, const std::stop_token& stop = {});

  /// The last case as terms, for who judges it next.
  struct Last {
    std::uint64_t index = 0;
    Assembled assembled;
    SmtFacts facts;
  };
  [[nodiscard]] const std::optional<Last>& last() const { return last_; }
  /// The store of last().
  [[nodiscard]] TermStore& store() { return place_.fragments->store; }

 private:
  [[nodiscard]] std::optional<core::Skip> enter(const SchedulePosition& slot);
  [[nodiscard]] Model choose_model(core::Rng& rng);
  [[nodiscard]] std::string choose_logic(const Strategy& strategy, const std::vector<Assertion>& assertions,
                                         core::Rng& rng, const std::vector<Command>& optimized = {}) const;
  [[nodiscard]] Layout choose_layout(core::Rng& rng) const;
  /// The seed's objectives, for a satisfiable script; empty: the script has none.
  [[nodiscard]] std::vector<Command> objectives(const Layout& layout, core::Rng& rng);
  [[nodiscard]] std::vector<unsigned> fitting_weights() const;
  [[nodiscard]] std::vector<unsigned> in_their_blocks(const std::vector<unsigned>& weights) const;
  /// What a strategy has made, and which one.
  struct Drawn {
    std::optional<std::size_t> strategy;
    std::vector<Assertion> assertions;
  };
  [[nodiscard]] Drawn draw(const CaseSource& source, core::Rng& rng);
  struct Place {
    SchedulePosition slot;
    bool stands = false;  ///< the case is the seed as it stands
  };
  [[nodiscard]] Place place(std::uint64_t index);
  /// What a strategy makes that has one case of each seed.
  [[nodiscard]] Drawn as_it_stands(const CaseSource& source, core::Rng& rng);
  [[nodiscard]] const Lacking* lacking(std::uint64_t block) const;
  /// What our evaluator knows of assertions that no construction vouches for: that the valuation satisfies them, or
  /// what all assignments of their constants come to.
  struct Known {
    Truth truth = Truth::Open;
    std::optional<Model> model;  ///< Sat: when it is not the valuation's
    std::string_view how = {};   ///< where that comes from, when not by enumeration
  };
  [[nodiscard]] Known by_witness(const std::vector<Assertion>& assertions, const Model& model);
  [[nodiscard]] Known what_is_known(const std::vector<Assertion>& assertions);
  [[nodiscard]] Known what_is_known_of(std::span<const TermId> terms);
  struct Made {
    std::uint64_t index = 0;
    const SchedulePosition& slot;
    std::string_view strategy;
    const Known& known;
    std::vector<std::string> rules;  ///< of a planted contradiction
  };
  [[nodiscard]] std::optional<core::Case> planted(std::uint64_t index, const SchedulePosition& slot, std::size_t chosen,
                                                  std::vector<Assertion> assertions, core::Rng& rng);
  /// How a script whose truth no construction vouches for is laid out; nothing: all is asserted, and asked once.
  [[nodiscard]] std::optional<OpenLayout> choose_open_layout(const Strategy& strategy, const Layout& drawn,
                                                             core::Rng& rng) const;
  [[nodiscard]] std::optional<core::Case> open(std::uint64_t index, const SchedulePosition& slot, std::size_t chosen,
                                               const OpenLayout& layout, const std::vector<Assertion>& assertions,
                                               core::Rng& rng);
  [[nodiscard]] std::string find_partner(std::string_view strategy) const;
  [[nodiscard]] std::string why_nothing() const;
  [[nodiscard]] core::Case finish(const Made& how, Assembled assembled, const std::vector<Assertion>& assertions,
                                  std::string text);

  const FuzzConfig& config_;
  bool pushes_ = true;     ///< some target takes push and pop
  bool optimizes_ = true;  ///< some target takes objectives
  core::Rng root_;
  Ladder ladder_;
  std::uint64_t standing_ = 0;  ///< seeds that have one case as they stand
  ReferenceAnswers references_;
  std::vector<std::unique_ptr<Strategy>> strategies_;

  // The block that the worker is in.
  std::optional<std::uint64_t> block_;
  std::uint64_t block_key_ = 0;  ///< never the same for two blocks' pools, even of one block entered twice
  std::size_t seed_ = 0;
  std::unique_ptr<Fragments> fragments_;
  std::unique_ptr<Valuation> valuation_;
  Workplace place_;  ///< of the last case
  WitnessSource source_ = WitnessSource::Random;
  std::string prefix_;    ///< of new names; made when some strategy plants
  bool refuted_ = false;  ///< by references of two families; not asked for when no strategy wants to know

  std::optional<Last> last_;
};

/// The first and the witness file of a case.
[[nodiscard]] std::vector<core::File> case_files(TermStore& store, const Model& model,
                                                 const std::vector<FunctionId>& functions, std::string script);

}  // namespace assay::smt
