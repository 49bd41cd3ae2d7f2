#include <algorithm>
#include <array>

#include "analyzer/program/c_tree.hpp"

namespace assay::analyzer::c {

namespace {

struct OperatorRow {
  std::string_view op;
  int level;
};
constexpr std::array<OperatorRow, 30> kOperatorRows = {{
    {",", 1},   {"=", 2},   {"+=", 2},  {"-=", 2},  {"*=", 2},  {"/=", 2}, {"%=", 2}, {"&=", 2}, {"|=", 2}, {"^=", 2},
    {"<<=", 2}, {">>=", 2}, {"||", 4},  {"&&", 5},  {"|", 6},   {"^", 7},  {"&", 8},  {"==", 9}, {"!=", 9}, {"<", 10},
    {"<=", 10}, {">", 10},  {">=", 10}, {"<<", 11}, {">>", 11}, {"+", 12}, {"-", 12}, {"*", 13}, {"/", 13}, {"%", 13},
}};
constexpr int kConditional = 3;
constexpr int kUnary = 14;
constexpr int kPostfix = 15;

int level_of(const Expr& e) {
  switch (e.form) {
    case Expr::Form::Leaf:
      return !e.text.empty() && (e.text[0] == '-' || e.text[0] == '&' || e.text[0] == '*') ? kUnary : kPostfix;
    case Expr::Form::Prefix:
    case Expr::Form::Cast: return kUnary;
    case Expr::Form::Conditional: return kConditional;
    case Expr::Form::Binary:
      for (const OperatorRow& row : kOperatorRows) {
        if (row.op == e.text) return row.level;
      }
      return 0;
    default: return kPostfix;
  }
}

void write(const Expr& e, std::string& out);

void write_inside(const Expr& e, bool parentheses, std::string& out) {
  if (parentheses) out += '(';
  write(e, out);
  if (parentheses) out += ')';
}

// Whether C, or gcc -Wparentheses, needs parentheses.
bool needs_parentheses(const Expr& parent, int level, const Expr& child, bool right) {
  const int inner = level_of(child);
  if (level == 2) return inner < 2 || (inner == 2 && !right);
  if (inner < level || (inner == level && right)) return true;
  const bool mixes = inner != level && inner < kUnary && level >= 4 && level <= 11;
  return mixes && !(level <= 5 && inner >= 9) && !(level >= 9 && level <= 10 && inner >= 12) && parent.text != ",";
}

void write_list(const std::vector<Expr>& list, std::string& out) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += ", ";
    write_inside(list[i], level_of(list[i]) == 1, out);
  }
}

void write(const Expr& e, std::string& out) {
  const int level = level_of(e);
  switch (e.form) {
    case Expr::Form::Leaf: out += e.text; break;
    case Expr::Form::Prefix:
      out += e.text;
      // "- -x" must not become "--x".
      write_inside(e.args[0], level_of(e.args[0]) < kUnary || (level_of(e.args[0]) == kUnary && e.text != "!"), out);
      break;
    case Expr::Form::Postfix:
      write_inside(e.args[0], level_of(e.args[0]) < kPostfix, out);
      out += e.text;
      break;
    case Expr::Form::Cast:
      out += '(' + e.text + ')';
      write_inside(e.args[0], level_of(e.args[0]) < kUnary, out);
      break;
    case Expr::Form::Binary:
      write_inside(e.args[0], needs_parentheses(e, level, e.args[0], false), out);
      out += e.text == "," ? ", " : ' ' + e.text + ' ';
      write_inside(e.args[1], needs_parentheses(e, level, e.args[1], true), out);
      break;
    case Expr::Form::Conditional:
      write_inside(e.args[0], level_of(e.args[0]) <= kConditional, out);
      out += " ? ";
      write_inside(e.args[1], level_of(e.args[1]) <= kConditional, out);
      out += " : ";
      write_inside(e.args[2], level_of(e.args[2]) <= kConditional, out);
      break;
    case Expr::Form::Call:
      out += e.text + '(';
      write_list(e.args, out);
      out += ')';
      break;
    case Expr::Form::Index:
      write_inside(e.args[0], level_of(e.args[0]) < kPostfix, out);
      out += '[';
      write(e.args[1], out);
      out += ']';
      break;
  }
}

void write_block(const std::vector<Stmt>& body, unsigned depth, std::string& out) {
  out += " {\n";
  print_statements(body, depth + 1, out);
  out.append(std::size_t{4} * depth, ' ');
  out += '}';
}

void write_if(const Stmt& s, unsigned depth, std::string& out) {
  out += "if (" + print(s.exprs[0]) + ')';
  write_block(s.body, depth, out);
  if (s.others.size() == 1 && s.others[0].kind == Stmt::Kind::If) {
    out += " else ";
    write_if(s.others[0], depth, out);
    return;
  }
  if (!s.others.empty()) {
    out += " else";
    write_block(s.others, depth, out);
  }
  out += '\n';
}

void write_for(const Stmt& s, unsigned depth, std::string& out) {
  out += "for (" + s.text + (s.text.empty() ? "" : " ") + print(s.exprs[0]) + ";";
  for (std::size_t i = 1; i < 3; ++i) {
    const std::string part = print(s.exprs[i]);
    out += (part.empty() ? "" : " ") + part + (i == 1 ? ";" : ")");
  }
  write_block(s.body, depth, out);
  out += '\n';
}

// Writes words, and a value if there is one: "return x;", "int x = 1;".
void write_words(const Stmt& s, std::string_view between, std::string& out) {
  out += s.text;
  if (!s.exprs.empty()) {
    const bool comma = s.kind == Stmt::Kind::Declare && level_of(s.exprs[0]) == 1;
    out += between;
    write_inside(s.exprs[0], comma, out);
  }
  out += ";\n";
}

// A declaration must not directly follow a label, and no jump may skip it.
void write_case(const Stmt& s, unsigned depth, std::string& out) {
  out += s.text;
  const auto declares = [](const Stmt& inner) { return inner.kind == Stmt::Kind::Declare; };
  const bool braces = std::any_of(s.body.begin(), s.body.end(), declares);
  out += braces ? " {\n" : "\n";
  print_statements(s.body, depth, out);
  if (!braces) return;
  out.append(std::size_t{4} * (depth - 1), ' ');
  out += "}\n";
}

void write(const Stmt& s, unsigned depth, std::string& out) {
  const unsigned shift = s.kind == Stmt::Kind::Case || s.kind == Stmt::Kind::Label ? 1 : 0;
  out.append(std::size_t{4} * (depth - std::min(shift, depth)), ' ');
  switch (s.kind) {
    case Stmt::Kind::Expression: out += print(s.exprs[0]) + ";\n"; break;
    case Stmt::Kind::Declare: write_words(s, " = ", out); break;
    case Stmt::Kind::Jump: write_words(s, " ", out); break;
    case Stmt::Kind::If: write_if(s, depth, out); break;
    case Stmt::Kind::While:
      out += "while (" + print(s.exprs[0]) + ')';
      write_block(s.body, depth, out);
      out += '\n';
      break;
    case Stmt::Kind::DoWhile:
      out += "do";
      write_block(s.body, depth, out);
      out += " while (" + print(s.exprs[0]) + ");\n";
      break;
    case Stmt::Kind::For: write_for(s, depth, out); break;
    case Stmt::Kind::Switch:
      out += "switch (" + print(s.exprs[0]) + ')';
      write_block(s.body, depth, out);
      out += '\n';
      break;
    case Stmt::Kind::Case: write_case(s, depth, out); break;
    case Stmt::Kind::Label: out += s.text + ":;\n"; break;
    case Stmt::Kind::Block:
      out += "{\n";
      print_statements(s.body, depth + 1, out);
      out.append(std::size_t{4} * depth, ' ');
      out += "}\n";
      break;
  }
}

}  // namespace

std::string print(const Expr& expression) {
  std::string out;
  write(expression, out);
  return out;
}

void print_statements(const std::vector<Stmt>& statements, unsigned depth, std::string& out) {
  for (const Stmt& s : statements) write(s, depth, out);
}

}  // namespace assay::analyzer::c
