#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/base/result.hpp"
#include "horn/system/system.hpp"

namespace assay::horn {

/// How a system is printed. All spellings mean the same.
struct Spelling {
  enum class Form : std::uint8_t {
    Implication,  ///< (forall (x) (=> body head))
    Clause,       ///< (forall (x) (or (not body) head))
    Existence,    ///< (not (exists (x) (and body (not head))))
    Conjunction,  ///< (forall (x) (not (and body (not head))))
  };
  Form form = Form::Implication;
  bool lets = false;  ///< a `let` for each shared term

  [[nodiscard]] static constexpr unsigned count() { return 8; }
  [[nodiscard]] static Spelling numbered(unsigned number) { return {static_cast<Form>(number % 4), number % 8 >= 4}; }
};

/// The system as an SMT-LIB script in the logic HORN, with one assertion for each clause, in order.
[[nodiscard]] std::string print_horn(TermStore& store, const System& system, const Spelling& spelling);
/// The system as a muZ script: a rule for each clause, and a query of a new predicate that is derivable if and only if
/// the system is unsatisfiable. `query_flags` follow the query: ":print-certificate true".
[[nodiscard]] std::string print_muz(TermStore& store, const System& system, std::string_view query_flags);

/// A system as read from a text.
struct ReadSystem {
  System system;
  smt::Script script;  ///< its commands
};
/// Reads an SMT-LIB HORN script or a muZ script (declare-rel, declare-var, rule, query). The Error is one line that
/// says why the text is not a system of Horn clauses: a script that is not Horn, alternating quantifiers, several
/// checks. A clause is made for each assertion (several for a conjunction).
[[nodiscard]] Result<ReadSystem> read_system(TermStore& store, std::string_view text, std::string_view name);

/// A declaration of each predicate.
[[nodiscard]] std::vector<smt::Command> predicate_declarations(const System& system);

/// The interpretation as a model in SMT-LIB, and back. A predicate of the model without a body or table is left out.
[[nodiscard]] std::string print_interpretation(TermStore& store, const Interpretation& meaning);
[[nodiscard]] Result<Interpretation> read_interpretation(TermStore& store, const System& system, std::string_view text);

/// The derivation as a script: each step is an assertion `(|clause 3| values)`, with the clause's number (from 0)
/// and the values of its variables, in their order.
[[nodiscard]] std::string print_derivation(TermStore& store, const System& system, const Derivation& derivation);
[[nodiscard]] Result<Derivation> read_derivation(TermStore& store, const System& system, std::string_view text);

}  // namespace assay::horn
