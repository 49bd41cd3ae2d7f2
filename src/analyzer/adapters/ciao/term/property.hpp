#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/term/output.hpp"
#include "analyzer/fact/fact.hpp"

namespace assay::analyzer::ciao {

/// The analyzer's statement about a point or a predicate's calls: a conjunction of facts.
struct Description {
  std::vector<Property> parts;
  std::vector<std::string> unread;  ///< reasons, one for each part that is not read
  bool fails = false;               ///< no run reaches the point
};

/// The definitions of the types in one output.
class TypeTable {
 public:
  explicit TypeTable(const Module& module);
  /// Whether the type (with the arity of its predicate) is built in or defined.
  [[nodiscard]] bool known(const std::string& name, std::size_t arity) const;
  /// The text of the clauses that define the type and all types that it uses; empty for a built-in type.
  [[nodiscard]] std::vector<std::string> definitions(const std::string& name, std::size_t arity) const;

 private:
  std::map<std::string, std::vector<const Clause*>> clauses_;
};

/// Reads (p1, p2, ...) as CiaoPP prints it. Properties of variables outside of the scope are unread; sharing is read
/// for the variables in the scope.
[[nodiscard]] Description describe(const Term& conjunction, const TypeTable& types,
                                   const std::vector<std::string>& scope);
/// Reads (c1 ; c2): one property "any of", whose arguments are the conjunctions and the definitions of their types.
[[nodiscard]] Description describe_point(const Term& formula, const TypeTable& types,
                                         const std::vector<std::string>& scope);

inline constexpr const char* kAnyOf = "any of";
/// The alternatives of an "any of", each a conjunction. Nullopt: it cannot be read.
[[nodiscard]] std::optional<std::vector<std::vector<Named>>> alternatives_of(const Named& any_of);
/// Prefix of the name of a property that claims: Ciao's run-time check and ours agree.
inline constexpr std::string_view kAgrees = "agreement on ";
/// Prefix of an argument that defines a type.
inline constexpr std::string_view kTypeMark = "type ";

}  // namespace assay::analyzer::ciao
