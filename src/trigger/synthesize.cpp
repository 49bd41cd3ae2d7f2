#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "core/case/timed_stop.hpp"
#include "core/proc/own_memory.hpp"
#include "trigger/proof/proof_reader.hpp"
#include "trigger/proof/proof_sources.hpp"
#include "trigger/proof/proof_terms.hpp"
#include "trigger/proof/solver_patterns.hpp"
#include "trigger/prover/script_options.hpp"
#include "trigger/prover/work.hpp"
#include "trigger/search/search_source.hpp"
#include "trigger/source/schedule.hpp"
#include "trigger/source/sources.hpp"
#include "trigger/source/synthesis.hpp"

namespace assay::trigger {
namespace {

/// Shares of the total time at which the search and minimizing end. The rest is for the last check.
constexpr double kShareOfSearch = 0.93;
constexpr double kShareOfFinishing = 0.965;

/// Share of the time left for minimizing that a proof may take, to find out which terms a refutation uses.
constexpr double kShareOfNarrowing = 0.25;

/// Up to this number of terms are minimized without a proof.
constexpr std::size_t kFewTerms = 4;

/// The solver with a random seed. The final check of terms uses the solver without it.
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

/// Finds out whether the script's own options decide if E-matching refutes it, and which of them does so alone.
/// `plain`: the answer with all of them.
void find_deciding_options(const Workplace& work, Answer plain) {
  const std::vector<std::string>& options = work.problem.options;
  if (options.empty()) return;
  const std::string rest = work.validator.text({}, Form::Original).substr(option_commands(work.problem).size());
  const double limit = limit_after(work.options, 0);
  const auto answer = [&](const std::string& used) {
    const double seconds = work.deadline.left(kCpuTimeMargin * limit);
    return seconds <= 0 ? plain
                        : work.fresh.run(with_work_limit(used + rest, limit), seconds, work.deadline.stop()).answer;
  };
  const auto differs = [&](Answer other) { return (other == Answer::Unsat) != (plain == Answer::Unsat); };
  const Answer without = answer({});
  if (!differs(without)) return;
  work.result.without_options = without;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::vector<std::string> others = options;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (differs(answer(join(others, "")))) work.result.deciding_options.emplace_back(trim(options[i]));
  }
  if (!work.result.deciding_options.empty()) return;
  for (const std::string& option : options) work.result.deciding_options.emplace_back(trim(option));
}

/// The outcome for the script without new terms. Nullopt if terms may be missing.
std::optional<Outcome> plain_outcome(const Workplace& work) {
  if (!has_quantifiers(work.store, work.problem)) return Outcome::NoQuantifiers;
  const Reply reply = work.validator.plain_check(limit_after(work.options, 0), work.deadline);
  work.result.tried.push_back("E-matching alone: " + std::string(name(reply.answer)));
  find_deciding_options(work, reply.answer);
  switch (reply.answer) {
    case Answer::Unsat: return Outcome::AlreadyUnsat;
    case Answer::Sat: return Outcome::Satisfiable;
    case Answer::Failed: work.result.detail = reply.text; return Outcome::Failed;
    default: return std::nullopt;
  }
}

/// The terms that occur in the instantiations of E-matching's own proof, if E-matching refutes the script with them.
/// A proof takes one run; removing unneeded terms one by one takes many.
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

/// Terms, and the reply of a fresh process to the printed script with these terms.
struct Trial {
  TermSet set;
  Reply reply;
  [[nodiscard]] bool refuted() const { return reply.answer == Answer::Unsat; }
};

Trial checked_in_fresh_process(const Workplace& work, const Terms& found) {
  Trial trial;
  Terms terms = work.validator.with_short_names(found);
  const Form form = work.validator.form_of(terms);
  trial.set.script = work.validator.text(terms, form);
  trial.reply = work.fresh.run(with_work_counter(trial.set.script), work.end.left(work.options.seconds_for_few()),
                               work.end.stop());
  trial.set.checked_seconds = trial.reply.seconds;
  trial.set.assertion = work.validator.assertion(terms, form);
  trial.set.normalised = form == Form::Normal;
  trial.set.terms = std::move(terms);
  return trial;
}

/// Minimizes terms that a fresh process confirms. If it does not confirm the minimized terms, the terms before are
/// returned. Nullopt if it does not confirm the terms that were found.
std::optional<TermSet> minimized_and_confirmed(const Workplace& work, FoundTerms found) {
  Trial best = checked_in_fresh_process(work, narrowed(work, found.terms));
  if (!best.refuted() && best.set.terms.size() < found.terms.size()) best = checked_in_fresh_process(work, found.terms);
  if (!best.refuted()) {
    work.result.tried.push_back("the terms in a fresh process: E-matching says " +
                                std::string(name(best.reply.answer)));
    return std::nullopt;
  }
  const Terms fewest = work.validator.minimized(best.set.terms, work.validator.form_of(best.set.terms),
                                                nominal_seconds(best.reply), work.finishing, work.end);
  if (fewest != best.set.terms) {
    Trial smaller = checked_in_fresh_process(work, fewest);
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

/// A source of terms and its share of the work. A table row without code. First turns are in the order of the rows; the
/// first turn of the search may be long, so the search comes after the growth.
struct SourceRow {
  std::string_view name;
  std::unique_ptr<TermSource> (*make)(const Workplace& work);
  bool of_search;  ///< used with Source::Search
  bool of_proofs;  ///< used with Source::Proof
  unsigned share;
  bool later = false;  ///< starts after the others did the work of the first limit per unit of share
};
constexpr std::array kSourceRows = {
    SourceRow{"proofs", make_proof_source, false, true, 5},
    SourceRow{"growth", make_growth_source, false, true, 4},
    SourceRow{"goal", make_goal_source, true, false, 6},
    SourceRow{"enumeration", make_enumeration_source, true, false, 2},
    SourceRow{"search", make_search_source, true, false, 4},
    SourceRow{"subsets", make_subset_source, false, true, 2},
    SourceRow{"E-matching", make_plain_source, true, true, 1, true},
};

bool is_asked(Source source, const SourceRow& engine) {
  return source == Source::Both || (source == Source::Search ? engine.of_search : engine.of_proofs);
}

/// Minimizes and stores found terms. True if enough sets of terms are stored.
bool store_terms(const Workplace& work, FoundTerms found) {
  const Terms all = found.terms;
  std::optional<TermSet> set = minimized_and_confirmed(work, std::move(found));
  work.known.add(work.store, set ? set->terms : all);
  if (set) work.result.found.push_back(std::move(*set));
  return work.result.found.size() >= work.options.max_term_sets;
}

/// False if this process exceeds its memory limit, which is reported in Synthesis::tried.
bool has_memory(const Workplace& work) {
  const std::uint64_t used = core::own_resident_bytes();
  if (work.options.memory_bytes == 0 || used <= work.options.memory_bytes) return true;
  work.result.tried.push_back("out of memory: Assay itself has " + std::to_string(used >> 20) + " MB");
  return false;
}

/// Lets the sources take turns. Each source is constructed at its first turn, as construction may take long.
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
    if (turn.found && store_terms(work, std::move(*turn.found))) return;
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

Synthesis synthesize(smt::TermStore& store, const smt::Script& script, const SynthesisOptions& given, Prover& prover,
                     const std::stop_token& stop) {
  SynthesisOptions options = given;
  const auto start = std::chrono::steady_clock::now();
  const double wall = wall_seconds(options.seconds, options.clock);
  const core::TimedStop timed(stop, core::later(start, kShareOfSearch * wall));
  const Deadline deadline(kShareOfSearch * options.seconds, timed.token(), options.clock);
  const core::TimedStop timed_end(stop, core::later(start, wall));
  const Deadline finishing(kShareOfFinishing * options.seconds, timed_end.token(), options.clock);
  const Deadline end(options.seconds, timed_end.token(), options.clock);
  Synthesis result;
  result.problem = preprocess(store, script, timed.token());
  result.problem.options = search_options(store, script, prover, deadline);
  for (OtherProver& other : options.others)
    if (other.is_z3) other.options = join(search_options(store, script, *other.prover, deadline, OwnOptions::Kept), "");
  Problem problem = result.problem;
  SeededProver seeded(prover, options.seed);
  if (options.solver_patterns && !deadline.passed()) {
    const SolverPatterns patterns =
        add_solver_patterns(store, problem, seeded, limit_after(options, 1), deadline.stop());
    if (patterns.missing > 0)
      result.tried.push_back("patterns: the solver selected patterns for " + std::to_string(patterns.made) + " of " +
                             std::to_string(patterns.missing) + " quantifiers without patterns");
  }
  SeededProver checker(options.checker != nullptr ? *options.checker : prover, options.seed);
  if (deadline.passed()) {
    result.out_of_time = !stop.stop_requested();
    result.seconds = deadline.elapsed();
    return result;
  }
  Validator validator(store, problem, script, checker, options.seconds_per_check);
  KnownShapes known;
  std::deque<Terms> harvest;
  Terms joined;
  find_terms(
      {store, problem, options, seeded, prover, validator, deadline, finishing, end, result, known, harvest, joined});
  result.checks = validator.checks();
  result.out_of_time = deadline.passed() && !stop.stop_requested();
  result.seconds = deadline.elapsed();
  return result;
}

}  // namespace assay::trigger
