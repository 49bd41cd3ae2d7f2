#include "smt/fuzz/config/references.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "smt/fuzz/seed/witness.hpp"
#include "smt/judge/judge.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxCachedAnswers = 64;
constexpr std::size_t kMaxFormulas = 16;  // whose truth references determine, per assignment

// A failed write only costs another run later. Workers that write the same file write the same content.
void keep_answer(const fs::path& path, const std::string& answer) {
  if (!core::Disk::real().make_directory(path.parent_path().string())) return;
  static_cast<void>(core::write_text_file(path.string(), answer));
}

// The define-fun commands inside a get-model answer, which can replace declarations.
std::string definitions_in(std::string_view model) {
  const std::size_t open = model.find('(');
  const std::size_t close = model.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close <= open) return {};
  std::string_view inside = model.substr(open + 1, close - open - 1);
  if (inside.starts_with("model")) inside.remove_prefix(5);
  return std::string(inside);
}

// The part of the cache key that identifies the solver: command line with limits, prelude and version.
std::string solver_key(const Reference& reference) {
  return join(reference.definition.argv, " ") + "\n" + reference.definition.prelude + "\n" + reference.version;
}

// True if the assignment cannot be written as SMT-LIB: elements of uninterpreted sorts have no terms.
bool has_uninterpreted_sort(const Fragments& seed) {
  const auto is = [&](SortId sort) { return seed.store.kind(sort) == SortKind::Uninterpreted; };
  if (std::any_of(seed.sorts.begin(), seed.sorts.end(), is)) return true;
  return std::any_of(seed.functions.begin(), seed.functions.end(), [&](FunctionId id) {
    const Function& function = seed.store.node(id);
    return is(function.result) || std::any_of(function.parameters.begin(), function.parameters.end(), is);
  });
}

}  // namespace

ReferenceAnswers::ReferenceAnswers(const FuzzConfig& config) : config_(config), solvers_(config.references.size()) {}

std::string ReferenceAnswers::cached(std::uint64_t key, const std::function<std::string()>& compute) {
  for (const auto& [known, answer] : memory_)
    if (known == key) return answer;
  std::string answer;
  const std::string& folder = config_.options.folder;
  const fs::path path = fs::path(folder) / "witnesses" / (to_hex(key) + ".smt2");
  const bool is_kept = !folder.empty() && core::exists(path.string());
  Result<std::string> kept = is_kept ? core::read_text_file(path.string()) : Result<std::string>(std::string());
  if (is_kept && kept) {
    answer = std::move(*kept);
  } else {
    answer = compute();
    if (stop_.stop_requested()) return {};
    if (!folder.empty()) keep_answer(path, answer);
  }
  if (memory_.size() >= kMaxCachedAnswers) memory_.erase(memory_.begin());
  memory_.emplace_back(key, answer);
  return answer;
}

SolverAnswer ReferenceAnswers::run(const Reference& reference, const std::string& script, const Query& query) {
  const auto position = static_cast<std::size_t>(&reference - config_.references.data());
  if (!solvers_[position]) solvers_[position] = config_.make_solver(reference.definition);
  SolverAnswer answer = solvers_[position]->run(script, query, RunStyle::Process, stop_);
  cpu_seconds_ += answer.usage.cpu_seconds();
  return answer;
}

std::string ReferenceAnswers::ask_for_truth(Fragments& seed, const Reference& reference) {
  const Script script = check_script(seed.store, seed.logic.empty() ? "ALL" : seed.logic, seed.assertions);
  const SolverAnswer answer = run(reference, print_script(seed.store, script, reference.definition.dialect), {});
  const bool answered = answer.kind == SolverAnswer::Kind::Answered && answer.replies.size() == 1;
  return std::string(name(answered ? answer.replies[0] : Reply::Unknown));
}

bool ReferenceAnswers::refuted(Fragments& seed, std::string_view text) {
  std::set<std::string> families;
  for (const Reference& reference : config_.references) {
    const std::uint64_t key = combine(hash_bytes(text), hash_bytes(solver_key(reference), 3));
    const std::string answer = cached(key, [&] { return ask_for_truth(seed, reference); });
    if (answer == name(Reply::Sat)) return false;
    if (answer == name(Reply::Unsat)) families.insert(family_of(reference.definition));
  }
  return families.size() >= 2;
}

std::string ReferenceAnswers::ask_for_model(Fragments& seed, const Reference& reference,
                                            const std::vector<TermId>& assertions) {
  const Script script = check_script(seed.store, seed.logic.empty() ? "ALL" : seed.logic, assertions);
  const SolverAnswer answer =
      run(reference, print_script(seed.store, script, reference.definition.dialect), {.model = true});
  const bool is_sat = answer.kind == SolverAnswer::Kind::Answered && answer.replies == std::vector{Reply::Sat};
  return is_sat && answer.model ? *answer.model : std::string();
}

std::optional<Model> ReferenceAnswers::model(Fragments& seed, std::string_view text, unsigned variant) {
  std::vector<TermId> wanted = seed.assertions;
  if (variant > 0) {
    core::Rng rng = core::Rng(hash_bytes(text)).split("negations").split(variant);
    for (TermId& formula : wanted)
      if (rng.coin() || wanted.size() == 1) formula = make_not(seed.store, formula);
  }
  for (const Reference& reference : config_.references) {
    std::uint64_t key = combine(hash_bytes(text, variant), hash_bytes(solver_key(reference)));
    std::string answer = cached(key, [&] { return ask_for_model(seed, reference, wanted); });
    if (answer.empty() && variant == 0) {
      // Thesis, section 2.3.1: a model of the negation if the assertions are unsatisfiable.
      TermId all = wanted[0];
      for (std::size_t i = 1; i < wanted.size(); ++i) all = make_and(seed.store, all, wanted[i]);
      key = combine(key, 1);
      answer = cached(key, [&] { return ask_for_model(seed, reference, {make_not(seed.store, all)}); });
    }
    if (answer.empty()) continue;
    Script declarations;
    declarations.logic = seed.logic;
    declarations.commands = declarations_for(seed.store, seed.assertions);
    auto model = parse_model(seed.store, declarations, answer);
    if (!model) continue;
    // Assay's fixed interpretation of unspecified operations replaces the model's, so that all cases of the seed share
    // it.
    model->unspecified.clear();
    model->universes.clear();
    for (auto& [id, interpretation] : default_model(seed).functions)
      model->functions.try_emplace(id, std::move(interpretation));
    return std::move(*model);
  }
  return std::nullopt;
}

std::string ReferenceAnswers::ask_for_values(Fragments& seed, const Reference& reference, const Valuation& valuation,
                                             const std::vector<Fragment>& formulas) {
  const Dialect& dialect = reference.definition.dialect;
  std::vector<TermId> terms;
  for (const Fragment& formula : formulas) terms.push_back(formula.term);
  std::string text = "(set-logic ALL)\n";
  for (const Command& command : declarations_for(seed.store, terms)) {
    if (command.kind != CommandKind::DeclareFunction) {
      print_command(seed.store, command, dialect, text);
      text += "\n";
      continue;
    }
    const auto found = valuation.model().functions.find(command.functions[0]);
    if (found == valuation.model().functions.end()) return std::string();
    Model one;
    one.functions.insert(*found);
    text += definitions_in(print_model(seed.store, one, dialect)) + "\n";
  }
  Script questions;
  for (const TermId formula : terms) {
    for (const TermId side : {formula, make_not(seed.store, formula)}) {
      questions.commands.push_back(make_command(CommandKind::Push, {}, 1));
      questions.commands.push_back(make_command(CommandKind::Assert, {side}));
      questions.commands.push_back(make_command(CommandKind::CheckSat));
      questions.commands.push_back(make_command(CommandKind::Pop, {}, 1));
    }
  }
  text += print_script(seed.store, questions, dialect);
  const SolverAnswer answer = run(reference, text, {});
  std::string values(formulas.size(), '-');
  if (answer.kind != SolverAnswer::Kind::Answered || answer.replies.size() != 2 * formulas.size()) return values;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const Reply yes = answer.replies[2 * i];
    const Reply no = answer.replies[2 * i + 1];
    if (yes == Reply::Sat && no == Reply::Unsat) values[i] = 'T';
    if (yes == Reply::Unsat && no == Reply::Sat) values[i] = 'F';
  }
  return values;
}

void ReferenceAnswers::value_by_agreement(Fragments& seed, std::string_view text, Valuation& valuation) {
  if (config_.judges.size() < 2 || has_uninterpreted_sort(seed)) return;
  std::vector<Fragment> open;
  for (const auto& [formula, lack] : valuation.left_out())
    if ((lack == Lack::Quantified || lack == Lack::Opaque) && open.size() < kMaxFormulas) open.push_back(formula);
  if (open.empty()) return;
  const std::uint64_t witness = hash_bytes(print_model(seed.store, valuation.model()));
  std::vector<std::string> answers;
  for (const Reference* judge : config_.judges) {
    const std::uint64_t key = combine(combine(hash_bytes(text), witness), hash_bytes(solver_key(*judge), 2));
    answers.push_back(cached(key, [&] { return ask_for_values(seed, *judge, valuation, open); }));
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    std::size_t yes = 0;
    std::size_t no = 0;
    for (const std::string& answer : answers) {
      yes += i < answer.size() && answer[i] == 'T' ? 1 : 0;
      no += i < answer.size() && answer[i] == 'F' ? 1 : 0;
    }
    if (yes >= 2 && no == 0) valuation.add(open[i], true);
    if (no >= 2 && yes == 0) valuation.add(open[i], false);
  }
}

}  // namespace assay::smt
