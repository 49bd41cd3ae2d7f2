#include "analyzer/adapters/ciao/instrument/engine_test.hpp"

#include <algorithm>
#include <cstdint>

#include "analyzer/adapters/ciao/term/property.hpp"
#include "base/text.hpp"

namespace assay::analyzer::ciao {
namespace {

/// The numbers of data/analyzers/runtime/assay_ciao.c.
enum Op : int { kGround = 1, kVar, kNonvar, kLinear, kIndep, kCovered, kType, kShare, kNever, kAnyOfThese };
enum Kind : int { kConstant = 1, kStructure, kCell, kAllOf };

const std::map<std::string, long, std::less<>>& engine_base_types() {
  static const std::map<std::string, long, std::less<>> numbers = {
      {"term", 0},       {"any", 0},      {"gnd", -1},       {"ground", -1}, {"num", -2},    {"int", -3},
      {"flt", -4},       {"nnegint", -5}, {"atm", -6},       {"struct", -7}, {"gndstr", -8}, {"bot", -9},
      {"constant", -10}, {"atomic", -10}, {"callable", -11}, {"list", -12},  {"var", -13},   {"character_code", -5}};
  return numbers;
}

std::size_t words_in(const std::string& words) {
  return words.empty() ? 0 : static_cast<std::size_t>(std::count(words.begin(), words.end(), ' ')) + 1;
}
std::string with_length(const std::string& words) {
  return std::to_string(words_in(words)) + (words.empty() ? "" : " " + words);
}
std::string operation(Op op, const std::string& words) { return std::to_string(op) + " " + with_length(words); }

/// The set of these variables as a number; nullopt: a variable is not in the point's scope.
std::optional<std::uint64_t> set_of(const std::vector<std::string>& names, const std::vector<std::string>& scope) {
  std::uint64_t set = 0;
  for (const std::string& name : names) {
    const auto found = std::find(scope.begin(), scope.end(), name);
    if (found == scope.end() || scope.size() > EngineTests::kMaxArguments) return std::nullopt;
    set |= std::uint64_t{1} << (found - scope.begin());
  }
  return set;
}

/// The words of one operation as a Prolog list. Only quoted atoms could contain blanks, and they have none here.
std::string list_text(const std::string& words) {
  std::string out = "[";
  for (const char c : words) out += c == ' ' ? ',' : c;
  return out + "]";
}

/// An atomic constant as a word; nullopt: it does not fit.
std::optional<std::string> constant_word(const Term& term) {
  if (term.kind == Term::Kind::Int && term.text.size() <= 15) return term.text;
  if (term.kind != Term::Kind::Atom) return std::nullopt;
  const std::string word = write_atom(term.text);
  const bool plain = word.find_first_of(" ,\n") == std::string::npos;
  return plain ? std::optional(word) : std::nullopt;
}

std::string all_of_words(const std::vector<long>& types) {
  std::string words = std::to_string(kAllOf);
  for (const long number : types) words += " " + std::to_string(number);
  return words;
}

}  // namespace

std::optional<std::string> EngineTests::words(const Property& property, const std::vector<std::string>& scope) {
  if (std::holds_alternative<Unreachable>(property)) return operation(kNever, "");
  const Named* one = std::get_if<Named>(&property);
  return one == nullptr ? std::nullopt : named(*one, scope);
}

std::optional<std::string> EngineTests::named(const Named& named, const std::vector<std::string>& scope) {
  const std::vector<std::string>& args = named.arguments;
  static const std::map<std::string, Op, std::less<>> simple = {
      {"ground", kGround}, {"var", kVar}, {"nonvar", kNonvar}, {"linear", kLinear}};
  const auto found = simple.find(named.name);
  if (found != simple.end() && args.size() == 1) {
    const auto set = set_of({args[0]}, scope);
    return set ? std::optional(operation(found->second, std::to_string(*set))) : std::nullopt;
  }
  if ((named.name == "covered" || named.name == "indep") && args.size() == 2) {
    const Result<Term> by = read_term(args[1]);
    const auto one = set_of({args[0]}, scope);
    const auto other = by.ok() ? set_of(variables_of(*by), scope) : std::nullopt;
    if (!one || !other) return std::nullopt;
    return operation(named.name == "indep" ? kIndep : kCovered, std::to_string(*one) + " " + std::to_string(*other));
  }
  if (named.name == "mshare" && args.size() == 3) return sharing(named, scope);
  if (named.name == "instance" && args.size() == 2) return instance(named, scope);
  if (named.name == "type" && args.size() >= 2) return typed(named, scope);
  if (named.name == kAnyOf) return any_of(named, scope);
  return std::nullopt;
}

std::optional<std::string> EngineTests::sharing(const Named& named, const std::vector<std::string>& scope) {
  const Result<Term> universe = read_term(named.arguments[0]);
  if (!universe.ok()) return std::nullopt;
  const std::vector<std::string> names = variables_of(*universe);
  const auto spoken = set_of(names, scope);
  if (!spoken) return std::nullopt;
  std::string words = std::to_string(*spoken);
  for (const std::string& text : {named.arguments[1], named.arguments[2]}) {
    const Result<Term> groups = read_term(text);
    if (!groups.ok()) return std::nullopt;
    words += " " + std::to_string(groups->args.size());
    for (const Term& group : groups->args) {
      // Nothing is claimed about variables that are not in the clause: only the group's other variables count.
      std::vector<std::string> known;
      for (const std::string& name : variables_of(group))
        if (std::find(names.begin(), names.end(), name) != names.end()) known.push_back(name);
      words += " " + std::to_string(set_of(known, scope).value_or(0));
    }
  }
  return operation(kShare, words);
}

std::optional<std::string> EngineTests::any_of(const Named& named, const std::vector<std::string>& scope) {
  const auto ways = alternatives_of(named);
  if (!ways) return std::nullopt;
  std::string words;
  for (const std::vector<Named>& way : *ways) {
    std::string conjunction;
    for (const Named& part : way) {
      const std::optional<std::string> one = this->named(part, scope);
      if (!one) return std::nullopt;
      conjunction += (conjunction.empty() ? "" : " ") + *one;
    }
    words += (words.empty() ? "" : " ") + with_length(conjunction);
  }
  return operation(kAnyOfThese, words);
}

std::optional<std::string> EngineTests::typed(const Named& named, const std::vector<std::string>& scope) {
  const Result<Term> type = read_term(named.arguments[1]);
  const auto argument = std::find(scope.begin(), scope.end(), named.arguments[0]);
  if (!type.ok() || argument == scope.end()) return std::nullopt;
  Definitions table;
  std::string key;
  for (std::size_t i = 2; i < named.arguments.size(); ++i) {
    Result<Term> clause = read_term(std::string_view(named.arguments[i]).substr(kTypeMark.size()));
    if (!clause.ok()) return std::nullopt;
    const Term& head = clause->is(":-", 2) ? clause->args[0] : *clause;
    table[head.indicator()].push_back(*clause);
    key += named.arguments[i] + "\n";
  }
  const std::optional<long> number = type_number(*type, table, key);
  if (!number) return std::nullopt;
  return operation(kType, std::to_string(argument - scope.begin()) + " " + std::to_string(*number));
}

std::optional<std::string> EngineTests::instance(const Named& named, const std::vector<std::string>& scope) {
  const Result<Term> pattern = read_term(named.arguments[1]);
  const auto argument = std::find(scope.begin(), scope.end(), named.arguments[0]);
  if (!pattern.ok() || argument == scope.end()) return std::nullopt;
  // A variable that occurs twice in the pattern asks for equal terms, which the engine's tests do not compare.
  Variables none;
  const std::optional<long> number = pattern_number(*pattern, none);
  if (!number) return std::nullopt;
  return operation(kType, std::to_string(argument - scope.begin()) + " " + std::to_string(*number));
}

std::optional<long> EngineTests::type_number(const Term& type, const Definitions& definitions, const std::string& key) {
  if (type.args.empty()) {
    const auto base = engine_base_types().find(type.text);
    if (base != engine_base_types().end()) return base->second;
  }
  const std::string own = write_term(type) + " in\n" + key;
  const auto known = types_.find(own);
  if (known != types_.end()) return known->second;
  const long number = ++made_;
  types_[own] = number;  // before its alternatives are made, because types are recursive
  std::vector<std::string> alternatives;
  bool made = true;
  if (type.is("list", 1)) {
    const std::optional<long> element = type_number(type.args[0], definitions, key);
    made = element.has_value();
    alternatives = {std::to_string(kConstant) + " []",
                    std::to_string(kCell) + " " + std::to_string(element.value_or(0)) + " " + std::to_string(number)};
  } else {
    const auto found = definitions.find(type.text + "/1");
    made = type.args.empty() && found != definitions.end();
    for (std::size_t i = 0; made && i < found->second.size(); ++i) {
      const std::optional<std::string> words = clause_words(found->second[i], definitions, key);
      made = words.has_value();
      if (made) alternatives.push_back(*words);
    }
  }
  if (!made) return types_[own] = std::nullopt;
  define_type(number, alternatives);
  return number;
}

std::optional<std::string> EngineTests::clause_words(const Term& clause, const Definitions& definitions,
                                                     const std::string& key) {
  const bool rule = clause.is(":-", 2);
  const Term& head = rule ? clause.args[0] : clause;
  Variables variables;
  if (rule) {
    for (const Term* goal : conjuncts(clause.args[1])) {
      if (goal->is("true", 0)) continue;
      if (goal->args.empty() || goal->args.back().kind != Term::Kind::Var) return std::nullopt;
      const Term bare = make_compound(goal->text, std::vector<Term>(goal->args.begin(), goal->args.end() - 1));
      const std::optional<long> number = type_number(bare, definitions, key);
      if (!number) return std::nullopt;
      variables.types[goal->args.back().text].push_back(*number);
    }
  }
  std::optional<std::string> words = alternative(head.args[0], variables);
  const bool all_met = std::all_of(variables.types.begin(), variables.types.end(),
                                   [&](const auto& one) { return variables.met.count(one.first) != 0; });
  return all_met ? words : std::nullopt;
}

std::optional<std::string> EngineTests::alternative(const Term& pattern, Variables& variables) {
  if (pattern.kind == Term::Kind::Var) {
    const auto types = meet(pattern.text, variables);
    return types ? std::optional(all_of_words(*types)) : std::nullopt;
  }
  if (const std::optional<std::string> word = constant_word(pattern)) return std::to_string(kConstant) + " " + *word;
  if (pattern.kind == Term::Kind::List) {
    Term rest = pattern;
    rest.args.erase(rest.args.begin());
    if (rest.args.empty()) rest = make_atom("[]");
    if (pattern.open && rest.args.size() == 1) rest = Term(pattern.args.back());
    const std::optional<long> first = pattern_number(pattern.args[0], variables);
    const std::optional<long> tail = first ? pattern_number(rest, variables) : std::nullopt;
    if (!tail) return std::nullopt;
    return std::to_string(kCell) + " " + std::to_string(*first) + " " + std::to_string(*tail);
  }
  const std::optional<std::string> name = constant_word(make_atom(pattern.text));
  if (pattern.kind != Term::Kind::Compound || !name) return std::nullopt;
  std::string words = std::to_string(kStructure) + " " + *name + " " + std::to_string(pattern.args.size());
  for (const Term& arg : pattern.args) {
    const std::optional<long> number = pattern_number(arg, variables);
    if (!number) return std::nullopt;
    words += " " + std::to_string(*number);
  }
  return words;
}

std::optional<std::vector<long>> EngineTests::meet(const std::string& variable, Variables& variables) {
  if (!variables.met.insert(variable).second) return std::nullopt;
  return variables.types[variable];
}

std::optional<long> EngineTests::pattern_number(const Term& pattern, Variables& variables) {
  if (pattern.kind == Term::Kind::Var) {
    const auto types = meet(pattern.text, variables);
    if (!types) return std::nullopt;
    if (types->size() < 2) return types->empty() ? 0 : types->front();
    define_type(++made_, {all_of_words(*types)});
    return made_;
  }
  const std::optional<std::string> words = alternative(pattern, variables);
  if (!words) return std::nullopt;
  define_type(++made_, {*words});
  return made_;
}

void EngineTests::define_type(long number, const std::vector<std::string>& alternatives) {
  std::string words;
  for (const std::string& one : alternatives) words += (words.empty() ? "" : " ") + with_length(one);
  code_ += "as__code(type," + std::to_string(number) + "," + list_text(words) + ").\n";
}

void EngineTests::define_point(std::size_t number, const std::vector<std::string>& scope,
                               const std::set<std::string>& known, const std::vector<std::string>& words) {
  std::uint64_t unknown = 0;
  for (std::size_t i = 0; i < scope.size(); ++i)
    if (known.count(scope[i]) == 0) unknown |= std::uint64_t{1} << i;
  std::string all = std::to_string(unknown);
  for (const std::string& one : words) all += " " + one;
  code_ += "as__code(point," + std::to_string(number) + "," + list_text(all) + ").\n";
}

}  // namespace assay::analyzer::ciao
