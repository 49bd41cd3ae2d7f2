#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "smt/parse/reader.hpp"

namespace assay::smt {

/// Takes terms. One frame for each open parenthesis; lets bind sub-terms of the DAG and leave no trace in it.
class TermReader {
 public:
  explicit TermReader(Reader& reader) : reader_(reader), store_(reader.store) {}

  TermId read();
  /// Takes `((x S) ...)` and binds the variables, renamed apart. `spelled` gets the names as written, for unbind().
  std::vector<BoundVariable> read_variables(std::vector<SymbolId>& spelled);
  void unbind(const std::vector<SymbolId>& spelled);

 private:
  enum class Kind : std::uint8_t { Apply, ApplyTerm, Let, Binder, Annotation, Match, Case };
  /// What only some frames need.
  struct Details {
    Head head;
    std::vector<SymbolId> names;  ///< let: in order; binder, case: as written
    BinderInfo binder;
    std::vector<Attribute> attributes;
    std::string name;  ///< of :named
    bool in_list = false;
  };
  struct Frame {
    Kind kind = Kind::Apply;
    std::uint8_t state = 0;
    SourceLocation where;
    SymbolId head;
    std::size_t base = 0;  ///< where its values begin
    std::unique_ptr<Details> details;
  };

  void start();
  void start_list(SourceLocation where);
  bool start_special(SourceLocation where);
  void start_underscore(SourceLocation where);
  /// Whether `(_ name ...` applies a term and is no indexed identifier.
  [[nodiscard]] bool names_a_term(const Token& token) const;
  void start_nested_head(SourceLocation where);
  void start_binder(SourceLocation where, BinderKind kind);
  void push_frame(Kind kind, SourceLocation where, std::unique_ptr<Details> details = nullptr);
  void push_application(SourceLocation where, Head head);
  Head read_identifier_tail(bool ascribed);
  void read_indices(Head& head);

  void atom();
  void named(SymbolId name, SourceLocation where);
  TermId referenced(SymbolId name, SourceLocation where);

  void step();
  void step_application(Frame& frame);
  void step_let(Frame& frame);
  void step_binder(Frame& frame);
  void complete_comprehension(BinderInfo& binder, std::vector<TermId>& children);
  void step_annotation(Frame& frame);
  void step_match(Frame& frame);
  void step_case(Frame& frame);
  void start_case(TermId subject);
  void read_pattern(Details& details, TermId subject);
  void bind_pattern_variable(Details& details, SortId sort);
  void finish_application(Frame& frame);
  void finish_annotation(Frame& frame);
  void finish(std::size_t base, TermId result);
  void define_named(const std::string& name, TermId term);
  void bind_variable(SymbolId spelled, BoundVariable& variable);

  Reader& reader_;
  TermStore& store_;
  std::vector<Frame> frames_;
  std::vector<TermId> values_;
  std::vector<TermId> arguments_;
  std::unordered_map<std::uint32_t, TermId> renamed_;  ///< let-bound terms as they read inside the innermost binder
};

}  // namespace assay::smt
