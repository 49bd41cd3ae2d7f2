#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/smt/script.hpp"

namespace assay::smt {

/// Prints terms of one store, every shared sub-term once, by `let`. Keep one for all terms of a script: it reuses its
/// memory.
///
/// A scope is a whole term, a binder's body, or a definition's body. Each scope binds, in front of it, the shared terms
/// that have one of its variables free but none of an inner scope (the whole term: the closed ones). Lets that need
/// other lets come in later blocks.
class TermPrinter {
 public:
  TermPrinter(const TermStore& store, const Dialect& dialect) : store_(store), dialect_(dialect) {}

  void print(TermId term, std::string& out) { print(term, {}, out); }
  /// The body of a definition with these parameters.
  void print(TermId term, std::span<const BoundVariable> parameters, std::string& out);

 private:
  struct Mark {
    std::uint32_t plan = 0;  ///< the last plan that saw the term; the fields below are that plan's
    std::uint32_t uses = 0;
    std::uint32_t level = 0;  ///< of lets at or below the term
    std::uint32_t let = 0;    ///< number of its name while its scope is open; 0: none
  };
  struct Scope {
    std::vector<TermId> bound;  ///< terms with a name
  };
  struct Task {
    enum class Kind : std::uint8_t { Term, Definition, Text, Name, Body, EndScope, Attributes, Bare };
    Kind kind = Kind::Text;
    TermId term;  ///< Name: number of a let
    const char* text = nullptr;
  };

  void run(std::string& out);
  void expand(TermId term, std::string& out);
  void expand_apply(TermId term, std::string& out);
  void expand_call(TermId term, std::string& out);
  void expand_binder(TermId term, std::string& out);
  void expand_case(TermId term, std::string& out);
  void expand_match(TermId term, std::string& out);
  void push_arguments(std::span<const TermId> arguments);
  void push_attributes(std::span<const Attribute> attributes, std::span<const TermId> children);
  void text(const char* words) { tasks_.push_back({Task::Kind::Text, {}, words}); }
  void task(Task::Kind kind, TermId term) { tasks_.push_back({kind, term, nullptr}); }

  void open_scope(TermId body, std::span<const BoundVariable> variables, bool closed_too);
  void plan(TermId body, std::span<const BoundVariable> variables, bool closed_too, std::vector<TermId>& shared);
  [[nodiscard]] bool belongs(TermId term, std::span<const BoundVariable> variables, bool closed_too) const;
  [[nodiscard]] bool worth_a_name(TermId term) const;
  [[nodiscard]] bool relevant(TermId term, std::span<const BoundVariable> variables, bool closed_too) const;
  Mark& mark(TermId term);
  void avoid(SymbolId name);
  void append_let_name(std::uint32_t number, std::string& out) const;

  const TermStore& store_;
  const Dialect& dialect_;
  std::vector<Mark> marks_;
  std::uint32_t plan_ = 0;
  std::uint32_t next_let_ = 1;
  std::string prefix_ = "_l";
  std::vector<Task> tasks_;
  std::vector<Scope> scopes_;
  std::vector<SymbolId> visible_;  ///< variables of the open scopes
};

}  // namespace assay::smt
