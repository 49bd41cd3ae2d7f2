#include <gmpxx.h>

#include <map>

#include "assay/base/text.hpp"
#include "assay/smt/eval.hpp"
#include "smt/rules/expression.hpp"
#include "smt/synth/judges.hpp"

namespace assay::smt {
namespace {

using core::BugKind;
using core::Verdict;

/// "3", "1.5", "(- 27)", "(/ 3.0 2.0)".
std::optional<mpq_class> number(const Expression& expression) {
  if (!expression.is_list) {
    const std::string& text = expression.atom;
    if (text.empty() || text.find_first_not_of("0123456789.") != std::string::npos) return std::nullopt;
    const std::size_t point = text.find('.');
    if (point == std::string::npos) return mpq_class(text, 10);
    const std::string digits = text.substr(0, point) + text.substr(point + 1);
    if (digits.empty() || digits.find('.') != std::string::npos) return std::nullopt;
    mpz_class scale;
    mpz_ui_pow_ui(scale.get_mpz_t(), 10, text.size() - point - 1);
    mpq_class value(mpz_class(digits, 10), scale);
    value.canonicalize();
    return value;
  }
  std::vector<mpq_class> parts;
  for (std::size_t i = 1; i < expression.items.size(); ++i) {
    const auto part = number(expression.items[i]);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  if (expression.items.empty()) return std::nullopt;
  if (expression.items[0].is_atom("-") && parts.size() == 1) return mpq_class(-parts[0]);
  if (expression.items[0].is_atom("/") && parts.size() == 2 && parts[1] != 0) return mpq_class(parts[0] / parts[1]);
  return std::nullopt;
}

/// The values that (objectives (name value) ...) gives, in order; nothing when one is no number.
std::optional<std::vector<mpq_class>> reported(const std::string& text) {
  const auto list = read_expressions(text, "objectives");
  if (!list || list->size() != 1) return std::nullopt;
  std::vector<mpq_class> values;
  for (std::size_t i = 1; i < (*list)[0].items.size(); ++i) {
    const Expression& entry = (*list)[0].items[i];
    const auto value = entry.items.empty() ? std::nullopt : number(entry.items.back());
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::string text_of_all(const std::vector<mpq_class>& values) {
  std::vector<std::string> texts;
  for (const mpq_class& value : values) texts.push_back(value.get_str());
  return join(texts, ", ");
}

std::uint64_t weight_of(const Command& soft) {
  constexpr std::string_view kWeight = ":weight ";
  const std::size_t at = soft.keyword.find(kWeight);
  if (at == std::string::npos) return 1;
  const std::string_view rest = std::string_view(soft.keyword).substr(at + kWeight.size());
  return parse_unsigned(rest.substr(0, rest.find(' '))).value_or(1);
}

std::string group_of(const Command& soft) {
  const std::size_t at = soft.keyword.find(":id ");
  return at == std::string::npos ? "" : soft.keyword.substr(at + 4);
}

/// What the model makes of each group and objective, in order; nothing when a value is open.
std::optional<std::vector<mpq_class>> reached(TermStore& store, const Script& script, const Model& model) {
  Evaluator evaluator(store, model);
  std::vector<mpq_class> values;
  std::map<std::string, std::size_t> groups;
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::Optimize) continue;
    const Outcome outcome = evaluator.evaluate(command.terms[0]);
    if (!outcome.known()) return std::nullopt;
    if (command.text == "assert-soft") {
      const auto [group, is_new] = groups.try_emplace(group_of(command), values.size());
      if (is_new) values.emplace_back(0);
      if (!outcome.value.as_bool()) values[group->second] += mpq_class(weight_of(command));
    } else if (outcome.value.is<mpz_class>()) {
      values.emplace_back(outcome.value.as_int());
    } else if (outcome.value.is<BitVector>()) {
      values.emplace_back(outcome.value.as_bits().bits);
    } else {
      values.push_back(outcome.value.as_real());
    }
  }
  return values;
}

}  // namespace

std::optional<Verdict> judge_objectives(TermStore& store, const Script& script, const SmtFacts& facts,
                                        const SolverAnswer& answer) {
  const bool is_sat =
      answer.kind == SolverAnswer::Kind::Answered && answer.replies.size() == 1 && answer.replies[0] == Reply::Sat;
  if (facts.optimum.empty() || !is_sat) return std::nullopt;
  std::vector<mpq_class> wanted;
  for (const std::string& text : facts.optimum) wanted.emplace_back(text, 10);
  if (answer.objectives) {
    const auto values = reported(*answer.objectives);
    if (!values) {
      Verdict verdict = Verdict::skip("objectives cannot be read");
      verdict.detail = *answer.objectives;
      return verdict;
    }
    if (*values != wanted)
      return Verdict::bug(BugKind::WrongResult, "wrong optimum",
                          "expected " + text_of_all(wanted) + ", the answer was " + text_of_all(*values));
  }
  if (!answer.model) return std::nullopt;
  const auto model = parse_model(store, script, *answer.model);
  const auto values = model ? reached(store, script, *model) : std::nullopt;
  if (values && *values != wanted)
    return Verdict::bug(BugKind::InvalidModel, "model misses the optimum",
                        "the optimum is " + text_of_all(wanted) + ", the model reaches " + text_of_all(*values));
  return std::nullopt;
}

}  // namespace assay::smt
