#pragma once

#include <optional>
#include <span>

#include "assay/smt/eval.hpp"
#include "smt/eval/open_results.hpp"
#include "smt/synth/operations.hpp"

namespace assay::smt {

/// The result of an operation on given arguments.
struct Execution {
  Value value;
  bool specified = true;  ///< false: the standard leaves the result open, and a witness may fix it to `value`
};

/// The executable semantics (thesis, section 3.3.1): runs operations on values without building terms.
class Executor {
 public:
  explicit Executor(TermStore& store);

  /// Nullopt if the result is open and no witness can fix it, or if the evaluation is too expensive.
  [[nodiscard]] std::optional<Execution> run(const Operation& operation, std::span<const Value* const> arguments);

 private:
  /// Forwards requests for unspecified results, and records that there was a request.
  class UnspecifiedDetector final : public Unspecified {
   public:
    explicit UnspecifiedDetector(OpenResults& inner) : inner_(inner) {}
    Outcome function(const Arguments& arguments) override {
      asked = true;
      return inner_.function(arguments);
    }
    Outcome open(const Arguments& arguments) override { return inner_.open(arguments); }
    bool asked = false;

   private:
    OpenResults& inner_;
  };

  [[nodiscard]] std::optional<Execution> run_body(const Operation& operation, std::span<const Value* const> arguments);

  TermStore& store_;
  Model empty_;
  OpenResults open_;
  UnspecifiedDetector detector_;
};

/// The options with which witnesses are evaluated.
[[nodiscard]] EvalOptions witness_options();

}  // namespace assay::smt
