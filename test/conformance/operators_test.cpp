#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "conformance/operator_tables.hpp"

namespace assay::smt {
namespace {

/// One example, read: its two sides.
struct Example {
  TermStore store;
  TermId expression;
  TermId value;
};

bool read(const ExampleTable& table, const OperatorExample& line, Example& out) {
  const std::string text = std::string(table.preamble) + "\n(assert " + equation(line) + ")";
  const Result<Script> script = parse_script(out.store, text, "example");
  if (!script) {
    ADD_FAILURE() << line.expression << ": " << script.error().text();
    return false;
  }
  const TermId equal = script->commands.back().terms.at(0);
  if (!out.store.is(equal, Operators::get().at("="))) {
    ADD_FAILURE() << line.expression << " = " << line.value << " is not well-sorted";
    return false;
  }
  out.expression = out.store.children(equal)[0];
  out.value = out.store.children(equal)[1];
  return true;
}

/// Every operator that occurs in the term.
void collect(const TermStore& store, TermId root, std::set<OperatorId>& out) {
  std::vector<TermId> pending = {root};
  while (!pending.empty()) {
    const TermId term = pending.back();
    pending.pop_back();
    if (store.node(term).kind == TermKind::Apply) {
      out.insert(store.op(term));
    }
    const std::span<const TermId> children = store.children(term);
    pending.insert(pending.end(), children.begin(), children.end());
  }
}

std::string test_name(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      result += c;
    } else {
      static constexpr char kDigits[] = "0123456789abcdef";
      result += '_';
      result += kDigits[static_cast<unsigned char>(c) / 16];
      result += kDigits[static_cast<unsigned char>(c) % 16];
    }
  }
  return result;
}

class Examples : public testing::TestWithParam<const ExampleTable*> {};

TEST_P(Examples, HaveTheirValues) {
  for (const OperatorExample& line : GetParam()->examples) {
    Example example;
    if (!read(*GetParam(), line, example)) {
      continue;
    }
    const Model model;
    Evaluator evaluator(example.store, model);
    const Outcome& outcome = evaluator.evaluate(example.expression);
    if (!has_value(line)) {
      EXPECT_EQ(name(outcome.lack), "unspecified") << line.expression;
      continue;
    }
    ASSERT_TRUE(evaluator.evaluate(example.value).known()) << line.value;
    EXPECT_TRUE(outcome.known()) << line.expression << " has no value: " << name(outcome.lack);
    const std::optional<TermId> term =
        outcome.known() ? make_term(example.store, outcome.value, example.store.sort_of(example.expression))
                        : std::nullopt;
    const std::string text = term ? to_string(example.store, *term) : "(no literal)";
    EXPECT_TRUE(outcome.known() && outcome.value == evaluator.evaluate(example.value).value)
        << line.expression << " is " << text << ", not " << line.value;
  }
}

/// Expressions that the standard leaves open get the same value in each evaluation under a fixed interpretation.
TEST_P(Examples, OpenOnesCanBeFixed) {
  for (const OperatorExample& line : GetParam()->examples) {
    Example example;
    if (has_value(line) || !read(*GetParam(), line, example)) {
      continue;
    }
    for (const std::uint64_t interpretation : {0U, 1U, 77U}) {
      const Model model;
      EvalOptions options;
      options.unspecified = UnspecifiedMode::Fix;
      options.interpretation = interpretation;
      Evaluator first(example.store, model, options);
      Evaluator second(example.store, model, options);
      const Outcome& a = first.evaluate(example.expression);
      const Outcome& b = second.evaluate(example.expression);
      EXPECT_EQ(a.lack, b.lack) << line.expression;
      EXPECT_TRUE(!a.known() || a.value == b.value) << line.expression;
    }
  }
}

/// Values survive being written as terms.
TEST_P(Examples, ValuesAsTermsHaveTheValue) {
  for (const OperatorExample& line : GetParam()->examples) {
    Example example;
    if (!has_value(line) || !read(*GetParam(), line, example)) {
      continue;
    }
    const Model model;
    Evaluator evaluator(example.store, model);
    const Value value = evaluator.evaluate(example.value).value;
    const SortId sort = example.store.sort_of(example.value);
    if (const std::optional<TermId> term = make_term(example.store, value, sort)) {
      EXPECT_EQ(example.store.sort_of(*term), sort) << line.value;
      EXPECT_TRUE(evaluator.evaluate(*term).value == value) << line.value;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Theories, Examples, testing::ValuesIn(example_tables()),
                         [](const auto& table) { return test_name(table.param->theory); });

const std::set<OperatorId>& covered() {
  static const std::set<OperatorId> operators = [] {
    std::set<OperatorId> result;
    for (const ExampleTable* table : example_tables()) {
      for (const OperatorExample& line : table->examples) {
        Example example;
        if (read(*table, line, example)) {
          collect(example.store, example.expression, result);
        }
      }
    }
    return result;
  }();
  return operators;
}

std::vector<std::uint32_t> rows() {
  std::vector<std::uint32_t> result(Operators::get().size());
  for (std::uint32_t i = 0; i < result.size(); ++i) {
    result[i] = i;
  }
  return result;
}

class Rows : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Rows, HaveAnExample) {
  const OperatorRow& row = Operators::get().row(OperatorId{GetParam()});
  if (row.name == "char") {
    GTEST_SKIP() << "(_ char #x41) is read as a literal";
  }
  EXPECT_TRUE(row.evaluate == nullptr || covered().count(OperatorId{GetParam()}) == 1)
      << "no example has the operator " << row.name << ": add one to test/conformance/operator_examples_*.cpp";
}

TEST_P(Rows, AreFoundByTheirSpellings) {
  const OperatorRow& row = Operators::get().row(OperatorId{GetParam()});
  EXPECT_EQ(Operators::get().find(row.name, row.index_count), OperatorId{GetParam()});
  for (const std::string_view alias : row.aliases) {
    EXPECT_EQ(Operators::get().find(alias, row.index_count), OperatorId{GetParam()}) << alias;
  }
  EXPECT_EQ(Operators::get().find(row.name, row.index_count + std::size_t{20}), std::nullopt);
  EXPECT_NE(row.sort, nullptr);
  EXPECT_LE(row.min_arity, row.max_arity);
}

INSTANTIATE_TEST_SUITE_P(Operators, Rows, testing::ValuesIn(rows()), [](const auto& row_info) {
  const OperatorRow& row = Operators::get().row(OperatorId{row_info.param});
  return test_name(row.name) + "_" + std::to_string(row.index_count);
});

}  // namespace
}  // namespace assay::smt
