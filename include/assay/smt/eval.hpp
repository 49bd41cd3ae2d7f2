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

/// What a model says about one function symbol: a body over formal parameters (as solvers print it), or a table.
struct Interpretation {
  std::vector<BoundVariable> variables;
  std::optional<TermId> body;
  std::vector<std::pair<std::vector<Value>, Value>> entries;  ///< sorted by arguments; used when there is no body
  std::optional<Value> fallback;  ///< of the table; without one, other arguments are Lack::Missing
};

/// A model: interpretations of declared functions and, when it says so, the size of uninterpreted sorts.
struct Model {
  std::map<FunctionId, Interpretation> functions;
  Universes universes;  ///< of the sorts whose elements the model lists
  /// Solvers' own names for results that the standard leaves open ((define-fun /0 ...)), by that name.
  std::map<std::string, Interpretation> unspecified;
};

/// Reads a model as z3, cvc5, cvc4, yices2, mathsat, opensmt... print it: `(model ...)`, `((define-fun ...) ...)`,
/// `(as-array f)`, `lambda`, `store`, abstract values, rationals, floats, string escapes. `script` gives the
/// declarations it is about.
[[nodiscard]] Result<Model> parse_model(TermStore& store, const Script& script, std::string_view text);
/// A declared constant whose definition in a solver's get-model answer leads back to it: no model says what it is
/// (SMT-LIB 2.6, section 4.2.3: a define-fun is not recursive).
[[nodiscard]] std::optional<std::string> circular_definition(const TermStore& store, const Script& script,
                                                             std::string_view text);
/// The part of a model that interprets these functions, with the names of elements that its bodies may use.
[[nodiscard]] Model restricted(const TermStore& store, const Model& model, std::span<const FunctionId> functions);
/// As SMT-LIB's get-model answer, in a form that every reader takes (and that parse_model gives back).
[[nodiscard]] std::string print_model(TermStore& store, const Model& model, const Dialect& dialect = {});

enum class UnspecifiedMode : std::uint8_t {
  Report,  ///< a result that the standard leaves open is Lack::Unspecified unless the model fixes it: for judging
  Fix,  ///< Unspecified::function results get a fixed interpretation (a total function of the arguments): for witnesses
};

struct EvalOptions {
  UnspecifiedMode unspecified = UnspecifiedMode::Report;
  std::uint64_t interpretation = 0;    ///< Fix: which fixed interpretation
  std::uint64_t max_instances = 4096;  ///< of one quantifier over finite sorts
  /// Of one evaluate(): visits of nodes, and an eighth of the limbs, characters, entries and elements that operators
  /// take and make; beyond: Lack::Budget. The default takes seconds at most.
  std::uint64_t max_steps = 10'000'000;
  std::uint32_t max_string = 1U << 20;  ///< longest string or sequence made
  std::uint32_t max_bits = 1U << 20;    ///< widest number made
};

/// Values terms under a model, each node of the DAG once. Results stay cached for the evaluator's life.
class Evaluator {
 public:
  Evaluator(TermStore& store, const Model& model, const EvalOptions& options = {});
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  /// The value of a closed term. Iterative; never fails a check on well-sorted terms. The reference holds until the
  /// outcome is forgotten.
  const Outcome& evaluate(TermId term);

  /// The steps of all calls of evaluate() so far, as EvalOptions::max_steps counts them.
  [[nodiscard]] std::uint64_t steps() const;

  /// Forgets all outcomes: the model has changed. Cheaper than another evaluator, which would allocate all anew.
  void forget();
  /// Forgets the outcomes of these closed terms: all those whose values depend on what has changed of the model.
  void forget(std::span<const TermId> terms);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The value of one assertion (or assumption) of a script under a model.
struct JudgedAssertion {
  TermId term;
  SourceLocation where;
  bool holds = false;      ///< it is true; when not, `lack` says whether it is false or has no value
  Lack lack = Lack::None;  ///< None: it has a value
};

/// Why an application with this head is opaque: Assay does not know the name, or the operator of this name takes other
/// arguments, as z3's `store` takes a function.
[[nodiscard]] std::string why_opaque(std::string_view name);
/// The same of the first opaque application in a term. Nullopt: there is none.
[[nodiscard]] std::optional<std::string> why_opaque(const TermStore& store, TermId term);

/// A solver's model against the assertions that were active at a check-sat.
struct ModelJudgement {
  std::vector<JudgedAssertion> assertions;

  /// Every assertion is true.
  [[nodiscard]] bool holds() const;
  /// The first assertion that is false: then the model is wrong, even if others have no value.
  [[nodiscard]] const JudgedAssertion* failed() const;
  /// The first assertion that has no value: with no failed one, the model cannot be judged.
  [[nodiscard]] const JudgedAssertion* open() const;
};

/// The terms that must be true at the last check-sat or check-sat-assuming of the script, in order (push, pop, reset
/// and assumptions respected), or at its end when there is none.
[[nodiscard]] std::vector<JudgedAssertion> active_assertions(const Script& script);

/// The same of each check of the script, in order.
[[nodiscard]] std::vector<std::vector<JudgedAssertion>> assertions_at_checks(const Script& script);

/// Evaluates the active assertions under the model. What the standard leaves open counts only as the model fixes it.
[[nodiscard]] ModelJudgement judge_model(TermStore& store, const Script& script, const Model& model,
                                         const EvalOptions& options = {});

/// The result of trying every assignment.
struct Enumeration {
  enum class Kind : std::uint8_t { Unknown, Satisfiable, Unsatisfiable };
  Kind kind = Kind::Unknown;
  Model model;  ///< Satisfiable: the first one that makes every term true
};
/// The truth of a conjunction over constants of finite sorts, by evaluating it under every assignment: a proof of
/// either answer that needs no solver. Unknown when there are more than `most` assignments, a function with parameters,
/// an uninterpreted sort, an assignment under which no term is false and some term has no value, or when it takes more
/// than 20,000 steps, and 25 for each of `most` (EvalOptions::max_steps says what a step is).
[[nodiscard]] Enumeration try_all_assignments(TermStore& store, std::span<const TermId> terms, std::uint64_t most);

/// A closed term without free symbols (apart from elements of uninterpreted sorts, which have none: std::nullopt) that
/// has this value: literals, (as const ...) with stores, constructors, fp literals.
[[nodiscard]] std::optional<TermId> make_term(TermStore& store, const Value& value, SortId sort);

}  // namespace assay::smt
