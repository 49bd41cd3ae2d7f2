#include <gtest/gtest.h>

#include "support.hpp"

namespace assay::datalog {
namespace {

using Expectations = std::vector<std::pair<std::string, Oracle>>;

/// e -> p, e -> q, p -| q: q(X) :- e(X, _), !p(X). And c counts p.
Program negated() {
  Program program;
  const RelationId e = add_relation(program, "e", "nn", {{1, 2}, {2, 3}});
  const RelationId p = add_relation(program, "p", "n");
  const RelationId q = add_relation(program, "q", "n");
  const RelationId c = add_relation(program, "c", "n");
  add_rule(program, {atom(p, {x(0)})}, {atom(e, {any(), x(0)})});
  add_rule(program, {atom(q, {x(0)})}, {atom(e, {x(0), any()}), no(p, {x(0)})});
  add_rule(program, {atom(c, {x(0)})}, {Aggregate{x(0), Aggregator::Count, any(), {atom(p, {x(1)})}, {}}});
  return program;
}

Workspace workspace_of(const Program& program, RelationId output = 0) {
  return {program, output, every_capability(), small_limits()};
}

TEST(Workspace, carries_a_change_along_the_graph) {
  Workspace workspace = workspace_of(negated());
  workspace.note({{1, Oracle::Superset}});
  EXPECT_EQ(
      workspace.expectations(),
      (Expectations{{"e", Oracle::Equal}, {"p", Oracle::Superset}, {"q", Oracle::Subset}, {"c", Oracle::Unknown}}));
  workspace.note({{2, Oracle::Equal}, {2, Oracle::Subset}});
  EXPECT_EQ(workspace.expectations()[2].second, Oracle::Subset);
  workspace.note({{1, Oracle::Subset}});
  EXPECT_EQ(workspace.expectations()[1].second, Oracle::Unknown);
  EXPECT_EQ(workspace.expectations()[0].second, Oracle::Equal);
}

TEST(Workspace, removes_a_relation) {
  Program program = negated();
  program.rules.erase(program.rules.begin() + 1, program.rules.end());
  Workspace workspace = workspace_of(program, 3);
  workspace.set_samples({program.relations[0].facts, {1, 1, {7}}, {1, 0, {}}, {1, 1, {9}}});
  workspace.note({{2, Oracle::Superset}});
  workspace.remove_relation(2);
  EXPECT_EQ(workspace.output(), 2U);
  EXPECT_EQ(workspace.program().relations[2].name, "c");
  EXPECT_EQ(workspace.expectations(), (Expectations{{"e", Oracle::Equal}, {"p", Oracle::Equal}, {"c", Oracle::Equal}}));
  workspace.steer(true);
  EXPECT_EQ(workspace.sample(2).values, std::vector<Value>{9});
  workspace.steer(false);
  EXPECT_TRUE(workspace.sample(2).empty());
}

TEST(Workspace, renumbers_what_lies_behind_a_removed_relation) {
  Program program;
  add_relation(program, "unused", "n");
  const RelationId e = add_relation(program, "e", "n", {{1}});
  const RelationId p = add_relation(program, "p", "nn");
  add_rule(program, {atom(p, {x(0), x(1)})},
           {atom(e, {x(0)}), Aggregate{x(1), Aggregator::Count, any(), {atom(e, {x(2)})}, {}}});
  Workspace workspace = workspace_of(program, p);
  workspace.remove_relation(0);
  EXPECT_EQ(text(workspace.program(), workspace.program().rules[0]), "p(X0, X1) :- e(X0), X1 = count _ : { e(X2) }.");
  EXPECT_EQ(violation(program, workspace), "");
}

TEST(Workspace, names_new_relations_as_no_other) {
  Program program;
  add_relation(program, "neg_7", "n");
  add_relation(program, "edge_of_2019x", "n");
  program.seed.text = "hidden: neg_9";
  Workspace workspace = workspace_of(program);
  std::vector<std::string> names;
  for (int i = 0; i < 3; ++i) {
    const RelationId added = workspace.add_relation("neg", {});
    names.push_back(workspace.program().relations[added].name);
    EXPECT_FALSE(workspace.program().relations[added].is_output);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"neg_8", "neg_10", "neg_11"}));
  EXPECT_EQ(workspace.expectations().size(), 2U);
}

TEST(Workspace, values_follow_changes) {
  const Program program = negated();
  Workspace workspace = workspace_of(program);
  ASSERT_NE(workspace.values(), nullptr);
  EXPECT_EQ((*workspace.values())[1].count, 2U);
  workspace.change().relations[0].facts.add({3, 3});
  workspace.change().relations[0].facts.add({3, 4});
  EXPECT_EQ((*workspace.values())[1].count, 3U);
}

TEST(Workspace, what_a_choice_domain_reaches_is_unknown) {
  Program program = negated();
  program.relations[1].choice_domains = {{0}};
  Workspace workspace = workspace_of(program);
  EXPECT_EQ(
      workspace.expectations(),
      (Expectations{{"e", Oracle::Equal}, {"p", Oracle::Unknown}, {"q", Oracle::Unknown}, {"c", Oracle::Unknown}}));
}

TEST(Sequence, ends_when_nothing_applies) {
  Program program;
  add_relation(program, "e", "f");
  Workspace workspace = workspace_of(program);
  const auto steps = transform_program(workspace, {Family::QueryFuzz}, Oracle::Subset, 100, core::Rng(1));
  EXPECT_TRUE(steps.empty());
  EXPECT_TRUE(same(workspace.program(), program));
}

TEST(Sequence, takes_rows_of_the_families_and_the_intention) {
  const Program program = negated();
  for (const Oracle intended : {Oracle::Equal, Oracle::Superset, Oracle::Subset}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Workspace workspace = workspace_of(program, 2);
      for (const Step& step : transform_program(workspace, {Family::DlSmith}, intended, 6, core::Rng(seed))) {
        const Transformation* row = transformation(step.transformation);
        ASSERT_NE(row, nullptr);
        EXPECT_EQ(row->family, Family::DlSmith);
        EXPECT_TRUE(row->oracle == Oracle::Equal || row->oracle == intended);
      }
    }
  }
}

TEST(Sequence, steps_that_are_not_there_are_left_out) {
  const Program program = negated();
  Workspace workspace = workspace_of(program);
  EXPECT_TRUE(redo(workspace, {{"nothing", 1}, {"JoinHeads", 2}}, core::Rng(1)).empty());
  EXPECT_TRUE(same(workspace.program(), program));
}

TEST(Sequence, of_a_program_without_relations_or_rules) {
  Program program;
  add_relation(program, "only", "n");
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Workspace workspace = workspace_of(program);
    const auto steps = transform_program(workspace, {Family::QueryFuzz, Family::DlSmith, Family::Rewrite},
                                         Oracle::Superset, 20, core::Rng(seed));
    EXPECT_EQ(violation(program, workspace), "");
  }
}

}  // namespace
}  // namespace assay::datalog
