#include "smt/checker/proof/proof.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/smt/operator.hpp"
#include "base/text.hpp"

namespace assay::smt {
namespace {

constexpr std::array<std::string_view, 4> kFormats = {"cpc", "alethe", "lfsc", "z3"};  // by ProofFormat

/// A command that read_proof lets through, and the places of its parts among its children.
struct CommandRow {
  ProofFormat format;
  std::string_view word;
  ProofCommandKind kind;
  std::uint8_t min_parts;   ///< with the command's word
  std::uint8_t conclusion;  ///< the position of the formula; 0: none, or (for steps) the part before the first keyword
};
constexpr std::array kCommands = {
    CommandRow{ProofFormat::Cpc, "assume", ProofCommandKind::Assume, 3, 2},
    CommandRow{ProofFormat::Cpc, "assume-push", ProofCommandKind::Push, 3, 2},
    CommandRow{ProofFormat::Cpc, "step", ProofCommandKind::Step, 4, 0},
    CommandRow{ProofFormat::Cpc, "step-pop", ProofCommandKind::Pop, 4, 0},
    CommandRow{ProofFormat::Cpc, "define", ProofCommandKind::Define, 4, 3},
    CommandRow{ProofFormat::Cpc, "declare-const", ProofCommandKind::Declare, 3, 0},
    CommandRow{ProofFormat::Cpc, "declare-fun", ProofCommandKind::Declare, 4, 0},
    CommandRow{ProofFormat::Cpc, "declare-sort", ProofCommandKind::Declare, 3, 0},
    CommandRow{ProofFormat::Cpc, "declare-type", ProofCommandKind::Declare, 3, 0},
    CommandRow{ProofFormat::Cpc, "declare-datatype", ProofCommandKind::Declare, 3, 0},
    CommandRow{ProofFormat::Cpc, "declare-datatypes", ProofCommandKind::Declare, 3, 0},
    CommandRow{ProofFormat::Alethe, "assume", ProofCommandKind::Assume, 3, 2},
    CommandRow{ProofFormat::Alethe, "step", ProofCommandKind::Step, 5, 0},
    CommandRow{ProofFormat::Alethe, "anchor", ProofCommandKind::Anchor, 3, 0},
    CommandRow{ProofFormat::Alethe, "define-fun", ProofCommandKind::Define, 5, 4},
    CommandRow{ProofFormat::Lfsc, "check", ProofCommandKind::Other, 2, 0},
    CommandRow{ProofFormat::Lfsc, "define", ProofCommandKind::Other, 3, 0},
    CommandRow{ProofFormat::Lfsc, "declare", ProofCommandKind::Declare, 3, 0},
};

bool names_an_operator(std::string_view word) {
  const Operators& operators = Operators::get();
  for (std::uint32_t i = 0; i < operators.size(); ++i) {
    const OperatorRow& row = operators.row(OperatorId{i});
    if (row.name == word || std::find(row.aliases.begin(), row.aliases.end(), word) != row.aliases.end()) return true;
  }
  return word == "true" || word == "false";
}

class ProofReader {
 public:
  explicit ProofReader(Proof& proof) : proof_(proof), tree_(proof.tree) {}

  Status read() {
    for (const NodeId root : top_level())
      if (Status status = read_command(root); !status) return status;
    if (proof_.commands.empty()) return Error{"the text has no command of a proof", ""};
    return {};
  }

 private:
  /// The commands: the roots of the text, or the parts of the one list that a solver prints around them.
  std::vector<NodeId> top_level() const {
    std::vector<NodeId> commands;
    for (const NodeId root : tree_.roots()) {
      if (!tree_.is_list(root) && tree_.text(root) == "unsat") continue;
      const std::vector<NodeId> parts = tree_.children(root);
      const bool is_answer = !parts.empty() && tree_.is_list(parts.front());
      if (is_answer) commands.insert(commands.end(), parts.begin(), parts.end());
      if (!is_answer) commands.push_back(root);
    }
    return commands;
  }

  Status read_command(NodeId node) {
    const std::string word(tree_.head(node));
    // Assay compares the assumptions with the script itself, whose path in the proof means nothing here.
    if (word == "reference") {
      proof_.has_reference = true;
      return {};
    }
    if (proof_.format == ProofFormat::Z3) return read_z3_command(word, node);
    if (word == "error")
      return tree_.error_at(node,
                            "the solver prints an error in place of a proof: " + shortened(tree_.text(node), 200));
    if (word.empty()) return tree_.error_at(node, "'" + shortened(tree_.text(node), 40) + "' is no command of a proof");
    const auto* row = std::find_if(kCommands.begin(), kCommands.end(), [&](const CommandRow& one) {
      return one.format == proof_.format && one.word == word;
    });
    if (row == kCommands.end())
      return tree_.error_at(node, "a proof must not have the command '" + shortened(word, 40) +
                                      "', which can change what the "
                                      "checker accepts, or Assay does not know it");
    const std::vector<NodeId> parts = tree_.children(node);
    if (parts.size() < row->min_parts) return tree_.error_at(node, "the command '" + word + "' is too short");
    ProofCommand command{row->kind, node, std::string(tree_.text(parts[1]))};
    if (row->conclusion != 0) command.conclusion = parts[row->conclusion];
    const bool gives_meaning = row->kind == ProofCommandKind::Define || row->kind == ProofCommandKind::Declare;
    const bool is_lfsc = proof_.format == ProofFormat::Lfsc;
    if (is_lfsc && word == "declare") return read_lfsc_declaration(command);
    if (gives_meaning && names_an_operator(command.name))
      return tree_.error_at(node, "a proof must not give '" + command.name + "' another meaning");
    if (row->kind == ProofCommandKind::Anchor) anchors_.emplace_back(tree_.text(parts[2]));
    if (row->kind == ProofCommandKind::Assume && !anchors_.empty()) command.kind = ProofCommandKind::Push;
    if (row->kind == ProofCommandKind::Step || row->kind == ProofCommandKind::Pop)
      if (Status status = read_step(command, parts); !status) return status;
    proof_.commands.push_back(std::move(command));
    return {};
  }

  /// Lets symbols of the script through, and rewrite rules, which cvc5 declares in the proof itself. The checker
  /// accepts any step of these rules, so that they are steps without proof.
  Status read_lfsc_declaration(const ProofCommand& command) {
    const std::string_view text = tree_.text(command.node);
    const bool is_rule = command.name.starts_with("dsl.");
    if (!is_rule && (!command.name.starts_with("cvc.") || text.find("holds") != std::string_view::npos))
      return tree_.error_at(command.node, "a proof must not declare '" + shortened(command.name, 40) + "'");
    if (is_rule) proof_.trust_notes.push_back("the proof declares the rule " + command.name);
    proof_.commands.push_back(command);
    return {};
  }

  /// No checker gets the proof, so that other commands do not matter.
  Status read_z3_command(const std::string& word, NodeId node) {
    if (word == kZ3Proof) return read_z3_steps(proof_, node);
    const std::vector<NodeId> parts = tree_.children(node);
    if (word.starts_with("declare-") && parts.size() > 1)
      proof_.commands.push_back({ProofCommandKind::Declare, node, std::string(tree_.text(parts[1]))});
    return {};
  }

  Status read_step(ProofCommand& command, const std::vector<NodeId>& parts) {
    std::size_t at = 2;
    if (!tree_.text(parts[2]).starts_with(':')) command.conclusion = parts[at++];
    for (; at + 1 < parts.size(); at += 2) {
      const std::string_view keyword = tree_.text(parts[at]);
      if (keyword == ":rule") command.rule = std::string(tree_.text(parts[at + 1]));
      if (keyword == ":args") command.arguments = tree_.children(parts[at + 1]);
      if (keyword == ":premises")
        for (const NodeId premise : tree_.children(parts[at + 1])) command.premises.emplace_back(tree_.text(premise));
    }
    if (command.rule.empty()) return tree_.error_at(command.node, "a step without its rule");
    // The step that ends a sub-proof of Alethe is the one with the anchor's name.
    if (!anchors_.empty() && anchors_.back() == command.name) anchors_.pop_back();
    return {};
  }

  Proof& proof_;
  const TokenTree& tree_;
  std::vector<std::string> anchors_;  ///< the last steps of the open sub-proofs of Alethe
};

/// The notes in comments on steps without proof: "; trust NOTE" in CPC and Alethe, and cvc5's warnings in LFSC.
void add_trust_notes(std::string_view text, std::vector<std::string>& notes) {
  for (const std::string_view mark : {"; trust ", "; WARNING: adding trust step for "})
    for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
      const std::string_view rest = text.substr(at + mark.size());
      std::string note(trim(rest.substr(0, rest.find('\n'))));
      const bool begins_line = at == 0 || text[at - 1] == '\n';
      if (begins_line && std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
    }
}

}  // namespace

std::string_view name(ProofFormat format) { return kFormats[static_cast<std::size_t>(format)]; }

std::optional<ProofFormat> proof_format(std::string_view name) {
  const auto* at = std::find(kFormats.begin(), kFormats.end(), name);
  return at == kFormats.end() ? std::nullopt : std::optional(static_cast<ProofFormat>(at - kFormats.begin()));
}

const ProofCommand* Proof::find(std::string_view wanted) const {
  const auto at = std::find_if(commands.begin(), commands.end(), [&](const ProofCommand& one) {
    return one.name == wanted && one.kind != ProofCommandKind::Anchor;
  });
  return at == commands.end() ? nullptr : &*at;
}

std::vector<const ProofCommand*> Proof::assumptions() const {
  std::vector<const ProofCommand*> assumed;
  for (const ProofCommand& command : commands)
    if (command.kind == ProofCommandKind::Assume && command.conclusion) assumed.push_back(&command);
  return assumed;
}

Result<Proof> read_proof(std::string text, ProofFormat format, const ProofLimits& limits) {
  if (text.size() > limits.max_bytes)
    return Error{"the proof has more than " + std::to_string(limits.max_bytes >> 20) + " MiB", "raise --max-proof"};
  Proof proof;
  proof.format = format;
  proof.text = std::make_unique<const std::string>(std::move(text));
  Result<TokenTree> tree = TokenTree::parse(*proof.text);
  if (!tree) return Error{"the text is no proof: " + tree.error().message, ""};
  proof.tree = std::move(*tree);
  if (Status status = ProofReader(proof).read(); !status) return status.error();
  add_trust_notes(*proof.text, proof.trust_notes);
  return proof;
}

bool is_z3_proof(std::string_view text) {
  const std::string word = "(" + std::string(kZ3Proof);
  const std::size_t at = text.find(word);
  const std::size_t end = at + word.size();
  return at != std::string_view::npos && end < text.size() &&
         std::string_view(" \t\r\n(").find(text[end]) != std::string_view::npos;
}

std::string declarations_in_cpc(std::string_view script) {
  std::string out;
  const Result<TokenTree> tree = TokenTree::parse(script);
  if (!tree) return out;
  for (const NodeId root : tree->roots()) {
    const std::string_view word = tree->head(root);
    const std::vector<NodeId> parts = tree->children(root);
    if (word == "declare-fun" && parts.size() == 4) {
      std::string sort(tree->text(parts[3]));
      std::string parameters;
      for (const NodeId parameter : tree->children(parts[2])) parameters += std::string(tree->text(parameter)) + " ";
      if (!parameters.empty()) sort = "(-> " + parameters + sort + ")";
      out += on_one_line("(declare-const " + std::string(tree->text(parts[1])) + " " + sort + ")") + "\n";
    } else if (word == "declare-const" || word == "declare-sort" || word.starts_with("declare-datatype")) {
      out += on_one_line(tree->text(root)) + "\n";
    }
  }
  return out;
}

std::string print_proof(const Proof& proof) {
  std::string out;
  for (const ProofCommand& command : proof.commands) out += on_one_line(proof.tree.text(command.node)) + "\n";
  return out;
}

}  // namespace assay::smt
