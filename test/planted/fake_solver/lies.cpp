#include <algorithm>
#include <functional>
#include <unordered_set>

#include "fake.hpp"

namespace assay::fake {
namespace {

using smt::TermId;
using smt::TermKind;
using smt::Value;

/// Minimum size of a script that triggers lies about any script. A target's controls are smaller.
constexpr std::size_t kLarge = 12;

/// Whether any sub-term of the active assertions fits; definitions' bodies are not looked into.
bool any_term(const Check& check, const std::function<bool(TermId)>& fits) {
  std::unordered_set<TermId, smt::IdHash> seen;
  std::vector<TermId> work(check.active.begin(), check.active.end());
  while (!work.empty()) {
    const TermId next = work.back();
    work.pop_back();
    if (!seen.insert(next).second) continue;
    if (fits(next)) return true;
    const auto children = check.store.children(next);
    work.insert(work.end(), children.begin(), children.end());
  }
  return false;
}

bool is_op(const Check& check, TermId term, std::string_view name) {
  return check.store.node(term).kind == TermKind::Apply && smt::Operators::get().row(check.store.op(term)).name == name;
}

bool uses(const Check& check, std::string_view name) {
  return any_term(check, [&](TermId term) { return is_op(check, term, name); });
}

/// Whether the operator is applied to arguments whose values under the witness fit.
bool uses_with(const Check& check, std::string_view name, const std::function<bool(const std::vector<Value>&)>& fits) {
  return any_term(check, [&](TermId term) {
    if (!is_op(check, term, name) || check.store.has(term, smt::kHasVariable)) return false;
    std::vector<Value> values;
    const std::vector<TermId> children(check.store.children(term).begin(), check.store.children(term).end());
    for (const TermId child : children) {
      const smt::Outcome& outcome = check.evaluator.evaluate(child);
      if (!outcome.known()) return false;
      values.push_back(outcome.value);
    }
    return fits(values);
  });
}

bool negative(const Value& value) {
  const smt::BitVector& bits = value.as_bits();
  return mpz_tstbit(bits.bits.get_mpz_t(), bits.width - 1) != 0;
}

bool is_large(const Check& check) {
  std::size_t terms = 0;
  (void)any_term(check, [&terms](TermId) { return ++terms > kLarge; });
  return terms > kLarge;
}

bool always_large(const Check& check) { return is_large(check); }
bool any_script(const Check&) { return true; }
bool change_a_value(const Check& check, smt::Model& model) {
  return move_a_number(check, model) || flip_a_bit(check, model);
}

bool sets(const Check& check, std::string_view keyword, std::string_view value) {
  return std::any_of(check.script.commands.begin(), check.script.commands.end(), [&](const smt::Command& command) {
    return command.kind == smt::CommandKind::SetOption && command.keyword == keyword && command.text == value;
  });
}
bool with_option(const Check& check) { return sets(check, ":fake.forgets", "true"); }
bool contradiction_with_option(const Check& check) { return check.has_core && with_option(check); }
bool large_with_option(const Check& check) { return with_option(check) && is_large(check); }
bool with_two_options(const Check& check) { return with_option(check) && sets(check, ":fake.mode", "eager"); }

bool bvsrem_negative(const Check& check) {
  return uses_with(check, "bvsrem", [](const auto& v) { return negative(v[0]); });
}
bool bvudiv_by_zero(const Check& check) {
  return uses_with(check, "bvudiv", [](const auto& v) { return v[1].as_bits().bits == 0; });
}
bool shift_too_far(const Check& check) {
  const auto far = [](const auto& v) { return v[1].as_bits().bits >= v[1].as_bits().width; };
  return uses_with(check, "bvshl", far) || uses_with(check, "bvlshr", far) || uses_with(check, "bvashr", far);
}
bool replace_of_empty(const Check& check) {
  return uses_with(check, "str.replace", [](const auto& v) { return v[1].as_string().empty(); });
}
bool substr_out_of_range(const Check& check) {
  return uses_with(check, "str.substr",
                   [](const auto& v) { return v[1].as_int() < 0 || v[1].as_int() >= v[0].as_string().size(); });
}
bool div_by_negative(const Check& check) {
  const auto by_negative = [](const auto& v) { return v[1].as_int() < 0; };
  return uses_with(check, "div", by_negative) || uses_with(check, "mod", by_negative);
}
bool product_of_three(const Check& check) {
  return uses_with(check, "*", [](const auto& v) {
    return v.size() > 2 && std::all_of(v.begin(), v.end(), [](const Value& factor) {
             return factor.template is<mpz_class>() ? factor.as_int() != 0 : factor.as_real() != 0;
           });
  });
}
bool fp_rem(const Check& check) { return uses(check, "fp.rem"); }
bool fp_of_nan(const Check& check) {
  return uses_with(check, "fp.isNaN", [](const auto&) { return true; });
}
bool select_over_store(const Check& check) {
  return any_term(check, [&](TermId term) {
    return is_op(check, term, "select") && is_op(check, check.store.children(term)[0], "store");
  });
}
bool nested_negation(const Check& check) {
  return any_term(check, [&](TermId term) {
    if (!is_op(check, term, "not")) return false;
    const TermId inner = check.store.children(term)[0];
    if (is_op(check, inner, "not")) return true;
    const auto children = check.store.children(inner);
    return (is_op(check, inner, "and") || is_op(check, inner, "or")) &&
           std::any_of(children.begin(), children.end(), [&](TermId child) { return is_op(check, child, "not"); });
  });
}
/// The function is the first argument; the sequence is the last.
bool map_of_two(const Check& check) {
  return uses_with(check, "seq.map", [](const auto& v) { return v.back().as_sequence().elements.size() > 1; });
}
bool fold_of_two(const Check& check) {
  return uses_with(check, "seq.foldl", [](const auto& v) { return v.back().as_sequence().elements.size() > 1; });
}
bool filter_of_some(const Check& check) {
  return uses_with(check, "set.filter", [](const auto& v) { return !v.back().as_sequence().elements.empty(); });
}
bool all_of_none(const Check& check) {
  return uses_with(check, "set.all", [](const auto& v) { return v.back().as_sequence().elements.empty(); });
}
bool map_of_repeated(const Check& check) {
  return uses_with(check, "bag.map", [](const auto& v) {
    const auto& entries = v.back().as_array().entries;
    return std::any_of(entries.begin(), entries.end(), [](const auto& entry) { return entry.second.as_int() > 1; });
  });
}
bool applied_lambda(const Check& check) {
  return any_term(check, [&](TermId term) {
    if (!is_op(check, term, "@")) return false;
    const TermId function = check.store.children(term)[0];
    return check.store.node(function).kind == TermKind::Binder &&
           check.store.binder_info(function).kind == smt::BinderKind::Lambda;
  });
}
bool alternation(const Check& check) {
  const auto quantifier = [&](TermId term, smt::BinderKind kind) {
    return check.store.node(term).kind == TermKind::Binder && check.store.binder_info(term).kind == kind;
  };
  return any_term(check, [&](TermId term) {
    return quantifier(term, smt::BinderKind::Forall) &&
           quantifier(check.store.children(term)[0], smt::BinderKind::Exists);
  });
}
bool after_pop(const Check& check) { return check.popped; }
bool after_reset(const Check& check) { return check.resets > 0; }
bool after_three_resets(const Check& check) { return check.resets > 2; }
bool inside_push(const Check& check) { return check.level > 0; }
bool three_assertions(const Check& check) { return check.assertions >= 3; }
bool nested_ite(const Check& check) {
  return any_term(check, [&](TermId term) {
    const auto children = check.store.children(term);
    return is_op(check, term, "ite") &&
           std::any_of(children.begin(), children.end(), [&](TermId child) { return is_op(check, child, "ite"); });
  });
}
/// Whether a negated assertion precedes all assertions that are disjunctions.
bool negation_before_disjunction(const Check& check) {
  const auto first = [&](std::string_view name) {
    return std::ranges::find_if(check.active, [&](TermId term) { return is_op(check, term, name); });
  };
  return first("not") < first("or");
}
bool has_pattern(const Check& check) {
  return any_term(check, [&](TermId term) {
    return check.store.node(term).kind == TermKind::Binder && check.store.children(term).size() > 1;
  });
}
bool uses_ite(const Check& check) { return uses(check, "ite"); }
bool uses_xor(const Check& check) { return uses(check, "xor"); }
bool uses_implication(const Check& check) { return uses(check, "=>"); }
bool uses_distinct(const Check& check) { return uses(check, "distinct"); }
bool deep(const Check& check) {
  return std::any_of(check.active.begin(), check.active.end(),
                     [&](TermId term) { return check.store.node(term).depth >= 8; });
}

bool known_core(const Check& check) { return check.has_core; }
bool core_across_levels(const Check& check) { return check.has_core && check.spans_levels; }
bool core_under_assumptions(const Check& check) { return check.has_core && check.assumptions > 0; }
bool core_with_definition(const Check& check) {
  return check.has_core && any_term(check, [&](TermId term) {
           return check.store.node(term).kind == TermKind::Call &&
                  check.store.node(check.store.function_of(term)).kind == smt::FunctionKind::Defined;
         });
}
bool uses_fused(const Check& check) {
  return any_term(check, [&](TermId term) {
    const auto children = check.store.children(term);
    return std::any_of(children.begin(), children.end(), [&](TermId child) {
      return check.store.node(child).kind == TermKind::Call &&
             check.store.spelling(check.store.node(check.store.function_of(child)).name).find("!z") !=
                 std::string_view::npos;
    });
  });
}
bool prefix_contradiction(const Check& check) { return check.has_core && uses(check, "str.prefixof"); }
bool optimizes(const Check& check) {
  return std::any_of(check.script.commands.begin(), check.script.commands.end(),
                     [](const smt::Command& command) { return command.kind == smt::CommandKind::Optimize; });
}

void all_assertions(const std::vector<std::string>& all, std::vector<std::string>& core) { core = all; }
void without_the_first(const std::vector<std::string>&, std::vector<std::string>& core) {
  if (!core.empty()) core.erase(core.begin());
}
void with_a_stranger(const std::vector<std::string>&, std::vector<std::string>& core) { core.push_back("stranger"); }

}  // namespace

const std::vector<Lie>& lies() {
  static const std::vector<Lie> all = {
      {"bvsrem-negative", "bvsrem of a negative dividend is wrong", bvsrem_negative, Effect::RefuteSatisfiable},
      {"bvudiv-zero", "bvudiv by zero is wrong", bvudiv_by_zero, Effect::RefuteSatisfiable},
      {"shift-far", "shifts by the width or more are wrong", shift_too_far, Effect::RefuteSatisfiable},
      {"replace-empty", "str.replace of the empty string is wrong", replace_of_empty, Effect::RefuteSatisfiable},
      {"substr-range", "str.substr from out of range is wrong", substr_out_of_range, Effect::RefuteSatisfiable},
      {"div-negative", "div and mod by a negative number are wrong", div_by_negative, Effect::RefuteSatisfiable},
      {"product-three", "products of three numbers other than zero are wrong", product_of_three,
       Effect::RefuteSatisfiable},
      {"fp-rem", "fp.rem is wrong", fp_rem, Effect::RefuteSatisfiable},
      {"fp-nan", "fp.isNaN is wrong", fp_of_nan, Effect::RefuteSatisfiable},
      {"select-store", "select over store is wrong", select_over_store, Effect::RefuteSatisfiable},
      {"nested-negation", "a negation inside of a negation is wrong", nested_negation, Effect::RefuteSatisfiable},
      {"map-two", "seq.map over two elements and more is wrong", map_of_two, Effect::RefuteSatisfiable},
      {"fold-two", "seq.foldl over two elements and more is wrong", fold_of_two, Effect::RefuteSatisfiable},
      {"filter-some", "set.filter of a set that is not empty is wrong", filter_of_some, Effect::RefuteSatisfiable},
      {"all-none", "set.all of the empty set is wrong", all_of_none, Effect::RefuteSatisfiable},
      {"bag-map-repeated", "bag.map of what is there twice is wrong", map_of_repeated, Effect::RefuteSatisfiable},
      {"applied-lambda", "a lambda that is applied is wrong", applied_lambda, Effect::RefuteSatisfiable},
      {"alternation", "a forall over an exists is wrong", alternation, Effect::RefuteSatisfiable},
      {"alternation-sat", "a contradiction with a forall over an exists is missed", alternation,
       Effect::SatisfyUnsatisfiable},
      {"after-pop", "unsat once a level was popped", after_pop, Effect::RefuteSatisfiable},
      {"after-reset", "crashes on a script behind a (reset)", after_reset, Effect::FailAssertion},
      {"after-reset-unsat", "unsat behind a (reset)", after_reset, Effect::RefuteSatisfiable},
      {"after-three-resets", "unsat behind the third (reset)", after_three_resets, Effect::RefuteSatisfiable},
      {"inside-push", "forgets assertions at open levels", inside_push, Effect::SatisfyUnsatisfiable},
      {"forgets-assertion", "forgets one of three assertions", three_assertions, Effect::SatisfyUnsatisfiable},
      {"model-bit", "models with a wrong bit or Boolean", always_large, Effect::WrongModel, flip_a_bit},
      {"model-number", "models with numbers that are one off", always_large, Effect::WrongModel, move_a_number},
      {"model-missing", "models that leave out a symbol", always_large, Effect::WrongModel, leave_out_a_symbol},
      {"model-refused", "no models of large scripts", always_large, Effect::RefuseModel},
      {"model-array", "models with a wrong default of arrays", always_large, Effect::WrongModel, change_an_array},
      {"unsat-as-sat", "sat for contradictions about str.prefixof", prefix_contradiction, Effect::SatisfyUnsatisfiable},
      {"levels-sat", "sat for contradictions that span levels", core_across_levels, Effect::SatisfyUnsatisfiable},
      {"assuming-sat", "forgets assumptions", core_under_assumptions, Effect::SatisfyUnsatisfiable},
      {"defined-sat", "sat for contradictions with a definition", core_with_definition, Effect::SatisfyUnsatisfiable},
      {"fused-unsat", "wrong only about fused variables: unsat", uses_fused, Effect::RefuteSatisfiable},
      {"fused-sat", "wrong only about fused variables: sat", uses_fused, Effect::SatisfyUnsatisfiable},
      {"core-superset", "cores with every assertion", known_core, Effect::WrongCore, nullptr, all_assertions},
      {"core-satisfiable", "cores without an assertion", known_core, Effect::WrongCore, nullptr, without_the_first},
      {"core-stranger", "cores with a name of nothing", known_core, Effect::WrongCore, nullptr, with_a_stranger},
      {"core-drops", "cores of any script without an assertion", any_script, Effect::WrongCore, nullptr,
       without_the_first},
      {"optimum-off-by-one", "an optimum that is one off", optimizes, Effect::WrongOptimum},
      {"optimum-model", "models that miss the optimum", optimizes, Effect::WrongModel, miss_the_optimum},
      {"model-small", "models of small scripts, too, with wrong numbers and bits", any_script, Effect::WrongModel,
       change_a_value},
      {"model-small-missing", "models of small scripts, too, that leave out a symbol", any_script, Effect::WrongModel,
       leave_out_a_symbol},
      {"option-forgets", "forgets an assertion when :fake.forgets is true", contradiction_with_option,
       Effect::SatisfyUnsatisfiable},
      {"option-pair", "refutes when two options are set", with_two_options, Effect::RefuteSatisfiable},
      {"option-crash", "crashes when :fake.forgets is true", with_option, Effect::FailAssertion},
      {"option-rejects", "an error when :fake.forgets is true", large_with_option, Effect::Reject},
      {"option-unknown", "gives up when :fake.forgets is true", with_option, Effect::SayUnknown},
      {"crash-ite", "crashes on an ite inside of an ite", nested_ite, Effect::Segfault},
      {"assert-distinct", "an assertion fails on distinct", uses_distinct, Effect::FailAssertion},
      {"slow-deep", "is slow on deep assertions", deep, Effect::Spin},
      {"flaky", "refutes in every other process", always_large, Effect::Flake},
      {"rejects-implication", "an error on a valid implication", uses_implication, Effect::Reject},
      {"garbage-xor", "prints garbage on xor", uses_xor, Effect::PrintGarbage},
      {"unknown-ite", "gives up on ite", uses_ite, Effect::SayUnknown},
      {"order-unknown", "gives up if a negation comes before a disjunction", negation_before_disjunction,
       Effect::SayUnknown},
      {"order-sat", "calls a contradiction satisfiable if a negation comes before a disjunction",
       negation_before_disjunction, Effect::SatisfyUnsatisfiable},
      {"mute", "gives up on every script", any_script, Effect::SayUnknown},
      {"unknown-pattern", "gives up on axioms with patterns", has_pattern, Effect::SayUnknown},
      {"hang", "never answers", always_large, Effect::Hang},
      {"flood", "prints without end", always_large, Effect::Flood},
      {"memory", "eats memory without end", always_large, Effect::EatMemory},
      {"daemon", "leaves a process in the background and ignores SIGTERM", always_large, Effect::Daemonize},
  };
  return all;
}

const Lie* find_lie(std::string_view name) {
  for (const Lie& one : lies()) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

}  // namespace assay::fake
