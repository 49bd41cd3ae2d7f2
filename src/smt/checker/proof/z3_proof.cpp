#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "smt/checker/proof/proof.hpp"

namespace assay::smt {
namespace {

constexpr std::array<std::string_view, 22> kTruthPreserving = {
    "refl",        "symm",          "trans",           "trans*",     "monotonicity",
    "mp",          "rewrite",       "rewrite*",        "and-elim",   "not-or-elim",
    "iff-true",    "iff-false",     "unit-resolution", "th-lemma",   "der",
    "def-axiom",   "commutativity", "distributivity",  "pull-quant", "push-quant",
    "elim-unused", "quant-inst"};

class Z3Steps {
 public:
  explicit Z3Steps(Proof& proof) : proof_(proof), tree_(proof.tree) {}

  Status read(NodeId node) {
    std::vector<NodeId> parts = tree_.children(node);
    if (parts.size() != 2) return tree_.error_at(node, "the command 'proof' without its one proof");
    NodeId at = parts[1];
    for (; tree_.head(at) == "let"; at = parts[2]) {
      parts = tree_.children(at);
      if (parts.size() != 3) return tree_.error_at(at, "a 'let' that is none");
      for (const NodeId binding : tree_.children(parts[1]))
        if (Status status = read_binding(binding); !status) return status;
    }
    return read_root(at);
  }

 private:
  /// A step whose premises are being read.
  struct Frame {
    ProofCommand step;
    std::vector<NodeId> parts;
    std::size_t next = 1;
  };

  Status read_binding(NodeId binding) {
    const std::vector<NodeId> pair = tree_.children(binding);
    if (pair.size() != 2) return tree_.error_at(binding, "a 'let' that is none");
    std::string name(tree_.text(pair[0]));
    if (name.starts_with('@')) return read_step(pair[1], std::move(name));
    proof_.commands.push_back({ProofCommandKind::Define, binding, std::move(name), pair[1]});
    return {};
  }

  Status read_root(NodeId node) {
    if (tree_.is_list(node)) return read_step(node, "root");
    const ProofCommand* named = proof_.find(tree_.text(node));
    if (named == nullptr) return tree_.error_at(node, "a proof without its last step");
    proof_.commands.push_back(ProofCommand(*named));
    return {};
  }

  Result<Frame> begin(NodeId node, std::string name) const {
    Frame frame;
    frame.parts = tree_.children(node);
    if (frame.parts.size() < 2)
      return tree_.error_at(node, "'" + shortened(tree_.text(node), 40) + "' is no step of a proof");
    const NodeId head = frame.parts.front();
    const std::vector<NodeId> indexed = tree_.children(head);
    ProofCommand& step = frame.step;
    step.node = node;
    step.name = std::move(name);
    step.rule = std::string(tree_.text(indexed.size() > 1 ? indexed[1] : head));
    step.conclusion = frame.parts.back();
    if (step.rule == "asserted" || step.rule == "goal") step.kind = ProofCommandKind::Assume;
    if (step.rule == "hypothesis") step.kind = ProofCommandKind::Push;
    if (step.rule != "proof-bind") return frame;
    step.kind = ProofCommandKind::Other;
    step.conclusion.reset();
    return frame;
  }

  Status read_step(NodeId root, std::string name) {
    std::vector<Frame> open;
    Result<Frame> first = begin(root, std::move(name));
    if (!first) return first.error();
    open.push_back(std::move(*first));
    while (!open.empty()) {
      Frame& frame = open.back();
      if (frame.next + 1 >= frame.parts.size()) {
        proof_.commands.push_back(std::move(frame.step));
        open.pop_back();
        continue;
      }
      const NodeId premise = frame.parts[frame.next++];
      const bool is_step = tree_.is_list(premise);
      frame.step.premises.push_back(is_step ? "#" + std::to_string(++unnamed_) : std::string(tree_.text(premise)));
      if (!is_step) continue;
      Result<Frame> inner = begin(premise, frame.step.premises.back());
      if (!inner) return inner.error();
      open.push_back(std::move(*inner));
    }
    return {};
  }

  Proof& proof_;
  const TokenTree& tree_;
  std::size_t unnamed_ = 0;
};

}  // namespace

Status read_z3_steps(Proof& proof, NodeId node) { return Z3Steps(proof).read(node); }

bool preserves_truth_in_z3(std::string_view rule) {
  return std::find(kTruthPreserving.begin(), kTruthPreserving.end(), rule) != kTruthPreserving.end();
}

}  // namespace assay::smt
