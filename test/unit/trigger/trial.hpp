#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "assay/smt/script.hpp"
#include "core/proc/proc.hpp"
#include "trigger/problem/problem.hpp"
#include "trigger/prover/prover.hpp"

namespace assay::trigger {

inline smt::Script read(smt::TermStore& store, const std::string& text) {
  const Result<smt::Script> script = smt::parse_script(store, text, "test.smt2");
  EXPECT_TRUE(script.ok()) << (script ? "" : script.error().message);
  return script ? *script : smt::Script();
}

/// The ground term that an assertion `(assert (holds TERM))` of a text has.
inline smt::TermId term_in(smt::TermStore& store, const std::string& declarations, const std::string& term) {
  const smt::Script script = read(store, declarations + "(assert (= " + term + " " + term + "))");
  return store.children(script.commands.back().terms[0])[0];
}

/// A solver that is a function.
class FakeProver : public Prover {
 public:
  using Function = std::function<Reply(const std::string& script)>;
  explicit FakeProver(Function function) : function_(std::move(function)) {}
  Reply run(const std::string& script, double seconds, const std::stop_token& stop) override {
    (void)seconds;
    (void)stop;
    scripts.push_back(script);
    return function_(script);
  }
  [[nodiscard]] std::string program() const override { return "none"; }

  std::vector<std::string> scripts;

 private:
  Function function_;
};

/// Tests with the real solver skip, loudly, where there is none.
class WithZ3 : public testing::Test {
 protected:
  void SetUp() override {
    if (core::find_program("z3").empty()) GTEST_SKIP() << "z3 is not installed";
    prover_ = std::move(*make_z3_prover("z3", std::uint64_t{1} << 30));
  }
  std::unique_ptr<Prover> prover_;
  static constexpr double kSeconds = 60;
};

}  // namespace assay::trigger
