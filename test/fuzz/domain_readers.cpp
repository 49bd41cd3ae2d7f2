// Readers of the domain area: programs, constraints, messages of workers, rows of known causes.

#include <gtest/gtest.h>

#include "assay/domain/constraint.hpp"
#include "assay/domain/program.hpp"
#include "domain/campaign/known.hpp"
#include "domain/worker/protocol.hpp"
#include "reader_fuzz.hpp"

namespace assay::fuzz {
namespace {

const std::vector<domain::ValueTransformer>& adders() {
  static const std::vector<domain::ValueTransformer> kAll = {{"add", 2, nullptr, false}, {"not", 1, nullptr, false}};
  return kAll;
}

/// Writing and reading a program again gives the same program, whose instructions use earlier elements only.
void read_program(const std::string& text) {
  const Result<domain::Program> program = domain::parse_program(text, adders());
  if (!program) return;
  for (std::size_t i = 0; i < program->instructions.size(); ++i)
    for (const unsigned element : program->instructions[i].elements) EXPECT_LT(element, i) << text;
  const std::string written = domain::to_text(*program, adders());
  const Result<domain::Program> again = domain::parse_program(written, adders());
  ASSERT_TRUE(again.ok()) << text << "\n---\n" << written << "\n---\n" << again.error().text();
  EXPECT_EQ(domain::to_text(*again, adders()), written) << text;
}

void read_constraints(const std::string& text) {
  (void)domain::parse_expression(text);
  (void)domain::parse_constraint(text);
  (void)domain::parse_rational(text);
  (void)domain::parse_general(text);
}

std::string some_description() {
  domain::Contract contract;
  contract.name = "Box";
  contract.version = "1.0";
  for (unsigned i = 0; i < domain::kOperations; ++i) contract.operations.add(static_cast<domain::Operation>(i));
  return domain::to_json(contract, adders());
}

void read_description(const std::string& text) {
  const Result<domain::Description> description = domain::description_from_json(text);
  if (!description) return;
  EXPECT_EQ(description->names.size(), description->transformers.size());
}

std::string some_result() {
  domain::RunResult result;
  domain::Violation violation;
  violation.detail = "it loses a point";
  violation.lost = domain::Point{domain::Rational(1, 2)};
  result.violations = {violation};
  result.counts.resize(3);
  result.counts[1].checked = 7;
  result.operations = 12;
  result.exported = {{*domain::parse_constraint("x0 - 2*x1 + 1 >= 0")}};
  return domain::to_json(result);
}

void read_result(const std::string& text) {
  const Result<domain::RunResult> result = domain::result_from_json(text);
  if (!result) return;
  const std::string written = domain::to_json(*result);
  const Result<domain::RunResult> again = domain::result_from_json(written);
  ASSERT_TRUE(again.ok()) << text << "\n---\n" << written;
  EXPECT_EQ(domain::to_json(*again), written) << text;
}

}  // namespace

std::vector<Reader> domain_readers() {
  const std::vector<std::string> constraint_tokens = {"x0",     "x1",   "x63", " >= 0",    " = 0", " > 0",
                                                      " != 0",  "*",    "/",   " + ",      " - ",  "1/2",
                                                      "[0, 1]", "sqrt", "-x0", "(x0 * x1)"};
  std::vector<std::string> program_tokens = {
      "dimensions 2\n",      "a0 = top\n",    "a1 = assume a0, ",  "a2 = join a0 a1\n",
      "check 17 a2\n",       "exact\n",       "repeat\n",          "planted\n",
      "point (1, -1/2)\n",   "forget a1, x0", "assign a0, x0 := ", "; x1 := ",
      "transform add a0 a1", "widen",         "a999999999999"};
  program_tokens.insert(program_tokens.end(), constraint_tokens.begin(), constraint_tokens.end());
  return {
      {"DomainProgram",
       {"dimensions 2\nexact\npoint (1, -1/2)\na0 = top\na1 = assume a0, x0 - 2*x1 + 1 >= 0\na2 = join a0 a1\ncheck 17 "
        "a2\n",
        "dimensions 3\na0 = top\na1 = assume a0, x2 >= 0\na2 = forget a1, x2\na3 = assign a2, x0 := 2*x1\n"
        "a4 = parallel-assign a3, x1 := 0; x2 := x0\na5 = assign-expression a4, x0 := [0, 1]/x0\na6 = is-top a5\n"},
       program_tokens,
       read_program},
      {"Constraints",
       {"x0 - 2*x1 + 1 >= 0", "18014398509481983*x0 + 1 > 0", "-1/3", "[-1, 2]*x0 - (x1 / x0)", "x0 != 0"},
       constraint_tokens,
       read_constraints},
      {"WorkerDescription",
       {some_description()},
       {"\"operations\":[", "\"numbers\":", "\"transformers\":[", "\"arity\":", "\"best\":", "-1", "\"name\":\"a\""},
       read_description},
      {"WorkerResult",
       {some_result()},
       {"\"violations\":[", "\"counts\":", "\"point\":[", "\"exported\":[[", "\"x0 >= 0\"", "\"1/0\"",
        "\"operation\":"},
       read_result},
      {"KnownCauses",
       {file_text("data/domains/known.toml").substr(0, 4000),
        "[[known]]\ncause = \"a\"\ntarget = \"x:y\"\nkind = \"crash\"\npattern = 'signal 1[01]'\nshape = ['^join$']\n"},
       {"[[known]]\n", "cause = ", "pattern = '", "oracle = [", "shape = [", "since = ", "(?P<", "*"},
       [](const std::string& text) { (void)domain::parse_known(text, "known.toml"); }},
  };
}

}  // namespace assay::fuzz
