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

/// What a script costs: fewer nodes and declarations first, then fewer bytes. Every adopted step makes it smaller, so
/// reduction ends.
struct ScriptSize {
  std::size_t nodes = 0;
  std::size_t bytes = 0;
  friend auto operator<=>(const ScriptSize&, const ScriptSize&) = default;
};

/// One way to change a term: all occurrences of `from` become `to`.
struct Replacement {
  TermId from;
  TermId to;
};

/// A case under reduction: the script and its witness, the questions that an edit must pass, and the budget.
class Reduction {
 public:
  Reduction(const core::Case& failing, StillFails still_fails, const core::ReduceBudget& budget, bool keep_truth,
            References references, Refutes refutes = {});
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;

  /// Reads the case and makes it canonical (declarations in front, only those needed). False: it cannot be read, or
  /// does not fail any more when printed by us; then there is nothing to reduce.
  [[nodiscard]] bool start();

  [[nodiscard]] TermStore& store() { return *store_; }
  [[nodiscard]] const Script& script() const { return script_; }
  [[nodiscard]] const Model& witness() const { return witness_; }
  [[nodiscard]] bool has_witness() const { return facts_.has_witness; }
  /// Assertions that the references call unsatisfiable, ascending; empty: none are known.
  [[nodiscard]] const std::vector<TermId>& core() const { return core_; }
  [[nodiscard]] bool keep_truth() const { return keep_truth_; }
  [[nodiscard]] const core::Case& best() const { return best_; }
  [[nodiscard]] const std::string& text() const { return best_.files.front().content; }
  [[nodiscard]] bool exhausted() const { return clock_.is_over(); }

  /// The witness' value of a closed term, if it has one and is no function.
  [[nodiscard]] std::optional<Value> value_of(TermId term);

  /// Adopts the candidate when it is smaller, keeps its truth and still fails.
  bool attempt(Script candidate) { return attempt(std::move(candidate), witness_); }
  bool attempt(Script candidate, Model witness);
  /// Reads the text, which is the script's with small changes, with these symbols under other names, in the witness and
  /// in what is known of the script, too; adopts it like attempt(). A witness that does not fit it is lost.
  bool attempt_text(const std::string& text, const SymbolNames& names = {});
  /// Prints the script without `let` from now on, when it is hardly longer so and still fails.
  bool attempt_without_lets();
  /// Adopts as many of the independent replacements as possible: all at once, else both halves.
  bool attempt_replacements(const std::vector<Replacement>& edits);
  /// Commands that go together: their positions in script().commands, ascending. None is a declaration: those follow
  /// from what is left.
  using Unit = std::vector<std::size_t>;
  /// Adopts the script without as many of the units as possible: all at once, else both halves.
  bool attempt_removals(const std::vector<Unit>& units);

  /// A step that need not keep the truth may lose the witness: then best() has none. Tries all assignments of a small
  /// finite script for another one; whether it found one with which the script still fails.
  bool find_witness();

  /// A declared constant of the sort that the witness gives this value; a new name each time.
  [[nodiscard]] TermId fresh_constant(SortId sort, const Value& value);
  [[nodiscard]] TermId fresh_constant(SortId sort);

 private:
  [[nodiscard]] Script with_declarations(Script body);
  [[nodiscard]] std::optional<std::vector<Truth>> truths_of(const Script& candidate, Evaluator& evaluator);
  /// What is known of a candidate: the truth of each check, and whether the witness satisfies one of them.
  struct Facts {
    std::vector<Truth> truths;
    bool has_witness = false;
  };
  [[nodiscard]] std::string text_of(const Model& witness, const Script& script);
  [[nodiscard]] core::Case to_case(const Script& candidate, const Model& witness, Facts known, std::string text);
  [[nodiscard]] bool satisfies_a_check(const std::vector<Truth>& truths) const;
  /// Adopts the candidate, printed as the text, when it keeps its truth and still fails.
  bool adopt(Script candidate, Model witness, std::string text);
  void trust_assertions();
  /// The assertions of the read text in the place of those of the script, command by command.
  [[nodiscard]] std::set<TermId> trusted_in(const Script& read) const;
  [[nodiscard]] bool has_open_checks() const;
  /// Asks the references for an unsat core of the only check, and whether its assertions alone are unsatisfiable.
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
  std::set<TermId> trusted_;  ///< assertions of the original that are true by other evidence than our evaluator
  std::vector<TermId> core_;  ///< see core()
  std::set<std::uint64_t> tried_;
  bool unique_names_ = false;  ///< the original gives no name twice at a time, and no step is to do so
  std::uint32_t fresh_ = 0;
};

/// One row of the pass registry: returns whether it changed anything.
struct ReductionPass {
  std::string_view name;
  std::string_view help;
  bool (*run)(Reduction& reduction);
  bool removes = false;  ///< it leaves out parts, and changes none
};
[[nodiscard]] const std::vector<ReductionPass>& reduction_pass_table();

// The passes, one file each.
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
