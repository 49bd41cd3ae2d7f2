#include "smt_reduction.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>

#include "assay/base/hash.hpp"
#include "smt/eval/assertion_stack.hpp"
#include "terms.hpp"
#include "unique_names.hpp"

namespace assay::smt {
namespace {

constexpr std::uint64_t kUnsharedNodes = 200;    // largest term that is printed without let
constexpr std::uint64_t kMaxAssignments = 4096;  // that are enumerated

/// The size of a declaration, in nodes: a small value in place of a constant counts as simpler, though it has more
/// nodes.
constexpr std::size_t kNodesPerDeclaration = 3;

ScriptSize size_of(const TermStore& store, const Script& script, std::string_view text) {
  std::size_t nodes = count_nodes(store, script);
  for (const Command& command : script.commands)
    if (command.kind == CommandKind::DeclareFunction) nodes += kNodesPerDeclaration * command.functions.size();
  return {nodes, text.size()};
}

bool declares(CommandKind kind) {
  return kind == CommandKind::DeclareSort || kind == CommandKind::DefineSort || kind == CommandKind::DeclareFunction ||
         kind == CommandKind::DefineFunction || kind == CommandKind::DefineRecursive ||
         kind == CommandKind::DeclareDatatypes;
}

bool goes_before_declarations(CommandKind kind) {
  return kind == CommandKind::SetLogic || kind == CommandKind::SetOption || kind == CommandKind::SetInfo;
}

/// The active assertions and the assumptions of a check.
std::vector<TermId> assertions_of(const AssertionStack& stack, const Command& check) {
  std::vector<TermId> terms;
  for (const Command* command : stack.active()) terms.push_back(command->terms[0]);
  terms.insert(terms.end(), check.terms.begin(), check.terms.end());
  return terms;
}

/// Replaces a push or pop of n <= 32 levels by n commands of one level, which can be removed separately.
Script with_single_levels(const Script& script) {
  constexpr std::uint64_t kMaxSplitLevels = 32;
  Script out;
  out.logic = script.logic;
  for (const Command& command : script.commands) {
    const bool moves = command.kind == CommandKind::Push || command.kind == CommandKind::Pop;
    const std::uint64_t times = moves && command.number <= kMaxSplitLevels ? command.number : 1;
    for (std::uint64_t i = 0; i < times; ++i) {
      out.commands.push_back(command);
      if (moves && command.number <= kMaxSplitLevels) out.commands.back().number = 1;
    }
  }
  return out;
}

/// The script with a name for every assertion; fills in the assertions by name.
Script with_names(TermStore& store, const Script& script, std::map<std::string, TermId>& names) {
  Script out = script;
  for (Command& command : out.commands) {
    if (command.kind != CommandKind::Assert) continue;
    const TermId term = command.terms[0];
    std::string name = name_of_assertion(store, term);
    if (name.empty()) {
      name = "r!a" + std::to_string(names.size());
      command.terms[0] = store.annotated(std::array{Attribute{":named", name, 0}}, std::array{term});
    }
    names.emplace(name, term);
  }
  return out;
}

}  // namespace

Reduction::Reduction(const core::Case& failing, StillFails still_fails, const core::ReduceBudget& budget,
                     bool keep_truth, References references, Refutes refutes)
    : best_(failing),
      still_fails_(std::move(still_fails)),
      clock_(budget),
      keep_truth_(keep_truth),
      references_(std::move(references)),
      refutes_(std::move(refutes)) {
  dialect_.written_operators = true;  // the target takes the unreduced script
}

bool Reduction::start() {
  if (best_.files.empty()) return false;
  Result<Script> script = parse_script(*store_, best_.files.front().content, best_.files.front().name);
  Result<SmtFacts> facts = SmtFacts::from_json(best_.metadata);
  if (!script || !facts) return false;
  facts_ = std::move(*facts);
  const core::File* witness = best_.file(kWitnessFile);
  if (facts_.has_witness && witness != nullptr) {
    Result<Model> model = parse_model(*store_, *script, witness->content);
    if (!model) return false;
    witness_ = std::move(*model);
  }
  script_ = std::move(*script);
  EvalOptions options;
  options.unspecified = UnspecifiedMode::Fix;
  options.interpretation = facts_.interpretation;
  evaluator_ = std::make_unique<Evaluator>(*store_, witness_, options);
  find_trusted_assertions();
  find_core();

  // The first candidate is the normalised script. It is adopted at any size if it fails.
  size_ = {~std::size_t{0}, ~std::size_t{0}};
  Script body = script_;
  std::erase_if(body.commands, [](const Command& c) { return declares(c.kind) || c.kind == CommandKind::Exit; });
  const bool fails = attempt(with_single_levels(body)) || attempt(std::move(body));
  unique_names_ = !has_duplicate_name(*store_, script_);
  return fails;
}

void Reduction::find_trusted_assertions() {
  AssertionStack stack;
  std::size_t check = 0;
  for (const Command& command : script_.commands) {
    if (!stack.step(command)) continue;
    if (check < facts_.truths.size() && facts_.truths[check] == Truth::Sat)
      for (const TermId term : assertions_of(stack, command)) trusted_.insert(term);
    ++check;
  }
  // Assertions that the evaluator can evaluate need no trust.
  std::erase_if(trusted_, [&](TermId term) { return evaluator_->evaluate(term).known(); });
}

std::optional<Value> Reduction::value_of(TermId term) {
  if (store_->has(term, kHasVariable)) return std::nullopt;
  const Outcome& outcome = evaluator_->evaluate(term);
  return outcome.known() && !outcome.value.is_function() ? std::optional<Value>(outcome.value) : std::nullopt;
}

Script Reduction::with_declarations(Script body) {
  std::erase_if(body.commands, [](const Command& c) { return declares(c.kind); });
  // A reset removes declarations: each part between resets has its own.
  std::vector<Command> all;
  Script part;
  const auto finish_part = [&] {
    std::vector<Command> declarations = declarations_for(*store_, roots_of(part));
    const auto first = std::find_if(part.commands.begin(), part.commands.end(),
                                    [](const Command& c) { return !goes_before_declarations(c.kind); });
    part.commands.insert(first, std::make_move_iterator(declarations.begin()),
                         std::make_move_iterator(declarations.end()));
    all.insert(all.end(), std::make_move_iterator(part.commands.begin()), std::make_move_iterator(part.commands.end()));
    part.commands.clear();
  };
  for (Command& command : body.commands) {
    if (command.kind == CommandKind::Reset) finish_part();
    const bool resets = command.kind == CommandKind::Reset;
    (resets ? all : part.commands).push_back(std::move(command));
  }
  finish_part();
  body.commands = std::move(all);
  return body;
}

std::optional<std::vector<Truth>> Reduction::truths_of(const Script& candidate, Evaluator& evaluator) {
  AssertionStack stack;
  std::vector<Truth> truths;
  for (const Command& command : candidate.commands) {
    if (!stack.step(command)) continue;
    const std::vector<TermId> active = assertions_of(stack, command);
    const bool satisfied = facts_.has_witness && std::all_of(active.begin(), active.end(), [&](TermId term) {
                             if (trusted_.contains(term)) return true;
                             const Outcome& outcome = evaluator.evaluate(term);
                             return outcome.known() && outcome.value.as_bool();
                           });
    if (satisfied || (active.empty() && !facts_.has_witness)) {
      truths.push_back(Truth::Sat);
    } else if (is_refuted(active)) {
      truths.push_back(Truth::Unsat);
    } else if (!keep_truth_ || references_.keep_truth || has_open_checks()) {
      truths.push_back(Truth::Open);
    } else {
      return std::nullopt;
    }
  }
  if (stack.broken()) return std::nullopt;
  return truths;
}

// A case with open checks was judged without their truth, so that its reductions need no truth either.
bool Reduction::has_open_checks() const {
  return std::count(facts_.truths.begin(), facts_.truths.end(), Truth::Open) > 0;
}

bool Reduction::is_refuted(const std::vector<TermId>& active) {
  // Without keep_truth, the truth is only information: for large scripts the proof would cost more than the target's
  // run.
  constexpr std::size_t kMaxAssertionsToProve = 200;
  if (!keep_truth_ && active.size() > kMaxAssertionsToProve) return false;
  return has_core(active) || propositionally_unsat(*store_, active) || (refutes_ && refutes_(*store_, active)) ||
         refuted_by_enumeration(active);
}

void Reduction::find_core() {
  if (!references_.find_core || facts_.truths != std::vector{Truth::Unsat}) return;
  // A core need not contain the assumptions that it depends on.
  if (std::any_of(script_.commands.begin(), script_.commands.end(),
                  [](const Command& command) { return command.kind == CommandKind::CheckSatAssuming; }))
    return;
  std::map<std::string, TermId> names;
  const Script named = with_names(*store_, script_, names);
  const auto core = references_.find_core(to_case(named, witness_, {}, print_script(*store_, named)));
  if (!core) return;
  std::set<TermId> needed;
  for (const std::string& name : *core)
    if (const auto found = names.find(name); found != names.end()) needed.insert(found->second);
  Script alone = script_;
  std::erase_if(alone.commands, [&](const Command& command) {
    return command.kind == CommandKind::Assert && !needed.contains(command.terms[0]);
  });
  alone = with_declarations(std::move(alone));
  if (!keep_truth_ ||
      references_.keep_truth(to_case(alone, witness_, {facts_.truths, false}, print_script(*store_, alone))))
    core_.assign(needed.begin(), needed.end());
}

bool Reduction::has_core(const std::vector<TermId>& active) const {
  if (core_.empty()) return false;
  TermSet there;
  for (const TermId term : active) there.insert(term);
  return std::all_of(core_.begin(), core_.end(), [&](TermId term) { return there.contains(term); });
}

// Enumerates only if the case has an unsatisfiable check whose truth must be kept.
bool Reduction::refuted_by_enumeration(const std::vector<TermId>& active) {
  if (!keep_truth_ || std::count(facts_.truths.begin(), facts_.truths.end(), Truth::Unsat) == 0) return false;
  return try_all_assignments(*store_, active, kMaxAssignments).kind == Enumeration::Kind::Unsatisfiable;
}

/// The witness's values of the functions that the script declares, as text.
std::string Reduction::text_of(const Model& witness, const Script& script) {
  std::vector<FunctionId> declared;
  for (const Command& command : script.commands)
    declared.insert(declared.end(), command.functions.begin(), command.functions.end());
  return print_model(*store_, restricted(*store_, witness, declared));
}

core::Case Reduction::to_case(const Script& candidate, const Model& witness, CheckedTruth known, std::string text) {
  core::Case out = best_;
  SmtFacts facts = facts_;
  facts.truths = std::move(known.truths);
  facts.has_witness = known.has_witness;
  out.metadata = facts.json();
  out.files.clear();
  out.files.push_back({best_.files.front().name, std::move(text)});
  if (facts.has_witness) out.files.push_back({std::string(kWitnessFile), text_of(witness, candidate)});
  return out;
}

bool Reduction::attempt(Script candidate, Model witness) {
  if (exhausted()) return false;
  candidate = with_declarations(std::move(candidate));
  std::string text = print_script(*store_, candidate, dialect_);
  return size_of(*store_, candidate, text) < size_ && adopt(std::move(candidate), std::move(witness), std::move(text));
}

std::set<TermId> Reduction::trusted_terms_of(const Script& read) const {
  std::set<TermId> trusted;
  if (read.commands.size() != script_.commands.size()) return trusted;
  for (std::size_t i = 0; i < read.commands.size(); ++i) {
    const std::vector<TermId>& before = script_.commands[i].terms;
    const std::vector<TermId>& now = read.commands[i].terms;
    for (std::size_t j = 0; j < std::min(before.size(), now.size()); ++j)
      if (trusted_.contains(before[j])) trusted.insert(now[j]);
  }
  return trusted;
}

// Uses a new store, because the printed form of constructors depends on the datatypes in the store.
bool Reduction::attempt_text(const std::string& text, const SymbolNames& names) {
  if (exhausted()) return false;
  auto store = std::make_unique<TermStore>();
  Result<Script> script = parse_script(*store, renamed_text(text, names), best_.files.front().name);
  if (!script) return false;
  Result<Model> witness = parse_model(*store, *script, renamed_text(text_of(witness_, script_), names));
  SmtFacts facts = facts_;
  for (std::string& name : facts.core)
    if (const auto renamed = names.find(name); renamed != names.end()) name = renamed->second;
  std::set<TermId> trusted = trusted_terms_of(*script);
  std::vector<TermId> core;  // unknown for the terms of the new store
  const auto exchange = [&] {
    std::swap(store_, store);
    std::swap(facts_, facts);
    std::swap(trusted_, trusted);
    std::swap(core_, core);
  };
  exchange();
  if (attempt(std::move(*script), witness ? std::move(*witness) : Model{})) return true;
  exchange();
  return false;
}

bool Reduction::attempt_without_lets() {
  if (exhausted() || dialect_.unshared_nodes > 0) return false;
  Dialect plain = dialect_;
  plain.unshared_nodes = kUnsharedNodes;
  std::string text = print_script(*store_, script_, plain);
  if (text.size() > size_.bytes + size_.bytes / 4) return false;
  if (text == best_.files.front().content || !adopt(script_, witness_, std::move(text))) return false;
  dialect_ = plain;
  return true;
}

bool Reduction::adopt(Script candidate, Model witness, std::string text) {
  if (!tried_.insert(hash_bytes(text)).second) return false;
  // Without a reset or level, two meanings of a name may be in force together, which a solver may reject.
  if (unique_names_ && has_duplicate_name(*store_, candidate)) return false;
  EvalOptions options;
  options.unspecified = UnspecifiedMode::Fix;
  options.interpretation = facts_.interpretation;
  auto evaluator = std::make_unique<Evaluator>(*store_, witness, options);
  std::optional<std::vector<Truth>> truths = truths_of(candidate, *evaluator);
  // Without a check, only a script that had none (it asks for certificates) can still fail.
  if (!truths || (truths->empty() && !facts_.truths.empty())) return false;
  const bool ask = keep_truth_ && references_.keep_truth && std::count(truths->begin(), truths->end(), Truth::Open) > 0;
  const bool satisfies = satisfies_a_check(*truths);
  if (ask) *truths = facts_.truths;
  if (ask && truths->size() != facts_.truths.size()) return false;
  core::Case made = to_case(candidate, witness, {std::move(*truths), satisfies}, std::move(text));
  if (ask && !references_.keep_truth(made)) return false;
  if (!clock_.take() || !still_fails_(made)) return false;

  size_ = size_of(*store_, candidate, made.files.front().content);
  best_ = std::move(made);
  script_ = std::move(candidate);
  witness_ = std::move(witness);
  evaluator_ = std::make_unique<Evaluator>(*store_, witness_, options);
  return true;
}

bool Reduction::satisfies_a_check(const std::vector<Truth>& truths) const {
  return facts_.has_witness && std::count(truths.begin(), truths.end(), Truth::Sat) > 0;
}

bool Reduction::find_witness() {
  const Result<SmtFacts> now = SmtFacts::from_json(best_.metadata);
  if (!facts_.has_witness || !now || now->has_witness || now->truths != std::vector{Truth::Open}) return false;
  AssertionStack stack;
  std::vector<TermId> asserted;
  for (const Command& command : script_.commands)
    if (stack.step(command)) asserted = assertions_of(stack, command);
  Enumeration tried = try_all_assignments(*store_, asserted, kMaxAssignments);
  if (tried.kind != Enumeration::Kind::Satisfiable) return false;
  EvalOptions options;
  options.unspecified = UnspecifiedMode::Fix;
  options.interpretation = facts_.interpretation;
  Evaluator evaluator(*store_, tried.model, options);
  std::optional<std::vector<Truth>> truths = truths_of(script_, evaluator);
  if (!truths || !satisfies_a_check(*truths)) return false;
  core::Case made = to_case(script_, tried.model, {std::move(*truths), true}, best_.files.front().content);
  if (!clock_.take() || !still_fails_(made)) return false;
  best_ = std::move(made);
  return true;
}

bool Reduction::attempt_replacements(const std::vector<Replacement>& edits) {
  bool changed = false;
  std::vector<std::vector<Replacement>> groups;
  if (!edits.empty()) groups.push_back(edits);
  while (!groups.empty() && !exhausted()) {
    const std::vector<Replacement> group = std::move(groups.back());
    groups.pop_back();
    std::optional<Script> candidate = replaced(*store_, script_, group);
    if (candidate && attempt(std::move(*candidate))) {
      changed = true;
      continue;
    }
    if (group.size() == 1) continue;
    const auto middle = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
    groups.emplace_back(middle, group.end());
    groups.emplace_back(group.begin(), middle);
  }
  return changed;
}

bool Reduction::attempt_removals(const std::vector<Unit>& units) {
  // An adopted step may remove declarations, so that positions change. The order of other commands does not change.
  std::vector<std::size_t> left;  // original positions of the remaining commands without declarations
  for (std::size_t i = 0; i < script_.commands.size(); ++i)
    if (!declares(script_.commands[i].kind)) left.push_back(i);
  std::vector<bool> gone(script_.commands.size());
  const auto without = [&](std::size_t first, std::size_t last) {
    for (std::size_t unit = first; unit < last; ++unit)
      for (const std::size_t at : units[unit]) gone[at] = true;
    Script candidate;
    candidate.logic = script_.logic;
    std::size_t rank = 0;
    for (const Command& command : script_.commands)
      if (!declares(command.kind) && !gone[left[rank++]]) candidate.commands.push_back(command);
    return candidate;
  };
  // Units that could not be removed. A step that removes all commands of such a unit fails without a run.
  std::vector<std::size_t> needed;
  const auto removes_needed = [&] {
    return std::any_of(needed.begin(), needed.end(), [&](std::size_t unit) {
      return std::all_of(units[unit].begin(), units[unit].end(), [&](std::size_t at) { return gone[at]; });
    });
  };
  bool changed = false;
  // Tries larger groups first, because the cost of a run depends on the size of the script. Nested units are tried from
  // the last one: if an inner unit is needed, no runs without its outer units are needed.
  const bool nested = std::adjacent_find(units.begin(), units.end(), [](const Unit& unit, const Unit& next) {
                        return unit.back() > next.front();
                      }) != units.end();
  std::deque<std::pair<std::size_t, std::size_t>> groups;
  if (!units.empty()) groups.emplace_back(0, units.size());
  while (!groups.empty() && !exhausted()) {
    const auto [first, last] = groups.front();
    groups.pop_front();
    const std::vector<bool> before = gone;
    Script candidate = without(first, last);
    const bool adopted = !removes_needed() && attempt(std::move(candidate));
    changed = changed || adopted;
    if (adopted) {
      std::erase_if(left, [&](std::size_t at) { return gone[at]; });
      continue;
    }
    gone = before;
    if (last - first == 1) {
      needed.push_back(first);
      continue;
    }
    const std::size_t middle = first + (last - first) / 2;
    if (nested) {
      groups.emplace_front(first, middle);
      groups.emplace_front(middle, last);
    } else {
      groups.emplace_back(middle, last);
      groups.emplace_back(first, middle);
    }
  }
  return changed;
}

TermId Reduction::fresh_constant(SortId sort) {
  const auto taken = [&](SymbolId name) {
    for (const Command& command : script_.commands) {
      for (const FunctionId function : command.functions) {
        if (store_->node(function).name == name) return true;
      }
    }
    return false;
  };
  Function declaration;
  do {
    declaration.name = store_->symbol("r!" + std::to_string(fresh_++));
  } while (taken(declaration.name));
  declaration.result = sort;
  const FunctionId function = store_->function(std::move(declaration));
  return store_->call_as(function, {}, sort);
}

TermId Reduction::fresh_constant(SortId sort, const Value& value) {
  const TermId constant = fresh_constant(sort);
  Interpretation meaning;
  meaning.fallback = value;
  witness_.functions[store_->function_of(constant)] = std::move(meaning);
  return constant;
}

}  // namespace assay::smt
