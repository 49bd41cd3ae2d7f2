// Names of the constants that terms bring along.

#include "trigger/source/validator.hpp"

#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

TEST(Validator, GivesFreshConstantsShortNames) {
  smt::TermStore store;
  const smt::Script script =
      read(store, "(declare-sort U 0)(declare-fun f (U U) U)(declare-const v1 U)(declare-const u U)");
  FakeProver prover([](const std::string&) { return Reply(); });
  const Problem problem;
  Validator validator(store, problem, script, prover, 1);
  const smt::FunctionId f = script.commands[1].functions[0];
  const smt::TermId u = store.call_as(script.commands[3].functions[0], {}, script.commands[0].sort);
  const smt::SortId sort = store.sort_of(u);
  std::vector<smt::TermId> constants;
  for (int i = 0; i < 12; ++i) constants.push_back(validator.fresh_constant(sort));
  const auto call = [&](smt::TermId a, smt::TermId b) {
    return store.call_as(f, std::vector<smt::TermId>{a, b}, sort);
  };
  const auto text = [&](const std::vector<smt::TermId>& terms) {
    std::string all;
    for (const smt::TermId term : validator.with_short_names(terms)) all += smt::to_string(store, term) + " ";
    return all;
  };
  EXPECT_EQ(text({call(constants[0], u)}), "(f v u) ");  // it is short
  EXPECT_EQ(text({call(constants[9], constants[4]), call(constants[4], u)}),
            "(f v1!1 v2) (f v2 u) ");                                   // v1 is the script's
  EXPECT_EQ(text({call(constants[7], constants[8])}), "(f v1!1 v2) ");  // the same in another set
}

}  // namespace
}  // namespace assay::trigger
