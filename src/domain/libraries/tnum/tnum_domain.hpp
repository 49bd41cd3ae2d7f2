#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/domain/domain.hpp"

extern "C" {
#include <tnum.h>
}

namespace assay::domain::tnums {

using Tnum = struct ::tnum;

/// A transformer on tnums, and its function on values.
struct Row {
  std::string_view name;
  unsigned arity = 2;
  std::optional<std::uint64_t> (*concrete)(unsigned width, const std::uint64_t* arguments) = nullptr;
  /// Arguments have `width` bits. Higher bits of the result are cut off.
  Tnum (*apply)(unsigned width, const Tnum* arguments) = nullptr;
  bool best = false;  ///< ValueTransformer::best: proved in the publication or stated in the header
  unsigned least_width = 1;
};
[[nodiscard]] const std::vector<Row>& rows();

/// The kernel's tristate numbers, cut to a width. They have no bottom (the kernel calls a value and a mask with a
/// common bit ill-formed): the adapter adds one and never passes it to the kernel's functions.
class TnumDomain final : public Domain {
 public:
  explicit TnumDomain(const Contract& contract);

  [[nodiscard]] const Contract& contract() const override { return contract_; }
  [[nodiscard]] unsigned dimensions() const override { return 1; }
  [[nodiscard]] std::span<const OperationRow> rows() const override {
    static constexpr OperationRow kRows[] = {operation_row<&TnumDomain::abstract>(Operation::Abstract)};
    return kRows;
  }

  ElementPtr top() override;
  ElementPtr bottom() override;
  ElementPtr copy(const Element& element) override;
  bool leq(Element& left, Element& right) override;
  bool is_bottom(Element& element) override;
  bool is_top(Element& element) override;
  ElementPtr join(Element& left, Element& right) override;
  ElementPtr meet(Element& left, Element& right) override;
  bool contains(Element& element, const Point& point) override;
  bool contains_value(Element& element, std::uint64_t value) override;
  ElementPtr abstract(const Point& point);
  std::string print(Element& element) override;

  [[nodiscard]] const std::vector<ValueTransformer>& transformers() const override { return transformers_; }
  ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments) override;
  std::vector<ElementPtr> all_elements() override;

 private:
  struct Held;
  static ElementPtr made(const Tnum& value);
  static const Tnum& of(const Element& element);
  [[nodiscard]] std::uint64_t ones() const;
  [[nodiscard]] ElementPtr cut(const Tnum& value) const;

  const Contract& contract_;
  std::vector<const Row*> rows_;
  std::vector<ValueTransformer> transformers_;
};

}  // namespace assay::domain::tnums
