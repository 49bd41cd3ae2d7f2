#include "smt/checker/campaign/mutated_proof.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "smt/checker/proof/points.hpp"
#include "smt/checker/proof/proof_terms.hpp"

namespace assay::smt {
namespace {

/// The script without some of its assertions, and a point that satisfies the rest.
struct WeakScript {
  std::string text;
  std::string point;
};

std::optional<WeakScript> weaken(const std::string& script, core::Rng& rng) {
  const Result<TokenTree> tree = TokenTree::parse(script);
  if (!tree) return std::nullopt;
  std::vector<NodeId> asserted;
  for (const NodeId root : tree->roots())
    if (tree->head(root) == "assert") asserted.push_back(root);
  rng.shuffle(asserted);
  std::vector<NodeId> dropped;
  for (const NodeId next : asserted) {
    dropped.push_back(next);
    std::string text;
    for (const NodeId root : tree->roots())
      if (std::find(dropped.begin(), dropped.end(), root) == dropped.end())
        text += std::string(tree->text(root)) + "\n";
    const auto formulas = read_formulas(text, {});
    if (!formulas) return std::nullopt;
    const PointSearch search = find_point((*formulas)->store, (*formulas)->asserted);
    if (search.point) return WeakScript{text, print_model((*formulas)->store, *search.point)};
  }
  return std::nullopt;
}

/// The commands of a proof as texts, which mutations change.
struct ProofLines {
  const Proof& proof;
  std::vector<std::string> lines;
  std::vector<bool> unasserted;  ///< assumptions that the weak script does not assert
};

using Mutation = void (*)(ProofLines& lines, core::Rng& rng);

/// The positions of the commands of one kind that satisfy the condition.
template <typename Condition>
std::vector<std::size_t> places(const ProofLines& lines, const Condition& fits) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < lines.lines.size(); ++i)
    if (fits(lines.proof.commands[i], i)) out.push_back(i);
  return out;
}

bool is_step(const ProofCommand& command) { return command.kind == ProofCommandKind::Step; }

/// Unasserted assumptions become steps of rules that the proof has.
void justify(ProofLines& lines, core::Rng& rng) {
  const std::vector<std::size_t> steps =
      places(lines, [](const ProofCommand& one, std::size_t) { return is_step(one); });
  if (steps.empty()) return;
  for (std::size_t i = 0; i < lines.lines.size(); ++i) {
    if (!lines.unasserted[i]) continue;
    const ProofCommand& command = lines.proof.commands[i];
    const std::string& rule = lines.proof.commands[rng.pick(steps)].rule;
    const std::string formula = on_one_line(lines.proof.tree.text(*command.conclusion));
    const bool is_clause = lines.proof.format == ProofFormat::Alethe;
    lines.lines[i] =
        "(step " + command.name + " " + (is_clause ? "(cl " + formula + ")" : formula) + " :rule " + rule + ")";
  }
}

/// Unasserted assumptions become assumptions of a sub-proof that nothing closes.
void open_scope(ProofLines& lines, core::Rng&) {
  if (lines.proof.format != ProofFormat::Cpc) return;
  for (std::size_t i = 0; i < lines.lines.size(); ++i)
    if (lines.unasserted[i]) lines.lines[i] = replace_all(lines.lines[i], "(assume ", "(assume-push ");
}

void drop_step(ProofLines& lines, core::Rng& rng) {
  const std::vector<std::size_t> steps =
      places(lines, [](const ProofCommand& one, std::size_t) { return is_step(one); });
  if (!steps.empty()) lines.lines[rng.pick(steps)].clear();
}

void swap_premises(ProofLines& lines, core::Rng& rng) {
  const std::vector<std::size_t> steps =
      places(lines, [](const ProofCommand& one, std::size_t) { return is_step(one) && one.premises.size() >= 2; });
  if (steps.empty()) return;
  const std::size_t at = rng.pick(steps);
  const std::vector<std::string>& premises = lines.proof.commands[at].premises;
  std::vector<std::string> swapped = premises;
  std::swap(swapped.front(), swapped.back());
  lines.lines[at] = replace_all(lines.lines[at], "(" + join(premises, " ") + ")", "(" + join(swapped, " ") + ")");
}

void swap_steps(ProofLines& lines, core::Rng& rng) {
  const std::size_t first = static_cast<std::size_t>(rng.below(lines.lines.size()));
  const std::size_t second = static_cast<std::size_t>(rng.below(lines.lines.size()));
  std::swap(lines.lines[first], lines.lines[second]);
}

/// Unasserted assumptions are dropped, and steps that use them use an asserted one.
void use_other_assumption(ProofLines& lines, core::Rng& rng) {
  const std::vector<std::size_t> kept = places(lines, [&](const ProofCommand& one, std::size_t i) {
    return one.kind == ProofCommandKind::Assume && !lines.unasserted[i];
  });
  if (kept.empty()) return;
  for (std::size_t i = 0; i < lines.lines.size(); ++i) {
    if (!lines.unasserted[i]) continue;
    const std::string& name = lines.proof.commands[i].name;
    const std::string& other = lines.proof.commands[rng.pick(kept)].name;
    lines.lines[i].clear();
    for (std::string& line : lines.lines)
      for (const std::string end : {" ", ")"})
        for (const std::string begin : {" ", "("}) line = replace_all(line, begin + name + end, begin + other + end);
  }
}

/// Only the last step stays.
void only_end(ProofLines& lines, core::Rng&) {
  for (std::size_t i = 0; i + 1 < lines.lines.size(); ++i)
    if (lines.proof.commands[i].kind != ProofCommandKind::Define) lines.lines[i].clear();
}

struct MutationRow {
  std::string_view name;
  Mutation mutate;
};
constexpr std::array kMutationRows = {
    MutationRow{"justified-assumption", justify},
    MutationRow{"open-scope", open_scope},
    MutationRow{"dropped-step", drop_step},
    MutationRow{"swapped-premises", swap_premises},
    MutationRow{"swapped-steps", swap_steps},
    MutationRow{"other-assumption", use_other_assumption},
    MutationRow{"only-end", only_end},
};

/// True for each command that is an assumption which the script does not assert. Nullopt if this is not known.
std::optional<std::vector<bool>> unasserted(const Proof& proof, const std::string& script) {
  const ProofTerms terms(proof, script);
  std::vector<std::size_t> at;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < proof.commands.size(); ++i) {
    if (proof.commands[i].kind != ProofCommandKind::Assume) continue;
    const std::optional<std::string> text = terms.smtlib(*proof.commands[i].conclusion);
    if (!text) return std::nullopt;
    at.push_back(i);
    texts.push_back(*text);
  }
  const auto formulas = read_formulas(script, texts);
  if (!formulas) return std::nullopt;
  std::vector<bool> out(proof.commands.size(), false);
  const std::vector<TermId>& asserted = (*formulas)->asserted;
  for (std::size_t i = 0; i < at.size(); ++i)
    out[at[i]] = std::find(asserted.begin(), asserted.end(), (*formulas)->formulas[i]) == asserted.end();
  return out;
}

}  // namespace

std::optional<MutatedProof> mutate_proof(const std::string& script, const std::string& proof, ProofFormat format,
                                         core::Rng& rng) {
  const Result<Proof> read = read_proof(proof, format);
  if (!read) return std::nullopt;
  const std::optional<WeakScript> weak = weaken(script, rng);
  if (!weak) return std::nullopt;
  std::optional<std::vector<bool>> missing = unasserted(*read, weak->text);
  if (!missing) return std::nullopt;
  ProofLines lines{*read, {}, std::move(*missing)};
  for (const ProofCommand& command : read->commands) lines.lines.push_back(on_one_line(read->tree.text(command.node)));
  const MutationRow& row = kMutationRows[static_cast<std::size_t>(rng.below(kMutationRows.size()))];
  row.mutate(lines, rng);
  const bool assumes = std::any_of(lines.lines.begin(), lines.lines.end(), [&](const std::string& line) {
    return line.starts_with("(assume ") && lines.unasserted[static_cast<std::size_t>(&line - lines.lines.data())];
  });
  if (assumes) use_other_assumption(lines, rng);
  std::string text;
  for (const std::string& line : lines.lines)
    if (!line.empty()) text += line + "\n";
  // A checker may not know the script, so no assumption may remain that the script does not assert.
  const Result<Proof> made = read_proof(text, format);
  const auto remaining = made ? unasserted(*made, weak->text) : std::nullopt;
  if (!remaining || std::find(remaining->begin(), remaining->end(), true) != remaining->end()) return std::nullopt;
  return MutatedProof{weak->text, text, std::string(row.name), weak->point};
}

}  // namespace assay::smt
