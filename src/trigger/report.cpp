#include "trigger/report.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/case/timed_stop.hpp"
#include "smt/judge/judge.hpp"
#include "trigger/problem/axioms.hpp"
#include "trigger/source/validator.hpp"

namespace assay::trigger {
namespace {

/// Share of the time that the search has if other engines are asked, too.
constexpr double kShareBesideOpinions = 0.7;
constexpr const char* kNoTime = "no time was left for it";

/// Time limit of the search for suggestions, as a multiple of the time for one run: it makes many short runs.
constexpr double kSuggestionRuns = 3;

Verdict verdict_of(Outcome outcome, bool axioms_only) {
  switch (outcome) {
    case Outcome::Found: return Verdict::Found;
    case Outcome::NotFound: return Verdict::NotFound;
    case Outcome::NoQuantifiers: return Verdict::NoQuantifiers;
    case Outcome::AlreadyUnsat: return axioms_only ? Verdict::Inconsistent : Verdict::AlreadyUnsat;
    case Outcome::Satisfiable: return Verdict::Satisfiable;
    case Outcome::Failed: return Verdict::Failed;
  }
  return Verdict::Failed;
}

class Examination {
 public:
  /// `end`: the time limit of the whole examination, including explanations.
  Examination(smt::TermStore& store, const ReportOptions& options, Prover& prover, const Deadline& end,
              const std::stop_token& stop)
      : store_(store), options_(options), prover_(prover), end_(end), stop_(stop) {}

  Report run(const smt::Script& script, std::string_view text) {
    SynthesisOptions synthesis = options_.synthesis;
    synthesis.solver_patterns = !options_.own_patterns;
    report_.synthesis = synthesize(store_, script, synthesis, prover_, stop_);
    report_.verdict = verdict_of(report_.synthesis.outcome, options_.axioms_only);
    if (report_.verdict == Verdict::Failed || report_.verdict == Verdict::NoQuantifiers) return std::move(report_);
    report_.problem = std::move(report_.synthesis.problem);
    if (report_.verdict == Verdict::Found) complete(script, text);
    if (options_.modulo_patterns) judge_modulo_patterns();
    if (report_.verdict == Verdict::Satisfiable) judge_model(script);
    if (report_.verdict == Verdict::NotFound) advise();
    if (report_.verdict == Verdict::NotFound && stop_.stop_requested()) report_.verdict = Verdict::Interrupted;
    return std::move(report_);
  }

 private:
  void complete(const smt::Script& script, std::string_view text) {
    for (const TermSet& set : report_.synthesis.found) {
      Completion completion = completed(set, script, text);
      explain(completion);
      if (is_new(completion))
        report_.completions.push_back(std::move(completion));
      else
        report_.synthesis.tried.emplace_back("left out a term for which the same assertions clash: " + set.method);
    }
    if (report_.completions.empty()) report_.verdict = Verdict::NotFound;
  }

  /// True if no earlier completion has the same clash, or if the clash is unknown: alternatives show other issues.
  [[nodiscard]] bool is_new(const Completion& completion) const {
    std::vector<std::size_t> clash = completion.derivation.clash;
    std::sort(clash.begin(), clash.end());
    return std::none_of(report_.completions.begin(), report_.completions.end(), [&](const Completion& earlier) {
      std::vector<std::size_t> other = earlier.derivation.clash;
      std::sort(other.begin(), other.end());
      return !clash.empty() && clash == other;
    });
  }

  /// The set of terms with the script that users get. A fresh process has refuted exactly this script: the synthesis
  /// checked the printed script; here the user's text with the pasted assertion is checked.
  Completion completed(const TermSet& set, const smt::Script& script, std::string_view text) {
    Completion completion;
    completion.set = set;
    completion.completed = set.script;
    completion.fresh_seconds = set.checked_seconds;
    if (set.normalised || options_.axioms_only || options_.own_patterns) return completion;
    const std::optional<std::string> whole = pasted(text, script, set.assertion);
    if (!whole) return completion;
    const std::string script_of_user = std::string(kMatchingOnly) + *whole;
    const Reply reply = prover_.run(script_of_user, end_.left(options_.synthesis.seconds_for_few()), end_.stop());
    if (reply.answer != Answer::Unsat) return completion;
    completion.completed = script_of_user;
    completion.fresh_seconds = reply.seconds;
    completion.pasted = true;
    return completion;
  }

  /// Adds the second solver's answers, the derivation and the suggestions, in the remaining time.
  void explain(Completion& completion) {
    const double seconds = end_.left(options_.synthesis.seconds_per_check);
    if (seconds <= 0) {
      completion.derivation.note = kNoTime;
      completion.suggestions.note = kNoTime;
      return;
    }
    const std::vector<smt::TermId>& terms = completion.set.terms;
    const std::vector<smt::TermId> assertions =
        completion.set.normalised ? formulas(report_.problem) : report_.problem.assertions;
    completion.second = ask(store_, assertions, terms, Panel::Second, options_.solvers, seconds, end_.stop());
    if (options_.explain) completion.derivation = derive(store_, report_.problem, terms, prover_, seconds, end_.stop());
    if (options_.explain && options_.suggest)
      completion.suggestions = suggest(store_, report_.problem, completion.derivation, prover_,
                                       end_.left(seconds * kSuggestionRuns), end_.stop());
    if (!options_.also.empty()) try_elsewhere(completion.suggestions.found);
  }

  void try_elsewhere(std::vector<Suggestion>& suggestions) {
    OtherScripts others(options_.also, prover_, options_.synthesis.seconds_per_check);
    for (Suggestion& suggestion : suggestions) {
      std::string assertions;
      for (const PatternChange& change : suggestion.changes) assertions += assertion_text(store_, change.formula);
      suggestion.elsewhere = others.with(assertions, end_);
    }
  }

  /// Asks all engines about the assertions without any term, and adjusts the verdict.
  void judge_modulo_patterns() {
    report_.opinions = ask(store_, report_.problem.assertions, {}, Panel::All, options_.solvers,
                           end_.left(options_.synthesis.seconds_per_check), end_.stop());
    const auto said = [&](Answer answer) {
      return std::any_of(report_.opinions.begin(), report_.opinions.end(),
                         [&](const Opinion& opinion) { return opinion.reply.answer == answer; });
    };
    const bool refuted = said(Answer::Unsat) || is_finding(report_.verdict);
    const bool modelled = said(Answer::Sat) || report_.verdict == Verdict::Satisfiable;
    if (refuted && modelled)
      report_.verdict = Verdict::Disagreement;
    else if (report_.verdict == Verdict::NotFound && refuted)
      report_.verdict = Verdict::ModuloPatterns;
    else if (report_.verdict == Verdict::NotFound && modelled)
      report_.verdict = Verdict::Satisfiable;
  }

  /// Asks for a model and evaluates the assertions under it. Without that, the solver's word is no verdict.
  void judge_model(const smt::Script& script) {
    const std::string text = option_commands(report_.problem) + "(set-option :smt.mbqi true)\n" +
                             logic_command(report_.problem) + script_text(store_, report_.problem.assertions) +
                             "(get-model)\n";
    const Reply reply = prover_.run(text, end_.left(options_.synthesis.seconds_for_few()), end_.stop());
    const smt::ModelVerdict model =
        reply.answer == Answer::Sat
            ? smt::judge_printed_model(store_, script, reply.text)
            : smt::ModelVerdict{{}, "asked for a model it says " + std::string(name(reply.answer)), {}};
    if (model.kind == smt::ModelVerdict::Kind::Holds) return;
    const bool refuted = model.kind == smt::ModelVerdict::Kind::Refuted;
    report_.verdict = Verdict::NotFound;
    report_.unconfirmed_model = (refuted ? "its model is wrong: " : "its model cannot be checked: ") + model.reason;
  }

  /// Finds unmatchable variables and the options to options_to_raise, by the lines in Synthesis::tried. No options if
  /// the search ended in time and there are unmatchable variables.
  void advise() {
    report_.unmatchable = unmatchable(store_, report_.problem);
    if (!report_.unmatchable.empty() && !report_.synthesis.out_of_time) return;
    if (!report_.unconfirmed_model.empty()) return;  // no bound helps if there is a model
    const SynthesisOptions& used = options_.synthesis;
    const auto tried = [&](std::string_view word) {
      return std::any_of(report_.synthesis.tried.begin(), report_.synthesis.tried.end(),
                         [&](const std::string& line) { return line.find(word) != std::string::npos; });
    };
    const bool out_of_time = report_.synthesis.out_of_time;
    if (out_of_time) report_.options_to_raise.emplace_back("--time");
    if (tried("timeout")) report_.options_to_raise.emplace_back("--timeout");
    if (tried("memory")) report_.options_to_raise.emplace_back("--memory");
    if (!out_of_time) {
      for (const char* bound : {"--clusters", "--formulas", "--models", "--copies"})
        report_.options_to_raise.emplace_back(bound);
    }
    if (used.source != Source::Both) report_.options_to_raise.emplace_back("--from both");
  }

  smt::TermStore& store_;
  const ReportOptions& options_;
  Prover& prover_;
  const Deadline& end_;
  const std::stop_token& stop_;
  Report report_;
};

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Found: return "found";
    case Verdict::Inconsistent: return "inconsistent";
    case Verdict::ModuloPatterns: return "inconsistent-modulo-patterns";
    case Verdict::NotFound: return "not-found";
    case Verdict::NoQuantifiers: return "no-quantifiers";
    case Verdict::AlreadyUnsat: return "already-unsat";
    case Verdict::Satisfiable: return "satisfiable";
    case Verdict::Disagreement: return "disagreement";
    case Verdict::Interrupted: return "interrupted";
    case Verdict::Failed: return "failed";
  }
  return "failed";
}

bool is_finding(Verdict verdict) {
  return verdict == Verdict::Found || verdict == Verdict::Inconsistent || verdict == Verdict::ModuloPatterns ||
         verdict == Verdict::Disagreement;
}

Report examine(smt::TermStore& store, const smt::Script& script, std::string_view text, const ReportOptions& options,
               Prover& prover, const std::stop_token& stop) {
  const core::TimedStop timed(stop, core::later(std::chrono::steady_clock::now(),
                                                wall_seconds(options.synthesis.seconds, options.synthesis.clock)));
  const Deadline end(options.synthesis.seconds, timed.token(), options.synthesis.clock);
  smt::Script looked_at = script;
  std::size_t taken = 0;
  std::size_t left_out = 0;
  if (options.axioms_only) {
    Axioms axioms = axioms_of(store, script, options.ground_facts, timed.token());
    looked_at = std::move(axioms.script);
    taken = axioms.taken;
    left_out = axioms.left_out;
  }
  if (options.own_patterns) looked_at = with_own_patterns(store, looked_at, timed.token());
  // The search has the remaining time, without the share of the opinions.
  ReportOptions rest = options;
  const double share = options.modulo_patterns ? kShareBesideOpinions : 1;
  rest.synthesis.seconds = share * std::max(0.0, options.synthesis.seconds - end.elapsed());
  Report report = Examination(store, rest, prover, end, stop).run(looked_at, text);
  report.axioms = taken;
  report.left_out = left_out;
  report.seconds = end.elapsed();
  return report;
}

}  // namespace assay::trigger
