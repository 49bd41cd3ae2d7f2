#pragma once

#include <future>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/trigger/problem.hpp"
#include "assay/trigger/prover.hpp"
#include "trigger/problem/names.hpp"
#include "trigger/prover/deadline.hpp"

namespace assay::trigger {

/// The script that terms are added to.
enum class Form : std::uint8_t {
  Original,  ///< the assertions as they are written
  Normal,    ///< the conjuncts: what terms with Skolem functions need
};

/// Adds terms to the script and asks whether E-matching alone refutes it (section 4.4.2, step 4).
class Validator {
 public:
  Validator(smt::TermStore& store, const Problem& problem, const smt::Script& script, Prover& prover,
            double seconds_per_check);

  /// The script with `(assert (dummy term...))`; without the assertion when there is no term.
  [[nodiscard]] std::string text(const std::vector<smt::TermId>& terms, Form form) const;
  /// The declarations of the script without new terms.
  [[nodiscard]] const std::string& declarations(Form form) const {
    return form == Form::Original ? original_.declarations : normal_.declarations;
  }
  /// The assertion to paste, with declarations of symbols that the script has not.
  [[nodiscard]] std::string assertion(const std::vector<smt::TermId>& terms, Form form) const;
  /// Cut after the work of the time for one run.
  [[nodiscard]] Reply check(const std::vector<smt::TermId>& terms, Form form, const Deadline& deadline);
  /// The same with another limit.
  [[nodiscard]] Reply check(const std::vector<smt::TermId>& terms, Form form, double seconds, const Deadline& deadline);
  /// The same with a limit that is short where E-matching ends soon without new terms.
  [[nodiscard]] Reply quick_check(const std::vector<smt::TermId>& terms, Form form, const Deadline& deadline);
  /// The same in another thread. The answer is to be waited for.
  [[nodiscard]] std::future<Reply> ask_quickly(const std::vector<smt::TermId>& terms, Form form,
                                               const Deadline& deadline);
  /// What E-matching says without new terms within these seconds. The limits of quick checks come from it.
  [[nodiscard]] Reply plain_check(double seconds, const Deadline& deadline);
  /// Whether E-matching does not end without new terms either.
  [[nodiscard]] bool slow() const { return slow_; }
  /// Original unless a term has a Skolem function.
  [[nodiscard]] Form form_of(const std::vector<smt::TermId>& terms) const;
  /// Fewer and smaller terms that still do: delta debugging on the set, then parts in place of terms, then
  /// leaves in place of parts. `seconds` is what a check of all took. Ends with `finishing`, and so that a check as
  /// long as these fits before `end`.
  [[nodiscard]] std::vector<smt::TermId> minimized(std::vector<smt::TermId> terms, Form form, double seconds,
                                                   const Deadline& finishing, const Deadline& end);
  [[nodiscard]] std::size_t checks() const { return checks_; }
  /// The limit of quick checks.
  [[nodiscard]] double quick_seconds() const { return quick_seconds_; }
  /// A constant of the sort that no script has.
  smt::TermId fresh_constant(smt::SortId sort);
  /// The terms with `v1`, `v2`, ... for constants from fresh_constant() whose names are `v!9` and the like.
  [[nodiscard]] std::vector<smt::TermId> with_short_names(const std::vector<smt::TermId>& terms);
  /// For other names that no script has.
  [[nodiscard]] Names& names() { return names_; }

 private:
  struct Base {
    std::string declarations;
    std::string assertions;
    std::set<std::string> declared;  ///< the printed commands
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
  std::string logic_;
  Base original_;
  Base normal_;
  std::set<smt::FunctionId> skolems_;
  std::set<smt::TermId> fresh_;                                             ///< constants from fresh_constant()
  std::map<std::pair<smt::SortId, std::size_t>, smt::TermId> short_names_;  ///< by sort and number
  std::size_t checks_ = 0;
  double quick_seconds_;
  double minimizing_seconds_;  ///< with one check of a minimization: fewer terms seldom take longer
  bool slow_ = false;
};

/// Each term once, without those that are parts of others.
[[nodiscard]] std::vector<smt::TermId> without_parts(const smt::TermStore& store,
                                                     const std::vector<smt::TermId>& terms);

}  // namespace assay::trigger
