// Every transformation on random programs: the reference confirms its claim about each relation.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "random_program.hpp"
#include "rounds.hpp"
#include "support.hpp"

namespace assay::datalog {
namespace {

// Sanitized programs take twenty times as long.
#ifdef __SANITIZE_ADDRESS__
constexpr int kScale = 1;
#else
const int kScale = static_cast<int>(test_rounds(2, 10));
#endif

constexpr RelationId kNone = ~RelationId{0};

/// The last relation that has tuples.
RelationId pick_output(const Program& program, const Evaluation& evaluation) {
  for (std::size_t i = program.relations.size(); i-- > 0;) {
    if (!evaluation.relations.empty() && !evaluation.relations[i].empty()) return static_cast<RelationId>(i);
  }
  return kNone;
}

/// Some of the capabilities that random programs use; transformations may use no others.
Capabilities draw_capabilities(core::Rng& rng) {
  Capabilities can = every_capability();
  if (rng.percent(60)) return can;
  can.qualifiers = rng.coin() ? QualifierSet::all() : QualifierSet();
  can.multiple_heads = rng.coin();
  can.negated_wildcards = rng.coin();
  can.wildcards = rng.coin();
  can.negation = rng.coin();
  can.comparisons = rng.coin();
  can.order = can.comparisons && rng.coin();
  can.nullary = rng.coin();
  can.negative_numbers = rng.coin();
  return can;
}

/// True if the program uses only these capabilities. Checks only what random programs may use.
bool lies_within(const Capabilities& can, const Program& program) {
  bool fits = true;
  for (const Relation& relation : program.relations) {
    fits = fits && (can.nullary || relation.arity() > 0);
    fits = fits && (!can.qualifiers.empty() || relation.representation == Representation::Default);
    for (const Value value : relation.facts.values) fits = fits && (can.negative_numbers || value >= 0);
  }
  for (const Rule& rule : program.rules) {
    fits = fits && (can.multiple_heads || rule.heads.size() == 1);
    for (const Literal& literal : rule.body) {
      fits = fits && (can.comparisons || !std::holds_alternative<Comparison>(literal));
      const auto* comparison = std::get_if<Comparison>(&literal);
      fits = fits && (can.order || comparison == nullptr || comparison->comparator == Comparator::Equal ||
                      comparison->comparator == Comparator::NotEqual);
    }
    for_each_body_atom(rule, [&](const Atom& atom) { fits = fits && (can.negation || !atom.negated); });
    bool negated_wildcard = false;
    bool wildcard = false;
    for_each_body_atom(rule, [&](const Atom& atom) {
      for (const Term& term : atom.arguments) {
        wildcard = wildcard || term.is_wildcard();
        negated_wildcard = negated_wildcard || (atom.negated && term.is_wildcard());
      }
    });
    for_each_term(rule, [&](const Term& term) {
      fits = fits && (can.negative_numbers || !term.is_constant() || term.value >= 0);
    });
    fits = fits && (can.wildcards || !wildcard) && (can.negated_wildcards || !negated_wildcard);
  }
  return fits;
}

struct Share {
  int all = 0;
  int changed = 0;
};

class Property : public ::testing::Test {
 protected:
  /// One pair of a program and a sequence.
  void try_one(std::uint64_t index) {
    core::Rng rng = core::Rng(2025).split(index);
    const Program program = random_program(rng.split("program"));
    const Evaluation before = evaluate(program, small_limits());
    if (before.problem) return;
    const RelationId output = pick_output(program, before);
    if (output == kNone) return;
    Capabilities can = draw_capabilities(rng);
    if (!lies_within(can, program)) can = every_capability();
    const std::vector<Oracle> intentions{Oracle::Equal, Oracle::Superset, Oracle::Subset};
    const Oracle intended = rng.pick(intentions);
    const std::size_t length = rng.percent(5) ? 60 : 1 + rng.below(8);
    const core::Rng stream = rng.split("steps");
    Workspace workspace(program, output, can, small_limits());
    const std::vector<Step> steps = transform_program(workspace, all_, intended, length, stream);
    ASSERT_LE(steps.size(), length);
    for (const Step& step : steps) ++applied_[step.transformation];
    bool evaluated = false;
    const std::string wrong = violation(program, workspace, &evaluated);
    if (evaluated) ++judged_;
    ++pairs_;
    ASSERT_EQ(wrong, "") << explain(program, output, can, steps, stream);
    const Oracle found = workspace.expectations()[workspace.output()].second;
    ASSERT_TRUE(found == Oracle::Equal || found == intended) << explain(program, output, can, steps, stream);
    if (evaluated) count_change(before.relations[output], workspace, intended, steps);
    again(program, output, can, steps, stream, workspace);
  }

  /// The whole sequence again gives the same program; a part of the sequence keeps the expectations, too.
  void again(const Program& program, RelationId output, const Capabilities& can, const std::vector<Step>& steps,
             const core::Rng& stream, const Workspace& first) {
    Workspace second(program, output, can, small_limits());
    const std::vector<Step> done = redo(second, steps, stream);
    ASSERT_EQ(done.size(), steps.size());
    ASSERT_TRUE(same(second.program(), first.program()));
    ASSERT_EQ(second.expectations(), first.expectations());
    std::vector<Step> half;
    for (std::size_t i = 0; i < steps.size(); i += 2) half.push_back(steps[i]);
    Workspace third(program, output, can, small_limits());
    const std::vector<Step> kept = redo(third, half, stream);
    ASSERT_LE(kept.size(), half.size());
    ASSERT_EQ(violation(program, third), "") << explain(program, output, can, half, stream);
  }

  void count_change(const Tuples& before, Workspace& workspace, Oracle intended, const std::vector<Step>& steps) {
    if (intended == Oracle::Equal) return;
    const auto* values = workspace.values();
    if (values == nullptr) return;
    const bool changed = (*values)[workspace.output()] != before;
    Share& share = intended == Oracle::Superset ? expanding_ : contracting_;
    ++share.all;
    if (changed) ++share.changed;
    if (steps.size() != 1) return;
    Share& row = rows_[steps[0].transformation];
    ++row.all;
    if (changed) ++row.changed;
  }

  /// The shortest part of the sequence that is wrong, with both programs.
  std::string explain(const Program& program, RelationId output, const Capabilities& can, std::vector<Step> steps,
                      const core::Rng& stream) {
    const auto wrong = [&](const std::vector<Step>& part) {
      Workspace workspace(program, output, can, small_limits());
      static_cast<void>(redo(workspace, part, stream));
      return violation(program, workspace);
    };
    for (std::size_t i = steps.size(); i-- > 0;) {
      std::vector<Step> fewer = steps;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (!wrong(fewer).empty()) steps = fewer;
    }
    Workspace workspace(program, output, can, small_limits());
    std::string result = "output " + program.relations[output].name + "\n" + text(program);
    for (const Step& step : redo(workspace, steps, stream)) result += std::string(step.transformation) + " ";
    result += "\n" + text(workspace.program());
    const Evaluation old = evaluate(program, small_limits());
    const Evaluation now = evaluate(workspace.program(), small_limits());
    for (std::size_t i = 0; i < workspace.expectations().size(); ++i) {
      result += workspace.expectations()[i].first + " " + std::string(name(workspace.expectations()[i].second));
      if (!now.problem) result += " now " + std::to_string(now.relations[i].count);
      result += "\n";
    }
    for (std::size_t i = 0; !old.problem && i < old.relations.size(); ++i)
      result += program.relations[i].name + " had " + std::to_string(old.relations[i].count) + "\n";
    return result + wrong(steps);
  }

  const std::vector<Family> all_{Family::QueryFuzz, Family::DlSmith, Family::Rewrite};
  std::map<std::string_view, int> applied_;
  std::map<std::string_view, Share> rows_;
  Share expanding_;
  Share contracting_;
  int pairs_ = 0;
  int judged_ = 0;
};

TEST_F(Property, expectations_hold) {
  const std::uint64_t kPairs = static_cast<std::uint64_t>(kScale) * 3000;
  const int kMinApplied = kScale * 5;
  for (std::uint64_t i = 0; i < kPairs; ++i) {
    try_one(i);
    if (HasFatalFailure()) {
      ADD_FAILURE() << "pair " << i;
      return;
    }
  }
  std::cout << pairs_ << " pairs, of which the reference judged " << judged_ << "\n";
  std::cout << "output changed: EXP " << expanding_.changed << " of " << expanding_.all << ", CON "
            << contracting_.changed << " of " << contracting_.all << "\n";
  for (const Transformation& row : transformations()) {
    std::cout << row.name << " " << applied_[row.name];
    if (rows_.count(row.name) > 0)
      std::cout << ", alone changed " << rows_[row.name].changed << " of " << rows_[row.name].all;
    std::cout << "\n";
    if (row.name.starts_with("Seed")) continue;  // they need one
    if (row.needs != nullptr) continue;          // the program's dialect lacks it
    EXPECT_GE(applied_[row.name], kMinApplied) << row.name;
  }
  EXPECT_GE(judged_ * 100, pairs_ * 99);  // the reference has values before and after
  EXPECT_GE(expanding_.changed * 100, expanding_.all * 40);
  EXPECT_GE(contracting_.changed * 100, contracting_.all * 40);
}

/// Makes some inputs the seed's own, and gives a relation a choice domain.
void estrange(Program& program, core::Rng& rng) {
  for (RelationId i = 0; i < 2; ++i) {
    Relation& relation = program.relations[i];
    const bool has_rules = std::any_of(program.rules.begin(), program.rules.end(), [&](const Rule& rule) {
      return std::any_of(rule.heads.begin(), rule.heads.end(), [&](const Atom& head) { return head.relation == i; });
    });
    if (!has_rules && rng.percent(60)) relation.from_seed = true;
  }
  Relation& chosen = program.relations[static_cast<std::size_t>(rng.below(program.relations.size()))];
  if (!chosen.from_seed && chosen.arity() > 0 && rng.coin()) chosen.choice_domains = {{0}};
}

// With the seed's relations opened and choices left out, the expectations must still hold.
TEST_F(Property, seeds_and_choices_are_left_alone) {
  const std::uint64_t kPairs = static_cast<std::uint64_t>(kScale) * 800;
  int unknown = 0;
  for (std::uint64_t i = 0; i < kPairs; ++i) {
    core::Rng rng = core::Rng(31).split(i);
    Program program = random_program(rng.split("program"));
    estrange(program, rng);
    const auto output = static_cast<RelationId>(rng.below(program.relations.size()));
    const std::vector<Oracle> intentions{Oracle::Equal, Oracle::Superset, Oracle::Subset};
    Workspace workspace(program, output, every_capability(), small_limits());
    const auto steps = transform_program(workspace, all_, rng.pick(intentions), 1 + rng.below(8), rng.split("steps"));
    bool evaluated = false;
    ASSERT_EQ(violation(program, workspace, &evaluated), "")
        << i << "\n"
        << explain(program, output, every_capability(), steps, rng.split("steps"));
    if (evaluated) ++judged_;
    for (std::size_t j = 0; j < workspace.expectations().size(); ++j) {
      const Relation& relation = workspace.program().relations[j];
      if (!relation.choice_domains.empty()) {
        ++unknown;
        EXPECT_EQ(workspace.expectations()[j].second, Oracle::Unknown);
      }
      EXPECT_TRUE(!relation.from_seed || workspace.expectations()[j].second == Oracle::Equal);
    }
  }
  EXPECT_GT(judged_, kScale * 700);
  EXPECT_GT(unknown, kScale * 100);
}

TEST_F(Property, the_same_on_every_run) {
  for (std::uint64_t i = 0; i < 50; ++i) {
    const Program program = random_program(core::Rng(7).split(i));
    const auto once = [&] {
      Workspace workspace(program, 0, every_capability(), small_limits());
      static_cast<void>(transform_program(workspace, all_, Oracle::Superset, 10, core::Rng(i)));
      return text(workspace.program());
    };
    EXPECT_EQ(once(), once());
  }
}

}  // namespace
}  // namespace assay::datalog
