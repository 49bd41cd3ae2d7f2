#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "datalog/fuzz/case/fuzz.hpp"
#include "unit/datalog/program/building.hpp"

namespace assay::datalog::testing {

/// The answer of an engine to a program with these flags.
using Says = std::function<EngineAnswer(const Program& program, const std::vector<std::string>& flags)>;

/// The reference as an engine.
inline EngineAnswer honest(const Program& program, const std::vector<std::string>& = {}) {
  EngineAnswer answer;
  Evaluation evaluation = evaluate(program, {.tuples = 100'000, .steps = 5'000'000, .integer_bits = 32});
  if (evaluation.problem) {
    answer.kind = EngineAnswer::Kind::Limited;
    answer.reason = std::string(description(*evaluation.problem));
    return answer;
  }
  answer.output.relations = std::move(evaluation.relations);
  answer.output.symbols = program.symbols;
  for (const Relation& relation : program.relations) answer.output.present.push_back(relation.is_output);
  return answer;
}

class SayingEngine final : public EnginePort {
 public:
  /// `large`: the answer when results may be of any size.
  explicit SayingEngine(Says says, Says large = {}) : says_(std::move(says)), large_(std::move(large)) {}
  EngineAnswer run(const Program& program, const std::vector<std::string>& flags, bool,
                   const std::stop_token&) override {
    return says_(program, flags);
  }
  EngineAnswer run_large(const Program& program, const std::vector<std::string>& flags, TupleSink& sink,
                         DiskBudget& disk, const std::stop_token& stop) override {
    if (!large_) return EnginePort::run_large(program, flags, sink, disk, stop);
    return SayingEngine(large_).run_large(program, flags, sink, disk, stop);
  }

 private:
  Says says_;
  Says large_;
};

inline EngineTarget target_named(const std::string& name) {
  EngineTarget target;
  target.dialect = dialect("souffle");
  target.capabilities = target.dialect->capabilities;
  target.definition.name = name;
  target.definition.dialect = "souffle";
  target.definition.argv = {name};
  target.definition.sweeps = {{"magic", {"--magic"}}, {"jobs", {"-j", "4"}}};
  target.version = "1";
  return target;
}

/// Options for a single engine without a program.
inline FuzzOptions options_for(const Says& says) {
  FuzzOptions options;
  options.engines = {target_named("fake")};
  options.make_engine = [says](const EngineTarget&, const core::Limits&) {
    return std::make_unique<SayingEngine>(says);
  };
  return options;
}

inline std::unique_ptr<core::Module> module_of(const FuzzOptions& options, SeedCorpus corpus = {}) {
  auto made = make_fuzz_module(options, std::move(corpus));
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
  return made ? std::move(*made) : nullptr;
}

inline std::unique_ptr<core::Tester> tester_of(const FuzzOptions& options) {
  return std::move(*module_of(options)->make_tester());
}

inline std::string shown(const core::Case& subject) {
  std::string text = std::to_string(subject.index) + " " + subject.strategy + " " + subject.metadata + "\n";
  for (const core::File& file : subject.files) text += "--- " + file.name + "\n" + file.content;
  return text;
}

}  // namespace assay::datalog::testing
