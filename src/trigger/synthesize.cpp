#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "assay/core/own_memory.hpp"
#include "assay/core/timed_stop.hpp"
#include "assay/trigger/synthesis.hpp"
#include "trigger/proof/proof_reader.hpp"
#include "trigger/proof/proof_sources.hpp"
#include "trigger/proof/proof_terms.hpp"
#include "trigger/proof/solver_patterns.hpp"
#include "trigger/prover/work.hpp"
#include "trigger/search/search_source.hpp"
#include "trigger/source/schedule.hpp"
#include "trigger/source/sources.hpp"

namespace assay::trigger {
namespace {

/// Of the time: the search ends then, and minimizing what it found. The rest is for the last check.
constexpr double kShareOfSearch = 0.93;
constexpr double kShareOfFinishing = 0.965;

/// Of the time that is left then: to find out which terms a refutation uses.
constexpr double kShareOfNarrowing = 0.25;

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
  const Reply reply = work.validator.plain_check(limit_after(work.options, 0), work.deadline);
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
  const double left = work.finishing.left(work.options.seconds);
  const Form form = work.validator.form_of(terms);
  const Reply reply = work.prover.run(
      "(set-option :produce-proofs true)\n" + work.validator.text(terms, form) + "(get-proof)\n",
      work.finishing.left(std::min(work.options.seconds_per_check, kShareOfNarrowing * left)), work.finishing.stop());
  if (reply.answer != Answer::Unsat) return terms;
  const Result<std::vector<Instance>> instances =
      read_instances(work.store, work.validator.declarations(form), reply.text);
  if (!instances) return terms;
  std::set<smt::TermId> used;
  for (const smt::TermId term : ProofTerms(work).terms(*instances, Extent::AllPatterns)) used.insert(term);
  Terms needed;
  for (const smt::TermId term : terms) {
    bool matched = false;
    visit_terms(work.store, term, [&](smt::TermId node) { return !(matched = matched || used.contains(node)); });
    if (matched) needed.push_back(term);
  }
  const bool enough = !needed.empty() && needed.size() < terms.size() &&
                      work.validator.check(needed, form, work.finishing).answer == Answer::Unsat;
  return enough ? needed : terms;
}

/// Terms, and what a fresh process says to the script that is printed with them.
struct Trial {
  TermSet set;
  Reply reply;
  [[nodiscard]] bool refuted() const { return reply.answer == Answer::Unsat; }
};

Trial tried_afresh(const Workplace& work, const Terms& found) {
  Trial trial;
  Terms terms = work.validator.with_short_names(found);
  const Form form = work.validator.form_of(terms);
  trial.set.script = work.validator.text(terms, form);
  trial.reply =
      work.fresh.run(with_work_told(trial.set.script), work.end.left(work.options.seconds_for_few()), work.end.stop());
  trial.set.checked_seconds = trial.reply.seconds;
  trial.set.assertion = work.validator.assertion(terms, form);
  trial.set.normalised = form == Form::Normal;
  trial.set.terms = std::move(terms);
  return trial;
}

/// Minimizes what a fresh process confirms. Where it does not confirm the fewest terms, or where no time is left for
/// them, those that it confirmed before are the answer.
std::optional<TermSet> finished(const Workplace& work, Found found) {
  Trial best = tried_afresh(work, narrowed(work, found.terms));
  if (!best.refuted() && best.set.terms.size() < found.terms.size()) best = tried_afresh(work, found.terms);
  if (!best.refuted()) {
    work.result.tried.push_back("the terms in a fresh process: E-matching says " +
                                std::string(name(best.reply.answer)));
    return std::nullopt;
  }
  const Terms fewest = work.validator.minimized(best.set.terms, work.validator.form_of(best.set.terms),
                                                nominal_seconds(best.reply), work.finishing, work.end);
  if (fewest != best.set.terms) {
    Trial smaller = tried_afresh(work, fewest);
    if (smaller.refuted())
      best = std::move(smaller);
    else
      work.result.tried.push_back("the minimized terms in a fresh process: E-matching says " +
                                  std::string(name(smaller.reply.answer)));
  }
  best.set.method = std::move(found.method);
  best.set.seconds = work.deadline.elapsed();
  return std::move(best.set);
}

/// What looks for terms, and its share of the work: data only. The order is that of the first turns; the search, whose
/// first turn may be long, comes after the growth.
struct SourceRow {
  std::string_view name;
  std::unique_ptr<TermSource> (*make)(const Workplace& work);
  bool of_search;  ///< has a turn where terms are to come from the search alone, and from proofs alone
  bool of_proofs;
  unsigned share;
  bool later = false;  ///< begins when the others had the first limit's work for a share of one
};
constexpr std::array kSourceRows = {
    SourceRow{"proofs", make_proof_source, false, true, 5},
    SourceRow{"growth", make_growth_source, false, true, 4},
    SourceRow{"search", make_search_source, true, false, 4},
    SourceRow{"subsets", make_subset_source, false, true, 2},
    SourceRow{"E-matching", make_plain_source, true, true, 1, true},
};

bool is_asked(Source source, const SourceRow& engine) {
  return source == Source::Both || (source == Source::Search ? engine.of_search : engine.of_proofs);
}

/// Whether what was found is enough.
bool take(const Workplace& work, Found found) {
  const Terms all = found.terms;
  std::optional<TermSet> set = finished(work, std::move(found));
  work.known.add(work.store, set ? set->terms : all);
  if (set) work.result.found.push_back(std::move(*set));
  return work.result.found.size() >= work.options.wanted;
}

/// False, and told: this process has more memory than it may.
bool has_memory(const Workplace& work) {
  const std::uint64_t used = core::own_resident_bytes();
  if (work.options.memory_bytes == 0 || used <= work.options.memory_bytes) return true;
  work.result.tried.push_back("out of memory: Assay itself has " + std::to_string(used >> 20) + " MB");
  return false;
}

/// The engines take turns. Each is made for its first one, as that may take a while.
void take_turns(const Workplace& work) {
  std::vector<const SourceRow*> engines;
  std::vector<Schedule::Share> shares;
  for (const SourceRow& engine : kSourceRows) {
    if (!is_asked(work.options.source, engine)) continue;
    engines.push_back(&engine);
    shares.push_back({engine.share, engine.later ? work_of(limit_after(work.options, 0)) : 0});
  }
  Schedule schedule(shares);
  std::vector<std::unique_ptr<TermSource>> sources(engines.size());
  while (!work.deadline.passed() && has_memory(work)) {
    const std::optional<std::size_t> next = schedule.next();
    if (!next) return;
    std::unique_ptr<TermSource>& source = sources[*next];
    if (source == nullptr) source = engines[*next]->make(work);
    Turn turn = source->next();
    schedule.note(*next, turn.work, turn.progress);
    if (work.result.outcome != Outcome::NotFound) return;
    if (turn.found && take(work, std::move(*turn.found))) return;
  }
}

void find_terms(const Workplace& work) {
  if (const std::optional<Outcome> outcome = plain_outcome(work)) {
    work.result.outcome = *outcome;
    return;
  }
  take_turns(work);
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
  const core::TimedStop timed(stop, core::later(std::chrono::steady_clock::now(), kShareOfSearch * options.seconds));
  const Deadline deadline(kShareOfSearch * options.seconds, timed.token());
  const core::TimedStop timed_end(stop, core::later(std::chrono::steady_clock::now(), options.seconds));
  const Deadline finishing(kShareOfFinishing * options.seconds, timed_end.token());
  const Deadline end(options.seconds, timed_end.token());
  Synthesis result;
  result.problem = preprocess(store, script, timed.token());
  Problem problem = result.problem;
  SeededProver seeded(prover, options.seed);
  if (options.solver_patterns && !deadline.passed()) {
    const SolverPatterns patterns =
        add_solver_patterns(store, problem, seeded, limit_after(options, 1), deadline.stop());
    if (patterns.missing > 0)
      result.tried.push_back("patterns: the solver has some for " + std::to_string(patterns.made) + " of " +
                             std::to_string(patterns.missing) + " quantifiers without");
  }
  SeededProver checker(options.checker != nullptr ? *options.checker : prover, options.seed);
  if (deadline.passed()) {
    result.out_of_time = timed.time_is_up();
    result.seconds = deadline.elapsed();
    return result;
  }
  Validator validator(store, problem, script, checker, options.seconds_per_check);
  KnownShapes known;
  std::deque<Terms> harvest;
  find_terms({store, problem, options, seeded, prover, validator, deadline, finishing, end, result, known, harvest});
  result.checks = validator.checks();
  result.out_of_time = timed.time_is_up();
  result.seconds = deadline.elapsed();
  return result;
}

}  // namespace assay::trigger
