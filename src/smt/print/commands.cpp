#include "spelling.hpp"
#include "term_printer.hpp"

namespace assay::smt {
namespace {

/// Prints commands with one term printer, which reuses its memory from command to command.
class CommandPrinter {
 public:
  CommandPrinter(const TermStore& store, const Dialect& dialect) : store_(store), terms_(store, dialect) {}

  void print(const Command& command, std::string& out) {
    if (command.kind == CommandKind::Opaque || command.kind == CommandKind::DefineSort) {
      out += command.text;
      out += '\n';
      return;
    }
    out += '(';
    out += word(command);
    print_arguments(command, out);
    out += ")\n";
  }

 private:
  [[nodiscard]] std::string_view word(const Command& command) const {
    switch (command.kind) {
      case CommandKind::SetLogic: return "set-logic";
      case CommandKind::SetOption: return "set-option";
      case CommandKind::SetInfo: return "set-info";
      case CommandKind::DeclareSort: return "declare-sort";
      case CommandKind::DeclareFunction: return command.text == "declare-const" ? "declare-const" : "declare-fun";
      case CommandKind::DefineFunction: return command.text == "define-const" ? "define-const" : "define-fun";
      case CommandKind::DefineRecursive: return command.functions.size() == 1 ? "define-fun-rec" : "define-funs-rec";
      case CommandKind::DeclareDatatypes: return codatatypes(command) ? "declare-codatatypes" : "declare-datatypes";
      case CommandKind::Assert: return "assert";
      case CommandKind::CheckSat: return "check-sat";
      case CommandKind::CheckSatAssuming: return "check-sat-assuming";
      case CommandKind::CheckSatUsing: return "check-sat-using";
      case CommandKind::Push: return "push";
      case CommandKind::Pop: return "pop";
      case CommandKind::Reset: return "reset";
      case CommandKind::ResetAssertions: return "reset-assertions";
      case CommandKind::GetModel: return "get-model";
      case CommandKind::GetUnsatCore: return "get-unsat-core";
      case CommandKind::GetUnsatAssumptions: return "get-unsat-assumptions";
      case CommandKind::GetAssertions: return "get-assertions";
      case CommandKind::GetProof: return "get-proof";
      case CommandKind::GetAssignment: return "get-assignment";
      case CommandKind::GetValue: return "get-value";
      case CommandKind::GetInfo: return "get-info";
      case CommandKind::GetOption: return "get-option";
      case CommandKind::Echo: return "echo";
      case CommandKind::Exit: return "exit";
      case CommandKind::Optimize: return command.text;
      case CommandKind::DefineSort:
      case CommandKind::Opaque: break;
    }
    return {};
  }

  [[nodiscard]] bool codatatypes(const Command& command) const {
    return !command.datatypes.empty() && store_.node(command.datatypes[0]).codatatype;
  }

  void print_arguments(const Command& command, std::string& out) {
    switch (command.kind) {
      case CommandKind::SetLogic: words({quoted(command.text)}, out); break;
      case CommandKind::SetOption:
      case CommandKind::SetInfo:
      case CommandKind::GetInfo:
      case CommandKind::GetOption: words({command.keyword, command.text}, out); break;
      case CommandKind::CheckSatUsing:
      case CommandKind::Echo: words({command.text}, out); break;
      case CommandKind::DeclareSort: words({quoted(command.text), std::to_string(command.number)}, out); break;
      case CommandKind::Push:
      case CommandKind::Pop: words({std::to_string(command.number)}, out); break;
      case CommandKind::DeclareFunction: print_declaration(command, out); break;
      case CommandKind::DefineFunction: print_definition(command, out); break;
      case CommandKind::DefineRecursive: print_recursive(command, out); break;
      case CommandKind::DeclareDatatypes: print_datatypes(command, out); break;
      case CommandKind::Assert: print_terms(command, out); break;
      case CommandKind::Optimize:
        print_terms(command, out);
        words({command.keyword}, out);
        break;
      case CommandKind::CheckSatAssuming:
      case CommandKind::GetValue:
        out += " (";
        print_terms(command, out, "");
        out += ")";
        break;
      default: break;
    }
  }

  static void words(std::initializer_list<std::string> parts, std::string& out) {
    for (const std::string& part : parts) {
      if (!part.empty()) out += " " + part;
    }
  }
  void print_terms(const Command& command, std::string& out, const char* before_first = " ") {
    for (std::size_t i = 0; i < command.terms.size(); ++i) {
      out += i == 0 ? before_first : " ";
      terms_.print(command.terms[i], out);
    }
  }

  void print_sorts(std::span<const SortId> sorts, std::string& out) {
    out += '(';
    for (std::size_t i = 0; i < sorts.size(); ++i) {
      if (i > 0) out += ' ';
      print_sort(store_, sorts[i], out);
    }
    out += ')';
  }

  void print_declaration(const Command& command, std::string& out) {
    const Function& function = store_.node(command.functions[0]);
    words({quoted(store_.spelling(function.name))}, out);
    out += ' ';
    if (command.text != "declare-const") {
      print_sorts(function.parameters, out);
      out += ' ';
    }
    print_sort(store_, function.result, out);
  }

  /// `f ((x S) ...) S`.
  void print_signature(const Function& function, bool with_parameters, std::string& out) {
    out += quoted(store_.spelling(function.name));
    if (with_parameters) {
      out += " (";
      for (std::size_t i = 0; i < function.variables.size(); ++i) {
        out += i > 0 ? " (" : "(";
        out += quoted(store_.spelling(function.variables[i].name)) + " ";
        print_sort(store_, function.variables[i].sort, out);
        out += ')';
      }
      out += ')';
    }
    out += ' ';
    print_sort(store_, function.result, out);
  }

  void print_body(const Function& function, std::string& out) {
    out += ' ';
    ASSAY_CHECK(function.body.has_value(), "a defined function without a body");
    terms_.print(*function.body, function.variables, out);
  }

  void print_definition(const Command& command, std::string& out) {
    const Function& function = store_.node(command.functions[0]);
    out += ' ';
    print_signature(function, command.text != "define-const", out);
    print_body(function, out);
  }

  void print_recursive(const Command& command, std::string& out) {
    if (command.functions.size() == 1) return print_definition(command, out);
    out += " (";
    for (const FunctionId id : command.functions) {
      out += "(";
      print_signature(store_.node(id), true, out);
      out += ")";
    }
    out += ") (";
    for (const FunctionId id : command.functions) print_body(store_.node(id), out);
    out += ")";
  }

  void print_datatypes(const Command& command, std::string& out) {
    out += " (";
    for (const DatatypeId id : command.datatypes) {
      const Datatype& datatype = store_.node(id);
      out += "(" + quoted(store_.spelling(datatype.name)) + " " + std::to_string(datatype.parameters.size()) + ")";
    }
    out += ") (";
    for (const DatatypeId id : command.datatypes) print_constructors(store_.node(id), out);
    out += ")";
  }

  void print_constructors(const Datatype& datatype, std::string& out) {
    if (!datatype.parameters.empty()) {
      out += "(par (";
      for (const SymbolId parameter : datatype.parameters) out += quoted(store_.spelling(parameter)) + " ";
      out.back() = ')';
      out += ' ';
    }
    out += '(';
    for (const Constructor& constructor : datatype.constructors) {
      out += "(" + quoted(store_.spelling(store_.node(constructor.function).name));
      for (const Field& field : constructor.fields) {
        out += " (" + quoted(store_.spelling(store_.node(field.selector).name)) + " ";
        print_sort(store_, field.sort, out);
        out += ')';
      }
      out += ')';
    }
    out += datatype.parameters.empty() ? ")" : "))";
  }

  const TermStore& store_;
  TermPrinter terms_;
};

}  // namespace

std::string print_script(const TermStore& store, const Script& script, const Dialect& dialect) {
  CommandPrinter printer(store, dialect);
  std::string out;
  for (const Command& command : script.commands) printer.print(command, out);
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
  print_term(store, term, {}, out);
  return out;
}

}  // namespace assay::smt
