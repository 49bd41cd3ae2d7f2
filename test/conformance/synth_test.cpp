// Every pair of a theory and a category with formulas of `assay smt synth`: the claimed truth of the formulas is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "core/rng/rng.hpp"
#include "rounds.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/solver/features.hpp"
#include "smt/synth/executor.hpp"
#include "smt/synth/synth_config.hpp"
#include "smt/synth/synth_generator.hpp"

namespace assay::smt {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kFormulas = 6;  // of a pair
#else
const std::uint64_t kFormulas = test_rounds(6, 60);  // of a pair
#endif
constexpr unsigned kAssignments = 200;  // that must not satisfy an unsatisfiable formula

struct Pair {
  std::string theory;
  std::string category;
};

const std::vector<Pair>& pairs() {
  static const std::vector<Pair> all = [] {
    std::vector<Pair> made;
    for (const auto& [theory, theory_help] : synth_theories())
      for (const auto& [category, category_help] : synth_categories())
        made.push_back({std::string(theory), std::string(category)});
    return made;
  }();
  return all;
}

class SynthPairs : public ::testing::TestWithParam<std::size_t> {
 protected:
  /// False where the pair has no formulas.
  bool open() {
    // Planned once a process: each property asks for each pair.
    static std::map<std::size_t, std::shared_ptr<SynthConfig>> known;
    const auto [place, is_new] = known.try_emplace(GetParam());
    if (is_new) place->second = plan();
    config_ = place->second;
    if (config_ == nullptr) return false;
    generator_ = std::make_unique<SynthGenerator>(*config_);
    return true;
  }
  /// Nothing where the pair has no formulas.
  static std::shared_ptr<SynthConfig> plan() {
    SynthOptions options;
    options.sample = false;
    options.theories = {pair().theory};
    options.categories = {pair().category};
    auto made = make_synth_config(options);
    if (made) return std::move(*made);
    EXPECT_TRUE(made.error().message.starts_with("no formula is left")) << made.error().text();
    return nullptr;
  }
  static const Pair& pair() { return pairs()[GetParam()]; }
  static const CategoryRow& row() { return category(pair().category); }

  /// Indices of formulas, evenly spread over the plan and so over its families.
  [[nodiscard]] std::vector<std::uint64_t> indices() const {
    const std::uint64_t count = config_->plan.count();
    const std::uint64_t most = std::min<std::uint64_t>(count, kFormulas);
    std::vector<std::uint64_t> all;
    for (std::uint64_t i = 0; i < most; ++i) all.push_back(i * count / most);
    return all;
  }

  std::shared_ptr<SynthConfig> config_;
  std::unique_ptr<SynthGenerator> generator_;
};

/// A case read again from its files alone.
struct Reread {
  explicit Reread(const core::Case& subject) {
    auto read = parse_script(store, subject.files[0].content, "case");
    if (!read) {
      problem = read.error().text();
      return;
    }
    script = std::move(*read);
    for (const Command& command : script.commands) {
      if (command.kind == CommandKind::Assert) assertions.push_back(command.terms[0]);
      if (command.kind == CommandKind::DeclareFunction) declared.push_back(command.functions[0]);
      if (command.kind == CommandKind::Assert || command.kind == CommandKind::Optimize)
        terms.push_back(command.terms[0]);
    }
  }

  TermStore store;
  Script script;
  std::vector<TermId> assertions;
  std::vector<TermId> terms;  ///< of assertions, soft constraints and objectives
  std::vector<FunctionId> declared;
  std::string problem;
};

void check_witness(Reread& read, const core::Case& subject) {
  const core::File* witness = subject.file(kWitnessFile);
  ASSERT_NE(witness, nullptr);
  const auto model = parse_model(read.store, read.script, witness->content);
  ASSERT_TRUE(model.ok()) << model.error().text() << witness->content;
  const ModelJudgement judgement = judge_model(read.store, read.script, *model, witness_options());
  EXPECT_EQ(judgement.assertions.size(), read.assertions.size());
  EXPECT_TRUE(judgement.holds()) << witness->content;
}

/// Some assertion of a closed formula is false by evaluation. The other assertions need no value.
void check_closed(Reread& read) {
  const Model empty;
  Evaluator evaluator(read.store, empty);
  EXPECT_TRUE(std::any_of(read.assertions.begin(), read.assertions.end(), [&](TermId term) {
    const Outcome& outcome = evaluator.evaluate(term);
    return outcome.known() && !outcome.value.as_bool();
  }));
}

void check_no_assignment_satisfies(Reread& read, std::uint64_t seed) {
  const std::vector<std::pair<SortId, Value>> literals;
  RandomValues values(read.store, literals);
  core::Rng rng = core::Rng(1).split(seed);
  for (unsigned i = 0; i < kAssignments; ++i) {
    Model model;
    for (const FunctionId function : read.declared) {
      const SortId sort = read.store.node(function).result;
      auto value = i % 2 == 0 ? values.degenerate(sort, rng) : values.draw(sort, rng);
      if (!value) return;  // of a sort that we have no values of
      model.functions[function].fallback = std::move(*value);
    }
    ASSERT_FALSE(judge_model(read.store, read.script, model).holds()) << print_model(read.store, model);
  }
}

void check_truth(Reread& read, const core::Case& subject, Truth truth) {
  ASSERT_FALSE(read.assertions.empty());
  if (truth == Truth::Sat) {
    check_witness(read, subject);
  } else if (read.declared.empty()) {
    check_closed(read);
  } else {
    check_no_assignment_satisfies(read, subject.index);
  }
}

void check_facts(const Reread& read, const core::Case& subject, const Pair& pair, Truth truth) {
  const auto facts = SmtFacts::from_json(subject.metadata);
  ASSERT_TRUE(facts.ok()) << facts.error().text();
  EXPECT_EQ(subject.strategy, pair.category);
  EXPECT_EQ(subject.group, pair.theory);
  EXPECT_EQ(facts->truths, std::vector<Truth>{truth});
  EXPECT_EQ(facts->has_witness, truth == Truth::Sat);
  EXPECT_EQ(subject.file(kWitnessFile) != nullptr, facts->has_witness);
  const bool optimizes = pair.category == "soft" || pair.category == "soft-conflict" || pair.category == "optimum";
  EXPECT_EQ(facts->optimum.empty(), !optimizes);
  EXPECT_FALSE(facts->operations.empty());
  EXPECT_FALSE(subject.labels.empty());
  const bool by_instances = pair.category == "instances";
  EXPECT_EQ(subject.file(kInstancesFile) != nullptr, by_instances);
  const bool by_rule = read.assertions.size() > 1 && truth == Truth::Unsat && !by_instances;
  EXPECT_EQ(!facts->core.empty(), by_rule) << "a core where there are several assertions";
  EXPECT_NE(facts->core.size(), 1U);
  EXPECT_LE(facts->core.size(), read.assertions.size());
}

void check_text(const Reread& read, const core::Case& subject) {
  EXPECT_EQ(print_script(read.store, read.script), subject.files[0].content);
  EXPECT_TRUE(logic_covers(read.store, read.script.logic, read.terms)) << read.script.logic;
  const Features features = features_of(read.store, read.script);
  EXPECT_FALSE(features.opaque);
  EXPECT_EQ(features.has(Feature::Optimize), read.terms.size() > read.assertions.size());
  EXPECT_FALSE(features.has(Feature::SeveralChecks));
}

TEST_P(SynthPairs, ClaimWhatIsTrue) {
  if (!open()) return;
  std::size_t with_traits = 0;
  const auto all = indices();
  for (const std::uint64_t index : all) {
    const auto made = generator_->generate(index);
    const auto* subject = std::get_if<core::Case>(&made);
    ASSERT_NE(subject, nullptr);
    SCOPED_TRACE(subject->files[0].content);
    Reread read(*subject);
    ASSERT_EQ(read.problem, "");
    check_truth(read, *subject, row().truth);
    check_facts(read, *subject, pair(), row().truth);
    check_text(read, *subject);
    if (HasFailure()) return;
    with_traits += generator_->last().facts.traits.empty() ? 0 : 1;
  }
  if (pair().category == "constant" || pair().category == "unsat-constant") {
    EXPECT_GE(with_traits * 2, all.size()) << "boundary values are special in some way";
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, SynthPairs, ::testing::Range(std::size_t{0}, pairs().size()), [](const auto& test) {
  std::string name = pairs()[test.param].theory + "_" + pairs()[test.param].category;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

/// Which pairs there are: a theory that loses a category, or a category that loses a theory, is noticed.
TEST(SynthCoverage, EveryTheoryAndEveryCategoryHasFormulas) {
  std::map<std::string, std::set<std::string>> by_theory, by_category;
  SynthOptions options;  // by name, since some theories are a solver's own
  for (const auto& [theory, help] : synth_theories()) options.theories.emplace_back(theory);
  for (const auto& [name, help] : synth_categories()) options.categories.emplace_back(name);  // some only on request
  const auto counts = count_formulas(options);
  ASSERT_TRUE(counts.ok()) << counts.error().text();
  for (const SynthCount& row : *counts) {
    by_theory[row.theory].insert(row.category);
    by_category[row.category].insert(row.theory);
  }
  for (const auto& [theory, help] : synth_theories()) EXPECT_FALSE(by_theory[std::string(theory)].empty()) << theory;
  for (const auto& [name, help] : synth_categories()) EXPECT_FALSE(by_category[std::string(name)].empty()) << name;
  for (const char* theory : {"core", "ints", "reals", "bit-vectors", "floating-point", "arrays", "strings",
                             "regular-expressions", "sequences"})
    for (const char* name :
         {"operation", "constant", "unsat-constant", "equivalence", "variable", "term", "unsat-term"})
      EXPECT_TRUE(by_theory[theory].contains(name)) << theory << " has no " << name;
  EXPECT_EQ(by_category["function"], std::set<std::string>{"functions"});
}

}  // namespace
}  // namespace assay::smt
