#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/base/result.hpp"
#include "assay/domain/domain.hpp"

namespace assay::domain {

/// A counterexample: one application of an operation.
struct ExhaustiveExample {
  std::vector<std::size_t> elements;  ///< the arguments, as positions in Domain::all_elements()
  std::vector<std::string> printed;   ///< the arguments as the domain prints them
  std::vector<std::uint64_t>
      values;  ///< for an unsound transformer: a value of each argument; else at most one value that shows the bug
  std::optional<std::uint64_t> lost;  ///< value that the result should contain and does not
  std::string result;                 ///< as the domain prints it; "true" or "false" for a test
  std::optional<std::size_t> better;  ///< position of a smaller sound result
  std::string text;                   ///< the example on one line, for people
};

/// Statistics of one operation, or of one transformer, on all elements.
struct ExhaustiveRow {
  Operation operation = Operation::Top;
  std::size_t transformer = 0;  ///< of Operation::Transform
  std::string name;
  bool promised = false;        ///< the contract promises best results
  std::uint64_t checked = 0;    ///< number of results
  std::uint64_t unsound = 0;    ///< results that lose a value, and unsound answers of tests
  std::uint64_t best = 0;       ///< sound results for which no sound element has fewer values
  std::uint64_t imprecise = 0;  ///< sound results that are not best although `promised`
  std::optional<ExhaustiveExample> first_unsound;
  std::optional<ExhaustiveExample> first_not_best;  ///< also set without `promised`
};

struct ExhaustiveReport {
  std::string domain;        ///< Contract::name
  std::size_t elements = 0;  ///< number of elements of the domain
  std::uint64_t values = 0;  ///< 2^width
  /// `contains` of the domain is considered wrong: if it were right, more operations would be wrong than with the
  /// majority of `contains`, `leq` and `meet` (Meaning::Contains::Doubted).
  bool contains_doubted = false;
  std::vector<ExhaustiveRow> rows;

  [[nodiscard]] std::uint64_t checked() const;
  [[nodiscard]] std::uint64_t unsound() const;
  [[nodiscard]] std::uint64_t imprecise() const;
};

struct ExhaustiveOptions {
  std::vector<std::string> only;  ///< names of the rows to test; empty: all
  /// Called before each row, so that the caller knows the row that did not return.
  std::function<void(std::string_view row)> before;
};

/// Tests all operations and transformers of a Shape::Value domain on all tuples of elements and all values. Requires a
/// width of 1 to 6 bits; else returns an Error. A report without unsound rows proves soundness at this width. The best
/// result is the sound element with the fewest values, which also exists in domains that are no lattices. The report is
/// deterministic.
[[nodiscard]] Result<ExhaustiveReport> test_exhaustively(Domain& domain, const ExhaustiveOptions& options = {});

/// A table with a line for each row, and the first examples below it.
[[nodiscard]] std::string to_text(const ExhaustiveReport& report);

}  // namespace assay::domain
