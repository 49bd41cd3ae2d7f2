#include "assay/core/target/named.hpp"

#include <algorithm>

#include "assay/base/text.hpp"
#include "assay/core/target/installed.hpp"
#include "assay/core/target/scratch.hpp"

namespace assay::core {
namespace {

Result<NamedTarget> read_release(std::string_view text) {
  const Result<InstalledRelease> release = installed_release(text);
  if (!release) return release.error();
  return NamedTarget{release->name(), {}, {release->program}};
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
  named.name = std::string(trim(text.substr(0, equals)));
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
  }
  return named;
}

}  // namespace assay::core
