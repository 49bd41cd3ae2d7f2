#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "smt/certificate/certificate.hpp"
#include "smt/solver/script_shape.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {

/// One request with its reply and the formulas in force.
struct Request {
  const CertificateRun& run;
  std::size_t at = 0;  ///< index of the command
  const Command& command;
  std::string_view name;               ///< the command's first word
  std::string_view reply;              ///< without blanks around it
  std::vector<TermId> assertions;      ///< active at the request
  std::vector<TermId> assumptions;     ///< of the last check before the request
  std::vector<std::string_view> past;  ///< the replies to earlier requests about the same certificate, in order
  std::optional<Reply> answer = {};    ///< to the last check before the request; nullopt: there is none, or it is open

  [[nodiscard]] TermStore& store() const { return run.store; }
  [[nodiscard]] std::vector<TermId> assumed() const;  ///< the assertions and the assumptions
};

/// The verdict on the request's reply; the rows of certificate_registry.cpp.
[[nodiscard]] CertificateVerdict judge_interpolant(const Request& request);
[[nodiscard]] CertificateVerdict judge_abduct(const Request& request);
[[nodiscard]] CertificateVerdict judge_elimination(const Request& request);
[[nodiscard]] CertificateVerdict judge_simplification(const Request& request);
[[nodiscard]] CertificateVerdict judge_goals(const Request& request);
[[nodiscard]] CertificateVerdict judge_synthesis(const Request& request);
[[nodiscard]] CertificateVerdict judge_core_reply(const Request& request);
[[nodiscard]] CertificateVerdict judge_lemmas(const Request& request);
[[nodiscard]] CertificateVerdict judge_values(const Request& request);

// Verdicts.
[[nodiscard]] CertificateVerdict wrong(std::string reason, std::string detail);
[[nodiscard]] CertificateVerdict not_judged(std::string reason, std::string detail = {});
[[nodiscard]] CertificateVerdict right();
[[nodiscard]] CertificateVerdict not_refuted();

/// Makes a verdict as bad as another one: wrong, not judged, not refuted, right. Returns it.
CertificateVerdict& worsen(CertificateVerdict& verdict, CertificateVerdict other);

/// Whether the last check had another answer than `sat`, so that values and a model are no claims.
[[nodiscard]] inline bool has_no_model(const Request& request) {
  return request.answer && *request.answer != Reply::Sat;
}

// Reading of replies, in the scope of the request's script.
/// A term of a reply, or why there is none.
struct ReadTerm {
  std::optional<TermId> term;
  std::string undeclared;  ///< a symbol of the reply that the script does not declare
  std::string problem;     ///< why it cannot be read; empty: it can, or has an undeclared symbol
};
[[nodiscard]] ReadTerm read_term(const Request& request, std::string_view text);
/// Removes the text to the end of its first `define-fun`, and returns that. Empty: there is none that ends.
[[nodiscard]] std::string_view next_definition(std::string_view& text);
/// The body of the first `define-fun` of a reply.
[[nodiscard]] ReadTerm read_definition(const Request& request, std::string_view text);
/// Whether the reply has no certificate: it is an error, or a word such as "none" or "fail".
[[nodiscard]] bool is_refusal(std::string_view reply);
/// The formula of these that a text of the reply names or spells. Solvers print some in another form, and definitions
/// as equations: what the text says, if no point shows that it differs from each of these. Else a verdict: `foreign` if
/// it is certain that it is none of them.
[[nodiscard]] std::variant<TermId, CertificateVerdict> formula_of(const Request& request, std::string_view text,
                                                                  const std::vector<TermId>& formulas,
                                                                  const std::string& foreign);
/// Whether later commands can name what a command of this kind makes known.
[[nodiscard]] bool makes_known(CommandKind kind);
/// The verdict for a reply that read_term could not read as a term of the script.
[[nodiscard]] CertificateVerdict unread(const ReadTerm& read, std::string_view what, std::string_view reply);

/// The names of the declared functions and constants in the terms, and in the definitions that they call; sorted.
[[nodiscard]] std::vector<FunctionId> declared_in(const TermStore& store, const std::vector<TermId>& terms);
/// A function or constant of the term that is not among these, sorted ones; empty: none.
[[nodiscard]] std::string symbol_outside(const TermStore& store, TermId term, const std::vector<FunctionId>& allowed);
/// The formulas, and these behind them.
[[nodiscard]] std::vector<TermId> extended(std::vector<TermId> formulas, std::initializer_list<TermId> by);

/// The symbol as scripts write it.
[[nodiscard]] std::string name_of(const TermStore& store, FunctionId function);
/// A new constant or function that is not in the script.
[[nodiscard]] FunctionId new_function(TermStore& store, const std::string& name, std::vector<SortId> parameters,
                                      SortId result);
[[nodiscard]] TermId constant_term(TermStore& store, FunctionId constant);
[[nodiscard]] TermId new_constant(TermStore& store, const std::string& name, SortId sort);
[[nodiscard]] TermId replaced_constant(TermStore& store, TermId formula, FunctionId constant, TermId by);
/// The formula with a bound variable, "v!x", in place of the constant x.
[[nodiscard]] TermId bound(TermStore& store, TermId formula, FunctionId constant, BinderKind binder);
[[nodiscard]] std::string shown(const TermStore& store, TermId term);

/// The constants' values that a reply to get-value tells, and the other terms with their values.
struct ToldValues {
  Model model;
  std::vector<std::pair<TermId, TermId>> others;  ///< a term, and the value that it is said to have
};
/// Nullopt: the reply cannot be read.
[[nodiscard]] std::optional<ToldValues> told_values(const Request& request);
/// The value of a formula or term if the model has a value for each of its symbols; else nullopt.
[[nodiscard]] std::optional<Value> value_at(TermStore& store, const Model& model, TermId term);

/// The result of a search for a point at which all of some formulas hold.
struct FoundPoint {
  std::optional<std::string> point;  ///< the values, as a model
  bool excluded = false;             ///< proved: there is no such point
};
/// Searches by the run's witness, by all assignments of small sorts, by boundary values and by the run's solver. A
/// point is confirmed by evaluation; a universal formula at a point by Assay's own proof.
[[nodiscard]] FoundPoint find_point(const CertificateRun& run, std::vector<TermId> formulas);

/// The verdict on a condition that the formulas break together: wrong with their point, right if they have none by
/// proof, else not refuted.
[[nodiscard]] CertificateVerdict judge_condition(const CertificateRun& run, std::vector<TermId> broken_by,
                                                 std::string reason, const std::string& certificate);

enum class GrammarMatch : std::uint8_t {
  Yes,
  No,
  Unknown,  ///< the term or the grammar has a form that Assay does not read, such as a let
};
/// Whether a grammar of SyGuS-IF 2.1 (section 2.9) derives the body of the first definition in `reply`. `grammar`: the
/// declarations of nonterminals, if any, and the list of their rules.
[[nodiscard]] GrammarMatch matches_grammar(std::string_view reply, std::string_view grammar);

}  // namespace assay::smt
