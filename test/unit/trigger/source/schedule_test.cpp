// Turns by shares of work, budgets in work, and the engines' use of them. No clock: solvers are functions.

#include "trigger/source/schedule.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "trigger/proof/proof_sources.hpp"
#include "trigger/prover/work.hpp"
#include "trigger/source/synthesis.hpp"
#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

TEST(Schedule, GivesWorkByShares) {
  Schedule schedule({{4}, {2}, {1}});
  std::vector<std::size_t> turns(3);
  for (int i = 0; i < 700; ++i) {
    const std::size_t next = schedule.next().value();
    ++turns[next];
    schedule.note(next, 10, Progress::More);
  }
  EXPECT_EQ(turns, (std::vector<std::size_t>{400, 200, 100}));
}

TEST(Schedule, GivesEachItsFirstTurnBeforeAnyItsSecond) {
  Schedule schedule({{4}, {3}, {2}});
  std::vector<std::size_t> order;
  for (int i = 0; i < 4; ++i) {
    order.push_back(schedule.next().value());
    schedule.note(order.back(), order.back() == 0 ? 1'000'000 : 1000, Progress::More);
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 1}));
}

TEST(Schedule, LetsOneBeginLater) {
  Schedule schedule({{2}, {1, 30}});
  std::vector<std::size_t> order;
  for (int i = 0; i < 6; ++i) {
    order.push_back(schedule.next().value());
    schedule.note(order.back(), 20, Progress::More);
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 0, 0, 0, 1, 0}));
}

TEST(Schedule, LetsWhoeverWasIdleNotMakeUpForIt) {
  Schedule schedule({{1}, {1}});
  schedule.note(1, 0, Progress::Idle);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(schedule.next(), std::optional<std::size_t>(0));
    schedule.note(0, 10, Progress::More);
    schedule.note(1, 0, Progress::Idle);
  }
  schedule.note(0, 10, Progress::More);  // which may have made something to do
  std::size_t turns_of_idle = 0;
  for (int i = 0; i < 20; ++i) {
    const std::size_t next = schedule.next().value();
    turns_of_idle += next;
    schedule.note(next, 10, Progress::More);
  }
  EXPECT_EQ(turns_of_idle, 10U);
}

TEST(Schedule, EndsWhenAllAreOverOrIdle) {
  Schedule schedule({{1}, {1}});
  schedule.note(0, 5, Progress::Over);
  EXPECT_EQ(schedule.next(), std::optional<std::size_t>(1));
  schedule.note(1, 0, Progress::Idle);
  EXPECT_EQ(schedule.next(), std::nullopt);
}

TEST(WorkLimit, IsInTheScriptAndInTheReply) {
  const std::string script = with_work_limit("(check-sat)\n", 2);
  EXPECT_TRUE(script.starts_with("(set-option :rlimit " + std::to_string(work_of(2)) + ")\n(check-sat)\n")) << script;
  Reply cut{Answer::Unknown, "(:reason-unknown \"max. resource limit exceeded\")\n(:rlimit 117)\n", 0};
  read_work(cut);
  EXPECT_EQ(cut.answer, Answer::OutOfWork);
  EXPECT_EQ(cut.work, 117U);
  EXPECT_TRUE(was_cut(cut.answer));
  Reply saturated{Answer::Unknown, "(:reason-unknown \"(incomplete quantifiers)\")\n(:rlimit 117)\n", 0};
  read_work(saturated);
  EXPECT_EQ(saturated.answer, Answer::Unknown);
  Reply old{Answer::Unsat, "unsupported\n", 0.5};
  read_work(old);
  EXPECT_EQ(old.work, 0U);
  EXPECT_EQ(nominal_seconds(old), 0.5);
}

TEST(WorkLimit, IsNeverMoreThanZ3CanCount) {
  EXPECT_LT(work_of(1e12), Work{1} << 32);
  EXPECT_GT(work_of(0), 0U);
}

TEST(WorkLimit, CostsWhatWasDone) {
  EXPECT_EQ(work_used({Answer::Unsat, "", 0, 1000}, 3), 1000 + kWorkPerRun);
  EXPECT_EQ(work_used({Answer::Timeout, "", 0}, 3), work_of(3 * kCpuTimeMargin) + kWorkPerRun);
  EXPECT_EQ(work_used({Answer::OutOfMemory, "", 0}, 3), work_of(3) + kWorkPerRun);
  EXPECT_EQ(work_used({Answer::OutOfWork, "", 0, 1000}, 3), 1000 + kWorkPerRun);
  EXPECT_EQ(work_used({Answer::Unknown, "", 0}, 3), kWorkPerRun);
}

const std::string kClashing =
    "(declare-sort S 0)(declare-fun f (S) S)(declare-fun g (S) S)(declare-fun p (S) Bool)"
    "(assert (forall ((x S)) (! (p (f x)) :pattern ((f x)))))"
    "(assert (forall ((y S)) (! (not (p (f (g y)))) :pattern ((f (g y))))))";

/// The work limit of z3 in a script; 0: none.
std::uint64_t limit_in(const std::string& script) {
  const std::string mark = "(set-option :rlimit ";
  const std::size_t at = script.find(mark);
  if (at == std::string::npos) return 0;
  const std::size_t first = at + mark.size();
  return parse_unsigned(script.substr(first, script.find(')', first) - first)).value_or(0);
}

bool is_growth(const std::string& script) { return script.find("universe") != std::string::npos; }
/// A run that checks quantifiers in models, with options that are z3's own but for this, which has 20 times the limit.
bool is_mbqi(const std::string& script) {
  return script.find("mbqi true") != std::string::npos && script.find("auto_config") == std::string::npos &&
         script.find("relevancy") == std::string::npos;
}

std::vector<std::string> scripts_of_one_that_is_always_cut(double seconds) {
  FakeProver prover([](const std::string&) { return Reply{Answer::OutOfWork, "", 0}; });
  smt::TermStore store;
  SynthesisOptions options;
  options.seconds = seconds;
  options.solver_patterns = false;
  options.source = Source::Proof;
  (void)synthesize(store, read(store, kClashing), options, prover, {});
  return prover.scripts;
}

TEST(Turns, ComeToEachEngineInTheFirstFifth) {
  constexpr double kSeconds = 600;
  const std::vector<std::string> scripts = scripts_of_one_that_is_always_cut(kSeconds);
  Work before = 0;
  const auto first = std::find_if(scripts.begin(), scripts.end(), is_growth);
  ASSERT_NE(first, scripts.end());
  for (auto it = scripts.begin(); it != first; ++it) before += limit_in(*it) / (is_mbqi(*it) ? 20 : 1);
  EXPECT_LE(before, work_of(kSeconds / 5));
}

// The check of a proof's terms takes as long as the proof where E-matching does not end.
TEST(Turns, ComeToGrowthBeforeTheFirstProofsTermsAreChecked) {
  const std::string proof =
      "((proof (mp ((_ quant-inst c) (or (not (forall ((x S)) (! (p (f x)) :pattern ((f x))))) (p (f c)))) false)))";
  FakeProver prover([&](const std::string& script) {
    return is_mbqi(script) ? Reply{Answer::Unsat, proof, 0} : Reply{Answer::OutOfWork, "", 0};
  });
  smt::TermStore store;
  SynthesisOptions options;
  options.solver_patterns = false;
  options.source = Source::Proof;
  (void)synthesize(store, read(store, kClashing + "(declare-fun c () S)(assert (p c))"), options, prover, {});
  const auto first = [&](const auto& is) {
    return std::find_if(prover.scripts.begin(), prover.scripts.end(), is) - prover.scripts.begin();
  };
  const auto check = first([](const std::string& script) { return script.find("(dummy (f c))") != std::string::npos; });
  ASSERT_LT(check, std::ssize(prover.scripts));
  EXPECT_LT(first(is_growth), check);
}

TEST(Turns, BringCutRunsBackWithHigherLimits) {
  const std::vector<std::string> scripts = scripts_of_one_that_is_always_cut(60);
  std::vector<std::uint64_t> limits;
  for (const std::string& script : scripts)
    if (is_mbqi(script)) limits.push_back(limit_in(script));
  ASSERT_GT(limits.size(), 2U);
  EXPECT_GT(limits.back(), limits.front());
  EXPECT_TRUE(std::is_sorted(limits.begin(), limits.end()));
}

TEST(Turns, AreTheSameEachTime) {
  EXPECT_EQ(scripts_of_one_that_is_always_cut(60), scripts_of_one_that_is_always_cut(60));
}

TEST(Turns, ComeBackToEMatchingAlone) {
  std::size_t plain = 0;
  FakeProver prover([&](const std::string& script) {
    const bool alone = script.find(kMatchingOnly) != std::string::npos && !is_growth(script);
    if (alone) ++plain;
    return Reply{alone && plain > 1 ? Answer::Unsat : Answer::OutOfWork, "", 0};
  });
  smt::TermStore store;
  SynthesisOptions options;
  options.solver_patterns = false;
  options.source = Source::Proof;
  EXPECT_EQ(synthesize(store, read(store, kClashing), options, prover, {}).outcome, Outcome::AlreadyUnsat);
  EXPECT_EQ(plain, 2U);
}

// With the logic ALL, cvc5 loads strings, datatypes and floats, too, and some refutations take 100 times as long.
TEST(Turns, GiveCvc5TheSmallestLogic) {
  const FakeProver::Function always_cut = [](const std::string&) { return Reply{Answer::OutOfWork, "", 0}; };
  FakeProver prover(always_cut);
  FakeProver second(always_cut);
  smt::TermStore store;
  SynthesisOptions options;
  options.solver_patterns = false;
  options.source = Source::Proof;
  options.second = &second;
  (void)synthesize(store, read(store, "(declare-fun n () Int)(assert (> n 0))" + kClashing), options, prover, {});
  ASSERT_FALSE(second.scripts.empty());
  for (const std::string& script : second.scripts)
    EXPECT_NE(script.find("(set-logic UFLIA)"), std::string::npos) << script;
}

/// A source of subsets, with terms (h 0) to (h 63) harvested.
class Subsets : public testing::Test {
 protected:
  Subsets() : script_(read(store_, "(declare-fun h (Int) Int)" + kClashing)), problem_(preprocess(store_, script_)) {
    std::vector<smt::TermId> terms;
    for (int i = 0; i < 64; ++i)
      terms.push_back(term_in(store_, "(declare-fun h (Int) Int)", "(h " + std::to_string(i) + ")"));
    harvest_.push_back(std::move(terms));
  }

  /// Terms that the source finds with this solver, until it has no more work.
  std::optional<FoundTerms> found(const FakeProver::Function& solver) {
    FakeProver prover(solver);
    Validator validator(store_, problem_, script_, prover, 1);
    const Deadline deadline(1e6, {});
    const Workplace work{store_,   problem_, options_, prover, prover,   validator, deadline,
                         deadline, deadline, result_,  known_, harvest_, joined_};
    const std::unique_ptr<TermSource> source = make_subset_source(work);
    for (Turn turn = source->next(); turn.progress == Progress::More; turn = source->next()) {
      ++turns_;
      if (turn.found) return turn.found;
    }
    return std::nullopt;
  }
  static bool has(const std::string& script, int i) {
    return script.find("(h " + std::to_string(i) + ")") != std::string::npos;
  }

  smt::TermStore store_;
  smt::Script script_;
  Problem problem_;
  SynthesisOptions options_;
  Synthesis result_;
  KnownShapes known_;
  std::deque<Terms> harvest_;
  Terms joined_;
  std::size_t turns_ = 0;
};

TEST_F(Subsets, FindTheTermThatDoesAmongThoseThatLoop) {
  const std::optional<FoundTerms> terms = found([](const std::string& script) {
    if (has(script, 11) || has(script, 50)) return Reply{Answer::OutOfWork, "", 0};
    return Reply{has(script, 12) ? Answer::Unsat : Answer::Unknown, "", 0};
  });
  ASSERT_TRUE(terms.has_value());
  EXPECT_LE(terms->terms.size(), 8U);
  EXPECT_LE(turns_, 40U);
}

TEST_F(Subsets, PutWhatDoesNotLoopTogetherInTheEnd) {
  const std::optional<FoundTerms> terms = found([](const std::string& script) {
    if (has(script, 30)) return Reply{Answer::OutOfWork, "", 0};
    return Reply{has(script, 1) && has(script, 60) ? Answer::Unsat : Answer::Unknown, "", 0};
  });
  ASSERT_TRUE(terms.has_value());
  EXPECT_EQ(terms->terms.size(), 63U);
}

TEST_F(Subsets, AreIdleWhereNothingHelps) {
  EXPECT_FALSE(found([](const std::string&) { return Reply{Answer::OutOfWork, "", 0}; }).has_value());
  EXPECT_LE(turns_, 2 * 64U + 3);
}

}  // namespace
}  // namespace assay::trigger
