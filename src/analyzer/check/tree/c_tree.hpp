#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::analyzer {

/// The syntax tree of one file in C or C++, as clang prints it: what stands in the file itself, without its headers.
struct CNode {
  std::string kind;       ///< clang's: "BinaryOperator", "IfStmt"; empty: a part that is not there (`for (;;)`)
  std::size_t begin = 0;  ///< bytes of the file
  std::size_t end = 0;    ///< one past the last byte
  bool in_macro = false;  ///< begins or ends in the expansion of a macro
  std::string name;       ///< of a declaration
  std::string opcode;     ///< of an operator
  std::string cast;       ///< of a cast: "LValueToRValue"
  std::string type;       ///< canonical, without qualifiers at the top
  bool lvalue = false;
  bool bit_field = false;
  bool postfix = false;
  bool is_static = false;       ///< a declaration with static storage
  bool is_const = false;        ///< a declaration of a const number, or constexpr
  std::string referenced;       ///< name of the declaration that it refers to
  std::string referenced_kind;  ///< "VarDecl", "FunctionDecl", "ParmVarDecl", "EnumConstantDecl"
  std::uint64_t id = 0;         ///< of a declaration
  std::uint64_t referenced_id = 0;
  std::size_t parent = 0;  ///< index; the root's is its own
  std::vector<std::size_t> children;
};

class CTree {
 public:
  /// Reads what `clang -fsyntax-only -Xclang -ast-dump=json FILE` prints; `file` as it was given there.
  [[nodiscard]] static Result<CTree> parse(std::string_view json, std::string_view file, std::string source);

  [[nodiscard]] const std::vector<CNode>& nodes() const { return nodes_; }
  [[nodiscard]] const CNode& node(std::size_t index) const { return nodes_[index]; }
  [[nodiscard]] const std::string& source() const { return source_; }
  [[nodiscard]] bool is_cpp() const { return is_cpp_; }
  [[nodiscard]] std::string_view text(const CNode& node) const;
  /// Where the token stands that names what the expression does: the operator, the `(` of a call, the `[`, the `.`, a
  /// name, a literal. kNone: the node is no expression, or hides behind another (parentheses, implicit casts).
  [[nodiscard]] std::size_t main_token(const CNode& node) const;
  /// The outermost expression whose main token stands there; kNone: none does.
  [[nodiscard]] std::size_t expression_at(std::size_t offset) const;
  /// The offset of a line and column, counting from 1; kNone: there is no such place.
  [[nodiscard]] std::size_t offset(unsigned line, unsigned column) const;
  [[nodiscard]] unsigned line(std::size_t offset) const;
  /// The next byte from `offset` that is neither white space nor comment.
  [[nodiscard]] std::size_t skip_space(std::size_t offset) const;
  /// One past the last byte of a statement or a declaration, with the semicolon behind it.
  [[nodiscard]] std::size_t end_of_statement(std::size_t node) const;
  [[nodiscard]] std::size_t first_child(std::size_t node) const;

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

 private:
  std::string source_;
  bool is_cpp_ = false;
  std::vector<CNode> nodes_;
  std::vector<std::size_t> lines_;
  std::unordered_map<std::size_t, std::size_t> main_tokens_;  ///< only looked up
};

/// What is written for an operation in clusters: "+", "call", "variable", "[]", "literal".
[[nodiscard]] std::string operation_of(const CNode& node);

}  // namespace assay::analyzer
