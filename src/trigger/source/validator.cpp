#include "trigger/source/validator.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/prover/work.hpp"

namespace assay::trigger {
namespace {

using smt::TermId;
using smt::TermStore;

/// Assertions with more nodes are printed with `let`.
constexpr std::uint64_t kReadableNodes = 200;

/// The limit of a quick check: kQuickSeconds plus kQuickFactor times the nominal seconds of the plain check.
constexpr double kQuickSeconds = 1;
constexpr double kQuickFactor = 2;

bool mentions(const TermStore& store, TermId term, const std::set<smt::FunctionId>& functions) {
  bool found = false;
  visit_terms(store, term, [&](TermId node) {
    found = found || (store.node(node).kind == smt::TermKind::Call && functions.contains(store.function_of(node)));
    return !found;
  });
  return found;
}

std::vector<TermId> without_range(const std::vector<TermId>& terms, std::size_t first, std::size_t count) {
  std::vector<TermId> rest(terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(first));
  const std::size_t end = std::min(terms.size(), first + count);
  rest.insert(rest.end(), terms.begin() + static_cast<std::ptrdiff_t>(end), terms.end());
  return rest;
}

/// Maximum number of checks that replace a part by a leaf, and of leaves that replace the same part.
constexpr std::size_t kMaxLeafChecks = 80;
constexpr std::size_t kMaxLeaves = 3;

/// The deepest application inside of a term that is not in `tried`.
std::optional<TermId> largest_part(const TermStore& store, const std::vector<TermId>& terms,
                                   const std::set<TermId>& tried) {
  std::optional<TermId> largest;
  for (const TermId term : terms) {
    visit_terms(store, term, [&](TermId node) {
      const bool part = node != term && !store.children(node).empty() && !tried.contains(node);
      if (part && (!largest || store.node(node).depth > store.node(*largest).depth)) largest = node;
      return true;
    });
  }
  return largest;
}

/// The first kMaxLeaves leaves of the sort in the terms.
std::vector<TermId> leaves_of(const TermStore& store, const std::vector<TermId>& terms, smt::SortId sort) {
  std::vector<TermId> leaves;
  for (const TermId term : terms) {
    visit_terms(store, term, [&](TermId node) {
      const bool leaf = store.children(node).empty() && store.sort_of(node) == sort;
      if (leaf && leaves.size() < kMaxLeaves && std::find(leaves.begin(), leaves.end(), node) == leaves.end())
        leaves.push_back(node);
      return true;
    });
  }
  return leaves;
}

}  // namespace

std::vector<TermId> without_parts(const TermStore& store, const std::vector<TermId>& terms) {
  std::set<TermId> inner;
  for (const TermId term : terms) {
    visit_terms(store, term, [&](TermId node) {
      if (node != term) inner.insert(node);
      return true;
    });
  }
  std::vector<TermId> result;
  for (const TermId term : terms)
    if (!inner.contains(term) && std::find(result.begin(), result.end(), term) == result.end()) result.push_back(term);
  return result;
}

Validator::Validator(TermStore& store, const Problem& problem, const smt::Script& script, Prover& prover,
                     double seconds_per_check)
    : store_(store),
      names_(store, script),
      prover_(prover),
      seconds_(seconds_per_check),
      dummy_(names_.fresh("dummy")),
      preamble_(option_commands(problem) + std::string(kMatchingOnly) + logic_command(problem)),
      original_(base_of(problem.assertions)),
      normal_(base_of(formulas(problem))),
      skolems_(problem.skolems.begin(), problem.skolems.end()),
      quick_seconds_(seconds_per_check),
      minimizing_seconds_(seconds_per_check) {
  for (const smt::FunctionId skolem : skolems_) (void)names_.fresh(store_.spelling(store_.node(skolem).name));
}

Validator::Base Validator::base_of(const std::vector<TermId>& assertions) const {
  Base base;
  for (const smt::Command& command : smt::declarations_for(store_, assertions)) {
    std::string text = command_text(store_, command);
    base.declarations += text;
    base.declared.insert(std::move(text));
  }
  for (const TermId assertion : assertions) {
    base.assertions += assertion_text(store_, assertion);
  }
  return base;
}

std::string Validator::assertion(const std::vector<TermId>& terms, Form form) const {
  if (terms.empty()) return {};
  const Base& base = form == Form::Original ? original_ : normal_;
  smt::Function dummy;
  dummy.name = dummy_;
  dummy.result = store_.bool_sort();
  for (const TermId term : terms) dummy.parameters.push_back(store_.sort_of(term));
  const TermId call = store_.call_as(store_.function(dummy), terms, store_.bool_sort());
  std::string text;
  for (const smt::Command& command : smt::declarations_for(store_, std::vector<TermId>{call})) {
    const std::string declaration = command_text(store_, command);
    if (!base.declared.contains(declaration)) text += declaration;
  }
  return text + assertion_text(store_, call, kReadableNodes);
}

std::string Validator::text(const std::vector<TermId>& terms, Form form) const {
  const Base& base = form == Form::Original ? original_ : normal_;
  return preamble_ + base.declarations + base.assertions + assertion(terms, form) + "(check-sat)\n";
}

Reply Validator::check(const std::vector<TermId>& terms, Form form, double seconds, const Deadline& deadline) {
  const double cpu_seconds = deadline.left(kCpuTimeMargin * seconds);
  if (cpu_seconds <= 0) return {Answer::Timeout, {}, 0};
  ++checks_;
  return prover_.run(with_work_limit(text(terms, form), seconds), cpu_seconds, deadline.stop());
}

Reply Validator::check(const std::vector<TermId>& terms, Form form, const Deadline& deadline) {
  return check(terms, form, seconds_, deadline);
}

Reply Validator::quick_check(const std::vector<TermId>& terms, Form form, const Deadline& deadline) {
  return check(terms, form, quick_seconds_, deadline);
}

std::future<Reply> Validator::ask_quickly(const std::vector<TermId>& terms, Form form, const Deadline& deadline) {
  ++checks_;
  return std::async(std::launch::async,
                    [this, script = with_work_limit(text(terms, form), quick_seconds_),
                     seconds = deadline.left(kCpuTimeMargin * quick_seconds_), stop = deadline.stop()] {
                      return seconds <= 0 ? Reply{Answer::Timeout, {}, 0} : prover_.run(script, seconds, stop);
                    });
}

Reply Validator::plain_check(double seconds, const Deadline& deadline) {
  Reply reply = check({}, Form::Original, seconds, deadline);
  slow_ = was_cut(reply.answer);
  quick_seconds_ = std::min(seconds_, slow_ ? seconds : kQuickSeconds + kQuickFactor * nominal_seconds(reply));
  return reply;
}

bool Validator::refutes(const std::vector<TermId>& terms, Form form, const Deadline& deadline) {
  return check(terms, form, minimizing_seconds_, deadline).answer == Answer::Unsat;
}

Form Validator::form_of(const std::vector<TermId>& terms) const {
  const bool skolem =
      std::any_of(terms.begin(), terms.end(), [&](TermId term) { return mentions(store_, term, skolems_); });
  return skolem ? Form::Normal : Form::Original;
}

std::vector<TermId> Validator::minimized(std::vector<TermId> terms, Form form, double seconds,
                                         const Deadline& finishing, const Deadline& end) {
  constexpr double kLong = 1e9;
  minimizing_seconds_ = kQuickSeconds + kQuickFactor * seconds;
  const double rest = end.left(kLong) - kCpuTimeMargin * minimizing_seconds_;  // leaves time for the last check
  const Deadline deadline(std::min(finishing.left(kLong), rest), finishing.stop());
  drop_terms(terms, form, deadline);
  while (use_parts(terms, form, deadline)) drop_terms(terms, form, deadline);
  use_leaves(terms, form, deadline);
  drop_terms(terms, form, deadline);
  return without_parts(store_, terms);
}

void Validator::drop_terms(std::vector<TermId>& terms, Form form, const Deadline& deadline) {
  for (std::size_t size = (terms.size() + 1) / 2; size > 0 && terms.size() > 1;) {
    bool smaller = false;
    for (std::size_t first = 0; first < terms.size();) {
      std::vector<TermId> fewer = without_range(terms, first, size);
      if (!fewer.empty() && refutes(fewer, form, deadline)) {
        terms = std::move(fewer);
        smaller = true;
      } else {
        first += size;
      }
    }
    if (size == 1 && !smaller) break;
    size = std::min((size + 1) / 2, terms.size());
  }
}

bool Validator::use_parts(std::vector<TermId>& terms, Form form, const Deadline& deadline) {
  bool changed = false;
  for (std::size_t i = 0; i < terms.size();) {
    bool smaller = false;
    const std::vector<TermId> parts(store_.children(terms[i]).begin(), store_.children(terms[i]).end());
    for (const TermId part : parts) {
      if (store_.children(part).empty()) continue;
      std::vector<TermId> shrunk = terms;
      shrunk[i] = part;
      if (!refutes(shrunk, form, deadline)) continue;
      terms = std::move(shrunk);
      smaller = changed = true;
      break;
    }
    if (!smaller) ++i;
  }
  return changed;
}

void Validator::use_leaves(std::vector<TermId>& terms, Form form, const Deadline& deadline) {
  std::set<TermId> tried;
  for (std::size_t budget = kMaxLeafChecks; budget > 0;) {
    const std::optional<TermId> part = largest_part(store_, terms, tried);
    if (!part) break;
    tried.insert(*part);
    for (const TermId leaf : leaves_of(store_, terms, store_.sort_of(*part))) {
      std::vector<TermId> shrunk;
      for (const TermId term : terms) shrunk.push_back(replace_nodes(store_, term, {{part->index, leaf}}));
      shrunk = without_parts(store_, shrunk);
      budget -= budget > 0 ? 1 : 0;
      if (!refutes(shrunk, form, deadline)) continue;
      terms = std::move(shrunk);
      break;
    }
  }
}

TermId Validator::fresh_constant(smt::SortId sort) { return *fresh_.insert(constant(names_.fresh("v"), sort)).first; }

TermId Validator::constant(smt::SymbolId name, smt::SortId sort) {
  smt::Function function;
  function.name = name;
  function.result = sort;
  return store_.call_as(store_.function(function), {}, sort);
}

std::vector<TermId> Validator::with_short_names(const std::vector<TermId>& terms) {
  Replacements names;
  for (const TermId term : terms) {
    visit_terms(store_, term, [&](TermId node) {
      const bool is_long = fresh_.contains(node) && smt::to_string(store_, node).find('!') != std::string::npos;
      if (!is_long || names.contains(node.index)) return true;
      const smt::SortId sort = store_.sort_of(node);
      const std::size_t number = names.size() + 1;
      auto& name = short_names_.try_emplace({sort, number}, node).first->second;
      if (name == node) name = constant(names_.fresh("v" + std::to_string(number)), sort);
      names.emplace(node.index, name);
      return true;
    });
  }
  std::vector<TermId> result;
  for (const TermId term : terms) result.push_back(replace_nodes(store_, term, names));
  return result;
}

}  // namespace assay::trigger
