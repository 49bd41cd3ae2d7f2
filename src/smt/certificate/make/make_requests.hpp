#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "core/rng/rng.hpp"
#include "smt/solver/solver.hpp"
#include "smt/truth/truth.hpp"

namespace assay::smt {

/// A script of known truth that is given requests for certificates.
struct RequestSource {
  TermStore& store;
  std::vector<TermId> assertions;                     ///< without annotations
  std::vector<FunctionId> constants;                  ///< declared constants in the assertions, in order of their ids
  Truth truth = Truth::Open;                          ///< of the assertions together
  const std::vector<std::string>* choices = nullptr;  ///< of the targets' definitions, for this kind
  core::Rng& rng;
};

/// A script with requests.
struct RequestScript {
  std::vector<Command> options;    ///< commands before all others
  std::string logic;               ///< empty: that of the source, if it covers the terms
  std::vector<TermId> assertions;  ///< that stay
  std::vector<Command> before;     ///< commands behind the declarations, before the assertions
  std::vector<Command> checks;     ///< commands behind the assertions, before the requests
  std::vector<Command> requests;
  bool keeps_truth = false;  ///< the script has a check with the truth of its source
  std::string solution;      ///< for kSolutionFile
};

/// How requests of one kind are made; a row of make_registry.cpp.
struct RequestMakerRow {
  CertificateKind kind = CertificateKind::Interpolants;
  std::size_t max_nodes = 0;     ///< of the assertions; solvers answer such requests about small scripts only
  unsigned earlier_percent = 0;  ///< of the scripts, which have another check before
  std::optional<RequestScript> (*make)(RequestSource& source) = nullptr;
};
[[nodiscard]] const RequestMakerRow* request_maker(CertificateKind kind);

// The functions of the rows; nullopt: nothing fits the script.
[[nodiscard]] std::optional<RequestScript> make_interpolant_request(RequestSource& source);
[[nodiscard]] std::optional<RequestScript> make_abduct_request(RequestSource& source);
[[nodiscard]] std::optional<RequestScript> make_elimination_request(RequestSource& source);
[[nodiscard]] std::optional<RequestScript> make_simplification_request(RequestSource& source);
[[nodiscard]] std::optional<RequestScript> make_tactic_request(RequestSource& source);
[[nodiscard]] std::optional<RequestScript> make_synthesis_request(RequestSource& source);
[[nodiscard]] std::optional<RequestScript> make_core_request(RequestSource& source);
[[nodiscard]] std::optional<RequestScript> make_lemma_request(RequestSource& source);
[[nodiscard]] std::optional<RequestScript> make_value_request(RequestSource& source);

// Shared by the makers.
/// The sub-terms of the assertions that have no free variables, in a fixed order.
[[nodiscard]] std::vector<TermId> closed_subterms(const TermStore& store, const std::vector<TermId>& assertions);
/// `terms`: those in the text, whose symbols are declared.
[[nodiscard]] Command opaque_command(std::string text, std::vector<TermId> terms = {});
[[nodiscard]] TermId make_implies(TermStore& store, TermId premise, TermId conclusion);
/// The assertion with a name, "n!0" and so on.
[[nodiscard]] TermId named(TermStore& store, TermId assertion, std::size_t number);
/// A grammar of SyGuS-IF, with the declarations of its nonterminals, that derives each of the terms, the first one from
/// its start.
[[nodiscard]] std::string grammar_of(RequestSource& source, const std::vector<TermId>& terms);
/// One of the kind's choices, or `otherwise`.
[[nodiscard]] std::string choice_of(RequestSource& source, const std::string& otherwise);
/// A Boolean sub-term, or an assertion.
[[nodiscard]] TermId some_formula(RequestSource& source);
/// Sorts whose values all solvers print in a form that can be read back.
[[nodiscard]] bool has_printed_values(SortKind kind);

/// A formula about these and new constants in shapes that eliminations get wrong: coefficients, div and mod by numbers,
/// whole parts of reals, equations of formulas. `constants` keeps the numbers. Nullopt: none is a number.
[[nodiscard]] std::optional<TermId> number_formula(RequestSource& source, std::vector<FunctionId>& constants);
/// A quantified formula from a formula: some of the constants become bound variables.
[[nodiscard]] std::optional<TermId> quantified_formula(RequestSource& source);

/// The configuration of a campaign's requests.
struct RequestPlan {
  std::vector<CertificateKind> kinds;             ///< that a target gives and the user wants
  std::vector<std::vector<std::string>> choices;  ///< by CertificateKind
  unsigned percent = 0;                           ///< share of the cases
  std::uint64_t seed = 0;
};
/// `wanted`: names of certificate_kind; empty: all that targets give, in a small share of the cases; "none".
[[nodiscard]] RequestPlan plan_requests(const std::vector<const SolverDefinition*>& targets,
                                        const std::vector<std::string>& wanted, std::uint64_t seed);

/// A case's script with requests, its facts, and its solution (empty: none).
struct RequestedCase {
  Script script;
  SmtFacts facts;
  std::string solution;
};
/// Gives a flat script (assertions and one check) requests of a kind that is drawn. Nullopt: the case stays as it is.
/// Depends on the plan, the script and the case's index only.
[[nodiscard]] std::optional<RequestedCase> with_requests(const RequestPlan& plan, std::uint64_t index, TermStore& store,
                                                         const Script& script, const SmtFacts& facts);

}  // namespace assay::smt
