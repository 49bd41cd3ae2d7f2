#include <algorithm>
#include <array>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/proof/proof_reader.hpp"
#include "trigger/proof/proof_sources.hpp"
#include "trigger/proof/proof_terms.hpp"
#include "trigger/proof/trace_reader.hpp"
#include "trigger/prover/ordered_runs.hpp"
#include "trigger/prover/work.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermStore;

/// The output that contains the instantiations of a run.
enum class Record : std::uint8_t {
  Proof,  ///< z3's proof
  Log,    ///< z3's log, also of a run that a limit cut
  Dump,   ///< cvc5's dump
};

/// A method that finds refutations beyond the script's patterns. A table row without code.
struct EngineRow {
  std::string_view name;
  Record record;
  std::string_view options;
  std::uint64_t seed;  ///< added to SynthesisOptions::seed; 0: no seed commands
  bool with_patterns;  ///< whether the script's patterns are kept; else the solver selects patterns
  bool quick;          ///< whether the engine runs with the lowest limit, too
  Work faster = 1;     ///< how many times more work than usual is done in a second, at most
  /// Whether it runs the script's assertions and not their conjuncts, with no options but the script's, and all
  /// instances count: those by E-matching, too.
  bool as_it_stands = false;
};
/// Engine::faster of MBQI. Checking quantifiers in models counts 2 to 80 million units a second, so the time cuts most
/// of these runs.
constexpr Work kOfModels = 20;
constexpr std::string_view kMbqi = "(set-option :smt.mbqi true)\n";
constexpr std::string_view kByRelevancy =
    "(set-option :auto_config false)\n(set-option :smt.auto_config false)\n(set-option :smt.mbqi true)\n"
    "(set-option :smt.case_split 3)\n";
constexpr std::string_view kOldArithmetic =
    "(set-option :auto_config false)\n(set-option :smt.auto_config false)\n(set-option :smt.mbqi true)\n"
    "(set-option :smt.case_split 3)\n(set-option :smt.arith.solver 2)\n";
constexpr std::string_view kFullSaturation = "(set-option :full-saturate-quant true)\n";
constexpr std::array kEngines = {
    EngineRow{"MBQI", Record::Proof, kMbqi, 0, true, true, kOfModels},
    EngineRow{"enumeration by cvc5", Record::Dump, kFullSaturation, 0, true, true},
    EngineRow{"MBQI with splits by relevancy and the old arithmetic, from its log", Record::Log, kOldArithmetic, 0,
              true, true},
    EngineRow{"E-matching with patterns of z3's own", Record::Proof,
              "(set-option :smt.auto_config false)\n(set-option :smt.mbqi false)\n", 0, false, true},
    EngineRow{"MBQI with splits by relevancy, from its log", Record::Log, kByRelevancy, 0, true, true},
    EngineRow{"MBQI, from its log", Record::Log, kMbqi, 0, true, false, kOfModels},
    EngineRow{"MBQI, no automatic configuration", Record::Proof,
              "(set-option :smt.auto_config false)\n(set-option :smt.mbqi true)\n", 0, true, false},
    EngineRow{"MBQI with splits by relevancy, another seed, from its log", Record::Log, kByRelevancy, 1, true, false},
    EngineRow{"MBQI without patterns", Record::Proof, kMbqi, 0, false, false, kOfModels},
    EngineRow{"MBQI, another seed", Record::Proof, kMbqi, 7, true, false, kOfModels},
    EngineRow{"MBQI, another seed, from its log", Record::Log, kMbqi, 2, true, false, kOfModels},
    EngineRow{"MBQI, no relevancy", Record::Proof, "(set-option :smt.mbqi true)\n(set-option :smt.relevancy 0)\n", 0,
              true, false},
    EngineRow{"E-matching by cvc5 with patterns of its own", Record::Dump,
              "(set-option :full-saturate-quant true)\n(set-option :user-pat ignore)\n", 0, false, false},
};

/// The methods of a solver that the user names besides (OtherProver). The instances that it found by the script's
/// patterns count, too: z3 may have missed a term for them.
constexpr std::array kOtherZ3 = {
    EngineRow{"the script as it stands, from its log", Record::Log, "", 0, true, true, kOfModels, true},
    EngineRow{"E-matching", Record::Proof, kMatchingOnly, 0, true, true},
    EngineRow{"MBQI", Record::Proof, kMbqi, 0, true, true, kOfModels},
};
constexpr std::array kOtherCvc5 = {
    EngineRow{"the script as it stands", Record::Dump, "", 0, true, true, 1, true},
    EngineRow{"enumeration", Record::Dump, kFullSaturation, 0, true, true},
};

/// A method and the solver that uses it.
struct Engine : EngineRow {
  std::string title;
  Prover* prover = nullptr;
  std::string script_options;  ///< the script's own, for z3
};

/// The engines in their order, first the named solvers' ones. Engines without a solver are left out.
std::vector<Engine> engines_of(const Workplace& work) {
  std::vector<Engine> engines;
  for (const OtherProver& other : work.options.others) {
    const auto add = [&](const EngineRow& row) {
      engines.push_back({row, std::string(row.name) + " by " + other.name, other.prover, other.options});
    };
    if (other.is_z3) std::for_each(kOtherZ3.begin(), kOtherZ3.end(), add);
    if (!other.is_z3) std::for_each(kOtherCvc5.begin(), kOtherCvc5.end(), add);
  }
  for (const EngineRow& row : kEngines) {
    const bool is_cvc5 = row.record == Record::Dump;
    Prover* const prover = is_cvc5 ? work.options.second : &work.prover;
    if (prover != nullptr)
      engines.push_back({row, std::string(row.name), prover, is_cvc5 ? "" : option_commands(work.problem)});
  }
  return engines;
}

/// The commands that request a record, and the function that reads it.
struct RecordRow {
  std::string_view before;  ///< commands in front of the script
  std::string_view after;   ///< commands behind check-sat
  Result<std::vector<Instance>> (*read)(TermStore&, const std::string&, std::string_view);
};
constexpr std::array kRecords = {
    RecordRow{"(set-option :produce-proofs true)\n", "(get-proof)\n", read_instances},
    // z3 writes the log in blocks, so an answer on the same channel might interrupt a line.
    RecordRow{"(set-option :regular-output-channel \"stderr\")\n(set-option :trace true)\n"
              "(set-option :trace_file_name \"/dev/stdout\")\n",
              "", read_cvc5_instances},
    RecordRow{"(set-option :dump-instantiations true)\n(set-option :print-inst-full true)\n", "", read_cvc5_instances},
};
const RecordRow& row_of(Record record) { return kRecords.at(static_cast<std::size_t>(record)); }

/// Number of engines that run in one turn (1 in the first turn).
constexpr std::size_t kEnginesAtOnce = 2;
/// The limit of the first check of a refutation's terms, as a multiple of the limit of the others, since the smallest
/// set is the most promising. In the first turn the factor is 1.
constexpr double kFirstCheckFactor = 2;

/// The instantiations of one run.
struct Refutation {
  std::string title;
  std::vector<Instance> instances;
  ProofTerms* terms;  ///< for the formulas whose quantifiers were instantiated
  double seconds;     ///< limit of a check of its terms
};

/// The source that make_proof_source() returns.
class ProofSource : public TermSource {
 public:
  explicit ProofSource(const Workplace& work)
      : work_(work),
        engines_(engines_of(work)),
        done_(engines_.size(), false),
        declarations_(declarations_text(work.store, formulas(work.problem))),
        logic_("(set-logic " + smt::logic_of(work.store, formulas(work.problem)) + ")\n"),
        proof_terms_(work) {}

  /// Runs the next engines, `jobs` at a time, and checks the terms of each refutation, in the order of the engines,
  /// until terms are found. On slow scripts, the check of the first turn's terms is a turn of its own.
  Turn next() override {
    Turn turn;
    if (put_off_) {
      turn.found = checked(*std::exchange(put_off_, std::nullopt), 1, turn.work);
      return turn;
    }
    const bool first = cuts_ == 0 && next_ == 0;
    const std::vector<std::size_t> engines = next_engines();
    if (engines.empty()) turn.progress = Progress::Over;
    const double limit = limit_after(work_.options, cuts_);
    const auto begin = [&](std::size_t i, std::stop_token stop) {
      return start(engines_[engines[i]], limit, std::move(stop));
    };
    const auto look = [&](std::size_t i, const Reply& reply) {
      const Engine& engine = engines_[engines[i]];
      next_ = engines[i] + 1;
      done_[engines[i]] = !was_cut(reply.answer);
      turn.work += work_used(reply, cpu_seconds(engine, limit) / kCpuTimeMargin, engine.faster);
      std::optional<Refutation> refutation = refutation_of(engine, reply, limit);
      if (refutation && first && work_.validator.slow())
        put_off_ = std::move(refutation);
      else if (refutation)
        turn.found = checked(*refutation, first ? 1 : kFirstCheckFactor, turn.work);
      return !turn.found && !work_.deadline.passed() && work_.result.outcome != Outcome::Satisfiable;
    };
    run_in_order(engines.size(), work_.options.jobs, work_.deadline.stop(), begin, look);
    return turn;
  }

 private:
  /// The indices of the next engines without an answer, all with the same limit. Empty if each engine has answered or
  /// was cut by the highest limit.
  std::vector<std::size_t> next_engines() {
    while (true) {
      const std::size_t max_engines = cuts_ == 0 && next_ == 0 ? 1 : kEnginesAtOnce;
      std::vector<std::size_t> found;
      for (std::size_t i = next_; i < engines_.size() && found.size() < max_engines; ++i)
        if (!done_[i] && (cuts_ > 0 || engines_[i].quick)) found.push_back(i);
      if (!found.empty()) return found;
      if (limit_after(work_.options, cuts_ + 1) <= limit_after(work_.options, cuts_) && cuts_ > 0) return {};
      ++cuts_;
      next_ = 0;
    }
  }

  /// True if the solver counts work: only z3 does.
  [[nodiscard]] static bool counts(const Engine& engine) { return engine.record != Record::Dump; }
  /// CPU time limit of a run with this limit.
  [[nodiscard]] static double cpu_seconds(const Engine& engine, double limit) {
    return counts(engine) ? kCpuTimeMargin * limit : limit;
  }

  /// Starts a run. The future is invalid if no time is left.
  std::future<Reply> start(const Engine& engine, double limit, std::stop_token stop) {
    const double seconds = work_.deadline.left(cpu_seconds(engine, limit));
    if (seconds <= 0) return {};
    const RecordRow& row = row_of(engine.record);
    std::string script(row.before);
    script += engine.script_options;
    script += engine.options;
    if (engine.seed != 0) script += seed_commands(work_.options.seed + engine.seed);
    script += engine.record == Record::Dump ? logic_ : logic_command(work_.problem);
    script += (engine.as_it_stands ? original().text : text(engine.with_patterns)) + std::string(row.after);
    if (counts(engine)) script = with_work_limit(script, limit * static_cast<double>(engine.faster));
    return std::async(std::launch::async,
                      [prover = engine.prover, script = std::move(script), seconds, stop = std::move(stop),
                       sorts = terms_for(engine).sorts(), logged = engine.record == Record::Log,
                       kept = engine.as_it_stands ? KeptInstances::All : KeptInstances::OfModels,
                       terms = smt::LogTerms::terms_within(work_.options.memory_bytes)] {
                        if (!logged) return prover->run(script, seconds, stop);
                        TraceReader reader(sorts, terms, kept);
                        Reply reply = prover->run_logged(
                            script, seconds, [&](std::string_view line) { reader.line(line); }, stop);
                        if (reply.answer != Answer::Failed)
                          reply.text = reader.text();  // Reply::work is already read from the text
                        return reply;
                      });
  }

  [[nodiscard]] std::optional<Refutation> refutation_of(const Engine& engine, const Reply& reply, double limit) {
    const std::string title = "proof by " + engine.title;
    if (reply.answer == Answer::Sat) work_.result.outcome = Outcome::Satisfiable;
    const bool cut = engine.record == Record::Log && reply.answer != Answer::Failed && !reply.text.empty();
    if (reply.answer == Answer::Sat || (reply.answer != Answer::Unsat && !cut))
      return tried(title + ": " + std::string(name(reply.answer)) +
                   (reply.answer == Answer::Failed ? ": " + reply.text : std::string()));
    Result<std::vector<Instance>> instances = row_of(engine.record).read(work_.store, declarations_, reply.text);
    if (!instances) return tried(title + ": its instantiations cannot be read: " + instances.error().message);
    (void)tried(title + ": " + std::string(name(reply.answer)) + " with " + std::to_string(instances->size()) +
                " instantiations");
    return Refutation{title, std::move(*instances), &terms_for(engine),
                      std::max(limit, work_.validator.quick_seconds())};
  }

  /// The refutation's terms, if E-matching refutes the script with them. `times`: factor of the first check's limit.
  [[nodiscard]] std::optional<FoundTerms> checked(const Refutation& refutation, double times, Work& work) {
    const double seconds = refutation.seconds;
    std::optional<Terms> terms = refutation.terms->validated(refutation.instances, seconds, times * seconds);
    work += refutation.terms->spent();
    if (!terms) return std::nullopt;
    return FoundTerms{std::move(*terms), refutation.title};
  }

  /// The script's assertions with a name of its own for each variable.
  struct Original {
    std::string text;
    ProofTerms terms;
  };
  Original& original() {
    if (original_ != nullptr) return *original_;
    std::vector<TermId> assertions;
    for (const TermId assertion : work_.problem.assertions)
      assertions.push_back(with_unique_binders(work_.store, assertion, work_.validator.names()));
    original_ = std::make_unique<Original>(Original{script_text(work_.store, assertions), {work_, assertions}});
    return *original_;
  }
  ProofTerms& terms_for(const Engine& engine) { return engine.as_it_stands ? original().terms : proof_terms_; }

  const std::string& text(bool with_patterns) {
    std::string& script = with_patterns ? with_ : without_;
    if (!script.empty()) return script;
    std::vector<TermId> assertions = formulas(work_.problem);
    if (!with_patterns)
      for (TermId& assertion : assertions) assertion = stripped_of_patterns(work_.store, assertion);
    script = script_text(work_.store, assertions);
    return script;
  }

  [[nodiscard]] std::nullopt_t tried(std::string what) const {
    work_.result.tried.push_back(std::move(what));
    return std::nullopt;
  }

  const Workplace& work_;
  std::size_t cuts_ = 0;  ///< number of limits that cut the remaining engines
  std::size_t next_ = 0;  ///< index in engines_
  std::vector<Engine> engines_;
  std::vector<bool> done_;  ///< engines with an answer that no limit cut; they are not repeated
  std::string with_;
  std::string without_;
  std::string declarations_;
  std::string logic_;  ///< the smallest logic of the script, for cvc5: with ALL, unused theories slow it down
  ProofTerms proof_terms_;
  std::unique_ptr<Original> original_;
  std::optional<Refutation> put_off_;  ///< a refutation whose terms are checked in the next turn
};

}  // namespace

std::unique_ptr<TermSource> make_proof_source(const Workplace& work) { return std::make_unique<ProofSource>(work); }

}  // namespace assay::trigger
