#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/result.hpp"

namespace assay::smt {

// The text of a solver's model, taken apart and spelled anew as SMT-LIB commands that our parser reads.

struct ModelToken {
  enum class Kind : std::uint8_t { Open, Close, Atom, Quoted, String };
  Kind kind = Kind::Atom;
  std::string_view text;    ///< as written
  std::uint32_t match = 0;  ///< Open: the place of its Close
};

/// What a comment says of a sort: "; cardinality of U is 2".
struct ModelCardinality {
  std::string sort;
  std::uint32_t count = 0;  ///< the largest number when it says more
  std::string comment;      ///< as written, without the semicolon
};

/// A balanced token sequence; comments are dropped, but for what solvers say about universes in them.
struct ModelTokens {
  std::vector<ModelToken> tokens;
  std::vector<ModelCardinality> cardinalities;

  /// The place after the expression that starts at `i`.
  [[nodiscard]] std::size_t after(std::size_t i) const {
    return tokens[i].kind == ModelToken::Kind::Open ? tokens[i].match + std::size_t{1} : i + 1;
  }
  /// The places of the parts of the list that opens at `i`.
  [[nodiscard]] std::vector<std::size_t> parts(std::size_t i) const;
  /// The expression as text, with single spaces.
  [[nodiscard]] std::string text(std::size_t begin, std::size_t end) const;
};

[[nodiscard]] Result<ModelTokens> tokenize_model(std::string_view text);

/// One element of an uninterpreted sort as the solver names it.
struct ModelElement {
  std::string name;          ///< the symbol that stands for it in `text` of the definitions, without bars
  std::string sort;          ///< empty: that of the constants whose value it is
  std::uint64_t number = 0;  ///< the solver's own, for the order
};

/// One function of the model.
struct ModelDefinition {
  std::string name;  ///< without bars
  std::vector<std::string> variables;
  std::vector<std::string> sorts;  ///< of the variables
  std::string result;              ///< sort; empty: the declared one ("((x 5))", "(= x 5)")
  std::string body;
  bool recursive = false;
  bool by_lambda = false;             ///< the array of this name is the function given here
  bool by_rows = false;               ///< in yices2's own form, where an array is a function, too
  std::vector<std::string> mentions;  ///< symbols in the body, without bars, sorted
};

/// What a model says, spelled for our parser.
struct ModelText {
  std::vector<ModelElement> elements;  ///< each once
  std::vector<ModelDefinition> definitions;
  std::vector<std::string> arrays;   ///< functions f of which the text says (_ as-array f): the constants "as-array f"
  std::vector<std::string> covered;  ///< sorts whose elements are all listed
  std::vector<ModelCardinality> cardinalities;
};

[[nodiscard]] Result<ModelText> read_model_text(const ModelTokens& tokens);

/// Whether a symbol's spelling is that of an abstract value: U!val!0, @U_0, @uc_U_0, (as @U_0 U).
[[nodiscard]] bool is_abstract_name(std::string_view name);

/// A symbol's spelling without bars.
[[nodiscard]] std::string unbarred(std::string_view symbol);

}  // namespace assay::smt
