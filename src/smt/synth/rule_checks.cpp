#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "assay/smt/eval.hpp"
#include "core/rng/rng.hpp"
#include "smt/draw/points.hpp"
#include "smt/draw/random_value.hpp"
#include "smt/reduce/terms.hpp"
#include "smt/rules/rules.hpp"
#include "smt/synth/constants.hpp"
#include "smt/synth/synth.hpp"

namespace assay::smt {
namespace {

constexpr unsigned kOwnAssignments = 4;           // of B's :exists variables for one input
constexpr std::uint64_t kMaxInstances = 8000;     // of one quantifier
constexpr std::size_t kMaxCandidates = 48;        // values of one bound variable
constexpr std::uint64_t kQuantifiedDivisor = 60;  // the number of inputs is divided by it for rows with quantifiers

/// A quantifier of B, replaced by a Boolean constant. In its body, constants replace the bound variables.
struct Quantifier {
  TermId constant;
  TermId body;
  std::vector<TermId> variables;
  std::vector<std::vector<TermId>> dependent_terms;  ///< by variable: the terms of the body that contain it
  bool universal = true;
};

/// Checks one row.
class RowCheck {
 public:
  RowCheck(TermStore& store, const Rule& rule, std::uint64_t seed)
      : store_(store),
        rule_(rule),
        rng_(core::Rng(seed).split(rule.text->name)),
        values_(store, literals_),
        constants_(store, {}) {}

  void run(std::uint64_t inputs, std::uint64_t enough, RuleCheck& result) {
    const RuleKind kind = rule_.text->kind;
    if (kind == RuleKind::Constants || kind == RuleKind::Operation) {
      result.inputs = result.relevant = 1;
      return;
    }
    const bool equality = kind == RuleKind::Equality;
    right_ = rule_.right;
    collect_constants();
    if (!equality && !take_out_quantifiers()) {
      result.problem = "a quantifier inside of another one cannot be checked";
      return;
    }
    if (!quantifiers_.empty()) inputs = std::max<std::uint64_t>(inputs / kQuantifiedDivisor, 1);
    for (std::uint64_t i = 0; i < inputs && result.relevant < enough && result.problem.empty(); ++i) {
      ++result.inputs;
      draw_input();
      if (rule_.condition && rng_.coin()) satisfy(store_, model_, *rule_.condition);
      if (!equality && rng_.coin()) satisfy(store_, model_, rule_.left);
      evaluator_.forget();
      if (rule_.condition && !is(*rule_.condition, true)) continue;
      const bool relevant = equality ? check_equality(result) : check_equivalence(result);
      result.relevant += relevant ? 1 : 0;
    }
    if (result.problem.empty() && result.relevant == 0)
      result.problem = "no input was relevant: the side condition never held, or a side never had a value";
  }

 private:
  std::optional<Value> draw(SortId sort) {
    if (!rule_constants_.empty() && rng_.percent(15)) {
      const auto& [of, value] = rng_.pick(rule_constants_);
      if (of == sort) return value;
    }
    const auto& boundary = constants_.of(sort);
    if (!boundary.empty() && rng_.percent(30)) return rng_.pick(boundary).value;
    return rng_.coin() ? values_.draw(sort, rng_) : values_.degenerate(sort, rng_);
  }

  void collect_constants() {
    std::vector<TermId> roots{rule_.left, rule_.right};
    if (rule_.condition) roots.push_back(*rule_.condition);
    for (const auto& level : levels_of(store_, roots))
      for (const TermId term : level)
        if (store_.node(term).kind == TermKind::Constant)
          rule_constants_.emplace_back(store_.sort_of(term), store_.value(term));
  }

  void draw_input() {
    model_.functions.clear();
    for (const FunctionId variable : rule_.variables) {
      const Function function = store_.node(variable);
      Interpretation interpretation;
      interpretation.fallback = draw(function.result);
      for (unsigned i = 0; i < 3 && !function.parameters.empty(); ++i) add_entry(interpretation, function);
      model_.functions.emplace(variable, std::move(interpretation));
    }
  }

  void add_entry(Interpretation& interpretation, const Function& function) {
    std::vector<Value> arguments;
    for (const SortId sort : function.parameters) {
      auto value = draw(sort);
      if (!value) return;
      arguments.push_back(std::move(*value));
    }
    auto result = draw(function.result);
    if (!result) return;
    auto& entries = interpretation.entries;
    const auto at = std::lower_bound(entries.begin(), entries.end(), arguments,
                                     [](const auto& entry, const auto& key) { return entry.first < key; });
    if (at == entries.end() || at->first != arguments) entries.insert(at, {std::move(arguments), std::move(*result)});
  }

  /// The value of a term under the input.
  const Outcome& value(TermId term) { return evaluator_.evaluate(term); }
  bool is(TermId term, bool wanted) {
    const Outcome& outcome = value(term);
    return outcome.known() && outcome.value.as_bool() == wanted;
  }
  static void set(Model& model, FunctionId function, Value value) {
    model.functions[function] = Interpretation{{}, {}, {}, std::move(value)};
  }

  bool check_equality(RuleCheck& result) {
    if (!value(rule_.left).known() || !value(rule_.right).known()) return false;
    const TermId equation = store_.apply_as(equal_, std::array{rule_.left, rule_.right}, {}, store_.bool_sort());
    if (is(equation, false)) result.problem = "the sides differ under " + input_text();
    return true;
  }

  bool check_equivalence(RuleCheck& result) {
    if (!value(rule_.left).known()) return false;
    const bool holds = value(rule_.left).value.as_bool();
    bool relevant = false;
    for (unsigned i = 0; i < kOwnAssignments; ++i) {
      if (!choose_own(i)) continue;
      const std::optional<bool> right = bounded();
      if (!right) continue;
      relevant = true;
      if (*right && !holds) result.problem = "the right side holds, and the left one does not, under " + input_text();
      const bool by_witness = i == 0 && rule_.text->kind == RuleKind::Equivalence;
      if (by_witness && holds && !*right)
        result.problem = "the left side holds, and the right one with its witnesses does not, under " + input_text();
      if (rule_.own.empty() || !result.problem.empty()) break;
    }
    return relevant;
  }

  /// Assigns B's :exists variables: their witnesses in attempt 0, some random values in later attempts.
  bool choose_own(unsigned attempt) {
    for (std::size_t i = 0; i < rule_.own.size(); ++i) {
      const SortId sort = store_.node(rule_.own[i]).result;
      std::optional<Value> chosen;
      if (attempt > 0 && rng_.percent(40)) chosen = draw(sort);
      if (!chosen) {
        const Outcome& outcome = value(rule_.witnesses[i]);
        if (!outcome.known()) return false;
        chosen = outcome.value;
      }
      set(model_, rule_.own[i], std::move(*chosen));
      evaluator_.forget();
    }
    return true;
  }

  bool is_quantifier(TermId term) const {
    if (store_.node(term).kind != TermKind::Binder) return false;
    const BinderKind kind = store_.binder_info(term).kind;
    return kind == BinderKind::Forall || kind == BinderKind::Exists;
  }

  bool take_out_quantifiers() {
    for (const auto& level : levels_of(store_, {rule_.left, rule_.right}))
      for (const TermId term : level)
        if (!store_.has(term, kHasVariable) && !store_.has(term, kHasQuantifier)) ground_.push_back(term);
    std::vector<TermId> binders;
    for (const auto& level : levels_of(store_, {right_}))
      for (const TermId term : level)
        if (is_quantifier(term)) binders.push_back(term);
    TermMap known;
    for (const TermId binder : binders) {
      const BinderInfo info = store_.binder_info(binder);
      const TermId body = store_.children(binder)[0];
      if (store_.has(body, kHasQuantifier)) return false;
      Quantifier taken;
      taken.universal = info.kind == BinderKind::Forall;
      taken.constant = constant("quantifier", store_.bool_sort());
      TermMap inner;
      for (const BoundVariable& variable : info.variables) {
        taken.variables.push_back(constant("bound", variable.sort));
        inner.emplace(store_.variable(variable), taken.variables.back());
      }
      const auto opened = rewrite(store_, body, inner);
      if (!opened) return false;
      taken.body = *opened;
      for (const TermId variable : taken.variables) taken.dependent_terms.push_back(terms_with(variable, *opened));
      known.emplace(binder, taken.constant);
      quantifiers_.push_back(std::move(taken));
    }
    const auto rewritten = rewrite(store_, right_, known);
    if (rewritten) right_ = *rewritten;
    return rewritten.has_value();
  }

  TermId constant(const std::string& name, SortId sort) {
    Function function;
    function.name = store_.symbol(name + "!" + std::to_string(fresh_++));
    function.result = sort;
    return *store_.call(store_.function(std::move(function)), {});
  }

  /// The terms at and below the root that contain the constant.
  std::vector<TermId> terms_with(TermId constant, TermId root) {
    const auto levels = levels_of(store_, {root});
    std::set<TermId> found{constant};
    for (std::size_t before = 0; before != found.size();) {
      before = found.size();
      for (const auto& level : levels)
        for (const TermId term : level)
          for (const TermId child : store_.children(term))
            if (found.contains(child)) found.insert(term);
    }
    return {found.begin(), found.end()};
  }

  /// The truth of B under the input, where quantifiers range over candidates() only. Nullopt if unknown.
  std::optional<bool> bounded() {
    if (quantifiers_.empty()) return known_bool(value(right_));
    instance_ = model_;
    instances_.forget();
    std::vector<bool> truths;
    for (const Quantifier& quantifier : quantifiers_) {
      const auto holds = bounded(quantifier);
      if (!holds) return std::nullopt;
      truths.push_back(*holds);
    }
    for (std::size_t i = 0; i < truths.size(); ++i)
      set(instance_, store_.function_of(quantifiers_[i].constant), Value(bool{truths[i]}));
    instances_.forget();
    return known_bool(instances_.evaluate(right_));
  }

  static std::optional<bool> known_bool(const Outcome& outcome) {
    return outcome.known() ? std::optional(outcome.value.as_bool()) : std::nullopt;
  }

  std::optional<bool> bounded(const Quantifier& quantifier) {
    std::vector<std::vector<Value>> domains;
    std::uint64_t instances = 1;
    for (const TermId variable : quantifier.variables) {
      domains.push_back(candidates(store_.sort_of(variable)));
      instances *= domains.back().size();
    }
    for (std::vector<Value>& domain : domains) {
      while (instances > kMaxInstances && domain.size() > 2) {
        instances = instances / domain.size() * (domain.size() - 1);
        domain.pop_back();
      }
    }
    std::vector<std::size_t> digits(domains.size(), 0);
    for (std::uint64_t i = 0; i < instances; ++i) {
      std::uint64_t rest = i;
      for (std::size_t v = 0; v < domains.size(); ++v) {
        const std::size_t digit = rest % domains[v].size();
        rest /= domains[v].size();
        if (i > 0 && digit == digits[v]) continue;  // values that depend on other variables only stay cached
        digits[v] = digit;
        set(instance_, store_.function_of(quantifier.variables[v]), domains[v][digit]);
        instances_.forget(quantifier.dependent_terms[v]);
      }
      const auto holds = known_bool(instances_.evaluate(quantifier.body));
      if (!holds) return std::nullopt;
      if (*holds != quantifier.universal) return !quantifier.universal;
    }
    return quantifier.universal;
  }

  std::vector<Value> candidates(SortId sort) {
    std::set<Value> found;
    std::vector<Value> list;
    const auto add = [&](Value value) {
      if (list.size() < kMaxCandidates && found.insert(value).second) list.push_back(std::move(value));
    };
    // Values of the row's ground terms, and values in the input.
    for (const TermId term : ground_)
      if (store_.sort_of(term) == sort)
        if (const Outcome& outcome = value(term); outcome.known()) add(outcome.value);
    for (const auto& [function, interpretation] : model_.functions) {
      const Function& declared = store_.node(function);
      if (interpretation.fallback) add_parts(sort, *interpretation.fallback, declared.result, add);
      for (const auto& [arguments, result] : interpretation.entries) {
        for (std::size_t i = 0; i < arguments.size(); ++i) add_parts(sort, arguments[i], declared.parameters[i], add);
        add_parts(sort, result, declared.result, add);
      }
    }
    // Values that are not in the input, for the fallback of arrays and functions.
    if (sort == store_.string_sort()) add(Value(std::u32string(U"zq")));
    if (sort == store_.int_sort()) add(Value(mpz_class(1'000'003)));
    if (auto drawn = values_.draw(sort, rng_)) add(std::move(*drawn));
    for (const Constant& boundary : constants_.of(sort)) add(boundary.value);
    for (unsigned i = 0; i < 3 && sort == store_.real_sort(); ++i) add_between(list, add);
    return list;
  }

  /// Adds the mean of each two neighbouring numbers.
  static void add_between(std::vector<Value> list, const std::function<void(Value)>& add) {
    std::sort(list.begin(), list.end());
    for (std::size_t i = 1; i < list.size(); ++i)
      add(Value(mpq_class((list[i - 1].as_real() + list[i].as_real()) / 2)));
  }

  /// Adds the value and its parts of the wanted sort: sub-words, positions, indices, elements, fields.
  void add_parts(SortId sort, const Value& value, SortId of, const std::function<void(Value)>& add) {
    if (of == sort) add(value);
    const SortNode node = store_.node(of);
    if (value.is<std::u32string>()) {
      const std::u32string& text = value.as_string();
      if (sort == of)
        for (std::size_t length = 0; length <= text.size(); ++length)
          for (std::size_t at = 0; at + length <= text.size(); ++at) add(Value(text.substr(at, length)));
      add_positions(sort, text.size(), add);
    } else if (value.is<std::shared_ptr<const ArrayValue>>() && node.arguments.size() == 2) {
      for (const auto& [index, element] : value.as_array().entries) {
        add_parts(sort, index, node.arguments[0], add);
        add_parts(sort, element, node.arguments[1], add);
      }
      add_parts(sort, value.as_array().fallback, node.arguments[1], add);
    } else if (value.is<std::shared_ptr<const SequenceValue>>()) {
      const auto& elements = value.as_sequence().elements;
      const auto begin = elements.begin();
      if (sort == of)
        for (std::ptrdiff_t length = 0; length <= std::ssize(elements); ++length)
          for (std::ptrdiff_t at = 0; at + length <= std::ssize(elements); ++at)
            add(make_sequence({begin + at, begin + at + length}));
      for (const Value& element : elements) add_parts(sort, element, node.arguments[0], add);
      add_positions(sort, elements.size(), add);
    } else if (value.is<std::shared_ptr<const DatatypeValue>>() && node.datatype) {
      const DatatypeValue& built = value.as_datatype();
      const Datatype type = store_.node(*node.datatype);
      for (std::size_t i = 0; i < built.fields.size() && type.parameters.empty(); ++i)
        add_parts(sort, built.fields[i], type.constructors[built.position].fields[i].sort, add);
    }
  }

  void add_positions(SortId sort, std::size_t size, const std::function<void(Value)>& add) {
    for (std::size_t i = 0; sort == store_.int_sort() && i <= size; ++i) add(Value(mpz_class(i)));
  }

  /// The input as one line of text.
  std::string input_text() {
    std::string text = print_model(store_, model_);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

  TermStore& store_;
  const Rule& rule_;
  core::Rng rng_;
  std::vector<std::pair<SortId, Value>> literals_;
  RandomValues values_;
  Constants constants_;
  Model model_;  ///< the input, and the values of B's :exists variables
  Evaluator evaluator_{store_, model_};
  Model instance_;  ///< model_, and the values of the bound variables
  Evaluator instances_{store_, instance_};
  TermId right_;
  std::vector<Quantifier> quantifiers_;
  std::vector<TermId> ground_;                            ///< the row's terms without bound variables
  std::vector<std::pair<SortId, Value>> rule_constants_;  ///< constants in the row, which are drawn as inputs, too
  std::size_t fresh_ = 0;
  OperatorId equal_ = Operators::get().at("=");
};

}  // namespace

Result<std::vector<RuleCheck>> check_rules(const std::vector<std::string>& files, bool builtin, std::uint64_t inputs,
                                           std::uint64_t seed, std::uint64_t enough) {
  const auto texts = load_rules(files, builtin);
  if (!texts) return texts.error();
  std::vector<RuleCheck> results;
  for (const RuleText& text : *texts) {
    RuleCheck result;
    result.name = text.name;
    result.where = text.where;
    result.source = text.source;
    TermStore store;
    const auto rule = make_rule(store, text);
    if (rule) {
      RowCheck(store, *rule, seed).run(inputs, enough, result);
    } else {
      result.problem = rule.error().message;
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace assay::smt
