#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "smt/parse/reader.hpp"

namespace assay::smt {

/// Reads terms with an explicit stack: one frame for each open parenthesis. A `let` name is replaced by its term.
class TermReader {
 public:
  explicit TermReader(Reader& reader) : reader_(reader), store_(reader.store) {}

  TermId read();
  /// Reads `((x S) ...)` and binds the variables under unique names. `spelled` gets the written names, for unbind().
  std::vector<BoundVariable> read_variables(std::vector<SymbolId>& spelled);
  void unbind(const std::vector<SymbolId>& spelled);

 private:
  enum class Kind : std::uint8_t { Apply, ApplyTerm, Let, Binder, Annotation, Match, Case };
  /// Data that only some kinds of frames need.
  struct Details {
    Head head;
    std::vector<SymbolId> names;  ///< the bound names as written
    BinderInfo binder;
    std::vector<Attribute> attributes;
    std::string name;  ///< of :named
  };
  struct Frame {
    Kind kind = Kind::Apply;
    std::uint8_t state = 0;
    SourceLocation where;
    SymbolId head;
    std::size_t base = 0;  ///< position of the frame's first value in values_
    std::unique_ptr<Details> details;
  };

  void start();
  void start_list(SourceLocation where);
  bool start_special(SourceLocation where);
  void start_underscore(SourceLocation where);
  /// Whether `(_ name ...` is an application of a term, not an indexed identifier.
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
  std::unordered_map<std::uint32_t, TermId> renamed_;  ///< let-bound terms, renamed for use inside the current binders
};

}  // namespace assay::smt
