#include "datalog_controls.hpp"

#include <utility>

#include "datalog/fuzz/case/case_text.hpp"

namespace assay::datalog {

Program copies(Value count) {
  Program program;
  Relation input;
  input.name = "in0";
  input.attributes = {{"a", Type::Number, ""}};
  input.facts.arity = 1;
  for (Value i = 1; i <= count; ++i) input.facts.add(&i);
  Relation copy;
  copy.name = "r1";
  copy.attributes = input.attributes;
  copy.facts.arity = 1;
  program.relations = {std::move(input), std::move(copy)};
  const Term variable = Term::variable(0, Type::Number);
  program.rules.push_back({{Atom{1, false, {variable}}}, {Atom{0, false, {variable}}}, {Type::Number}});
  return program;
}

namespace {

core::Case pair(Value transformed_count) {
  OpenCase open;
  open.plan.question = Question::Metamorphic;
  open.plan.output = "r1";
  open.plan.expectations = {{"r1", Oracle::Equal}};
  open.original = copies(2);
  open.transformed = copies(transformed_count);
  core::Case made = to_case(open);
  made.strategy = "control";
  return made;
}

}  // namespace

std::vector<core::Control> engine_controls(std::size_t target) {
  return {
      {"clean: a program and itself", target, pair(2), core::Verdict()},
      {"planted: a fact more, said to be equal", target, pair(3),
       core::Verdict::bug(core::BugKind::WrongResult, "extra tuples", "")},
  };
}

}  // namespace assay::datalog
