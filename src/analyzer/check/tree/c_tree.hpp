#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::analyzer {

/// One node of the syntax tree of a C or C++ file, as clang prints it. The tree has the file itself, without its
/// headers.
struct CNode {
  std::string kind;       ///< clang's kind: "BinaryOperator", "IfStmt"; empty: a part that is missing (`for (;;)`)
  std::size_t begin = 0;  ///< offset in the file, in bytes
  std::size_t end = 0;    ///< one past the last byte
  bool in_macro = false;  ///< it begins or ends in the expansion of a macro
  std::string name;       ///< the name of a declaration
  std::string opcode;     ///< the operator of an operation
  std::string cast;       ///< the kind of a cast: "LValueToRValue"
  std::string type;       ///< canonical, without qualifiers at the outermost level
  bool lvalue = false;
  bool bit_field = false;
  bool postfix = false;
  bool is_static = false;       ///< a declaration with static storage
  bool is_const = false;        ///< a declaration of a const number, or constexpr
  std::string referenced;       ///< name of the declaration that the node refers to
  std::string referenced_kind;  ///< "VarDecl", "FunctionDecl", "ParmVarDecl", "EnumConstantDecl"
  std::uint64_t id = 0;         ///< identifies a declaration
  std::uint64_t referenced_id = 0;
  std::size_t parent = 0;  ///< index of the parent; the root is its own parent
  std::vector<std::size_t> children;
};

class CTree {
 public:
  /// Reads the output of `clang -fsyntax-only -Xclang -ast-dump=json FILE`; `file` is FILE.
  [[nodiscard]] static Result<CTree> parse(std::string_view json, std::string_view file, std::string source);

  [[nodiscard]] const std::vector<CNode>& nodes() const { return nodes_; }
  [[nodiscard]] const CNode& node(std::size_t index) const { return nodes_[index]; }
  [[nodiscard]] const std::string& source() const { return source_; }
  [[nodiscard]] bool is_cpp() const { return is_cpp_; }
  [[nodiscard]] std::string_view text(const CNode& node) const;
  /// The offset of the token that names the operation: the operator, the `(` of a call, the `[`, the `.`, a name, a
  /// literal. kNone: the node is no expression, or only wraps another (parentheses, implicit casts).
  [[nodiscard]] std::size_t main_token(const CNode& node) const;
  /// The outermost expression whose main token is at the offset; kNone: there is none.
  [[nodiscard]] std::size_t expression_at(std::size_t offset) const;
  /// The offset of a line and column, counting from 1; kNone: the file has no such place.
  [[nodiscard]] std::size_t offset(unsigned line, unsigned column) const;
  [[nodiscard]] unsigned line(std::size_t offset) const;
  /// The next byte from `offset` that is neither white space nor comment.
  [[nodiscard]] std::size_t skip_space(std::size_t offset) const;
  /// One past the last byte of a statement or a declaration, including its semicolon.
  [[nodiscard]] std::size_t end_of_statement(std::size_t node) const;
  [[nodiscard]] std::size_t first_child(std::size_t node) const;

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

 private:
  std::string source_;
  bool is_cpp_ = false;
  std::vector<CNode> nodes_;
  std::vector<std::size_t> lines_;
  std::unordered_map<std::size_t, std::size_t> main_tokens_;  ///< only for lookups: its order is not fixed
};

/// The operation in a fact's class: "+", "call", "variable", "[]", "literal".
[[nodiscard]] std::string operation_of(const CNode& node);

}  // namespace assay::analyzer
