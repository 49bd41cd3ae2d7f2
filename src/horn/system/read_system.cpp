#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "horn/system/lists.hpp"
#include "horn/system/system_text.hpp"
#include "smt/eval/inlining.hpp"
#include "smt/term/subterms.hpp"

namespace assay::horn {
namespace {

using smt::BinderKind;
using smt::Command;
using smt::CommandKind;
using smt::TermKind;

/// Takes one asserted term apart.
class ClauseReader {
 public:
  ClauseReader(TermStore& store, std::set<FunctionId>& predicates) : terms_(store), store_(store), known_(predicates) {}

  /// Adds the clauses of the term. Returns why the term is not Horn; empty if it is.
  std::string read(TermId term, std::vector<Clause>& out) {
    constexpr std::size_t kMaxClauses = 256;
    for (const TermId part : conjuncts_of(store_, term)) {
      const std::size_t first = out.size();
      path_.clear();
      do {
        Clause clause;
        clause.constraint = terms_.truth(true);
        parts_.clear();
        at_ = 0;
        if (std::string problem = head_side(part, clause); !problem.empty()) return problem;
        clause.constraint = terms_.all(parts_);
        out.push_back(std::move(clause));
        if (out.size() > first + kMaxClauses) return "an assertion makes more than 256 clauses";
      } while (next_path());
    }
    return {};
  }

 private:
  /// The number of a part, from 0. Each of the `count` parts makes its own clause: read() comes again for the others.
  std::size_t choose(std::size_t count) {
    if (at_ == path_.size()) path_.emplace_back(0, count);
    return path_[at_++].first;
  }

  bool next_path() {
    while (!path_.empty() && path_.back().first + 1 == path_.back().second) path_.pop_back();
    if (!path_.empty()) ++path_.back().first;
    return !path_.empty();
  }

  /// An `ite` with predicates, on either side: the condition and the first branch, or the denied one and the second.
  [[nodiscard]] std::string one_branch(TermId ite, Clause& clause, bool is_head) {
    const std::vector<TermId> parts(store_.children(ite).begin(), store_.children(ite).end());
    const std::size_t branch = choose(2);
    if (std::string problem = body_side(branch == 0 ? parts[0] : terms_.negation(parts[0]), clause); !problem.empty())
      return problem;
    return is_head ? head_side(parts[1 + branch], clause) : body_side(parts[1 + branch], clause);
  }

  [[nodiscard]] bool is_predicate(TermId term) const {
    return store_.node(term).kind == TermKind::Call &&
           store_.node(store_.function_of(term)).kind == smt::FunctionKind::Declared &&
           store_.sort_of(term) == store_.bool_sort();
  }

  /// The name of a declared or defined function below the term, and whether it is a predicate.
  [[nodiscard]] std::optional<std::pair<std::string, bool>> function_in(TermId term) const {
    for (smt::Subterms below(store_, term); const auto top = below.next();) {
      if (store_.node(*top).kind != TermKind::Call) continue;
      const smt::Function& function = store_.node(store_.function_of(*top));
      const bool own = function.kind == smt::FunctionKind::Constructor ||
                       function.kind == smt::FunctionKind::Selector || function.kind == smt::FunctionKind::Tester;
      if (!own) return std::pair{std::string(store_.spelling(function.name)), is_predicate(*top)};
    }
    return std::nullopt;
  }

  [[nodiscard]] std::string read_atom(TermId term, Atom& atom) {
    atom.predicate = store_.function_of(term);
    known_.insert(atom.predicate);
    for (const TermId argument : store_.children(term)) {
      if (const auto function = function_in(argument))
        return "not Horn: '" + function->first + "' stands in an argument of a predicate";
      atom.arguments.push_back(argument);
    }
    return {};
  }

  /// The body of a quantifier, whose variables become the clause's: with new names, if it has such names already.
  TermId opened(TermId binder, Clause& clause) {
    std::vector<smt::Replacement> names;
    for (BoundVariable variable : std::vector<BoundVariable>(store_.binder_info(binder).variables)) {
      const SymbolId old = variable.name;
      const auto is_taken = [&](const BoundVariable& other) { return other.name == variable.name; };
      while (std::any_of(clause.variables.begin(), clause.variables.end(), is_taken))
        variable.name = store_.symbol(std::string(store_.spelling(old)) + "!" + std::to_string(next_name_++));
      if (variable.name != old) names.emplace_back(old, store_.variable(variable));
      clause.variables.push_back(variable);
    }
    const TermId body = store_.children(binder)[0];
    return names.empty() ? body : replaced(store_, body, names);
  }

  [[nodiscard]] bool is_binder(TermId term, BinderKind kind) const {
    return store_.node(term).kind == TermKind::Binder && store_.binder_info(term).kind == kind;
  }

  /// A term without predicates.
  [[nodiscard]] std::string constraint(TermId term) {
    const auto function = function_in(term);
    if (!function) {
      parts_.push_back(term);
      return {};
    }
    if (store_.has(term, smt::kHasQuantifier)) return "quantifiers alternate over '" + function->first + "'";
    return function->second ? "not Horn: the predicate '" + function->first + "' stands below a connective"
                            : "not Horn: '" + function->first + "' is a function, and not a predicate";
  }

  /// A part of the clause's disjunction.
  [[nodiscard]] std::string head_side(TermId term, Clause& clause) {
    if (store_.node(term).kind == TermKind::Annotated) return head_side(store_.children(term)[0], clause);
    if (is_binder(term, BinderKind::Forall)) {
      return head_side(opened(term, clause), clause);
    }
    if (is_predicate(term)) {
      if (clause.head) return "not Horn: a clause has two heads";
      clause.head.emplace();
      return read_atom(term, *clause.head);
    }
    if (terms_.is(term, "not")) return body_side(store_.children(term)[0], clause);
    if (terms_.is(term, "false")) return {};
    if (terms_.is(term, "true")) {
      parts_.push_back(terms_.truth(false));  // a clause that is always true keeps its number
      return {};
    }
    const bool implies = terms_.is(term, "=>");
    if (implies || terms_.is(term, "or")) {
      const std::vector<TermId> children(store_.children(term).begin(), store_.children(term).end());
      for (std::size_t i = 0; i < children.size(); ++i) {
        const bool premise = implies && i + 1 < children.size();
        if (std::string problem = premise ? body_side(children[i], clause) : head_side(children[i], clause);
            !problem.empty())
          return problem;
      }
      return {};
    }
    if (terms_.is(term, "and") && function_in(term))
      return head_side(store_.children(term)[choose(store_.children(term).size())], clause);
    if (terms_.is(term, "ite") && function_in(term)) return one_branch(term, clause, true);
    return constraint(terms_.negation(term));
  }

  /// A conjunct of the clause's body.
  [[nodiscard]] std::string body_side(TermId term, Clause& clause) {
    if (store_.node(term).kind == TermKind::Annotated) return body_side(store_.children(term)[0], clause);
    if (is_binder(term, BinderKind::Exists) && function_in(term)) {
      return body_side(opened(term, clause), clause);
    }
    if (is_predicate(term)) return read_atom(term, clause.body.emplace_back());
    if (terms_.is(term, "and")) {
      const std::vector<TermId> children(store_.children(term).begin(), store_.children(term).end());
      for (const TermId child : children)
        if (std::string problem = body_side(child, clause); !problem.empty()) return problem;
      return {};
    }
    if (!function_in(term)) return constraint(term);
    if (terms_.is(term, "not")) return head_side(store_.children(term)[0], clause);
    const bool implies = terms_.is(term, "=>");
    if (implies || terms_.is(term, "or")) {
      const std::size_t count = store_.children(term).size();
      const std::size_t part = choose(count);
      const TermId chosen = store_.children(term)[part];
      return implies && part + 1 < count ? head_side(chosen, clause) : body_side(chosen, clause);
    }
    if (terms_.is(term, "ite")) return one_branch(term, clause, false);
    return constraint(term);
  }

  Terms terms_;
  TermStore& store_;
  std::set<FunctionId>& known_;
  std::vector<TermId> parts_;
  unsigned next_name_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> path_;  ///< the choices of this clause, and their counts
  std::size_t at_ = 0;                                     ///< in path_
};

/// A muZ script in the form of a HORN script. Unchanged if the text declares no relation.
std::string from_muz(std::string_view text) {
  const auto lists = text.find("(declare-rel") == std::string_view::npos ? std::nullopt : read_lists(text);
  if (!lists) return std::string(text);
  std::string out = "(set-logic HORN)\n", variables;
  std::map<std::string, std::vector<std::uint32_t>> sorts;  // of each relation
  const auto word = [&](std::uint32_t list, std::size_t child) {
    return std::string(lists->at(lists->at(list).children[child]).text);
  };
  for (const std::uint32_t command : lists->top()) {
    const std::string_view head = lists->head(command);
    const std::size_t size = lists->at(command).children.size();
    if (head == "declare-rel" && size >= 3) {
      out += "(declare-fun " + word(command, 1) + " " + word(command, 2) + " Bool)\n";
      sorts[word(command, 1)] = lists->at(lists->at(command).children[2]).children;
    } else if (head == "declare-var" && size >= 3) {
      variables += "(" + word(command, 1) + " " + word(command, 2) + ")";
    } else if (head == "rule" && size >= 2) {
      out += "(assert " +
             (variables.empty() ? word(command, 1) : "(forall (" + variables + ") " + word(command, 1) + ")") + ")\n";
    } else if (head == "query" && size >= 2) {
      // A relation, or an atom.
      std::string asked = word(command, 1), bound = variables;
      if (const auto of = sorts.find(asked); of != sorts.end() && !of->second.empty()) {
        std::string arguments;
        for (const std::uint32_t sort : of->second) {
          const std::string name = "query!" + std::to_string(arguments.size());
          bound += "(" + name + " " + std::string(lists->at(sort).text) + ")";
          arguments += " " + name;
        }
        asked = "(" + asked + arguments + ")";
      }
      out +=
          "(assert " + (bound.empty() ? "(not " + asked + ")" : "(forall (" + bound + ") (not " + asked + "))") + ")\n";
    } else if (head != "set-option" && head != "set-logic") {
      out += std::string(lists->at(command).text) + "\n";
    }
  }
  return out + "(check-sat)\n";
}

/// The variables that occur in the clause: a muZ rule is read with all declared variables.
void drop_unused_variables(const TermStore& store, Clause& clause) {
  std::set<SymbolId> used;
  const auto note = [&](TermId term) {
    for (const SymbolId name : store.free_variables(term)) used.insert(name);
  };
  for (const Atom& atom : clause.body) std::for_each(atom.arguments.begin(), atom.arguments.end(), note);
  if (clause.head) std::for_each(clause.head->arguments.begin(), clause.head->arguments.end(), note);
  note(clause.constraint);
  std::erase_if(clause.variables, [&](const BoundVariable& variable) { return !used.contains(variable.name); });
}

}  // namespace

Result<ReadSystem> read_system(TermStore& store, std::string_view text, std::string_view name) {
  const bool muz = text.find("(declare-rel") != std::string_view::npos;
  Result<smt::Script> script = smt::parse_script(store, from_muz(text), name);
  if (!script) return script.error();
  ReadSystem read;
  std::set<FunctionId> used;
  ClauseReader reader(store, used);
  std::size_t checks = 0;
  const smt::Model no_model;
  smt::Inlining macros(store, no_model, [](TermId) { return std::nullopt; });
  bool has_macros = false;
  for (const Command& command : script->commands) {
    has_macros = has_macros || command.kind == CommandKind::DefineFunction;
    if (command.kind == CommandKind::SetInfo && command.keyword == ":status") read.status = command.text;
    if (command.kind == CommandKind::Push || command.kind == CommandKind::Pop)
      return Error{"it has levels of assertions", "give a script with one check and without push"};
    if (smt::is_check(command.kind) && ++checks > 1)
      return Error{"it has several checks", "give a script with one check"};
    if (command.kind == CommandKind::DeclareFunction) {
      const smt::Function& function = store.node(command.functions[0]);
      if (function.result != store.bool_sort())
        return Error{
            "not Horn: '" + std::string(store.spelling(function.name)) + "' is a function, and not a predicate", ""};
      read.system.predicates.push_back(command.functions[0]);
    }
    if (command.kind != CommandKind::Assert) continue;
    const auto unfolded = has_macros ? macros.inlined(command.terms[0]) : command.terms[0];
    if (!unfolded) return Error{"its definitions make too large a clause", ""};
    if (std::string problem = reader.read(*unfolded, read.system.clauses); !problem.empty())
      return Error{problem + " (line " + std::to_string(command.where.line) + ")", ""};
  }
  if (used.empty()) return Error{"not Horn: it has no predicate", ""};
  if (muz)
    for (Clause& clause : read.system.clauses) drop_unused_variables(store, clause);
  read.script = std::move(*script);
  return read;
}

Result<Interpretation> read_interpretation(TermStore& store, const System& system, std::string_view text) {
  smt::Script script;
  for (const FunctionId predicate : system.predicates) {
    Command& command = script.commands.emplace_back();
    command.kind = CommandKind::DeclareFunction;
    command.functions = {predicate};
  }
  const Result<smt::Model> model = smt::parse_model(store, script, text);
  if (!model) return model.error();
  const Terms terms(store);
  Interpretation meaning;
  for (const FunctionId predicate : system.predicates) {
    const auto found = model->functions.find(predicate);
    if (found == model->functions.end()) continue;
    const smt::Interpretation& given = found->second;
    if (given.body) {
      meaning[predicate] = {given.variables, *given.body};
      continue;
    }
    // A table: a disjunction over the entries that are true.
    const std::vector<SortId> sorts = store.node(predicate).parameters;
    Definition definition;
    for (const SortId sort : sorts)
      definition.parameters.push_back({store.symbol("p!" + std::to_string(definition.parameters.size())), sort});
    const bool otherwise = given.fallback && given.fallback->as_bool();
    std::vector<TermId> exceptions;
    for (const auto& [arguments, value] : given.entries) {
      if (value.as_bool() == otherwise) continue;
      std::vector<TermId> equal;
      for (std::size_t i = 0; i < arguments.size(); ++i)
        if (const auto term = smt::make_term(store, arguments[i], sorts[i]))
          equal.push_back(terms.equal(store.variable(definition.parameters[i]), *term));
      if (equal.size() == arguments.size()) exceptions.push_back(terms.all(equal));
    }
    definition.body = otherwise ? terms.negation(terms.any(exceptions)) : terms.any(exceptions);
    meaning[predicate] = std::move(definition);
  }
  return meaning;
}

Result<Derivation> read_derivation(TermStore& store, const System& system, std::string_view text) {
  const Result<smt::Script> script = smt::parse_script(store, text, "derivation.smt2");
  if (!script) return script.error();
  Evaluation evaluation(store);
  Derivation derivation;
  constexpr std::string_view kPrefix = "clause ";
  for (const Command& command : script->commands) {
    if (command.kind != CommandKind::Assert || store.node(command.terms[0]).kind != TermKind::Call) continue;
    const std::string_view name = store.spelling(store.node(store.function_of(command.terms[0])).name);
    if (!name.starts_with(kPrefix)) return Error{"a step that names no clause", ""};
    Step step;
    step.clause = static_cast<std::size_t>(parse_unsigned(name.substr(kPrefix.size())).value_or(system.clauses.size()));
    for (const TermId child : store.children(command.terms[0])) {
      const auto value = evaluation.value(child);
      if (!value) return Error{"a step with an argument that is no value", ""};
      step.values.push_back(*value);
    }
    derivation.push_back(std::move(step));
  }
  return derivation;
}

}  // namespace assay::horn
