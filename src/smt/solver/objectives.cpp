#include "smt/solver/objectives.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "smt/truth/sums.hpp"

namespace assay::smt {
namespace {

/// The items of a list, as texts: "(a (b c))" has "a" and "(b c)". Empty if the text is not a list.
std::vector<std::string_view> items_of(std::string_view list) {
  std::vector<std::string_view> items;
  list = trim(list);
  if (list.size() < 2 || list.front() != '(' || list.back() != ')') return items;
  list = list.substr(1, list.size() - 2);
  std::size_t begin = 0;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ' ';
    if (c == '|') quoted = !quoted;
    if (quoted) continue;
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    const bool ends = depth == 0 && (is_space(c) || c == ')');
    if (!ends) continue;
    const std::string_view item = trim(list.substr(begin, i - begin + (c == ')' ? 1 : 0)));
    if (!item.empty()) items.push_back(item);
    begin = i + 1;
  }
  return items;
}

/// Reads a number, which may contain `oo` and `epsilon`, or a bit-vector.
std::optional<ObjectiveValue> value_of(std::string_view text) {
  TermStore store;
  const std::string script = "(declare-const oo Real)(declare-const epsilon Real)" +
                             (text.starts_with('#') ? "(assert (= " + std::string(text) + " " + std::string(text) + "))"
                                                    : "(assert (= oo " + std::string(text) + "))");
  const Result<Script> parsed = parse_script(store, script, "objectives");
  if (!parsed) return std::nullopt;
  const TermId equation = parsed->commands.back().terms.at(0);
  const TermId term = store.children(equation).back();
  ObjectiveValue value;
  if (store.node(term).kind == TermKind::Constant && store.value(term).is<BitVector>()) {
    value.finite = store.value(term).as_bits().bits;
    return value;
  }
  Sums sums(store);
  if (!sums.is_number(term)) return std::nullopt;
  value.finite = sums.of(term).constant;
  const TermId infinity = store.call(parsed->commands[0].functions[0], {}).value();
  const TermId epsilon = store.call(parsed->commands[1].functions[0], {}).value();
  for (const auto& [unknown, factor] : sums.of(term).factors) {
    if (unknown != infinity.index && unknown != epsilon.index) return std::nullopt;
    (unknown == infinity.index ? value.infinite : value.infinitesimal) = factor;
  }
  return value;
}

/// The value of a keyword of a soft constraint; empty if the keyword is missing.
std::string_view attribute(const Command& soft, std::string_view keyword) {
  const std::size_t at = soft.keyword.find(std::string(keyword) + " ");
  if (at == std::string::npos) return {};
  const std::string_view rest = std::string_view(soft.keyword).substr(at + keyword.size() + 1);
  return rest.substr(0, rest.find(' '));
}

/// For each objective in order, whether it is maximized. A group of soft constraints is one objective.
std::vector<bool> directions(const Script& script) {
  std::vector<bool> maximized;
  std::vector<std::string_view> groups;
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::Optimize) continue;
    const bool soft = command.text == "assert-soft";
    const std::string_view group = attribute(command, ":id");
    if (soft && std::find(groups.begin(), groups.end(), group) != groups.end()) continue;
    if (soft) groups.push_back(group);
    maximized.push_back(command.text == "maximize");
  }
  return maximized;
}

enum class Priority : std::uint8_t { InOrder, EachAlone, Other };

/// The order of several objectives. Other: another priority, levels, several checks, or objectives after the check.
Priority priority_of(const Script& script) {
  Priority priority = Priority::InOrder;
  std::size_t checks = 0;
  for (const Command& command : script.commands) {
    checks += is_check(command.kind) ? 1 : 0;
    const bool levels = command.kind == CommandKind::Push || command.kind == CommandKind::Pop ||
                        command.kind == CommandKind::Reset || command.kind == CommandKind::ResetAssertions;
    if (levels || (checks > 0 && command.kind == CommandKind::Optimize)) return Priority::Other;
    if (command.kind != CommandKind::SetOption || command.keyword != ":opt.priority") continue;
    if (command.text == "box") priority = Priority::EachAlone;
    if (command.text != "box" && command.text != "lex") return Priority::Other;
  }
  return checks == 1 ? priority : Priority::Other;
}

std::optional<ObjectiveValue> as_objective(const Value& value) {
  ObjectiveValue result;
  if (value.is<mpz_class>()) {
    result.finite = value.as_int();
  } else if (value.is<mpq_class>()) {
    result.finite = value.as_real();
  } else if (value.is<BitVector>()) {
    result.finite = value.as_bits().bits;
  } else {
    return std::nullopt;
  }
  return result;
}

}  // namespace

std::string ObjectiveValue::text() const {
  std::string result;
  const auto add = [&result](const mpq_class& factor, const std::string& unit) {
    const mpq_class size = abs(factor);
    const bool first = result.empty();
    result += factor < 0 ? (first ? "-" : " - ") : (first ? "" : " + ");
    result += unit.empty() ? size.get_str() : (size == 1 ? "" : size.get_str() + " * ") + unit;
  };
  if (infinite != 0) add(infinite, "oo");
  if (finite != 0 || (infinite == 0 && infinitesimal == 0)) add(finite, "");
  if (infinitesimal != 0) add(infinitesimal, "epsilon");
  return result;
}

int ObjectiveValue::compare(const ObjectiveValue& a, const ObjectiveValue& b) {
  for (const auto part : {&ObjectiveValue::infinite, &ObjectiveValue::finite, &ObjectiveValue::infinitesimal})
    if (a.*part != b.*part) return a.*part < b.*part ? -1 : 1;
  return 0;
}

bool has_objectives(const Script& script) {
  return std::any_of(script.commands.begin(), script.commands.end(),
                     [](const Command& command) { return command.kind == CommandKind::Optimize; });
}

bool has_objectives(std::string_view text) {
  const auto occurs = [&](std::string_view command) { return text.find(command) != std::string_view::npos; };
  return occurs("(maximize ") || occurs("(minimize ") || occurs("(assert-soft ");
}

std::optional<std::vector<ObjectiveValue>> reported_objectives(std::string_view text) {
  const std::vector<std::string_view> entries = items_of(text);
  if (entries.empty() || entries.front() != "objectives") return std::nullopt;
  std::vector<ObjectiveValue> values;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const std::vector<std::string_view> parts = items_of(entries[i]);
    const auto value = parts.empty() ? std::nullopt : value_of(parts.back());
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::optional<std::vector<ObjectiveValue>> reached_objectives(TermStore& store, const Script& script,
                                                              const Model& model, const EvalOptions& options) {
  Evaluator evaluator(store, model, options);
  std::vector<ObjectiveValue> values;
  std::map<std::string_view, std::size_t> groups;
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::Optimize) continue;
    const Outcome outcome = evaluator.evaluate(command.terms[0]);
    if (!outcome.known()) return std::nullopt;
    if (command.text != "assert-soft") {
      const auto value = as_objective(outcome.value);
      if (!value) return std::nullopt;
      values.push_back(*value);
      continue;
    }
    const auto [group, is_new] = groups.try_emplace(attribute(command, ":id"), values.size());
    if (is_new) values.emplace_back();
    const std::string_view told = attribute(command, ":weight");
    const auto weight = told.empty() ? value_of("1") : value_of(told);
    if (!weight || weight->finite < 0) return std::nullopt;
    if (!outcome.value.as_bool()) values[group->second].finite += weight->finite;
  }
  return values;
}

std::optional<std::string> beaten_optimum(TermStore& store, const Script& script, std::string_view witness,
                                          std::uint64_t interpretation, std::string_view reported) {
  const Priority priority = priority_of(script);
  const auto values = reported_objectives(reported);
  const std::vector<bool> maximized = directions(script);
  if (priority == Priority::Other || !values || values->size() != maximized.size()) return std::nullopt;
  const Result<Model> model = parse_model(store, script, witness);
  if (!model) return std::nullopt;
  EvalOptions options;
  options.unspecified = UnspecifiedMode::Fix;
  options.interpretation = interpretation;
  if (!judge_model(store, script, *model, options).holds()) return std::nullopt;
  const auto reached = reached_objectives(store, script, *model, options);
  if (!reached) return std::nullopt;
  for (std::size_t i = 0; i < maximized.size(); ++i) {
    const int order = ObjectiveValue::compare((*reached)[i], (*values)[i]) * (maximized[i] ? 1 : -1);
    if (order > 0)
      return "objective " + std::to_string(i + 1) + ": the " + (maximized[i] ? "maximum" : "minimum") +
             " is said to be " + (*values)[i].text() + ", a model of the script reaches " + (*reached)[i].text();
    if (order < 0 && priority == Priority::InOrder) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace assay::smt
