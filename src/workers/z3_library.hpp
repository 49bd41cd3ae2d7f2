#pragma once

#include <z3.h>

#include <string>
#include <vector>

/// libz3 in this process, for assay-z3-worker. The context is replaced after an error and after every 50 texts.
class Z3Library {
 public:
  Z3Library() = default;
  ~Z3Library() { close(); }
  Z3Library(const Z3Library&) = delete;
  Z3Library& operator=(const Z3Library&) = delete;

  /// The solver's output for an SMT-LIB script.
  std::string solve(const std::string& script);
  /// The output for a program of muZ (declare-rel, declare-var, rule, query, echo), with the answers of all queries.
  std::string derive(const std::string& program);

 private:
  void open();
  void close();
  [[nodiscard]] bool failed() const { return Z3_get_error_code(context_) != Z3_OK; }
  /// The current error, formatted like z3's errors.
  [[nodiscard]] std::string error_text() const;
  std::string answers(Z3_fixedpoint fixedpoint, const std::string& program);
  std::string answer(Z3_fixedpoint fixedpoint, Z3_func_decl relation);
  std::vector<std::string> all_at_once(Z3_fixedpoint fixedpoint, std::vector<Z3_func_decl>& relations);

  Z3_context context_ = nullptr;
  unsigned served_ = 0;
};
