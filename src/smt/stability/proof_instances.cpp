#include "smt/stability/proof_instances.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxSymbols = 200;
/// Symbols of z3's terms that a script may lack.
constexpr std::array<std::string_view, 21> kBuiltin = {"+",  "-",   "*",   "/",       "div",    "mod",  "<",
                                                       "<=", ">",   ">=",  "=",       "ite",    "true", "false",
                                                       "or", "and", "not", "to_real", "to_int", "_",    "as"};

class InstanceReader {
 public:
  InstanceReader(const TextTree& script, const std::vector<QuantifierSite>& sites, std::string_view proof)
      : script_(script), sites_(sites), proof_(text_tree(proof)) {
    known_.insert(kBuiltin.begin(), kBuiltin.end());
    for (std::size_t node = 1; node < script.nodes.size(); ++node)
      if (script.nodes[node].children.empty()) known_.insert(script.text_of(node));
    // `($x7 term)` in a let: closed terms have the same name everywhere.
    for (std::size_t node = 1; node < proof_.nodes.size(); ++node) {
      const std::string_view name = proof_.head(node);
      if (proof_.nodes[node].children.size() == 2 && (name.starts_with("$x") || name.starts_with("?x")))
        definitions_[name] = proof_.nodes[node].children[1];
    }
  }

  std::vector<InstanceAssertion> read() {
    std::vector<InstanceAssertion> found;
    std::unordered_set<std::string> seen;
    for (std::size_t node = 1; node < proof_.nodes.size(); ++node) {
      std::optional<InstanceAssertion> one = instance_of(node);
      if (one && seen.insert(one->text).second) found.push_back(std::move(*one));
    }
    return found;
  }

 private:
  /// The definition of a name, or the node itself.
  [[nodiscard]] std::size_t resolved(std::size_t node) const {
    const auto found = definitions_.find(proof_.text_of(node));
    return found == definitions_.end() ? node : found->second;
  }

  /// The instance of a step `((_ quant-inst VALUE...) (or (not QUANTIFIER) ...))`.
  std::optional<InstanceAssertion> instance_of(std::size_t step) const {
    const std::vector<std::size_t>& parts = proof_.nodes[step].children;
    if (parts.size() != 2 || proof_.head(parts[0]) != "_") return std::nullopt;
    const std::vector<std::size_t>& rule = proof_.nodes[parts[0]].children;
    if (rule.size() < 3 || proof_.text_of(rule[1]) != "quant-inst") return std::nullopt;
    const std::size_t clause = resolved(parts[1]);
    if (proof_.head(clause) != "or") return std::nullopt;
    const std::size_t negation = resolved(proof_.nodes[clause].children[1]);
    if (proof_.head(negation) != "not") return std::nullopt;
    const std::size_t quantifier = resolved(proof_.nodes[negation].children[1]);
    const std::optional<std::size_t> site = site_of(qid_of(quantifier));
    if (!site || *site >= sites_.size()) return std::nullopt;
    const std::vector<std::string_view> variables = variables_of(script_, sites_[*site].node);
    if (variables != variables_of(proof_, quantifier) || rule.size() != variables.size() + 2) return std::nullopt;
    std::string bindings;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      std::string value;
      std::size_t budget = kMaxSymbols;
      if (!write(rule[i + 2], budget, value)) return std::nullopt;
      bindings += (i == 0 ? "(" : " (") + std::string(variables[i]) + " " + value + ")";
    }
    return assertion_of(*site, "(let (" + bindings + ") " + std::string(script_.text_of(body_of(*site))) + ")");
  }

  [[nodiscard]] std::string_view qid_of(std::size_t quantifier) const {
    if (proof_.head(quantifier) != "forall") return {};
    const std::vector<std::size_t>& parts = proof_.nodes[proof_.nodes[quantifier].children.back()].children;
    for (std::size_t i = 1; i + 1 < parts.size(); ++i)
      if (proof_.text_of(parts[i]) == ":qid") return proof_.text_of(parts[i + 1]);
    return {};
  }

  static std::vector<std::string_view> variables_of(const TextTree& tree, std::size_t quantifier) {
    std::vector<std::string_view> names;
    const std::vector<std::size_t>& parts = tree.nodes[quantifier].children;
    if (parts.size() < 3) return names;
    for (const std::size_t variable : tree.nodes[parts[1]].children) names.push_back(tree.head(variable));
    return names;
  }

  /// The body of a quantifier of the script, without its attributes.
  [[nodiscard]] std::size_t body_of(std::size_t site) const {
    const std::size_t body = script_.nodes[sites_[site].node].children.back();
    return script_.head(body) == "!" ? script_.nodes[body].children[1] : body;
  }

  /// Writes a term of the proof without z3's names. False if it has an unknown symbol or too many symbols.
  bool write(std::size_t node, std::size_t& budget, std::string& out) const {
    node = resolved(node);
    if (budget == 0) return false;
    --budget;
    const std::vector<std::size_t>& parts = proof_.nodes[node].children;
    if (parts.empty()) {
      const std::string_view symbol = proof_.text_of(node);
      out += symbol;
      return known_.contains(symbol) || is_digit(symbol.front()) || symbol.starts_with('#');
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      out += i == 0 ? '(' : ' ';
      if (!write(parts[i], budget, out)) return false;
    }
    out += ')';
    return true;
  }

  /// The site's assertion with `instance` in place of the quantifier. Nullopt if the quantifier may be used below a
  /// negation, or stands below another one.
  [[nodiscard]] std::optional<InstanceAssertion> assertion_of(std::size_t site, const std::string& instance) const {
    const std::size_t quantifier = sites_[site].node;
    const std::optional<std::size_t> asserted = instantiable_in(script_, sites_[site]);
    if (!asserted) return std::nullopt;
    const std::size_t top = *asserted;
    const std::string_view whole = script_.text_of(top);
    const std::size_t begin = script_.nodes[quantifier].begin - script_.nodes[top].begin;
    std::string text(whole.substr(0, begin));
    text += instance;
    text += whole.substr(begin + script_.nodes[quantifier].end - script_.nodes[quantifier].begin);
    if (text.find(":named") != std::string::npos) return std::nullopt;
    return InstanceAssertion{site, "(assert " + text + ")", instance};
  }

  const TextTree& script_;
  const std::vector<QuantifierSite>& sites_;
  TextTree proof_;
  std::unordered_set<std::string_view> known_;
  std::unordered_map<std::string_view, std::size_t> definitions_;
};

}  // namespace

std::optional<std::size_t> instantiable_in(const TextTree& script, const QuantifierSite& site) {
  const std::size_t command = script.nodes.front().children[site.command];
  if (script.head(command) != "assert" || script.head(site.node) != "forall") return std::nullopt;
  std::size_t top = script.nodes[command].children.back();
  if (script.head(top) == "!") top = script.nodes[top].children[1];  // without the assertion's name
  for (std::size_t node = top; node != site.node;) {
    const std::vector<std::size_t>& parts = script.nodes[node].children;
    const auto part = std::find_if(parts.begin(), parts.end(), [&](std::size_t one) {
      return one <= site.node && site.node < script.nodes[one].last;
    });
    if (part == parts.end()) return std::nullopt;
    const std::string_view head = script.head(node);
    if (head != "and" && head != "or" && !(head == "=>" && part + 1 == parts.end())) return std::nullopt;
    node = *part;
  }
  return top;
}

std::vector<InstanceAssertion> instances_in_proof(const TextTree& tree, const std::vector<QuantifierSite>& sites,
                                                  std::string_view proof) {
  return InstanceReader(tree, sites, proof).read();
}

}  // namespace assay::smt
