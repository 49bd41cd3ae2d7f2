#include "analyzer/adapters/ciao/instrument/test_goals.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace assay::analyzer::ciao {
namespace {

Term int_term(std::int64_t value) {
  Term term = make_atom(std::to_string(value));
  term.kind = Term::Kind::Int;
  return term;
}

/// The requirements of an entry's calls part on the arguments.
struct CallRequirements {
  std::map<std::string, Term> types;  ///< by variable: the type's goal without its last argument
  std::set<std::string> vars, grounds, nonvars, linears;
  std::vector<std::pair<std::string, std::string>> independent;
  std::optional<std::vector<std::set<std::string>>> groups;  ///< the groups of mshare
  std::string problem;                                       ///< a requirement that cannot be met
};

const std::set<std::string, std::less<>>& base_types() {
  static const std::set<std::string, std::less<>> names = {"term", "any",     "gnd",      "num",     "int",
                                                           "flt",  "nnegint", "atm",      "struct",  "gndstr",
                                                           "list", "atomic",  "constant", "callable"};
  return names;
}

class WantedReader {
 public:
  explicit WantedReader(const Module& source) : source_(source) {}

  CallRequirements read(const Term& calls) {
    for (const Term* part : conjuncts(calls)) property(*part);
    return std::move(out_);
  }

 private:
  void property(const Term& term) {
    if (term.is("true", 0)) return;
    const std::size_t arity = term.args.size();
    const bool about_vars =
        arity == 1 && (term.args[0].kind == Term::Kind::Var || term.args[0].kind == Term::Kind::List);
    const auto each = [&](std::set<std::string>& into) {
      for (const std::string& name : variables_of(term.args[0])) into.insert(name);
    };
    if (about_vars && term.text == "var") return each(out_.vars);
    if (about_vars && (term.text == "ground" || term.text == "gnd")) return each(out_.grounds);
    if (about_vars && term.text == "nonvar") return each(out_.nonvars);
    if (about_vars && term.text == "linear") return each(out_.linears);
    if (term.text == "indep" && arity == 2) {
      out_.independent.emplace_back(term.args[0].text, term.args[1].text);
      return;
    }
    const bool pairs = term.text == "indep" && arity == 1 && term.args[0].kind == Term::Kind::List;
    if (pairs) {
      for (const Term& pair : term.args[0].args)
        if (pair.args.size() == 2) out_.independent.emplace_back(pair.args[0].text, pair.args[1].text);
      return;
    }
    if (term.text == "mshare" && arity >= 1) {
      out_.groups.emplace();
      for (const Term& group : term.args.back().args) {
        const std::vector<std::string> names = variables_of(group);
        out_.groups->emplace_back(names.begin(), names.end());
      }
      return;
    }
    const bool typed = arity >= 1 && term.args.back().kind == Term::Kind::Var;
    const bool known = base_types().count(term.text) != 0 || source_.is_type(term.indicator());
    if (!typed || !known || out_.types.count(term.args.back().text) != 0) {
      if (out_.problem.empty()) out_.problem = "an entry with " + term.indicator();
      return;
    }
    out_.types[term.args.back().text] =
        make_compound(term.text, std::vector<Term>(term.args.begin(), term.args.end() - 1));
  }

  const Module& source_;
  CallRequirements out_;
};

/// Completes a property without its last argument for a variable: list(num) for X is list(num,X).
Term said_of(const Term& property, const Term& variable) {
  std::vector<Term> args = property.args;
  args.push_back(variable);
  return make_compound(property.text, std::move(args));
}

/// Adds the requirement of a mode in an entry's head: +, ++, -, ?. Packages define modes differently, so the goals keep
/// to what all of them admit.
void read_mode(const Term& mode, const Term& variable, std::vector<Term>& calls) {
  const bool in = mode.text == "+" || mode.text == "++" || mode.text == "in" || mode.text == "@";
  if (mode.text == "-" || mode.text == "--" || mode.text == "go" || mode.text == "out")
    return calls.push_back(make_compound("var", {variable}));
  if (mode.text == "++" || mode.text == "in") calls.push_back(make_compound("ground", {variable}));
  if (in && mode.args.empty()) calls.push_back(make_compound("nonvar", {variable}));
  if (in && mode.args.size() == 1 && mode.args[0].callable()) calls.push_back(said_of(mode.args[0], variable));
}

/// Reads p/2 : num * var, or p(A,B) : num * var: the factors, left to right.
void read_product(const Term& calls, std::vector<Term>& out) {
  if (calls.is("*", 2)) {
    read_product(calls.args[0], out);
    out.push_back(calls.args[1]);
  } else {
    out.push_back(calls);
  }
}

/// The same entry with variables in its head, and all requirements as properties of these variables.
PredicateInfo general_entry(const PredicateInfo& entry) {
  static const std::set<std::string, std::less<>> modes = {"+", "++", "-", "--", "?", "*", "@", "in", "go", "out"};
  PredicateInfo out = entry;
  std::vector<Term> calls;
  for (std::size_t i = 0; i < out.head.args.size(); ++i) {
    Term& arg = out.head.args[i];
    const bool mode = arg.callable() && arg.args.size() <= 1 && modes.count(arg.text) != 0;
    if (!mode) continue;
    const Term variable = make_var("Mode" + std::to_string(i));
    read_mode(arg, variable, calls);
    arg = variable;
  }
  if (entry.calls) {
    std::vector<Term> factors;
    read_product(*entry.calls, factors);
    const bool product = factors.size() == out.head.args.size() &&
                         (factors.size() > 1 || (entry.calls->callable() && variables_of(*entry.calls).empty()));
    for (std::size_t i = 0; product && i < factors.size(); ++i) calls.push_back(said_of(factors[i], out.head.args[i]));
    if (!product) calls.push_back(*entry.calls);
  }
  out.calls.reset();
  for (Term& one : calls) out.calls = out.calls ? make_compound(",", {*out.calls, one}) : one;
  return out;
}

/// Adds an exported predicate without an entry: its assertions describe the calls (goals keep to all of them); without
/// assertions, any call is allowed.
void add_exported(const Module& source, const Clause& clause, std::vector<PredicateInfo>& out) {
  const std::string name = clause.head.indicator();
  bool told = false;
  for (const PredicateInfo& info : source.infos) {
    if (info.head.indicator() != name || info.status == "true") continue;
    told = true;
    if (info.status != "entry") out.push_back(general_entry(info));
  }
  if (told) return;
  PredicateInfo info;
  info.status = "entry";
  std::vector<Term> args;
  for (std::size_t i = 0; i < clause.head.args.size(); ++i) args.push_back(make_var("A" + std::to_string(i)));
  info.head = make_compound(clause.head.text, std::move(args));
  out.push_back(std::move(info));
}

/// The entry points of a module: its entries, and its other exports. If a directive cannot be read, it might be an
/// entry: then only the entries that can be read.
std::vector<PredicateInfo> entries_of(const Module& source) {
  std::vector<PredicateInfo> out;
  for (const PredicateInfo& info : source.infos)
    if (info.status == "entry" && source.defines(info.head.indicator())) out.push_back(general_entry(info));
  if (!source.unread.empty()) return out;
  std::set<std::string> seen;
  for (const PredicateInfo& info : out) seen.insert(info.head.indicator());
  for (const Clause& clause : source.clauses) {
    const std::string name = clause.head.indicator();
    const bool exported =
        source.exports_all || std::find(source.exports.begin(), source.exports.end(), name) != source.exports.end();
    if (exported && !source.is_type(name) && seen.insert(name).second) add_exported(source, clause, out);
  }
  return out;
}

/// Counts the occurrences of each variable in a term.
void count_variables(const Term& term, std::map<std::string, unsigned>& out) {
  if (term.kind == Term::Kind::Var) ++out[term.text];
  for (const Term& arg : term.args) count_variables(arg, out);
}

class GoalMaker {
 public:
  GoalMaker(const Module& source, const PredicateInfo& entry, core::Rng rng)
      : source_(source), entry_(entry), rng_(rng) {
    requirements_ = WantedReader(source).read(entry.calls ? *entry.calls : make_atom("true"));
    for (const Term& arg : entry.head.args) {
      if (arg.kind != Term::Kind::Var) requirements_.problem = "an entry whose head is not general";
      names_.push_back(arg.text);
    }
  }

  [[nodiscard]] const std::string& problem() const { return requirements_.problem; }

  /// Draws until the properties of the calls hold, which is mostly the first attempt.
  std::optional<std::string> goal(std::size_t size) {
    for (int attempt = 0; attempt < 60; ++attempt) {
      fuel_ = 4 + 2 * size;
      size_ = size;
      variables_ = 0;
      std::vector<Term> args;
      for (const std::string& name : names_) args.push_back(argument(name));
      if (failed_) return std::nullopt;
      if (admitted(args)) return write_term(make_compound(entry_.head.text, args));
    }
    return std::nullopt;
  }

 private:
  Term argument(const std::string& name) {
    owner_ = name;
    ground_ = requirements_.grounds.count(name) != 0 || (requirements_.groups && !in_a_group(name));
    if (requirements_.vars.count(name) != 0) return variable();
    const auto type = requirements_.types.find(name);
    if (type != requirements_.types.end()) return typed(type->second, 0);
    Term out = any(0);
    while (requirements_.nonvars.count(name) != 0 && out.kind == Term::Kind::Var) out = any(0);
    return out;
  }
  [[nodiscard]] bool in_a_group(const std::string& name) const {
    return std::any_of(requirements_.groups->begin(), requirements_.groups->end(),
                       [&](const std::set<std::string>& group) { return group.count(name) != 0; });
  }

  /// With groups, a variable of a group that contains the argument. Without groups, a variable out of few, so that
  /// arguments share.
  Term variable() {
    if (requirements_.groups) {
      std::vector<std::size_t> fitting;
      for (std::size_t i = 0; i < requirements_.groups->size(); ++i)
        if ((*requirements_.groups)[i].count(owner_) != 0) fitting.push_back(i);
      if (fitting.empty()) return int_term(0);
      return make_var("G" + std::to_string(rng_.pick(fitting)) + "_" + std::to_string(rng_.below(2)));
    }
    if (rng_.percent(60)) return make_var("F" + std::to_string(++variables_));
    return make_var("S" + std::to_string(rng_.below(3)));
  }

  Term any(unsigned depth) {
    const bool leaf = depth > 3 || fuel_ == 0 || rng_.percent(45);
    if (fuel_ > 0) --fuel_;
    if (!ground_ && rng_.percent(depth == 0 ? 40 : 30)) return variable();
    if (leaf) return constant();
    if (rng_.coin()) return list(make_atom("any"), depth + 1, rng_.percent(15));
    std::vector<Term> args;
    for (std::uint64_t i = rng_.below(2) + 1; i > 0; --i) args.push_back(any(depth + 1));
    const std::vector<std::string> names = {"f", "g", "h", "s"};
    return make_compound(rng_.pick(names), std::move(args));
  }
  Term constant() {
    static const std::vector<std::string> atoms = {"a", "b", "c", "[]", "foo"};
    if (rng_.coin()) return make_atom(rng_.pick(atoms));
    return number();
  }
  Term number() { return int_term(rng_.between(-1, static_cast<std::int64_t>(size_) + 1)); }

  Term list(const Term& element, unsigned depth, bool open = false) {
    Term out;
    const std::uint64_t length = rng_.below(std::min<std::uint64_t>(size_ + 2, 8));
    for (std::uint64_t i = 0; i < length; ++i) out.args.push_back(typed(element, depth + 1));
    if (out.args.empty()) return make_atom("[]");
    out.kind = Term::Kind::List;
    if (open && !ground_) {
      out.open = true;
      out.args.push_back(variable());
    }
    return out;
  }

  Term typed(const Term& type, unsigned depth) {
    const std::string& name = type.text;
    if (name == "list") return list(type.args.empty() ? make_atom("any") : type.args[0], depth);
    if (name == "term" || name == "any") return any(depth);
    if (name == "int" || name == "num") return number();
    if (name == "nnegint") return int_term(static_cast<std::int64_t>(rng_.below(size_ + 2)));
    if (name == "flt") return float_term();
    if (name == "atm") return make_atom(rng_.coin() ? "a" : "foo");
    if (name == "atomic" || name == "constant" || name == "callable")
      return name == "callable" ? make_atom("a") : constant();
    if (name == "gnd" || name == "gndstr" || name == "struct") return structure(name, depth);
    return defined(type, depth);
  }
  static Term float_term() {
    Term term = make_atom("1.5");
    term.kind = Term::Kind::Float;
    return term;
  }
  Term structure(const std::string& name, unsigned depth) {
    const bool before = ground_;
    ground_ = ground_ || name != "struct";
    Term out = name == "gnd" ? any(depth) : make_compound("f", {any(depth + 1)});
    ground_ = before;
    return out;
  }

  /// A term by a clause of the type's definition. Deep terms use the first clauses, which usually end the recursion.
  Term defined(const Term& type, unsigned depth) {
    std::vector<const Clause*> clauses;
    for (const Clause& clause : source_.clauses)
      if (clause.head.text == type.text && clause.head.args.size() == type.args.size() + 1) clauses.push_back(&clause);
    if (clauses.empty() || depth > 60 || !type.args.empty()) {
      failed_ = true;
      return make_atom("[]");
    }
    if (fuel_ > 0) --fuel_;
    const bool stop = depth > 2 + size_ || fuel_ == 0;
    const Clause& clause = *clauses[stop ? 0 : static_cast<std::size_t>(rng_.below(clauses.size()))];
    std::map<std::string, Term> values;
    for (const BodyItem& goal : clause.body) {
      const Term& term = goal.term;
      if (term.args.empty()) continue;
      const Term inner = make_compound(term.text, std::vector<Term>(term.args.begin(), term.args.end() - 1));
      values[term.args.back().text] = typed(inner, depth + 1);
    }
    Term out = clause.head.args.back();
    substitute(out, values, depth);
    return out;
  }
  void substitute(Term& term, const std::map<std::string, Term>& values, unsigned depth) {
    if (term.kind == Term::Kind::Var) {
      const auto found = values.find(term.text);
      term = found == values.end() ? any(depth + 1) : found->second;
      return;
    }
    for (Term& arg : term.args) substitute(arg, values, depth);
  }

  [[nodiscard]] bool admitted(const std::vector<Term>& args) const {
    std::map<std::string, std::set<std::string>> sharing;  // the arguments that contain each variable
    for (std::size_t i = 0; i < args.size(); ++i) {
      std::map<std::string, unsigned> counts;
      count_variables(args[i], counts);
      const bool twice = std::any_of(counts.begin(), counts.end(), [](const auto& one) { return one.second > 1; });
      if (twice && requirements_.linears.count(names_[i]) != 0) return false;
      if (!counts.empty() && requirements_.grounds.count(names_[i]) != 0) return false;
      if (args[i].kind != Term::Kind::Var && requirements_.vars.count(names_[i]) != 0) return false;
      for (const auto& [name, count] : counts) sharing[name].insert(names_[i]);
    }
    return std::all_of(sharing.begin(), sharing.end(), [&](const auto& one) {
      const std::set<std::string>& group = one.second;
      if (requirements_.groups &&
          std::find(requirements_.groups->begin(), requirements_.groups->end(), group) == requirements_.groups->end())
        return false;
      return std::none_of(requirements_.independent.begin(), requirements_.independent.end(), [&](const auto& pair) {
        return group.count(pair.first) != 0 && group.count(pair.second) != 0;
      });
    });
  }

  const Module& source_;
  const PredicateInfo& entry_;
  core::Rng rng_;
  CallRequirements requirements_;
  std::vector<std::string> names_;
  std::string owner_;
  std::size_t fuel_ = 0, size_ = 0;
  unsigned variables_ = 0;
  bool ground_ = false;
  bool failed_ = false;
};

}  // namespace

TestGoals make_test_goals(const Module& source, core::Rng rng, std::size_t per_entry) {
  TestGoals out;
  for (const PredicateInfo& info : entries_of(source)) {
    GoalMaker maker(source, info, rng.split(out.goals.size() + 1));
    if (!maker.problem().empty()) {
      out.unread.push_back(maker.problem());
      continue;
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < per_entry; ++i) {
      const std::optional<std::string> goal = maker.goal(1 + i / 4);
      if (!goal) {
        if (i == 0) out.unread.emplace_back("an entry whose calls could not be made");
        break;
      }
      if (seen.insert(*goal).second) out.goals.push_back({*goal});
    }
  }
  return out;
}

}  // namespace assay::analyzer::ciao
