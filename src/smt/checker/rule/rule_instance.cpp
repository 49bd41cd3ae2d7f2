#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "smt/checker/proof/proof_terms.hpp"
#include "smt/checker/rule/claim.hpp"
#include "smt/checker/rule/ground_terms.hpp"

namespace assay::smt {
namespace {

/// The neutral element of an operator of lists, which an empty list stands for.
struct NilRow {
  std::string_view op;
  std::string_view nil;
};
constexpr std::array kNils = {NilRow{"or", "false"},
                              NilRow{"and", "true"},
                              NilRow{"+", "0"},
                              NilRow{"*", "1"},
                              NilRow{"str.++", "\"\""},
                              NilRow{"re.union", "re.none"},
                              NilRow{"re.inter", "re.all"},
                              NilRow{"re.++", "(str.to_re \"\")"}};

std::optional<std::string> nil_of(std::string_view op) {
  for (const NilRow& row : kNils)
    if (row.op == op) return std::string(row.nil);
  return std::nullopt;
}

/// The value of a parameter: constants in the syntax of CPC. A list may have none.
struct Binding {
  std::vector<std::string> elements;
  bool is_list = false;
};
using Bindings = std::map<std::string, Binding, std::less<>>;

/// Replaces the parameters of a rule in its formulas. Failure: an expression that has no meaning for these constants.
class RuleText {
 public:
  RuleText(const SignatureRule& rule, const Bindings& bindings) : tree_(rule.file->tree), bindings_(bindings) {}

  /// The expression in the syntax of CPC. Recursive: read_rule limits the size of rules.
  [[nodiscard]] std::optional<std::string> text(NodeId node) {
    if (!tree_.is_list(node)) return atom(tree_.text(node));
    const std::vector<NodeId> parts = tree_.children(node);
    const std::string_view head = tree_.head(node);
    if (head == "eo::define" && parts.size() == 3) return definition(parts);
    if (head == "eo::list_singleton_elim" && parts.size() == 3) return without_single(parts[2]);
    if (head.starts_with("eo::") || head.starts_with('$')) return std::nullopt;
    const auto words = spliced(parts);
    if (!words) return std::nullopt;
    if (words->size() == 1 && parts.size() > 1) return nil_of(words->front());
    return "(" + join(*words, " ") + ")";
  }

 private:
  std::optional<std::string> atom(std::string_view name) const {
    if (const auto local = locals_.find(name); local != locals_.end()) return local->second;
    const auto at = bindings_.find(name);
    if (at == bindings_.end()) return std::string(name);
    if (at->second.is_list || at->second.elements.size() != 1) return std::nullopt;
    return at->second.elements.front();
  }

  /// The parts, with the elements of lists among them.
  std::optional<std::vector<std::string>> spliced(const std::vector<NodeId>& parts) {
    std::vector<std::string> out;
    for (const NodeId part : parts) {
      const auto list = tree_.is_list(part) ? bindings_.end() : bindings_.find(tree_.text(part));
      if (list != bindings_.end() && list->second.is_list) {
        out.insert(out.end(), list->second.elements.begin(), list->second.elements.end());
        continue;
      }
      std::optional<std::string> one = text(part);
      if (!one) return std::nullopt;
      out.push_back(std::move(*one));
    }
    return out;
  }

  std::optional<std::string> definition(const std::vector<NodeId>& parts) {
    for (const NodeId one : tree_.children(parts[1])) {
      const std::vector<NodeId> pair = tree_.children(one);
      if (pair.size() != 2) return std::nullopt;
      std::optional<std::string> value = text(pair[1]);
      if (!value) return std::nullopt;
      locals_[std::string(tree_.text(pair[0]))] = std::move(*value);
    }
    return text(parts[2]);
  }

  std::optional<std::string> without_single(NodeId node) {
    const auto words = spliced(tree_.children(node));
    if (!words || words->empty()) return std::nullopt;
    if (words->size() == 1) return nil_of(words->front());
    return words->size() == 2 ? (*words)[1] : "(" + join(*words, " ") + ")";
  }

  const TokenTree& tree_;
  const Bindings& bindings_;
  std::map<std::string, std::string, std::less<>> locals_;
};

/// One attempt at an instance.
class InstanceBuilder {
 public:
  InstanceBuilder(const SignatureRule& rule, core::Rng& rng) : rule_(rule), tree_(rule.file->tree), rng_(rng) {}

  std::optional<Claim> build() {
    bind_sorts();
    for (const RuleParameter& parameter : rule_.parameters)
      if (!bind(parameter)) return std::nullopt;
    bind_defined();
    Claim claim;
    claim.rule = rule_.name;
    if (is_rare()) claim.step_rule = "rare_rewrite";
    for (const NodeId premise : rule_.premises)
      if (!add_text(premise, claim.premises)) return std::nullopt;
    std::vector<std::string> conclusion;
    if (!add_text(rule_.conclusion, conclusion)) return std::nullopt;
    claim.formula = conclusion.front();
    for (const NodeId argument : rule_.arguments)
      if (!add_argument(argument, claim.arguments)) return std::nullopt;
    for (const std::string& premise : claim.premises)
      if (truth(premise) != true) return std::nullopt;
    if (truth(claim.formula) != false) return std::nullopt;
    return claim;
  }

 private:
  bool is_rare() const { return rule_.format == ProofFormat::Alethe; }
  std::string smtlib(const std::string& text) const { return is_rare() ? text : smtlib_of_cpc(text); }

  std::string_view sort_text(const RuleParameter& parameter) const { return tree_.text(parameter.sort); }

  /// Chooses the sorts and widths, which are parameters, too: often the same for all.
  void bind_sorts() {
    const std::vector<std::string> sorts = {"Int", "Int", "Real", "Bool", "String", "(_ BitVec 3)"};
    const bool same = rng_.percent(75);
    const std::string common_sort = rng_.pick(sorts);
    const std::string common_width = std::to_string(rng_.between(1, 4));
    for (const RuleParameter& parameter : rule_.parameters) {
      const bool is_width = is_implicit(parameter) && sort_text(parameter) == "Int";
      const std::string other_sort = rng_.pick(sorts);
      const std::string other_width = std::to_string(rng_.between(1, 4));
      if (sort_text(parameter) == "Type") set(parameter, {same ? common_sort : other_sort});
      if (is_width) set(parameter, {same ? common_width : other_width});
    }
  }

  void set(const RuleParameter& parameter, std::vector<std::string> elements) {
    bindings_[parameter.name] = {std::move(elements), parameter.is_list};
  }

  /// True if no argument of the rule mentions the parameter, so that the checker finds it out.
  bool is_implicit(const RuleParameter& parameter) const {
    const auto mentions = [&](const std::vector<NodeId>& nodes) {
      return std::any_of(nodes.begin(), nodes.end(), [&](NodeId node) {
        for (NodeId at = node; at < tree_.end(node); ++at)
          if (tree_.text(at) == parameter.name) return true;
        return false;
      });
    };
    return !mentions(rule_.arguments) && !mentions(rule_.premises);
  }

  bool bind(const RuleParameter& parameter) {
    if (bindings_.contains(parameter.name)) return true;
    const std::optional<std::string> sort = RuleText(rule_, bindings_).text(parameter.sort);
    const std::optional<SortId> id = sort ? sort_of(*sort) : std::nullopt;
    if (!id) return false;
    std::vector<std::string> elements;
    // Alethe has no empty list.
    const std::uint64_t count = parameter.is_list ? rng_.below(3) + (is_rare() ? 1 : 0) : 1;
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool small = rng_.percent(50);
      const std::optional<TermId> constant =
          small_index(*id) ? store_.constant(Value(mpz_class(static_cast<long>(rng_.between(0, 4)))), *id)
                           : terms_.draw_constant(*id, rng_, small);
      if (!constant) return false;
      elements.push_back(proof_text(store_, *constant, rule_.format));
    }
    set(parameter, std::move(elements));
    return true;
  }

  /// Whole numbers are often indices of bit-vectors or strings.
  bool small_index(SortId sort) { return sort == store_.int_sort() && rng_.percent(50); }

  /// Sets a parameter that a premise equates with an expression.
  void bind_defined() {
    for (const NodeId premise : rule_.premises) {
      const std::vector<NodeId> sides = tree_.children(premise);
      if (sides.size() != 3 || tree_.head(premise) != "=") continue;
      for (const auto& [name, other] : {std::pair{sides[1], sides[2]}, {sides[2], sides[1]}}) {
        const auto binding = tree_.is_list(name) ? bindings_.end() : bindings_.find(tree_.text(name));
        if (binding == bindings_.end() || binding->second.is_list) continue;
        const auto text = RuleText(rule_, bindings_).text(other);
        const auto value = text ? value_of(*text) : std::nullopt;
        if (value) binding->second.elements = {*value};
        break;
      }
    }
  }

  bool add_text(NodeId node, std::vector<std::string>& out) {
    std::optional<std::string> text = RuleText(rule_, bindings_).text(node);
    if (text) out.push_back(std::move(*text));
    return text.has_value();
  }

  /// The argument of a list is an application of its operator, or the neutral element.
  bool add_argument(NodeId node, std::vector<std::string>& out) {
    const auto binding = tree_.is_list(node) ? bindings_.end() : bindings_.find(tree_.text(node));
    if (binding == bindings_.end() || !binding->second.is_list) return add_text(node, out);
    if (is_rare()) {
      out.push_back("(rare-list " + join(binding->second.elements, " ") + ")");
      return true;
    }
    const std::string op = operator_of_list(tree_.text(node));
    if (op.empty()) return false;
    if (!binding->second.elements.empty()) {
      out.push_back("(" + op + " " + join(binding->second.elements, " ") + ")");
      return true;
    }
    const std::optional<std::string> nil = nil_of(op);
    if (nil) out.push_back(*nil);
    return nil.has_value();
  }

  /// The operator in whose arguments the rule's formulas mention the list.
  std::string operator_of_list(std::string_view name) const {
    for (const NodeId root : {rule_.conclusion, rule_.premises.empty() ? rule_.conclusion : rule_.premises.front()})
      for (NodeId at = root; at < tree_.end(root); ++at)
        for (const NodeId part : tree_.children(at))
          if (tree_.text(part) == name) return std::string(tree_.head(at));
    return {};
  }

  std::optional<SortId> sort_of(const std::string& cpc) {
    const Result<Script> read = parse_script(store_, "(declare-const x " + smtlib(cpc) + ")", "sort");
    if (!read || read->commands.empty() || read->commands.front().functions.empty()) return std::nullopt;
    return store_.node(read->commands.front().functions.front()).result;
  }

  /// The formula as a term. Nullopt if it is no formula over known operators.
  std::optional<TermId> parsed(const std::string& cpc) {
    const Result<Script> read = parse_script(store_, "(assert " + smtlib(cpc) + ")", "formula");
    if (!read || read->commands.empty() || read->commands.front().terms.empty()) return std::nullopt;
    return read->commands.front().terms.front();
  }

  std::optional<bool> truth(const std::string& cpc) {
    const std::optional<TermId> term = parsed(cpc);
    const std::optional<Value> value = term ? closed_value(store_, *term) : std::nullopt;
    return value && value->is<bool>() ? std::optional(value->as_bool()) : std::nullopt;
  }

  /// The value of an expression of any sort, in the syntax of CPC.
  std::optional<std::string> value_of(const std::string& cpc) {
    const std::optional<TermId> equation = parsed("(= " + cpc + " " + cpc + ")");
    if (!equation || store_.children(*equation).empty()) return std::nullopt;
    const TermId term = store_.children(*equation).front();
    const std::optional<Value> value = closed_value(store_, term);
    const std::optional<TermId> written = value ? make_term(store_, *value, store_.sort_of(term)) : std::nullopt;
    return written ? std::optional(proof_text(store_, *written, rule_.format)) : std::nullopt;
  }

  const SignatureRule& rule_;
  const TokenTree& tree_;
  core::Rng& rng_;
  TermStore store_;
  GroundTerms terms_{store_};
  Bindings bindings_;
};

}  // namespace

std::optional<Claim> find_unsound_instance(const SignatureRule& rule, core::Rng& rng, unsigned tries) {
  for (unsigned i = 0; i < tries; ++i)
    if (std::optional<Claim> claim = InstanceBuilder(rule, rng).build()) return claim;
  return std::nullopt;
}

}  // namespace assay::smt
