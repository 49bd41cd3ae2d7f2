#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "smt/checker/checker.hpp"
#include "smt/checker/evidence.hpp"
#include "smt/checker/proof/proof.hpp"
#include "smt/checker/proof/proof_terms.hpp"

namespace assay::smt {
namespace {

using ProofOutcome = ProofJudgement::Outcome;
constexpr std::size_t kStepsPerSearch = 64;            // for which points are searched together
constexpr std::size_t kMaxTriedSteps = 2048;           // of one proof
constexpr std::size_t kMaxOpenHypotheses = 1'000'000;  // of all steps together

/// A proof whose formulas are terms.
class ValuedProof {
 public:
  ValuedProof(const Proof& proof, ProofFormulas& formulas, std::map<const ProofCommand*, TermId> conclusions)
      : proof_(proof), formulas_(formulas), store_(formulas.store), conclusions_(std::move(conclusions)) {
    for (const ProofCommand& command : proof.commands) named_.emplace(command.name, &command);
  }

  void judge(const ProofQuestion& question, ProofJudgement& out) {
    for (const ProofCommand& command : proof_.commands) out.steps += conclusions_.contains(&command) ? 1 : 0;
    if (!check_assumptions(out) || !check_end(out)) return;
    const std::optional<Model> model = satisfying_point(formulas_, question.model);
    if (!check_steps(model, out)) return;
    out.outcome = ProofOutcome::NotRefuted;
    if (!model) return;
    out.outcome = ProofOutcome::Unsound;
    out.reason = "a point satisfies the script";
    out.detail = print_model(store_, *model);
  }

 private:
  /// A step, and a formula that is true where the step is wrong.
  struct Trial {
    const ProofCommand* step;
    TermId wrong;
  };

  bool check_assumptions(ProofJudgement& out) {
    const std::vector<const ProofCommand*> commands = proof_.assumptions();
    std::vector<TermId> assumed;
    for (const ProofCommand* command : commands) assumed.push_back(conclusions_.at(command));
    const std::vector<Relation> relations = compare_assumptions(formulas_, assumed);
    for (std::size_t i = 0; i < relations.size(); ++i)
      if (relations[i] == Relation::Foreign)
        return out.refuse(*commands[i], "the proof assumes what the script does not assert",
                          term_line(store_, assumed[i]));
    return true;
  }

  bool check_end(ProofJudgement& out) {
    const ProofCommand& root = proof_.commands.back();
    const auto end = conclusions_.find(&root);
    if (end == conclusions_.end() || end->second != store_.bool_constant(false))
      return out.refuse(root, "the proof does not end in false", {});
    const std::optional<std::set<TermId>> open = open_hypotheses();
    if (!open || open->empty()) return true;
    return out.refuse(root, "the proof ends with a hypothesis that no lemma closes", term_line(store_, *open->begin()));
  }

  /// The hypotheses of the last step. A step has the hypotheses of its premises; a lemma has none that it negates.
  /// Nullopt: too many.
  std::optional<std::set<TermId>> open_hypotheses() {
    std::map<std::string_view, std::set<TermId>> open;
    std::size_t total = 0;
    for (const ProofCommand& command : proof_.commands) {
      std::set<TermId>& own = open[command.name];
      const auto formula = conclusions_.find(&command);
      if (command.kind == ProofCommandKind::Push && formula != conclusions_.end()) own.insert(formula->second);
      for (const std::string& premise : command.premises)
        if (const auto at = open.find(premise); at != open.end()) own.insert(at->second.begin(), at->second.end());
      if (command.rule == "lemma" && formula != conclusions_.end()) close(formula->second, own);
      if ((total += own.size()) > kMaxOpenHypotheses) return std::nullopt;
    }
    return open[proof_.commands.back().name];
  }

  void close(TermId lemma, std::set<TermId>& open) {
    std::vector<TermId> literals = {lemma};  // a clause may have one literal, which is a disjunction
    const auto children = store_.children(lemma);
    if (store_.is(lemma, Operators::get().at("or"))) literals.insert(literals.end(), children.begin(), children.end());
    std::erase_if(open, [&](TermId one) {
      return std::any_of(literals.begin(), literals.end(),
                         [&](TermId literal) { return literal == negation_of(one) || one == negation_of(literal); });
    });
  }

  TermId negation_of(TermId formula) {
    return store_.apply(Operators::get().at("not"), std::array{formula}).value_or(formula);
  }

  /// Nullopt for a step that values cannot refute.
  std::optional<TermId> wrong_where(const ProofCommand& step) {
    if (step.kind != ProofCommandKind::Step || !preserves_truth_in_z3(step.rule)) return std::nullopt;
    std::vector<TermId> parts;
    for (const std::string& premise : step.premises) {
      const auto at = named_.find(premise);
      const auto formula = at == named_.end() ? conclusions_.end() : conclusions_.find(at->second);
      if (formula == conclusions_.end()) return std::nullopt;
      parts.push_back(formula->second);
    }
    const auto conclusion = conclusions_.find(&step);
    if (conclusion == conclusions_.end()) return std::nullopt;
    parts.push_back(negation_of(conclusion->second));
    const std::optional<TermId> wrong = store_.apply(Operators::get().at("and"), parts);
    return wrong && is_comparable(store_, *wrong) ? wrong : std::nullopt;
  }

  bool check_steps(const std::optional<Model>& model, ProofJudgement& out) {
    std::vector<Trial> trials;
    for (const ProofCommand& command : proof_.commands)
      if (trials.size() < kMaxTriedSteps)
        if (const std::optional<TermId> wrong = wrong_where(command)) trials.push_back({&command, *wrong});
    out.tried_steps = trials.size();
    if (model && !check_at(*model, trials, out)) return false;
    for (std::size_t at = 0; at < trials.size(); at += kStepsPerSearch) {
      const std::span<const Trial> some = std::span(trials).subspan(at, std::min(kStepsPerSearch, trials.size() - at));
      std::vector<TermId> any;
      for (const Trial& trial : some) any.push_back(trial.wrong);
      const std::optional<TermId> wrong = store_.apply(Operators::get().at("or"), any);
      const PointSearch search = wrong ? find_point(store_, std::array{*wrong}) : PointSearch();
      if (search.point && !check_at(*search.point, some, out)) return false;
    }
    return true;
  }

  bool check_at(const Model& point, std::span<const Trial> trials, ProofJudgement& out) {
    Evaluator evaluator(store_, point);
    for (const auto& [step, wrong] : trials) {
      const Outcome& value = evaluator.evaluate(wrong);
      if (!value.known() || !value.value.as_bool()) continue;
      std::string detail = "line " + std::to_string(proof_.tree.line(step->node)) + " of the proof\n";
      for (const std::string& premise : step->premises)
        detail += "premise    " + term_line(store_, conclusions_.at(named_.at(premise))) + "\n";
      detail += "conclusion " + term_line(store_, conclusions_.at(step)) + "\n";
      out.rule = step->rule;
      return out.refuse(*step, "the conclusion of a step is false where its premises are true",
                        detail + "at the point\n" + print_model(store_, point));
    }
    return true;
  }

  const Proof& proof_;
  ProofFormulas& formulas_;
  TermStore& store_;
  std::map<const ProofCommand*, TermId> conclusions_;
  std::map<std::string, const ProofCommand*, std::less<>> named_;
};

bool redeclares(const Proof& proof, const ProofFormulas& formulas) {
  const std::vector<std::string> names = declared_names(formulas.store, formulas.script.commands);
  return std::any_of(proof.commands.begin(), proof.commands.end(), [&](const ProofCommand& command) {
    return command.kind == ProofCommandKind::Declare && std::binary_search(names.begin(), names.end(), command.name);
  });
}

}  // namespace

ProofJudgement judge_by_values(const ProofQuestion& question) {
  ProofJudgement out;
  const Result<Proof> proof = read_proof(question.proof, ProofFormat::Z3, question.limits);
  if (!proof) {
    out.reason = proof.error().message;
    return out;
  }
  std::vector<const ProofCommand*> commands;
  for (const ProofCommand& command : proof->commands)
    if (command.kind != ProofCommandKind::Define && command.conclusion) commands.push_back(&command);
  // Symbols that z3 makes are opaque, so that steps which may define them are not tried.
  const auto read = read_conclusions(*proof, question.script, commands);
  if (!read || redeclares(*proof, **read)) {
    out.reason = "the steps of the proof cannot be read";
    out.detail = read ? "it declares a symbol of the script" : read.error().text();
    return out;
  }
  std::map<const ProofCommand*, TermId> conclusions;
  for (std::size_t i = 0; i < commands.size(); ++i) conclusions.emplace(commands[i], (*read)->formulas[i]);
  ValuedProof(*proof, **read, std::move(conclusions)).judge(question, out);
  return out;
}

}  // namespace assay::smt
