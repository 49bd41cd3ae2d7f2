// Regular types, compiled to tests (Vaucheret and Bueno 2002): a term has a type when it is instantiated to it.
#include <algorithm>

#include "analyzer/adapters/ciao/instrument/direct_test.hpp"
#include "analyzer/adapters/ciao/term/property.hpp"

namespace assay::analyzer::ciao {
namespace {

const char* const kNoType = "a type without a direct test";

/// The test of a built-in type for the term `x`; empty: it is none.
std::string base_test(const std::string& type, const std::string& x) {
  static const std::map<std::string, std::string, std::less<>> tests = {
      {"term", "true"},
      {"any", "true"},
      {"gnd", "ground(@)"},
      {"ground", "ground(@)"},
      {"num", "number(@)"},
      {"int", "integer(@)"},
      {"flt", "float(@)"},
      {"nnegint", "as__nnegint(@)"},
      {"atm", "atom(@)"},
      {"struct", "as__compound(@)"},
      {"gndstr", "as__gndstr(@)"},
      {"bot", "fail"},
      {"constant", "atomic(@)"},
      {"atomic", "atomic(@)"},
      {"callable", "as__callable(@)"},
      {"character_code", "as__nnegint(@)"},
      {"var", "var(@)"},
  };
  const auto found = tests.find(type);
  if (found == tests.end()) return {};
  std::string text = found->second;
  const std::size_t at = text.find('@');
  if (at != std::string::npos) text.replace(at, 1, x);
  return text;
}

/// Turns a pattern into a linear pattern (every variable is new and occurs once) and tests of the replaced subterms.
class Pattern {
 public:
  /// The head's argument. Nested terms become tested variables, so that matching binds nothing in the term.
  std::string head(const Term& term) {
    if (term.kind == Term::Kind::Var) return variable(term);
    if (term.kind == Term::Kind::List) return cells(term, 0);
    if (term.kind != Term::Kind::Compound) return write_term(term);
    std::string out = write_atom(term.text) + "(";
    for (std::size_t i = 0; i < term.args.size(); ++i) out += (i == 0 ? "" : ",") + nested(term.args[i]);
    return out + ")";
  }
  [[nodiscard]] const std::string& tests() const { return tests_; }
  [[nodiscard]] bool linear() const { return linear_; }
  [[nodiscard]] std::string name_of(const std::string& variable) const {
    const auto found = names_.find(variable);
    return found == names_.end() ? std::string() : found->second;
  }

 private:
  std::string fresh() { return "Y" + std::to_string(++fresh_); }
  std::string variable(const Term& term) {
    const std::string name = fresh();
    if (!names_.emplace(term.text, name).second) linear_ = false;
    return name;
  }
  std::string nested(const Term& term) {
    if (term.kind == Term::Kind::Var) return variable(term);
    const std::string name = fresh();
    if (term.kind == Term::Kind::Compound || term.kind == Term::Kind::List) {
      tests_ += ", nonvar(" + name + ")";
      const std::size_t at = tests_.size();
      const std::string inner = head(term);
      tests_.insert(at, ", " + name + " = " + inner);
    } else {
      tests_ += ", " + name + " == " + write_term(term);
    }
    return name;
  }
  /// The list from an element on: the pattern matches the first cell, further cells are nested tests.
  std::string cells(const Term& list, std::size_t from) {
    const std::size_t elements = list.args.size() - (list.open ? 1 : 0);
    const std::string first = nested(list.args[from]);
    if (from + 1 == elements && list.open) return "[" + first + "|" + nested(list.args.back()) + "]";
    const std::string rest = fresh();
    if (from + 1 == elements) {
      tests_ += ", " + rest + " == []";
    } else {
      tests_ += ", nonvar(" + rest + ")";
      const std::size_t at = tests_.size();
      const std::string inner = cells(list, from + 1);
      tests_.insert(at, ", " + rest + " = " + inner);
    }
    return "[" + first + "|" + rest + "]";
  }

  std::map<std::string, std::string> names_;
  std::string tests_;
  bool linear_ = true;
  unsigned fresh_ = 0;
};

}  // namespace

DirectTests::Test DirectTests::type(const std::string& variable, const Term& type,
                                    const std::vector<std::string>& definitions) {
  const std::string base = type.args.empty() ? base_test(type.text, variable) : std::string();
  if (!base.empty()) return {base, {}};
  Definitions table;
  std::string key;
  for (const std::string& text : definitions) {
    Result<Term> clause = read_term(std::string_view(text).substr(kTypeMark.size()));
    if (!clause.ok()) return {{}, kNoType};
    const Term& head = clause->is(":-", 2) ? clause->args[0] : *clause;
    table[head.indicator()].push_back(*clause);
    key += text + "\n";
  }
  const std::string name = type_predicate(type, table, key);
  if (name.empty()) return {{}, kNoType};
  return {name + "(" + variable + ")", {}};
}

std::string DirectTests::type_predicate(const Term& type, const Definitions& definitions, const std::string& key) {
  if (type.args.empty()) {
    const std::string base = base_test(type.text, "");
    if (base == "true") return "as__any";
    if (base == "fail") return "as__none";
    if (!base.empty()) return base.substr(0, base.find('('));
  }
  if (type.is("list", 0)) return "as__list";
  const std::string own = "type " + write_term(type) + " in\n" + key;
  const auto known = shared_.find(own);
  if (known != shared_.end()) return known->second;
  const std::string name = "as__t" + std::to_string(++made_);
  shared_[own] = name;  // before its clauses are made, because types are recursive
  std::string text;
  bool made = false;
  if (type.is("list", 1)) {
    const std::string element = type_predicate(type.args[0], definitions, key);
    made = !element.empty();
    text = name + "(X) :- nonvar(X), " + name + "_(X).\n" + name + "_([]).\n" + name + "_([A|B]) :- " + element +
           "(A), " + name + "(B).\n";
  } else {
    const auto found = definitions.find(type.text + "/1");
    made = type.args.empty() && found != definitions.end() && type_clauses(name, found->second, definitions, key, text);
  }
  if (!made) {
    shared_[own].clear();
    return {};
  }
  predicates_ += text;
  return name;
}

bool DirectTests::type_clauses(const std::string& name, const std::vector<Term>& clauses,
                               const Definitions& definitions, const std::string& key, std::string& out) {
  bool has_nonvar = false;
  for (const Term& clause : clauses) {
    const Term& head = clause.is(":-", 2) ? clause.args[0] : clause;
    const bool general = head.args[0].kind == Term::Kind::Var;
    has_nonvar = has_nonvar || !general;
    if (!type_clause(general ? name : name + "_", clause, definitions, key, out)) return false;
  }
  // All clauses of a predicate have to stand together.
  if (has_nonvar) {
    std::string general, special;
    for (std::size_t at = 0; at < out.size();) {
      const std::size_t end = out.find('\n', at) + 1;
      const std::string line = out.substr(at, end - at);
      (line.rfind(name + "_(", 0) == 0 ? special : general) += line;
      at = end;
    }
    out = general + name + "(X) :- nonvar(X), " + name + "_(X).\n" + special;
  }
  return true;
}

bool DirectTests::type_clause(const std::string& name, const Term& clause, const Definitions& definitions,
                              const std::string& key, std::string& out) {
  const bool rule = clause.is(":-", 2);
  const Term& head = rule ? clause.args[0] : clause;
  Pattern pattern;
  const std::string argument = pattern.head(head.args[0]);
  if (!pattern.linear()) return false;
  std::string body = pattern.tests();
  if (rule) {
    for (const Term* goal : conjuncts(clause.args[1])) {
      if (goal->is("true", 0)) continue;
      if (goal->args.empty() || goal->args.back().kind != Term::Kind::Var) return false;
      const std::string variable = pattern.name_of(goal->args.back().text);
      const Term bare = make_compound(goal->text, std::vector<Term>(goal->args.begin(), goal->args.end() - 1));
      const std::string test = type_predicate(bare, definitions, key);
      if (variable.empty() || test.empty()) return false;
      if (test != "as__any") body += ", " + test + "(" + variable + ")";
    }
  }
  out += name + "(" + argument + ")" + (body.empty() ? "" : " :- " + body.substr(2)) + ".\n";
  return true;
}

}  // namespace assay::analyzer::ciao
