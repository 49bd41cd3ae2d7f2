#include "trigger/prover/script_options.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.hpp"

namespace assay::trigger {
namespace {

/// Limit of a run of the options alone, in seconds.
constexpr double kSeconds = 2;

/// Modules of z3 whose options change the search.
constexpr std::array<std::string_view, 6> kModules = {":smt.", ":sat.", ":nlsat.", ":nnf.", ":pi.", ":rewriter."};
/// The options that Assay sets itself, beside the random seeds.
constexpr std::array<std::string_view, 3> kOwn = {":smt.mbqi", ":smt.auto_config", ":auto_config"};

bool changes_search(const smt::Command& command, OwnOptions own) {
  if (command.kind != smt::CommandKind::SetOption) return false;
  std::string keyword = to_lower(command.keyword);
  std::replace(keyword.begin(), keyword.end(), '-', '_');  // z3 takes both
  if (std::find(kOwn.begin(), kOwn.end(), keyword) != kOwn.end()) return own == OwnOptions::Kept;
  if (keyword.ends_with("seed") && own == OwnOptions::LeftOut) return false;
  const auto begins = [&](std::string_view module) { return keyword.starts_with(module); };
  return std::any_of(kModules.begin(), kModules.end(), begins);
}

/// The number of the refused command in z3's message `(error "line 3 column 20: ...")`, from 1. 0: there is none.
std::size_t refused_line(const Reply& reply) {
  constexpr std::string_view kLine = "line ";
  const std::size_t at = reply.text.find(kLine);
  if (reply.answer != Answer::Failed || at == std::string::npos) return 0;
  std::string_view digits = std::string_view(reply.text).substr(at + kLine.size());
  digits = digits.substr(0, digits.find(' '));
  return static_cast<std::size_t>(parse_unsigned(digits).value_or(0));
}

}  // namespace

std::vector<std::string> search_options(const smt::TermStore& store, const smt::Script& script, Prover& prover,
                                        const Deadline& deadline, OwnOptions own) {
  std::vector<std::string> options;
  for (const smt::Command& command : script.commands) {
    if (!changes_search(command, own)) continue;
    std::string text;
    smt::print_command(store, command, {}, text);
    text = std::string(trim(text)) + "\n";
    if (std::find(options.begin(), options.end(), text) == options.end()) options.push_back(std::move(text));
  }
  while (!options.empty()) {
    const double seconds = deadline.left(kSeconds);
    if (seconds <= 0) return {};
    const std::size_t refused = refused_line(prover.run(join(options, "") + "(check-sat)\n", seconds, deadline.stop()));
    if (refused == 0 || refused > options.size()) break;
    options.erase(options.begin() + static_cast<std::ptrdiff_t>(refused) - 1);
  }
  return options;
}

}  // namespace assay::trigger
