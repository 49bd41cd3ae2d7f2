// The engines that are installed, one program a process and many: the same answers.

#include <gtest/gtest.h>

#include "datalog/generate/generate.hpp"
#include "engine_support.hpp"
#include "rounds.hpp"

namespace assay::datalog::testing {
namespace {

using Kind = EngineAnswer::Kind;

struct Engine {
  std::string name;
  std::uint64_t programs;   ///< Racket takes half a second to start
  unsigned recursion = 30;  ///< percent of the relations; Racket does not end on some programs that have any
  EngineStyle style = EngineStyle::Persistent;
};
void PrintTo(const Engine& engine, std::ostream* out) { *out << engine.name << "_" << name(engine.style); }

class DatalogStyles : public ::testing::TestWithParam<Engine> {
 protected:
  void SetUp() override {
    auto targets = resolve_engines({GetParam().name}, true);
    if (!targets) GTEST_SKIP() << GetParam().name << " is not installed: its persistent style is not tried";
    target_ = std::move((*targets)[0]);
    Result<EngineDefinition> styled = in_style(target_.definition, GetParam().style);
    ASSERT_TRUE(styled.ok()) << styled.error().text();
    target_.definition = std::move(*styled);
    if (!target_.definition.note.empty()) GTEST_SKIP() << GetParam().name << ": " << target_.definition.note;
    ASSERT_FALSE(target_.definition.persistent.empty());
    limits_.wall_seconds = 30;
    port_ = make_engine_port(target_, limits_);
  }

  EngineAnswer run(const Program& program, bool fresh) { return port_->run(program, {}, fresh, {}); }

  EngineTarget target_;
  core::Limits limits_;
  std::unique_ptr<EnginePort> port_;
};

// All programs use the same names of relations, so tuples that an earlier program leaves would show in the next one.
TEST_P(DatalogStyles, GiveTheSameAnswers) {
  GenerateOptions options;
  options.limits.steps = 1000;
  options.recursion = GetParam().recursion;
  std::size_t computed = 0;
  for (std::uint64_t i = 0; i < GetParam().programs; ++i) {
    SCOPED_TRACE(i);
    const auto generated = generate_program({}, target_.capabilities, options, core::Rng(7).split(i));
    if (!generated) continue;
    const EngineAnswer many = run(generated->program, false);
    if (many.kind == Kind::Limited) continue;
    const EngineAnswer alone = run(generated->program, true);
    if (alone.kind == Kind::Limited) continue;
    ASSERT_EQ(many.kind, alone.kind) << many.text << alone.text;
    EXPECT_EQ(many.reason, alone.reason);
    EXPECT_EQ(many.output.relations, alone.output.relations) << many.text << alone.text;
    EXPECT_EQ(many.output.present, alone.output.present);
    EXPECT_EQ(many.output.symbols, alone.output.symbols);
    if (many.kind == Kind::Computed) ++computed;
  }
  EXPECT_GT(computed, GetParam().programs / 2);
}

// r1(X) :- in0(Y).
TEST_P(DatalogStyles, RejectTheSamePrograms) {
  Building built;
  const RelationId in = built.relation("in0", "n", {{1}, {2}});
  const RelationId out = built.relation("r1", "n");
  built.rule(built.atom(out, {'a'}), {built.atom(in, {'b'})});
  const EngineAnswer alone = run(built.program, true);
  const EngineAnswer many = run(built.program, false);
  EXPECT_EQ(many.kind, alone.kind) << many.text << alone.text;
  const EngineAnswer next = run(copying(), false);
  ASSERT_EQ(next.kind, Kind::Computed) << next.reason << next.text;
  EXPECT_EQ(next.output.relations[1], tuples(1, {{1}, {2}}));
}

INSTANTIATE_TEST_SUITE_P(Installed, DatalogStyles,
                         ::testing::Values(Engine{"muz", test_rounds(20, 50)}, Engine{"clingo", 50},
                                           Engine{"swipl", 50}, Engine{"racket", 6, 0}),
                         ::testing::PrintToStringParamName());
#ifdef ASSAY_WITH_Z3
INSTANTIATE_TEST_SUITE_P(Inside, DatalogStyles,
                         ::testing::Values(Engine{"muz", test_rounds(20, 200), 30, EngineStyle::Library}),
                         ::testing::PrintToStringParamName());
#endif

}  // namespace
}  // namespace assay::datalog::testing
