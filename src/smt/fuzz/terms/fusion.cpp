#include "smt/fuzz/terms/fusion.hpp"

#include <array>
#include <string>
#include <utility>

#include "assay/smt/script.hpp"

namespace assay::smt {
namespace {

using Words = std::vector<std::pair<std::string_view, std::string>>;

/// Replaces whole words of the text.
std::string with_words(std::string_view text, const Words& words) {
  const auto is_end = [](char c) { return c == ' ' || c == '(' || c == ')'; };
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && !is_end(text[end])) ++end;
    if (end == i) {
      out += text[i++];
      continue;
    }
    const std::string_view word = text.substr(i, end - i);
    std::string_view put = word;
    for (const auto& [name, meaning] : words)
      if (name == word) put = meaning;
    out += put;
    i = end;
  }
  return out;
}

std::string spelled(const TermStore& store, TermId constant) {
  return quoted_symbol(store.spelling(store.node(store.function_of(constant)).name));
}

}  // namespace

const std::vector<FusionRow>& fusion_rows() {
  using enum SortKind;
  static const std::vector<FusionRow> rows{
      {Int, "S", "(+ x y)", "(- z y)", "(- z x)"},
      {Int, "S", "(- x y)", "(+ z y)", "(- x z)"},
      {Int, "S", "(+ (* 3 x) y)", "(div (- z y) 3)", "(- z (* 3 x))"},
      {Int, "S", "(- y (* 2 x))", "(div (- y z) 2)", "(+ z (* 2 x))"},
      {Int, "S", "(* x y)", "(div z y)", "(div z x)", "(and (distinct x 0) (distinct y 0))"},
      {Int, "S", "(+ (* x y) x y)", "(div (- z y) (+ y 1))", "(div (- z x) (+ x 1))",
       "(and (distinct x (- 1)) (distinct y (- 1)))"},
      {Real, "S", "(+ x y)", "(- z y)", "(- z x)"},
      {Real, "S", "(- x y)", "(+ z y)", "(- x z)"},
      {Real, "S", "(+ (* 2.0 x) y)", "(/ (- z y) 2.0)", "(- z (* 2.0 x))"},
      {Real, "S", "(* x y)", "(/ z y)", "(/ z x)", "(and (distinct x 0.0) (distinct y 0.0))"},
      {BitVector, "S", "(bvadd x y)", "(bvsub z y)", "(bvsub z x)"},
      {BitVector, "S", "(bvsub x y)", "(bvadd z y)", "(bvsub x z)"},
      {BitVector, "S", "(bvxor x y)", "(bvxor z y)", "(bvxor x z)"},
      {BitVector, "S", "(bvxnor x y)", "(bvxnor z y)", "(bvxnor x z)"},
      {BitVector, "S", "(bvadd (bvneg x) (bvnot y))", "(bvneg (bvsub z (bvnot y)))", "(bvnot (bvadd z x))"},
      {BitVector, "(_ BitVec W2)", "(concat x y)", "((_ extract HIGH W) z)", "((_ extract LOW 0) z)"},
      {String, "S", "(str.++ x y)", "(str.substr z 0 (- (str.len z) (str.len y)))",
       "(str.substr z (str.len x) (- (str.len z) (str.len x)))"},
      {String, "S", "(str.++ x y)", "(str.substr z 0 (- (str.len z) (str.len y)))", "(str.replace z x \"\")"},
      {String, "S", "(str.++ y x \"a\" y)", "(str.substr z (str.len y) (- (str.len z) (* 2 (str.len y)) 1))",
       "(str.substr z 0 (div (- (str.len z) (str.len x) 1) 2))"},
      {Bool, "S", "(xor x y)", "(xor z y)", "(xor x z)"},
      {Bool, "S", "(= x y)", "(= z y)", "(= x z)"},
      {Bool, "S", "(ite x (not y) y)", "(ite y (not z) z)", "(distinct x z)"},
      {Sequence, "S", "(seq.++ x y)", "(seq.extract z 0 (- (seq.len z) (seq.len y)))",
       "(seq.extract z (seq.len x) (- (seq.len z) (seq.len x)))"},
      {Float, "S", "(fp.add RNE x y)", "(fp.sub RNE z y)", "(fp.sub RNE z x)",
       "(and (= x (fp.sub RNE (fp.add RNE x y) y)) (= y (fp.sub RNE (fp.add RNE x y) x)))"},
      {Float, "S", "(fp.sub RTZ x y)", "(fp.add RTZ z y)", "(fp.sub RTZ x z)",
       "(and (= x (fp.add RTZ (fp.sub RTZ x y) y)) (= y (fp.sub RTZ x (fp.sub RTZ x y))))"},
      {Unknown, "(Array Bool S)", "(store (store b true x) false y)", "(select z true)", "(select z false)"},
  };
  return rows;
}

bool fits(const TermStore& store, const FusionRow& row, SortId sort) {
  const SortKind kind = store.kind(sort);
  if (row.kind != SortKind::Unknown) return kind == row.kind;
  return kind != SortKind::RegLan && kind != SortKind::Function && kind != SortKind::Opaque &&
         kind != SortKind::Unknown;
}

std::optional<Fusion> fusion_of(TermStore& store, const FusionRow& row, TermId x, TermId y, std::string_view name) {
  const SortId sort = store.sort_of(x);
  if (sort != store.sort_of(y) || !fits(store, row, sort)) return std::nullopt;
  const std::uint64_t width = store.kind(sort) == SortKind::BitVector ? store.node(sort).indices[0] : 0;
  const std::string z(name);
  const std::string base = z + "b";
  const Words words{{"x", spelled(store, x)},          {"y", spelled(store, y)},
                    {"z", quoted_symbol(z)},           {"b", quoted_symbol(base)},
                    {"S", to_string(store, sort)},     {"W", std::to_string(width)},
                    {"W2", std::to_string(2 * width)}, {"HIGH", std::to_string(2 * width - 1)},
                    {"LOW", std::to_string(width - 1)}};
  Script declarations;
  declarations.commands = declarations_for(store, std::array{x, y});
  std::string text = print_script(store, declarations);
  for (const std::string& constant : {z, base})
    text += "(declare-fun " + quoted_symbol(constant) + " () " + with_words(row.sort, words) + ")";
  // Each text is parsed as the right side of an equation, which works for every sort.
  const std::array<std::pair<std::string_view, std::string_view>, 5> equations{
      {{"z", row.fuse}, {"x", row.first}, {"y", row.second}, {"true", row.needs}, {"b", "z"}}};
  for (const auto& [left, right] : equations)
    text += "(assert (= " + with_words(left, words) + " " + with_words(right, words) + "))";
  const Result<Script> script = parse_script(store, text, "fusion");
  if (!script) return std::nullopt;
  std::vector<std::pair<TermId, TermId>> sides;
  for (const Command& command : script->commands)
    if (command.kind == CommandKind::Assert)
      sides.emplace_back(store.children(command.terms[0])[0], store.children(command.terms[0])[1]);
  Fusion fusion{sides[0].first, std::nullopt, sides[0].second, sides[1].second, sides[2].second, sides[3].second};
  if (row.kind == SortKind::Unknown) fusion.base = sides[4].first;
  return fusion;
}

}  // namespace assay::smt
