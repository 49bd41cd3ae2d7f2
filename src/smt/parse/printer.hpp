#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "assay/smt/script.hpp"
#include "smt/parse/sharing.hpp"
#include "smt/parse/written_names.hpp"

namespace assay::smt {

/// Prints terms, iteratively, with a `let` for each shared sub-term.
class TermPrinter {
 public:
  TermPrinter(const TermStore& store, const Dialect& dialect);
  /// `parameters`: the parameters of the function whose body `root` is.
  void print(TermId root, std::string& out, std::span<const BoundVariable> parameters = {});
  /// The names of parameters with which print() prints the body.
  [[nodiscard]] const WrittenNames& names_of(TermId body, std::span<const BoundVariable> parameters) {
    names_.analyze(body, parameters);
    return names_;
  }
  /// Notes a declared function. Constants of the same name but several sorts are then printed with their sorts.
  void declare(FunctionId function);

 private:
  enum class Step : std::uint8_t {
    Use,    ///< the let name, or the term itself
    Whole,  ///< the term itself
    Bind,   ///< `(name ` for the term, which is printed next
    Text,
    Attribute,  ///< of the term, by number
    Forget,     ///< the names of a region
    Leave,
  };
  struct Action {
    Step step;
    TermId term;
    std::string_view text;
    std::uint32_t number = 0;
  };

  /// Prints the outermost annotations before all lets, because cvc5 rejects :named inside a let. Returns the inner
  /// term.
  TermId annotations(TermId root);
  void use(TermId term);
  void whole(TermId term);
  /// These print a head and return true if the caller must print the arguments.
  bool application_head(TermId term);
  bool operator_head(TermId term);
  bool function_head(TermId term);
  void applied_value(TermId term, std::string_view name);
  void indexed(std::string_view name, std::span<const Index> indices);
  void binder(TermId term);
  void match_case(TermId term);
  void annotated(TermId term);
  void attribute(TermId term, std::uint32_t number);
  [[nodiscard]] std::span<const Attribute> attributes_of(TermId term) const;
  void text(std::string_view text) { actions_.push_back({Step::Text, {}, text}); }
  void children_in_reverse(std::span<const TermId> children);
  /// Pushes the lets of a region around what `body` prints (and the pops of their parentheses).
  void lets(std::uint32_t region, TermId body);
  [[nodiscard]] std::string_view spelling(OperatorId op) const;
  [[nodiscard]] bool needs_ascription(TermId call) const;

  const TermStore& store_;
  const Dialect& dialect_;
  std::vector<std::pair<OperatorId, std::string_view>> respelled_;
  std::unordered_map<std::uint32_t, FunctionId> constants_;  ///< declared constants by name
  std::unordered_set<std::uint32_t> overloaded_;
  Sharing sharing_;
  WrittenNames names_;
  std::vector<Action> actions_;
  std::string* out_ = nullptr;
  std::uint32_t next_name_ = 0;
};

/// Prints the commands of one script.
class CommandPrinter {
 public:
  CommandPrinter(const TermStore& store, const Dialect& dialect) : store_(store), terms_(store, dialect) {}
  void print(const Command& command, std::string& out);
  void declare(const Command& command) {
    for (const FunctionId function : command.functions) terms_.declare(function);
  }

 private:
  /// Prints "(name before TERM after)" with the command's first term.
  void with_term(std::string_view name, std::string_view before, const Command& command, std::string_view after,
                 std::string& out);
  void declaration(const Command& command, std::string& out);
  void definition(const Command& command, std::string& out);
  void recursive(const Command& command, std::string& out);
  void signature(const Function& function, std::string& out);
  void datatypes(const Command& command, std::string& out);
  void constructors(const Datatype& datatype, std::string& out);
  void term_list(std::string_view name, const Command& command, std::string& out);

  const TermStore& store_;
  TermPrinter terms_;
};

}  // namespace assay::smt
