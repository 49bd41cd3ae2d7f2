#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "smt/synth/formula.hpp"

namespace assay::smt {

class Workshop;

/// The formulas of one category for one operation or one equivalence. They differ only in constants or sub-terms. They
/// are numbered, and each of them can be made alone.
class Family {
 public:
  Family(const CategoryRow& row, std::string theory_name, std::string what)
      : category_(row), theory_(std::move(theory_name)), subject_(std::move(what)) {}
  virtual ~Family() = default;
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;

  [[nodiscard]] const CategoryRow& category() const { return category_; }
  [[nodiscard]] const std::string& theory() const { return theory_; }
  /// The name of the operation or rule, with which `--ops` is compared.
  [[nodiscard]] const std::string& subject() const { return subject_; }

  /// The number of formulas. The first call may be slow, because it computes the family's table.
  [[nodiscard]] virtual std::uint64_t count() = 0;
  /// The formula with this number, which must be less than count().
  [[nodiscard]] virtual Formula make(std::uint64_t number) = 0;

 private:
  const CategoryRow& category_;
  std::string theory_;
  std::string subject_;
};

using Families = std::vector<std::unique_ptr<Family>>;

// Each function adds its families for all operations or rules of the workshop.
void add_operation_families(Workshop& workshop, Families& families);
void add_quantified_families(Workshop& workshop, Families& families);
void add_function_families(Workshop& workshop, Families& families);
void add_term_families(Workshop& workshop, Families& families);
void add_equivalence_families(Workshop& workshop, Families& families);
void add_max_families(Workshop& workshop, Families& families);
void add_instance_families(Workshop& workshop, Families& families);
/// Calls all of them, in the order of an exhaustive run (categories.cpp).
void add_all_families(Workshop& workshop, Families& families);

}  // namespace assay::smt
