#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "assay/core/case.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/truth.hpp"
#include "smt/synth/synth_config.hpp"

namespace assay::smt {

/// A formula as a script.
struct Synthesised {
  Script script;
  SmtFacts facts;
  std::string category;
  std::string theory;
  std::string subject;
  std::string witness;  ///< print_model's text, of a satisfiable one
};

/// Makes the formulas of a plan. One a worker; what it keeps from one to the next is only a matter of speed.
class SynthGenerator {
 public:
  explicit SynthGenerator(const SynthConfig& config);
  ~SynthGenerator();

  /// The formula with this index: in an enumeration, a place in the plan; in a sample, a random draw. A Skip behind the
  /// plan's end.
  [[nodiscard]] std::variant<core::Case, core::Skip> generate(std::uint64_t index);
  /// The same without the case; nullptr behind the end. Valid until the next call.
  [[nodiscard]] const Synthesised* synthesise(std::uint64_t index);
  /// What generate() made last.
  [[nodiscard]] const Synthesised& last() const { return *last_; }
  [[nodiscard]] TermStore& store();

 private:
  [[nodiscard]] std::optional<PlaceInPlan> place(std::uint64_t index) const;
  void assemble(const Family& family, const Formula& formula);

  const SynthConfig& config_;
  std::unique_ptr<Workshop> workshop_;
  Families families_;
  std::optional<Synthesised> last_;
};

/// The name of assertion number i, where assertions are named.
[[nodiscard]] std::string assertion_name(std::size_t i);

}  // namespace assay::smt
