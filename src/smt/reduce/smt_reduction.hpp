#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "assay/smt/term.hpp"
#include "renamed_text.hpp"
#include "smt/reduce/smt_reduce.hpp"

namespace assay::smt {

/// The size of a script, compared by nodes and declarations first, then by bytes. Every adopted step decreases it, so
/// that the reduction terminates.
struct ScriptSize {
  std::size_t nodes = 0;
  std::size_t bytes = 0;
  friend auto operator<=>(const ScriptSize&, const ScriptSize&) = default;
};

/// An edit: all occurrences of `from` become `to`.
struct Replacement {
  TermId from;
  TermId to;
};

/// A case under reduction: its script and witness, the conditions for adopting an edit, and the budget.
class Reduction {
 public:
  Reduction(const core::Case& failing, StillFails still_fails, const core::ReduceBudget& budget, bool keep_truth,
            References references, Refutes refutes = {});
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;

  /// Parses the case and normalises it: only needed declarations, in front. False if it cannot be parsed or the
  /// normalised script does not fail; then the case cannot be reduced.
  [[nodiscard]] bool start();

  [[nodiscard]] TermStore& store() { return *store_; }
  [[nodiscard]] const Script& script() const { return script_; }
  [[nodiscard]] const Model& witness() const { return witness_; }
  [[nodiscard]] bool has_witness() const { return facts_.has_witness; }
  /// An unsat core of the references: assertions sorted by TermId; empty: unknown.
  [[nodiscard]] const std::vector<TermId>& core() const { return core_; }
  [[nodiscard]] bool keep_truth() const { return keep_truth_; }
  [[nodiscard]] const core::Case& best() const { return best_; }
  [[nodiscard]] const std::string& text() const { return best_.files.front().content; }
  [[nodiscard]] core::ReduceBudget rest() const { return clock_.rest(); }  ///< of the budget
  [[nodiscard]] bool exhausted() const { return clock_.is_over(); }

  /// The value of a closed term under the witness. Nullopt if it has none or is a function.
  [[nodiscard]] std::optional<Value> value_of(TermId term);

  /// Adopts the candidate if it is smaller, keeps its truth and still fails. Returns whether it was adopted.
  bool attempt(Script candidate) { return attempt(std::move(candidate), witness_); }
  bool attempt(Script candidate, Model witness);
  /// Parses `text`, an edited text of the script, with symbols renamed by `names`, also in witness and facts. Adopts it
  /// like attempt(). A witness that does not fit the new script is dropped.
  bool attempt_text(const std::string& text, const SymbolNames& names = {});
  /// Prints the script without `let` for small terms from now on, if it grows by at most a quarter and still fails.
  bool attempt_without_lets();
  /// Adopts as many of the independent replacements as possible: all at once, or else each half recursively.
  bool attempt_replacements(const std::vector<Replacement>& edits);
  /// Commands that are removed together: ascending positions in script().commands. Declarations are excluded, because
  /// unneeded declarations disappear by themselves.
  using Unit = std::vector<std::size_t>;
  /// Removes as many of the units as possible: all at once, or else each half.
  bool attempt_removals(const std::vector<Unit>& units);

  /// Without keep_truth, a step may lose the witness. Then tries all assignments of a small finite script. Returns
  /// whether it found a witness with which the script still fails.
  bool find_witness();

  /// A new declared constant, to which the witness assigns this value.
  [[nodiscard]] TermId fresh_constant(SortId sort, const Value& value);
  [[nodiscard]] TermId fresh_constant(SortId sort);  ///< without a value

 private:
  [[nodiscard]] Script with_declarations(Script body);
  [[nodiscard]] std::optional<std::vector<Truth>> truths_of(const Script& candidate, Evaluator& evaluator);
  /// The truth of each check of a candidate, and whether the witness satisfies at least one check.
  struct CheckedTruth {
    std::vector<Truth> truths;
    bool has_witness = false;
  };
  [[nodiscard]] std::string text_of(const Model& witness, const Script& script);
  [[nodiscard]] core::Case to_case(const Script& candidate, const Model& witness, CheckedTruth known, std::string text);
  [[nodiscard]] bool satisfies_a_check(const std::vector<Truth>& truths) const;
  /// Adopts the candidate, whose text is `text`, if it keeps its truth and still fails.
  bool adopt(Script candidate, Model witness, std::string text);
  void find_trusted_assertions();
  /// The terms of `read` at the positions of trusted terms in the current script.
  [[nodiscard]] std::set<TermId> trusted_terms_of(const Script& read) const;
  [[nodiscard]] bool has_open_checks() const;
  /// Sets core_: asks the references for an unsat core of the only check, and whether the core is unsatisfiable alone.
  void find_core();
  [[nodiscard]] bool has_core(const std::vector<TermId>& active) const;
  [[nodiscard]] bool is_refuted(const std::vector<TermId>& active);
  [[nodiscard]] bool refuted_by_enumeration(const std::vector<TermId>& active);

  core::Case best_;
  StillFails still_fails_;
  core::ReductionClock clock_;
  bool keep_truth_;
  References references_;
  Refutes refutes_;

  std::unique_ptr<TermStore> store_ = std::make_unique<TermStore>();
  Script script_;
  Model witness_;
  SmtFacts facts_;
  ScriptSize size_;
  Dialect dialect_;
  std::unique_ptr<Evaluator> evaluator_;
  std::set<TermId> trusted_;       ///< original assertions that are true, though the evaluator has no value for them
  std::vector<TermId> core_;       ///< see core()
  std::set<std::uint64_t> tried_;  ///< hashes of the candidates' texts
  bool unique_names_ = false;      ///< no name has two meanings at a time, which every step must preserve
  std::uint32_t fresh_ = 0;
};

/// A pass in the registry.
struct ReductionPass {
  std::string_view name;
  std::string_view help;
  bool (*run)(Reduction& reduction);  ///< returns whether it changed the script
  bool removes = false;               ///< it only removes parts
};
[[nodiscard]] const std::vector<ReductionPass>& reduction_pass_table();

// The passes; their help texts in pass_registry.cpp describe them.
bool fix_constants(Reduction& reduction);
bool drop_commands(Reduction& reduction);
bool shorten_paths(Reduction& reduction);
bool drop_assumptions(Reduction& reduction);
bool merge_levels(Reduction& reduction);
bool replace_by_constants(Reduction& reduction);
bool replace_by_subterms(Reduction& reduction);
bool drop_operands(Reduction& reduction);
bool replace_by_variables(Reduction& reduction);
bool inline_definitions(Reduction& reduction);
bool solve_equations(Reduction& reduction);
bool instantiate_quantifiers(Reduction& reduction);
bool shrink_literals(Reduction& reduction);
bool shrink_indices(Reduction& reduction);
bool shrink_sorts(Reduction& reduction);
bool drop_constructors(Reduction& reduction);
bool shorten_names(Reduction& reduction);
bool inline_lets(Reduction& reduction);

}  // namespace assay::smt
