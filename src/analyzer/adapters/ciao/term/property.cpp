#include "analyzer/adapters/ciao/term/property.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace assay::analyzer::ciao {
namespace {

constexpr std::array<std::string_view, 17> kBaseTypes = {
    "term",   "any",    "gnd", "num",      "int",    "flt",      "nnegint",        "atm",
    "struct", "gndstr", "bot", "constant", "atomic", "callable", "character_code", "list",
    "ground",
};

/// Properties of the rest of the run, or of a whole computation. They cannot be judged at a point.
const std::set<std::string, std::less<>>& computational() {
  static const std::set<std::string, std::less<>> names = {"is_det",
                                                           "non_det",
                                                           "possibly_nondet",
                                                           "not_fails",
                                                           "possibly_fails",
                                                           "mut_exclusive",
                                                           "not_mut_exclusive",
                                                           "possibly_not_mut_exclusive",
                                                           "not_covered",
                                                           "possibly_not_covered",
                                                           "det",
                                                           "semidet",
                                                           "nondet",
                                                           "multi",
                                                           "possibly_non_det",
                                                           "steps_ub",
                                                           "steps_lb"};
  return names;
}

bool is_list(const Term& term) { return term.kind == Term::Kind::List || term.is("[]", 0); }
bool is_var(const Term& term) { return term.kind == Term::Kind::Var; }
bool all_vars(const Term& list) {
  return is_list(list) && !list.open && std::all_of(list.args.begin(), list.args.end(), is_var);
}
bool all_groups(const Term& list) {
  return is_list(list) && !list.open && std::all_of(list.args.begin(), list.args.end(), all_vars);
}

class Describer {
 public:
  Describer(const TypeTable& types, const std::vector<std::string>& scope) : types_(types), scope_(scope) {}

  Description read(const Term& conjunction) {
    for (const Term* part : conjuncts(conjunction)) property(*part);
    if (!groups_.empty() || !cliques_.empty()) sharing();
    return std::move(out_);
  }

 private:
  void unread(const std::string& reason) { out_.unread.push_back(reason); }
  [[nodiscard]] bool in_scope(const std::string& variable) const {
    return std::find(scope_.begin(), scope_.end(), variable) != scope_.end();
  }
  /// Adds a property whose first `about` arguments are variables.
  void named(const std::string& name, std::vector<std::string> arguments, std::size_t about = 1) {
    for (std::size_t i = 0; i < about; ++i)
      if (!in_scope(arguments[i])) return unread("about a variable that the clause does not have");
    out_.parts.emplace_back(Named{name, std::move(arguments)});
  }

  /// Reads ground(X), var([X,Y]): one fact for each variable.
  void each_variable(const std::string& name, const Term& what) {
    if (is_var(what)) return named(name, {what.text});
    if (!all_vars(what)) return unread("a property of something else than variables");
    for (const Term& var : what.args) named(name, {var.text});
  }

  void remember_universe(const Term& what) {
    for (const std::string& var : variables_of(what))
      if (in_scope(var) && std::find(universe_.begin(), universe_.end(), var) == universe_.end())
        universe_.push_back(var);
  }

  void property(const Term& term) {
    if (term.is("true", 0)) return;
    const std::size_t arity = term.args.size();
    if (term.is(":", 2)) return property(term.args[1]);
    if (term.text == "fails" && arity <= 1) {
      out_.fails = true;
      return;
    }
    if (arity == 1 && (term.text == "ground" || term.text == "var" || term.text == "nonvar" || term.text == "linear" ||
                       term.text == "free")) {
      if (term.text == "ground") remember_universe(term);
      return each_variable(term.text == "free" ? "var" : term.text, term.args[0]);
    }
    if (term.text == "mshare" || term.text == "clique") return share_part(term);
    if (computational().count(term.text) != 0 || (term.text == "covered" && arity == 1))
      return unread("a property of a computation, said of a point");
    if (term.text == "covered" && arity == 2 && is_var(term.args[0]) && all_vars(term.args[1]))
      return named("covered", {term.args[0].text, write_term(term.args[1])});
    if (term.text == "indep" && arity == 2 && is_var(term.args[0]) && is_var(term.args[1]))
      return named("indep", {term.args[0].text, term.args[1].text}, 2);
    if (term.text == "indep" && arity == 1 && all_groups(term.args[0])) return pairs(term.args[0]);
    if ((term.text == "instance" || term.text == "=") && arity == 2 && is_var(term.args[0]))
      return named("instance", {term.args[0].text, write_term(term.args[1])});
    if (arity >= 1 && is_var(term.args.back()) && types_.known(term.text, arity)) return type(term);
    unread("property " + (term.text.empty() ? std::string("that is no term") : term.indicator()));
  }

  void pairs(const Term& list) {
    for (const Term& pair : list.args)
      if (pair.args.size() == 2) named("indep", {pair.args[0].text, pair.args[1].text}, 2);
  }

  /// Reads mshare(GROUPS), mshare(VARIABLES, GROUPS), clique(GROUPS).
  void share_part(const Term& term) {
    const Term& list = term.args.back();
    if (!all_groups(list)) return unread("sharing that is no list of groups");
    remember_universe(term);
    std::vector<std::string>& into = term.text == "clique" ? cliques_ : groups_;
    for (const Term& group : list.args) into.push_back(write_term(group));
    if (list.args.empty()) into.emplace_back("[]");
  }

  /// Adds the sharing; its arguments are the variables, the groups, the cliques.
  void sharing() {
    const auto list = [](const std::vector<std::string>& items) {
      std::string text = "[";
      for (const std::string& item : items) text += (text.size() > 1 ? "," : "") + item;
      return text + "]";
    };
    named("mshare", {list(universe_), list(groups_), list(cliques_)}, 0);
  }

  void type(const Term& term) {
    Term bare = make_compound(term.text, std::vector<Term>(term.args.begin(), term.args.end() - 1));
    if (bare.text == "term" || bare.text == "any") return;
    std::vector<std::string> arguments = {term.args.back().text, write_term(bare)};
    std::set<std::string> seen;
    add_definitions(term, arguments, seen);
    named("type", std::move(arguments));
  }
  void add_definitions(const Term& term, std::vector<std::string>& arguments, std::set<std::string>& seen) {
    const auto add = [&](const std::string& name, std::size_t arity) {
      for (const std::string& text : types_.definitions(name, arity))
        if (seen.insert(text).second) arguments.push_back(text);
    };
    add(term.text, term.args.size());
    for (std::size_t i = 0; i + 1 < term.args.size(); ++i) add(term.args[i].text, term.args[i].args.size() + 1);
  }

  const TypeTable& types_;
  const std::vector<std::string>& scope_;
  Description out_;
  std::vector<std::string> universe_, groups_, cliques_;
};

/// The text of a goal for the property, for an "any of".
std::string goal_text(const Named& part) {
  if (part.name == "type") {
    std::string type = part.arguments[1];
    if (!type.empty() && type.back() == ')') {
      type.pop_back();
      return type + "," + part.arguments[0] + ")";
    }
    return type + "(" + part.arguments[0] + ")";
  }
  std::string text = part.name + "(";
  for (std::size_t i = 0; i < part.arguments.size(); ++i) text += (i == 0 ? "" : ",") + part.arguments[i];
  return text + ")";
}

}  // namespace

namespace {

/// The property of a goal of an alternative. Types get the definitions of the whole "any of".
std::optional<Named> part_of(const Term& goal, const std::vector<std::string>& definitions) {
  static const std::set<std::string, std::less<>> own = {"ground",  "var",   "nonvar", "linear",
                                                         "covered", "indep", "mshare", "instance"};
  if (own.count(goal.text) != 0) {
    Named part{goal.text, {}};
    for (const Term& arg : goal.args) part.arguments.push_back(write_term(arg));
    return part;
  }
  if (goal.args.empty()) return std::nullopt;
  const Term bare = make_compound(goal.text, std::vector<Term>(goal.args.begin(), goal.args.end() - 1));
  Named part{"type", {goal.args.back().text, write_term(bare)}};
  part.arguments.insert(part.arguments.end(), definitions.begin(), definitions.end());
  return part;
}

}  // namespace

std::optional<std::vector<std::vector<Named>>> alternatives_of(const Named& any_of) {
  std::vector<std::string> definitions;
  for (const std::string& argument : any_of.arguments)
    if (argument.rfind(kTypeMark, 0) == 0) definitions.push_back(argument);
  std::vector<std::vector<Named>> out;
  for (const std::string& argument : any_of.arguments) {
    if (argument.rfind(kTypeMark, 0) == 0) continue;
    const Result<Term> way = read_term(argument);
    if (!way.ok()) return std::nullopt;
    std::vector<Named>& parts = out.emplace_back();
    for (const Term* goal : conjuncts(*way)) {
      std::optional<Named> part = part_of(*goal, definitions);
      if (!part) return std::nullopt;
      parts.push_back(std::move(*part));
    }
  }
  return out;
}

TypeTable::TypeTable(const Module& module) {
  for (const Clause& clause : module.clauses)
    if (module.is_type(clause.head.indicator())) clauses_[clause.head.indicator()].push_back(&clause);
}

bool TypeTable::known(const std::string& name, std::size_t arity) const {
  if (name == "list") return arity == 1 || arity == 2;
  if (arity == 1 && std::find(kBaseTypes.begin(), kBaseTypes.end(), name) != kBaseTypes.end()) return true;
  return clauses_.count(name + "/" + std::to_string(arity)) != 0;
}

std::vector<std::string> TypeTable::definitions(const std::string& name, std::size_t arity) const {
  std::vector<std::string> out;
  std::set<std::string> seen;
  std::vector<std::string> pending = {name + "/" + std::to_string(arity)};
  while (!pending.empty()) {
    const std::string one = pending.back();
    pending.pop_back();
    const auto found = clauses_.find(one);
    if (found == clauses_.end() || !seen.insert(one).second) continue;
    for (const Clause* clause : found->second) {
      std::string text = std::string(kTypeMark) + write_term(clause->head);
      std::string_view glue = " :- ";
      for (const BodyItem& item : clause->body) {
        if (item.is_point) continue;
        text += std::string(glue) + write_term(item.term);
        glue = ", ";
        pending.push_back(item.term.indicator());
        for (const Term& arg : item.term.args) pending.push_back(arg.text + "/" + std::to_string(arg.args.size() + 1));
      }
      out.push_back(std::move(text));
    }
  }
  return out;
}

Description describe(const Term& conjunction, const TypeTable& types, const std::vector<std::string>& scope) {
  return Describer(types, scope).read(conjunction);
}

Description describe_point(const Term& formula, const TypeTable& types, const std::vector<std::string>& scope) {
  const std::vector<const Term*> ways = disjuncts(formula);
  if (ways.size() == 1) return describe(formula, types, scope);
  Description out;
  Named any{kAnyOf, {}};
  std::vector<std::string> definitions;
  for (const Term* way : ways) {
    Description one = describe(*way, types, scope);
    if (one.fails) continue;
    // An alternative without a part that cannot be judged is weaker, but still has to hold.
    for (std::string& reason : one.unread) out.unread.push_back(std::move(reason));
    std::string text;
    for (const Property& part : one.parts) {
      const Named& named = std::get<Named>(part);
      text += (text.empty() ? "" : ",") + goal_text(named);
      if (named.name != "type") continue;
      for (std::size_t i = 2; i < named.arguments.size(); ++i)
        if (std::find(definitions.begin(), definitions.end(), named.arguments[i]) == definitions.end())
          definitions.push_back(named.arguments[i]);
    }
    // An alternative without a statement makes the whole property empty.
    if (text.empty()) return Description{{}, std::move(out.unread), false};
    any.arguments.push_back(std::move(text));
  }
  if (any.arguments.empty()) {
    out.fails = true;
    return out;
  }
  any.arguments.insert(any.arguments.end(), definitions.begin(), definitions.end());
  out.parts.emplace_back(std::move(any));
  return out;
}

}  // namespace assay::analyzer::ciao
