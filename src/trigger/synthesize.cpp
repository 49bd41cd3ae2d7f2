#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "assay/core/timed_stop.hpp"
#include "assay/trigger/synthesis.hpp"
#include "trigger/proof_reader.hpp"
#include "trigger/proof_terms.hpp"
#include "trigger/solver_patterns.hpp"
#include "trigger/sources.hpp"

namespace assay::trigger {
namespace {

/// So many are minimized without more ado.
constexpr std::size_t kFewTerms = 4;

/// The solver with another seed. What is found is checked without it.
class SeededProver : public Prover {
 public:
  SeededProver(Prover& prover, std::uint64_t seed) : prover_(prover), commands_(seed_commands(seed)) {}
  Reply run(const std::string& script, double seconds, const std::stop_token& stop) override {
    return prover_.run(commands_ + script, seconds, stop);
  }
  Reply run_logged(const std::string& script, double seconds, const LogLine& take,
                   const std::stop_token& stop) override {
    return prover_.run_logged(commands_ + script, seconds, take, stop);
  }
  [[nodiscard]] std::string program() const override { return prover_.program(); }

 private:
  Prover& prover_;
  std::string commands_;
};

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

/// Those of many terms that E-matching's own refutation has in its instantiations, if they alone will do: a proof costs
/// one run, and removing what is not needed one by one costs many.
Terms narrowed(const Workplace& work, Terms terms) {
  if (terms.size() <= kFewTerms) return terms;
  const Form form = work.validator.form_of(terms);
  const Reply reply =
      work.prover.run("(set-option :produce-proofs true)\n" + work.validator.text(terms, form) + "(get-proof)\n",
                      work.options.seconds_per_check, work.deadline.stop());
  if (reply.answer != Answer::Unsat) return terms;
  const Result<std::vector<Instance>> instances =
      read_instances(work.store, work.validator.declarations(form), reply.text);
  if (!instances) return terms;
  std::set<smt::TermId> used;
  for (const smt::TermId term : ProofTerms(work).terms(*instances, Extent::AllPatterns)) used.insert(term);
  Terms needed;
  for (const smt::TermId term : terms) {
    bool matched = false;
    visit(work.store, term, [&](smt::TermId node) { return !(matched = matched || used.contains(node)); });
    if (matched) needed.push_back(term);
  }
  const bool enough = !needed.empty() && needed.size() < terms.size() &&
                      work.validator.check(needed, form, work.deadline).answer == Answer::Unsat;
  return enough ? needed : terms;
}

/// Minimizes, and checks the printed script in a fresh process once more.
std::optional<TermSet> finished(const Workplace& work, Found found) {
  TermSet set;
  Terms terms = narrowed(work, std::move(found.terms));
  Form form = work.validator.form_of(terms);
  set.terms = work.validator.minimized(std::move(terms), form, work.deadline);
  form = work.validator.form_of(set.terms);
  set.script = work.validator.text(set.terms, form);
  const Reply reply = work.prover.run(set.script, work.options.seconds_for_few(), work.deadline.stop());
  if (reply.answer != Answer::Unsat) {
    work.result.tried.push_back("the minimized terms: E-matching says " + std::string(name(reply.answer)));
    return std::nullopt;
  }
  set.assertion = work.validator.assertion(set.terms, form);
  set.normalised = form == Form::Normal;
  set.method = std::move(found.method);
  set.seconds = work.deadline.elapsed();
  return set;
}

/// All that a source finds in one turn, as far as it is wanted. False: that is enough.
bool take_turn(const Workplace& work, TermSource& source, std::size_t turn) {
  Synthesis& result = work.result;
  while (!work.deadline.passed()) {
    std::optional<Found> found = source.turn(turn);
    if (result.outcome == Outcome::Satisfiable) return false;
    if (!found) return true;
    const Terms all = found->terms;
    std::optional<TermSet> set = finished(work, std::move(*found));
    work.known.add(work.store, set ? set->terms : all);
    if (!set) continue;
    result.found.push_back(std::move(*set));
    if (result.found.size() >= work.options.wanted) return false;
  }
  return false;
}

/// Sources take turns: what one finds soon may take the other for ever. Short proofs come first, long ones after a
/// search, and the last turn of growth has no end.
struct Turn {
  std::unique_ptr<TermSource> (*make)(const Workplace& work);
  std::size_t number;
};
constexpr std::array kOrder = {
    Turn{make_proof_source, 0}, Turn{make_search_source, 0}, Turn{make_search_source, 1}, Turn{make_growth_source, 0},
    Turn{make_proof_source, 1}, Turn{make_search_source, 2}, Turn{make_growth_source, 1}, Turn{make_search_source, 3},
    Turn{make_proof_source, 2}, Turn{make_growth_source, 2},
};

bool is_asked(Source source, const Turn& turn) {
  const bool search = turn.make == make_search_source;
  return source == Source::Both || search == (source == Source::Search);
}

void look(const Workplace& work) {
  if (const std::optional<Outcome> outcome = plain_outcome(work)) {
    work.result.outcome = *outcome;
    return;
  }
  std::vector<std::pair<decltype(Turn::make), std::unique_ptr<TermSource>>> sources;
  for (const Turn& turn : kOrder) {
    if (!is_asked(work.options.source, turn)) continue;
    auto it = std::find_if(sources.begin(), sources.end(), [&](const auto& one) { return one.first == turn.make; });
    if (it == sources.end()) it = sources.emplace(sources.end(), turn.make, turn.make(work));
    if (!take_turn(work, *it->second, turn.number)) break;
  }
  if (work.result.found.empty()) return;
  work.result.outcome = Outcome::Found;
  work.result.closest.clear();
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
  const core::TimedStop timed(stop, core::later(std::chrono::steady_clock::now(), options.seconds));
  result.problem = preprocess(store, script, timed.token());
  Problem problem = result.problem;
  SeededProver seeded(prover, options.seed);
  if (options.solver_patterns && !deadline.passed()) {
    const SolverPatterns patterns =
        add_solver_patterns(store, problem, seeded, options.seconds_per_check, deadline.stop());
    if (patterns.missing > 0)
      result.tried.push_back("patterns: the solver has some for " + std::to_string(patterns.made) + " of " +
                             std::to_string(patterns.missing) + " quantifiers without");
  }
  SeededProver checker(options.checker != nullptr ? *options.checker : prover, options.seed);
  if (deadline.passed()) {
    result.seconds = deadline.elapsed();
    return result;
  }
  Validator validator(store, problem, script, checker, options.seconds_per_check);
  KnownShapes known;
  look({store, problem, options, seeded, validator, deadline, result, known});
  result.checks = validator.checks();
  result.seconds = deadline.elapsed();
  return result;
}

}  // namespace assay::trigger
