#include "core/target/named.hpp"

#include <algorithm>

#include "base/similar.hpp"
#include "base/text.hpp"
#include "core/target/installed.hpp"
#include "core/target/patterns.hpp"
#include "core/target/scratch.hpp"
#include "core/target/version.hpp"

namespace assay::core {
namespace {

Result<NamedTarget> read_release(std::string_view text) {
  const Result<InstalledRelease> release = installed_release(text);
  if (!release) return release.error();
  return NamedTarget{release->name(), {}, release->target, {}, {release->program}};
}

}  // namespace

Result<NamedTarget> read_named_target(std::string_view text, std::string_view example) {
  text = trim(text);
  if (is_release_name(text)) return read_release(text);
  NamedTarget named;
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    (text.ends_with(".toml") ? named.file : named.name) = std::string(text);
    return named;
  }
  const std::string_view names = text.substr(0, equals);
  const std::size_t colon = names.find(':');
  named.name = std::string(trim(names.substr(0, colon)));
  if (colon != std::string_view::npos) named.family = std::string(trim(names.substr(colon + 1)));
  std::string command(text.substr(equals + 1));
  std::replace(command.begin(), command.end(), '\t', ' ');
  for (const std::string_view word : split(command, ' '))
    if (!word.empty()) named.words.push_back(anchored(std::string(word)));
  const std::string advice = "as in " + std::string(example);
  if (named.name.empty()) return Error{"a target needs a name before '='", advice};
  if (named.words.empty()) return Error{"target '" + named.name + "' has no command after '='", advice};
  if (is_release_name(named.words[0])) {
    Result<InstalledRelease> release = installed_release(named.words[0]);
    if (!release) return release.error();
    named.words[0] = std::move(release->program);
    named.release = std::move(release->target);
  }
  return named;
}

Result<ChosenFamily> choose_family(const NamedTarget& named, const std::vector<TargetFamily>& families) {
  const std::string& wanted = named.family.empty() ? named.release : named.family;
  std::vector<std::string> names;
  for (const TargetFamily& family : families) {
    if (family.name == wanted) return ChosenFamily{names.size(), {}};
    names.push_back(family.name);
  }
  if (!named.family.empty()) {
    return Error{"target '" + named.name + "': there is no family '" + named.family + "'",
                 did_you_mean(named.family, names) + "the families are " + join(names, ", ")};
  }
  if (find_program(named.words[0]).empty()) return ChosenFamily{};
  std::vector<std::vector<std::string>> asked;
  for (const TargetFamily& family : families) {
    if (family.recognize.empty() || family.version.empty()) continue;
    std::vector<std::string> argv = family.version;
    argv[0] = named.words[0];
    if (std::find(asked.begin(), asked.end(), argv) != asked.end()) continue;
    const ProcessResult output = ask_target(argv);
    // If the program hangs, further questions would each take the whole time limit.
    if (output.ending == Ending::TimedOut)
      return ChosenFamily{std::nullopt, "it does not end when asked for its version"};
    for (std::size_t i = 0; i < families.size(); ++i) {
      const TargetFamily& one = families[i];
      const bool same_flags = std::equal(one.version.begin() + (one.version.empty() ? 0 : 1), one.version.end(),
                                         argv.begin() + 1, argv.end());
      if (one.recognize.empty() || !same_flags || !matches_lines(one.recognize, output.out + "\n" + output.err))
        continue;
      argv.erase(argv.begin());
      return ChosenFamily{i, "recognised as " + one.name + " by its " + join(argv, " ") + " output"};
    }
    asked.push_back(std::move(argv));
  }
  return ChosenFamily{std::nullopt, "its version output names no program that Assay knows"};
}

std::string with_family(const NamedTarget& named, std::string_view family) {
  return "'" + named.name + ":" + std::string(family) + "=" + join(named.words, " ") + "'";
}

}  // namespace assay::core
