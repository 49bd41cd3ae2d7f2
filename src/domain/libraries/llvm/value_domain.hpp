#pragma once

#include <llvm/ADT/APInt.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/check.hpp"
#include "assay/domain/domain.hpp"
#include "domain/libraries/value/semantics.hpp"

namespace assay::domain {

/// A domain of LLVM that can be written as C++ text, for reproductions.
class LlvmDomain : public Domain {
 public:
  /// "ConstantRange".
  [[nodiscard]] virtual std::string_view type() const = 0;
  /// An expression that makes the element, with the helpers of a reproduction.
  [[nodiscard]] virtual std::string construction(const Element& element) const = 0;
  /// The call of a transformer, join or meet on the variables a, b, c: "a.unionWith(b)".
  [[nodiscard]] virtual std::string_view call(Operation operation, std::size_t transformer) const = 0;
};

/// A transformer of a library's type.
template <typename Value>
struct TransformerRow {
  std::string_view name;  ///< name in semantics()
  bool best = false;      ///< promised by the library's documentation or tests for all arguments
  Value (*apply)(const Value& a, const Value& b, const Value& c) = nullptr;  ///< uses `arity` arguments
  std::string call;                                                          ///< `apply` as C++ text
};

/// A domain made from `Traits`, which has the type Value, its operations and its TransformerRows.
template <typename Traits>
class ValueDomain final : public LlvmDomain {
 public:
  using Value = typename Traits::Value;

  explicit ValueDomain(unsigned width) : contract_(Traits::contract(width)) {
    for (const TransformerRow<Value>& row : Traits::rows()) {
      const Semantics& meaning = semantics_of(row.name);
      transformers_.push_back({row.name, meaning.arity, meaning.concrete, row.best});
    }
  }

  [[nodiscard]] const Contract& contract() const override { return contract_; }
  [[nodiscard]] unsigned dimensions() const override { return 1; }
  [[nodiscard]] std::span<const OperationRow> rows() const override {
    static constexpr OperationRow kRows[] = {operation_row<&ValueDomain::abstract>(Operation::Abstract)};
    return kRows;
  }

  ElementPtr top() override { return wrap(Traits::top(width())); }
  ElementPtr bottom() override { return wrap(Traits::bottom(width())); }
  ElementPtr copy(const Element& element) override { return wrap(value(element)); }
  bool leq(Element& left, Element& right) override { return Traits::leq(value(left), value(right)); }
  bool equal(Element& left, Element& right) override { return Traits::equal(value(left), value(right)); }
  bool is_bottom(Element& element) override { return Traits::is_bottom(value(element)); }
  bool is_top(Element& element) override { return Traits::is_top(value(element)); }
  ElementPtr join(Element& left, Element& right) override { return wrap(Traits::join(value(left), value(right))); }
  ElementPtr meet(Element& left, Element& right) override { return wrap(Traits::meet(value(left), value(right))); }
  std::string print(Element& element) override { return Traits::print(value(element)); }

  bool contains(Element& element, const Point& point) override {
    return in_width(point) && Traits::contains(value(element), number(point));
  }
  bool contains_value(Element& element, std::uint64_t number) override {
    return Traits::contains(value(element), llvm::APInt(width(), number));
  }
  ElementPtr abstract(const Point& point) { return in_width(point) ? wrap(Traits::single(number(point))) : bottom(); }

  [[nodiscard]] const std::vector<ValueTransformer>& transformers() const override { return transformers_; }
  ElementPtr transform(std::size_t transformer, const std::vector<Element*>& arguments) override {
    ASSAY_CHECK(transformer < transformers_.size(), "no transformer has this number");
    ASSAY_CHECK(arguments.size() == transformers_[transformer].arity, "a transformer with other arguments than it has");
    if (!Traits::kBottomForTransformers)
      for (const Element* argument : arguments)
        if (Traits::is_bottom(value(*argument))) return bottom();
    const auto at = [&](std::size_t i) -> const Value& { return value(*arguments[std::min(i, arguments.size() - 1)]); };
    return wrap(Traits::normal(Traits::rows()[transformer].apply(at(0), at(1), at(2))));
  }

  std::vector<ElementPtr> all_elements() override {
    std::vector<ElementPtr> elements;
    if (width() > kMaxListed) return elements;
    for (Value& each : Traits::all(width())) elements.push_back(wrap(std::move(each)));
    return elements;
  }

  [[nodiscard]] std::string_view type() const override { return Traits::kType; }
  [[nodiscard]] std::string construction(const Element& element) const override {
    return Traits::construction(value(element));
  }
  [[nodiscard]] std::string_view call(Operation operation, std::size_t transformer) const override {
    if (operation == Operation::Transform) return Traits::rows()[transformer].call;
    return operation == Operation::Join ? Traits::kJoin : Traits::kMeet;
  }

 private:
  static constexpr unsigned kMaxListed = 6;

  struct Held final : Element {
    explicit Held(Value held_) : held(std::move(held_)) {}
    Value held;
  };

  static ElementPtr wrap(Value made) { return std::make_unique<Held>(std::move(made)); }
  static const Value& value(const Element& element) { return static_cast<const Held&>(element).held; }
  [[nodiscard]] unsigned width() const { return contract_.width; }
  [[nodiscard]] bool in_width(const Point& point) const {
    return point.size() == 1 && point[0].get_den() == 1 && sgn(point[0]) >= 0 &&
           mpz_sizeinbase(point[0].get_num_mpz_t(), 2) <= width();
  }
  [[nodiscard]] llvm::APInt number(const Point& point) const {
    return llvm::APInt(width(), mpz_get_ui(point[0].get_num_mpz_t()));
  }

  Contract contract_;
  std::vector<ValueTransformer> transformers_;
};

/// Operations take 5 to 100 ns; generating, printing and parsing a program takes about 100,000 ns.
inline constexpr unsigned kSweep = 2048;

/// The common part of both contracts.
[[nodiscard]] inline Contract value_contract(std::string_view type, std::string_view version, unsigned width) {
  ASSAY_CHECK(width >= 1 && width <= 64, "LLVM's domains are tested at widths of 1 to 64 bits");
  Contract contract;
  contract.name = "llvm:" + std::string(type) + "@" + std::to_string(width);
  contract.version = version;
  contract.most_dimensions = 1;
  using enum Operation;
  contract.operations = {Top,  Bottom, Leq,      Equal,    IsBottom, IsTop,    Join,
                         Meet, Copy,   Contains, Abstract, Print,    Transform};
  contract.numbers = Numbers::Machine;
  contract.shape = Shape::Value;
  contract.width = width;
  contract.integer_points = true;
  contract.convex = false;
  contract.sweep = kSweep;
  contract.best = {Top, Bottom, Leq, Equal, IsBottom, IsTop, Join, Meet, Copy, Contains, Abstract};
  return contract;
}

}  // namespace assay::domain
