#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/adapters/ciao/term/term.hpp"
#include "analyzer/fact/fact.hpp"

namespace assay::analyzer::ciao {

/// Compiles properties to tests inside of Ciao's engine (data/analyzers/runtime/assay_ciao.c), which succeed quickly if
/// a property certainly holds. The direct tests in Prolog remain, and judge all other cases.
class EngineTests {
 public:
  /// The operators for a property of a point whose arguments are `scope`; nullopt: it has none.
  [[nodiscard]] std::optional<std::string> words(const Property& property, const std::vector<std::string>& scope);
  /// Defines a point's program. Without operators, it only counts the visit and looks for cyclic terms. `known`:
  /// arguments that are known to be ground, which are not traversed again.
  void define_point(std::size_t number, const std::vector<std::string>& scope, const std::set<std::string>& known,
                    const std::vector<std::string>& words);
  /// The facts as__code(point or type, NUMBER, WORDS), which a checked program loads.
  [[nodiscard]] const std::string& code() const { return code_; }

  static constexpr std::size_t kMaxArguments = 30;  ///< of a point: bits of a small integer, and of as__at's arity

 private:
  using Definitions = std::map<std::string, std::vector<Term>>;
  [[nodiscard]] std::optional<std::string> named(const Named& named, const std::vector<std::string>& scope);
  [[nodiscard]] std::optional<std::string> sharing(const Named& named, const std::vector<std::string>& scope);
  [[nodiscard]] std::optional<std::string> any_of(const Named& named, const std::vector<std::string>& scope);
  [[nodiscard]] std::optional<std::string> typed(const Named& named, const std::vector<std::string>& scope);
  [[nodiscard]] std::optional<std::string> instance(const Named& named, const std::vector<std::string>& scope);

  /// The number of a type, below 1 for a built-in type; nullopt: the engine's tests do not support it.
  [[nodiscard]] std::optional<long> type_number(const Term& type, const Definitions& definitions,
                                                const std::string& key);
  /// The variables of a pattern; each may occur once.
  struct Variables {
    std::map<std::string, std::vector<long>> types;  ///< the types that each variable has to have
    std::set<std::string> met;
  };
  /// The types of a variable at its first occurrence; nullopt: a second occurrence, since equality is not tested.
  [[nodiscard]] static std::optional<std::vector<long>> meet(const std::string& variable, Variables& variables);
  [[nodiscard]] std::optional<long> pattern_number(const Term& pattern, Variables& variables);
  [[nodiscard]] std::optional<std::string> alternative(const Term& pattern, Variables& variables);
  [[nodiscard]] std::optional<std::string> clause_words(const Term& clause, const Definitions& definitions,
                                                        const std::string& key);
  void define_type(long number, const std::vector<std::string>& alternatives);

  std::string code_ = "as__code(none,0,[]).\n";       ///< at least one clause, even without facts
  std::map<std::string, std::optional<long>> types_;  ///< by their text
  long made_ = 0;
};

}  // namespace assay::analyzer::ciao
