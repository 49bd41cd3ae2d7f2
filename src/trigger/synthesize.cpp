#include <string>
#include <utility>

#include "assay/trigger/synthesis.hpp"
#include "trigger/proof_reader.hpp"
#include "trigger/sources.hpp"

namespace assay::trigger {
namespace {

/// What the script is without any new term; std::nullopt: something may be missing.
std::optional<Outcome> plain_outcome(const Workplace& work) {
  if (!has_quantifiers(work.store, work.problem)) return Outcome::NoQuantifiers;
  const Reply reply = work.validator.plain_check(work.deadline);
  work.result.tried.push_back("E-matching alone: " + std::string(name(reply.answer)));
  switch (reply.answer) {
    case Answer::Unsat: return Outcome::AlreadyUnsat;
    case Answer::Sat: return Outcome::Satisfiable;
    case Answer::Failed: work.result.detail = reply.text; return Outcome::Failed;
    default: return std::nullopt;
  }
}

/// Minimizes, and checks the printed script in a fresh process once more.
bool finish(const Workplace& work, Terms terms) {
  Synthesis& result = work.result;
  Form form = work.validator.form_of(terms);
  terms = work.validator.minimized(std::move(terms), form, work.deadline);
  form = work.validator.form_of(terms);
  result.script = work.validator.text(terms, form);
  const Reply reply = work.prover.run(result.script, work.options.seconds_per_check, work.deadline.stop());
  if (reply.answer != Answer::Unsat) {
    result.tried.push_back("the minimized terms: E-matching says " + std::string(name(reply.answer)));
    return false;
  }
  result.terms = std::move(terms);
  result.assertion = work.validator.assertion(result.terms, form);
  result.normalised = form == Form::Normal;
  return true;
}

/// The instantiations of E-matching's own refutation.
void explain(const Workplace& work) {
  Synthesis& result = work.result;
  const Reply reply = work.prover.run("(set-option :produce-proofs true)\n" + result.script + "(get-proof)\n",
                                      work.options.seconds_per_check, work.deadline.stop());
  if (reply.answer != Answer::Unsat) return;
  const std::string declarations = result.script.substr(0, result.script.find("(check-sat)"));
  const Result<std::vector<Instance>> instances = read_instances(work.store, declarations, reply.text);
  if (!instances) return;
  for (const Instance& instance : *instances) {
    UsedConjunct used;
    used.conjunct = smt::to_string(work.store, instance.quantifier);
    const std::vector<smt::BoundVariable>& variables = work.store.binder_info(instance.quantifier).variables;
    for (std::size_t i = 0; i < variables.size(); ++i)
      used.values.push_back(std::string(work.store.spelling(variables[i].name)) + " = " +
                            smt::to_string(work.store, instance.values[i]));
    result.used.push_back(std::move(used));
  }
}

/// The sources of terms in the order in which they are asked.
struct SourceRow {
  Source source;
  std::optional<Terms> (*terms)(const Workplace&);
};
constexpr SourceRow kSources[] = {
    {Source::Proof, terms_from_quick_proofs}, {Source::Search, terms_from_search}, {Source::Proof, terms_from_proofs}};

void look(const Workplace& work) {
  Synthesis& result = work.result;
  if (const std::optional<Outcome> outcome = plain_outcome(work)) {
    result.outcome = *outcome;
    return;
  }
  for (const SourceRow& row : kSources) {
    if (work.options.source != Source::Both && work.options.source != row.source) continue;
    std::optional<Terms> terms = row.terms(work);
    if (result.outcome == Outcome::Satisfiable) return;
    if (!terms || !finish(work, std::move(*terms))) continue;
    result.outcome = Outcome::Found;
    result.closest.clear();
    explain(work);
    return;
  }
}

}  // namespace

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::Found: return "found";
    case Outcome::NotFound: return "not-found";
    case Outcome::NoQuantifiers: return "no-quantifiers";
    case Outcome::AlreadyUnsat: return "already-unsat";
    case Outcome::Satisfiable: return "satisfiable";
    case Outcome::Failed: return "failed";
  }
  return "failed";
}

Synthesis synthesize(smt::TermStore& store, const smt::Script& script, const SynthesisOptions& options, Prover& prover,
                     const std::stop_token& stop) {
  const Deadline deadline(options.seconds, stop);
  Synthesis result;
  const Problem problem = preprocess(store, script);
  Validator validator(store, problem, script, prover, options.seconds_per_check);
  look({store, problem, options, prover, validator, deadline, result});
  result.checks = validator.checks();
  result.seconds = deadline.elapsed();
  return result;
}

}  // namespace assay::trigger
