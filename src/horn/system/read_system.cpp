#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "base/text_tree.hpp"
#include "horn/system/system_text.hpp"
#include "smt/eval/inlining.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/term/subterms.hpp"

namespace assay::horn {
namespace {

using smt::BinderKind;
using smt::Command;
using smt::CommandKind;
using smt::TermKind;

/// Takes asserted terms apart.
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
        clause_ = {};
        parts_.clear();
        at_ = 0;
        head_side(part);
        if (!problem_.empty()) return problem_;
        clause_.constraint = terms_.all(parts_);
        out.push_back(std::move(clause_));
        if (out.size() > first + kMaxClauses) return "an assertion makes more than 256 clauses";
      } while (next_path());
    }
    return {};
  }

 private:
  /// The first problem counts.
  void fail(const std::string& problem) {
    if (problem_.empty()) problem_ = problem;
  }

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
  void one_branch(TermId ite, bool is_head) {
    const auto parts = store_.children(ite);
    const std::size_t branch = choose(2);
    body_side(branch == 0 ? parts[0] : terms_.negation(parts[0]));
    is_head ? head_side(parts[1 + branch]) : body_side(parts[1 + branch]);
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

  Atom read_atom(TermId term) {
    const auto arguments = store_.children(term);
    for (const TermId argument : arguments)
      if (const auto function = function_in(argument))
        fail("not Horn: '" + function->first + "' stands in an argument of a predicate");
    known_.insert(store_.function_of(term));
    return {store_.function_of(term), {arguments.begin(), arguments.end()}};
  }

  /// The body of a quantifier, whose variables become the clause's: with new names, if it has such names already.
  TermId opened(TermId binder) {
    std::vector<smt::Replacement> names;
    for (BoundVariable variable : store_.binder_info(binder).variables) {
      const SymbolId old = variable.name;
      const auto is_taken = [&](const BoundVariable& other) { return other.name == variable.name; };
      while (std::any_of(clause_.variables.begin(), clause_.variables.end(), is_taken))
        variable.name = store_.symbol(std::string(store_.spelling(old)) + "!" + std::to_string(next_name_++));
      if (variable.name != old) names.emplace_back(old, store_.variable(variable));
      clause_.variables.push_back(variable);
    }
    const TermId body = store_.children(binder)[0];
    return names.empty() ? body : replaced(store_, body, names);
  }

  [[nodiscard]] bool is_binder(TermId term, BinderKind kind) const {
    return store_.node(term).kind == TermKind::Binder && store_.binder_info(term).kind == kind;
  }

  /// A term without predicates.
  void constraint(TermId term) {
    const auto function = function_in(term);
    if (!function) return parts_.push_back(term);
    if (store_.has(term, smt::kHasQuantifier)) return fail("quantifiers alternate over '" + function->first + "'");
    fail(function->second ? "not Horn: the predicate '" + function->first + "' stands below a connective"
                          : "not Horn: '" + function->first + "' is a function, and not a predicate");
  }

  /// A part of the clause's disjunction.
  void head_side(TermId term) {
    const auto children = store_.children(term);
    if (store_.node(term).kind == TermKind::Annotated) return head_side(children[0]);
    if (is_binder(term, BinderKind::Forall)) return head_side(opened(term));
    if (is_predicate(term)) {
      if (clause_.head) return fail("not Horn: a clause has two heads");
      clause_.head = read_atom(term);
      return;
    }
    if (terms_.is(term, "not")) return body_side(children[0]);
    if (terms_.is(term, "false")) return;
    // A clause that is always true keeps its number.
    if (terms_.is(term, "true")) return parts_.push_back(terms_.truth(false));
    const bool implies = terms_.is(term, "=>");
    if (implies || terms_.is(term, "or")) {
      for (const TermId child : children.first(children.size() - 1)) implies ? body_side(child) : head_side(child);
      return head_side(children.back());
    }
    if (terms_.is(term, "and") && function_in(term)) return head_side(children[choose(children.size())]);
    if (terms_.is(term, "ite") && function_in(term)) return one_branch(term, true);
    constraint(terms_.negation(term));
  }

  /// A conjunct of the clause's body.
  void body_side(TermId term) {
    const auto children = store_.children(term);
    if (store_.node(term).kind == TermKind::Annotated) return body_side(children[0]);
    if (is_binder(term, BinderKind::Exists) && function_in(term)) return body_side(opened(term));
    if (is_predicate(term)) return clause_.body.push_back(read_atom(term));
    if (terms_.is(term, "and")) {
      for (const TermId child : children) body_side(child);
      return;
    }
    if (!function_in(term)) return constraint(term);
    if (terms_.is(term, "not")) return head_side(children[0]);
    const bool implies = terms_.is(term, "=>");
    if (implies || terms_.is(term, "or")) {
      const std::size_t part = choose(children.size());
      return implies && part + 1 < children.size() ? head_side(children[part]) : body_side(children[part]);
    }
    if (terms_.is(term, "ite")) return one_branch(term, false);
    constraint(term);
  }

  Terms terms_;
  TermStore& store_;
  std::set<FunctionId>& known_;
  Clause clause_;              ///< that is being made
  std::vector<TermId> parts_;  ///< of its constraint
  std::string problem_;
  unsigned next_name_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> path_;  ///< the choices of this clause, and their counts
  std::size_t at_ = 0;                                     ///< in path_
};

/// The text in a `forall` with these variables, if there are any.
std::string for_all(const std::string& variables, const std::string& text) {
  return variables.empty() ? text : "(forall (" + variables + ") " + text + ")";
}

/// A muZ script in the form of a HORN script. Unchanged if the text declares no relation.
std::string from_muz(std::string_view text) {
  const TextTree tree = text_tree(text);
  if (tree.problem || text.find("(declare-rel") == std::string_view::npos) return std::string(text);
  std::string out = "(set-logic HORN)\n", variables;
  std::map<std::string, std::vector<std::size_t>> sorts;  // of each relation
  for (const std::size_t command : tree.top()) {
    const std::string_view head = tree.head(command);
    const std::vector<std::size_t>& children = tree.children(command);
    const auto word = [&](std::size_t child) { return std::string(tree.text_of(children[child])); };
    if (head == "declare-rel" && children.size() >= 3) {
      out += "(declare-fun " + word(1) + " " + word(2) + " Bool)\n";
      sorts[word(1)] = tree.children(children[2]);
    } else if (head == "declare-var" && children.size() >= 3) {
      variables += "(" + word(1) + " " + word(2) + ")";
    } else if (head == "rule" && children.size() >= 2) {
      out += "(assert " + for_all(variables, word(1)) + ")\n";
    } else if (head == "query" && children.size() >= 2) {
      // A relation, or an atom.
      std::string asked = word(1), bound = variables, arguments;
      for (const std::size_t sort : sorts[asked]) {
        const std::string name = "query!" + std::to_string(arguments.size());
        bound += "(" + name + " " + std::string(tree.text_of(sort)) + ")";
        arguments += " " + name;
      }
      if (!arguments.empty()) asked = "(" + asked + arguments + ")";
      out += "(assert " + for_all(bound, "(not " + asked + ")") + ")\n";
    } else if (head != "set-option" && head != "set-logic") {
      out += std::string(tree.text_of(command)) + "\n";
    }
  }
  return out + "(check-sat)\n";
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
  // A muZ rule is read with all declared variables.
  for (std::size_t i = 0; i < read.system.clauses.size() && muz; ++i)
    std::erase_if(read.system.clauses[i].variables,
                  [used = used_variables(store, read.system.clauses[i])](const BoundVariable& variable) {
                    return !used.contains(variable.name);
                  });
  read.script = std::move(*script);
  return read;
}

Result<Interpretation> read_interpretation(TermStore& store, const System& system, std::string_view text) {
  smt::Script script;
  script.commands = predicate_declarations(system);
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
    const std::vector<BoundVariable> parameters = make_parameters(store, sorts);
    const bool otherwise = given.fallback && given.fallback->as_bool();
    std::vector<TermId> exceptions;
    for (const auto& [arguments, value] : given.entries) {
      if (value.as_bool() == otherwise) continue;
      if (const auto literals = terms.literals(arguments, sorts))
        exceptions.push_back(terms.equal(terms.variables(parameters), *literals));
    }
    const TermId exceptional = terms.any(exceptions);
    meaning[predicate] = {parameters, otherwise ? terms.negation(exceptional) : exceptional};
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
