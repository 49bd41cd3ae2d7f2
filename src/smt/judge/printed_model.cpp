#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "assay/smt/eval.hpp"
#include "base/text.hpp"
#include "smt/draw/points.hpp"
#include "smt/judge/judge.hpp"

namespace assay::smt {
namespace {

std::string reason_for(Lack lack) {
  switch (lack) {
    case Lack::Unspecified: return "it depends on unspecified results";
    case Lack::Opaque: return "unknown to Assay";
    case Lack::Quantified: return "quantifiers";
    case Lack::Missing: return "it lacks a symbol";
    case Lack::Budget: return "too large";
    case Lack::None: break;
  }
  return "it has no value";
}

ModelVerdict refuted(const TermStore& store, TermId assertion, std::string reason) {
  return {ModelVerdict::Kind::Refuted, std::move(reason), shortened(to_string(store, assertion), 2000)};
}

/// True if the text defines a declared symbol that the parsed model lacks, because the definition could not be parsed.
bool has_unread_definition(const TermStore& store, const Script& script, const Model& model, std::string_view text) {
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::DeclareFunction) continue;
    for (const FunctionId id : command.functions) {
      const std::string begin = "(define-fun " + quoted_symbol(store.spelling(store.node(id).name)) + " ";
      if (!model.functions.contains(id) && text.find(begin) != std::string_view::npos) return true;
    }
  }
  return false;
}

bool lacks_a_symbol(const ModelJudgement& judgement) {
  return std::any_of(judgement.assertions.begin(), judgement.assertions.end(),
                     [](const JudgedAssertion& one) { return one.lack == Lack::Missing; });
}

ModelVerdict judge_by_values(TermStore& store, const Script& script, std::string_view text) {
  Result<Model> model = parse_model(store, script, text);
  if (!model) return {ModelVerdict::Kind::NotJudged, "it cannot be read", model.error().text()};
  ModelJudgement judgement = judge_model(store, script, *model);
  std::string reason = "falsifies an assertion";
  if (judgement.failed() == nullptr && lacks_a_symbol(judgement)) {
    if (has_unread_definition(store, script, *model, text))
      return {ModelVerdict::Kind::NotJudged, "it cannot be read", {}};
    add_default_values(store, script, *model);
    judgement = judge_model(store, script, *model);
    reason = "lacks a symbol";
  }
  if (const JudgedAssertion* failed = judgement.failed()) return refuted(store, failed->term, std::move(reason));
  if (const JudgedAssertion* open = judgement.open()) {
    return {ModelVerdict::Kind::NotJudged, reason_for(open->lack), {}};
  }
  return {ModelVerdict::Kind::Holds, {}, {}};
}

}  // namespace

std::optional<std::string> witness_from(TermStore& store, const Script& script, std::string_view text) {
  Result<Model> model = parse_model(store, script, text);
  if (!model) return std::nullopt;
  // The evaluator's options alone fix unspecified results of a witness, so that the model's own choices are dropped.
  model->unspecified.clear();
  add_default_values(store, script, *model);
  EvalOptions options;
  options.unspecified = UnspecifiedMode::Fix;
  if (!judge_model(store, script, *model, options).holds()) return std::nullopt;
  std::vector<FunctionId> declared;
  for (const Command& command : script.commands)
    if (command.kind == CommandKind::DeclareFunction)
      declared.insert(declared.end(), command.functions.begin(), command.functions.end());
  return print_model(store, restricted(store, *model, declared));
}

ModelVerdict judge_printed_model(TermStore& store, const Script& script, std::string_view text) {
  ModelVerdict verdict = judge_by_values(store, script, text);
  if (verdict.kind != ModelVerdict::Kind::NotJudged) return verdict;
  if (const auto circular = circular_definition(store, script, text))
    return {ModelVerdict::Kind::Refuted, "defines a constant by itself", *circular};
  return verdict;
}

}  // namespace assay::smt
