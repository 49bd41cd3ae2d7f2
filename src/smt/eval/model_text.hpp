#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::smt {

// Splits the text of a solver's model into parts and rewrites these as SMT-LIB text that our parser reads.

struct ModelToken {
  enum class Kind : std::uint8_t { Open, Close, Atom, Quoted, String };
  Kind kind = Kind::Atom;
  std::string_view text;    ///< as written
  std::uint32_t match = 0;  ///< Open: the position of its Close
};

/// A comment about the size of a sort: "; cardinality of U is 2".
struct ModelCardinality {
  std::string sort;
  std::uint32_t count = 0;  ///< at most the largest 32-bit number
  std::string comment;      ///< as written, without the semicolon
};

/// A balanced token sequence. Comments are dropped, except for sizes of universes.
struct ModelTokens {
  std::vector<ModelToken> tokens;
  std::vector<ModelCardinality> cardinalities;

  /// The position after the expression that starts at `i`.
  [[nodiscard]] std::size_t after(std::size_t i) const {
    return tokens[i].kind == ModelToken::Kind::Open ? tokens[i].match + std::size_t{1} : i + 1;
  }
  /// The positions of the parts of the list that opens at `i`.
  [[nodiscard]] std::vector<std::size_t> parts(std::size_t i) const;
  /// The expression as text, with single spaces.
  [[nodiscard]] std::string text(std::size_t begin, std::size_t end) const;
};

[[nodiscard]] Result<ModelTokens> tokenize_model(std::string_view text);

/// One element of an uninterpreted sort, with the solver's name.
struct ModelElement {
  std::string name;          ///< the element's symbol in the bodies of definitions, without bars
  std::string sort;          ///< empty: the sort of the constants whose value the element is
  std::uint64_t number = 0;  ///< the number in the solver's name, for sorting
};

/// One function of the model.
struct ModelDefinition {
  std::string name;  ///< without bars
  std::vector<std::string> variables;
  std::vector<std::string> sorts;  ///< of the variables
  std::string result;              ///< sort; empty: the declared one ("((x 5))", "(= x 5)")
  std::string body;
  bool recursive = false;
  bool by_lambda = false;             ///< the name is an array's, whose value is given by this function
  bool by_rows = false;               ///< in yices2's own form, where arrays are functions, too
  std::vector<std::string> mentions;  ///< symbols in the body, without bars, sorted
};

/// The contents of a model, spelled for our parser.
struct ModelText {
  std::vector<ModelElement> elements;  ///< each once
  std::vector<ModelDefinition> definitions;
  std::vector<std::string> arrays;   ///< each f of an (_ as-array f); bodies spell it as the constant "as-array f"
  std::vector<std::string> covered;  ///< sorts whose elements are all listed
  std::vector<ModelCardinality> cardinalities;
};

[[nodiscard]] Result<ModelText> read_model_text(const ModelTokens& tokens);

/// Whether a symbol is spelled like an abstract value: U!val!0, @U_0, @uc_U_0, (as @U_0 U).
[[nodiscard]] bool is_abstract_name(std::string_view name);

/// A symbol's spelling without bars.
[[nodiscard]] std::string unbarred(std::string_view symbol);

}  // namespace assay::smt
