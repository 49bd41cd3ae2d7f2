#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/trigger/output.hpp"
#include "core/report/report.hpp"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

class JsonPage {
 public:
  explicit JsonPage(const TriggerPage& page) : page_(page), report_(page.check.report) {}

  [[nodiscard]] Json json() const {
    if (page_.check.state != trigger::CheckState::Examined) return not_examined();
    const trigger::Synthesis& synthesis = report_.synthesis;
    Json json = head(trigger::name(report_.verdict), trigger::is_finding(report_.verdict),
                     trigger_explanation(report_, page_.options.axioms_only));
    json["seconds"] = report_.seconds;
    json["checks"] = synthesis.checks;
    if (page_.options.axioms_only) {
      json["axioms"] = report_.axioms;
      json["left_out"] = report_.left_out;
    }
    if (report_.verdict == trigger::Verdict::Found) add_found(json);
    json["tried"] = synthesis.tried;
    json["deciding_options"] = synthesis.deciding_options;
    json["closest"] = list(synthesis.closest);
    json["unmatchable"] = Json::array();
    for (const trigger::Unmatchable& one : report_.unmatchable)
      json["unmatchable"].push_back({{"axiom", axiom(one.conjunct)}, {"variable", one.variable}});
    json["raise"] = report_.options_to_raise;
    json["opinions"] = opinions(report_.opinions);
    return json;
  }

 private:
  [[nodiscard]] Json head(std::string_view verdict, bool finding, const std::string& explanation) const {
    const trigger::Check& check = page_.check.check;
    return {{"format", core::kJsonFormat},
            {"file", page_.file},
            {"check", check.number},
            {"line", check.where.line},
            {"label", check.label},
            {"brief", check.brief},
            {"verifier", page_.names.verifier()},
            {"command", page_.options.axioms_only ? "trigger check" : "trigger"},
            {"verdict", verdict},
            {"finding", finding},
            {"explanation", explanation}};
  }

  [[nodiscard]] Json not_examined() const {
    switch (page_.check.state) {
      case trigger::CheckState::Refuted:
        return head(trigger::name(trigger::Verdict::AlreadyUnsat), false,
                    "E-matching refutes the check as it is: no term is missing");
      case trigger::CheckState::Repeats: {
        Json json = head("repeats", false, "another check has the same assertions");
        json["repeats"] = page_.check.repeats;
        return json;
      }
      default: return head("not-examined", false, "no time was left for the check");
    }
  }

  static Json opinions(const std::vector<trigger::Opinion>& list) {
    Json array = Json::array();
    for (const trigger::Opinion& opinion : list)
      array.push_back({{"engine", opinion.engine},
                       {"follows_patterns", opinion.follows_patterns},
                       {"asked", opinion.asked},
                       {"answer", opinion.asked ? Json(trigger::name(opinion.reply.answer)) : Json()},
                       {"detail", opinion.asked ? std::string() : opinion.reply.text},
                       {"seconds", opinion.reply.seconds}});
    return array;
  }

  [[nodiscard]] Json term(smt::TermId id) const {
    return {{"smtlib", smt::to_string(page_.store, id)}, {"readable", trigger::readable(page_.store, id, page_.names)}};
  }
  [[nodiscard]] Json list(const std::vector<smt::TermId>& terms) const {
    Json array = Json::array();
    for (const smt::TermId id : terms) array.push_back(term(id));
    return array;
  }
  [[nodiscard]] Json axiom(std::size_t index) const {
    const trigger::Conjunct& conjunct = report_.problem.conjuncts[index];
    return {{"name", conjunct.name},
            {"line", conjunct.where.line},
            {"formula", smt::to_string(page_.store, conjunct.formula)}};
  }

  /// Adds the fields of the first completion to `json`; each alternative has the same fields.
  void add_found(Json& json) const {
    for (std::size_t i = 0; i < report_.completions.size(); ++i) {
      if (i == 0) {
        json.update(completion(i));
        json["alternatives"] = Json::array();
      } else {
        json["alternatives"].push_back(completion(i));
      }
    }
  }

  [[nodiscard]] Json completion(std::size_t index) const {
    const trigger::Completion& one = report_.completions[index];
    Json steps = Json::array();
    for (const trigger::Step& each : one.derivation.steps) steps.push_back(step(each));
    Json clash = Json::array();
    for (const std::size_t conjunct : one.derivation.clash) clash.push_back(axiom(conjunct));
    Json suggestions = Json::array();
    Json elsewhere = Json::array();
    for (const trigger::Suggestion& suggestion : one.suggestions.found) {
      Json changes = Json::array();
      for (const trigger::PatternChange& each : suggestion.changes) changes.push_back(change(each));
      suggestions.push_back(changes);
      if (!page_.options.also.empty()) elsewhere.push_back(effect(suggestion.elsewhere));
    }
    return {{"method", one.set.method},
            {"found_after_seconds", one.set.seconds},
            {"terms", list(one.set.terms)},
            {"assertion", one.set.assertion},
            {"preprocessed", one.set.normalised},
            {"pasted", one.pasted},
            {"fresh_process_seconds", one.fresh_seconds},
            {"emitted", index < page_.emitted.size() ? page_.emitted[index] : std::string()},
            {"second", opinions(one.second)},
            {"derivation", steps},
            {"clash", clash},
            {"derivation_note", one.derivation.note},
            {"suggestions", suggestions},
            {"suggestions_elsewhere", elsewhere},
            {"suggestions_note", one.suggestions.note}};
  }

  [[nodiscard]] static Json effect(const trigger::Elsewhere& found) {
    Json worse = Json::array();
    for (const trigger::WorseScript& one : found.worse)
      worse.push_back({{"file", one.name},
                       {"before", trigger::name(one.before.answer)},
                       {"before_seconds", one.before.seconds},
                       {"after", trigger::name(one.after.answer)},
                       {"after_seconds", one.after.seconds}});
    return {{"tried", found.tried}, {"unfit", found.unfit}, {"worse", worse}};
  }

  [[nodiscard]] Json step(const trigger::Step& step) const {
    Json values = Json::array();
    for (const auto& [name, value] : step.values) {
      values.push_back(term(value));
      values.back()["variable"] = page_.names.variable(name);
    }
    Json matches = Json::array();
    for (const trigger::Match& match : step.matches) {
      matches.push_back(term(match.term));
      matches.back()["from"] = origin(match);
    }
    return {{"axiom", axiom(step.conjunct)},
            {"outermost", step.outermost},
            {"values", values},
            {"matches", matches},
            {"fact", term(step.fact)}};
  }

  /// The match's origin: "term", "script", "equality", or the number of the step, from 1.
  static Json origin(const trigger::Match& match) {
    switch (match.origin) {
      case trigger::Origin::Term: return "term";
      case trigger::Origin::Script: return "script";
      case trigger::Origin::Step: return match.step + 1;
      case trigger::Origin::Equality: return "equality";
    }
    return {};
  }

  [[nodiscard]] Json change(const trigger::PatternChange& change) const {
    return {{"axiom", axiom(change.conjunct)},
            {"pattern", list(change.pattern)},
            {"assertion", "(assert " + smt::to_string(page_.store, change.formula) + ")"},
            {"part", change.part},
            {"matching_loop", change.loops},
            {"matching_loop_on_the_whole", change.whole_loops}};
  }

  const TriggerPage& page_;
  const trigger::Report& report_;
};

}  // namespace

std::string trigger_json(const TriggerPage& page) {
  return JsonPage(page).json().dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay::cli
