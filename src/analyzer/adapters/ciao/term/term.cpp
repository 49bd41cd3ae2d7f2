#include "analyzer/adapters/ciao/term/term.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/adapters/ciao/term/term_lexer.hpp"

namespace assay::analyzer::ciao {
namespace {

constexpr unsigned kDeepest = 1000;

struct Infix {
  unsigned priority, left, right;
};
struct Prefix {
  unsigned priority, argument;
};

struct Operators {
  std::map<std::string, Infix, std::less<>> infix;
  std::map<std::string, Prefix, std::less<>> prefix;

  void add(unsigned priority, std::string_view kind, const std::string& name) {
    const unsigned below = priority == 0 ? 0 : priority - 1;
    if (kind == "xfx") infix[name] = {priority, below, below};
    if (kind == "xfy") infix[name] = {priority, below, priority};
    if (kind == "yfx") infix[name] = {priority, priority, below};
    if (kind == "fy") prefix[name] = {priority, priority};
    if (kind == "fx") prefix[name] = {priority, below};
  }
};

/// The operators of ISO Prolog, of Ciao, and of assertions. A colon binds weaker than the arrow of success, so an
/// assertion reads as HEAD : (CALLS => (SUCCESS + COMP)).
const Operators& standard_operators() {
  static const Operators table = [] {
    Operators made;
    struct Row {
      unsigned priority;
      std::string_view kind;
      std::vector<const char*> names;
    };
    const Row rows[] = {
        {1200, "xfx", {":-", "-->"}},
        {1200, "fx", {":-", "?-"}},
        {1150, "fx", {"entry", "true",           "check",          "trust",        "checked",       "false",
                      "pred",  "calls",          "success",        "comp",         "prop",          "regtype",
                      "test",  "exit",           "modedef",        "dynamic",      "discontiguous", "multifile",
                      "data",  "meta_predicate", "initialization", "impl_defined", "concurrent",    "texec"}},
        {1100, "xfy", {";", "|"}},
        {1050, "xfy", {"->"}},
        {1000, "xfy", {","}},
        {980, "xfx", {"#"}},
        {978, "xfy", {":"}},
        {978, "xfx", {"::"}},
        {975, "xfx", {"=>"}},
        {900, "fy", {"\\+"}},
        {700,
         "xfx",
         {"=", "\\=", "==", "\\==", "@<", "@>", "@=<", "@>=", "is", "=:=", "=\\=", "<", ">", "=<", ">=", "=..", "as"}},
        {500, "yfx", {"+", "-", "/\\", "\\/", "#"}},
        {400, "yfx", {"*", "/", "//", "rem", "mod", "<<", ">>", "div"}},
        {200, "xfx", {"**"}},
        {200, "xfy", {"^"}},
        {200, "fy", {"-", "+", "\\", "?", "@"}},
    };
    for (const Row& row : rows)
      for (const char* name : row.names) made.add(row.priority, row.kind, name);
    made.add(980, "xfx", "#");
    return made;
  }();
  return table;
}

class TermReader {
 public:
  explicit TermReader(std::string_view text) : lexer_(text), operators_(standard_operators()) { advance(); }

  ReadText clauses() {
    ReadText out;
    while (token_.kind != Token::Kind::Eof) {
      start_clause();
      Term term = expression(1200);
      if (problem_.empty() && token_.kind != Token::Kind::End) fail("an end of the clause is missing");
      if (problem_.empty()) {
        declare_operators(term);
        out.clauses.push_back(std::move(term));
        advance();
        continue;
      }
      out.unread.push_back(problem_);
      problem_.clear();
      if (token_.kind != Token::Kind::End) lexer_.skip_clause();
      advance();
    }
    return out;
  }

  Result<Term> single() {
    start_clause();
    Term term = expression(1200);
    if (problem_.empty() && token_.kind != Token::Kind::Eof && token_.kind != Token::Kind::End)
      fail("something follows the term");
    if (!problem_.empty()) return Error{problem_, {}};
    return term;
  }

 private:
  void advance() { token_ = lexer_.next(); }
  void start_clause() {
    anonymous_ = 0;
    depth_ = 0;
  }
  void fail(const std::string& what) {
    if (problem_.empty()) problem_ = "line " + std::to_string(token_.line) + ": " + what;
  }
  [[nodiscard]] bool punct(std::string_view text) const {
    return token_.kind == Token::Kind::Punct && token_.text == text;
  }
  void expect(std::string_view text) {
    if (!punct(text)) return fail("\"" + std::string(text) + "\" is missing");
    last_end_ = token_.end;
    advance();
  }

  /// The infix operator at the token, or an empty name.
  [[nodiscard]] std::string infix_name() const {
    if (token_.kind == Token::Kind::Name || token_.kind == Token::Kind::Quoted) return token_.text;
    if (punct(",") || punct("|")) return token_.text;
    return {};
  }

  Term expression(unsigned highest) {
    if (++depth_ > kDeepest) {
      fail("nested too deep");
      return {};
    }
    unsigned priority = 0;
    Term left = primary(highest, priority);
    while (problem_.empty()) {
      const std::string name = infix_name();
      const auto found = name.empty() ? operators_.infix.end() : operators_.infix.find(name);
      if (found == operators_.infix.end()) break;
      const Infix& op = found->second;
      if (op.priority > highest || op.left < priority) break;
      advance();
      Term right = expression(op.right);
      const std::size_t begin = left.begin;
      const unsigned line = left.line;
      std::vector<Term> args;
      args.push_back(std::move(left));
      args.push_back(std::move(right));
      left = make_compound(name == "|" ? ";" : name, std::move(args));
      left.begin = begin;
      left.line = line;
      left.end = last_end_;
      priority = op.priority;
    }
    --depth_;
    return left;
  }

  /// Whether a term can begin with the token.
  [[nodiscard]] bool begins_term() const {
    if (token_.kind == Token::Kind::End || token_.kind == Token::Kind::Eof) return false;
    if (token_.kind == Token::Kind::Punct) return token_.text == "(" || token_.text == "[" || token_.text == "{";
    if (token_.kind == Token::Kind::Name && !token_.functor && operators_.infix.count(token_.text) != 0)
      return operators_.prefix.count(token_.text) != 0;
    return true;
  }

  Term primary(unsigned highest, unsigned& priority) {
    Term term;
    term.begin = token_.begin;
    term.line = token_.line;
    switch (token_.kind) {
      case Token::Kind::Var:
        term.kind = Term::Kind::Var;
        term.text = token_.text == "_" ? "_Any" + std::to_string(++anonymous_) : token_.text;
        break;
      case Token::Kind::Int: term.kind = Term::Kind::Int, term.text = token_.text; break;
      case Token::Kind::Float: term.kind = Term::Kind::Float, term.text = token_.text; break;
      case Token::Kind::String: term.kind = Term::Kind::String, term.text = token_.text; break;
      case Token::Kind::Name:
      case Token::Kind::Quoted: return named(highest, priority, std::move(term));
      case Token::Kind::Punct: return bracketed(std::move(term));
      case Token::Kind::Bad: fail(token_.text); return term;
      case Token::Kind::End:
      case Token::Kind::Eof: fail("a term is missing"); return term;
    }
    finish(term);
    return term;
  }
  /// Ends the term with the current token.
  void finish(Term& term) {
    term.end = last_end_ = token_.end;
    advance();
  }

  Term named(unsigned highest, unsigned& priority, Term term) {
    const Token name = token_;
    term.text = name.text;
    last_end_ = name.end;
    advance();
    if (name.functor) {
      advance();
      term.kind = Term::Kind::Compound;
      arguments(term, ")");
      term.end = last_end_;
      return term;
    }
    if (name.kind == Token::Kind::Name && name.text == "-" && !token_.layout &&
        (token_.kind == Token::Kind::Int || token_.kind == Token::Kind::Float)) {
      term.kind = token_.kind == Token::Kind::Int ? Term::Kind::Int : Term::Kind::Float;
      term.text = "-" + token_.text;
      finish(term);
      return term;
    }
    const auto found = operators_.prefix.find(name.text);
    if (name.kind == Token::Kind::Quoted || found == operators_.prefix.end() || !begins_term()) {
      term.end = name.end;
      const auto infix = operators_.infix.find(name.text);
      if (infix != operators_.infix.end() && infix->second.priority <= highest) priority = 0;
      return term;
    }
    const Prefix& op = found->second;
    const unsigned own = std::min(op.priority, highest);
    term.kind = Term::Kind::Compound;
    term.args.push_back(expression(own < op.priority ? std::min(op.argument, own) : op.argument));
    term.end = last_end_;
    priority = own;
    return term;
  }

  void arguments(Term& term, std::string_view close) {
    for (;;) {
      term.args.push_back(expression(999));
      if (!problem_.empty()) return;
      if (!punct(",")) break;
      advance();
    }
    if (term.kind == Term::Kind::List && punct("|")) {
      advance();
      term.open = true;
      term.args.push_back(expression(999));
      flatten_tail(term);
    }
    expect(close);
  }
  /// Turns [A|[B|C]] into [A,B|C].
  static void flatten_tail(Term& term) {
    while (term.open && term.args.back().kind == Term::Kind::List) {
      Term tail = std::move(term.args.back());
      term.args.pop_back();
      for (Term& element : tail.args) term.args.push_back(std::move(element));
      term.open = tail.open;
    }
    if (term.open && term.args.back().is("[]", 0)) {
      term.args.pop_back();
      term.open = false;
    }
  }

  Term bracketed(Term term) {
    const std::string open = token_.text;
    advance();
    if (open == "(") {
      const std::size_t begin = term.begin;
      term = expression(1200);
      expect(")");
      term.begin = begin;
      term.parenthesised = true;
    } else if (open == "[" && punct("]")) {
      term.text = "[]";
      finish(term);
      return term;
    } else if (open == "[") {
      term.kind = Term::Kind::List;
      arguments(term, "]");
    } else if (open == "{" && punct("}")) {
      term.text = "{}";
      finish(term);
      if (!punct("(") || token_.layout) return term;
      advance();  // {}(a), as write_term writes {a}
      term.kind = Term::Kind::Compound;
      arguments(term, ")");
    } else if (open == "{") {
      term.kind = Term::Kind::Compound;
      term.text = "{}";
      term.args.push_back(expression(1200));
      expect("}");
    } else {
      fail("\"" + open + "\" begins no term");
    }
    term.end = last_end_;
    return term;
  }

  /// Handles :- op(700, xfx, [foo, bar]).
  void declare_operators(const Term& clause) {
    if (!clause.is(":-", 1) || !clause.args[0].is("op", 3)) return;
    const Term& op = clause.args[0];
    unsigned priority = 0;
    for (const char c : op.args[0].text)
      if (c >= '0' && c <= '9' && priority < 1200) priority = priority * 10 + static_cast<unsigned>(c - '0');
    if (op.args[2].kind == Term::Kind::Atom) operators_.add(priority, op.args[1].text, op.args[2].text);
    if (op.args[2].kind == Term::Kind::List)
      for (const Term& name : op.args[2].args) operators_.add(priority, op.args[1].text, name.text);
  }

  TermLexer lexer_;
  Operators operators_;
  Token token_;
  std::string problem_;
  std::size_t last_end_ = 0;
  unsigned anonymous_ = 0;
  unsigned depth_ = 0;
};

}  // namespace

Term make_atom(std::string name) {
  Term term;
  term.text = std::move(name);
  return term;
}
Term make_var(std::string name) {
  Term term;
  term.kind = Term::Kind::Var;
  term.text = std::move(name);
  return term;
}
Term make_compound(std::string name, std::vector<Term> args) {
  Term term;
  term.kind = args.empty() ? Term::Kind::Atom : Term::Kind::Compound;
  term.text = std::move(name);
  term.args = std::move(args);
  return term;
}

ReadText read_clauses(std::string_view text) { return TermReader(text).clauses(); }
Result<Term> read_term(std::string_view text) { return TermReader(text).single(); }

void collect_variables(const Term& term, std::vector<std::string>& out) {
  if (term.kind == Term::Kind::Var && std::find(out.begin(), out.end(), term.text) == out.end())
    out.push_back(term.text);
  for (const Term& arg : term.args) collect_variables(arg, out);
}
std::vector<std::string> variables_of(const Term& term) {
  std::vector<std::string> out;
  collect_variables(term, out);
  return out;
}

namespace {
std::vector<const Term*> operands(const Term& term, std::string_view op) {
  std::vector<const Term*> out;
  const Term* rest = &term;
  // The left operand may be a conjunction (disjunction), too: (A,B),C.
  std::vector<const Term*> pending = {rest};
  while (!pending.empty()) {
    rest = pending.back();
    pending.pop_back();
    if (rest->is(op, 2)) {
      pending.push_back(&rest->args[1]);
      pending.push_back(&rest->args[0]);
    } else {
      out.push_back(rest);
    }
  }
  return out;
}
}  // namespace

std::vector<const Term*> conjuncts(const Term& term) { return operands(term, ","); }
std::vector<const Term*> disjuncts(const Term& term) { return operands(term, ";"); }

}  // namespace assay::analyzer::ciao
