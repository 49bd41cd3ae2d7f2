#include "smt/checker/rule/claim.hpp"

#include <algorithm>

#include "assay/smt/script.hpp"
#include "base/text.hpp"
#include "smt/checker/proof/proof_terms.hpp"
#include "smt/checker/proof/token_tree.hpp"

namespace assay::smt {
namespace {

bool is_decimal(std::string_view text) {
  return !text.empty() && text.front() >= '0' && text.front() <= '9' &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

bool is_fraction(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || c == '/'; });
}

/// "2" of "2.0"; nullopt for a number with another fraction.
std::optional<std::string> whole_part(std::string_view decimal) {
  const std::size_t dot = decimal.find('.');
  if (dot == std::string_view::npos) return std::string(decimal);
  if (decimal.find_first_not_of('0', dot + 1) != std::string_view::npos) return std::nullopt;
  return std::string(decimal.substr(0, dot));
}

/// The list, given its parts in CPC. `parts` is not empty.
std::string cpc_list(const std::vector<std::string>& parts) {
  if (parts.size() == 2 && parts[0] == "-" && is_fraction(parts[1])) return "-" + parts[1];
  if (parts.size() == 3 && parts[0] == "/" && is_fraction(parts[1]) && is_fraction(parts[2])) {
    const auto number = [](const std::string& text) {
      return text.ends_with("/1") ? text.substr(0, text.size() - 2) : text;
    };
    const std::string over = number(parts[1]);
    const std::string under = number(parts[2]);
    if (over.find('/') == std::string::npos && under.find('/') == std::string::npos) return over + "/" + under;
  }
  std::string out = "(";
  std::size_t first = 0;
  // ((_ op i) x) is (op i x).
  if (parts[0].starts_with("(_ ") && parts[0].ends_with(')') && parts.size() > 1) {
    out += parts[0].substr(3, parts[0].size() - 4);
    first = 1;
  }
  for (std::size_t i = first; i < parts.size(); ++i) {
    if (out.size() > 1) out += ' ';
    out += parts[i];
  }
  return out + ")";
}

std::string cpc_atom(std::string_view atom) {
  if (!is_decimal(atom) || atom.find('.') == std::string_view::npos) return std::string(atom);
  const std::optional<std::string> whole = whole_part(atom);
  return whole ? *whole + "/1" : std::string(atom);
}

void add_premises(const std::vector<std::string>& names, std::string& proof) {
  if (!names.empty()) proof += " :premises (" + join(names, " ") + ")";
}

}  // namespace

std::string cpc_of_smtlib(std::string_view expression) {
  const Result<TokenTree> read = TokenTree::parse(expression);
  if (!read || read->roots().size() != 1) return std::string(expression);
  const TokenTree& tree = *read;
  std::vector<std::string> done(tree.size());
  // Parts have larger numbers than their list.
  for (NodeId node = static_cast<NodeId>(tree.size()); node-- > 0;) {
    if (!tree.is_list(node)) {
      done[node] = cpc_atom(tree.text(node));
      continue;
    }
    std::vector<std::string> parts;
    for (const NodeId part : tree.children(node)) parts.push_back(std::move(done[part]));
    done[node] = parts.empty() ? "()" : cpc_list(parts);
  }
  return done[tree.roots().front()];
}

std::string proof_text(const TermStore& store, TermId term, ProofFormat format) {
  std::string text = on_one_line(to_string(store, term));
  return format == ProofFormat::Cpc ? cpc_of_smtlib(text) : text;
}

BogusRefutation refute_by(const Claim& claim, ProofFormat format) {
  const bool is_cpc = format == ProofFormat::Cpc;
  BogusRefutation out;
  out.script = "(set-logic ALL)\n";
  std::vector<std::string> names;
  const auto assume = [&](const std::string& name, const std::string& formula) {
    out.script += "(assert " + (is_cpc ? smtlib_of_cpc(formula) : formula) + ")\n";
    out.proof += "(assume " + name + " " + formula + ")\n";
  };
  for (const std::string& premise : claim.premises) {
    names.push_back((is_cpc ? "@p" : "h") + std::to_string(names.size() + 1));
    assume(names.back(), premise);
  }
  const std::string negation = is_cpc ? "@n" : "n";
  assume(negation, "(not " + claim.formula + ")");
  out.script += "(check-sat)\n";
  const std::string step = is_cpc ? "@c" : "c";
  out.proof += "(step " + step + " " + (is_cpc ? claim.formula : "(cl " + claim.formula + ")") + " :rule " +
               (claim.step_rule.empty() ? claim.rule : claim.step_rule);
  add_premises(names, out.proof);
  std::vector<std::string> arguments = claim.arguments;
  if (!claim.step_rule.empty()) arguments.insert(arguments.begin(), "\"" + claim.rule + "\"");
  if (!arguments.empty()) out.proof += " :args (" + join(arguments, " ") + ")";
  out.proof += ")\n";
  out.proof +=
      is_cpc ? "(step @f false :rule contra :premises (@c @n))\n" : "(step f (cl) :rule resolution :premises (c n))\n";
  return out;
}

}  // namespace assay::smt
