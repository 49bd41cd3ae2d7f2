#include "smt/draw/draw_patterns.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "assay/smt/operator.hpp"

namespace assay::smt {
namespace {

// The format of the float among the sorts that are tried. The bit-vector has the same width, as conversions require.
constexpr std::uint32_t kExponent = 5;
constexpr std::uint32_t kSignificand = 11;

const std::vector<std::vector<Index>>& index_choices(std::size_t count) {
  static const std::vector<std::vector<std::vector<Index>>> choices{
      {{}},
      {{Index{1, {}}}, {Index{3, {}}}, {Index{16, {}}}},
      {{Index{3, {}}, Index{1, {}}}, {Index{1, {}}, Index{2, {}}}, {Index{kExponent, {}}, Index{kSignificand, {}}}},
      // A bound and coefficients, which may be any numbers.
      {std::vector<Index>(3, Index{2, {}})},
      {std::vector<Index>(4, Index{2, {}})},
      {std::vector<Index>(5, Index{2, {}})},
  };
  static const std::vector<std::vector<Index>> none;
  return count < choices.size() ? choices[count] : none;
}

// False for patterns that mix Int and Real: the sort rules allow them, as some solvers do, but the standard does not.
bool is_standard_reading(std::string_view name, const OperatorPattern& pattern) {
  const auto end = pattern.arguments.begin() + pattern.arity;
  const auto has = [&](SortKind kind) { return std::find(pattern.arguments.begin(), end, kind) != end; };
  if (name == "to_real") return !has(SortKind::Real);
  if (name == "to_int" || name == "is_int" || name == "/") return !has(SortKind::Int);
  if (pattern.theory != Theory::Core && pattern.theory != Theory::Ints && pattern.theory != Theory::Reals) return true;
  return !(has(SortKind::Int) && has(SortKind::Real));
}

class Discovery {
 public:
  Discovery() {
    for (const SortId sort :
         {store_.bool_sort(), store_.int_sort(), store_.real_sort(), store_.rounding_mode_sort(), store_.string_sort(),
          store_.reglan_sort(), store_.bit_vector_sort(kExponent + kSignificand),
          store_.float_sort(kExponent, kSignificand), store_.array_sort(store_.int_sort(), store_.int_sort()),
          store_.sequence_sort(store_.int_sort())})
      sorts_.push_back(sort);
    const std::array number{store_.int_sort()};
    const std::array pair{store_.compound_sort(SortKind::Tuple, std::array{store_.int_sort(), store_.int_sort()})};
    sorts_.push_back(store_.compound_sort(SortKind::Set, number));
    sorts_.push_back(store_.compound_sort(SortKind::Set, pair));
    sorts_.push_back(pair[0]);
    sorts_.push_back(store_.compound_sort(SortKind::Bag, number));
    sorts_.push_back(store_.compound_sort(SortKind::Bag, pair));
    sorts_.push_back(store_.compound_sort(SortKind::Nullable, number));
    SortNode field;
    field.kind = SortKind::FiniteField;
    field.indices = {7};
    sorts_.push_back(store_.sort(std::move(field)));
  }

  std::vector<OperatorPattern> run() {
    const Operators& all = Operators::get();
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const OperatorRow& row = all.row(OperatorId{i});
      const bool usable =
          !row.ascribed && row.sort != nullptr && row.evaluate != nullptr && row.min_arity > 0 && row.min_arity <= 4;
      if (!usable) continue;
      for (const std::uint8_t arity : standard_arities(row)) try_row(OperatorId{i}, row, arity);
    }
    return std::move(found_);
  }

 private:
  void try_row(OperatorId op, const OperatorRow& row, std::uint8_t arity) {
    std::vector<std::size_t> choice(arity, 0);
    for (;;) {
      try_arguments(op, row, choice);
      std::size_t digit = 0;
      while (digit < choice.size() && ++choice[digit] == sorts_.size()) choice[digit++] = 0;
      if (digit == choice.size()) return;
    }
  }

  void try_arguments(OperatorId op, const OperatorRow& row, const std::vector<std::size_t>& choice) {
    std::vector<SortId> arguments;
    for (const std::size_t i : choice) arguments.push_back(sorts_[i]);
    for (const std::vector<Index>& indices : index_choices(row.index_count)) {
      const auto result = row.sort(SortQuery{store_, arguments, indices, std::nullopt});
      if (!result) continue;
      OperatorPattern pattern;
      pattern.op = op;
      pattern.theory = row.theory;
      pattern.standard = row.standard;
      pattern.arity = static_cast<std::uint8_t>(choice.size());
      pattern.index_count = row.index_count;
      pattern.result = store_.kind(*result);
      for (std::size_t i = 0; i < arguments.size(); ++i) pattern.arguments[i] = store_.kind(arguments[i]);
      if (is_standard_reading(row.name, pattern)) found_.push_back(pattern);
      return;
    }
  }

  TermStore store_;
  std::vector<SortId> sorts_;
  std::vector<OperatorPattern> found_;
};

}  // namespace

const std::vector<OperatorPattern>& operator_patterns() {
  static const std::vector<OperatorPattern> all = Discovery().run();
  return all;
}

std::vector<std::uint8_t> standard_arities(const OperatorRow& row) {
  if (!row.standard_arities.empty()) return row.standard_arities;
  if (row.max_arity != kAnyArity) return {row.max_arity};
  if (row.name == "-") return {1, 2};
  return {fewest_arguments(row)};
}

namespace {

/// The sort that SMT-LIB requires of an argument if it is a number; otherwise the argument's own sort.
SortId due_sort(const TermStore& store, TermId term, std::size_t place) {
  const auto children = store.children(term);
  const SortId own = store.sort_of(children[place]);
  if (store.node(term).kind == TermKind::Call) {
    const auto& parameters = store.node(store.function_of(term)).parameters;
    const bool is_number = place < parameters.size() && (store.kind(parameters[place]) == SortKind::Real ||
                                                         store.kind(parameters[place]) == SortKind::Int);
    return is_number ? parameters[place] : own;
  }
  const OperatorRow& row = Operators::get().row(store.op(term));
  if (row.name == "const") return store.node(store.sort_of(term)).arguments.back();
  if (row.theory == Theory::Arrays) {
    const auto& parts = store.node(store.sort_of(children[0])).arguments;
    return place > 0 && place <= parts.size() ? parts[place - 1] : own;
  }
  if (row.name == "/" || row.name == "to_int" || row.name == "is_int") return store.real_sort();
  if (row.name == "to_fp" && store.kind(own) == SortKind::Int && children.size() == 2) return store.real_sort();
  if (row.theory != Theory::Core && row.theory != Theory::Ints && row.theory != Theory::Reals) return own;
  const std::size_t first = row.name == "ite" ? 1 : 0;
  return place > first ? store.sort_of(children[first]) : own;
}

}  // namespace

bool mixes_numbers(const TermStore& store, TermId application) {
  const TermKind kind = store.node(application).kind;
  if (kind != TermKind::Apply && kind != TermKind::Call) return false;
  for (std::size_t i = 0; i < store.children(application).size(); ++i) {
    const SortId own = store.sort_of(store.children(application)[i]);
    const SortId due = due_sort(store, application, i);
    const bool is_number = store.kind(own) == SortKind::Int || store.kind(own) == SortKind::Real;
    if (is_number && own != due) return true;
  }
  return false;
}

bool wants_values(const OperatorRow& row) { return row.ascribed || row.name == "re.range"; }

}  // namespace assay::smt
