// Terms that are equal up to their values have the same shape.

#include "trigger/source/shapes.hpp"

#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

const std::string kDeclarations =
    "(declare-fun f (Int Int) Int)(declare-fun g (Int) Int)(declare-const a Int)(declare-const b Int)";

TEST(Shapes, TermsWithAKnownShapeInThemAreKnown) {
  smt::TermStore store;
  KnownShapes known;
  known.add(store, {term_in(store, kDeclarations, "(g 1)"), term_in(store, kDeclarations, "(f (g 7) a)")});
  const smt::TermId same = term_in(store, kDeclarations, "(f (g 8) b)");
  const smt::TermId around = term_in(store, kDeclarations, "(g (f (g 8) b))");
  const smt::TermId deeper = term_in(store, kDeclarations, "(f (g (g 3)) (g 4))");
  const smt::TermId other = term_in(store, kDeclarations, "(f a (g 8))");
  const smt::TermId part = term_in(store, kDeclarations, "(g 1)");
  EXPECT_EQ(known.without_known(store, {same, around, deeper, other, part}), (std::vector<smt::TermId>{other, part}));
}

TEST(Shapes, AConstantIsItsOwnShape) {
  smt::TermStore store;
  KnownShapes known;
  known.add(store, {term_in(store, kDeclarations, "a")});
  const smt::TermId a = term_in(store, kDeclarations, "a");
  const smt::TermId b = term_in(store, kDeclarations, "b");
  const smt::TermId inside = term_in(store, kDeclarations, "(g a)");
  EXPECT_EQ(known.without_known(store, {a, b, inside}), (std::vector<smt::TermId>{b, inside}));
}

}  // namespace
}  // namespace assay::trigger
