#pragma once

#include <z3.h>

#include <string>
#include <vector>

/// libz3 in this process, for assay-z3-worker. A context is made anew after an error and after so many texts.
class Z3Library {
 public:
  Z3Library() = default;
  ~Z3Library() { close(); }
  Z3Library(const Z3Library&) = delete;
  Z3Library& operator=(const Z3Library&) = delete;

  /// What the solver prints for an SMT-LIB script.
  std::string solve(const std::string& script);
  /// What it prints for a program of muZ (declare-rel, declare-var, rule, query, echo), with all answers shown.
  std::string derive(const std::string& program);

 private:
  void open();
  void close();
  [[nodiscard]] bool failed() const { return Z3_get_error_code(context_) != Z3_OK; }
  /// As z3 prints an error.
  [[nodiscard]] std::string complaint() const;
  std::string answers(Z3_fixedpoint fixedpoint, const std::string& program);
  std::string answer(Z3_fixedpoint fixedpoint, Z3_func_decl relation);
  std::vector<std::string> all_at_once(Z3_fixedpoint fixedpoint, std::vector<Z3_func_decl>& relations);

  Z3_context context_ = nullptr;
  unsigned served_ = 0;
};
