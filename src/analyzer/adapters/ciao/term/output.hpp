#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/adapters/ciao/term/term.hpp"

namespace assay::analyzer::ciao {

/// An assertion about a predicate: if a call that `calls` describes succeeds, it has `success`; `computation` holds for
/// all of these calls. An absent part makes no statement.
struct PredicateInfo {
  std::string status;  ///< "true", "entry", "check", ...
  Term head;
  std::optional<Term> calls, success, computation;
};

/// One member of a clause's body: a goal of the program, or the analyzer's statement about the point there.
struct BodyItem {
  bool is_point = false;
  Term term;
};

struct Clause {
  Term head;
  std::vector<BodyItem> body;
  unsigned line = 0;
  std::size_t begin = 0, end = 0;
};

/// A Prolog module with assertions, as written by a user, or as printed by CiaoPP with its results.
struct Module {
  std::vector<std::string> exports;  ///< "p/2"
  bool exports_all = true;           ///< the module has no list of exports
  std::vector<std::string> packages;
  std::vector<Term> directives;  ///< use_module and other directives that the members below do not hold
  std::vector<PredicateInfo> infos;
  std::vector<std::string> regtypes;  ///< "rt5/1": the clauses of these predicates define types
  std::vector<Clause> clauses;
  std::vector<std::string> unread;  ///< clauses that cannot be read

  [[nodiscard]] bool defines(std::string_view indicator) const;
  [[nodiscard]] bool is_type(std::string_view indicator) const;
};
[[nodiscard]] Module read_module(std::string_view text);

/// The predicate of the source for a predicate of the output: p/2 for version p_2/2, and go/3 for the disjunction
/// go/3/1/$disj/1. `clause` (from 0) is the source's clause that contains a disjunction, if the name says it.
struct Origin {
  std::string indicator;
  std::optional<std::size_t> clause;
};
[[nodiscard]] Origin origin_of(const Term& head, const Module& source);

}  // namespace assay::analyzer::ciao
