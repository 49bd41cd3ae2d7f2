#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "conformance/operator_tables.hpp"
#include "core/proc/proc.hpp"

namespace assay::smt {
namespace {

struct Solver {
  std::string name;
  std::vector<std::string> arguments;
};

std::vector<Solver> solvers() {
  return {{"z3", {"-in", "-smt2"}},
          {"cvc5", {"--lang=smt2", "--incremental", "--strings-exp", "--fp-exp"}},
          {"cvc4", {"--lang=smt2.6", "--incremental", "--strings-exp"}}};
}

constexpr std::string_view kMark = "example ";

std::string query(const OperatorExample& line, std::size_t number) {
  return "(echo \"" + std::string(kMark) + std::to_string(number) + "\")\n(push 1)\n(assert (not " + equation(line) +
         "))\n(check-sat)\n(pop 1)\n";
}

/// The solver's answers to the examples from `first` on; fewer answers if the solver ended early.
std::vector<std::string> answers(const Solver& solver, const ExampleTable& table,
                                 const std::vector<std::size_t>& examples, std::size_t first) {
  std::string script = "(set-logic " + std::string(table.logic) + ")\n" + std::string(table.preamble) + "\n";
  for (std::size_t i = first; i < examples.size(); ++i) {
    script += query(table.examples[examples[i]], i);
  }
  core::Command command;
  command.argv = {solver.name};
  command.argv.insert(command.argv.end(), solver.arguments.begin(), solver.arguments.end());
  core::Limits limits;
  limits.wall_seconds = 120;
  std::istringstream lines(core::run_process(command, script, limits).out);
  std::vector<std::string> result;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(kMark) < 2) {
      result.emplace_back();
    } else if (!result.empty()) {
      result.back() += line + "\n";
    }
  }
  return result;
}

class Conformance : public testing::TestWithParam<std::tuple<Solver, const ExampleTable*>> {};

/// The solver must find it unsatisfiable that the expression is anything but the value.
TEST_P(Conformance, SolversAgreeWithTheExamples) {
  const auto& [solver, table] = GetParam();
  if (core::find_program(solver.name).empty()) {
    GTEST_SKIP() << solver.name << " is not installed: its agreement with the " << table->theory
                 << " examples was NOT checked";
  }
  std::vector<std::size_t> examples;
  for (std::size_t i = 0; i < table->examples.size(); ++i) {
    if (table->examples[i].except.find(solver.name) == std::string_view::npos) {
      examples.push_back(i);
    }
  }
  std::size_t agreed = 0;
  std::string unread;
  for (std::size_t next = 0; next < examples.size();) {
    const std::vector<std::string> said = answers(solver, *table, examples, next);
    ASSERT_FALSE(said.empty()) << solver.name << " cannot read the preamble of the " << table->theory << " examples";
    for (std::size_t i = 0; i < said.size(); ++i) {
      const OperatorExample& line = table->examples[examples[next + i]];
      const bool error = said[i].find("rror") != std::string::npos || said[i].empty();
      if (error) {  // an operator that this version does not know; cvc4 and cvc5 end there
        unread += "\n  " + std::string(line.expression);
      } else {
        EXPECT_EQ(said[i].substr(0, 5), "unsat")
            << solver.name << " takes it that " << line.expression << " may be something else than " << line.value;
        ++agreed;
      }
    }
    next += said.size();
  }
  RecordProperty("agreed", static_cast<int>(agreed));
  std::cout << solver.name << " agrees with " << agreed << " of " << examples.size() << " examples of " << table->theory
            << "; it does not read:" << (unread.empty() ? " (none)" : unread) << "\n";
}

INSTANTIATE_TEST_SUITE_P(Solvers, Conformance,
                         testing::Combine(testing::ValuesIn(solvers()), testing::ValuesIn(example_tables())),
                         [](const auto& pair) {
                           std::string name(std::get<1>(pair.param)->theory);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return std::get<0>(pair.param).name + "_" + name;
                         });

}  // namespace
}  // namespace assay::smt
