// Reading of replies.

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "smt/certificate/request.hpp"
#include "smt/draw/points.hpp"
#include "smt/eval/assertion_stack.hpp"
#include "smt/parse/check_script.hpp"
#include "smt/solver/script_shape.hpp"
#include "smt/term/rebuild.hpp"
#include "smt/term/subterms.hpp"

namespace assay::smt {

bool makes_known(CommandKind kind) {
  return kind == CommandKind::SetLogic || kind == CommandKind::SetInfo || kind == CommandKind::DeclareSort ||
         kind == CommandKind::DefineSort || kind == CommandKind::DeclareFunction ||
         kind == CommandKind::DefineFunction || kind == CommandKind::DefineRecursive ||
         kind == CommandKind::DeclareDatatypes;
}

namespace {

/// The declarations before the request.
std::string declarations_of(const Request& request) {
  std::string text;
  for (std::size_t i = 0; i < request.at; ++i) {
    const Command& command = request.run.script.commands[i];
    if (!makes_known(command.kind)) continue;
    print_command(request.store(), command, Dialect(), text);
    text += '\n';
  }
  return text;
}

/// The name of an undeclared constant in the term; empty: none.
std::string undeclared_in(const TermStore& store, TermId root) {
  for (Subterms below(store, root); const auto term = below.next();) {
    if (store.node(*term).kind != TermKind::Call || !store.children(*term).empty()) continue;
    const Function& function = store.node(store.function_of(*term));
    if (function.kind == FunctionKind::Opaque && function.indices.empty() && !function.ascribed)
      return std::string(store.spelling(function.name));
  }
  return {};
}

/// Whether the formula may be a definition, which solvers print as an equation: nothing shows that it can be false.
bool may_define(TermStore& store, TermId formula) {
  bool calls_definition = false;
  for (Subterms below(store, formula); const auto term = below.next();)
    calls_definition = calls_definition || (store.node(*term).kind == TermKind::Call &&
                                            store.node(store.function_of(*term)).body.has_value());
  return calls_definition && !find_point(store, std::array{make_not(store, formula)}).point;
}

/// Reads `command` behind the declarations: the one term of a GetValue, or the body of a DefineFunction.
ReadTerm read_command(const Request& request, const std::string& command, CommandKind kind) {
  TermStore& store = request.store();
  const std::string text = declarations_of(request) + command;
  const auto term_in = [&](const Result<Script>& script) -> std::optional<TermId> {
    if (!script || script->commands.empty() || script->commands.back().kind != kind) return std::nullopt;
    const Command& last = script->commands.back();
    if (kind == CommandKind::DefineFunction) return store.node(last.functions[0]).body;
    return last.terms.size() == 1 ? std::optional(last.terms[0]) : std::nullopt;
  };
  const Result<Script> script = parse_script(store, text, "reply");
  if (const auto term = term_in(script)) return {term, {}, {}};
  const auto loosely = term_in(parse_script(store, text, "reply", {.allow_undeclared = true}));
  std::string undeclared = loosely && !script ? undeclared_in(store, *loosely) : "";
  if (!undeclared.empty()) return {{}, std::move(undeclared), {}};
  return {{}, {}, script ? "it has another form" : script.error().text()};
}

}  // namespace

ReadTerm read_term(const Request& request, std::string_view text) {
  return read_command(request, "(get-value (" + std::string(text) + "\n))", CommandKind::GetValue);
}

std::string_view next_definition(std::string_view& text) {
  text.remove_prefix(std::min(text.find("(define-fun"), text.size()));
  return next_expression(text);
}

ReadTerm read_definition(const Request& request, std::string_view text) {
  const std::string_view definition = next_definition(text);
  if (definition.empty()) return {{}, {}, "it is no definition"};
  return read_command(request, std::string(definition), CommandKind::DefineFunction);
}

bool is_refusal(std::string_view reply) {
  constexpr std::array<std::string_view, 8> kWords = {"",        "none",    "fail", "unsupported",
                                                      "unknown", "timeout", "null", "()"};
  return reply.starts_with("(error") || std::find(kWords.begin(), kWords.end(), reply) != kWords.end();
}

std::variant<TermId, CertificateVerdict> formula_of(const Request& request, std::string_view text,
                                                    const std::vector<TermId>& formulas, const std::string& foreign) {
  TermStore& store = request.store();
  const std::string name = quoted_symbol(text);
  for (const TermId one : formulas)
    if (const std::string its = name_of_assertion(store, one); !its.empty() && quoted_symbol(its) == name) return one;
  const ReadTerm read = read_term(request, text);
  const CertificateVerdict is_foreign = wrong(foreign, "it names " + std::string(text));
  if (!read.term && read.undeclared.empty()) return not_judged("a formula that it names cannot be read", read.problem);
  if (!read.term || store.sort_of(*read.term) != store.bool_sort()) return is_foreign;
  for (const TermId one : formulas)
    if (one == *read.term || without_names(store, one) == *read.term) return one;
  const auto may_be = [&](TermId one) {
    return !find_point(store, std::array{make_not(store, make_equal(store, one, *read.term))}).point;
  };
  if (std::any_of(formulas.begin(), formulas.end(), may_be) || may_define(store, *read.term)) return *read.term;
  return is_foreign;
}

CertificateVerdict unread(const ReadTerm& read, std::string_view what, std::string_view reply) {
  if (!read.undeclared.empty())
    return wrong(std::string(what) + " has a symbol that the script does not declare",
                 "it uses " + quoted_symbol(read.undeclared) + ": " + shortened(std::string(reply), 2000));
  return not_judged(std::string(what) + " cannot be read", read.problem);
}

std::vector<FunctionId> declared_in(const TermStore& store, const std::vector<TermId>& terms) {
  std::vector<FunctionId> functions;
  for (const Command& command : declarations_for(store, terms))
    if (command.kind == CommandKind::DeclareFunction)
      functions.insert(functions.end(), command.functions.begin(), command.functions.end());
  std::sort(functions.begin(), functions.end());
  return functions;
}

std::string name_of(const TermStore& store, FunctionId function) {
  return quoted_symbol(store.spelling(store.node(function).name));
}

std::string symbol_outside(const TermStore& store, TermId term, const std::vector<FunctionId>& allowed) {
  for (const FunctionId one : declared_in(store, {term}))
    if (!std::binary_search(allowed.begin(), allowed.end(), one)) return name_of(store, one);
  return {};
}

std::vector<TermId> extended(std::vector<TermId> formulas, std::initializer_list<TermId> by) {
  formulas.insert(formulas.end(), by);
  return formulas;
}

std::vector<TermId> Request::assumed() const {
  std::vector<TermId> all = assertions;
  all.insert(all.end(), assumptions.begin(), assumptions.end());
  return all;
}

FunctionId new_function(TermStore& store, const std::string& name, std::vector<SortId> parameters, SortId result) {
  Function function;
  function.name = store.symbol(name);
  function.parameters = std::move(parameters);
  function.result = result;
  return store.function(function);
}

TermId constant_term(TermStore& store, FunctionId constant) {
  return store.call_as(constant, {}, store.node(constant).result);
}

TermId new_constant(TermStore& store, const std::string& name, SortId sort) {
  return constant_term(store, new_function(store, name, {}, sort));
}

TermId replaced_constant(TermStore& store, TermId formula, FunctionId constant, TermId by) {
  const TermId call = constant_term(store, constant);
  return rebuilt(
      store, formula, [&](TermId term) { return term == call ? std::optional(by) : std::nullopt; },
      [&](TermId term, std::span<const TermId> children) { return with_children(store, term, children); });
}

TermId bound(TermStore& store, TermId formula, FunctionId constant, BinderKind binder) {
  const std::string name = "v!" + std::string(store.spelling(store.node(constant).name));
  BinderInfo info;
  info.kind = binder;
  info.variables = {{store.symbol(name), store.node(constant).result}};
  const TermId body = replaced_constant(store, formula, constant, store.variable(info.variables[0]));
  return store.binder(info, std::array{body});
}

std::string shown(const TermStore& store, TermId term) { return shortened(to_string(store, term), 1000); }

}  // namespace assay::smt
