#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smt/parse/lexer.hpp"
#include "smt_reduction.hpp"

namespace assay::smt {
namespace {

constexpr std::string_view kDeclaration = "declare-datatypes";
constexpr std::size_t kMaxListDepth = 8;  ///< of lists whose parts are kept; suffices for the fields of a declaration

/// A list or an atom of a script's text.
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view word;  ///< of an atom
  std::vector<Piece> parts;
};

/// The top-level lists of a script.
std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> open(1);
  Lexer lexer(text);
  while (lexer.peek().kind != TokenKind::End && lexer.peek().kind != TokenKind::Bad) {
    const std::size_t begin = lexer.offset();
    const Token token = lexer.take();
    if (token.kind == TokenKind::Open) {
      open.push_back({begin, 0, {}, {}});
    } else if (token.kind == TokenKind::Close) {
      if (open.size() == 1) return {};
      Piece closed = std::move(open.back());
      open.pop_back();
      closed.end = begin + 1;
      if (open.size() > kMaxListDepth) closed.parts.clear();
      open.back().parts.push_back(std::move(closed));
    } else {
      open.back().parts.push_back({begin, begin + token.text.size() + (token.quoted ? 2U : 0U), token.text, {}});
    }
  }
  return std::move(open.front().parts);
}

/// Parts of a declaration that are removed together.
struct Cut {
  std::vector<std::pair<std::size_t, std::size_t>> ranges;  ///< of bytes, in order
  std::vector<std::string_view> names;                      ///< declared in these ranges
};

std::vector<std::string_view> names_of(const std::vector<Piece>& constructors) {
  std::vector<std::string_view> names;
  for (const Piece& constructor : constructors)
    for (const Piece& part : constructor.parts) names.push_back(part.parts.empty() ? part.word : part.parts[0].word);
  return names;
}

/// The removable parts of one `(declare-datatypes (names) (bodies))`: datatypes, constructors and fields.
std::vector<Cut> cuts_of(const Piece& declaration) {
  std::vector<Cut> cuts;
  const std::vector<Piece>& heads = declaration.parts[1].parts;
  const std::vector<Piece>& bodies = declaration.parts[2].parts;
  for (std::size_t i = 0; i < heads.size() && i < bodies.size(); ++i) {
    const bool is_parametric = bodies[i].parts.size() == 3 && bodies[i].parts[0].word == "par";
    const std::vector<Piece>& constructors = is_parametric ? bodies[i].parts[2].parts : bodies[i].parts;
    std::vector<std::string_view> names = names_of(constructors);
    if (!heads[i].parts.empty()) names.push_back(heads[i].parts[0].word);
    if (heads.size() > 1)
      cuts.push_back({{{heads[i].begin, heads[i].end}, {bodies[i].begin, bodies[i].end}}, std::move(names)});
    for (const Piece& constructor : constructors) {
      if (constructors.size() > 1) cuts.push_back({{{constructor.begin, constructor.end}}, names_of({constructor})});
      for (std::size_t at = 1; at < constructor.parts.size(); ++at) {
        const Piece& field = constructor.parts[at];
        if (!field.parts.empty()) cuts.push_back({{{field.begin, field.end}}, {field.parts[0].word}});
      }
    }
  }
  return cuts;
}

std::string without(std::string_view text, const Cut& cut) {
  std::string out;
  std::size_t copied = 0;
  for (const auto& [begin, end] : cut.ranges) {
    out += text.substr(copied, begin - copied);
    copied = end;
  }
  return out + std::string(text.substr(copied));
}

bool uses_any(std::string_view text, const std::vector<std::string_view>& names) {
  const std::vector<std::string> symbols = symbols_in(text);
  const auto is_used = [&](std::string_view name) {
    const std::string tester = "is-" + std::string(name);
    return std::any_of(symbols.begin(), symbols.end(), [&](const auto& one) { return one == name || one == tester; });
  };
  return std::any_of(names.begin(), names.end(), is_used);
}

/// Removes one part of a declaration whose names are used nowhere else. If a constructor's field is removed but the
/// constructor is used, the text cannot be parsed and the attempt fails.
bool drop_one(Reduction& reduction) {
  const std::string text = reduction.text();
  if (text.find(kDeclaration) == std::string::npos) return false;
  for (const Piece& command : pieces_of(text)) {
    if (command.parts.size() != 3 || command.parts[0].word != kDeclaration) continue;
    for (const Cut& cut : cuts_of(command)) {
      const std::string less = without(text, cut);
      if (!uses_any(less, cut.names) && reduction.attempt_text(less)) return true;
    }
  }
  return false;
}

}  // namespace

bool drop_constructors(Reduction& reduction) {
  bool changed = false;
  while (!reduction.exhausted() && drop_one(reduction)) changed = true;
  return changed;
}

}  // namespace assay::smt
