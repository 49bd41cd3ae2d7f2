#include "smt/checker/rule/ground_terms.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "smt/draw/points.hpp"

namespace assay::smt {
namespace {

constexpr std::uint32_t kShapeWidth = 4;  // of bit-vectors while shapes are found
constexpr std::array<std::uint32_t, 10> kWidths = {1, 2, 3, 4, 5, 8, 12, 16, 32, 64};
constexpr unsigned kTries = 12;
constexpr std::uint8_t kMaxArity = 3;

/// The arities to draw: the standard's, and up to three arguments for chaining operators.
std::vector<std::size_t> arities(const OperatorRow& row) {
  std::vector<std::size_t> out;
  const std::uint8_t most = std::min(row.max_arity, std::max(row.min_arity, kMaxArity));
  for (std::uint8_t arity = fewest_arguments(row); arity <= most; ++arity) out.push_back(arity);
  return out;
}

/// Indices with which an operator may have a sort for arguments of width kShapeWidth.
std::vector<std::vector<std::uint64_t>> trial_indices(std::uint8_t count) {
  switch (count) {
    case 0: return {{}};
    case 1: return {{1}, {2}, {0}};
    case 2: return {{2, 1}, {1, 2}, {5, 11}};
    default: return {};
  }
}

/// Other indices for another width. Most operators check only their order and the width.
std::uint64_t random_index(std::uint64_t width, core::Rng& rng) {
  const std::uint64_t edges[] = {0, 1, width - 1, width, width + 1};
  return rng.percent(70) ? edges[rng.below(5)] : rng.below(width + 3);
}

std::vector<Index> as_indices(const std::vector<std::uint64_t>& numbers) {
  std::vector<Index> out;
  for (const std::uint64_t number : numbers) out.push_back({number, {}});
  return out;
}

/// The sorts of arguments and the indices with which an operator has a sort, for bit-vectors of width kShapeWidth.
struct Shape {
  std::vector<std::uint8_t> kinds;  ///< positions in the list of sorts
  std::vector<std::uint64_t> indices;
};

/// The sorts of constants, for one width of bit-vectors.
std::vector<SortId> argument_sorts(TermStore& store, std::uint32_t width) {
  const SortId element = store.int_sort();
  return {store.bool_sort(),
          store.int_sort(),
          store.real_sort(),
          store.bit_vector_sort(width),
          store.string_sort(),
          store.reglan_sort(),
          store.sequence_sort(element),
          store.array_sort(element, element),
          store.compound_sort(SortKind::Set, std::array{element}),
          store.compound_sort(SortKind::Bag, std::array{element}),
          store.rounding_mode_sort(),
          store.float_sort(5, 11)};
}

/// Whether arguments are whole numbers where the standard wants reals. Solvers accept that, and checkers need not.
bool mixes_numbers(const OperatorRow& row, const std::vector<std::uint8_t>& kinds) {
  constexpr std::uint8_t kInt = 1;
  constexpr std::uint8_t kReal = 2;
  const bool has_int = std::find(kinds.begin(), kinds.end(), kInt) != kinds.end();
  const bool has_real = std::find(kinds.begin(), kinds.end(), kReal) != kinds.end();
  return has_int && (has_real || (row.theory == Theory::Reals && row.name != "to_real"));
}

void add_shapes(TermStore& store, const OperatorRow& row, std::size_t arity, const std::vector<std::uint64_t>& indices,
                std::vector<Shape>& out) {
  const std::vector<SortId> all = argument_sorts(store, kShapeWidth);
  const std::vector<Index> given = as_indices(indices);
  std::vector<std::uint8_t> kinds(arity, 0);
  std::vector<SortId> arguments(arity);
  for (;;) {
    for (std::size_t i = 0; i < arity; ++i) arguments[i] = all[kinds[i]];
    if (!mixes_numbers(row, kinds) && row.sort({store, arguments, given, {}})) out.push_back({kinds, indices});
    std::size_t at = 0;
    while (at < arity && ++kinds[at] == all.size()) kinds[at++] = 0;
    if (at == arity) return;
  }
}

/// The shapes of all operators, which are found once.
const std::vector<Shape>& shapes_of(OperatorId op) {
  static const std::vector<std::vector<Shape>> table = [] {
    TermStore store;
    std::vector<std::vector<Shape>> out(Operators::get().size());
    for (const OperatorId one : GroundTerms::operators()) {
      const OperatorRow& row = Operators::get().row(one);
      for (const std::size_t arity : arities(row))
        for (const std::vector<std::uint64_t>& indices : trial_indices(row.index_count))
          add_shapes(store, row, arity, indices, out[one.index]);
    }
    return out;
  }();
  return table[op.index];
}

std::vector<Value> wrong_numbers(const mpz_class& right) {
  return {Value(mpz_class(-1)),        Value(mpz_class(0)),         Value(mpz_class(1)),
          Value(mpz_class(right + 1)), Value(mpz_class(right - 1)), Value(mpz_class(-right))};
}

std::vector<Value> wrong_bits(const BitVector& right) {
  const std::uint32_t width = right.width;
  const mpz_class top = mpz_class(1) << (width - 1);
  const mpz_class all = (top << 1) - 1;
  return {make_bits(width, right.bits >= top ? mpz_class(right.bits - top) : mpz_class(right.bits + top)),
          make_bits(width, 0),
          make_bits(width, all),
          make_bits(width, right.bits + 1),
          make_bits(width, -right.bits),
          make_bits(width, all - right.bits)};
}

std::vector<Value> wrong_strings(const std::u32string& right) {
  std::vector<Value> out = {Value(std::u32string()), Value(right + U'0'), Value(right + right)};
  if (!right.empty()) out.emplace_back(right.substr(1));
  return out;
}

std::vector<Value> wrong_values(const Value& right) {
  if (right.is<bool>()) return {Value(!right.as_bool())};
  if (right.is<mpz_class>()) return wrong_numbers(right.as_int());
  if (right.is<mpq_class>())
    return {Value(mpq_class(-right.as_real())), Value(mpq_class(0)), Value(mpq_class(right.as_real() + 1))};
  if (right.is<BitVector>()) return wrong_bits(right.as_bits());
  if (right.is<std::u32string>()) return wrong_strings(right.as_string());
  return {};
}

/// A part of a word, or a word that contains it: operators on two words depend on such a relation.
template <typename Word>
Word related_word(const Word& word, const Word& other, core::Rng& rng) {
  const auto length = static_cast<std::uint64_t>(word.end() - word.begin());
  const auto at = static_cast<std::ptrdiff_t>(rng.below(length + 1));
  Word out;
  const auto append = [&](auto begin, auto end) { out.insert(out.end(), begin, end); };
  switch (rng.below(4)) {
    case 0: append(word.begin(), word.begin() + at); break;
    case 1: append(word.begin() + at, word.end()); break;
    case 2:
      append(word.begin(), word.end());
      append(other.begin(), other.end());
      break;
    default: append(other.begin(), other.end()); append(word.begin(), word.end());
  }
  return out;
}

std::optional<Value> related_value(const Value& value, const Value& other, core::Rng& rng) {
  if (value.is<std::u32string>()) return Value(related_word(value.as_string(), other.as_string(), rng));
  if (!value.is<std::shared_ptr<const SequenceValue>>()) return std::nullopt;
  return make_sequence(related_word(value.as_sequence().elements, other.as_sequence().elements, rng));
}

}  // namespace

const std::vector<OperatorId>& GroundTerms::operators() {
  static const std::vector<OperatorId> all = [] {
    std::vector<OperatorId> out;
    const Operators& rows = Operators::get();
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      const OperatorRow& row = rows.row(OperatorId{i});
      const bool applies = row.evaluate != nullptr && !applies_functions(row) && !row.ascribed;
      if (applies && !arities(row).empty() && row.max_arity > 0) out.push_back(OperatorId{i});
    }
    return out;
  }();
  return all;
}

std::optional<TermId> GroundTerms::draw_language(core::Rng& rng, unsigned depth) {
  const Operators& rows = Operators::get();
  const auto apply = [&](std::string_view name, const std::vector<TermId>& children) {
    return store_.apply(*rows.find(name, 0), children);
  };
  const std::uint64_t choice = rng.below(depth == 0 ? 4 : 8);
  if (choice == 0) return apply("re.allchar", {});
  if (choice == 1) return apply(rng.coin() ? "re.all" : "re.none", {});
  const auto text = values_.draw(store_.string_sort(), rng);
  const TermId word = store_.constant(text ? *text : Value(std::u32string()), store_.string_sort());
  if (choice <= 3) return apply("str.to_re", {word});
  const std::optional<TermId> left = draw_language(rng, depth - 1);
  if (!left || choice == 4) return left ? apply("re.*", {*left}) : left;
  if (choice == 5) return apply("re.comp", {*left});
  const std::optional<TermId> right = draw_language(rng, depth - 1);
  return right ? apply(choice == 6 ? "re.++" : "re.union", {*left, *right}) : right;
}

std::optional<TermId> GroundTerms::draw_constant(SortId sort, core::Rng& rng, bool small) {
  if (store_.kind(sort) == SortKind::RegLan) return draw_language(rng, 2);
  const std::optional<Value> value = small ? values_.degenerate(sort, rng) : values_.draw(sort, rng);
  return value ? make_term(store_, *value, sort) : std::nullopt;
}

std::optional<TermId> GroundTerms::draw_related(TermId constant, core::Rng& rng) {
  const SortId sort = store_.sort_of(constant);
  const SortKind kind = store_.kind(sort);
  if (kind == SortKind::String || kind == SortKind::Sequence) {
    const std::optional<Value> value = closed_value(store_, constant);
    const std::optional<Value> other = values_.draw(sort, rng);
    const std::optional<Value> related = value && other ? related_value(*value, *other, rng) : std::nullopt;
    return related ? make_term(store_, *related, sort) : std::nullopt;
  }
  return rng.percent(25) ? std::optional(constant) : draw_constant(sort, rng, false);
}

std::optional<TermId> GroundTerms::draw_application(OperatorId op, core::Rng& rng) {
  const std::vector<Shape>& known = shapes_of(op);
  if (known.empty()) return std::nullopt;
  const Shape& shape = known[static_cast<std::size_t>(rng.below(known.size()))];
  const std::uint32_t width = kWidths[static_cast<std::size_t>(rng.below(kWidths.size()))];
  const std::vector<SortId> all = argument_sorts(store_, width);
  std::vector<std::uint64_t> indices = shape.indices;
  if (rng.percent(80))
    for (std::uint64_t& index : indices) index = random_index(width, rng);
  std::vector<TermId> arguments;
  for (const std::uint8_t kind : shape.kinds) {
    const bool is_same_sort = !arguments.empty() && store_.sort_of(arguments.back()) == all[kind];
    const bool relates = is_same_sort && rng.percent(40);
    const bool small = rng.percent(25);
    const std::optional<TermId> constant =
        relates ? draw_related(arguments.back(), rng) : draw_constant(all[kind], rng, small);
    if (!constant) return std::nullopt;
    arguments.push_back(*constant);
  }
  return store_.apply(op, arguments, as_indices(indices));
}

std::optional<GroundTerm> GroundTerms::draw(OperatorId op, core::Rng& rng) {
  const Model none;
  const OperatorRow& row = Operators::get().row(op);
  for (unsigned i = 0; i < kTries; ++i) {
    const std::optional<TermId> term = draw_application(op, rng);
    if (!term) continue;
    Evaluator evaluator(store_, none);
    Outcome value = evaluator.evaluate(*term);
    const bool is_open = value.lack == Lack::Unspecified;
    // A choice that the standard leaves to a model has a value here; one where solvers differ has none.
    if (is_open && row.standard && !is_extension(row.theory)) {
      Evaluator fixing(store_, none, {.unspecified = UnspecifiedMode::Fix});
      value = fixing.evaluate(*term);
    }
    if (!value.known()) continue;
    const std::optional<TermId> written = make_term(store_, value.value, store_.sort_of(*term));
    if (written) return GroundTerm{*term, *written, is_open};
  }
  return std::nullopt;
}

std::optional<TermId> GroundTerms::draw_wrong_value(const GroundTerm& right, core::Rng& rng) {
  const SortId sort = store_.sort_of(right.term);
  // A faulty implementation often returns an argument.
  std::vector<TermId> candidates;
  for (const TermId child : store_.children(right.term))
    if (store_.sort_of(child) == sort && child != right.value) candidates.push_back(child);
  if (!candidates.empty() && rng.percent(30)) return rng.pick(candidates);
  const std::optional<Value> value = closed_value(store_, right.value);
  if (!value) return std::nullopt;
  std::vector<Value> wrong = wrong_values(*value);
  if (const std::optional<Value> other = values_.draw(sort, rng)) wrong.push_back(*other);
  std::erase(wrong, *value);
  if (wrong.empty()) return std::nullopt;
  return make_term(store_, rng.pick(wrong), sort);
}

}  // namespace assay::smt
