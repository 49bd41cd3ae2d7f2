// Evaluates a script's assertions under a model, by the component `smt`: smt_values SCRIPT MODEL. The exit code is 1 if
// an assertion is false.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "assay/smt/eval.hpp"

namespace smt = assay::smt;

static std::string content(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  smt::TermStore store;
  const assay::Result<smt::Script> script = smt::parse_script(store, content(argv[1]), argv[1]);
  if (!script) return std::fprintf(stderr, "%s\n", script.error().text().c_str()), 2;
  const assay::Result<smt::Model> model = smt::parse_model(store, *script, content(argv[2]));
  if (!model) return std::fprintf(stderr, "%s\n", model.error().text().c_str()), 2;

  const smt::ModelJudgement judgement = smt::judge_model(store, *script, *model);
  for (const smt::JudgedAssertion& assertion : judgement.assertions) {
    const char* const value = assertion.holds ? "true" : assertion.lack == smt::Lack::None ? "false" : "open";
    std::printf("%-5s  %s\n", value, smt::to_string(store, assertion.term).c_str());
  }
  return judgement.failed() != nullptr ? 1 : 0;
}
