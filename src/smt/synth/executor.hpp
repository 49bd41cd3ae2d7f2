#pragma once

#include <optional>
#include <span>

#include "assay/smt/eval.hpp"
#include "smt/eval/open_results.hpp"
#include "smt/synth/operations.hpp"

namespace assay::smt {

/// What an operation gives for some arguments.
struct Execution {
  Value value;
  bool specified = true;  ///< false: the standard leaves the result open, and `value` is one that a witness may fix
};

/// The executable semantics (thesis, section 3.3.1): runs operations on values, without making terms.
class Executor {
 public:
  explicit Executor(TermStore& store);

  /// Nothing when the result is open in a way that no witness may fix, or costs too much.
  [[nodiscard]] std::optional<Execution> run(const Operation& operation, std::span<const Value* const> arguments);

 private:
  /// Passes questions on, and remembers that there was one.
  class Noting final : public Unspecified {
   public:
    explicit Noting(OpenResults& inner) : inner_(inner) {}
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
  Noting noting_;
};

/// The options under which witnesses are evaluated.
[[nodiscard]] EvalOptions witness_options();

}  // namespace assay::smt
