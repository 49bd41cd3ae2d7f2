// Requests behind a check: cores of assumptions, lemmas, values.

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/make/make_requests.hpp"
#include "smt/certificate/request.hpp"
#include "smt/parse/check_script.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxValues = 6;  ///< terms besides the constants

/// The assertions have names, and a core of them is asked for.
RequestScript named_core(RequestSource& source, const std::string& request) {
  RequestScript made;
  for (std::size_t i = 0; i < source.assertions.size(); ++i)
    made.assertions.push_back(source.rng.percent(85) ? named(source.store, source.assertions[i], i)
                                                     : source.assertions[i]);
  made.keeps_truth = request != "get-timeout-core";
  if (made.keeps_truth) made.checks.push_back(make_command(CommandKind::CheckSat));
  made.requests.push_back(opaque_command("(" + request + ")"));
  return made;
}

Command option(std::string keyword, std::string value) {
  Command command = make_command(CommandKind::SetOption);
  command.keyword = std::move(keyword);
  command.text = std::move(value);
  return command;
}

/// Choices such as ":minimal-unsat-cores true" are options, which are drawn now and then; the rest are requests.
std::vector<Command> drawn_options_in(RequestSource& source) {
  std::vector<Command> options;
  for (const std::string& choice : *source.choices)
    if (const std::size_t blank = choice.find(' '); choice.starts_with(':') && source.rng.percent(40))
      options.push_back(option(choice.substr(0, blank), choice.substr(blank + 1)));
  return options;
}

/// An assertion about a constant c becomes "for all v, v = c implies it of v", whose instance by the pool's term c is
/// needed.
std::optional<RequestScript> pooled(RequestSource& source) {
  TermStore& store = source.store;
  if (source.constants.empty()) return std::nullopt;
  const FunctionId constant = source.rng.pick(source.constants);
  const SortId sort = store.node(constant).result;
  RequestScript made;
  BinderInfo info;
  info.kind = BinderKind::Forall;
  info.variables = {{store.symbol("v!0"), sort}};
  info.attributes = {Attribute{":pool", "(P!)", 0}};
  const TermId variable = store.variable(info.variables[0]);
  for (const TermId assertion : source.assertions) {
    const TermId other = replaced_constant(store, assertion, constant, variable);
    const TermId equal = make_equal(store, variable, constant_term(store, constant));
    const std::array alternatives = {make_not(store, equal), other};
    const bool applies = other != assertion && !store.has(assertion, kHasBinder);
    made.assertions.push_back(applies ? store.binder(info, std::array{make_or(store, alternatives)}) : assertion);
  }
  std::string terms = name_of(store, constant);
  std::vector<TermId> extra = closed_subterms(store, source.assertions);
  std::erase_if(extra, [&](TermId term) { return store.sort_of(term) != sort; });
  if (!extra.empty() && source.rng.coin()) terms += " " + to_string(store, source.rng.pick(extra));
  made.before = {opaque_command("(declare-pool P! " + to_string(store, sort) + " (" + terms + "))",
                                {constant_term(store, constant)})};
  made.checks = {make_command(CommandKind::CheckSat)};
  made.keeps_truth = true;
  return made;
}

/// Some constants are named, and the consequences about them are asked for, under some assumptions.
std::string consequences(RequestSource& source) {
  std::vector<std::string> assumed, asked;
  for (const FunctionId constant : source.constants) {
    const std::string name = name_of(source.store, constant);
    const bool assumes = source.store.node(constant).result == source.store.bool_sort() && source.rng.coin();
    (assumes ? assumed : asked).push_back(assumes && !source.rng.coin() ? "(not " + name + ")" : name);
  }
  return "(get-consequences (" + join(assumed, " ") + ") (" + join(asked, " ") + "))";
}

}  // namespace

bool has_printed_values(SortKind kind) {
  return kind == SortKind::Bool || kind == SortKind::Int || kind == SortKind::Real || kind == SortKind::BitVector ||
         kind == SortKind::Float || kind == SortKind::RoundingMode || kind == SortKind::String;
}

// Each assertion is guarded by a new constant, or by the negation of one; these are the assumptions, in random order,
// with an assumption that is not needed or the constant `false` now and then.
std::optional<RequestScript> make_core_request(RequestSource& source) {
  TermStore& store = source.store;
  std::string request = choice_of(source, source.rng.coin() ? "get-unsat-assumptions" : "get-unsat-core");
  if (request == "get-timeout-core" || (request == "get-unsat-core" && source.rng.coin())) {
    RequestScript made = named_core(source, request);
    made.options = drawn_options_in(source);
    return made;
  }
  RequestScript made;
  std::vector<TermId> assumptions;
  for (std::size_t i = 0; i < source.assertions.size(); ++i) {
    if (source.rng.percent(20)) {
      made.assertions.push_back(source.assertions[i]);
      continue;
    }
    const TermId constant = new_constant(store, "g!" + std::to_string(i), store.bool_sort());
    const TermId literal = source.rng.coin() ? constant : make_not(store, constant);
    made.assertions.push_back(make_implies(store, literal, source.assertions[i]));
    assumptions.push_back(literal);
  }
  const bool with_false = source.rng.percent(10);
  if (with_false) assumptions.push_back(store.bool_constant(false));
  if (assumptions.empty()) return std::nullopt;
  source.rng.shuffle(assumptions);
  made.options = drawn_options_in(source);
  if (request == "get-timeout-core-assuming") {
    std::vector<std::string> texts;
    for (const TermId term : assumptions) texts.push_back(to_string(store, term));
    made.requests.push_back(opaque_command("(" + request + " (" + join(texts, " ") + "))", assumptions));
    return made;
  }
  made.checks.push_back(make_command(CommandKind::CheckSatAssuming, assumptions));
  made.requests.push_back(opaque_command("(" + request + ")"));
  made.keeps_truth = !with_false;
  return made;
}

std::optional<RequestScript> make_lemma_request(RequestSource& source) {
  constexpr std::array<const char*, 7> kTypes = {
      "", " :input", " :solvable", " :internal", " :constant_prop", " :preprocess", " :preprocess_solved"};
  std::string request = choice_of(source, "get-learned-literals");
  if (request == "declare-pool") return pooled(source);
  RequestScript made;
  made.assertions = source.assertions;
  if (request == "get-consequences") {
    made.requests = {opaque_command(consequences(source))};
    return made;
  }
  if (request == "get-learned-literals") request += kTypes[source.rng.below(kTypes.size())];
  if (request == "get-difficulty")
    for (std::size_t i = 0; i < made.assertions.size(); ++i)
      if (source.rng.coin()) made.assertions[i] = named(source.store, made.assertions[i], i);
  made.keeps_truth = !request.starts_with("apply");
  if (made.keeps_truth) made.checks = {make_command(CommandKind::CheckSat)};
  made.requests = {opaque_command("(" + request + ")")};
  return made;
}

std::optional<RequestScript> make_value_request(RequestSource& source) {
  if (source.truth == Truth::Unsat || source.constants.empty()) return std::nullopt;
  TermStore& store = source.store;
  if (choice_of(source, "get-value") == "get-assignment") {
    RequestScript made = named_core(source, "get-assignment");
    made.options = {option(":produce-assignments", "true")};
    return made;
  }
  // Values of other sorts have many forms. What cannot be read is not judged.
  const bool any_sort = source.rng.percent(30);
  const auto is_asked = [&](SortKind kind) {
    return has_printed_values(kind) || (any_sort && kind != SortKind::Uninterpreted && kind != SortKind::RegLan);
  };
  std::vector<TermId> asked;
  for (const FunctionId constant : source.constants) {
    if (!is_asked(store.kind(store.node(constant).result))) return std::nullopt;
    asked.push_back(constant_term(store, constant));
  }
  std::vector<TermId> terms = closed_subterms(store, source.assertions);
  std::erase_if(terms, [&](TermId term) { return !is_asked(store.kind(store.sort_of(term))); });
  source.rng.shuffle(terms);
  terms.resize(std::min(terms.size(), kMaxValues));
  if (terms.empty()) return std::nullopt;
  asked.insert(asked.end(), terms.begin(), terms.end());
  RequestScript made;
  made.assertions = source.assertions;
  made.checks = {make_command(CommandKind::CheckSat)};
  made.requests = {make_command(CommandKind::GetValue, std::move(asked))};
  made.keeps_truth = true;
  return made;
}

}  // namespace assay::smt
