#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "assay/smt/script.hpp"
#include "core/case/tester.hpp"
#include "smt/synth/synth_config.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// A synthesised formula as a script.
struct SynthesisedScript {
  Script script;
  SmtFacts facts;
  std::string category;
  std::string theory;
  std::string subject;
  std::string witness;    ///< output of print_model; empty if unsatisfiable
  std::string instances;  ///< output of print_instances; empty if the formula has none
};

/// Makes the formulas of a plan. Each worker has one. Its caches save time and do not change a formula.
class SynthGenerator {
 public:
  explicit SynthGenerator(const SynthConfig& config);
  ~SynthGenerator();

  /// The case with this index: in an enumeration the formula at this position of the plan, in a sample a random
  /// formula. A Skip after the end of the plan.
  [[nodiscard]] std::variant<core::Case, core::Skip> generate(std::uint64_t index);
  /// The formula with this index; nullptr after the end of the plan. Valid until the next call.
  [[nodiscard]] const SynthesisedScript* synthesise(std::uint64_t index);
  /// The last formula of generate().
  [[nodiscard]] const SynthesisedScript& last() const { return *last_; }
  [[nodiscard]] TermStore& store();

 private:
  [[nodiscard]] std::optional<PlaceInPlan> place(std::uint64_t index) const;
  void assemble(const Family& family, const Formula& formula);

  const SynthConfig& config_;
  std::unique_ptr<Workshop> workshop_;
  Families families_;
  std::optional<SynthesisedScript> last_;
};

/// The name of assertion i in scripts with named assertions.
[[nodiscard]] std::string assertion_name(std::size_t i);

/// Runs and judges the cases of a campaign.
[[nodiscard]] std::unique_ptr<core::Tester> make_synth_tester(std::shared_ptr<const SynthConfig> config);

}  // namespace assay::smt
