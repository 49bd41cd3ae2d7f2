#include "reproducer.hpp"

#include <algorithm>
#include <utility>

#include "assay/base/text.hpp"
#include "assay/core/finding.hpp"
#include "assay/core/tester.hpp"

namespace assay::analyzer {
namespace {

/// Each line behind "# ".
std::string comment(const std::string& text) {
  std::string lines;
  for (const std::string_view line : split(text, '\n')) lines += "# " + printable(line) + "\n";
  return lines;
}

std::string function(std::string_view name, const std::string& body) {
  std::string text(name);
  text += "() {\n";
  for (const std::string_view line : split(trim(body), '\n')) text += "  " + std::string(line) + "\n";
  return text + "}\n\n";
}

std::string opening(const Reproducer& reproducer, const ReproducerTitle& title) {
  std::vector<std::string> needs = reproducer.needs;
  std::sort(needs.begin(), needs.end());
  needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
  std::string text = "#!/bin/sh\n" + comment(title.target + ": " + title.claim);
  if (!title.witness.empty()) text += comment("Assay saw: " + title.witness);
  text += "# Ends with 1 when a run contradicts the claim, 0 when it does not, 2 when something is missing.\n\n";
  text += "for program in " + core::shell_quoted(needs) + "; do\n";
  text += "  command -v \"$program\" > /dev/null || { echo \"$program is not installed\" >&2; exit 2; }\ndone\n";
  text += "cd \"$(dirname \"$0\")\" || exit 2\nwork=$(mktemp -d) || exit 2\ntrap 'rm -rf \"$work\"' EXIT\n";
  text += "cp ./* \"$work\" && cd \"$work\" || exit 2\n\n";
  return text;
}

}  // namespace

std::vector<core::File> reproducer_files(Reproducer reproducer, const ReproducerTitle& title) {
  std::string script = opening(reproducer, title);
  if (!reproducer.claim.empty()) script += function("claim", reproducer.claim);
  script += function("run", reproducer.run) + function("contradiction", reproducer.contradiction);
  if (!reproducer.seen.empty()) script += function("seen", reproducer.seen);
  script += "echo '== The claim'\necho " + core::shell_quoted({printable(title.target + ": " + title.claim)}) + "\n";
  if (!reproducer.claim.empty()) script += "claim || { echo 'This version does not claim it.'; exit 0; }\n";
  script += "echo '== The run'\nrun || { echo 'It cannot be built here.' >&2; exit 2; }\n";
  script += "result=0\nif contradiction; then result=1; else echo 'Nothing contradicts the claim.'; fi\n";
  if (!reproducer.seen.empty()) script += "echo '== What a user sees'\nseen\n";
  script += "exit $result\n";
  std::vector<core::File> files = {{core::kReproducerScript, std::move(script)}};
  std::move(reproducer.files.begin(), reproducer.files.end(), std::back_inserter(files));
  return files;
}

}  // namespace assay::analyzer
