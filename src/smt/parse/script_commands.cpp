#include "smt/parse/script_commands.hpp"

#include <algorithm>
#include <utility>

#include "smt/parse/datatypes.hpp"
#include "smt/parse/sorts.hpp"

namespace assay::smt {
namespace {

/// Whether numerals are Reals: the logic has real arithmetic and no integer one.
bool has_only_reals(std::string_view logic) {
  const auto has = [&](std::string_view part) { return logic.find(part) != std::string_view::npos; };
  return (has("LRA") || has("NRA") || has("RDL")) && !has("IRA");
}

std::string tail(Reader& reader) {
  std::string out;
  while (!reader.failed() && !reader.at(TokenKind::Close)) {
    out += out.empty() ? "" : " ";
    out += reader.expression();
  }
  return out;
}

}  // namespace

const CommandReader::Row* CommandReader::find(std::string_view name) {
  using K = CommandKind;
  using C = CommandReader;
  static constexpr Row kRows[] = {
      {"assert", K::Assert, &C::assertion},
      {"assert-soft", K::Optimize, &C::optimize},
      {"check-sat", K::CheckSat, &C::nothing},
      {"check-sat-assuming", K::CheckSatAssuming, &C::term_list},
      {"check-sat-using", K::CheckSatUsing, &C::one_expression},
      {"declare-codatatype", K::DeclareDatatypes, &C::datatypes},
      {"declare-codatatypes", K::DeclareDatatypes, &C::datatypes},
      {"declare-const", K::DeclareFunction, &C::declare_constant},
      {"declare-datatype", K::DeclareDatatypes, &C::datatypes},
      {"declare-datatypes", K::DeclareDatatypes, &C::datatypes},
      {"declare-fun", K::DeclareFunction, &C::declare_function},
      {"declare-sort", K::DeclareSort, &C::declare_sort},
      {"define-const", K::DefineFunction, &C::define_constant},
      {"define-fun", K::DefineFunction, &C::define_function},
      {"define-fun-rec", K::DefineRecursive, &C::define_recursive},
      {"define-funs-rec", K::DefineRecursive, &C::define_recursives},
      {"define-sort", K::DefineSort, &C::define_sort},
      {"echo", K::Echo, &C::one_expression},
      {"exit", K::Exit, &C::nothing},
      {"get-abduct", K::GetAbduct, &C::named_goal},
      {"get-assertions", K::GetAssertions, &C::nothing},
      {"get-assignment", K::GetAssignment, &C::nothing},
      {"get-info", K::GetInfo, &C::keyword_only},
      {"get-interpolant", K::GetInterpolant, &C::named_goal},
      {"get-model", K::GetModel, &C::nothing},
      {"get-option", K::GetOption, &C::keyword_only},
      {"get-proof", K::GetProof, &C::nothing},
      {"get-qe", K::GetElimination, &C::elimination},
      {"get-qe-disjunct", K::GetElimination, &C::elimination},
      {"get-unsat-assumptions", K::GetUnsatAssumptions, &C::nothing},
      {"get-unsat-core", K::GetUnsatCore, &C::nothing},
      {"get-value", K::GetValue, &C::term_list},
      {"maximize", K::Optimize, &C::optimize},
      {"minimize", K::Optimize, &C::optimize},
      {"pop", K::Pop, &C::levels},
      {"push", K::Push, &C::levels},
      {"reset", K::Reset, &C::reset},
      {"reset-assertions", K::ResetAssertions, &C::nothing},
      {"set-info", K::SetInfo, &C::set_info},
      {"set-logic", K::SetLogic, &C::set_logic},
      {"set-option", K::SetOption, &C::set_option},
      {"simplify", K::Simplify, &C::simplify},
  };
  const auto* it = std::lower_bound(std::begin(kRows), std::end(kRows), name,
                                    [](const Row& row, std::string_view wanted) { return row.name < wanted; });
  return it != std::end(kRows) && it->name == name ? it : nullptr;
}

Script CommandReader::read() {
  Script script;
  while (!reader_.failed() && !reader_.at(TokenKind::End)) {
    read_command(script);
    if (!script.commands.empty() && script.commands.back().kind == CommandKind::Exit) {
      break;  // solvers stop reading here
    }
  }
  return script;
}

void CommandReader::read_command(Script& script) {
  Command command;
  command.where = reader_.where();
  reader_.open();
  const Lexer start = reader_.lexer;
  const Token name = reader_.expect(TokenKind::Symbol, "the name of a command");
  if (reader_.failed()) {
    return;
  }
  const Row* row = find(name.text);
  if (row != nullptr) {
    command.kind = row->kind;
    command.keyword = row->name;
    (this->*row->handler)(command);
  }
  if (!reader_.failed() && (row == nullptr || !reader_.at(TokenKind::Close))) {
    command = Command{};
    command.where = name.where;
    reader_.lexer = start;
    opaque(command);
  }
  if (row != nullptr && command.keyword == row->name) {
    command.keyword.clear();
  }
  reader_.close();
  if (command.kind == CommandKind::SetLogic && script.logic.empty()) {
    script.logic = command.text;
  }
  script.commands.push_back(std::move(command));
}

void CommandReader::opaque(Command& command) {
  command.kind = CommandKind::Opaque;
  Lexer ahead = reader_.lexer;
  const std::string_view name = ahead.take().text;
  if (name == "declare-var" && ahead.peek().kind == TokenKind::Symbol) {
    const Lexer start = reader_.lexer;
    reader_.lexer = ahead;
    Function variable;
    variable.name = reader_.symbol("a name");
    variable.result = read_sort(reader_);
    reader_.scope.declare(variable.name, store_.function(variable));
    reader_.lexer = start;
  } else if (name == "declare-sort-parameter" && ahead.peek().kind == TokenKind::Symbol) {
    SortMeaning meaning;
    meaning.kind = SortMeaning::Kind::Parameter;
    reader_.scope.declare(store_.symbol(ahead.peek().text), meaning);
  }
  command.text = "(" + tail(reader_) + ")";
}

void CommandReader::nothing(Command&) {}

void CommandReader::set_logic(Command& command) {
  command.text = std::string(reader_.expect(TokenKind::Symbol, "a logic").text);
  reader_.real_numerals = has_only_reals(command.text);
}

void CommandReader::set_option(Command& command) {
  command.keyword = std::string(reader_.expect(TokenKind::Keyword, "an option").text);
  command.text = tail(reader_);
  // :global-decls is z3's own name of the option, which Silicon uses.
  if (command.keyword == ":global-declarations" || command.keyword == ":global-decls") {
    reader_.scope.set_global_declarations(command.text == "true");
  }
}

void CommandReader::set_info(Command& command) {
  command.keyword = std::string(reader_.expect(TokenKind::Keyword, "an attribute").text);
  command.text = tail(reader_);
  if (command.keyword == ":smt-lib-version") {
    reader_.unicode_escapes = command.text != "2.0" && command.text != "2.5";
  }
}

void CommandReader::keyword_only(Command& command) {
  command.keyword = std::string(reader_.expect(TokenKind::Keyword, "a keyword").text);
}

void CommandReader::one_expression(Command& command) { command.text = reader_.expression(); }

void CommandReader::levels(Command& command) {
  command.number = reader_.at(TokenKind::Numeral) ? reader_.number("a number of levels") : 1;
  if (command.kind == CommandKind::Push) {
    reader_.scope.push(command.number);
  } else {
    reader_.scope.pop(command.number);
  }
}

void CommandReader::reset(Command&) {
  reader_.scope.clear();
  reader_.real_numerals = false;
}

void CommandReader::declare_sort(Command& command) {
  const SymbolId name = reader_.symbol("the name of a sort");
  SortMeaning meaning;
  meaning.arity = reader_.at(TokenKind::Numeral) ? reader_.number("an arity") : 0;
  command.text = std::string(store_.spelling(name));
  command.number = meaning.arity;
  SortNode node;
  node.kind = SortKind::Uninterpreted;
  node.name = name;
  command.sort = store_.sort(std::move(node));
  reader_.declare_sort(name, std::move(meaning));
}

void CommandReader::define_sort(Command& command) {
  const Lexer start = reader_.lexer;
  command.text = "(define-sort " + tail(reader_) + ")";
  if (reader_.failed()) {
    return;
  }
  reader_.lexer = start;
  const SymbolId name = reader_.symbol("the name of a sort");
  SortMeaning meaning;
  meaning.kind = SortMeaning::Kind::Defined;
  meaning.parameters = read_parameters(reader_);
  meaning.arity = meaning.parameters.size();
  meaning.body = read_sort(reader_);
  forget_parameters(reader_, meaning.parameters);
  if (!reader_.failed()) {
    reader_.declare_sort(name, std::move(meaning));
  }
}

void CommandReader::declare_function(Command& command) {
  command.text = "declare-fun";
  Function function;
  function.name = reader_.symbol("the name of a function");
  reader_.open();
  while (!reader_.failed() && !reader_.at(TokenKind::Close)) {
    function.parameters.push_back(read_sort(reader_));
  }
  reader_.close();
  function.result = read_sort(reader_);
  if (!reader_.failed()) {
    command.functions = {store_.function(function)};
    reader_.scope.declare(function.name, command.functions[0]);
  }
}

void CommandReader::declare_constant(Command& command) {
  command.text = "declare-const";
  Function function;
  function.name = reader_.symbol("the name of a constant");
  function.result = read_sort(reader_);
  if (!reader_.failed()) {
    command.functions = {store_.function(function)};
    reader_.scope.declare(function.name, command.functions[0]);
  }
}

CommandReader::Signature CommandReader::read_signature() {
  Signature signature;
  signature.function.name = reader_.symbol("the name of a function");
  signature.function.variables = terms_.read_variables(signature.spelled);
  for (const BoundVariable& variable : signature.function.variables) {
    signature.function.parameters.push_back(variable.sort);
  }
  signature.function.result = read_sort(reader_);
  return signature;
}

void CommandReader::bind_parameters(const Signature& signature) {
  for (std::size_t i = 0; i < signature.spelled.size(); ++i) {
    reader_.scope.bind(signature.spelled[i], store_.variable(signature.function.variables[i]), true);
  }
}

void CommandReader::define_function(Command& command) {
  command.text = "define-fun";
  const SourceLocation where = reader_.where();
  Signature signature = read_signature();
  if (reader_.failed()) {
    return;
  }
  const TermId body = reader_.applications.coerced(terms_.read(), signature.function.result);
  terms_.unbind(signature.spelled);
  if (reader_.failed()) {
    return;
  }
  if (store_.sort_of(body) != signature.function.result && !store_.has(body, kHasOpaque) &&
      store_.kind(store_.sort_of(body)) != SortKind::Function) {
    reader_.fail(where, "the sort of the body is not the result sort of the definition");
    return;
  }
  signature.function.kind = FunctionKind::Defined;
  signature.function.body = body;
  command.functions = {store_.function(signature.function)};
  reader_.scope.declare(signature.function.name, command.functions[0]);
}

void CommandReader::define_constant(Command& command) {
  command.text = "define-const";
  Function function;
  function.name = reader_.symbol("the name of a constant");
  function.kind = FunctionKind::Defined;
  function.result = read_sort(reader_);
  if (reader_.failed()) {
    return;
  }
  function.body = reader_.applications.coerced(terms_.read(), function.result);
  if (!reader_.failed()) {
    command.functions = {store_.function(function)};
    reader_.scope.declare(function.name, command.functions[0]);
  }
}

void CommandReader::define_recursive(Command& command) {
  command.text = "define-fun-rec";
  std::vector<Signature> signatures;
  signatures.push_back(read_signature());
  if (!reader_.failed()) {
    terms_.unbind(signatures[0].spelled);
    define_group(command, signatures);
  }
}

void CommandReader::define_recursives(Command& command) {
  command.text = "define-funs-rec";
  std::vector<Signature> signatures;
  reader_.open();
  while (!reader_.failed() && reader_.at(TokenKind::Open)) {
    reader_.lexer.take();
    signatures.push_back(read_signature());
    reader_.close();
    if (!reader_.failed()) {
      terms_.unbind(signatures.back().spelled);
    }
  }
  reader_.close();
  reader_.open();
  if (!reader_.failed()) {
    define_group(command, signatures);
  }
  reader_.close();
}

/// Recursive functions are created before their bodies are read. If another script defined a function of the same
/// signature with another body, the bodies are read again with the next variant number, which distinguishes the two.
void CommandReader::define_group(Command& command, std::vector<Signature>& signatures) {
  const Lexer bodies = reader_.lexer;
  for (std::uint32_t variant = 0; !reader_.failed(); ++variant) {
    command.functions.clear();
    for (Signature& signature : signatures) {
      signature.function.kind = FunctionKind::Recursive;
      signature.function.variant = variant;
      command.functions.push_back(store_.function(signature.function));
      reader_.scope.declare(signature.function.name, command.functions.back());
    }
    if (define_bodies(command.functions, signatures)) {
      return;
    }
    for (const Signature& signature : signatures) {
      reader_.scope.take_back(signature.function.name);
    }
    reader_.lexer = bodies;
  }
}

/// Reads and sets the bodies. False if a function already has another body.
bool CommandReader::define_bodies(const std::vector<FunctionId>& functions, const std::vector<Signature>& signatures) {
  std::vector<TermId> bodies;
  for (const Signature& signature : signatures) {
    bind_parameters(signature);
    bodies.push_back(reader_.applications.coerced(terms_.read(), signature.function.result));
    terms_.unbind(signature.spelled);
    if (reader_.failed()) {
      return true;
    }
  }
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const auto& known = store_.node(functions[i]).body;
    if (known && *known != bodies[i]) {
      return false;
    }
  }
  for (std::size_t i = 0; i < functions.size(); ++i) {
    store_.define(functions[i], bodies[i]);
  }
  return true;
}

void CommandReader::datatypes(Command& command) { read_datatypes(reader_, command.keyword, command); }

TermId CommandReader::boolean() {
  const SourceLocation where = reader_.where();
  const TermId term = reader_.applications.coerced(terms_.read(), store_.bool_sort());
  const SortKind kind = store_.kind(store_.sort_of(term));
  if (kind != SortKind::Bool && kind != SortKind::Unknown) {
    reader_.fail(where, "a term that is not Boolean");
  }
  return term;
}

void CommandReader::assertion(Command& command) { command.terms = {boolean()}; }

void CommandReader::term_list(Command& command) {
  reader_.open();
  while (!reader_.failed() && !reader_.at(TokenKind::Close)) {
    command.terms.push_back(command.kind == CommandKind::GetValue ? terms_.read() : boolean());
  }
  reader_.close();
}

// "(get-interpolant A B)" of z3 stays opaque.
void CommandReader::named_goal(Command& command) {
  if (!reader_.at(TokenKind::Symbol)) return;
  command.keyword = std::string(store_.spelling(reader_.symbol("a name")));
  command.terms = {boolean()};
  command.text = tail(reader_);
}

void CommandReader::elimination(Command& command) {
  command.text = command.keyword;
  command.terms = {boolean()};
}

void CommandReader::simplify(Command& command) {
  command.terms = {terms_.read()};
  command.text = tail(reader_);
}

void CommandReader::optimize(Command& command) {
  command.text = command.keyword;
  command.terms = {command.keyword == "assert-soft" ? boolean() : terms_.read()};
  command.keyword = tail(reader_);
}

}  // namespace assay::smt
