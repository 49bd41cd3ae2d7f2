#include "smt/checker/rule/signature.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/io/io.hpp"

namespace assay::smt {
namespace {

/// A rule with more words is not instantiated, so that recursion over its formulas stays shallow.
constexpr NodeId kMaxRuleWords = 2000;

constexpr std::string_view kRareRule = "declare-rare-rule";

std::vector<RuleParameter> read_parameters(const TokenTree& tree, NodeId list) {
  std::vector<RuleParameter> out;
  for (const NodeId one : tree.children(list)) {
    const std::vector<NodeId> parts = tree.children(one);
    if (parts.size() < 2) continue;
    const bool is_list =
        std::any_of(parts.begin(), parts.end(), [&](NodeId part) { return tree.text(part) == ":list"; });
    out.push_back({std::string(tree.text(parts[0])), parts[1], is_list});
  }
  return out;
}

/// Nullopt for a rule that cannot be instantiated alone.
std::optional<SignatureRule> read_rule(const SignatureFile& file, NodeId node) {
  const TokenTree& tree = file.tree;
  const std::vector<NodeId> parts = tree.children(node);
  if (parts.size() < 5 || tree.end(node) - node > kMaxRuleWords) return std::nullopt;
  SignatureRule rule;
  rule.name = std::string(tree.text(parts[1]));
  rule.file = &file;
  if (tree.head(node) == kRareRule) rule.format = ProofFormat::Alethe;
  rule.parameters = read_parameters(tree, parts[2]);
  for (std::size_t i = 3; i + 1 < parts.size(); i += 2) {
    const std::string_view keyword = tree.text(parts[i]);
    if (keyword == ":premises") rule.premises = tree.children(parts[i + 1]);
    if (keyword == ":args") rule.arguments = tree.children(parts[i + 1]);
    if (keyword == ":requires") rule.has_requirements = true;
    if (keyword == ":conclusion") rule.conclusion = parts[i + 1];
    const bool takes_more = keyword == ":assumption" || keyword == ":premise-list" || keyword == ":sorry";
    if (takes_more || keyword == ":conclusion-explicit") return std::nullopt;
  }
  if (rule.conclusion == 0) return std::nullopt;
  return rule;
}

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

}  // namespace

bool SignatureRule::decides_equation() const {
  const TokenTree& tree = file->tree;
  return premises.empty() && has_requirements && arguments.size() == 1 && tree.head(arguments[0]) == "=" &&
         on_one_line(tree.text(arguments[0])) == on_one_line(tree.text(conclusion));
}

std::string_view SignatureRule::equation_head() const {
  const std::vector<NodeId> sides = file->tree.children(arguments[0]);
  return sides.size() < 2 ? std::string_view() : file->tree.head(sides[1]);
}

Result<Signature> Signature::read(const std::string& given) {
  const bool is_folder = std::filesystem::is_directory(given);
  const Result<core::InputFiles> inputs =
      is_folder ? core::find_inputs({given}, ".eo") : Result<core::InputFiles>(core::InputFiles{});
  if (!inputs) return inputs.error();
  Signature out;
  for (const std::string& path : is_folder ? inputs->files : std::vector{given}) {
    Result<std::string> text = core::read_text_file(path);
    if (!text) return text.error();
    auto file = std::make_unique<SignatureFile>();
    file->path = path;
    file->text = std::move(*text);
    Result<TokenTree> tree = TokenTree::parse(file->text);
    if (!tree) return Error{path + ": " + tree.error().message, "--signatures needs files in Eunoia"};
    file->tree = std::move(*tree);
    for (NodeId node = 0; node < file->tree.size(); ++node)
      if (!file->tree.is_list(node)) file->words.emplace(file->tree.text(node));
    for (const NodeId root : file->tree.roots()) {
      const std::string_view head = file->tree.head(root);
      if ((head != "declare-rule" && head != kRareRule) || file->tree.children(root).size() < 2) continue;
      out.names_.emplace(file->tree.text(file->tree.children(root)[1]));
      if (std::optional<SignatureRule> rule = read_rule(*file, root)) out.rules_.push_back(std::move(*rule));
    }
    out.files_.push_back(std::move(file));
  }
  if (out.files_.empty()) return Error{"there is no file *.eo below " + given, "give the folder proofs/eo/cpc of cvc5"};
  return out;
}

std::set<std::string, std::less<>> Signature::words_about(const SignatureRule& rule) const {
  std::set<std::string, std::less<>> out;
  for (const auto& file : files_)
    if (file_name(file->path) == file_name(rule.file->path)) out.insert(file->words.begin(), file->words.end());
  return out;
}

}  // namespace assay::smt
