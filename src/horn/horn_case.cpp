#include "horn/horn_case.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/io/json_fields.hpp"
#include "horn/witness/witness.hpp"

namespace assay::horn {

static constexpr auto json_fields(const TargetOptions*) {
  using O = TargetOptions;
  return std::tuple{core::required_field("target", &O::target), core::json_field("family", &O::family),
                    core::required_field("values", &O::values)};
}

static constexpr auto json_fields(const HornFacts*) {
  using F = HornFacts;
  using core::json_field;
  return std::tuple{json_field("muz", &F::muz),
                    json_field("spelling", &F::spelling),
                    json_field("asks_derivation", &F::asks_derivation),
                    json_field("asks_certificate", &F::asks_certificate),
                    json_field("follows_up", &F::follows_up),
                    json_field("options", &F::options),
                    json_field("seed", &F::seed),
                    json_field("changes", &F::changes)};
}

namespace {

using Json = nlohmann::json;

smt::Truth truth_of(const std::string& name) {
  if (name == smt::name(smt::Truth::Sat)) return smt::Truth::Sat;
  return name == smt::name(smt::Truth::Unsat) ? smt::Truth::Unsat : smt::Truth::Open;
}

}  // namespace

std::string HornFacts::json() const {
  Json out = core::json_from<Json>(*this);
  out["truth"] = std::string(smt::name(truth));
  return core::json_text(out);
}

Result<HornFacts> HornFacts::from_json(std::string_view text) {
  const Json in = Json::parse(text, nullptr, false);
  HornFacts facts;
  if (const auto wrong = core::read_json(in, facts)) return Error{"the metadata have a wrong field: " + *wrong, ""};
  facts.truth = truth_of(core::json_at<std::string>(in, "truth"));
  return facts;
}

core::Case make_horn_case(TermStore& store, const KnownSystem& known, HornFacts facts, core::Case like) {
  facts.truth = known.truth();
  core::Case made = std::move(like);
  made.files = {{std::string(kSystemFile), print_horn(store, known.system, Spelling::numbered(facts.spelling))}};
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
  for (Clause& clause : known.system.clauses)
    for (const Atom& atom : clause.body)
      if (const auto meaning = meaning_of(terms, atom, *model)) constrain(terms, clause, *meaning);
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
    constrain(terms, clause, terms.negation(terms.all(equal)));
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
  return make_horn_case(store, known, facts, subject);
}

}  // namespace assay::horn
