#include "trigger/explain/suggest.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "base/text.hpp"
#include "trigger/problem/formula/rewrite.hpp"
#include "trigger/prover/deadline.hpp"

namespace assay::trigger {
namespace {

using smt::SymbolId;
using smt::TermId;
using smt::TermKind;
using smt::TermStore;

/// Maximum number of patterns that are tried for one conjunct, of conjuncts, and of suggestions.
constexpr std::size_t kMaxPatterns = 6;
constexpr std::size_t kMaxConjuncts = 8;
constexpr std::size_t kMaxSuggestions = 4;
/// A chain of this many instances, each matched by a term of the previous instance, counts as a matching loop. By
/// default z3 delays instances deeper than 10.
constexpr std::uint64_t kLoopDepth = 10;
constexpr double kLoopSeconds = 3;

/// Makes z3 match every term, including irrelevant terms, and stops a loop after 2000 instances.
constexpr std::string_view kLoopOptions = "(set-option :smt.relevancy 0)\n(set-option :smt.qi.max_instances 2000)\n";

std::vector<SymbolId> variable_names(const TermStore& store, TermId quantifier) {
  std::vector<SymbolId> names;
  for (const smt::BoundVariable& variable : store.binder_info(quantifier).variables) names.push_back(variable.name);
  return names;
}

/// The variables of `variables` in a term. Nullopt if the term also has a variable that is bound inside of the body.
std::optional<std::vector<SymbolId>> coverage(const TermStore& store, const std::vector<SymbolId>& variables,
                                              TermId term) {
  const std::vector<SymbolId> free = store.free_variables(term);
  std::vector<SymbolId> covered;
  for (const SymbolId name : free) {
    if (std::find(variables.begin(), variables.end(), name) == variables.end()) return std::nullopt;
    covered.push_back(name);
  }
  return covered;
}

/// True if a term may be (part of) a pattern: only uninterpreted functions are applied to variables.
bool may_match(const TermStore& store, TermId term) {
  bool good = true;
  visit_terms(store, term, [&](TermId node) {
    const TermKind kind = store.node(node).kind;
    if (!store.has(node, smt::kHasVariable)) return false;
    const bool function = kind == TermKind::Call && !store.has(node, smt::kHasOpaque);
    good = good && (function || kind == TermKind::Variable);
    return good;
  });
  return good && store.node(term).kind == TermKind::Call;
}

std::uint64_t size_of(const TermStore& store, TermId term) {
  std::uint64_t nodes = 0;
  visit_terms(store, term, [&](TermId) { return ++nodes != 0; });
  return nodes;
}

struct Part {
  TermId term;
  std::vector<SymbolId> covers;
  std::uint64_t size = 0;
};

/// The applications in a quantifier that may be in a pattern, smallest first.
std::vector<Part> parts_for(const TermStore& store, TermId quantifier) {
  const std::vector<SymbolId> variables = variable_names(store, quantifier);
  std::vector<Part> parts;
  std::set<TermId> seen;
  for (const TermId root : store.children(quantifier)) {
    visit_terms(store, root, [&](TermId node) {
      if (may_match(store, node) && seen.insert(node).second) {
        const auto covers = coverage(store, variables, node);
        if (covers && !covers->empty()) parts.push_back({node, *covers, size_of(store, node)});
      }
      return store.has(node, smt::kHasVariable) || store.has(node, smt::kHasBinder);
    });
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.size < b.size; });
  return parts;
}

/// A set of applications that begins with `first` and contains all variables. Empty if there is no such set.
std::vector<TermId> set_with(const std::vector<Part>& parts, const Part& first, std::size_t variables) {
  std::set<SymbolId> covered(first.covers.begin(), first.covers.end());
  std::vector<TermId> set = {first.term};
  for (const Part& part : parts) {
    if (covered.size() == variables) break;
    const std::size_t before = covered.size();
    covered.insert(part.covers.begin(), part.covers.end());
    if (covered.size() > before) set.push_back(part.term);
  }
  return covered.size() == variables ? set : std::vector<TermId>();
}

/// The quantifier with this pattern alone. Attributes other than patterns and `:qid` are kept.
TermId with_pattern(TermStore& store, TermId quantifier, const std::vector<TermId>& pattern) {
  smt::BinderInfo info = store.binder_info(quantifier);
  std::vector<smt::Attribute> kept;
  for (const smt::Attribute& attribute : info.attributes)
    if (attribute.term_count == 0 && attribute.keyword != ":qid") kept.push_back(attribute);
  kept.push_back({":pattern", "", static_cast<std::uint32_t>(pattern.size())});
  info.attributes = std::move(kept);
  std::vector<TermId> children = {store.children(quantifier)[0]};
  children.insert(children.end(), pattern.begin(), pattern.end());
  return store.binder(info, children);
}

class PatternSearch {
 public:
  PatternSearch(TermStore& store, const Problem& problem, Prover& prover, double seconds, const std::stop_token& stop)
      : store_(store), problem_(problem), prover_(prover), deadline_(seconds, stop) {}

  Suggestions run(const Derivation& derivation) {
    const bool ground = std::any_of(problem_.conjuncts.begin(), problem_.conjuncts.end(),
                                    [&](const Conjunct& one) { return !store_.has(one.formula, smt::kHasBinder); });
    std::vector<PatternChange> weakest;
    for (const std::size_t conjunct : instantiated(derivation)) {
      const std::vector<PatternChange> changes = changes_of(conjunct);
      for (const PatternChange& change : changes) (void)keep({{change}});
      if (!changes.empty()) weakest.push_back(changes.front());
    }
    if (result_.found.empty() && weakest.size() > 1 && refutes(weakest)) (void)keep({fewest(weakest)});
    note_loops();
    if (result_.found.empty())
      result_.note = ground ? "no other pattern of the axioms that the refutation instantiates is enough"
                            : "no assertion without quantifiers has a term that a pattern could match";
    return std::move(result_);
  }

 private:
  /// The first kMaxConjuncts conjuncts whose outermost quantifiers are instantiated, in the order of the steps.
  [[nodiscard]] std::vector<std::size_t> instantiated(const Derivation& derivation) const {
    std::vector<std::size_t> conjuncts;
    for (const Step& step : derivation.steps) {
      const bool known = std::find(conjuncts.begin(), conjuncts.end(), step.conjunct) != conjuncts.end();
      if (step.outermost && !known && conjuncts.size() < kMaxConjuncts) conjuncts.push_back(step.conjunct);
    }
    return conjuncts;
  }

  std::vector<PatternChange> changes_of(std::size_t index) {
    const Conjunct& conjunct = problem_.conjuncts[index];
    const bool part = same_place(index).size() > 1;
    std::vector<PatternChange> changes;
    for (const std::vector<TermId>& pattern : other_patterns(store_, conjunct.formula)) {
      if (changes.size() == kMaxPatterns) break;
      changes.push_back({index, pattern, with_pattern(store_, conjunct.formula, pattern), part, false, false});
    }
    return changes;
  }

  bool refutes(const std::vector<PatternChange>& changes) {
    const double seconds = deadline_.left(kLoopSeconds);
    if (seconds <= 0) return false;
    ++result_.tried;
    std::vector<TermId> all = formulas(problem_);
    for (const PatternChange& change : changes) all.push_back(change.formula);
    const std::string script =
        option_commands(problem_) + std::string(kMatchingOnly) + assertions_text(store_, all, {}) + "(check-sat)\n";
    return prover_.run(script, seconds, deadline_.stop()).answer == Answer::Unsat;
  }

  bool keep(Suggestion suggestion) {
    if (result_.found.size() == kMaxSuggestions || !refutes(suggestion.changes)) return false;
    result_.found.push_back(std::move(suggestion));
    return true;
  }

  std::vector<PatternChange> fewest(std::vector<PatternChange> changes) {
    for (std::size_t i = 0; i < changes.size() && changes.size() > 1;) {
      std::vector<PatternChange> fewer = changes;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (refutes(fewer))
        changes = std::move(fewer);
      else
        ++i;
    }
    return changes;
  }

  void note_loops() {
    for (Suggestion& suggestion : result_.found)
      for (PatternChange& change : suggestion.changes) {
        change.loops = makes_loop(change, {change.formula});
        if (change.part && !change.loops) change.whole_loops = makes_loop(change, whole(change));
      }
    const auto loops = [](const Suggestion& suggestion) {
      return std::any_of(suggestion.changes.begin(), suggestion.changes.end(),
                         [](const PatternChange& change) { return change.loops; });
    };
    std::stable_partition(result_.found.begin(), result_.found.end(),
                          [&](const Suggestion& suggestion) { return !loops(suggestion); });
  }

  /// All universal conjuncts of the assertion of a conjunct.
  [[nodiscard]] std::vector<TermId> same_place(std::size_t index) const {
    const SourceLocation where = problem_.conjuncts[index].where;
    std::vector<TermId> result;
    for (const Conjunct& conjunct : problem_.conjuncts) {
      const bool same = conjunct.where.line == where.line && conjunct.where.column == where.column;
      if (same && is_forall(store_, conjunct.formula)) result.push_back(conjunct.formula);
    }
    return result;
  }

  /// The conjuncts of the change's assertion that have the same number of variables, with the change's pattern.
  std::vector<TermId> whole(const PatternChange& change) {
    const std::vector<smt::BoundVariable> mine = store_.binder_info(change.formula).variables;
    std::vector<TermId> result;
    for (const TermId formula : same_place(change.conjunct)) {
      const std::vector<smt::BoundVariable> theirs = store_.binder_info(formula).variables;
      if (theirs.size() != mine.size()) continue;
      Bindings renaming;
      for (std::size_t i = 0; i < mine.size(); ++i) renaming.emplace(mine[i].name.index, store_.variable(theirs[i]));
      std::vector<TermId> pattern;
      for (const TermId term : change.pattern) pattern.push_back(substitute(store_, term, renaming));
      result.push_back(with_pattern(store_, formula, pattern));
    }
    return result;
  }

  /// True if instances on fresh constants for the pattern's variables loop only with the changed formulas.
  bool makes_loop(const PatternChange& change, const std::vector<TermId>& changed) {
    Bindings constants;
    for (const smt::BoundVariable& variable : store_.binder_info(change.formula).variables) {
      smt::Function function;
      function.name = store_.symbol("assay!seed!" + std::string(store_.spelling(variable.name)));
      function.result = variable.sort;
      constants.emplace(variable.name.index, store_.call_as(store_.function(function), {}, variable.sort));
    }
    std::vector<TermId> seeds;
    for (const TermId term : change.pattern) seeds.push_back(substitute(store_, term, constants));
    // Contradicting axioms end a loop, so the assertion is tried alone, too.
    return goes_deeper(same_place(change.conjunct), changed, seeds) || goes_deeper(all_axioms(), changed, seeds);
  }

  [[nodiscard]] std::vector<TermId> all_axioms() const {
    std::vector<TermId> axioms;
    for (const Conjunct& conjunct : problem_.conjuncts)
      if (store_.has(conjunct.formula, smt::kHasBinder)) axioms.push_back(conjunct.formula);
    return axioms;
  }

  bool goes_deeper(std::vector<TermId> axioms, const std::vector<TermId>& changed, const std::vector<TermId>& seeds) {
    const bool before = loops(axioms, seeds);
    axioms.insert(axioms.end(), changed.begin(), changed.end());
    return !before && loops(axioms, seeds);
  }

  bool loops(const std::vector<TermId>& axioms, const std::vector<TermId>& seeds) {
    const double seconds = deadline_.left(kLoopSeconds);
    if (seconds <= 0) return false;
    const std::string script = option_commands(problem_) + std::string(kMatchingOnly) + std::string(kLoopOptions) +
                               assertions_text(store_, axioms, seeds) + "(check-sat)\n(get-info :all-statistics)\n";
    const Reply reply = prover_.run(script, seconds, deadline_.stop());
    if (reply.answer == Answer::Timeout || reply.answer == Answer::OutOfMemory) return true;
    constexpr std::string_view kGeneration = ":max-generation";
    const std::size_t at = reply.text.find(kGeneration);
    if (at == std::string::npos) return false;
    const std::string_view rest = std::string_view(reply.text).substr(at + kGeneration.size());
    const auto depth = parse_unsigned(trim(rest.substr(0, rest.find_first_of("\n)"))));
    return depth && *depth >= kLoopDepth;
  }

  TermStore& store_;
  const Problem& problem_;
  Prover& prover_;
  Deadline deadline_;
  Suggestions result_;
};

}  // namespace

Patterns other_patterns(const TermStore& store, TermId quantifier) {
  if (!is_forall(store, quantifier)) return {};
  const std::size_t variables = store.binder_info(quantifier).variables.size();
  const Patterns written = written_patterns(store, quantifier);
  const auto is_written = [&](const std::vector<TermId>& pattern) {
    return std::find(written.begin(), written.end(), pattern) != written.end();
  };
  const std::vector<Part> parts = parts_for(store, quantifier);
  Patterns patterns;
  const auto add = [&](std::vector<TermId> pattern) {
    if (pattern.empty() || is_written(pattern)) return;
    if (std::find(patterns.begin(), patterns.end(), pattern) == patterns.end()) patterns.push_back(std::move(pattern));
  };
  for (const Part& part : parts)
    if (part.covers.size() == variables) add({part.term});
  for (const Part& part : parts)
    if (part.covers.size() < variables) add(set_with(parts, part, variables));
  return patterns;
}

Suggestions suggest(TermStore& store, const Problem& problem, const Derivation& derivation, Prover& prover,
                    double seconds, const std::stop_token& stop) {
  return PatternSearch(store, problem, prover, seconds, stop).run(derivation);
}

}  // namespace assay::trigger
