#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/program/c_unit.hpp"

namespace assay::analyzer::c {

/// A condition, and what is known of local variables if it is true, and if it is false.
struct Condition {
  using Knowledge = std::vector<std::pair<std::size_t, Range>>;
  Expr expr;
  Knowledge yes, no;
};

/// Generates the body of one function. It tracks an interval for each local variable at the current point, and draws
/// only expressions that these intervals allow. Loops forget the intervals of variables that their body may change;
/// labels forget all intervals.
class Body {
 public:
  Body(Unit& unit, Function& function, core::Rng rng);
  void make();

  using Make = bool (Body::*)(std::vector<Stmt>&);

 private:
  // c_clamp.cpp
  struct BoundedVariable {
    std::size_t slot = 0;
    Whole low = 0, high = 0;
  };
  std::optional<BoundedVariable> bounded(bool to_write);
  std::optional<Expr> clamped();
  bool limit(std::vector<Stmt>& out);

  // c_barrier.cpp
  bool barrier_statement(std::vector<Stmt>& out);
  bool keep_value(std::vector<Stmt>& out);
  bool pass_value(std::vector<Stmt>& out);

  // c_object.cpp
  bool object_statement(std::vector<Stmt>& out);
  bool bit_fields(std::vector<Stmt>& out);
  bool store_bits(std::vector<Stmt>& out);
  bool call_through_pointer(std::vector<Stmt>& out);
  bool move_elements(std::vector<Stmt>& out);
  bool copy_restricted(std::vector<Stmt>& out);
  bool shift_at_width(std::vector<Stmt>& out);

  // c_class.cpp
  bool class_statement(std::vector<Stmt>& out);
  bool virtual_call(std::vector<Stmt>& out);
  bool lambda(std::vector<Stmt>& out);
  bool reference(std::vector<Stmt>& out);
  bool template_call(std::vector<Stmt>& out);

  // c_real.cpp
  [[nodiscard]] bool has_special_reals() const;
  [[nodiscard]] std::vector<std::size_t> reals(bool to_write) const;
  Expr real_constant(Whole value, bool half, Scalar type);
  Expr near_real(const Range& range, Scalar type);
  Expr real_leaf();
  Expr real(unsigned depth);
  Expr fit_real(Expr of, Scalar type, const Range& home);
  Condition compare_real();
  bool real_statement(std::vector<Stmt>& out);
  bool declare_real(std::vector<Stmt>& out);
  bool assign_real(std::vector<Stmt>& out);
  bool convert_real(std::vector<Stmt>& out);

  using Stmts = std::vector<Stmt>;
  using Ranges = std::vector<Range>;

  // c_body.cpp: scopes and intervals.
  struct Mark {
    std::size_t slots, arrays, texts, pointers, records;
  };
  [[nodiscard]] Mark mark() const;
  void release(const Mark& mark);
  std::size_t add_slot(ScalarPlace slot);
  void add_record(const RecordValue& value);
  void add_parameters();
  std::string fresh(std::string_view prefix);
  void learn(const Condition::Knowledge& knowledge);
  void join(const Ranges& other);
  void forget_all();
  void begin_expression();
  Whole draw(const Range& in);
  [[nodiscard]] bool may_read(std::size_t slot) const;
  [[nodiscard]] std::vector<std::size_t> readable() const;
  [[nodiscard]] std::vector<std::size_t> writable() const;
  [[nodiscard]] std::vector<std::size_t> locals() const;
  void note_write(std::size_t slot, const Range& range);
  void spend(std::uint64_t statements = 1);
  void block(Stmts& out, unsigned statements);
  void show_unused(Stmts& out, std::size_t from);
  void statement(Stmts& out);
  void prologue(Stmts& out);
  void epilogue(Stmts& out);
  void give_back(Stmts& out, Expr value);

  // c_expression.cpp
  Whole landmark(const Range& in);
  Expr read(std::size_t slot);
  Expr leaf_expression();
  Expr expression(unsigned depth);
  Expr arithmetic(unsigned depth);
  Expr division(unsigned depth);
  Expr shifting(unsigned depth);
  Expr bitwise(unsigned depth);
  Expr unary(unsigned depth);
  Expr casting(unsigned depth);
  Expr choice(unsigned depth);
  Expr side_effect(unsigned depth);
  Expr inner_write(std::size_t slot, unsigned depth);
  Expr pure_call(unsigned depth);
  Expr truth_value(unsigned depth);
  Expr repaired(std::string_view op, Expr a, Expr b);
  Expr narrowed(Expr of);
  Expr fit(Expr of, Scalar type, const Range& home);
  std::optional<Expr> array_element(bool to_write, unsigned depth);
  Expr index_within(unsigned size, unsigned depth);
  std::optional<Expr> assignment(std::size_t slot, std::string_view op, const Expr& value);
  std::optional<Expr> step(std::size_t slot);

  // c_condition.cpp
  Condition condition(unsigned depth);
  Condition comparison();
  Condition compare_slot(std::size_t slot);
  Condition compare_expression();
  Condition mask_test();
  Condition range_test();
  Condition plain_truth();
  Condition text_test();
  Condition pointer_test();

  // c_statement.cpp
  bool assign(Stmts& out);
  bool compound(Stmts& out);
  bool increment(Stmts& out);
  bool declare(Stmts& out);
  bool declare_static(Stmts& out, ScalarPlace slot);
  bool branch(Stmts& out);
  bool implied(Stmts& out);
  bool leave(Stmts& out);
  bool switching(Stmts& out);
  bool boolean(Stmts& out);
  bool comma(Stmts& out);
  bool enumeration(Stmts& out);
  bool late_value(Stmts& out);
  std::optional<std::vector<std::pair<std::string, Whole>>> switch_labels(const Expr& subject);

  // c_loop.cpp
  struct Loop {
    bool may_continue = false;  ///< "continue" executes the step that makes the loop end
    bool is_switch = false;
    std::optional<Ranges> at_break;  ///< for a switch
    std::string way_out;             ///< a label behind the outermost loop
    bool way_out_used = false;
  };
  struct Frozen {
    Ranges before;
    std::vector<std::size_t> kept;
    std::vector<std::size_t> locked;
  };
  Frozen enter_loop(unsigned trips, bool may_continue);
  void leave_loop(Stmts& out, const Frozen& frozen, unsigned trips);
  [[nodiscard]] bool affordable(unsigned trips) const;
  bool counting(Stmts& out);
  bool halving(Stmts& out);
  bool bounded_while(Stmts& out);
  bool do_while(Stmts& out);
  bool endless(Stmts& out);
  bool down(Stmts& out);
  bool exit_loop(Stmts& out);
  bool variable_bound(Stmts& out);
  struct Count {
    Scalar type = Scalar::Int;
    Whole start = 0, bound = 0, step = 1;
    std::string_view op = "<";
    Range inside;  ///< values in the body
    Whole last = 0;
    unsigned trips = 0;
  };
  std::optional<Count> draw_count();
  std::size_t counter(Stmts& out, Scalar type, const Expr& start, const Range& home);

  // c_pointer.cpp
  bool store_element(Stmts& out);
  bool fill_array(Stmts& out);
  bool local_array(Stmts& out);
  bool point(Stmts& out);
  bool store_through(Stmts& out);
  bool walk(Stmts& out);
  bool local_record(Stmts& out);
  bool copy_record(Stmts& out);
  bool local_union(Stmts& out);
  bool swap_through(Stmts& out);
  std::vector<std::string> addresses(Scalar type, std::size_t outlives, bool to_write) const;
  void declare_addressed(Stmts& out, Scalar type);

  // c_call.cpp
  std::optional<Expr> call_to(const Function& callee, unsigned depth);
  std::optional<Expr> argument(const Parameter& parameter, unsigned depth);
  bool call_statement(Stmts& out);
  bool recurse(Stmts& out);
  bool call_twice(Stmts& out);
  const Function* affordable_callee();
  bool use_result(Stmts& out, const Expr& result);

  // c_text.cpp
  bool local_text(Stmts& out);
  bool store_text(Stmts& out);
  bool library_text(Stmts& out);
  bool append_text(Stmts& out);
  bool scan_text(Stmts& out);
  [[nodiscard]] const Text* any_text(bool to_write);
  Expr text_length();
  std::string quoted(unsigned least, unsigned most);

  friend struct Productions;

  Unit& unit_;
  Function& function_;
  core::Rng rng_;
  std::vector<ScalarPlace> slots_;
  Ranges now_;                   ///< by slot
  std::vector<unsigned> locks_;  ///< by slot: number of loops that must not write it
  std::vector<Array> arrays_;
  std::vector<Text> texts_;
  std::vector<Pointer> pointers_;
  std::vector<RecordValue> records_;
  std::vector<Loop> loops_;

  // The accesses of the current full expression: a program must not depend on the order of evaluation (6.5p2).
  std::vector<std::size_t> read_, written_;
  bool memory_read_ = false;
  bool memory_written_ = false;
  unsigned conditional_ = 0;  ///< depth of nested parts that may not be evaluated

  Mark whole_{};  ///< names that the whole function sees
  unsigned names_ = 0;
  unsigned left_ = 0;        ///< number of statements that may still be drawn
  unsigned depth_ = 0;       ///< depth of blocks
  std::uint64_t trips_ = 1;  ///< maximum number of times that one call reaches the current point
  bool alive_ = true;        ///< whether the current point can be reached
  bool out_used_ = false;
  bool recursive_ = false;
  unsigned fuel_calls_ = 0;
  std::optional<Range> returned_;
};

}  // namespace assay::analyzer::c
