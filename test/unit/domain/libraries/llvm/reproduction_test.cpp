// Reproductions compile alone and say by their exit code whether the library is wrong. LLVM's arithmetic in them must
// agree with Assay's.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "domain/kernel/exhaustive/exhaustive.hpp"
#include "domain/libraries/llvm/llvm.hpp"

namespace assay::domain::testing {
namespace {

std::size_t number_of(const Domain& domain, std::string_view name) {
  const std::vector<ValueTransformer>& all = domain.transformers();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
  EXPECT_NE(found, all.end()) << name;
  return static_cast<std::size_t>(found - all.begin());
}

/// Compiles and runs the program. Returns its exit code.
int exit_code(const std::string& name, const std::string& text) {
  // A new folder, because tests run side by side, and in several builds.
  std::string path = (std::filesystem::temp_directory_path() / ("assay-" + name + "-XXXXXX")).string();
  if (::mkdtemp(path.data()) == nullptr) ADD_FAILURE() << "no folder in " << std::filesystem::temp_directory_path();
  const std::filesystem::path folder = path;
  std::ofstream(folder / "repro.cpp") << text;
  const std::string library = ASSAY_LLVM_LIBRARY;
  const std::string command = std::string(ASSAY_CXX) + " -std=c++17 -isystem " ASSAY_LLVM_INCLUDE " -o " +
                              (folder / "repro").string() + " " + (folder / "repro.cpp").string() + " " + library;
  EXPECT_EQ(std::system(command.c_str()), 0) << text;  // NOLINT(cert-env33-c): the paths are ours
  const int status = std::system((folder / "repro > ").string().append((folder / "output").string()).c_str());
  std::filesystem::remove_all(folder);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Elements of `domain` that no all_elements() call owns for us.
struct Elements {
  explicit Elements(Domain& domain) : all(domain.all_elements()) {}
  std::vector<ElementPtr> all;
  [[nodiscard]] std::vector<Element*> at(const std::vector<std::size_t>& places) const {
    std::vector<Element*> picked;
    for (const std::size_t place : places) picked.push_back(all[place].get());
    return picked;
  }
};

/// The first result of each transformer for which a smaller element is enough; none is promised to be the best.
std::vector<LlvmFailure> imprecise_ones(Domain& domain, const Elements& elements) {
  ExhaustiveOptions options;
  for (const ValueTransformer& each : domain.transformers())
    if (each.arity < 3) options.only.emplace_back(each.name);
  const Result<ExhaustiveReport> report = test_exhaustively(domain, options);
  std::vector<LlvmFailure> failures;
  for (const ExhaustiveRow& row : report->rows) {
    if (!row.first_not_best) continue;
    failures.push_back({Operation::Transform,
                        row.transformer,
                        elements.at(row.first_not_best->elements),
                        {},
                        elements.all[*row.first_not_best->better].get()});
  }
  return failures;
}

struct Kind {
  const char* name;
  DomainFactory (*at_width)(unsigned);
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class DomainLlvmReproduction : public ::testing::TestWithParam<Kind> {};

TEST_P(DomainLlvmReproduction, ShowsResultsThatCouldBeSmaller) {
  const std::unique_ptr<Domain> domain = GetParam().at_width(3)(1);
  const Elements elements(*domain);
  const std::vector<LlvmFailure> failures = imprecise_ones(*domain, elements);
  ASSERT_GE(failures.size(), 2U);
  const Result<std::string> text = llvm_reproduction(*domain, failures);
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(exit_code("imprecise", *text), 1) << *text;
}

TEST_P(DomainLlvmReproduction, AgreesWithAssayOnWhatIsRight) {
  const std::unique_ptr<Domain> domain = GetParam().at_width(4)(1);
  const ElementPtr top = domain->top();
  std::vector<LlvmFailure> failures;
  const std::vector<std::vector<std::uint64_t>> tuples = {{3, 2, 1}, {8, 15, 0}, {13, 1, 3}, {15, 3, 2}, {8, 3, 1}};
  for (std::size_t i = 0; i < domain->transformers().size(); ++i) {
    const ValueTransformer& transformer = domain->transformers()[i];
    for (std::vector<std::uint64_t> values : tuples) {
      values.resize(transformer.arity);
      if (!transformer.concrete(4, values.data())) continue;
      failures.push_back(
          {Operation::Transform, i, std::vector<Element*>(transformer.arity, top.get()), values, nullptr});
    }
  }
  EXPECT_GE(failures.size(), 100U);
  const ElementPtr three = domain->abstract({Rational(3)});
  failures.push_back({Operation::Join, 0, {three.get(), top.get()}, {3}, nullptr});
  failures.push_back({Operation::Meet, 0, {three.get(), top.get()}, {3}, nullptr});
  failures.push_back({Operation::Leq, 0, {top.get(), three.get()}, {4}, nullptr});
  const Result<std::string> text = llvm_reproduction(*domain, failures);
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(exit_code("agrees", *text), 0);
}

INSTANTIATE_TEST_SUITE_P(Both, DomainLlvmReproduction,
                         ::testing::Values(Kind{"constant-range", llvm_constant_range},
                                           Kind{"known-bits", llvm_known_bits}));

TEST(DomainLlvmReproductions, ShowLostValues) {
  const std::unique_ptr<Domain> domain = llvm_constant_range(1)(1);
  const ElementPtr one = domain->abstract({Rational(1)});
  const ElementPtr top = domain->top();
  const Result<std::string> text = llvm_reproduction(
      *domain, {{Operation::Transform, number_of(*domain, "wraps-mul-nsw"), {one.get(), one.get()}, {1, 1}, nullptr},
                {Operation::Transform, number_of(*domain, "abs"), {top.get()}, {0}, nullptr}});
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(exit_code("lost", *text), 1) << *text;
}

TEST(DomainLlvmReproductions, CrashAsTheLibraryDoes) {
  // https://github.com/llvm/llvm-project/issues/56333
  const std::unique_ptr<Domain> domain = llvm_constant_range(1)(1);
  const ElementPtr top = domain->top();
  const Result<std::string> text = llvm_reproduction(
      *domain, {{Operation::Transform, number_of(*domain, "sdiv"), {top.get(), top.get()}, {0, 1}, nullptr}});
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(exit_code("crash", *text), 128 + SIGFPE) << *text;
}

TEST(DomainLlvmReproductions, RefuseWhatTheyCannotShow) {
  const std::unique_ptr<Domain> domain = llvm_constant_range(32)(1);
  const ElementPtr top = domain->top();
  const std::size_t udiv = number_of(*domain, "udiv");
  EXPECT_FALSE(llvm_reproduction(*domain, {}));
  EXPECT_FALSE(llvm_reproduction(*domain, {{Operation::Copy, 0, {top.get(), top.get()}, {1}, nullptr}}));
  EXPECT_FALSE(llvm_reproduction(*domain, {{Operation::Transform, udiv, {top.get()}, {1}, nullptr}}));
  EXPECT_FALSE(llvm_reproduction(*domain, {{Operation::Transform, udiv, {top.get(), top.get()}, {1, 0}, nullptr}}))
      << "division by zero has no result";
  EXPECT_FALSE(llvm_reproduction(*domain, {{Operation::Transform, udiv, {top.get(), top.get()}, {}, top.get()}}))
      << "2^64 pairs";
  EXPECT_TRUE(llvm_reproduction(*domain, {{Operation::Transform, udiv, {top.get(), top.get()}, {7, 2}, nullptr}}));
}

}  // namespace
}  // namespace assay::domain::testing
