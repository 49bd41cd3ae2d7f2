#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "assay/smt/term.hpp"

namespace assay::smt {

/// The meaning of a name as a sort.
struct SortMeaning {
  enum class Kind : std::uint8_t { Declared, Defined, Datatype, Placeholder, Parameter };
  Kind kind = Kind::Declared;
  std::uint64_t arity = 0;
  std::vector<SymbolId> parameters;  ///< Defined, Placeholder
  SortId body;                       ///< Defined, Placeholder
  DatatypeId datatype;               ///< Datatype
};

/// The meanings of names at a position in a script: declarations with their assertion levels, and local names in terms.
class Scope {
 public:
  struct Local {
    TermId term;
    bool variable = false;  ///< bound by a binder, not by let
  };

  explicit Scope(TermStore& store) : store_(store) {}

  void declare(SymbolId name, FunctionId function);
  /// Removes the newest declaration of a function of this name.
  void take_back(SymbolId name);
  /// The functions of this name, newest last. More than one if the name is overloaded.
  [[nodiscard]] const std::vector<FunctionId>& functions(SymbolId name) const;
  void declare(SymbolId name, SortMeaning sort);
  /// Removes the newest sort of this name.
  void forget_sort(SymbolId name);
  [[nodiscard]] const SortMeaning* sort(SymbolId name) const;
  /// Notes the use of an undeclared sort. A later declaration of this name is an error.
  void note_opaque_sort(SymbolId name) { opaque_sorts_.insert(name.index); }
  [[nodiscard]] bool is_opaque_sort(SymbolId name) const { return opaque_sorts_.contains(name.index); }

  void bind(SymbolId name, TermId term, bool variable);
  void unbind(SymbolId name);
  [[nodiscard]] const Local* local(SymbolId name) const;

  void set_global_declarations(bool global) { global_ = global; }
  void push(std::uint64_t levels);
  void pop(std::uint64_t levels);
  void clear();

  /// Notes all names that are declared anywhere in the text. fresh() does not return them.
  void note_declarations(std::string_view text);
  /// The first free name of `wanted`, wanted!1, wanted!2 ...: not declared, not an operator, and not bound by an
  /// enclosing binder.
  [[nodiscard]] SymbolId fresh(SymbolId wanted, const std::unordered_set<std::uint32_t>& also_taken = {});
  /// Whether an enclosing binder's variable has this name (after renaming).
  [[nodiscard]] bool is_bound(SymbolId name) const { return bound_.contains(name.index); }
  [[nodiscard]] bool anything_bound() const { return !bound_.empty(); }

 private:
  struct Entry {
    std::vector<FunctionId> functions;
    std::vector<SortMeaning> sorts;
    std::vector<Local> locals;
  };
  struct Undo {
    SymbolId name;
    bool sort = false;
  };
  [[nodiscard]] const Entry* find(SymbolId name) const;
  [[nodiscard]] bool taken(SymbolId name, const std::unordered_set<std::uint32_t>& also_taken) const;

  TermStore& store_;
  std::unordered_map<std::uint32_t, Entry> entries_;
  std::unordered_map<std::uint32_t, std::uint32_t> bound_;  ///< number of enclosing binders, by name
  std::unordered_set<std::uint32_t> declared_;
  std::unordered_set<std::uint32_t> opaque_sorts_;
  std::unordered_map<std::uint32_t, std::uint32_t> next_suffix_;
  std::vector<Undo> trail_;
  std::vector<std::size_t> levels_;
  bool global_ = false;
};

}  // namespace assay::smt
