#include "smt/draw/random_value.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

#include "assay/smt/eval.hpp"
#include "smt/draw/draw_patterns.hpp"

namespace assay::smt {
namespace {

/// (_ FiniteField 7), and sets, bags, tuples and nullables, inside of each other, too.
std::vector<SortId> extension_sorts(TermStore& store) {
  SortNode field;
  field.kind = SortKind::FiniteField;
  field.indices = {7};
  std::vector<SortId> sorts = {store.sort(std::move(field)),
                               store.compound_sort(SortKind::Tuple, std::array{store.int_sort(), store.bool_sort()})};
  for (const SortKind kind : {SortKind::Set, SortKind::Bag, SortKind::Nullable}) {
    sorts.push_back(store.compound_sort(kind, std::array{store.int_sort()}));
    sorts.push_back(store.compound_sort(kind, std::array{sorts[1]}));
  }
  sorts.push_back(store.compound_sort(SortKind::Set, std::array{sorts.back()}));
  return sorts;
}

TEST(RandomValues, AreValuesOfTheirSort) {
  TermStore store;
  const Model empty;
  const std::vector<std::pair<SortId, Value>> literals;
  RandomValues values(store, literals);
  core::Rng rng(17);
  std::vector<SortId> sorts = extension_sorts(store);
  for (const SortId sort :
       {store.bool_sort(), store.int_sort(), store.real_sort(), store.string_sort(), store.rounding_mode_sort(),
        store.bit_vector_sort(1), store.bit_vector_sort(65), store.float_sort(2, 2), store.float_sort(5, 11),
        store.array_sort(store.bool_sort(), store.int_sort()),
        store.array_sort(store.int_sort(), store.array_sort(store.bit_vector_sort(2), store.string_sort())),
        store.sequence_sort(store.int_sort())})
    sorts.push_back(sort);
  for (const SortId sort : sorts) {
    std::set<std::uint64_t> different;
    for (int i = 0; i < 200; ++i) {
      const auto value = i % 2 == 0 ? values.draw(sort, rng) : values.degenerate(sort, rng);
      ASSERT_TRUE(value.has_value()) << to_string(store, sort);
      const auto term = make_term(store, *value, sort);
      ASSERT_TRUE(term.has_value()) << to_string(store, sort);
      EXPECT_EQ(store.sort_of(*term), sort);
      Evaluator evaluator(store, empty);
      const Outcome& outcome = evaluator.evaluate(*term);
      ASSERT_TRUE(outcome.known()) << to_string(store, *term);
      EXPECT_EQ(outcome.value, *value) << to_string(store, *term);
      different.insert(value->hash());
    }
    EXPECT_GE(different.size(), 2U) << to_string(store, sort);
  }
}

/// Generators find the operators of extensions as they find others: by their rows.
TEST(Patterns, HaveTheOperatorsOfExtensions) {
  std::set<std::string_view> drawn;
  for (const OperatorPattern& pattern : operator_patterns())
    if (is_extension(pattern.theory)) drawn.insert(Operators::get().row(pattern.op).name);
  for (const std::string_view name :
       {"set.union", "set.card", "set.member", "rel.join", "rel.tclosure", "tuple", "bag.count", "table.product",
        "nullable.val", "ff.mul", "ff.bitsum", "at-most", "pbeq"})
    EXPECT_TRUE(drawn.contains(name)) << name;
  EXPECT_FALSE(drawn.contains("ff.value")) << "a literal";
}

TEST(RandomValues, UseTheSeedsLiteralsAndTheirNeighbours) {
  TermStore store;
  const std::vector<std::pair<SortId, Value>> literals{{store.int_sort(), Value(mpz_class(123456))}};
  RandomValues values(store, literals);
  core::Rng rng(2);
  std::set<long> near;
  for (int i = 0; i < 300; ++i) {
    const mpz_class drawn = values.draw(store.int_sort(), rng)->as_int();
    if (abs(drawn - 123456) <= 1) near.insert(drawn.get_si());
  }
  EXPECT_EQ(near, (std::set<long>{123455, 123456, 123457}));
}

TEST(RandomValues, HaveNoneForLanguagesAndUnknownSorts) {
  TermStore store;
  const std::vector<std::pair<SortId, Value>> literals;
  RandomValues values(store, literals);
  core::Rng rng(2);
  EXPECT_FALSE(values.draw(store.reglan_sort(), rng).has_value());
  EXPECT_FALSE(values.draw(store.unknown_sort(), rng).has_value());
}

}  // namespace
}  // namespace assay::smt
