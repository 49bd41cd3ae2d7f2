#include "smt/fuzz/seed/fragments.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

#include "smt/term/term_map.hpp"
#include "smt/theory/connective.hpp"

namespace assay::smt {
namespace {

/// Calls `visit` once for every term below the roots, children first. The order depends only on the terms' structure.
template <typename Visit>
void visit_children_first(const TermStore& store, const std::vector<TermId>& roots, Visit visit) {
  TermSet seen;
  std::vector<std::pair<TermId, bool>> work;
  for (const TermId root : roots) {
    work.emplace_back(root, false);
    while (!work.empty()) {
      const auto [term, ready] = work.back();
      work.pop_back();
      if (ready) {
        visit(term);
        continue;
      }
      if (!seen.insert(term)) continue;
      work.emplace_back(term, true);
      const auto children = store.children(term);
      for (std::size_t i = children.size(); i-- > 0;) work.emplace_back(children[i], false);
    }
  }
}

class Collector {
 public:
  explicit Collector(Fragments& into) : into_(into) {}

  void run() {
    visit_children_first(into_.store, into_.assertions, [this](TermId term) { visit(term); });
    for (const Command& objective : into_.objectives) bodies_.push_back(objective.terms[0]);
    // Functions in bodies of definitions need an assignment, too. The bodies themselves are no fragments, because their
    // variables are free.
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      visit_children_first(into_.store, {bodies_[i]}, [this](TermId term) { note_function(term); });
  }

 private:
  void visit(TermId term) {
    note_function(term);
    const TermStore& store = into_.store;
    if (store.has(term, kHasVariable)) return;
    const SortId sort = store.sort_of(term);
    if (store.kind(sort) == SortKind::Unknown || store.node(term).kind == TermKind::Binder) {
      if (sort != store.bool_sort()) return;
    }
    into_.terms.push_back(term);
    if (sorts_.insert(sort).second) into_.sorts.push_back(sort);
    if (store.node(term).kind == TermKind::Constant) into_.literals.emplace_back(sort, store.value(term));
    if (sort == store.bool_sort()) into_.formulas.push_back({term, depth_of(term)});
  }

  std::uint32_t depth_of(TermId formula) {
    std::uint32_t depth = 0;
    if (is_connective(into_.store, formula))
      for (const TermId child : into_.store.children(formula)) {
        depth = std::max(depth, std::max(depths_.find(child.index), 1U));
      }
    depths_.set(formula.index, depth + 1);
    return depth;
  }

  void note_function(TermId term) {
    if (into_.store.node(term).kind != TermKind::Call) return;
    const FunctionId id = into_.store.function_of(term);
    if (!functions_.insert(id).second) return;
    const Function& function = into_.store.node(id);
    if (function.kind == FunctionKind::Declared) into_.functions.push_back(id);
    if (function.body) bodies_.push_back(*function.body);
  }

  Fragments& into_;
  std::unordered_set<SortId, IdHash> sorts_;
  std::unordered_set<FunctionId, IdHash> functions_;
  IndexMap depths_;  ///< by formula: one more than its depth
  std::vector<TermId> bodies_;
};

}  // namespace

TermId plain_binder(TermStore& store, TermId original, const std::vector<TermId>& children) {
  BinderInfo info = store.binder_info(original);
  if (info.kind == BinderKind::Comprehension) return store.binder(info, children);
  std::vector<TermId> kept = {children[0]};
  std::vector<Attribute> attributes;
  std::size_t next = 1;
  for (Attribute& attribute : info.attributes) {
    const auto first = children.begin() + static_cast<std::ptrdiff_t>(next);
    const auto last = first + attribute.term_count;
    next += attribute.term_count;
    if (attribute.keyword != ":pattern" || attribute.term_count == 0) continue;
    if (std::any_of(first, last, [&](TermId term) { return store.node(term).kind == TermKind::Variable; })) continue;
    kept.insert(kept.end(), first, last);
    attributes.push_back(std::move(attribute));
  }
  info.attributes = std::move(attributes);
  return store.binder(info, kept);
}

namespace {

/// Removes annotations, also from the bodies of define-fun and of `:named` terms. A defined constant whose body has
/// annotations is replaced by the plain body.
class Stripper {
 public:
  explicit Stripper(TermStore& store) : store_(store) {}

  TermId strip(TermId term) {
    std::vector<TermId> order;
    visit_children_first(store_, {term}, [&](TermId visited) { order.push_back(visited); });
    for (const TermId original : order)
      if (!plain_.contains(original)) plain_.emplace(original, stripped(original));
    return plain_.at(term);
  }

 private:
  TermId stripped(TermId original) {
    const TermNode& node = store_.node(original);
    std::vector<TermId> children;
    bool changed = false;
    for (const TermId child : store_.children(original)) {
      children.push_back(plain_.at(child));
      changed = changed || children.back() != child;
    }
    if (node.kind == TermKind::Annotated) return children[0];
    if (node.kind == TermKind::Binder) return plain_binder(store_, original, children);
    if (node.kind == TermKind::Call && children.empty()) return stripped_constant(original);
    if (node.kind == TermKind::Call) {
      const FunctionId plain = stripped_function(store_.function_of(original));
      if (plain != store_.function_of(original)) return store_.call_as(plain, children, store_.sort_of(original));
    }
    if (is_connective_of_one(original)) return children[0];
    return changed ? store_.rebuild(original, children).value_or(original) : original;
  }

  // The standard requires two arguments or more for `and` and `or`; some solvers accept one.
  bool is_connective_of_one(TermId term) const {
    if (store_.children(term).size() != 1) return false;
    return store_.is(term, Operators::get().at("and")) || store_.is(term, Operators::get().at("or"));
  }

  TermId stripped_constant(TermId call) {
    const Function& function = store_.node(store_.function_of(call));
    if (function.kind != FunctionKind::Defined || !function.body) return call;
    const TermId body = *function.body;
    const TermId plain = strip(body);
    return plain == body ? call : plain;
  }

  /// The defined function of the same name whose body has no annotations.
  FunctionId stripped_function(FunctionId id) {
    const Function function = store_.node(id);
    if (function.kind != FunctionKind::Defined || !function.body) return id;
    const auto known = functions_.find(id);
    if (known != functions_.end()) return known->second;
    Function plain = function;
    plain.body = strip(*function.body);
    return functions_[id] = plain.body == function.body ? id : store_.function(std::move(plain));
  }

  TermStore& store_;
  TermMap plain_;
  std::map<FunctionId, FunctionId> functions_;
};

}  // namespace

TermId without_annotations(TermStore& store, TermId term) { return Stripper(store).strip(term); }

std::uint32_t boolean_depth(const TermStore& store, TermId formula) {
  IndexMap depths;  // by formula: one more than its depth
  std::vector<std::pair<TermId, bool>> work{{formula, false}};
  while (!work.empty()) {
    const auto [term, ready] = work.back();
    work.pop_back();
    if (depths.contains(term.index)) continue;
    const bool inner = is_connective(store, term);
    if (inner && !ready) {
      work.emplace_back(term, true);
      for (const TermId child : store.children(term)) work.emplace_back(child, false);
      continue;
    }
    std::uint32_t depth = 0;
    if (inner)
      for (const TermId child : store.children(term)) depth = std::max(depth, depths.find(child.index));
    depths.set(term.index, depth + 1);
  }
  return depths.find(formula.index) - 1;
}

void collect_fragments(Fragments& fragments, const std::vector<TermId>& assertions) {
  fragments.assertions.clear();
  for (const TermId assertion : assertions)
    fragments.assertions.push_back(without_annotations(fragments.store, assertion));
  Collector(fragments).run();
}

namespace {

constexpr std::size_t kMaxSkeletonCommands = 200;

bool is_structure(CommandKind kind) {
  switch (kind) {
    case CommandKind::Assert:
    case CommandKind::Push:
    case CommandKind::Pop:
    case CommandKind::CheckSat:
    case CommandKind::CheckSatAssuming: return true;
    default: return false;
  }
}

/// The levels and checks of the script, or an empty skeleton if it has neither levels, assumptions nor several checks.
/// `assertions`: the script's assertions without duplicates, in order of first appearance.
Skeleton skeleton_of(const Script& script, const std::vector<TermId>& assertions) {
  Skeleton skeleton;
  std::size_t checks = 0;
  bool is_plain = true;
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::Exit) break;
    const bool forgets = command.kind == CommandKind::Reset || command.kind == CommandKind::ResetAssertions;
    // A reset also removes declarations, which a skeleton cannot express.
    if (forgets || command.kind == CommandKind::Optimize) return {};
    if (!is_structure(command.kind)) continue;
    is_plain = is_plain && (command.kind == CommandKind::Assert || command.kind == CommandKind::CheckSat);
    checks += command.kind == CommandKind::CheckSat || command.kind == CommandKind::CheckSatAssuming ? 1 : 0;
    SkeletonCommand step{command.kind, command.number, {}};
    for (const TermId term : command.terms) {
      const auto at = std::find(assertions.begin(), assertions.end(), term);
      step.assertions.push_back(static_cast<std::size_t>(at - assertions.begin()));
    }
    skeleton.commands.push_back(std::move(step));
  }
  const bool tells = !is_plain || checks > 1;
  return tells && checks > 0 && skeleton.commands.size() <= kMaxSkeletonCommands ? std::move(skeleton) : Skeleton{};
}

/// The script's `:status`. Open if it is not `sat` or `unsat`, is not unique, or may not cover all assertions.
Truth status_of(const Script& script) {
  std::vector<std::string_view> statuses;
  std::size_t checks = 0;
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::Exit) break;
    if (checks > 0 && command.kind == CommandKind::Assert) return Truth::Open;
    checks += is_check(command.kind) ? 1 : 0;
    const bool other = command.kind == CommandKind::Pop || command.kind == CommandKind::Reset ||
                       command.kind == CommandKind::ResetAssertions || command.kind == CommandKind::Optimize ||
                       command.kind == CommandKind::Opaque;
    if (other) return Truth::Open;
    if (command.kind == CommandKind::SetInfo && command.keyword == ":status") statuses.push_back(command.text);
  }
  if (checks != 1 || statuses.size() != 1) return Truth::Open;
  for (const Truth truth : {Truth::Sat, Truth::Unsat})
    if (statuses[0] == name(truth)) return truth;
  return Truth::Open;
}

}  // namespace

namespace {

/// The objectives of a script with one check and no levels; else empty. The optimum then covers all assertions.
std::vector<Command> objectives_of(TermStore& store, const Script& script) {
  std::vector<Command> objectives;
  std::size_t checks = 0;
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::Exit) break;
    checks += is_check(command.kind) ? 1 : 0;
    const bool other = command.kind == CommandKind::Push || command.kind == CommandKind::Pop ||
                       command.kind == CommandKind::Reset || command.kind == CommandKind::ResetAssertions;
    if (other || checks > 1) return {};
    if (command.kind != CommandKind::Optimize || checks > 0) continue;
    objectives.push_back(command);
    objectives.back().terms[0] = without_annotations(store, command.terms[0]);
  }
  return objectives;
}

}  // namespace

namespace {

/// True for options about printing, channels, limits and the kinds of questions: Assay reads the output, sets the
/// limits, and asks for models and several checks.
bool is_assays_own(std::string_view keyword) {
  constexpr std::array<std::string_view, 8> kBegins{":print",  ":dump",           ":pp",         ":model", ":trace",
                                                    ":output", ":produce-models", ":incremental"};
  constexpr std::array<std::string_view, 4> kParts{"channel", "limit", "timeout", "verbos"};
  return std::any_of(kBegins.begin(), kBegins.end(), [&](auto begin) { return keyword.starts_with(begin); }) ||
         std::any_of(kParts.begin(), kParts.end(),
                     [&](auto part) { return keyword.find(part) != std::string_view::npos; });
}

std::vector<Command> options_of(const Script& script) {
  std::vector<Command> options;
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::Assert || is_check(command.kind)) break;
    if (command.kind == CommandKind::SetOption && !is_assays_own(command.keyword)) options.push_back(command);
  }
  return options;
}

}  // namespace

bool drop_assertions_with(Fragments& fragments, const std::vector<bool>& operators) {
  const auto has_one = [&](TermId assertion) {
    bool found = false;
    visit_children_first(fragments.store, {assertion}, [&](TermId term) {
      found =
          found || (fragments.store.node(term).kind == TermKind::Apply && operators[fragments.store.op(term).index]);
    });
    return found;
  };
  std::erase_if(fragments.objectives, [&](const Command& objective) { return has_one(objective.terms[0]); });
  std::vector<TermId> kept;
  for (const TermId assertion : fragments.assertions)
    if (!has_one(assertion)) kept.push_back(assertion);
  if (kept.empty()) return false;
  if (kept.size() == fragments.assertions.size()) return true;
  fragments.skeleton = {};
  if (fragments.status == Truth::Unsat) fragments.status = Truth::Open;
  fragments.formulas.clear();
  fragments.terms.clear();
  fragments.functions.clear();
  fragments.sorts.clear();
  fragments.literals.clear();
  collect_fragments(fragments, kept);
  return true;
}

std::variant<std::unique_ptr<Fragments>, ParseError> take_apart(std::string_view text, const std::string& name) {
  auto fragments = std::make_unique<Fragments>();
  const Result<Script> script = parse_script(fragments->store, text, name);
  if (!script) return ParseError{{}, script.error().text()};
  fragments->logic = script->logic;
  std::vector<TermId> assertions;
  for (const Command& command : script->commands) {
    const bool asserts = command.kind == CommandKind::Assert || command.kind == CommandKind::CheckSatAssuming;
    for (const TermId term : asserts ? command.terms : std::vector<TermId>())
      if (std::find(assertions.begin(), assertions.end(), term) == assertions.end()) assertions.push_back(term);
    if (command.kind == CommandKind::CheckSatUsing) fragments->tactic = command.text;
  }
  if (assertions.empty()) return ParseError{{}, "it has no assertion"};
  fragments->skeleton = skeleton_of(*script, assertions);
  fragments->status = status_of(*script);
  fragments->options = options_of(*script);
  fragments->objectives = objectives_of(fragments->store, *script);
  collect_fragments(*fragments, assertions);
  return fragments;
}

std::string unused_prefix(const Fragments& seed) {
  const std::vector<std::string> names = declared_names(seed.store, seed.assertions);
  std::string prefix = "p!";
  while (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return name.starts_with(prefix); }))
    prefix += "p!";
  return prefix;
}

}  // namespace assay::smt
