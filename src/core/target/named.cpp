#include "assay/core/target/named.hpp"

#include <algorithm>

#include "assay/base/text.hpp"
#include "assay/core/target/scratch.hpp"

namespace assay::core {

Result<NamedTarget> read_named_target(std::string_view text, std::string_view example) {
  text = trim(text);
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
  return named;
}

}  // namespace assay::core
