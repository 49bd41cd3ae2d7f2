#include "reproducer.hpp"

#include <utility>

#include "assay/base/text.hpp"

namespace assay::analyzer {
namespace {

/// A shell function and its call, for pieces that end with `return`.
std::string called(std::string_view name, const std::string& body) {
  std::string text(name);
  text += "() {\n";
  for (const std::string_view line : split(trim(body), '\n')) text += "  " + std::string(line) + "\n";
  return text + "}\n" + std::string(name);
}

}  // namespace

core::Reproduction reproduction_of_claim(Reproducer reproducer, const ReproducedClaim& claim) {
  core::Reproduction out;
  out.files = std::move(reproducer.files);
  out.needs = std::move(reproducer.needs);
  std::string run = std::to_string(reproducer.claim.empty() ? 1 : 2);
  if (!reproducer.claim.empty()) {
    out.commands.push_back({{}, called("claim", reproducer.claim), 300});
    out.shows = "[ \"$status_1\" -eq 0 ] || return 1  # this version does not claim it\n";
  }
  out.commands.push_back({"The run that contradicts it", called("run", reproducer.run), 300});
  out.shows += "[ \"$status_" + run + "\" -eq 0 ] || exit 2  # it cannot be built here\n" + reproducer.contradiction;
  if (!reproducer.seen.empty()) out.commands.push_back({"What a user sees", called("seen", reproducer.seen), 300});
  out.prints = claim.target + ": " + claim.claim;
  out.expected = "No such claim, because a run contradicts it: " + claim.witness;
  return out;
}

}  // namespace assay::analyzer
