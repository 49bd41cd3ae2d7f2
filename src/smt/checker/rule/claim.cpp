#include "smt/checker/rule/claim.hpp"

#include <algorithm>

#include "assay/smt/script.hpp"
#include "base/text.hpp"
#include "smt/checker/proof/proof_terms.hpp"
#include "smt/checker/proof/token_tree.hpp"

namespace assay::smt {
namespace {

bool consists_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

/// The digits of "2" and "2/1"; empty for other texts.
std::string_view whole_number(std::string_view text) {
  if (text.ends_with("/1")) text.remove_suffix(2);
  return consists_of(text, "0123456789") ? text : std::string_view();
}

/// The list, given its parts in CPC. `parts` is not empty.
std::string cpc_list(std::vector<std::string> parts) {
  if (parts.size() == 2 && parts[0] == "-" && consists_of(parts[1], "0123456789/")) return "-" + parts[1];
  if (parts.size() == 3 && parts[0] == "/") {
    const std::string_view over = whole_number(parts[1]), under = whole_number(parts[2]);
    if (!over.empty() && !under.empty()) return std::string(over) + "/" + std::string(under);
  }
  // ((_ op i) x) is (op i x).
  if (parts[0].starts_with("(_ ") && parts[0].ends_with(')') && parts.size() > 1)
    parts[0] = parts[0].substr(3, parts[0].size() - 4);
  return "(" + join(parts, " ") + ")";
}

/// "2/1" for "2.0"; other atoms unchanged.
std::string cpc_atom(std::string_view atom) {
  const std::size_t dot = std::min(atom.find('.'), atom.size());
  const bool is_whole = dot < atom.size() && consists_of(atom.substr(0, dot), "0123456789") &&
                        atom.find_first_not_of('0', dot + 1) == std::string_view::npos;
  return is_whole ? std::string(atom.substr(0, dot)) + "/1" : std::string(atom);
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
    done[node] = parts.empty() ? "()" : cpc_list(std::move(parts));
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
  if (!names.empty()) out.proof += " :premises (" + join(names, " ") + ")";
  std::vector<std::string> arguments = claim.arguments;
  if (!claim.step_rule.empty()) arguments.insert(arguments.begin(), "\"" + claim.rule + "\"");
  if (!arguments.empty()) out.proof += " :args (" + join(arguments, " ") + ")";
  out.proof += ")\n";
  out.proof +=
      is_cpc ? "(step @f false :rule contra :premises (@c @n))\n" : "(step f (cl) :rule resolution :premises (c n))\n";
  return out;
}

}  // namespace assay::smt
