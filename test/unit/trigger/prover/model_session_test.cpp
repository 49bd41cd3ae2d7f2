#include "trigger/prover/model_session.hpp"

#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

using ModelSessions = WithZ3;

/// Thousands of unknowns that contain each other once made a query of 600 MB.
TEST_F(ModelSessions, DoNotAskAQuestionWithoutABound) {
  smt::TermStore store;
  const std::string name(1000, 'x');
  const smt::TermId unknown = term_in(store, "(declare-const " + name + " Int)", name);
  ModelSession session(store, "z3", "", std::uint64_t{1} << 30, {});
  const auto values = [&](std::size_t count) {
    return session.model({}, std::vector<smt::TermId>(count, unknown), Deadline(kSeconds, {}));
  };
  ASSERT_TRUE(values(10));
  EXPECT_EQ(values(10)->size(), 10U);
  EXPECT_FALSE(values(9000)) << "nine megabytes";
  EXPECT_FALSE(session.refuted());
  EXPECT_TRUE(values(10)) << "the process goes on";
}

}  // namespace
}  // namespace assay::trigger
