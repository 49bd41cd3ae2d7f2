#include "horn/horn_case.hpp"

#include <nlohmann/json.hpp>
#include <utility>

namespace assay::horn {
namespace {

using Json = nlohmann::json;

smt::Truth truth_of(const std::string& name) {
  if (name == smt::name(smt::Truth::Sat)) return smt::Truth::Sat;
  return name == smt::name(smt::Truth::Unsat) ? smt::Truth::Unsat : smt::Truth::Open;
}

}  // namespace

std::string HornFacts::json() const {
  Json options_json = Json::array();
  for (const TargetOptions& one : options)
    options_json.push_back({{"target", one.target}, {"family", one.family}, {"values", one.values}});
  return Json{{"truth", std::string(smt::name(truth))},
              {"muz", muz},
              {"spelling", spelling},
              {"asks_derivation", asks_derivation},
              {"asks_certificate", asks_certificate},
              {"options", options_json},
              {"seed", seed},
              {"changes", changes}}
      .dump();
}

Result<HornFacts> HornFacts::from_json(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return Error{"the metadata is no JSON object", ""};
  try {
    HornFacts facts;
    facts.truth = truth_of(json.value("truth", ""));
    facts.muz = json.value("muz", false);
    facts.spelling = json.value("spelling", 0U);
    facts.asks_derivation = json.value("asks_derivation", false);
    facts.asks_certificate = json.value("asks_certificate", false);
    facts.seed = json.value("seed", "");
    facts.changes = json.value("changes", std::vector<std::string>());
    for (const Json& one : json.value("options", Json::array()))
      facts.options.push_back(
          {one.at("target"), one.value("family", ""), one.at("values").get<std::vector<std::string>>()});
    return facts;
  } catch (const Json::exception& problem) {
    return Error{std::string("the metadata has a wrong field: ") + problem.what(), ""};
  }
}

core::Case make_horn_case(TermStore& store, const KnownSystem& known, HornFacts facts) {
  facts.truth = known.truth();
  core::Case made;
  made.files.push_back({std::string(kSystemFile), print_horn(store, known.system, Spelling::numbered(facts.spelling))});
  if (known.meaning) made.files.push_back({std::string(kModelFile), print_interpretation(store, *known.meaning)});
  if (known.derivation)
    made.files.push_back({std::string(kDerivationFile), print_derivation(store, known.system, *known.derivation)});
  made.metadata = facts.json();
  return made;
}

OpenedHorn open_horn_case(const core::Case& subject) {
  OpenedHorn opened;
  opened.metadata = subject.metadata;
  opened.store = std::make_unique<TermStore>();
  const auto give_up = [&](const std::string& problem) -> OpenedHorn {
    opened.problem = problem;
    return std::move(opened);
  };
  const core::File* script = subject.file(kSystemFile);
  auto facts = HornFacts::from_json(subject.metadata);
  if (script == nullptr || !facts) return give_up("the case cannot be read");
  opened.text = script->content;
  opened.facts = std::move(*facts);
  auto read = read_system(*opened.store, script->content, kSystemFile);
  if (!read) return give_up("the script is not a system of Horn clauses");
  opened.known.system = std::move(read->system);
  opened.judged = opened.known.system;
  if (const core::File* judged = subject.file(kJudgedSystemFile)) {
    auto other = read_system(*opened.store, judged->content, kJudgedSystemFile);
    if (!other) return give_up("the judged script is not a system of Horn clauses");
    opened.judged = std::move(other->system);
  }
  return opened;
}

}  // namespace assay::horn
