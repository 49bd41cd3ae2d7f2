#include "smt/rules/matching.hpp"

#include <algorithm>

namespace assay::smt {
namespace {

constexpr std::size_t kMaxSteps = 3000;             // of a search for an instance
constexpr std::size_t kMaxStepsInClasses = 20'000;  // of a search modulo a congruence

bool same_binder(const BinderInfo& a, const BinderInfo& b) {
  return a.kind == b.kind && a.keyword == b.keyword && a.variables == b.variables && a.attributes == b.attributes;
}

}  // namespace

Matcher::Matcher(const TermStore& store, const Rule& rule) : store_(store), variables_(rule.variables) {
  variables_.insert(variables_.end(), rule.own.begin(), rule.own.end());
}

bool Matcher::match(TermId pattern, TermId term, Substitution<TermId>& found) {
  work_.assign(1, {pattern, term});
  while (!work_.empty()) {
    const auto [wanted, there] = work_.back();
    work_.pop_back();
    if (is_variable(wanted)) {
      if (store_.sort_of(wanted) != store_.sort_of(there) || store_.has(there, kHasVariable)) return false;
      if (found.terms.of(store_.function_of(wanted), there) != there) return false;
      continue;
    }
    if (!same_head(wanted, there, found.functions)) return false;
    const auto children = store_.children(wanted);
    for (std::size_t i = 0; i < children.size(); ++i) work_.emplace_back(children[i], store_.children(there)[i]);
  }
  return true;
}

bool Matcher::is_variable(TermId term) const {
  return store_.node(term).kind == TermKind::Call && store_.children(term).empty() &&
         is_declared_variable(store_.function_of(term));
}

bool Matcher::is_declared_variable(FunctionId function) const {
  return std::find(variables_.begin(), variables_.end(), function) != variables_.end();
}

bool Matcher::same_head(TermId pattern, TermId term, Meanings<FunctionId>& functions) const {
  const TermNode& a = store_.node(pattern);
  const TermNode& b = store_.node(term);
  if (a.kind != b.kind || a.count != b.count || a.sort != b.sort) return false;
  switch (a.kind) {
    case TermKind::Binder: return same_binder(store_.binder_info(pattern), store_.binder_info(term));
    case TermKind::Apply: return a.data == b.data && a.extra == b.extra;  // equal lists of indices have one number
    case TermKind::Call: {
      const FunctionId wanted = store_.function_of(pattern);
      const FunctionId there = store_.function_of(term);
      return is_declared_variable(wanted) ? functions.of(wanted, there) == there : wanted == there;
    }
    default: return a.data == b.data;
  }
}

bool has_instance(Matcher& matcher, std::span<const TermId> pieces, std::span<const TermId> facts) {
  /// The search state of one piece: the next fact to try, and the sizes of the substitution before this piece.
  struct Place {
    std::size_t next = 0;
    std::size_t terms = 0;
    std::size_t functions = 0;
  };
  Substitution<TermId> found;
  std::vector<Place> places(1);
  std::size_t steps = 0;
  while (!places.empty()) {
    const std::size_t piece = places.size() - 1;
    if (piece == pieces.size()) return true;
    Place& place = places.back();
    found.terms.truncate(place.terms);
    found.functions.truncate(place.functions);
    if (place.next == facts.size()) {
      places.pop_back();
      continue;
    }
    if (++steps > kMaxSteps) return false;
    if (matcher.match(pieces[piece], facts[place.next++], found))
      places.push_back({0, found.terms.size(), found.functions.size()});
  }
  return false;
}

namespace {

/// A search for an instance modulo a congruence, by backtracking.
class ClassSearch {
 public:
  ClassSearch(const TermStore& store, const Matcher& matcher, const Congruence& classes)
      : store_(store), matcher_(matcher), classes_(classes) {}

  bool run(std::span<const TermId> pieces) {
    if (classes_.empty()) return pieces.empty();
    const std::uint32_t truth = classes_.class_of(Congruence::first_fact());
    for (std::size_t i = pieces.size(); i-- > 0;) add_goal(pieces[i], truth);
    for (;;) {
      bool is_met = true;
      while (is_met && open_ != kNone) is_met = meet(goals_[open_]);
      if (is_met) return true;
      if (!retry()) return false;
    }
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// The pattern must match a term of the class `of`; `then` is the next goal.
  struct Goal {
    TermId pattern;
    std::uint32_t of = 0;
    std::uint32_t then = kNone;
  };
  /// A goal for which a term was chosen, and the sizes of the lists before the choice.
  struct Choice {
    std::uint32_t goal = 0;
    std::uint32_t next = 0;  ///< next term to try; kNone: no term is left
    std::size_t goals = 0;
    std::size_t terms = 0;
    std::size_t functions = 0;
  };

  void add_goal(TermId pattern, std::uint32_t of) {
    goals_.push_back({pattern, of, open_});
    open_ = static_cast<std::uint32_t>(goals_.size() - 1);
  }

  /// Processes the first open goal. False if another choice is needed.
  bool meet(const Goal goal) {
    if (!matcher_.is_variable(goal.pattern)) {
      choices_.push_back({open_, goal.of, goals_.size(), found_.terms.size(), found_.functions.size()});
      return false;  // retry() chooses the first term
    }
    const TermId term = classes_.term(goal.of);
    if (store_.sort_of(goal.pattern) != store_.sort_of(term) || store_.has(term, kHasVariable)) return false;
    open_ = goal.then;
    return found_.terms.of(store_.function_of(goal.pattern), goal.of) == goal.of;
  }

  /// Chooses the next term for the last goal that has further terms. False if no goal has.
  bool retry() {
    while (!choices_.empty()) {
      Choice& choice = choices_.back();
      const Goal goal = goals_[choice.goal];
      goals_.resize(choice.goals);
      found_.terms.truncate(choice.terms);
      while (choice.next != kNone) {
        if (++steps_ > kMaxStepsInClasses) return false;
        found_.functions.truncate(choice.functions);
        const std::uint32_t tried = choice.next;
        const std::uint32_t after = classes_.next_in_class(tried);
        choice.next = after == goal.of ? kNone : after;
        if (!matcher_.same_head(goal.pattern, classes_.term(tried), found_.functions)) continue;
        open_ = goal.then;
        const auto children = store_.children(goal.pattern);
        for (std::size_t i = children.size(); i-- > 0;) add_goal(children[i], classes_.class_of_child(tried, i));
        return true;
      }
      choices_.pop_back();
    }
    return false;
  }

  const TermStore& store_;
  const Matcher& matcher_;
  const Congruence& classes_;
  std::vector<Goal> goals_;
  std::uint32_t open_ = kNone;
  std::vector<Choice> choices_;
  Substitution<std::uint32_t> found_;
  std::size_t steps_ = 0;
};

}  // namespace

bool has_instance(const TermStore& store, const Matcher& matcher, std::span<const TermId> pieces,
                  const Congruence& classes) {
  return ClassSearch(store, matcher, classes).run(pieces);
}

}  // namespace assay::smt
