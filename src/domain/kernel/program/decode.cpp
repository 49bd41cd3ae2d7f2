#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "assay/domain/law.hpp"
#include "core/rng/rng.hpp"
#include "domain/kernel/element/operation_table.hpp"
#include "draw.hpp"

namespace assay::domain {
namespace {

constexpr unsigned kExtremes = 2;  ///< top and bottom, the first two initial elements
constexpr unsigned kMaxChain = 4;
constexpr unsigned kExactShare = 4;    ///< 1 in 4 programs is compared with exact polyhedra
constexpr unsigned kRepeatShare = 64;  ///< 1 in 64 programs repeats its operations
constexpr unsigned kWays = 256;
constexpr unsigned kHundred = 100;
constexpr unsigned kUsualDimensions = 4;  ///< maximum of a program without dense elements ...
constexpr unsigned kMaxUsual = 6;         ///< ... if ProgramOptions::dimensions is at most this
constexpr unsigned kMaxDense = 4;         ///< maximum number of dense elements in the pool

/// Makes a program instruction by instruction.
class Builder {
 public:
  explicit Builder(unsigned dimensions) {
    constexpr std::size_t kUsual = 128;  // a growing vector copies GMP numbers
    program_.dimensions = dimensions;
    program_.instructions.reserve(kUsual);
    program_.checks.reserve(kUsual);
  }
  void compare(bool exact, bool repeat, unsigned sweep) {
    program_.exact = exact;
    program_.repeat = repeat;
    program_.sweep = sweep;
  }

  void know(Point point) { program_.points.push_back(std::move(point)); }

  unsigned add(Instruction instruction) {
    program_.instructions.push_back(std::move(instruction));
    return static_cast<unsigned>(program_.instructions.size() - 1);
  }
  unsigned add(Operation operation, std::vector<unsigned> elements = {}) {
    Instruction instruction;
    instruction.operation = operation;
    instruction.elements = std::move(elements);
    return add(std::move(instruction));
  }
  void check(Check check) { program_.checks.push_back(std::move(check)); }
  [[nodiscard]] Program take() { return std::move(program_); }

 private:
  Program program_;
};

/// Algorithm 2.1, except that initial elements are made when they are first used.
class Decoder {
 public:
  Decoder(std::span<const std::uint8_t> bytes, const Contract& contract,
          const std::vector<ValueTransformer>& transformers, const ProgramOptions& options)
      : bytes_(bytes),
        contract_(contract),
        transformers_(transformers),
        options_(options),
        size_(bytes_.below(kWays)),
        way_(bytes_.below(kWays)),
        dense_(can_be_dense() && (kWays - 1 - way_) * kHundred < options.dense * kWays),
        dimensions_(dimensions()),
        drawer_(contract, options, dimensions_),
        builder_(dimensions_) {
    builder_.compare(way_ % kExactShare == 1, way_ % kRepeatShare == 2, contract.sweep);
    for (const OperationSignature& row : kOperationTable) {
      const bool is_there = contract.operations.has(row.operation);
      if (row.use == Use::Maker && is_there && (row.extra != Extra::Transformer || !transformers.empty()))
        makers_.push_back(row.operation);
      if (row.use == Use::Observation && is_there) observers_.push_back(row.operation);
    }
    for (const Law& law : laws())
      if (applies(law, contract) && chosen(law.number)) laws_.push_back(&law);
  }

  Program whole() {
    if (dense_) {
      add_dense();
    } else {
      pool_.resize(kExtremes + options_.initial);
    }
    for (unsigned i = 0; i < options_.operations; ++i) {
      pool_.emplace_back(operate());
    }
    for (unsigned i = 0; i < options_.checks && !laws_.empty(); ++i) check();
    return builder_.take();
  }

 private:
  [[nodiscard]] bool can_be_dense() const {
    return contract_.operations.has(Operation::Assume) && contract_.shape != Shape::Value && options_.initial > 0;
  }

  [[nodiscard]] unsigned dimensions() const {
    const bool usual = !dense_ && options_.dimensions <= kMaxUsual;
    const unsigned asked = usual ? std::min(options_.dimensions, kUsualDimensions) : options_.dimensions;
    const unsigned most = std::max(contract_.least_dimensions, std::min(contract_.most_dimensions, asked));
    const unsigned least =
        std::max(contract_.least_dimensions, dense_ ? std::min(contract_.dense_dimensions, most) : 1);
    return least + size_ % (most - least + 1);
  }

  /// Fills the pool with 2 to kMaxDense elements around a common point or, with probability 1/4 each, around a new one.
  void add_dense() {
    drawer_.keep_small();
    Point centre = drawer_.centre(bytes_);
    builder_.know(centre);
    const unsigned count = 2 + bytes_.below(kMaxDense - 1);
    for (unsigned i = 0; i < count; ++i) {
      if (i > 0 && bytes_.below(4) == 1) {
        centre = drawer_.centre(bytes_);
        builder_.know(centre);
      }
      unsigned made = top();
      for (Constraint& constraint : drawer_.around(bytes_, centre)) made = assumed(made, std::move(constraint));
      pool_.emplace_back(made);
    }
  }

  unsigned top() {
    if (!top_) top_ = builder_.add(Operation::Top);
    return *top_;
  }

  [[nodiscard]] bool chosen(unsigned number) const {
    if (options_.laws.empty()) return true;
    for (const unsigned law : options_.laws)
      if (law == number) return true;
    return false;
  }

  /// Chooses an element of the pool, and makes it on its first use.
  unsigned element() {
    const unsigned index = bytes_.below(static_cast<unsigned>(pool_.size()));
    std::optional<unsigned>& slot = pool_[index];
    if (!slot) slot = initial(index);
    return observed(*slot);
  }

  unsigned initial(unsigned index) {
    if (index == 0) return top();
    if (index == 1) return builder_.add(Operation::Bottom);
    Instruction instruction;
    if (contract_.shape == Shape::Value) {
      instruction.operation = Operation::Abstract;
      instruction.point = drawer_.point(bytes_);
      return builder_.add(std::move(instruction));
    }
    return assumed(top(), drawer_.constraint(bytes_, false));
  }

  unsigned assumed(unsigned element, Constraint constraint) {
    Instruction instruction;
    instruction.operation = Operation::Assume;
    instruction.elements = {element};
    instruction.constraints = {std::move(constraint)};
    return builder_.add(std::move(instruction));
  }

  /// With probability 1/8, adds an observation of the element and returns its result, which must mean the same.
  unsigned observed(unsigned element) {
    if (observers_.empty() || bytes_.below(8) != 1) return element;
    Instruction instruction;
    instruction.operation = observers_[bytes_.below(static_cast<unsigned>(observers_.size()))];
    instruction.elements = {element};
    if (instruction.operation == Operation::Bounds) instruction.assignments = {{0, drawer_.expression(bytes_)}};
    if (instruction.operation == Operation::Satisfies) instruction.constraints = {drawer_.constraint(bytes_, true)};
    return builder_.add(std::move(instruction));
  }

  Assignment assignment() { return {bytes_.below(dimensions_), drawer_.expression(bytes_)}; }

  unsigned operate() {
    if (makers_.empty()) return element();
    Instruction instruction;
    instruction.operation = makers_[bytes_.below(static_cast<unsigned>(makers_.size()))];
    if (instruction.operation == Operation::Widen)
      return ordered(Operation::Widen, contract_.widening_ordered, Operation::Join);
    if (instruction.operation == Operation::Narrow)
      return ordered(Operation::Narrow, contract_.narrowing_ordered, Operation::Meet);
    const OperationSignature& row = signature(instruction.operation);
    for (unsigned i = 0; i < row.elements; ++i) instruction.elements.push_back(element());
    draw(row.extra, instruction);
    return builder_.add(std::move(instruction));
  }

  void draw(Extra extra, Instruction& instruction) {
    switch (extra) {
      case Extra::Constraint: instruction.constraints = {drawer_.condition(bytes_)}; break;
      case Extra::Assignment: instruction.assignments = {assignment()}; break;
      case Extra::Assignments: instruction.assignments = parallel(); break;
      case Extra::Dimension: instruction.dimension = bytes_.below(dimensions_); break;
      case Extra::Rays: instruction.rays = drawer_.rays(bytes_); break;
      case Extra::Way: instruction.way = bytes_.below(kWaysToLoosen); break;
      case Extra::General:
        instruction.dimension = bytes_.below(dimensions_);
        instruction.expression = drawer_.general(bytes_);
        break;
      case Extra::GeneralCondition:
        instruction.relation = drawer_.relation(bytes_);
        instruction.expression = drawer_.general(bytes_);
        break;
      case Extra::Transformer:
        instruction.transformer = bytes_.below(static_cast<unsigned>(transformers_.size()));
        for (unsigned i = 0; i < transformers_[instruction.transformer].arity; ++i)
          instruction.elements.push_back(element());
        break;
      case Extra::Expression:
      case Extra::State:
      case Extra::None: break;
    }
  }

  /// If `needed`, the operation `by` (join or meet) first combines the right argument with the left one.
  unsigned ordered(Operation operation, bool needed, Operation by) {
    const unsigned left = element();
    const unsigned right = element();
    return builder_.add(operation, {left, needed ? builder_.add(by, {left, right}) : right});
  }

  std::vector<Assignment> parallel() {
    std::vector<Assignment> all;
    for (unsigned dimension = 0; dimension < dimensions_; ++dimension)
      if (bytes_.below(2) == 1) all.push_back({dimension, drawer_.expression(bytes_)});
    if (all.empty()) all.push_back(assignment());
    return all;
  }

  void check() {
    const Law& law = *laws_[bytes_.below(static_cast<unsigned>(laws_.size()))];
    Check check;
    check.law = law.number;
    arrange(law, check);
    if (law.assignment) check.assignment = assignment();
    if (law.condition)
      check.condition =
          law.needs.has(Operation::Satisfies) ? drawer_.constraint(bytes_, true) : drawer_.condition(bytes_);
    if (law.chain)
      for (unsigned i = 1 + bytes_.below(kMaxChain); i > 0; --i) check.chain.push_back(element());
    builder_.check(std::move(check));
  }

  /// The join of two close points: loops that start there resemble loops of real programs.
  unsigned tight() {
    constexpr unsigned kNear = 4;
    const auto near = [&] { return Rational(static_cast<int>(bytes_.below(2 * kNear + 1)) - static_cast<int>(kNear)); };
    Instruction point;
    Instruction moved;
    point.operation = moved.operation = Operation::ParallelAssign;
    for (unsigned dimension = 0; dimension < dimensions_; ++dimension) {
      point.assignments.push_back({dimension, {{}, near()}});
      LinearExpression step;
      step.coefficients.resize(dimension + 1);
      step.coefficients[dimension] = 1;
      step.constant = near();
      moved.assignments.push_back({dimension, std::move(step)});
    }
    point.elements = {top()};
    const unsigned one = builder_.add(std::move(point));
    moved.elements = {one};
    const unsigned other = builder_.add(std::move(moved));
    return builder_.add(Operation::Join, {one, other});
  }

  void arrange(const Law& law, Check& check) {
    if (law.arrangement == Arrangement::Tight && bytes_.below(4) != 0) {
      check.elements = {tight()};
      return;
    }
    const unsigned x = element();
    check.elements = {x};
    // Elements are not arranged with probability 1/8, or if join or meet is missing.
    const Operations& has = contract_.operations;
    const bool arranged = has.has(Operation::Join) && has.has(Operation::Meet) && bytes_.below(8) != 1;
    if (!arranged || law.arrangement == Arrangement::Any || law.arrangement == Arrangement::Tight) {
      while (check.elements.size() < law.elements) check.elements.push_back(element());
      return;
    }
    const unsigned y = element();
    const auto join = [&](unsigned left, unsigned right) { return builder_.add(Operation::Join, {left, right}); };
    const auto meet = [&](unsigned left, unsigned right) { return builder_.add(Operation::Meet, {left, right}); };
    // Use join or meet alternately: a wrong operation that makes the arguments may also make the premise false.
    const bool upwards = bytes_.below(2) == 0;
    switch (law.arrangement) {
      case Arrangement::Any:
      case Arrangement::Tight: break;
      case Arrangement::Chain: {
        const unsigned last = law.elements > 2 ? element() : y;
        if (upwards) {
          check.elements.push_back(join(x, y));
          if (law.elements > 2) check.elements.push_back(join(check.elements[1], last));
        } else {
          if (law.elements > 2) check.elements.insert(check.elements.begin(), meet(x, last));
          check.elements.insert(check.elements.begin(), meet(check.elements.front(), y));
        }
        break;
      }
      case Arrangement::Same: check.elements.push_back(upwards ? join(x, meet(x, y)) : meet(x, join(x, y))); break;
      case Arrangement::Above: check.elements = bounded(x, y, upwards, Operation::Join, Operation::Meet); break;
      case Arrangement::Below: check.elements = bounded(x, y, upwards, Operation::Meet, Operation::Join); break;
      case Arrangement::Shrink: check.elements.push_back(meet(x, y)); break;
    }
  }

  /// x, y and a bound of both. `of_the_two`: the bound is made from x and y; else x and y are made from the bound.
  std::vector<unsigned> bounded(unsigned x, unsigned y, bool of_the_two, Operation towards, Operation away) {
    const unsigned other = element();
    const auto made = [&](Operation operation, unsigned left, unsigned right) {
      return builder_.add(operation, {left, right});
    };
    if (of_the_two) return {x, y, made(towards, made(towards, x, y), other)};
    const unsigned first = made(away, other, x);
    return {first, made(away, other, y), other};
  }

  Bytes bytes_;
  const Contract& contract_;
  const std::vector<ValueTransformer>& transformers_;
  const ProgramOptions& options_;
  unsigned size_;  ///< a byte that determines the number of dimensions
  unsigned way_;   ///< a byte that determines `exact`, `repeat` and whether the pool has dense elements
  bool dense_;
  unsigned dimensions_;
  Drawer drawer_;
  Builder builder_;
  std::vector<std::optional<unsigned>> pool_;
  std::optional<unsigned> top_;
  std::vector<Operation> makers_;
  std::vector<Operation> observers_;
  std::vector<const Law*> laws_;
};

}  // namespace

Program decode(std::span<const std::uint8_t> bytes, const Contract& contract,
               const std::vector<ValueTransformer>& transformers, const ProgramOptions& options) {
  return Decoder(bytes, contract, transformers, options).whole();
}

Program random_program(std::uint64_t seed, std::uint64_t number, const Contract& contract,
                       const std::vector<ValueTransformer>& transformers, const ProgramOptions& options) {
  constexpr std::size_t kBytes = 1024;  // a program of C2 reads fewer
  core::Rng rng = core::Rng(seed).split(number);
  std::vector<std::uint8_t> bytes(kBytes);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
  return decode(bytes, contract, transformers, options);
}

}  // namespace assay::domain
