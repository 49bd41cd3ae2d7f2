#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/libraries/level0/generators.hpp"
#include "domain/libraries/level0/level0_convert.hpp"
#include "domain/libraries/level0/several.hpp"

namespace assay::domain::level0 {

/// A way to call a library's functions. Each mode is a separate target, and all modes must keep the contract.
struct Mode {
  std::string_view suffix;  ///< suffix of the target's name
  bool in_place = false;    ///< functions change a copy of their argument; else they return a new element
  bool trees = false;       ///< expressions are passed as trees, which the library linearizes
  bool integers = false;    ///< all dimensions are integers
  bool several = false;     ///< use the functions for several elements, constraints and dimensions (L::kHasSeveral)
  bool doubles = false;     ///< pass numbers as doubles if they are exact, and expressions in dense form
  int algorithm = 0;        ///< the `algorithm` option (L::kHasSeveral): negative for less work, positive for more
};

/// The properties in which the domains of one library differ.
template <typename L>
struct Entry {
  using Extrapolation = typename L::Abstract* (*)(typename L::Manager*, typename L::Abstract*, typename L::Abstract*);
  typename L::Manager* (*manager)() = nullptr;
  Extrapolation narrowing = nullptr;
  bool only_trees = false;  ///< the domain cannot assign linear expressions, only trees
  /// Approximates the join of two elements by a neural network. May change `join`. Null: no network.
  typename L::Abstract* (*learned)(typename L::Manager*, typename L::Abstract* left, typename L::Abstract* right,
                                   typename L::Abstract* join) = nullptr;
  /// Whether the network is used for a join with these constraints; for statistics.
  bool (*asks)(const std::vector<Constraint>& join) = nullptr;
  /// Implements Loosen; null: the interface's `approximate` function does.
  typename L::Abstract* (*loosen)(typename L::Manager*, typename L::Abstract*, unsigned way) = nullptr;
  Extrapolation widen_to_thresholds = nullptr;  ///< widening of mode `:several`; null: the interface's
};

/// Algorithms of NewPolka's `approximate`: they remove constraints with large numbers but keep the box or the octagon,
/// or round the numbers. Other domains ignore the algorithm.
inline constexpr std::array<int, kWaysToLoosen> kApproximations = {1, 2, 3, 10, 11, 12};

/// Adapter for APRON's interface "level 0". ELINA has the same interface with other names; L provides the types and
/// functions (library.hpp of each library).
template <typename L>
class Adapter final : public Domain {
  using Abstract = typename L::Abstract;
  using Manager = typename L::Manager;

 public:
  Adapter(Contract contract, unsigned dimensions, const Entry<L>& entry, const Mode& mode)
      : contract_(std::move(contract)), dimensions_(dimensions), entry_(entry), mode_(mode), manager_(entry.manager()) {
    if (manager_ == nullptr) std::abort();
    contract_.version = std::string(L::version(manager_));
    // After these exceptions the library returns an element without information. All others end the process.
    for (const auto exception : L::kSurrenders) L::set_abort(manager_, exception, false);
    if constexpr (L::kHasSeveral)
      if (mode.algorithm != 0) L::set_algorithm(manager_, mode.algorithm);
  }
  ~Adapter() override { L::free_manager(manager_); }
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  [[nodiscard]] const Contract& contract() const override { return contract_; }
  [[nodiscard]] unsigned dimensions() const override { return dimensions_; }
  [[nodiscard]] Claim claim() const override { return claim_; }
  [[nodiscard]] bool gave_up() const override { return gave_up_; }
  /// The library's operations. A contract names the operations of its domain. Made anew for each adapter: a static
  /// object would be one for all plugins that are built from this header.
  static std::vector<OperationRow> operations() {
    using enum Operation;
    std::vector<OperationRow> all = {
        operation_row<&Adapter::widen>(Widen),
        operation_row<&Adapter::narrow>(Narrow),
        operation_row<&Adapter::assume>(Assume),
        operation_row<&Adapter::assign>(Assign),
        operation_row<&Adapter::parallel_assign>(ParallelAssign),
        operation_row<&Adapter::substitute>(Substitute),
        operation_row<&Adapter::assign_expression>(AssignExpression),
        operation_row<&Adapter::assume_expression>(AssumeExpression),
        operation_row<&Adapter::forget>(Forget),
        operation_row<&Adapter::resize>(Resize),
    };
    if constexpr (L::kHasSeveral) {
      all.push_back(operation_row<&Adapter::add_rays>(AddRays));
      all.push_back(operation_row<&Adapter::close>(Close));
      all.push_back(operation_row<&Adapter::loosen>(Loosen));
      all.push_back(operation_row<&Adapter::regenerate>(Generators));
    }
    return all;
  }
  [[nodiscard]] std::span<const OperationRow> rows() const override { return rows_; }

  ElementPtr top() override { return made(L::top(manager_, integers(dimensions_), reals(dimensions_))); }
  ElementPtr bottom() override { return made(L::bottom(manager_, integers(dimensions_), reals(dimensions_))); }
  ElementPtr copy(const Element& element) override {
    return made(L::copy(manager_, static_cast<const Holder&>(element).value));
  }
  bool leq(Element& left, Element& right) override { return said(L::leq(manager_, of(left), of(right))); }
  bool equal(Element& left, Element& right) override { return said(L::equal(manager_, of(left), of(right))); }
  bool is_bottom(Element& element) override { return said(L::is_bottom(manager_, of(element))); }
  bool is_top(Element& element) override { return said(L::is_top(manager_, of(element))); }

  ElementPtr join(Element& left, Element& right) override {
    if (entry_.learned != nullptr) return learned_join(of(left), of(right));
    if constexpr (L::kHasSeveral)
      if (mode_.several) return made(several().join(of(left), of(right)));
    return changed(left, [&](bool in_place, Abstract* value) { return L::join(manager_, in_place, value, of(right)); });
  }
  [[nodiscard]] std::vector<Tally> tallies() const override {
    if (entry_.asks == nullptr) return {};
    return {{"joins", "the network was asked", asked_}, {"joins", "the network was not asked", joins_ - asked_}};
  }
  ElementPtr meet(Element& left, Element& right) override {
    if constexpr (L::kHasSeveral)
      if (mode_.several) return made(several().meet(of(left), of(right)));
    return changed(left, [&](bool in_place, Abstract* value) { return L::meet(manager_, in_place, value, of(right)); });
  }
  ElementPtr widen(Element& left, Element& right) {
    if constexpr (L::kHasSeveral)
      if (mode_.several)
        return made(entry_.widen_to_thresholds != nullptr ? entry_.widen_to_thresholds(manager_, of(left), of(right))
                                                          : several().widen(of(left), of(right)));
    return made(L::widening(manager_, of(left), of(right)));
  }
  ElementPtr narrow(Element& left, Element& right) { return made(entry_.narrowing(manager_, of(left), of(right))); }

  ElementPtr assume(Element& element, const Constraint& constraint) {
    if constexpr (L::kHasSeveral)
      if (mode_.several) return made(several().assume(of(element), constraint));
    const Linear<L> expression = linear(constraint.expression);
    const Modulus<L> modulus(constraint);
    return changed(element, [&](bool in_place, Abstract* value) {
      if (mode_.trees) {
        const Tree<L> tree(expression);
        auto condition = tree.condition(constraint.relation, modulus.get());
        typename L::TreeConditions all{&condition, 1};
        return L::meet_tree_conditions(manager_, in_place, value, &all);
      }
      auto condition = expression.condition(constraint.relation, modulus.get());
      typename L::Conditions all{&condition, 1};
      return L::meet_conditions(manager_, in_place, value, &all);
    });
  }

  ElementPtr assign(Element& element, const Assignment& assignment) {
    if constexpr (L::kHasSeveral)
      if (mode_.several && !entry_.only_trees) return made(several().assign(of(element), assignment));
    const Linear<L> to = linear(assignment.expression);
    return changed(element, [&](bool in_place, Abstract* value) {
      if (mode_.trees || entry_.only_trees)
        return L::assign_tree(manager_, in_place, value, assignment.dimension, Tree<L>(to).get(), nullptr);
      return L::assign(manager_, in_place, value, assignment.dimension, to.get(), nullptr);
    });
  }
  ElementPtr substitute(Element& element, const Assignment& assignment) {
    if constexpr (L::kHasSeveral)
      if (mode_.several) return made(several().substitute(of(element), assignment));
    const Linear<L> to = linear(assignment.expression);
    return changed(element, [&](bool in_place, Abstract* value) {
      if (mode_.trees)
        return L::substitute_tree(manager_, in_place, value, assignment.dimension, Tree<L>(to).get(), nullptr);
      return L::substitute(manager_, in_place, value, assignment.dimension, to.get(), nullptr);
    });
  }
  ElementPtr parallel_assign(Element& element, const std::vector<Assignment>& assignments) {
    std::vector<Linear<L>> expressions;
    std::vector<typename L::Dimension> dimensions;
    for (const Assignment& assignment : assignments) {
      expressions.push_back(linear(assignment.expression));
      dimensions.push_back(assignment.dimension);
    }
    return changed(element, [&](bool in_place, Abstract* value) {
      if (mode_.trees) return assigned_trees(in_place, value, dimensions, expressions);
      std::vector<typename L::LinearExpression*> passed;
      for (const Linear<L>& expression : expressions) passed.push_back(expression.get());
      return L::assign_all(manager_, in_place, value, dimensions.data(), passed.data(), passed.size(), nullptr);
    });
  }

  ElementPtr assign_expression(Element& element, unsigned dimension, const Expression& expression) {
    if (const auto simple = as_linear(expression); simple && !entry_.only_trees)
      return changed(element, [&](bool in_place, Abstract* value) {
        return L::assign(manager_, in_place, value, dimension, simple->get(), nullptr);
      });
    const Tree<L> to(expression);
    return changed(element, [&](bool in_place, Abstract* value) {
      return L::assign_tree(manager_, in_place, value, dimension, to.get(), nullptr);
    });
  }
  ElementPtr assume_expression(Element& element, const Expression& expression, Constraint::Relation relation) {
    if (const auto simple = as_linear(expression))
      return changed(element, [&](bool in_place, Abstract* value) {
        auto condition = simple->condition(relation);
        typename L::Conditions all{&condition, 1};
        return L::meet_conditions(manager_, in_place, value, &all);
      });
    const Tree<L> tree(expression);
    return changed(element, [&](bool in_place, Abstract* value) {
      auto condition = tree.condition(relation);
      typename L::TreeConditions all{&condition, 1};
      return L::meet_tree_conditions(manager_, in_place, value, &all);
    });
  }

  ElementPtr forget(Element& element, unsigned dimension) {
    if constexpr (L::kHasSeveral)
      if (mode_.several) return made(several().forget(of(element), dimension));
    typename L::Dimension place = dimension;
    return changed(element, [&](bool in_place, Abstract* value) {
      return L::forget(manager_, in_place, value, &place, 1, false);
    });
  }
  ElementPtr add_rays(Element& element, const std::vector<Ray>& rays) requires(L::kHasSeveral) {
    std::vector<Linear<L>> directions;
    std::vector<typename L::Generator> generators;
    directions.reserve(rays.size());
    for (const Ray& ray : rays) {
      directions.push_back(linear({ray.direction, {}}));
      generators.push_back({directions.back().get(), ray.is_line ? L::kLine : L::kRay});
    }
    return changed(element, [&](bool in_place, Abstract* value) {
      typename L::Generators all{generators.data(), generators.size()};
      return L::add_rays(manager_, in_place, value, &all);
    });
  }
  ElementPtr close(Element& element) requires(L::kHasSeveral) {
    return changed(element, [&](bool in_place, Abstract* value) { return L::closure(manager_, in_place, value); });
  }
  ElementPtr loosen(Element& element, const Operands& operands) requires(L::kHasSeveral) {
    if (entry_.loosen != nullptr) return made(entry_.loosen(manager_, of(element), operands.way));
    Abstract* const copied = L::copy(manager_, of(element));
    L::approximate(manager_, copied, kApproximations.at(operands.way));
    return made(copied);
  }
  ElementPtr regenerate(Element& element) requires(L::kHasSeveral) {
    return made(regenerated<L>(manager_, of(element), dimensions_, mode_.integers));
  }
  /// Adds a dimension at the end and removes it.
  ElementPtr resize(Element& element) {
    if constexpr (L::kHasSeveral)
      if (mode_.several) return made(several().resize(of(element)));
    typename L::Dimension last = dimensions_;
    typename L::Change change{&last, integers(1), reals(1)};
    return changed(element, [&](bool in_place, Abstract* value) {
      Abstract* const more = L::add_dimensions(manager_, in_place, value, &change, false);
      return L::remove_dimensions(manager_, true, more, &change);
    });
  }
  void canonicalize(Element& element) override {
    if constexpr (L::kHasSeveral)
      if (mode_.several) return several().canonicalize(of(element));
    L::canonicalize(manager_, of(element));
  }

  std::vector<Constraint> constraints(Element& element) override {
    auto array = L::constraints(manager_, of(element));
    std::vector<Constraint> all = from_library<L>(array);
    L::clear_conditions(&array);
    return all;
  }
  Bounds bounds(Element& element, const LinearExpression& expression) override {
    if constexpr (L::kHasSeveral) {
      if (mode_.several) {
        Bounds range = several().bounds(of(element), expression);
        note();
        return range;
      }
    }
    const Linear<L> asked = linear(expression);
    const std::unique_ptr<typename L::Interval, decltype(L::free_interval)> range(
        mode_.trees ? L::tree_bounds(manager_, of(element), Tree<L>(asked).get())
                    : L::bounds(manager_, of(element), asked.get()),
        L::free_interval);
    note();
    return from_library<L>(*range);
  }
  bool satisfies(Element& element, const Constraint& constraint) override {
    if constexpr (L::kHasSeveral)
      if (mode_.several) return said(several().satisfies(of(element), constraint));
    const Linear<L> expression = linear(constraint.expression);
    if (mode_.trees) {
      const Tree<L> tree(expression);
      auto condition = tree.condition(constraint.relation);
      return said(L::satisfies_tree(manager_, of(element), &condition));
    }
    auto condition = expression.condition(constraint.relation);
    return said(L::satisfies(manager_, of(element), &condition));
  }
  std::string print(Element& element) override {
    char* text = nullptr;
    std::size_t size = 0;
    std::FILE* const stream = open_memstream(&text, &size);
    if (stream == nullptr) return "";
    L::print(stream, manager_, of(element), nullptr);
    static_cast<void>(std::fclose(stream));
    std::string result(text, size);
    std::free(text);
    return result;
  }

 private:
  ElementPtr learned_join(Abstract* left, Abstract* right) {
    Abstract* const join = L::join(manager_, false, left, right);
    ++joins_;
    // Export from a copy: the network must get the join as the library made it.
    if (entry_.asks != nullptr && entry_.asks(constraints(*made(L::copy(manager_, join))))) ++asked_;
    return made(entry_.learned(manager_, left, right, join));
  }

  struct Holder final : Element {
    explicit Holder(Abstract* held) : value(held) {}
    ~Holder() override { L::free(value->man, value); }
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;
    Abstract* value;
  };
  static Abstract* of(Element& element) { return static_cast<Holder&>(element).value; }

  [[nodiscard]] Several<L> several() const { return {manager_, dimensions_, mode_.integers}; }
  [[nodiscard]] Linear<L> linear(const LinearExpression& from) const { return {from, dimensions_, mode_.doubles}; }
  /// The expression with intervals as coefficients. Nullopt if the mode or the expression needs a tree.
  [[nodiscard]] std::optional<Linear<L>> as_linear(const Expression& from) const {
    if (mode_.trees || mode_.doubles) return std::nullopt;
    const std::optional<IntervalLinear> linear = interval_linear(from);
    if (!linear) return std::nullopt;
    return std::optional<Linear<L>>(std::in_place, *linear, dimensions_);
  }
  [[nodiscard]] std::size_t integers(std::size_t count) const { return mode_.integers ? count : 0; }
  [[nodiscard]] std::size_t reals(std::size_t count) const { return mode_.integers ? 0 : count; }

  void note() {
    const auto exception = L::exception(manager_);
    if (std::find(std::begin(L::kSurrenders), std::end(L::kSurrenders), exception) != std::end(L::kSurrenders))
      gave_up_ = true;
  }
  bool said(bool answer) {
    note();
    return answer;
  }
  ElementPtr made(Abstract* value) {
    if (value == nullptr) {
      std::fprintf(stderr, "the library gave no element\n");
      std::abort();
    }
    note();
    claim_ = {L::is_exact(manager_), L::is_best(manager_)};
    return std::make_unique<Holder>(value);
  }
  /// Calls `change` to make a new element or, with Mode::in_place, to change a copy.
  template <typename Change>
  ElementPtr changed(Element& element, Change change) {
    return made(mode_.in_place ? change(true, L::copy(manager_, of(element))) : change(false, of(element)));
  }
  Abstract* assigned_trees(bool in_place, Abstract* value, std::vector<typename L::Dimension>& dimensions,
                           const std::vector<Linear<L>>& expressions) {
    std::vector<Tree<L>> trees(expressions.begin(), expressions.end());
    std::vector<typename L::TreeExpression*> passed;
    for (const Tree<L>& tree : trees) passed.push_back(tree.get());
    return L::assign_trees(manager_, in_place, value, dimensions.data(), passed.data(), passed.size(), nullptr);
  }

  std::vector<OperationRow> rows_ = operations();
  Contract contract_;
  unsigned dimensions_;
  Entry<L> entry_;
  Mode mode_;
  Manager* manager_;
  Claim claim_;
  bool gave_up_ = false;
  std::uint64_t joins_ = 0;  ///< number of joins with Entry::learned
  std::uint64_t asked_ = 0;  ///< number of these joins for which the network was used
};

}  // namespace assay::domain::level0
