#include "table_domain.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <utility>

#include "assay/base/check.hpp"
#include "base/text.hpp"

namespace assay::domain {
namespace {

constexpr std::size_t kTextRoom = 4096;

/// A linear expression as a C structure, with the texts of its numbers.
class ExpressionText {
 public:
  ExpressionText(const LinearExpression& expression, unsigned dimensions) {
    for (unsigned i = 0; i < dimensions; ++i) texts_.push_back(expression.coefficient(i).get_str());
    texts_.push_back(expression.constant.get_str());
    for (const std::string& text : texts_) pointers_.push_back(text.c_str());
  }
  [[nodiscard]] assay_domain_expression get() const { return {pointers_.data(), pointers_.back()}; }

 private:
  std::vector<std::string> texts_;
  std::vector<const char*> pointers_;
};

/// An expression tree as C structures, with the texts of its numbers.
class TreeText {
 public:
  explicit TreeText(const Expression& expression) : root_(add(expression)) {}
  [[nodiscard]] const assay_domain_tree* get() const { return root_; }

 private:
  const assay_domain_tree* add(const Expression& expression) {
    assay_domain_tree node{static_cast<int>(expression.kind), expression.dimension, nullptr, nullptr, nullptr, nullptr};
    if (expression.kind == Expression::Kind::Interval) {
      node.low = texts_.emplace_back(expression.low.get_str()).c_str();
      node.high = texts_.emplace_back(expression.high.get_str()).c_str();
    }
    if (!expression.arguments.empty()) {
      node.left = add(expression.arguments[0]);
      node.right = add(expression.arguments[1]);
    }
    return &nodes_.emplace_back(node);
  }

  std::deque<std::string> texts_;
  std::deque<assay_domain_tree> nodes_;
  const assay_domain_tree* root_;
};

Rational number(const char* text) {
  const Result<Rational> read = parse_rational(text == nullptr ? "" : text);
  ASSAY_CHECK(read.ok(), "a domain gave a number that is none: " + std::string(text == nullptr ? "(null)" : text));
  return *read;
}

class TableDomain final : public Domain {
 public:
  TableDomain(const assay_domain& table, const Contract& contract, unsigned dimensions)
      : table_(table),
        contract_(contract),
        dimensions_(dimensions),
        self_(table.open == nullptr ? nullptr : table.open(dimensions)) {}
  ~TableDomain() override {
    if (table_.close != nullptr) table_.close(self_);
  }
  TableDomain(const TableDomain&) = delete;
  TableDomain& operator=(const TableDomain&) = delete;

  const Contract& contract() const override { return contract_; }
  unsigned dimensions() const override { return dimensions_; }
  std::span<const OperationRow> rows() const override {
    using enum Operation;
    static constexpr OperationRow kRows[] = {
        operation_row<&TableDomain::widen>(Widen),
        operation_row<&TableDomain::narrow>(Narrow),
        operation_row<&TableDomain::assume>(Assume),
        operation_row<&TableDomain::assign>(Assign),
        operation_row<&TableDomain::parallel_assign>(ParallelAssign),
        operation_row<&TableDomain::substitute>(Substitute),
        operation_row<&TableDomain::assign_expression>(AssignExpression),
        operation_row<&TableDomain::assume_expression>(AssumeExpression),
        operation_row<&TableDomain::forget>(Forget),
        operation_row<&TableDomain::resize>(Resize),
    };
    return kRows;
  }
  ElementPtr top() override { return wrap(table_.top(self_, dimensions_)); }
  ElementPtr bottom() override { return wrap(table_.bottom(self_, dimensions_)); }
  ElementPtr copy(const Element& element) override {
    return wrap(table_.copy(self_, static_cast<const Holder&>(element).held));
  }
  bool leq(Element& left, Element& right) override { return table_.leq(self_, of(left), of(right)) != 0; }
  ElementPtr join(Element& left, Element& right) override { return wrap(table_.join(self_, of(left), of(right))); }
  ElementPtr meet(Element& left, Element& right) override { return wrap(table_.meet(self_, of(left), of(right))); }
  bool equal(Element& left, Element& right) override {
    return table_.equal == nullptr ? Domain::equal(left, right) : table_.equal(self_, of(left), of(right)) != 0;
  }
  bool is_bottom(Element& element) override {
    return table_.is_bottom == nullptr ? Domain::is_bottom(element) : table_.is_bottom(self_, of(element)) != 0;
  }
  bool is_top(Element& element) override {
    return table_.is_top == nullptr ? Domain::is_top(element) : table_.is_top(self_, of(element)) != 0;
  }
  ElementPtr widen(Element& left, Element& right) { return wrap(table_.widen(self_, of(left), of(right))); }
  ElementPtr narrow(Element& left, Element& right) { return wrap(table_.narrow(self_, of(left), of(right))); }
  ElementPtr assume(Element& element, const Constraint& constraint) {
    const ExpressionText text(constraint.expression, dimensions_);
    const assay_domain_constraint passed{text.get(), static_cast<int>(constraint.relation)};
    return wrap(table_.assume(self_, of(element), &passed));
  }
  ElementPtr assign(Element& element, const Assignment& assignment) {
    const ExpressionText text(assignment.expression, dimensions_);
    const assay_domain_assignment passed{assignment.dimension, text.get()};
    return wrap(table_.assign(self_, of(element), &passed));
  }
  ElementPtr parallel_assign(Element& element, const std::vector<Assignment>& assignments) {
    std::vector<ExpressionText> texts;
    texts.reserve(assignments.size());
    std::vector<assay_domain_assignment> passed;
    for (const Assignment& assignment : assignments) {
      texts.emplace_back(assignment.expression, dimensions_);
      passed.push_back({assignment.dimension, texts.back().get()});
    }
    return wrap(table_.parallel_assign(self_, of(element), passed.data(), passed.size()));
  }
  ElementPtr substitute(Element& element, const Assignment& assignment) {
    const ExpressionText text(assignment.expression, dimensions_);
    const assay_domain_assignment passed{assignment.dimension, text.get()};
    return wrap(table_.substitute(self_, of(element), &passed));
  }
  ElementPtr assign_expression(Element& element, unsigned dimension, const Expression& expression) {
    const TreeText tree(expression);
    return wrap(table_.assign_expression(self_, of(element), dimension, tree.get()));
  }
  ElementPtr assume_expression(Element& element, const Expression& expression, Constraint::Relation relation) {
    const TreeText tree(expression);
    return wrap(table_.assume_expression(self_, of(element), tree.get(), static_cast<int>(relation)));
  }
  ElementPtr forget(Element& element, unsigned dimension) { return wrap(table_.forget(self_, of(element), dimension)); }
  ElementPtr resize(Element& element) { return wrap(table_.resize(self_, of(element))); }
  void canonicalize(Element& element) override { table_.canonicalize(self_, of(element)); }

  std::vector<Constraint> constraints(Element& element) override {
    struct Collected {
      unsigned dimensions;
      std::vector<Constraint> constraints;
    } collected{dimensions_, {}};
    table_.constraints(
        self_, of(element),
        [](void* to, const assay_domain_constraint* constraint) {
          auto& all = *static_cast<Collected*>(to);
          Constraint read;
          for (unsigned i = 0; i < all.dimensions; ++i)
            read.expression.coefficients.push_back(number(constraint->expression.coefficients[i]));
          read.expression.constant = number(constraint->expression.constant);
          read.relation = static_cast<Constraint::Relation>(std::clamp(constraint->relation, 0, 2));
          all.constraints.push_back(std::move(read));
        },
        &collected);
    return std::move(collected.constraints);
  }
  domain::Bounds bounds(Element& element, const LinearExpression& expression) override {
    const ExpressionText text(expression, dimensions_);
    const assay_domain_expression passed = text.get();
    std::array<char, kTextRoom> low{};
    std::array<char, kTextRoom> high{};
    domain::Bounds found;
    found.empty = table_.bounds(self_, of(element), &passed, low.data(), high.data(), kTextRoom) == 0;
    if (found.empty) return found;
    low.back() = high.back() = '\0';
    if (low[0] != '\0') found.low = number(low.data());
    if (high[0] != '\0') found.high = number(high.data());
    return found;
  }
  bool satisfies(Element& element, const Constraint& constraint) override {
    const ExpressionText text(constraint.expression, dimensions_);
    const assay_domain_constraint passed{text.get(), static_cast<int>(constraint.relation)};
    return table_.satisfies(self_, of(element), &passed) != 0;
  }
  bool contains(Element& element, const Point& point) override {
    if (table_.contains == nullptr) return Domain::contains(element, point);
    std::vector<std::string> texts;
    std::vector<const char*> pointers;
    for (const Rational& value : point) texts.push_back(value.get_str());
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    return table_.contains(self_, of(element), pointers.data()) != 0;
  }
  std::string print(Element& element) override {
    std::array<char, kTextRoom> text{};
    table_.print(self_, of(element), text.data(), kTextRoom);
    text.back() = '\0';
    return text.data();
  }

 private:
  struct Holder final : Element {
    Holder(const assay_domain& its_table, void* its_self, assay_domain_element* element)
        : table(its_table), self(its_self), held(element) {}
    ~Holder() override { table.free_element(self, held); }
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;
    const assay_domain& table;
    void* self;
    assay_domain_element* held;
  };

  ElementPtr wrap(assay_domain_element* element) {
    ASSAY_CHECK(element != nullptr, "a domain gave no element");
    return std::make_unique<Holder>(table_, self_, element);
  }
  static assay_domain_element* of(Element& element) { return static_cast<Holder&>(element).held; }

  const assay_domain& table_;
  Contract contract_;
  unsigned dimensions_;
  void* self_;
};

/// Parses operation names separated by spaces. Nullopt if a word is none.
std::optional<Operations> operations_named(std::string_view words) {
  Operations named;
  for (const std::string_view word : split(words, ' ')) {
    if (word.empty()) continue;
    const std::optional<Operation> operation = operation_named(word);
    if (!operation) return std::nullopt;
    named.add(*operation);
  }
  return named;
}

}  // namespace

Result<Contract> contract_of(const assay_domain& table) {
  const std::string name = table.name == nullptr ? "" : table.name;
  const auto problem = [&](const std::string& what) { return Error{"the domain '" + name + "' " + what, ""}; };
  if (table.size != sizeof(assay_domain)) return problem("was compiled with another assay_domain.h: compile it again");
  if (name.empty()) return problem("has no name");
  const std::pair<bool, const char*> needed[] = {
      {table.top != nullptr, "top"},   {table.bottom != nullptr, "bottom"},
      {table.copy != nullptr, "copy"}, {table.free_element != nullptr, "free_element"},
      {table.leq != nullptr, "leq"},   {table.join != nullptr, "join"},
      {table.meet != nullptr, "meet"}};
  for (const auto& [there, function] : needed)
    if (!there) return problem("has no function '" + std::string(function) + "'");
  using enum Operation;
  Contract contract;
  contract.name = name;
  contract.version = table.version == nullptr ? "unknown" : table.version;
  contract.operations = {Top, Bottom, Leq, Join, Meet, Copy, IsBottom, IsTop};
  const std::pair<bool, Operation> optional[] = {{table.equal != nullptr, Equal},
                                                 {table.widen != nullptr, Widen},
                                                 {table.narrow != nullptr, Narrow},
                                                 {table.assume != nullptr, Assume},
                                                 {table.assign != nullptr, Assign},
                                                 {table.parallel_assign != nullptr, ParallelAssign},
                                                 {table.substitute != nullptr, Substitute},
                                                 {table.assign_expression != nullptr, AssignExpression},
                                                 {table.assume_expression != nullptr, AssumeExpression},
                                                 {table.forget != nullptr, Forget},
                                                 {table.resize != nullptr, Resize},
                                                 {table.canonicalize != nullptr, Canonicalize},
                                                 {table.constraints != nullptr, Constraints},
                                                 {table.bounds != nullptr, Operation::Bounds},
                                                 {table.satisfies != nullptr, Satisfies},
                                                 {table.contains != nullptr, Contains},
                                                 {table.print != nullptr, Print}};
  for (const auto& [there, operation] : optional)
    if (there) contract.operations.add(operation);
  if (table.least_dimensions != 0) contract.least_dimensions = table.least_dimensions;
  if (table.most_dimensions != 0) contract.most_dimensions = table.most_dimensions;
  constexpr unsigned kMaxDimensions = 64;
  if (contract.least_dimensions > contract.most_dimensions || contract.most_dimensions > kMaxDimensions)
    return problem("must have 1 to 64 dimensions, the least not more than the most");
  if (table.shape < ASSAY_BOX || table.shape > ASSAY_OTHER) return problem("has an unknown shape");
  if (table.numbers < ASSAY_MACHINE || table.numbers > ASSAY_FLOATS) return problem("has unknown numbers");
  if (table.trees < ASSAY_INTERVAL_CONSTANTS || table.trees > ASSAY_ANY_TREE) return problem("has unknown trees");
  const std::optional<Operations> best = operations_named(table.best == nullptr ? "" : table.best);
  if (!best) return problem("promises best results of an operation that there is not: " + std::string(table.best));
  contract.best = *best;
  contract.expressions = static_cast<Expressions>(table.trees);
  contract.shape = static_cast<Shape>(table.shape);
  contract.numbers = static_cast<Numbers>(table.numbers);
  contract.integer_points = table.integer_points != 0;
  contract.strict = table.strict != 0;
  contract.lattice = table.no_lattice == 0;
  contract.convex = table.not_convex == 0;
  contract.widening_ordered = table.widening_ordered != 0;
  contract.narrowing_ordered = table.narrowing_ordered != 0;
  for (const unsigned* law = table.without_laws; law != nullptr && *law != 0; ++law)
    contract.without_laws.push_back(*law);
  for (const unsigned* law = table.with_laws; law != nullptr && *law != 0; ++law) contract.with_laws.push_back(*law);
  return contract;
}

DomainFactory domain_of(const assay_domain& table, const Contract& contract) {
  return [&table, contract](unsigned dimensions) { return std::make_unique<TableDomain>(table, contract, dimensions); };
}

}  // namespace assay::domain
