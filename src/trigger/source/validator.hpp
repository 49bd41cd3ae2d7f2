#pragma once

#include <future>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "trigger/problem/formula/names.hpp"
#include "trigger/problem/problem.hpp"
#include "trigger/prover/deadline.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

/// The form of the script to which terms are added.
enum class Form : std::uint8_t {
  Original,  ///< the script's assertions
  Normal,    ///< the conjuncts, which terms with Skolem functions need
};

/// Adds terms to the script and asks whether E-matching alone refutes it (section 4.4.2, step 4).
class Validator {
 public:
  Validator(smt::TermStore& store, const Problem& problem, const smt::Script& script, Prover& prover,
            double seconds_per_check);

  /// The script with `(assert (dummy term...))`, or without this assertion if there is no term.
  [[nodiscard]] std::string text(const std::vector<smt::TermId>& terms, Form form) const;
  /// The declarations of the script without new terms.
  [[nodiscard]] const std::string& declarations(Form form) const {
    return form == Form::Original ? original_.declarations : normal_.declarations;
  }
  /// The assertion `(assert (dummy term...))` with declarations of symbols that the script does not declare. Empty if
  /// there is no term.
  [[nodiscard]] std::string assertion(const std::vector<smt::TermId>& terms, Form form) const;
  /// Runs E-matching on the script with the terms, with a limit of the work of `seconds_per_check`.
  [[nodiscard]] Reply check(const std::vector<smt::TermId>& terms, Form form, const Deadline& deadline);
  /// As above, with a limit of the work of `seconds`.
  [[nodiscard]] Reply check(const std::vector<smt::TermId>& terms, Form form, double seconds, const Deadline& deadline);
  /// As above, with a limit of quick_seconds().
  [[nodiscard]] Reply quick_check(const std::vector<smt::TermId>& terms, Form form, const Deadline& deadline);
  /// As quick_check(), in another thread. The future must be ready before the Validator is destroyed.
  [[nodiscard]] std::future<Reply> ask_quickly(const std::vector<smt::TermId>& terms, Form form,
                                               const Deadline& deadline);
  /// Runs E-matching on the script without new terms, and sets quick_seconds() and slow() by the result.
  [[nodiscard]] Reply plain_check(double seconds, const Deadline& deadline);
  /// True if a limit cut the last plain_check().
  [[nodiscard]] bool slow() const { return slow_; }
  /// Form::Normal if a term has a Skolem function, else Form::Original.
  [[nodiscard]] Form form_of(const std::vector<smt::TermId>& terms) const;
  /// Fewer and smaller terms with which E-matching refutes the script: delta debugging on the set, then parts in place
  /// of terms, then leaves in place of parts. `seconds`: nominal seconds of a check of all terms. Ends with
  /// `finishing`, and early enough for one more check before `end`.
  [[nodiscard]] std::vector<smt::TermId> minimized(std::vector<smt::TermId> terms, Form form, double seconds,
                                                   const Deadline& finishing, const Deadline& end);
  [[nodiscard]] std::size_t checks() const { return checks_; }
  /// Limit of quick checks: `seconds_per_check`, or less if E-matching ends soon without new terms.
  [[nodiscard]] double quick_seconds() const { return quick_seconds_; }
  /// A new constant of the sort.
  smt::TermId fresh_constant(smt::SortId sort);
  /// The terms in which constants from fresh_constant() with names such as `v!9` are renamed to `v1`, `v2`, ...
  [[nodiscard]] std::vector<smt::TermId> with_short_names(const std::vector<smt::TermId>& terms);
  /// Generates other new names.
  [[nodiscard]] Names& names() { return names_; }

 private:
  struct Base {
    std::string declarations;
    std::string assertions;
    std::set<std::string> declared;  ///< the text of each declaration
  };
  [[nodiscard]] Base base_of(const std::vector<smt::TermId>& assertions) const;
  void drop_terms(std::vector<smt::TermId>& terms, Form form, const Deadline& deadline);
  bool use_parts(std::vector<smt::TermId>& terms, Form form, const Deadline& deadline);
  void use_leaves(std::vector<smt::TermId>& terms, Form form, const Deadline& deadline);
  [[nodiscard]] smt::TermId constant(smt::SymbolId name, smt::SortId sort);
  [[nodiscard]] bool refutes(const std::vector<smt::TermId>& terms, Form form, const Deadline& deadline);

  smt::TermStore& store_;
  Names names_;
  Prover& prover_;
  double seconds_;
  smt::SymbolId dummy_;
  std::string preamble_;  ///< options and logic
  Base original_;
  Base normal_;
  std::set<smt::FunctionId> skolems_;
  std::set<smt::TermId> fresh_;                                             ///< results of fresh_constant()
  std::map<std::pair<smt::SortId, std::size_t>, smt::TermId> short_names_;  ///< by sort and number
  std::size_t checks_ = 0;
  double quick_seconds_;
  double minimizing_seconds_;  ///< limit of one check of a minimization, by the time of all terms
  bool slow_ = false;
};

/// Each term once, without terms that are parts of other terms.
[[nodiscard]] std::vector<smt::TermId> without_parts(const smt::TermStore& store,
                                                     const std::vector<smt::TermId>& terms);

}  // namespace assay::trigger
