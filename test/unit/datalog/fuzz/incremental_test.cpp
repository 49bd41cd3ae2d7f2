// A relation's rules alone, over the results of all other relations, give the whole program's result (Deopt).

#include "datalog/fuzz/judge/incremental.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <map>

#include "fuzz_support.hpp"
#include "rounds.hpp"

namespace assay::datalog::testing {
namespace {

TEST(DatalogIncremental, RulesAloneGiveWhatTheProgramGives) {
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < test_rounds(1000, 3000); ++i) {
    const auto made = generate_program({}, dialect("souffle")->capabilities, {}, core::Rng(17).split(i));
    if (!made || made->values.empty()) continue;
    for (RelationId id = 0; id < made->program.relations.size(); ++id) {
      const std::string& name = made->program.relations[id].name;
      const Program printed = printed_for(made->program, name);
      const EngineAnswer whole = honest(printed);
      ASSERT_EQ(whole.kind, EngineAnswer::Kind::Computed);
      const auto alone = rules_alone(printed, whole.output, name);
      const auto* program = std::get_if<Program>(&alone);
      if (program == nullptr) continue;
      const std::string text = dialect("souffle")->print(*program);
      ASSERT_TRUE(check(*program).ok()) << text;
      const EngineAnswer got = honest(*program);
      ASSERT_EQ(got.kind, EngineAnswer::Kind::Computed) << got.reason << "\n" << text;
      ASSERT_EQ(got.output.relations.back(), made->values[id]) << text;
      ++compared;
    }
  }
  EXPECT_GT(compared, test_rounds(2600, 8000));
}

struct Copying : Building {
  RelationId in = relation("in", "n", {{1}, {2}});
  RelationId out = relation("out", "n", {{9}});
  Copying() { rule(atom(out, {'a'}), {atom(in, {'a'})}); }
};

TEST(DatalogIncremental, KeepsOneRelationsRulesAndFacts) {
  const Copying copying;
  const auto alone = rules_alone(copying.program, honest(copying.program).output, "out");
  const auto* program = std::get_if<Program>(&alone);
  ASSERT_NE(program, nullptr);
  ASSERT_EQ(program->relations.size(), 3U);
  EXPECT_EQ(program->relations[2].name, "alone_out");
  EXPECT_EQ(program->relations[1].facts, tuples(1, {{1}, {2}, {9}}));
  EXPECT_FALSE(program->relations[1].is_output);
  EXPECT_TRUE(program->relations[2].is_output);
  EXPECT_EQ(honest(*program).output.relations[2], tuples(1, {{1}, {2}, {9}}));
}

TEST(DatalogIncremental, PrintsWhatTheRulesRead) {
  Copying copying;
  const RelationId beside = copying.relation("beside", "n", {{5}});
  for (Relation& relation : copying.program.relations) relation.is_output = false;
  copying.program.relations[copying.in].inlining = Inlining::Inline;
  const Program printed = printed_for(copying.program, "out");
  EXPECT_TRUE(printed.relations[copying.in].is_output);
  EXPECT_EQ(printed.relations[copying.in].inlining, Inlining::Default);
  EXPECT_TRUE(printed.relations[copying.out].is_output);
  EXPECT_FALSE(printed.relations[beside].is_output);
  const auto alone = rules_alone(printed, honest(printed).output, "out");
  ASSERT_TRUE(std::holds_alternative<Program>(alone));
  EXPECT_TRUE(std::get<Program>(alone).relations[beside].facts.empty());
}

TEST(DatalogIncremental, SkipsWhatItCannotGive) {
  const auto reason = [](const Program& program, const Output& known, const char* relation) {
    const auto alone = rules_alone(program, known, relation);
    const auto* skip = std::get_if<core::Skip>(&alone);
    return skip == nullptr ? std::string("none") : skip->reason;
  };
  Copying copying;
  Output known = honest(copying.program).output;
  EXPECT_EQ(reason(copying.program, known, "gone"), "the relation is gone");
  known.present[0] = false;
  EXPECT_EQ(reason(copying.program, known, "out"), "a relation was not printed");
  known.present[0] = true;
  for (Value i = 0; i < 6000; ++i) known.relations[0].add({i});
  EXPECT_EQ(reason(copying.program, known, "out"), "too many facts");
  Building floats;
  floats.relation("f", "f", {{std::bit_cast<Value>(0.5)}});
  EXPECT_EQ(reason(floats.program, honest(floats.program).output, "f"), "none");
  floats.program.relations[0].facts.add({std::bit_cast<Value>(std::numeric_limits<double>::infinity())});
  EXPECT_EQ(reason(floats.program, honest(floats.program).output, "f"), "values that cannot be given as facts");
}

}  // namespace
}  // namespace assay::datalog::testing
