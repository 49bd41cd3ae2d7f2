#include <cctype>
#include <set>

#include "analyzer/adapters/ciao/term/term.hpp"

namespace assay::analyzer::ciao {
namespace {

bool plain_atom(std::string_view name) {
  if (name == "[]" || name == "!" || name == "{}" || name == ";") return true;
  if (name.empty()) return false;
  if (std::islower(static_cast<unsigned char>(name[0])) != 0) {
    for (const char c : name)
      if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
    return true;
  }
  for (const char c : name)
    if (std::string_view("+-*/\\^<>=~:.?@#&$").find(c) == std::string_view::npos) return false;
  return name != "." && name.substr(0, 2) != "/*";
}

/// Atoms that are operators in some Prolog: alone, they are written in parentheses.
bool is_operator(std::string_view name) {
  static const std::set<std::string, std::less<>> names = {
      ":-",    "-->",  "?-",   ";",    "|",     "->",      ",",     "#",     ":",     "::",      "=>",     "\\+",
      "=",     "\\=",  "==",   "\\==", "@<",    "@>",      "@=<",   "@>=",   "is",    "=:=",     "=\\=",   "<",
      ">",     "=<",   ">=",   "=..",  "+",     "-",       "/\\",   "\\/",   "*",     "/",       "//",     "rem",
      "mod",   "<<",   ">>",   "div",  "**",    "^",       "\\",    "true",  "as",    "pred",    "test",   "data",
      "entry", "prop", "comp", "exit", "calls", "success", "false", "check", "trust", "checked", "dynamic"};
  return names.count(name) != 0;
}

bool between(std::string_view name) {
  static const std::set<std::string, std::less<>> names = {
      "=", "\\=", "==", "\\==", "@<", "@>", "@=<", "@>=", "is", "=:=", "=\\=", "<",
      ">", "=<",  ">=", "=..",  "+",  "-",  "*",   "//",  ":",  "->",  ";"};
  return names.count(name) != 0;
}

void write_into(const Term& term, bool for_people, std::string& out) {
  const auto list = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (i != from) out += ',';
      const bool comma = term.args[i].is(",", 2) && for_people;
      if (comma) out += '(';
      write_into(term.args[i], for_people, out);
      if (comma) out += ')';
    }
  };
  switch (term.kind) {
    case Term::Kind::Var:
    case Term::Kind::Int:
    case Term::Kind::Float:
    case Term::Kind::String: out += term.text; return;
    case Term::Kind::Atom:
      if (is_operator(term.text) && !(for_people && term.text == "true")) {
        out += "(" + write_atom(term.text) + ")";
      } else {
        out += write_atom(term.text);
      }
      return;
    case Term::Kind::List: {
      const std::size_t elements = term.args.size() - (term.open ? 1 : 0);
      out += '[';
      list(0, elements);
      if (term.open) {
        out += '|';
        write_into(term.args.back(), for_people, out);
      }
      out += ']';
      return;
    }
    case Term::Kind::Compound: break;
  }
  if (for_people && term.args.size() == 2 && (between(term.text) || term.text == ",")) {
    const auto side = [&](const Term& arg) {
      const bool parens = arg.kind == Term::Kind::Compound && arg.args.size() == 2 && between(arg.text);
      if (parens) out += '(';
      write_into(arg, for_people, out);
      if (parens) out += ')';
    };
    side(term.args[0]);
    const bool word = term.text == "is" || term.text == "->" || term.text == ";";
    out += word ? " " + term.text + " " : term.text == "," ? ", " : term.text;
    side(term.args[1]);
    return;
  }
  out += write_atom(term.text) + "(";
  list(0, term.args.size());
  out += ')';
}

}  // namespace

std::string write_atom(std::string_view name) {
  if (plain_atom(name)) return std::string(name);
  std::string out = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string write_term(const Term& term) {
  std::string out;
  write_into(term, false, out);
  return out;
}
std::string show_term(const Term& term) {
  std::string out;
  write_into(term, true, out);
  return out;
}

}  // namespace assay::analyzer::ciao
