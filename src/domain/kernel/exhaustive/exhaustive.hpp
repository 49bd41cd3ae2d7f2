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

/// The first case of its kind, as it was met.
struct ExhaustiveExample {
  std::vector<std::size_t> elements;  ///< the arguments: positions in Domain::all_elements()
  std::vector<std::string> printed;   ///< the same, as the domain prints them
  std::vector<std::uint64_t>
      values;  ///< unsound transformer: a value of each argument; else the value, when there is one
  std::optional<std::uint64_t> lost;  ///< what the result does not describe though it must
  std::string result;                 ///< as the domain prints it; "true" or "false" of a test
  std::optional<std::size_t> better;  ///< a smaller element with everything that the result needs
  std::string text;                   ///< the whole on one line, for people
};

/// What came of one operation, or of one transformer, on all elements.
struct ExhaustiveRow {
  Operation operation = Operation::Top;
  std::size_t transformer = 0;  ///< of Operation::Transform
  std::string name;
  bool promised = false;        ///< the contract says that results are the best there are
  std::uint64_t checked = 0;    ///< results looked at
  std::uint64_t unsound = 0;    ///< of these: lose a value, or are a wrong "yes"
  std::uint64_t best = 0;       ///< of these: sound, and no element with fewer values would do
  std::uint64_t imprecise = 0;  ///< of these: sound but not the best, though it was promised
  std::optional<ExhaustiveExample> first_unsound;
  std::optional<ExhaustiveExample> first_not_best;  ///< kept without a promise, too
};

struct ExhaustiveReport {
  std::string domain;        ///< Contract::name
  std::size_t elements = 0;  ///< all there are
  std::uint64_t values = 0;  ///< 2^width
  /// The domain's `contains` was not believed: taking it at its word puts the blame on more operations than taking it
  /// for wrong and asking `leq` and `meet` with the elements of single values instead.
  bool contains_doubted = false;
  std::vector<ExhaustiveRow> rows;

  [[nodiscard]] std::uint64_t checked() const;
  [[nodiscard]] std::uint64_t unsound() const;
  [[nodiscard]] std::uint64_t imprecise() const;
};

struct ExhaustiveOptions {
  std::vector<std::string> only;  ///< rows by name; empty: all
  /// Told before each row, so that one that never returns is known.
  std::function<void(std::string_view row)> before;
};

/// Asks a domain of Shape::Value with at most 64 values (a width up to 6) for every result there is: all elements, all
/// tuples of them, all values, all operations and transformers. No unsound row means: sound at this width. "Best" is
/// the element with the fewest values, so it has a meaning in domains that are no lattices, too. Says why when the
/// domain is not finite enough. The same domain always gives the same report.
[[nodiscard]] Result<ExhaustiveReport> test_exhaustively(Domain& domain, const ExhaustiveOptions& options = {});

/// A table with a line for each row, and the first examples below it.
[[nodiscard]] std::string to_text(const ExhaustiveReport& report);

}  // namespace assay::domain
