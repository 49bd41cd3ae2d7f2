#include "analyzer/adapters/ciao/instrument/direct_test.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include "analyzer/adapters/ciao/term/property.hpp"
#include "base/text.hpp"

namespace assay::analyzer::ciao {
namespace {

constexpr std::size_t kMaxVariables = 60;  ///< bits of a small integer in both engines

const char* const kNoTest = "a property without a direct test";

std::vector<std::vector<std::string>> groups_in(const std::string& text) {
  std::vector<std::vector<std::string>> out;
  const Result<Term> read = read_term(text);
  if (!read.ok()) return out;
  for (const Term& group : read->args) out.push_back(variables_of(group));
  return out;
}

std::uint64_t mask_of(const std::vector<std::string>& group, const std::vector<std::string>& universe) {
  std::uint64_t mask = 0;
  for (const std::string& name : group) {
    const auto found = std::find(universe.begin(), universe.end(), name);
    if (found != universe.end()) mask |= std::uint64_t{1} << (found - universe.begin());
  }
  return mask;
}

}  // namespace

DirectTests::Test DirectTests::compile(const Property& property) {
  if (std::holds_alternative<Unreachable>(property)) return {"fail", {}};
  const Named* one = std::get_if<Named>(&property);
  if (one == nullptr) return {{}, kNoTest};
  return named(*one);
}

DirectTests::Test DirectTests::named(const Named& named) {
  const std::vector<std::string>& args = named.arguments;
  static const std::map<std::string, std::string, std::less<>> simple = {
      {"ground", "ground"}, {"var", "var"}, {"nonvar", "nonvar"}, {"linear", "as__linear"}};
  const auto found = simple.find(named.name);
  if (found != simple.end() && args.size() == 1) return {found->second + "(" + args[0] + ")", {}};
  if (named.name == "fails" && args.empty()) return {"fail", {}};
  if ((named.name == "covered" || named.name == "indep") && args.size() == 2)
    return {"as__" + named.name + "(" + args[0] + "," + args[1] + ")", {}};
  if (named.name == "mshare" && args.size() == 3) return sharing(named);
  if (named.name == "instance" && args.size() == 2) return instance(named);
  if (named.name == kAnyOf) return any_of(named);
  if (named.name.rfind(kAgrees, 0) == 0) return agrees(named);
  if (named.name == "type" && args.size() >= 2) {
    const Result<Term> type_term = read_term(args[1]);
    if (type_term.ok()) return type(args[0], *type_term, {args.begin() + 2, args.end()});
  }
  return {{}, kNoTest};
}

/// The test of sharing. Each variable of the program marks the free variables of its term with a bit of its own. Each
/// free variable then has the set of program variables in whose terms it occurs. That set has to be a group of the
/// claim, or a subset of a clique (Muthukumar and Hermenegildo 1992; Navas, Bueno and Hermenegildo 2006). Only
/// variables of the claim take part.
DirectTests::Test DirectTests::sharing(const Named& named) {
  const Result<Term> list = read_term(named.arguments[0]);
  if (!list.ok()) return {{}, kNoTest};
  const std::vector<std::string> universe = variables_of(*list);
  if (universe.size() > kMaxVariables) return {{}, "sharing of more than 60 variables"};
  std::set<std::uint64_t> masks;
  for (const auto& group : groups_in(named.arguments[1])) masks.insert(mask_of(group, universe));
  std::set<std::uint64_t> cliques;
  for (const auto& group : groups_in(named.arguments[2])) cliques.insert(mask_of(group, universe));
  masks.erase(0);
  cliques.erase(0);
  std::string key = "share " + std::to_string(universe.size());
  for (const std::uint64_t mask : masks) key += " " + std::to_string(mask);
  for (const std::uint64_t mask : cliques) key += " c" + std::to_string(mask);
  std::string& name = shared_[key];
  const std::string arguments = join(universe, ",");
  if (universe.empty()) return {"true", {}};
  if (name.empty()) {
    name = "as__s" + std::to_string(++made_);
    std::vector<std::string> formal;
    std::string marks;
    for (std::size_t i = 0; i < universe.size(); ++i) {
      formal.push_back("V" + std::to_string(i));
      const std::string from = i == 0 ? "[]" : "L" + std::to_string(i - 1);
      marks += "as__mark(" + formal.back() + "," + std::to_string(std::uint64_t{1} << i) + "," + from + ",L" +
               std::to_string(i) + "),";
    }
    const std::string last = "L" + std::to_string(universe.size() - 1);
    predicates_ += name + "(" + join(formal, ",") + ") :- \\+ \\+ (" + marks + name + "_all(" + last + ")).\n";
    predicates_ += name + "_all([]).\n" + name + "_all([as__m(M)|T]) :- " + name + "_in(M), !, " + name + "_all(T).\n";
    for (const std::uint64_t mask : masks) predicates_ += name + "_in(" + std::to_string(mask) + ").\n";
    for (const std::uint64_t mask : cliques)
      predicates_ += name + "_in(M) :- M /\\ " + std::to_string(mask) + " =:= M.\n";
    if (masks.empty() && cliques.empty()) predicates_ += name + "_in(_) :- fail.\n";
  }
  return {name + "(" + arguments + ")", {}};
}

/// Tests the shape only: the pattern's variables stand for any terms, equal variables for equal terms.
DirectTests::Test DirectTests::instance(const Named& named) {
  std::string& name = shared_["instance " + named.arguments[1]];
  if (name.empty()) {
    name = "as__i" + std::to_string(++made_);
    Result<Term> pattern = read_term(named.arguments[1]);
    if (!pattern.ok()) return {{}, kNoTest};
    const auto rename = [](auto&& self, Term& term) -> void {
      if (term.kind == Term::Kind::Var) term.text = "P" + term.text;
      for (Term& arg : term.args) self(self, arg);
    };
    rename(rename, *pattern);
    predicates_ += name + "(X) :- as__instance(X," + write_term(*pattern) + ").\n";
  }
  return {name + "(" + named.arguments[0] + ")", {}};
}

/// Compares Ciao's run-time check of a property with our test. Ciao's check is in a predicate of its own, because it
/// sees all variables of its clause. A difference is a defect of either check.
DirectTests::Test DirectTests::agrees(const Named& named) {
  const Named plain{named.name.substr(kAgrees.size()), named.arguments};
  const Test ours = this->named(plain);
  if (ours.goal.empty()) return ours;
  const std::vector<std::string>& args = plain.arguments;
  std::string property;
  if (plain.name == "mshare") {
    property = (args[2] == "[]" ? "" : "clique(" + args[2] + "), ") + "mshare(" + args[1] + ")";
  } else if (plain.name == "type") {
    if (args.size() > 2) return {{}, "a type that Ciao's check does not know"};
    const bool parameters = args[1].back() == ')';
    property = (parameters ? args[1].substr(0, args[1].size() - 1) + "," : args[1] + "(") + args[0] + ")";
  } else {
    property = plain.name + "(" + join(args, ",") + ")";
  }
  const Result<Term> term = read_term(plain.name == "mshare" ? args[0] : property);
  if (!term.ok()) return {{}, kNoTest};
  const std::string variables = join(variables_of(*term), ",");
  if (variables.empty()) return {{}, kNoTest};
  asks_ciao_ = true;
  const std::string name = "as__r" + std::to_string(++made_);
  const std::string call = name + "_(" + variables + ")";
  predicates_ += name + "(" + variables + ") :- catch(" + call + ",rtcheck(_,_,_,_,_,_),fail).\n";
  predicates_ += call + " :- check((" + property + ")), true.\n";
  const std::string theirs = name + "(" + variables + ")";
  return {"( " + ours.goal + " -> " + theirs + " ; \\+ " + theirs + " )", {}};
}

DirectTests::Test DirectTests::any_of(const Named& named) {
  const auto ways = alternatives_of(named);
  if (!ways || ways->empty()) return {{}, kNoTest};
  std::string text;
  for (const std::vector<Named>& way : *ways) {
    std::string goals;
    for (const Named& one : way) {
      const Test part = this->named(one);
      if (part.goal.empty()) return part;
      goals += (goals.empty() ? "" : ",") + part.goal;
    }
    text += (text.empty() ? "(" : ";") + goals;
  }
  return {text + ")", {}};
}

}  // namespace assay::analyzer::ciao
