#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/term.hpp"
#include "assay/smt/values.hpp"

namespace assay::smt {

/// A model's definition of one function symbol: a body over formal parameters (as solvers print it), or a table.
struct Interpretation {
  std::vector<BoundVariable> variables;
  std::optional<TermId> body;
  std::vector<std::pair<std::vector<Value>, Value>> entries;  ///< sorted by arguments; used when there is no body
  std::optional<Value> fallback;  ///< result for arguments without an entry; nullopt: the result is Lack::Missing
};

/// A model: interpretations of declared functions, and the sizes of those uninterpreted sorts whose size is stated.
struct Model {
  std::map<FunctionId, Interpretation> functions;
  Universes universes;  ///< sizes of the sorts whose elements the model lists
  /// Interpretations of results that the standard leaves open, by the solver's name for them ((define-fun /0 ...)).
  std::map<std::string, Interpretation> unspecified;
};

/// Reads a model as z3, cvc5, cvc4, yices2, mathsat, opensmt... print it: `(model ...)`, `((define-fun ...) ...)`,
/// `(as-array f)`, `lambda`, `store`, abstract values, rationals, floats, string escapes. `script` gives the
/// declarations that the model interprets.
[[nodiscard]] Result<Model> parse_model(TermStore& store, const Script& script, std::string_view text);
/// The name of a declared constant whose definition in a solver's get-model answer depends on the constant itself.
/// Nullopt if there is none. Such an answer is wrong (SMT-LIB 2.6, section 4.2.3: a define-fun is not recursive).
[[nodiscard]] std::optional<std::string> circular_definition(const TermStore& store, const Script& script,
                                                             std::string_view text);
/// The part of a model that interprets `functions`, with the element names that function bodies may use.
[[nodiscard]] Model restricted(const TermStore& store, const Model& model, std::span<const FunctionId> functions);
/// The model as SMT-LIB's get-model answer, in a form that all solvers and parse_model read.
[[nodiscard]] std::string print_model(TermStore& store, const Model& model, const Dialect& dialect = {});

enum class UnspecifiedMode : std::uint8_t {
  Report,  ///< for judging: a result that the standard leaves open is Lack::Unspecified unless the model fixes it
  Fix,     ///< for witnesses: such a result gets a fixed interpretation (a total function of the arguments)
};

struct EvalOptions {
  UnspecifiedMode unspecified = UnspecifiedMode::Report;
  std::uint64_t interpretation = 0;    ///< Fix: number of the fixed interpretation
  std::uint64_t max_instances = 4096;  ///< largest number of instances for which one quantifier is enumerated
  /// Maximum number of steps of one evaluate(); beyond it the outcome is Lack::Budget. A step is one visit of a node,
  /// or eight limbs, characters, entries or elements in an operator's operands and result. The default takes seconds.
  std::uint64_t max_steps = 10'000'000;
  std::uint32_t max_string = 1U << 20;  ///< maximum length of a computed string or sequence
  std::uint32_t max_bits = 1U << 20;    ///< maximum width of a computed number, in bits
};

/// Evaluates terms under a model, each node of the DAG once. Results stay cached for the evaluator's life.
class Evaluator {
 public:
  Evaluator(TermStore& store, const Model& model, const EvalOptions& options = {});
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// The value of a closed term. Iterative; never fails a check on well-sorted terms. The reference is valid until the
  /// outcome is forgotten.
  const Outcome& evaluate(TermId term);

  /// The steps of all calls of evaluate() so far, as EvalOptions::max_steps counts them.
  [[nodiscard]] std::uint64_t steps() const;

  /// Forgets all outcomes. Call it after a change of the model. Cheaper than a new evaluator: memory is reused.
  void forget();
  /// Forgets the outcomes of these closed terms. `terms` must have all terms whose values depend on the changed part
  /// of the model.
  void forget(std::span<const TermId> terms);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The value of one assertion (or assumption) of a script under a model.
struct JudgedAssertion {
  TermId term;
  SourceLocation where;
  bool holds = false;      ///< true if the value is `true`; otherwise `lack` tells false from no value
  Lack lack = Lack::None;  ///< Lack::None if the assertion has a value
};

/// The reason why an application with the head `name` is opaque: Assay does not know the name, or the solver extends
/// the operator of this name to other arguments.
[[nodiscard]] std::string why_opaque(std::string_view name);
/// The reason for the first opaque application in a term. Nullopt if there is none.
[[nodiscard]] std::optional<std::string> why_opaque(const TermStore& store, TermId term);

/// The values of the assertions that were active at a check-sat, under a solver's model.
struct ModelJudgement {
  std::vector<JudgedAssertion> assertions;

  /// True if every assertion is true.
  [[nodiscard]] bool holds() const;
  /// The first assertion that is false, or null. A false assertion means that the model is wrong, even if other
  /// assertions have no value.
  [[nodiscard]] const JudgedAssertion* failed() const;
  /// The first assertion that has no value, or null. If there is one and failed() is null, the model cannot be judged.
  [[nodiscard]] const JudgedAssertion* open() const;
};

/// The terms that must be true at the last check-sat or check-sat-assuming of the script, or at its end when there is
/// no check. In order; push, pop, reset and assumptions are respected.
[[nodiscard]] std::vector<JudgedAssertion> active_assertions(const Script& script);

/// The terms that must be true at each check of the script, check by check.
[[nodiscard]] std::vector<std::vector<JudgedAssertion>> assertions_at_checks(const Script& script);

/// Evaluates the active assertions under the model. Results that the standard leaves open have a value only if the
/// model fixes them.
[[nodiscard]] ModelJudgement judge_model(TermStore& store, const Script& script, const Model& model,
                                         const EvalOptions& options = {});

/// The result of trying every assignment.
struct Enumeration {
  enum class Kind : std::uint8_t { Unknown, Satisfiable, Unsatisfiable };
  Kind kind = Kind::Unknown;
  Model model;  ///< Satisfiable: the first assignment that makes every term true
};
/// Decides a conjunction over constants of finite sorts by evaluating it under every assignment: a proof of either
/// answer that needs no solver. Unknown when there are more than `max_assignments` assignments, a function with
/// parameters, an uninterpreted sort, or an assignment under which no term is false and some term has no value. Also
/// Unknown beyond 20,000 + 25 * `max_assignments` steps (see EvalOptions::max_steps).
[[nodiscard]] Enumeration try_all_assignments(TermStore& store, std::span<const TermId> terms,
                                              std::uint64_t max_assignments);

/// A term without free symbols that has this value: literals, (as const ...) with stores, constructors, fp literals.
/// Nullopt if the value contains an element of an uninterpreted sort, because no term stands for it.
[[nodiscard]] std::optional<TermId> make_term(TermStore& store, const Value& value, SortId sort);

}  // namespace assay::smt
