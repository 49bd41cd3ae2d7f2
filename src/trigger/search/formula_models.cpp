#include "trigger/search/formula_models.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace assay::trigger {

using smt::TermId;
using smt::TermStore;

namespace {

/// Maximum number of the script's constants whose values in a model are asked for.
constexpr std::size_t kMaxConstants = 400;
/// Minimum number of combinations of the remaining disjuncts for which the solver checks whether the disjuncts chosen
/// so far have a model.
constexpr std::size_t kMinCombinationsToPrune = 4;

/// Maximum number of terms in the type-based constraint of one unknown.
constexpr std::size_t kMaxOptions = 16;

/// The translation of a model's values to terms.
enum class Style : std::uint8_t {
  Literal,   ///< numbers and other literals stay literals
  Symbolic,  ///< a literal becomes a term with this value, if there is one
};

}  // namespace

/// Translates the values of a model to terms: a constant of the script with this value, else an application with this
/// value, else the value itself, or a new constant for an element of an uninterpreted sort. (Section 4.4.2 uses
/// unification only; values of applications also cover terms that no rewriting yields.)
class Naming {
 public:
  Naming(FormulaModels& models, const std::vector<TermId>& asked, std::size_t unknowns,
         const std::vector<TermId>& values)
      : models_(models), store_(models.store_) {
    for (std::size_t i = 0; i < asked.size(); ++i) {
      sorts_.emplace(values[i], store_.sort_of(asked[i]));
      if (i < unknowns)
        value_of_.emplace(asked[i].index, values[i]);
      else
        names_[values[i]].push_back(asked[i]);
    }
    for (auto& [value, names] : names_) {
      std::stable_sort(names.begin(), names.end(),
                       [&](TermId a, TermId b) { return store_.node(a).depth < store_.node(b).depth; });
    }
  }

  /// The replacement of each unknown.
  Replacements model(Style style) {
    done_.clear();
    elements_.clear();
    Replacements result;
    for (const auto& [unknown, value] : value_of_) result.emplace(unknown, term_of(value, style));
    return result;
  }

 private:
  TermId term_of(TermId value, Style style) {
    const bool plain = !store_.has(value, smt::kHasOpaque);
    if (plain && style == Style::Literal) return value;
    if (const auto it = done_.find(value); it != done_.end()) return it->second;
    open_.insert(value);
    std::optional<TermId> found;
    if (const auto it = names_.find(value); it != names_.end()) {
      for (const TermId name : it->second) {
        found = instance_of(name, style);
        if (found) break;
      }
    }
    if (!found) found = plain ? std::optional(value) : with_named_elements(value, style);
    open_.erase(value);
    if (!found) {
      const smt::SortId sort = sorts_.at(value);
      found = models_.element(sort, elements_[sort]++);
    }
    done_.emplace(value, *found);
    return *found;
  }

  /// The array value with terms for its elements of uninterpreted sorts: (store ((as const (Array Box Int)) 0) b 1).
  /// Nullopt for values that are no arrays.
  std::optional<TermId> with_named_elements(TermId value, Style style) {
    if (store_.children(value).empty()) return std::nullopt;
    std::vector<TermId> elements;
    bool is_array = true;
    visit_terms(store_, value, [&](TermId node) {
      if (!store_.has(node, smt::kHasOpaque)) return false;
      if (store_.children(node).empty()) elements.push_back(node);
      const smt::SortNode sort = store_.node(store_.sort_of(node));
      is_array = is_array && (store_.children(node).empty() || sort.kind == smt::SortKind::Array);
      if (!is_array || store_.children(node).empty()) return is_array;
      const auto children = store_.children(node);
      if (store_.is(node, smt::Operators::get().at("store"))) sorts_.emplace(children[1], sort.arguments.front());
      sorts_.emplace(children.back(), sort.arguments.back());
      return true;
    });
    if (!is_array) return std::nullopt;
    Replacements names;
    for (const TermId element : elements) {
      if (!sorts_.contains(element)) return std::nullopt;
      names.emplace(element.index, term_of(element, style));
    }
    return replace_nodes(store_, value, names);
  }

  /// The application with its unknowns replaced. Nullopt if an unknown has a value whose translation is in progress.
  std::optional<TermId> instance_of(TermId name, Style style) {
    std::vector<TermId> inside;
    visit_terms(store_, name, [&](TermId node) {
      if (value_of_.contains(node.index)) inside.push_back(node);
      return true;
    });
    Replacements replacements;
    for (const TermId unknown : inside) {
      const TermId value = value_of_.at(unknown.index);
      if (open_.contains(value)) return std::nullopt;
      replacements.emplace(unknown.index, term_of(value, style));
    }
    return replace_nodes(store_, name, replacements);
  }

  FormulaModels& models_;
  TermStore& store_;
  std::map<std::uint32_t, TermId> value_of_;
  std::map<TermId, std::vector<TermId>> names_;  ///< the terms with each value, lowest depth first
  std::map<TermId, smt::SortId> sorts_;          ///< sorts of values, which opaque constants do not tell
  std::map<TermId, TermId> done_;
  std::set<TermId> open_;
  std::map<smt::SortId, std::size_t> elements_;
};

FormulaModels::FormulaModels(const Workplace& work, SearchSpace& space, bool with_facts)
    : work_(work),
      store_(work.store),
      space_(space),
      constants_(with_facts ? space.constants() : std::vector<TermId>()),
      session_(work.store, work.prover.program(), seed_commands(work.options.seed), work.options.memory_bytes,
               with_facts ? space.facts() : std::vector<TermId>()) {
  if (constants_.size() > kMaxConstants) constants_.resize(kMaxConstants);
}

TermId FormulaModels::equal(TermId left, TermId right) {
  return store_.apply_as(ops_.equality, std::vector<TermId>{left, right}, {}, store_.bool_sort());
}

bool FormulaModels::assume(Literals& literals, TermId literal) {
  if (literal == store_.bool_constant(false)) return false;
  if (literal == store_.bool_constant(true)) return true;
  const auto has = [&](TermId term) { return std::find(literals.begin(), literals.end(), term) != literals.end(); };
  if (has(negated(store_, literal))) return false;
  if (!has(literal)) literals.push_back(literal);
  return true;
}

ClusterResult FormulaModels::solve(Cluster cluster, std::size_t& allowance, std::size_t models,
                                   const std::function<bool(Terms)>& take) {
  Replacements rewritten = space_.substitution_of(cluster);
  Task task{cluster, std::move(rewritten), {}, models, allowance, take};
  Literals literals;
  for (const TermId disjunct : cluster.members[0]->disjuncts) {
    if (!assume(literals, negated(store_, replace_nodes(store_, disjunct, task.rewritten))))
      return ClusterResult::Refuted;
  }
  for (const auto& [left, right] : cluster.equations) {
    const TermId a = replace_nodes(store_, left, task.rewritten);
    const TermId b = replace_nodes(store_, right, task.rewritten);
    if (a != b && !assume(literals, equal(a, b))) return ClusterResult::Refuted;
  }
  for (std::size_t i = 1; i < cluster.members.size(); ++i) {
    task.disjuncts.emplace_back();
    for (const TermId disjunct : cluster.members[i]->disjuncts)
      task.disjuncts.back().push_back(replace_nodes(store_, disjunct, task.rewritten));
  }
  choose(task, 0, literals);
  if (!task.alive && !task.cut) return ClusterResult::Refuted;
  return task.fresh ? ClusterResult::Solved : ClusterResult::Known;
}

/// Chooses a true disjunct of each member in turn (line 7). Combinations are enumerated lazily, and contradictory
/// prefixes are skipped.
void FormulaModels::choose(Task& task, std::size_t member, const Literals& literals) {
  if (task.cut) return;
  if (member == task.disjuncts.size()) {
    solve_formula(task, literals);
    return;
  }
  std::size_t combinations = 1;
  for (std::size_t i = member + 1; i < task.disjuncts.size(); ++i) combinations *= task.disjuncts[i].size();
  const std::vector<TermId>& disjuncts = task.disjuncts[member];
  Literals before = literals;  // plus the negations of the earlier disjuncts
  for (const TermId disjunct : disjuncts) {
    if (task.cut) return;
    Literals more = before;
    const bool possible = assume(more, disjunct);
    if (possible && !(combinations >= kMinCombinationsToPrune && contradicts(more))) choose(task, member + 1, more);
    if (!assume(before, negated(store_, disjunct))) return;
  }
}

bool FormulaModels::contradicts(const Literals& literals) {
  Literals key = literals;
  std::sort(key.begin(), key.end());
  if (refuted_.contains(key)) return true;
  (void)session_.model(literals, {}, work_.deadline);
  if (session_.refuted()) refuted_.insert(std::move(key));
  return session_.refuted();
}

void FormulaModels::solve_formula(Task& task, const Literals& literals) {
  Literals key = literals;
  std::sort(key.begin(), key.end());
  if (refuted_.contains(key)) return;
  if (const auto it = known_.find(key); it != known_.end() && it->second >= task.models) {
    task.alive = true;
    return;
  }
  if (task.allowance == 0 || work_.deadline.passed()) {
    task.cut = true;
    return;
  }
  --task.allowance;
  task.fresh = true;
  const Questions questions = questions_of(task);
  const std::size_t models = take_models(task, literals, questions, task.models);
  if (models == 0 && session_.refuted())
    refuted_.insert(key);
  else
    task.alive = true;
  if (models > 0 && !task.cut) {
    if (const std::optional<Literals> more = closed(literals, questions))
      (void)take_models(task, *more, questions, (task.models + 1) / 2);
  }
  known_[key] = task.models;
}

FormulaModels::Questions FormulaModels::questions_of(const Task& task) const {
  Questions questions;
  for (const Member* member : task.cluster.members)
    for (const TermId unknown : member->unknowns)
      if (!task.rewritten.contains(unknown.index)) questions.unknowns.push_back(unknown);
  questions.all = questions.unknowns;
  questions.all.insert(questions.all.end(), constants_.begin(), constants_.end());
  for (const Member* member : task.cluster.members) {
    for (const TermId application : member->applications) {
      if (store_.sort_of(application) != store_.bool_sort())
        questions.all.push_back(replace_nodes(store_, application, task.rewritten));
    }
  }
  return questions;
}

std::size_t FormulaModels::take_models(Task& task, Literals literals, const Questions& questions, std::size_t models) {
  for (std::size_t i = 0; i < models; ++i) {
    ++solved_;
    const std::optional<std::vector<TermId>> values = session_.model(literals, questions.all, work_.deadline);
    if (!values) return i;
    ++made_;
    Naming naming(*this, questions.all, questions.unknowns.size(), *values);
    const bool enough = task.take(terms_of(task, naming.model(Style::Literal))) ||
                        task.take(terms_of(task, naming.model(Style::Symbolic)));
    task.cut = enough || work_.deadline.passed();
    if (task.cut || i + 1 == models || !diversify(literals, questions.unknowns, *values)) return i + 1;
  }
  return models;
}

std::optional<FormulaModels::Literals> FormulaModels::closed(const Literals& literals, const Questions& questions) {
  Literals more = literals;
  for (const TermId unknown : questions.unknowns) {
    if (close(more, unknown, options_of(store_.sort_of(unknown), unknown, questions))) continue;
    if (store_.kind(store_.sort_of(unknown)) != smt::SortKind::Array) continue;
    for (const TermId read : reads_of(literals, unknown))
      (void)close(more, read, options_of(store_.sort_of(read), unknown, questions));
  }
  if (more.size() == literals.size()) return std::nullopt;
  return more;
}

/// Terms of a sort without the unknown, for sorts whose elements have no literals: applications, constants, and arrays
/// that are one such term everywhere.
std::vector<TermId> FormulaModels::options_of(smt::SortId sort, TermId unknown, const Questions& questions) {
  std::vector<smt::SortId> arrays;
  while (store_.kind(sort) == smt::SortKind::Array) {
    arrays.push_back(sort);
    sort = store_.node(sort).arguments.back();
  }
  if (store_.kind(sort) != smt::SortKind::Uninterpreted) return {};
  std::vector<TermId> options;
  for (std::size_t i = questions.all.size(); i > questions.unknowns.size() && options.size() < kMaxOptions; --i) {
    std::optional<TermId> term = questions.all[i - 1];
    bool inside = false;
    visit_terms(store_, *term, [&](TermId node) { return !(inside = inside || node == unknown); });
    if (store_.sort_of(*term) != sort || inside) continue;
    for (auto array = arrays.rbegin(); term && array != arrays.rend(); ++array)
      term = store_.apply(smt::Operators::get().at("const"), std::array{*term}, {}, *array);
    if (term) options.push_back(*term);
  }
  return options;
}

/// The elements that formulas read from an array.
std::vector<TermId> FormulaModels::reads_of(const Literals& literals, TermId array) {
  std::vector<TermId> reads;
  for (const TermId literal : literals) {
    visit_terms(store_, literal, [&](TermId node) {
      const bool reads_it = store_.is(node, smt::Operators::get().at("select")) && store_.children(node)[0] == array;
      if (reads_it && std::find(reads.begin(), reads.end(), node) == reads.end()) reads.push_back(node);
      return true;
    });
  }
  return reads;
}

/// Assumes that a term equals an option, if that is possible.
bool FormulaModels::close(Literals& literals, TermId term, const std::vector<TermId>& options) {
  if (options.empty()) return false;
  std::vector<TermId> equations;
  for (const TermId option : options) equations.push_back(equal(term, option));
  literals.push_back(joined(store_, ops_.disjunction, equations));
  if (!contradicts(literals)) return true;
  literals.pop_back();
  return false;
}

/// Adds constraints for a different model (line 19): new values for all unknowns if that is satisfiable, else for at
/// least one; unknowns with equal values must differ. False if there is nothing to constrain.
bool FormulaModels::diversify(Literals& literals, const std::vector<TermId>& unknowns,
                              const std::vector<TermId>& values) {
  std::vector<TermId> changes;
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    if (!store_.has(values[i], smt::kHasOpaque)) changes.push_back(negated(store_, equal(unknowns[i], values[i])));
    for (std::size_t j = 0; j < i; ++j) {
      if (values[i] == values[j] && store_.sort_of(unknowns[i]) == store_.sort_of(unknowns[j]))
        changes.push_back(negated(store_, equal(unknowns[i], unknowns[j])));
    }
  }
  if (changes.empty()) return false;
  Literals all = literals;
  all.insert(all.end(), changes.begin(), changes.end());
  if (contradicts(all))
    literals.push_back(joined(store_, ops_.disjunction, changes));
  else
    literals = std::move(all);
  return true;
}

/// The patterns of the cluster's members under the rewritings and the model (Algorithm 4.3).
Terms FormulaModels::terms_of(const Task& task, const Replacements& model) {
  Terms terms;
  for (const Member* member : task.cluster.members) {
    for (const TermId pattern : member->patterns)
      terms.push_back(
          fold_constants(store_, replace_nodes(store_, replace_nodes(store_, pattern, task.rewritten), model)));
  }
  return without_parts(store_, terms);
}

TermId FormulaModels::element(smt::SortId sort, std::size_t n) {
  std::vector<TermId>& of_sort = elements_[sort];
  while (of_sort.size() <= n) of_sort.push_back(work_.validator.fresh_constant(sort));
  return of_sort[n];
}

}  // namespace assay::trigger
