#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "smt/synth/formula.hpp"

namespace assay::smt {

class Workshop;

/// Formulas that differ in constants or sub-terms only: one category on one operation, or on one equivalence. A family
/// lists its formulas by number, so that any of them can be made alone.
class Family {
 public:
  Family(const CategoryRow& row, std::string theory_name, std::string what)
      : category_(row), theory_(std::move(theory_name)), subject_(std::move(what)) {}
  virtual ~Family() = default;
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;

  [[nodiscard]] const CategoryRow& category() const { return category_; }
  [[nodiscard]] const std::string& theory() const { return theory_; }
  /// The operation or the rule: what `--ops` is compared with.
  [[nodiscard]] const std::string& subject() const { return subject_; }

  /// How many formulas there are. The first call may take a while: the family's table is made then.
  [[nodiscard]] virtual std::uint64_t count() = 0;
  /// The formula with this number, less than count().
  [[nodiscard]] virtual Formula make(std::uint64_t number) = 0;

 private:
  const CategoryRow& category_;
  std::string theory_;
  std::string subject_;
};

using Families = std::vector<std::unique_ptr<Family>>;

// Each adds its families for everything in the workshop.
void add_operation_families(Workshop& workshop, Families& families);
void add_quantified_families(Workshop& workshop, Families& families);
void add_function_families(Workshop& workshop, Families& families);
void add_term_families(Workshop& workshop, Families& families);
void add_equivalence_families(Workshop& workshop, Families& families);
void add_max_families(Workshop& workshop, Families& families);

}  // namespace assay::smt
