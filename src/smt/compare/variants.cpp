#include "smt/compare/variants.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "assay/smt/script.hpp"
#include "core/rng/rng.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{4} << 20;

/// Shuffles each run of assertions without another command between them.
void shuffle_assertions(Script& script, core::Rng& rng) {
  std::vector<Command>& commands = script.commands;
  for (std::size_t begin = 0; begin < commands.size(); ++begin) {
    std::size_t end = begin;
    while (end < commands.size() && commands[end].kind == CommandKind::Assert) ++end;
    for (std::size_t left = end - begin; left > 1; --left)
      std::swap(commands[begin + left - 1], commands[begin + rng.below(left)]);
    begin = std::max(begin, end);
  }
}

}  // namespace

std::vector<Variant> variants_of(std::string_view script, unsigned count, std::uint64_t seed) {
  TermStore store;
  std::optional<Script> parsed;
  if (script.size() <= kMaxBytes)
    if (Result<Script> read = parse_script(store, script, "input.smt2"); read) parsed = std::move(*read);
  std::vector<Variant> variants;
  for (unsigned i = 1; i <= count; ++i) {
    Variant& variant = variants.emplace_back(Variant{std::string(script), i});
    if (!parsed) continue;
    core::Rng rng = core::Rng(seed).split(i);
    Script shuffled = *parsed;
    shuffle_assertions(shuffled, rng);
    variant.script = print_script(store, shuffled);
  }
  return variants;
}

}  // namespace assay::smt
