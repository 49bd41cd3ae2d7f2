#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/term/output.hpp"
#include "assay/analyzer/fact.hpp"

namespace assay::analyzer::ciao {

/// What the analyzer says of a point or of a predicate's calls, in parts that are each a fact: a conjunction.
struct Described {
  std::vector<Property> parts;
  std::vector<std::string> unread;  ///< reasons, one for each part that is none
  bool fails = false;               ///< no run gets there
};

/// Definitions of the types that one output names.
class TypeTable {
 public:
  explicit TypeTable(const Module& module);
  /// Whether the name of a type (with the arity of its predicate) is known: built in, or defined.
  [[nodiscard]] bool known(const std::string& name, std::size_t arity) const;
  /// The clauses that define the type of this predicate and those that it needs, as text; empty for a built-in one.
  [[nodiscard]] std::vector<std::string> definitions(const std::string& name, std::size_t arity) const;

 private:
  std::map<std::string, std::vector<const Clause*>> clauses_;
};

/// Reads (p1, p2, ...) as CiaoPP prints it. What is said of variables that are not in the scope is unread: sharing is
/// read as far as it is about those that are.
[[nodiscard]] Described describe(const Term& conjunction, const TypeTable& types,
                                 const std::vector<std::string>& scope);
/// Reads (c1 ; c2): one property "any of", whose arguments are the conjunctions and what defines their types.
[[nodiscard]] Described describe_point(const Term& formula, const TypeTable& types,
                                       const std::vector<std::string>& scope);

inline constexpr const char* kAnyOf = "any of";
/// The alternatives of an "any of": conjunctions. Nothing: it cannot be read.
[[nodiscard]] std::optional<std::vector<std::vector<Named>>> alternatives_of(const Named& any_of);
/// Before the name of a property: Ciao's run-time check of it and ours say the same.
inline constexpr std::string_view kAgrees = "agreement on ";
/// What an argument that defines a type begins with.
inline constexpr std::string_view kTypeMark = "type ";

}  // namespace assay::analyzer::ciao
