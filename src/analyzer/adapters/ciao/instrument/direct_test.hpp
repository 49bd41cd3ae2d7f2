#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/term/term.hpp"
#include "analyzer/fact/fact.hpp"

namespace assay::analyzer::ciao {

/// Compiles properties to goals that succeed if the property holds, without bindings, exceptions, or interpretation of
/// the property at run time. The goals use the runtime (data/analyzers/runtime/assay_check.pl).
class DirectTests {
 public:
  struct Test {
    std::string goal;  ///< a goal about the variables by their names; empty: there is no test
    std::string skip;  ///< why there is no test
  };
  [[nodiscard]] Test compile(const Property& property);
  /// The predicates that the goals call.
  [[nodiscard]] const std::string& predicates() const { return predicates_; }
  /// Whether the goals need Ciao's package of run-time checks.
  [[nodiscard]] bool asks_ciao() const { return asks_ciao_; }

 private:
  [[nodiscard]] Test named(const Named& named);
  [[nodiscard]] Test sharing(const Named& named);
  [[nodiscard]] Test instance(const Named& named);
  [[nodiscard]] Test agrees(const Named& named);
  [[nodiscard]] Test any_of(const Named& named);

  // Types (direct_types.cpp).
  using Definitions = std::map<std::string, std::vector<Term>>;
  [[nodiscard]] Test type(const std::string& variable, const Term& type, const std::vector<std::string>& definitions);
  /// The name of the predicate that tests a type; empty: the type cannot be tested.
  [[nodiscard]] std::string type_predicate(const Term& type, const Definitions& definitions, const std::string& key);
  [[nodiscard]] bool type_clauses(const std::string& name, const std::vector<Term>& clauses,
                                  const Definitions& definitions, const std::string& key, std::string& out);
  [[nodiscard]] bool type_clause(const std::string& name, const Term& clause, const Definitions& definitions,
                                 const std::string& key, std::string& out);

  std::string predicates_;
  std::map<std::string, std::string> shared_;  ///< names of generated predicates, by what they test
  std::size_t made_ = 0;
  bool asks_ciao_ = false;
};

}  // namespace assay::analyzer::ciao
