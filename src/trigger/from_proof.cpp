#include <algorithm>
#include <array>
#include <deque>
#include <future>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "trigger/proof_reader.hpp"
#include "trigger/proof_terms.hpp"
#include "trigger/sources.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermStore;

/// Ways to look for a refutation that does not follow the script's patterns: data only.
struct Engine {
  std::string_view name;
  bool second;  ///< by the second solver
  std::string_view before;
  std::string_view after;
  bool with_patterns;  ///< the script's; else the solver makes its own
  Result<std::vector<Instance>> (*read)(TermStore&, const std::string&, std::string_view);
  double share;  ///< of the time for one check
  bool quick;    ///< tried for a short time before anything else
};
constexpr std::string_view kProof = "(get-proof)\n";
constexpr std::array kEngines = {
    Engine{"MBQI", false, "(set-option :produce-proofs true)\n(set-option :smt.mbqi true)\n", kProof, true,
           read_instances, 1, true},
    Engine{"E-matching with patterns of z3's own", false,
           "(set-option :produce-proofs true)\n(set-option :smt.auto_config false)\n(set-option :smt.mbqi false)\n",
           kProof, false, read_instances, 0.5, true},
    Engine{"enumeration by cvc5", true,
           "(set-option :full-saturate-quant true)\n(set-option :dump-instantiations true)\n"
           "(set-option :print-inst-full true)\n(set-logic ALL)\n",
           "", true, read_cvc5_instances, 0.5, true},
    Engine{"MBQI, no automatic configuration", false,
           "(set-option :produce-proofs true)\n(set-option :smt.auto_config false)\n(set-option :smt.mbqi true)\n",
           kProof, true, read_instances, 0.5, false},
    Engine{"MBQI without patterns", false, "(set-option :produce-proofs true)\n(set-option :smt.mbqi true)\n", kProof,
           false, read_instances, 0.5, false},
    Engine{"MBQI, another seed", false,
           "(set-option :produce-proofs true)\n(set-option :smt.mbqi true)\n(set-option :smt.random_seed 7)\n", kProof,
           true, read_instances, 0.5, false},
    Engine{"MBQI, no relevancy", false,
           "(set-option :produce-proofs true)\n(set-option :smt.mbqi true)\n(set-option :smt.relevancy 0)\n", kProof,
           true, read_instances, 0.5, false},
    Engine{"E-matching by cvc5 with patterns of its own", true,
           "(set-option :full-saturate-quant true)\n(set-option :user-pat ignore)\n"
           "(set-option :dump-instantiations true)\n(set-option :print-inst-full true)\n(set-logic ALL)\n",
           "", false, read_cvc5_instances, 0.5, false},
};

/// Of the time for one check, for the first look.
constexpr double kQuickShare = 0.4;

constexpr std::array kExtents = {std::pair{Extent::FirstPattern, "first patterns"},
                                 std::pair{Extent::AllPatterns, "patterns"}, std::pair{Extent::Bodies, "all terms"}};

std::string declarations_text(const TermStore& store, const Problem& problem) {
  std::string text;
  for (const smt::Command& command : smt::declarations_for(store, formulas(problem))) {
    smt::print_command(store, command, {}, text);
    if (text.empty() || text.back() != '\n') text += '\n';
  }
  return text;
}

/// Proofs of the preprocessed script, and the terms in them.
class ProofSource {
 public:
  explicit ProofSource(const Workplace& work)
      : work_(work), declarations_(declarations_text(work.store, work.problem)), proof_terms_(work) {}

  /// The terms of the first engine that has some. Engines run `jobs` at a time; the answers are looked at in order.
  [[nodiscard]] std::optional<Terms> terms(const std::vector<std::pair<const Engine*, double>>& engines) {
    std::stop_source others;
    const std::stop_callback on_stop(work_.deadline.stop(), [&] { (void)others.request_stop(); });
    std::deque<std::pair<const Engine*, std::future<Reply>>> running;
    std::optional<Terms> found;
    for (std::size_t next = 0; !found && (next < engines.size() || !running.empty());) {
      for (; next < engines.size() && running.size() < std::max<std::size_t>(1, work_.options.jobs); ++next) {
        std::future<Reply> reply = start(*engines[next].first, engines[next].second, others.get_token());
        if (reply.valid()) running.emplace_back(engines[next].first, std::move(reply));
      }
      if (running.empty()) break;
      const Engine& engine = *running.front().first;
      const Reply reply = running.front().second.get();
      running.pop_front();
      found = terms_of(engine, reply);
      if (work_.deadline.passed() || work_.result.outcome == Outcome::Satisfiable) break;
    }
    (void)others.request_stop();
    return found;
  }

 private:
  /// No future where the engine is not there, or no time is left.
  std::future<Reply> start(const Engine& engine, double share, std::stop_token stop) {
    Prover* prover = engine.second ? work_.options.second : &work_.prover;
    const double seconds = work_.deadline.left(work_.options.seconds_per_check * share);
    if (prover == nullptr || seconds <= 0) return {};
    std::string script(engine.before);
    if (!engine.second) script += logic_command(work_.problem);
    script += text(engine.with_patterns) + std::string(engine.after);
    return std::async(std::launch::async, [prover, script = std::move(script), seconds, stop = std::move(stop)] {
      return prover->run(script, seconds, stop);
    });
  }

  [[nodiscard]] std::optional<Terms> terms_of(const Engine& engine, const Reply& reply) {
    const std::string title = "proof by " + std::string(engine.name);
    if (reply.answer == Answer::Sat) work_.result.outcome = Outcome::Satisfiable;
    if (reply.answer != Answer::Unsat) return tried(title + ": " + std::string(name(reply.answer)));
    const Result<std::vector<Instance>> instances = engine.read(work_.store, declarations_, reply.text);
    if (!instances)
      return tried(title + ": unsat, but its instantiations cannot be read: " + instances.error().message);
    (void)tried(title + ": unsat with " + std::to_string(instances->size()) + " instantiations");
    std::optional<Terms> found = validated(*instances);
    if (found) work_.result.method = title;
    return found;
  }

  /// Validates the terms of one proof.
  std::optional<Terms> validated(const std::vector<Instance>& instances) {
    Terms before;
    for (const auto& [extent, title] : kExtents) {
      Terms terms = proof_terms_.terms(instances, extent);
      if (terms.empty() || terms == before) continue;
      const Reply reply = work_.validator.check(terms, work_.validator.form_of(terms), work_.deadline);
      if (reply.answer == Answer::Unsat) return terms;
      (void)tried(std::string(title) + " of " + std::to_string(instances.size()) + " instantiations: E-matching says " +
                  std::string(name(reply.answer)));
      work_.result.closest = terms;
      before = std::move(terms);
    }
    return std::nullopt;
  }

  const std::string& text(bool with_patterns) {
    std::string& script = with_patterns ? with_ : without_;
    if (!script.empty()) return script;
    std::vector<TermId> assertions = formulas(work_.problem);
    if (!with_patterns)
      for (TermId& assertion : assertions) assertion = stripped_of_patterns(work_.store, assertion);
    script = script_text(work_.store, assertions);
    return script;
  }

  [[nodiscard]] std::optional<Terms> tried(std::string what) const {
    work_.result.tried.push_back(std::move(what));
    return std::nullopt;
  }

  const Workplace& work_;
  std::string with_;
  std::string without_;
  std::string declarations_;
  ProofTerms proof_terms_;
};

}  // namespace

std::optional<Terms> terms_from_quick_proofs(const Workplace& work) {
  std::vector<std::pair<const Engine*, double>> engines;
  for (const Engine& engine : kEngines)
    if (engine.quick) engines.emplace_back(&engine, kQuickShare);
  return ProofSource(work).terms(engines);
}

std::optional<Terms> terms_from_proofs(const Workplace& work) {
  std::vector<std::pair<const Engine*, double>> engines;
  for (const Engine& engine : kEngines) engines.emplace_back(&engine, engine.share);
  return ProofSource(work).terms(engines);
}

}  // namespace assay::trigger
