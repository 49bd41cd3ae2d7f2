// Rewriting of a seed's own text, for which Assay has only tokens. Changes qualifiers in declarations, and the order of
// clauses and literals, on which Soufflé's results do not depend.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "datalog/dialect/souffle/souffle_declarations.hpp"
#include "datalog/dialect/text/lexer.hpp"
#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {
namespace {

constexpr std::string_view kSouffle = "souffle";

/// Texts with any of these words are not rewritten: their results may depend on an order or on a representation.
constexpr std::array<std::string_view, 9> kOrdered = {"autoinc", "$",        "choice", ".limitsize", ".lattice",
                                                      ".plan",   ".functor", "mean",   "@"};
/// The literals of clauses with any of these words are not reordered, because they may guard each other.
constexpr std::array<std::string_view, 8> kGuarded = {";", "/", "%", "^", "to_number", "to_float", "substr", "range"};

template <std::size_t size>
bool is_one_of(const Token& token, const std::array<std::string_view, size>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return token.is(word); });
}

/// A part of the text: the bytes [begin, end).
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Span span_of(const Tokens& tokens, std::size_t begin, std::size_t end) {
  const Token& last = tokens.list[end - 1];
  return {tokens.list[begin].offset, last.offset + last.text.size()};
}

std::string swapped(const std::string& text, Span first, Span second) {
  return text.substr(0, first.begin) + text.substr(second.begin, second.end - second.begin) +
         text.substr(first.end, second.begin - first.end) + text.substr(first.begin, first.end - first.begin) +
         text.substr(second.end);
}

/// Whether a subsumption clause, `p(x) <= p(y) :- ...`, has its `<=` at this token.
bool subsumes_at(const Tokens& tokens, std::size_t at) {
  return tokens.list[at].is("<=") && at > 0 && tokens.list[at - 1].is(")") && tokens.list[at + 1].is_identifier();
}

/// The tokens of the seed's text; nullopt if the text may not be rewritten.
std::optional<Tokens> rewritable(const Workspace& workspace) {
  const SeedText& seed = workspace.program().seed;
  if (seed.dialect != kSouffle) return std::nullopt;
  Result<Tokens> tokens = tokenize(seed.text, "", souffle_rules());
  if (!tokens || !tokens->preprocessor_lines.empty()) return std::nullopt;
  for (std::size_t i = 0; i + 1 < tokens->list.size(); ++i)
    if (is_one_of(tokens->list[i], kOrdered) || subsumes_at(*tokens, i)) return std::nullopt;
  return std::move(*tokens);
}

std::vector<Declarations::Clause> clauses_of(const Tokens& tokens) {
  Result<Declarations> declarations = read_declarations(tokens, 0, tokens.list.size() - 1, "", nullptr);
  if (!declarations) return {};
  return std::move(declarations->clauses);
}

/// A declaration of the seed's text, and which kinds of qualifiers it has.
struct SeedDeclaration {
  std::size_t behind = 0;  ///< offset in bytes of the end of its attributes
  bool nullary = false;
  bool stored = false;
  bool inlined = false;
  bool magic = false;
};

std::vector<SeedDeclaration> declarations_of(const Tokens& tokens) {
  std::vector<SeedDeclaration> found;
  Cursor cursor(tokens);
  while (!cursor.at_end()) {
    if (!cursor.take().is(".decl")) continue;
    while (!cursor.at_end() && !cursor.peek().is("(") && cursor.peek().kind != TokenKind::Directive) cursor.take();
    if (!cursor.peek().is("(")) continue;
    SeedDeclaration declared;
    declared.nullary = cursor.peek(1).is(")");
    if (!cursor.skip_brackets()) break;
    declared.behind = cursor.previous().offset + 1;
    for (; cursor.peek().is_identifier(); cursor.take()) {
      constexpr std::array<std::string_view, 4> kStorage = {"btree", "brie", "eqrel", "btree_delete"};
      const Token& word = cursor.peek();
      if (cursor.peek(1).is("(") || cursor.peek(1).is(".")) break;  // a clause begins
      declared.stored = declared.stored || is_one_of(word, kStorage);
      declared.inlined = declared.inlined || word.is("inline") || word.is("no_inline");
      declared.magic = declared.magic || word.is("magic") || word.is("no_magic");
    }
    found.push_back(declared);
  }
  return found;
}

std::vector<std::string_view> possible_words(const SeedDeclaration& declared) {
  std::vector<std::string_view> words;
  if (!declared.stored && !declared.nullary) words.insert(words.end(), {" brie", " btree"});
  if (!declared.inlined) words.emplace_back(" no_inline");
  if (!declared.magic) words.insert(words.end(), {" magic", " no_magic"});
  return words;
}

/// The literals of a body, as tokens [begin, end).
std::vector<Declarations::Clause> literals_of(const Tokens& tokens, Declarations::Clause clause) {
  std::vector<Declarations::Clause> literals;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = clause.begin; i < clause.end; ++i) {
    const Token& token = tokens.list[i];
    if (is_one_of(token, kGuarded)) return {};
    depth += bracket(token);
    if (depth == 0 && token.is(":-")) {
      begin = i + 1;
    } else if (depth == 0 && begin > 0 && (token.is(",") || i + 1 == clause.end)) {
      literals.push_back({begin, i});
      begin = i + 1;
    }
  }
  return literals;
}

/// Two different elements, in the order of the list.
template <typename T>
std::optional<std::pair<T, T>> draw_two(core::Rng& rng, const std::vector<T>& from) {
  if (from.size() < 2) return std::nullopt;
  auto first = static_cast<std::size_t>(rng.below(from.size()));
  auto second = static_cast<std::size_t>(rng.below(from.size() - 1));
  if (second >= first) ++second;
  if (second < first) std::swap(first, second);
  return std::pair(from[first], from[second]);
}

Applied swap_texts(Workspace& workspace, const Tokens& tokens,
                   const std::pair<Declarations::Clause, Declarations::Clause>& both) {
  const Span first = span_of(tokens, both.first.begin, both.first.end);
  const Span second = span_of(tokens, both.second.begin, both.second.end);
  std::string text = swapped(workspace.program().seed.text, first, second);
  workspace.change().seed.text = std::move(text);
  return Changes{};
}

}  // namespace

Applied qualify_seed(Workspace& workspace, core::Rng& rng) {
  if (workspace.capabilities().qualifiers != QualifierSet::all()) return std::nullopt;
  const std::optional<Tokens> tokens = rewritable(workspace);
  if (!tokens) return std::nullopt;
  const auto place = draw(rng, declarations_of(*tokens));
  if (!place) return std::nullopt;
  const auto word = draw(rng, possible_words(*place));
  if (!word) return std::nullopt;
  workspace.change().seed.text.insert(place->behind, *word);
  return Changes{};
}

Applied reorder_seed_clauses(Workspace& workspace, core::Rng& rng) {
  const std::optional<Tokens> tokens = rewritable(workspace);
  if (!tokens) return std::nullopt;
  const auto both = draw_two(rng, clauses_of(*tokens));
  return both ? swap_texts(workspace, *tokens, *both) : std::nullopt;
}

Applied reorder_seed_literals(Workspace& workspace, core::Rng& rng) {
  const std::optional<Tokens> tokens = rewritable(workspace);
  if (!tokens) return std::nullopt;
  const auto clause = draw(rng, clauses_of(*tokens));
  if (!clause) return std::nullopt;
  const auto both = draw_two(rng, literals_of(*tokens, *clause));
  return both ? swap_texts(workspace, *tokens, *both) : std::nullopt;
}

}  // namespace assay::datalog
