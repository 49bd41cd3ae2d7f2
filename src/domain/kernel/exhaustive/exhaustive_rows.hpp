#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "domain/kernel/exhaustive/exhaustive.hpp"
#include "meaning.hpp"

namespace assay::domain {

/// Fills one row: compares results with the expected values, counts them, and keeps the first examples.
class RowFiller {
 public:
  RowFiller(Meaning& meaning, ExhaustiveRow& row) : meaning_(meaning), row_(row) {}

  [[nodiscard]] Meaning& meaning() const { return meaning_; }
  [[nodiscard]] Domain& domain() const { return meaning_.domain(); }

  /// Counts a result that must contain all values in `needed`. `values` returns argument values for a lost value.
  template <typename Values>
  void result(const std::vector<std::size_t>& arguments, ValueSet needed, Element& element, Values values) {
    ++row_.checked;
    const ValueSet described = meaning_.of(element);
    if ((needed & ~described) != 0) {
      if (++row_.unsound == 1) lost(arguments, needed & ~described, element, values);
    } else if (is_best(needed, described)) {
      ++row_.best;
    } else {
      not_best(arguments, needed, element);
    }
  }
  /// The same for operations whose examples need no argument values.
  void result(const std::vector<std::size_t>& arguments, ValueSet needed, Element& element) {
    result(arguments, needed, element, [](std::uint64_t) { return std::vector<std::uint64_t>(); });
  }
  /// The answer of a test that is unsound if wrong. The opposite wrong answer is imprecise.
  enum class Wrong : std::uint8_t { Yes, No };
  /// Counts the answer of a test. `value`: a value that distinguishes the arguments, if any.
  void answer(const std::vector<std::size_t>& arguments, bool said, bool truth, Wrong unsound,
              std::optional<std::uint64_t> value = {});

 private:
  [[nodiscard]] bool is_best(ValueSet needed, ValueSet described);
  template <typename Values>
  void lost(const std::vector<std::size_t>& arguments, ValueSet missing, Element& element, Values values) {
    const std::uint64_t value = static_cast<std::uint64_t>(std::countr_zero(missing));
    note_lost(arguments, value, element, values(value));
  }
  void note_lost(const std::vector<std::size_t>& arguments, std::uint64_t value, Element& element,
                 std::vector<std::uint64_t> values);
  void not_best(const std::vector<std::size_t>& arguments, ValueSet needed, Element& element);
  [[nodiscard]] ExhaustiveExample example(const std::vector<std::size_t>& arguments) const;

  [[nodiscard]] std::string shown(Element& element) const;

  Meaning& meaning_;
  ExhaustiveRow& row_;
};

/// A report row for an operation other than Transform, and the function that fills it.
struct SetRow {
  Operation operation;
  void (*fill)(RowFiller& filler);
};
[[nodiscard]] const std::vector<SetRow>& set_rows();
/// Applies one transformer to all tuples of elements.
void fill_transformer(RowFiller& filler, std::size_t transformer);

}  // namespace assay::domain
