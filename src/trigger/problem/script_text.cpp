#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "trigger/problem/problem.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermStore;

constexpr std::string_view kDummy = "assay!dummy";

/// Prints bound variables by their names in the store, so that names in z3's traces and proofs can be looked up there.
const smt::Dialect& own_names() {
  static const smt::Dialect dialect = [] {
    smt::Dialect own;
    own.written_names = false;
    own.written_operators = true;
    return own;
  }();
  return dialect;
}

const smt::Dialect& as_written() {
  static const smt::Dialect dialect = [] {
    smt::Dialect own;
    own.written_operators = true;
    return own;
  }();
  return dialect;
}

std::string declarations_text(const TermStore& store, const std::vector<TermId>& terms) {
  std::string text;
  for (const smt::Command& command : smt::declarations_for(store, terms)) text += command_text(store, command);
  return text;
}

}  // namespace

std::string command_text(const TermStore& store, const smt::Command& command) {
  std::string text;
  smt::print_command(store, command, own_names(), text);
  if (text.empty() || text.back() != '\n') text += '\n';
  return text;
}

std::string option_commands(const Problem& problem) { return join(problem.options, ""); }

std::string logic_command(const Problem& problem) {
  if (problem.logic.empty() || problem.logic.starts_with("QF_")) return {};
  return "(set-logic " + smt::quoted_symbol(problem.logic) + ")\n";
}

std::string assertion_text(const TermStore& store, TermId formula, std::uint64_t unshared_nodes) {
  smt::Dialect dialect = as_written();
  dialect.unshared_nodes = unshared_nodes;
  std::string text = "(assert ";
  smt::print_term(store, formula, dialect, text);
  return text + ")\n";
}

std::string term_text(const TermStore& store, TermId term) {
  std::string text;
  smt::print_term(store, term, as_written(), text);
  return text;
}

std::string script_text(const TermStore& store, const std::vector<TermId>& assertions) {
  std::string text = declarations_text(store, assertions);
  for (const TermId assertion : assertions) {
    text += "(assert ";
    smt::print_term(store, assertion, own_names(), text);
    text += ")\n";
  }
  return text + "(check-sat)\n";
}

std::string assertions_text(TermStore& store, const std::vector<TermId>& assertions, const std::vector<TermId>& added,
                            const std::vector<std::string>& names) {
  std::vector<TermId> all = assertions;
  if (!added.empty()) {
    smt::Function dummy;
    dummy.name = store.symbol(kDummy);
    dummy.result = store.bool_sort();
    for (const TermId term : added) dummy.parameters.push_back(store.sort_of(term));
    all.push_back(store.call_as(store.function(dummy), added, store.bool_sort()));
  }
  std::string text = declarations_text(store, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool named = i < names.size() && !names[i].empty();
    text += named ? "(assert (! " : "(assert ";
    smt::print_term(store, all[i], own_names(), text);
    text += named ? " :named " + names[i] + "))\n" : ")\n";
  }
  return text;
}

}  // namespace assay::trigger
