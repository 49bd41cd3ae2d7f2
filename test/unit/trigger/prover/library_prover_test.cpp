// libz3 in a worker gives the same answers as the program, and a script leaves no state for the next script.

#include "unit/trigger/trial.hpp"

namespace assay::trigger {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;
const std::string kLoop =
    "(declare-fun f (Int) Int)(assert (forall ((x Int)) (! (> (f (f x)) (+ (f x) 1)) :pattern ((f x)))))"
    "(assert (> (f 1) 1))";

class LibraryProver : public WithZ3 {
 protected:
  void SetUp() override {
    WithZ3::SetUp();
    if (IsSkipped()) return;
    library_ = make_z3_library_prover(*prover_, kMemory, {});
    if (library_ == nullptr) GTEST_SKIP() << "there is no assay-z3-worker of z3's release";
  }
  std::unique_ptr<Prover> library_;
};

TEST_F(LibraryProver, AnswersAsTheProgram) {
  const std::string example =
      "(declare-fun f (Int) Int)(declare-fun g (Int) Int)"
      "(assert (forall ((x Int)) (! (not (= (f x) 7)) :pattern ((f x)))))"
      "(assert (forall ((x Int)) (! (= (f (g x)) x) :pattern ((f (g x))))))";
  const std::string matching(kMatchingOnly);
  const std::string scripts[] = {matching + example + "(check-sat)",
                                 matching + example + "(assert (= (f (g 7)) 7))(check-sat)",
                                 "(set-option :smt.mbqi true)" + example + "(check-sat)", "(check-sat)"};
  for (int round = 0; round < 2; ++round)
    for (const std::string& script : scripts)
      EXPECT_EQ(library_->run(script, kSeconds, {}).answer, prover_->run(script, kSeconds, {}).answer) << script;
}

/// An option of one script is not there in the next.
TEST_F(LibraryProver, NothingIsLeftOfAScript) {
  const std::string script =
      "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (! (p x) :pattern ((p x)))))"
      "(assert (exists ((x Int)) (not (p (+ x 1)))))(check-sat)";
  const Reply before = library_->run(script, kSeconds, {});
  (void)library_->run(
      "(set-option :smt.ematching false)(set-option :smt.mbqi false)(set-option :auto_config false)" + script, kSeconds,
      {});
  const Reply after = library_->run(script, kSeconds, {});
  EXPECT_EQ(before.answer, after.answer);
  EXPECT_EQ(before.text, after.text);
}

TEST_F(LibraryProver, KeepsItsLimitAndGoesOn) {
  const std::string endless = std::string(kMatchingOnly) + "(set-option :smt.qi.eager_threshold 1000000000.0)" + kLoop;
  EXPECT_EQ(library_->run(endless + "(check-sat)", 0.2, {}).answer, Answer::Timeout);
  EXPECT_EQ(library_->run("(assert false)(check-sat)", kSeconds, {}).answer, Answer::Unsat);
}

TEST_F(LibraryProver, LeavesToTheProgramWhatTheLibraryFailsAt) {
  int asked = 0;
  FakeProver process([&](const std::string& script) {
    ++asked;
    return prover_->run(script, kSeconds, {});
  });
  const std::unique_ptr<Prover> library = make_z3_library_prover(process, kMemory, {});
  ASSERT_NE(library, nullptr);
  EXPECT_EQ(asked, 1) << "for its version";
  EXPECT_EQ(library->run("(assert true)(check-sat)", kSeconds, {}).answer, Answer::Sat);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(library->run("(assert (what))(check-sat)", kSeconds, {}).answer, Answer::Failed);
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(library->run("(set-logic UFLIA)(assert true)(check-sat)", kSeconds, {}).answer, Answer::Sat);
  EXPECT_EQ(asked, 3) << "a logic chooses another solver";
}

TEST_F(LibraryProver, IsNotThereForAnotherRelease) {
  FakeProver other([](const std::string&) { return Reply{Answer::Sat, "(:version \"1.0\")\n", 0}; });
  EXPECT_EQ(make_z3_library_prover(other, kMemory, {}), nullptr);
}

}  // namespace
}  // namespace assay::trigger
