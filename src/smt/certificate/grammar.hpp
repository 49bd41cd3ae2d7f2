#pragma once

#include <cstdint>
#include <string_view>

namespace assay::smt {

enum class GrammarMatch : std::uint8_t {
  Yes,
  No,
  Unknown,  ///< the term or the grammar has a form that Assay does not read, such as a let
};
/// Whether a grammar of SyGuS-IF 2.1 (section 2.9) derives the body of the first `define-fun` in `reply`. `grammar`:
/// the declarations of nonterminals, if any, and the list of their rules.
[[nodiscard]] GrammarMatch matches_grammar(std::string_view reply, std::string_view grammar);

}  // namespace assay::smt
