#include "horn/horn_case.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "horn/witness/witness.hpp"

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
              {"follows_up", follows_up},
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
    facts.follows_up = json.value("follows_up", false);
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
  opened.script = std::move(read->script);
  opened.judged = opened.known.system;
  if (const core::File* judged = subject.file(kJudgedSystemFile)) {
    auto other = read_system(*opened.store, judged->content, kJudgedSystemFile);
    if (!other) return give_up("the judged script is not a system of Horn clauses");
    opened.judged = std::move(other->system);
  }
  return opened;
}

void read_evidence(OpenedHorn& opened, const core::Case& subject) {
  KnownSystem& known = opened.known;
  if (const core::File* model = subject.file(kModelFile))
    if (auto meaning = read_interpretation(*opened.store, known.system, model->content))
      known.meaning = std::move(*meaning);
  if (const core::File* steps = subject.file(kDerivationFile))
    if (auto derivation = read_derivation(*opened.store, known.system, steps->content))
      known.derivation = std::move(*derivation);
}

namespace {

/// Makes the meanings of a model guards of all bodies. False if there is none.
bool guard_bodies(TermStore& store, KnownSystem& known, std::string_view output) {
  const auto model = read_interpretation(store, known.system, printed_definitions(output));
  if (!model || model->empty()) return false;
  const Terms terms(store);
  for (Clause& clause : known.system.clauses) {
    std::vector<TermId> parts = {clause.constraint};
    for (const Atom& atom : clause.body)
      if (const auto meaning = meaning_of(terms, atom, *model)) parts.push_back(*meaning);
    clause.constraint = terms.all(parts);
  }
  if (!known.meaning) known.meaning = *model;
  return true;
}

/// Excludes the instance of a query that follows from the facts of a derivation. False if none does.
bool exclude_instance(TermStore& store, KnownSystem& known, std::string_view output) {
  const PrintedDerivation printed = read_printed_derivation(store, known.system, output);
  if (!printed.problem.empty()) return false;
  const Terms terms(store);
  Evaluation evaluation(store);
  const ValuePool pool = pool_of(store, known.system);
  InstanceSearch search(evaluation, pool);
  const Facts facts(printed.facts.begin(), printed.facts.end());
  for (Clause& clause : known.system.clauses) {
    std::vector<TermId> equal;
    const auto take = [&](const Step& step, const auto&) {
      for (std::size_t i = 0; i < step.values.size(); ++i)
        if (const auto value = smt::make_term(store, step.values[i], clause.variables[i].sort))
          equal.push_back(terms.equal(store.variable(clause.variables[i]), *value));
      return true;
    };
    if (clause.head || !search.find(clause, nullptr, facts, 200, take)) continue;
    clause.constraint = terms.all(std::vector{clause.constraint, terms.negation(terms.all(equal))});
    return true;
  }
  return false;
}

}  // namespace

std::optional<core::Case> follow_up(const core::Case& subject, bool sat, std::string_view output) {
  OpenedHorn opened = open_horn_case(subject);
  if (!opened.problem.empty() || subject.file(kJudgedSystemFile) != nullptr) return std::nullopt;
  read_evidence(opened, subject);
  TermStore& store = *opened.store;
  KnownSystem& known = opened.known;
  output = output.substr(0, output.find(kFollowUpLine));
  if (!(sat ? guard_bodies(store, known, output) : exclude_instance(store, known, output))) return std::nullopt;
  if (known.meaning && !is_proved(store, known.system, *known.meaning)) known.meaning.reset();
  if (known.derivation && !is_refutation(store, known.system, *known.derivation)) known.derivation.reset();
  if (known.truth() == smt::Truth::Open) known = decide(store, known.system);
  HornFacts facts = opened.facts;
  facts.follows_up = false;
  core::Case made = make_horn_case(store, known, facts);
  made.index = subject.index;
  made.strategy = subject.strategy;
  made.group = subject.group;
  made.labels = subject.labels;
  return made;
}

}  // namespace assay::horn
