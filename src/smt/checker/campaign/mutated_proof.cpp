#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "smt/checker/campaign/probe.hpp"
#include "smt/checker/proof/proof_terms.hpp"
#include "smt/checker/rule/claim.hpp"

namespace assay::smt {
namespace {

/// A script that a point satisfies, made from an unsatisfiable one.
struct WeakScript {
  std::string text;
  std::string point;
  std::optional<std::pair<std::string, std::string>> replaced{};  ///< a word of the script, and the word in its place
};

/// Words at even positions and the words behind them replace each other, so that an assertion gets weaker, or at least
/// another.
constexpr std::array<std::string_view, 24> kOtherWords = {
    "<",   "<=", ">",        ">=", "bvult", "bvule", "bvslt", "bvsle", "bvugt", "bvuge",  "bvsgt", "bvsge",
    "and", "or", "distinct", "=",  "+",     "-",     "true",  "false", "str.<", "str.<=", "bvadd", "bvsub"};

std::optional<std::string> other_word(const std::string& word, const std::vector<std::string>& words, core::Rng& rng) {
  for (std::size_t i = 0; i < kOtherWords.size(); ++i)
    if (word == kOtherWords[i]) return std::string(kOtherWords[i ^ 1U]);
  if (const auto number = parse_unsigned(word)) return std::to_string(*number + (rng.coin() ? 1 : rng.below(20)));
  if (word.starts_with("#b")) {
    std::string bits = word;
    char& bit = bits[static_cast<std::size_t>(rng.between(2, static_cast<std::int64_t>(bits.size()) - 1))];
    bit = bit == '0' ? '1' : '0';
    return bits;
  }
  if (word.starts_with('"')) return word == "\"\"" ? "\"a\"" : "\"\"";
  const std::string& other = rng.pick(words);  // most words are symbols; the parser refuses symbols of another sort
  return other == word ? std::nullopt : std::optional(other);
}

/// The text with another word in the place of a word.
std::string with_word(std::string_view text, std::string_view from, std::string_view to) {
  const Result<TokenTree> tree = TokenTree::parse(text);
  std::string out;
  std::size_t done = 0;
  for (NodeId at = 0; tree && at < tree->size(); ++at) {
    if (tree->is_list(at) || tree->text(at) != from) continue;
    const auto begin = static_cast<std::size_t>(tree->text(at).data() - text.data());
    out += std::string(text.substr(done, begin - done)) + std::string(to);
    done = begin + from.size();
  }
  return out + std::string(text.substr(done));
}

std::optional<std::string> point_of(const std::string& text) {
  const auto read = read_formulas(text, {});
  if (!read || (*read)->asserted.empty()) return std::nullopt;
  auto& [store, script, asserted, formulas] = **read;
  for (const TermId term : asserted)
    if (store.has(term, kHasOpaque) || store.sort_of(term) != store.bool_sort()) return std::nullopt;
  const PointSearch search = find_point(store, asserted);
  return search.point ? std::optional(print_model(store, *search.point)) : std::nullopt;
}

constexpr unsigned kNeighbours = 12;  // words that are tried

/// Replaces a word of the assertions.
std::optional<WeakScript> neighbour(const TokenTree& tree, core::Rng& rng) {
  std::set<std::string> found;
  for (const NodeId root : tree.roots())
    for (NodeId at = root + 2; tree.head(root) == "assert" && at < tree.end(root); ++at)
      if (!tree.is_list(at)) found.emplace(tree.text(at));
  const std::vector<std::string> words(found.begin(), found.end());
  for (unsigned i = 0; i < kNeighbours && !words.empty(); ++i) {
    const std::string& word = rng.pick(words);
    const std::optional<std::string> other = other_word(word, words, rng);
    if (!other) continue;
    std::string text;
    for (const NodeId root : tree.roots()) {
      const std::string_view command = tree.text(root);
      text += (tree.head(root) == "assert" ? with_word(command, word, *other) : std::string(command)) + "\n";
    }
    if (std::optional<std::string> point = point_of(text)) return WeakScript{text, *point, {{word, *other}}};
  }
  return std::nullopt;
}

/// Drops assertions.
std::optional<WeakScript> weaken(const TokenTree& tree, core::Rng& rng) {
  std::vector<NodeId> asserted;
  for (const NodeId root : tree.roots())
    if (tree.head(root) == "assert") asserted.push_back(root);
  rng.shuffle(asserted);
  std::vector<NodeId> dropped;
  for (const NodeId next : asserted) {
    dropped.push_back(next);
    std::string text;
    for (const NodeId root : tree.roots())
      if (std::find(dropped.begin(), dropped.end(), root) == dropped.end()) text += std::string(tree.text(root)) + "\n";
    if (std::optional<std::string> point = point_of(text)) return WeakScript{text, *point};
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

/// The positions of the steps that have this number of premises or more.
std::vector<std::size_t> steps_of(const ProofLines& lines, std::size_t premises = 0) {
  return places(lines, [&](const ProofCommand& one, std::size_t) {
    return one.kind == ProofCommandKind::Step && one.premises.size() >= premises;
  });
}

std::vector<std::size_t> unasserted_of(const ProofLines& lines) {
  return places(lines, [&](const ProofCommand&, std::size_t i) { return lines.unasserted[i]; });
}

/// Unasserted assumptions become steps of rules that the proof has.
void justify(ProofLines& lines, core::Rng& rng) {
  const std::vector<std::size_t> steps = steps_of(lines);
  if (steps.empty()) return;
  for (const std::size_t i : unasserted_of(lines)) {
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
  for (const std::size_t i : unasserted_of(lines))
    lines.lines[i] = replace_all(lines.lines[i], "(assume ", "(assume-push ");
}

void drop_step(ProofLines& lines, core::Rng& rng) {
  const std::vector<std::size_t> steps = steps_of(lines);
  if (!steps.empty()) lines.lines[rng.pick(steps)].clear();
}

void swap_premises(ProofLines& lines, core::Rng& rng) {
  const std::vector<std::size_t> steps = steps_of(lines, 2);
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
  for (const std::size_t i : unasserted_of(lines)) {
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

constexpr std::array<std::pair<std::string_view, Mutation>, 7> kMutations = {{
    {"justified-assumption", justify},
    {"open-scope", open_scope},
    {"dropped-step", drop_step},
    {"swapped-premises", swap_premises},
    {"swapped-steps", swap_steps},
    {"other-assumption", use_other_assumption},
    {"only-end", only_end},
}};

/// True for each command that is an assumption which the script does not assert. Nullopt if this is not known.
std::optional<std::vector<bool>> unasserted(const Proof& proof, const std::string& script) {
  const std::vector<const ProofCommand*> assumed = proof.assumptions();
  const auto read = read_conclusions(proof, script, assumed);
  if (!read) return std::nullopt;
  std::vector<bool> out(proof.commands.size(), false);
  const auto& [store, parsed, asserted, formulas] = **read;
  for (std::size_t i = 0; i < assumed.size(); ++i)
    out[static_cast<std::size_t>(assumed[i] - proof.commands.data())] =
        std::find(asserted.begin(), asserted.end(), formulas[i]) == asserted.end();
  return out;
}

}  // namespace

bool assumes_only_assertions(const std::string& script, const std::string& proof, ProofFormat format) {
  const Result<Proof> read = read_proof(proof, format);
  const auto missing = read ? unasserted(*read, script) : std::nullopt;
  return missing && std::find(missing->begin(), missing->end(), true) == missing->end();
}

std::optional<MutatedProof> mutate_proof(const std::string& script, const std::string& proof, ProofFormat format,
                                         core::Rng& rng) {
  const Result<TokenTree> tree = TokenTree::parse(script);
  if (!tree) return std::nullopt;
  std::optional<WeakScript> weak = rng.coin() ? neighbour(*tree, rng) : std::nullopt;
  if (!weak) weak = weaken(*tree, rng);
  if (!weak) return std::nullopt;
  std::string text = proof;
  if (weak->replaced) {
    const auto& [from, to] = *weak->replaced;
    const bool is_cpc = format == ProofFormat::Cpc;
    text = with_word(text, is_cpc ? cpc_of_smtlib(from) : from, is_cpc ? cpc_of_smtlib(to) : to);
  }
  const Result<Proof> read = read_proof(std::move(text), format);
  std::optional<std::vector<bool>> missing = read ? unasserted(*read, weak->text) : std::nullopt;
  if (!missing) return std::nullopt;
  ProofLines lines{*read, {}, std::move(*missing)};
  for (const ProofCommand& command : read->commands) lines.lines.push_back(on_one_line(read->tree.text(command.node)));
  std::string mutation = "replaced-word";
  if (!weak->replaced || rng.percent(30)) {
    const auto& [name, mutate] = kMutations[static_cast<std::size_t>(rng.below(kMutations.size()))];
    mutate(lines, rng);
    mutation = name;
  }
  const std::vector<std::size_t> left = unasserted_of(lines);
  if (std::any_of(left.begin(), left.end(), [&](std::size_t i) { return lines.lines[i].starts_with("(assume "); }))
    use_other_assumption(lines, rng);
  text.clear();
  for (const std::string& line : lines.lines)
    if (!line.empty()) text += line + "\n";
  if (!assumes_only_assertions(weak->text, text, format)) return std::nullopt;
  return MutatedProof{weak->text, text, std::move(mutation), weak->point};
}

}  // namespace assay::smt
