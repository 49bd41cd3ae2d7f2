#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "assay/smt/eval.hpp"
#include "smt/eval/model_text.hpp"

namespace assay::smt {
namespace {

/// Keywords that introduce other names than constants' names. Definitions with such a keyword are not examined.
constexpr std::array<std::string_view, 8> kOtherNames = {"let",    "forall", "exists", "lambda",
                                                         "choice", "match",  "as",     "_"};

bool is_plain(const ModelDefinition& definition) {
  const bool is_constant = definition.variables.empty() && !definition.recursive && !definition.by_lambda;
  return is_constant &&
         std::none_of(definition.mentions.begin(), definition.mentions.end(), [](const std::string& name) {
           return std::find(kOtherNames.begin(), kOtherNames.end(), name) != kOtherNames.end();
         });
}

/// Whether the definition of the constant mentions the constant, directly or through definitions of other constants.
bool leads_back(const std::map<std::string_view, const ModelDefinition*>& constants, std::string_view name) {
  std::vector<std::string_view> pending = {name};
  std::vector<std::string_view> seen;
  while (!pending.empty()) {
    const auto at = constants.find(pending.back());
    pending.pop_back();
    if (at == constants.end()) continue;
    for (const std::string& mentioned : at->second->mentions) {
      if (mentioned == name) return true;
      if (std::find(seen.begin(), seen.end(), mentioned) != seen.end()) continue;
      seen.push_back(mentioned);
      pending.push_back(mentioned);
    }
  }
  return false;
}

/// Values of codatatypes may be infinite, and solvers print them in their own notations, which may be circular.
bool has_codatatypes(const TermStore& store, const Script& script) {
  return std::any_of(script.commands.begin(), script.commands.end(), [&](const Command& command) {
    return std::any_of(command.datatypes.begin(), command.datatypes.end(),
                       [&](DatatypeId id) { return store.node(id).codatatype; });
  });
}

}  // namespace

std::optional<std::string> circular_definition(const TermStore& store, const Script& script, std::string_view text) {
  if (has_codatatypes(store, script)) return std::nullopt;
  const Result<ModelTokens> tokens = tokenize_model(text);
  if (!tokens) return std::nullopt;
  const Result<ModelText> model = read_model_text(*tokens);
  if (!model) return std::nullopt;
  std::map<std::string_view, const ModelDefinition*> constants;
  for (const ModelDefinition& definition : model->definitions)
    if (is_plain(definition)) constants.emplace(definition.name, &definition);
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::DeclareFunction) continue;
    for (const FunctionId id : command.functions) {
      const std::string_view name = store.spelling(store.node(id).name);
      if (store.node(id).parameters.empty() && leads_back(constants, name)) return std::string(name);
    }
  }
  return std::nullopt;
}

}  // namespace assay::smt
