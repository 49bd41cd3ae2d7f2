// Bugs of fake engines in functors, records and algebraic data types.
#include <algorithm>
#include <utility>

#include "datalog_lies.hpp"

namespace assay::datalog {
namespace {

/// The honest engine's answer for the program in which `change` was applied to every call.
template <typename Change>
EngineAnswer answer_with(const Asked& asked, Change change) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules)
    for (Literal& literal : rule.body)
      if (auto* call = std::get_if<Call>(&literal)) change(*call);
  return honest_answer({changed, asked.flags, asked.call, asked.integer_bits});
}

EngineAnswer contains_is_turned(const Asked& asked) {
  return answer_with(asked, [](Call& call) {
    if (call.name == "contains") std::swap(call.arguments[0], call.arguments[1]);
  });
}

// `[x, [x, _]]`: the engine does not compare the two values of x.
EngineAnswer repeated_field_ignored(const Asked& asked) {
  Program changed = asked.program;
  for (Rule& rule : changed.rules) {
    const Rule before = rule;
    for (Literal& literal : rule.body) {
      auto* call = std::get_if<Call>(&literal);
      if (call == nullptr || call->form != CallForm::Record || call->arguments.size() != 2) continue;
      Term& field = call->arguments[0];
      std::size_t uses = 0;
      for_each_term(before, [&](const Term& term) { uses += field.is_variable() && term == field ? 1 : 0; });
      if (uses <= 2) continue;
      field = Term::wildcard(field.type);
      break;
    }
    if (!is_safe(rule)) rule = before;
  }
  return honest_answer({changed, asked.flags, asked.call, asked.integer_bits});
}

EngineAnswer band_is_bor(const Asked& asked) {
  return answer_with(asked, [](Call& call) {
    if (call.name == "band") call.name = "bor";
  });
}

EngineAnswer cat_of_two_is_turned(const Asked& asked) {
  return answer_with(asked, [](Call& call) {
    if (call.name == "cat") std::swap(call.arguments[0], call.arguments[1]);
  });
}

// A test of a branch with one field matches any branch of the type with one field.
EngineAnswer branch_not_looked_at(const Asked& asked) {
  return answer_with(asked, [](Call& call) {
    if (call.form == CallForm::Branch && call.arguments.size() == 1 && call.arguments[0].is_variable())
      call.name = "Dot";
  });
}

// Tuples with a symbol that a functor made (any of more than two characters) are lost.
EngineAnswer made_symbols_lost(const Asked& asked) {
  EngineAnswer answer = honest_answer(asked);
  for (std::size_t id = 0; id < answer.output.relations.size(); ++id) {
    const Relation& relation = asked.program.relations[id];
    Tuples& tuples = answer.output.relations[id];
    for (std::size_t i = tuples.count; i-- > 0;)
      for (std::size_t column = 0; column < relation.arity(); ++column)
        if (relation.attributes[column].type == Type::Symbol &&
            answer.output.symbols[static_cast<std::size_t>(tuples.row(i)[column])].size() > 2) {
          tuples.remove(i);
          break;
        }
  }
  return answer;
}

// Lists lose their ends when they are printed.
EngineAnswer records_lose_their_ends(const Asked& asked) {
  EngineAnswer answer = honest_answer(asked);
  for (std::size_t id = 0; id < answer.output.relations.size(); ++id) {
    const Relation& relation = asked.program.relations[id];
    Tuples& tuples = answer.output.relations[id];
    for (std::size_t i = 0; i < tuples.values.size(); ++i) {
      if (relation.attributes[i % relation.arity()].type != Type::Opaque) continue;
      std::string text = answer.output.symbols[static_cast<std::size_t>(tuples.values[i])];
      if (const std::size_t at = text.find(", nil"); at != std::string::npos) text.erase(at, 5);
      tuples.values[i] = static_cast<Value>(answer.output.symbols.size());
      answer.output.symbols.push_back(std::move(text));
    }
    tuples.sort();
  }
  return answer;
}

}  // namespace

const std::vector<Lie>& call_lies() {
  using core::BugKind;
  static const std::vector<Lie> all = {
      {"contains_is_turned", BugKind::WrongResult, contains_is_turned},
      {"repeated_field_ignored", BugKind::WrongResult, repeated_field_ignored},
      {"band_is_bor", BugKind::WrongResult, band_is_bor},
      {"cat_of_two_is_turned", BugKind::WrongResult, cat_of_two_is_turned},
      {"branch_not_looked_at", BugKind::WrongResult, branch_not_looked_at},
      {"made_symbols_lost", BugKind::WrongResult, made_symbols_lost},
      {"records_lose_their_ends", BugKind::WrongResult, records_lose_their_ends},
  };
  return all;
}

}  // namespace assay::datalog
