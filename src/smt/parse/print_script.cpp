#include <algorithm>

#include "smt/parse/print_text.hpp"
#include "smt/parse/printer.hpp"

namespace assay::smt {
namespace {

/// The text of a command without arguments; empty for other commands.
std::string_view plain_command(CommandKind kind) {
  switch (kind) {
    case CommandKind::CheckSat: return "(check-sat)";
    case CommandKind::Reset: return "(reset)";
    case CommandKind::ResetAssertions: return "(reset-assertions)";
    case CommandKind::GetModel: return "(get-model)";
    case CommandKind::GetUnsatCore: return "(get-unsat-core)";
    case CommandKind::GetUnsatAssumptions: return "(get-unsat-assumptions)";
    case CommandKind::GetAssertions: return "(get-assertions)";
    case CommandKind::GetProof: return "(get-proof)";
    case CommandKind::GetAssignment: return "(get-assignment)";
    case CommandKind::Exit: return "(exit)";
    default: return {};
  }
}

void append_words(std::string_view name, std::string_view first, std::string_view second, std::string& out) {
  out += '(';
  out += name;
  if (!first.empty()) {
    out += ' ';
    out += first;
  }
  if (!second.empty()) {
    out += ' ';
    out += second;
  }
  out += ')';
}

/// Whether the script declares that it uses the strings of SMT-LIB 2.5.
bool has_old_strings(const Script& script) {
  return std::any_of(script.commands.begin(), script.commands.end(), [](const Command& command) {
    return command.kind == CommandKind::SetInfo && command.keyword == ":smt-lib-version" &&
           (command.text == "2.0" || command.text == "2.5");
  });
}

}  // namespace

void CommandPrinter::print(const Command& command, std::string& out) {
  if (const std::string_view plain = plain_command(command.kind); !plain.empty()) {
    out += plain;
    return;
  }
  switch (command.kind) {
    case CommandKind::SetLogic: append_words("set-logic", quoted_symbol(command.text), {}, out); break;
    case CommandKind::SetOption: append_words("set-option", command.keyword, command.text, out); break;
    case CommandKind::SetInfo: append_words("set-info", command.keyword, command.text, out); break;
    case CommandKind::GetInfo: append_words("get-info", command.keyword, {}, out); break;
    case CommandKind::GetOption: append_words("get-option", command.keyword, {}, out); break;
    case CommandKind::CheckSatUsing: append_words("check-sat-using", command.text, {}, out); break;
    case CommandKind::Echo: append_words("echo", command.text, {}, out); break;
    case CommandKind::Push: append_words("push", std::to_string(command.number), {}, out); break;
    case CommandKind::Pop: append_words("pop", std::to_string(command.number), {}, out); break;
    case CommandKind::DeclareSort:
      append_words("declare-sort", quoted_symbol(command.text), std::to_string(command.number), out);
      break;
    case CommandKind::DeclareFunction: declaration(command, out); break;
    case CommandKind::DefineFunction: definition(command, out); break;
    case CommandKind::DefineRecursive: recursive(command, out); break;
    case CommandKind::DeclareDatatypes: datatypes(command, out); break;
    case CommandKind::CheckSatAssuming: term_list("check-sat-assuming", command, out); break;
    case CommandKind::GetValue: term_list("get-value", command, out); break;
    case CommandKind::Assert: with_term("assert", {}, command, {}, out); break;
    case CommandKind::GetInterpolant:
      with_term("get-interpolant", quoted_symbol(command.keyword), command, command.text, out);
      break;
    case CommandKind::GetAbduct:
      with_term("get-abduct", quoted_symbol(command.keyword), command, command.text, out);
      break;
    case CommandKind::GetElimination: with_term(command.text, {}, command, {}, out); break;
    case CommandKind::Simplify: with_term("simplify", {}, command, command.text, out); break;
    case CommandKind::Optimize: with_term(command.text, {}, command, command.keyword, out); break;
    default: out += command.text; break;
  }
}

void CommandPrinter::with_term(std::string_view name, std::string_view before, const Command& command,
                               std::string_view after, std::string& out) {
  out += '(';
  out += name;
  out += ' ';
  out += before;
  out += before.empty() ? "" : " ";
  terms_.print(command.terms[0], out);
  out += after.empty() ? "" : " ";
  out += after;
  out += ')';
}

void CommandPrinter::declaration(const Command& command, std::string& out) {
  const Function& function = store_.node(command.functions[0]);
  const bool constant = command.text == "declare-const" && function.parameters.empty();
  out += constant ? "(declare-const " : "(declare-fun ";
  append_quoted(store_.spelling(function.name), out);
  out += constant ? " " : " (";
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    out += i == 0 ? "" : " ";
    append_sort(store_, function.parameters[i], out);
  }
  out += constant ? "" : ") ";
  append_sort(store_, function.result, out);
  out += ')';
}

void CommandPrinter::signature(const Function& function, std::string& out) {
  ASSAY_CHECK(function.body.has_value(), "a defined function has a body when it is printed");
  append_quoted(store_.spelling(function.name), out);
  out += " (";
  const WrittenNames& names = terms_.names_of(*function.body, function.variables);
  for (std::size_t i = 0; i < function.variables.size(); ++i) {
    out += i == 0 ? "(" : " (";
    append_quoted(names.of(function.variables[i].name), out);
    out += ' ';
    append_sort(store_, function.variables[i].sort, out);
    out += ')';
  }
  out += ") ";
  append_sort(store_, function.result, out);
}

void CommandPrinter::definition(const Command& command, std::string& out) {
  const Function& function = store_.node(command.functions[0]);
  ASSAY_CHECK(function.body.has_value(), "a defined function has a body");
  if (command.text == "define-const" && function.variables.empty()) {
    out += "(define-const ";
    append_quoted(store_.spelling(function.name), out);
    out += ' ';
    append_sort(store_, function.result, out);
  } else {
    out += "(define-fun ";
    signature(function, out);
  }
  out += ' ';
  terms_.print(*function.body, out, function.variables);
  out += ')';
}

void CommandPrinter::recursive(const Command& command, std::string& out) {
  const bool single = command.functions.size() == 1 && command.text != "define-funs-rec";
  out += single ? "(define-fun-rec " : "(define-funs-rec (";
  for (std::size_t i = 0; i < command.functions.size(); ++i) {
    out += single ? "" : i == 0 ? "(" : " (";
    signature(store_.node(command.functions[i]), out);
    out += single ? "" : ")";
  }
  out += single ? " " : ") (";
  for (std::size_t i = 0; i < command.functions.size(); ++i) {
    const Function& function = store_.node(command.functions[i]);
    out += i == 0 ? "" : " ";
    terms_.print(*function.body, out, function.variables);
  }
  out += single ? ")" : "))";
}

void CommandPrinter::datatypes(const Command& command, std::string& out) {
  out += store_.node(command.datatypes[0]).codatatype ? "(declare-codatatypes (" : "(declare-datatypes (";
  for (std::size_t i = 0; i < command.datatypes.size(); ++i) {
    const Datatype& datatype = store_.node(command.datatypes[i]);
    out += i == 0 ? "(" : " (";
    append_quoted(store_.spelling(datatype.name), out);
    out += ' ';
    append_number(datatype.parameters.size(), out);
    out += ')';
  }
  out += ") (";
  for (std::size_t i = 0; i < command.datatypes.size(); ++i) {
    out += i == 0 ? "" : " ";
    constructors(store_.node(command.datatypes[i]), out);
  }
  out += "))";
}

void CommandPrinter::constructors(const Datatype& datatype, std::string& out) {
  if (!datatype.parameters.empty()) {
    out += "(par (";
    for (std::size_t i = 0; i < datatype.parameters.size(); ++i) {
      out += i == 0 ? "" : " ";
      append_quoted(store_.spelling(datatype.parameters[i]), out);
    }
    out += ") ";
  }
  out += '(';
  for (std::size_t i = 0; i < datatype.constructors.size(); ++i) {
    const Constructor& constructor = datatype.constructors[i];
    out += i == 0 ? "(" : " (";
    append_quoted(store_.spelling(store_.node(constructor.function).name), out);
    for (const Field& field : constructor.fields) {
      out += " (";
      append_quoted(store_.spelling(store_.node(field.selector).name), out);
      out += ' ';
      append_sort(store_, field.sort, out);
      out += ')';
    }
    out += ')';
  }
  out += datatype.parameters.empty() ? ")" : "))";
}

void CommandPrinter::term_list(std::string_view name, const Command& command, std::string& out) {
  out += '(';
  out += name;
  out += " (";
  for (std::size_t i = 0; i < command.terms.size(); ++i) {
    out += i == 0 ? "" : " ";
    terms_.print(command.terms[i], out);
  }
  out += "))";
}

std::string print_script(const TermStore& store, const Script& script, const Dialect& dialect) {
  Dialect own;
  const bool old_strings = dialect.unicode_escapes && has_old_strings(script);
  if (old_strings) {
    own = dialect;
    own.unicode_escapes = false;
  }
  CommandPrinter printer(store, old_strings ? own : dialect);
  for (const Command& command : script.commands) {
    printer.declare(command);
  }
  std::string out;
  for (const Command& command : script.commands) {
    printer.print(command, out);
    out += '\n';
  }
  return out;
}

void print_command(const TermStore& store, const Command& command, const Dialect& dialect, std::string& out) {
  CommandPrinter(store, dialect).print(command, out);
}

void print_term(const TermStore& store, TermId term, const Dialect& dialect, std::string& out) {
  TermPrinter(store, dialect).print(term, out);
}

std::string to_string(const TermStore& store, TermId term) {
  std::string out;
  const Dialect dialect;
  print_term(store, term, dialect, out);
  return out;
}

}  // namespace assay::smt
