#include "trouble.hpp"

#include "base/text.hpp"
#include "core/target/ending.hpp"
#include "core/target/patterns.hpp"

namespace assay::analyzer {
namespace {

std::string signal_name(int signal) { return "signal " + std::to_string(signal); }

}  // namespace

std::string tail(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  text.remove_prefix(text.size() - bytes);
  const std::size_t line = text.find('\n');
  if (line != std::string_view::npos && line + 1 < text.size()) text.remove_prefix(line + 1);
  return "[...]\n" + std::string(text);
}

Trouble trouble_of(const Definition& definition, const core::ProcessResult& result) {
  const std::string said = result.out + "\n" + result.err;
  const std::vector<std::string_view> lines = split(said, '\n');
  const core::TargetEnd end = core::classify(result);
  if (!end.skip_reason().empty()) return core::Verdict::skip(std::string(end.skip_reason()));
  // A match points into its list, so the lists must stay.
  const core::PatternList crashes(definition.crashes);
  const core::PatternList skips(definition.skips);
  if (const core::PatternList::Match match = crashes.find(lines); match.meaning != nullptr)
    return core::Verdict::bug(core::BugKind::Crash, *match.meaning, printable(std::string(lines[match.line])));
  if (end.kind == core::TargetEnd::Kind::Crashed)
    return core::Verdict::bug(core::BugKind::Crash, signal_name(result.signal), tail(result.err));
  if (const core::PatternList::Match match = skips.find(lines); match.meaning != nullptr)
    return core::Verdict::skip(*match.meaning);
  return std::nullopt;
}

Trouble trouble_of_helper(std::string_view what, const core::ProcessResult& result) {
  const core::TargetEnd end = core::classify(result);
  if (!end.skip_reason().empty()) return core::Verdict::skip(std::string(what) + ": " + std::string(end.skip_reason()));
  if (end.kind == core::TargetEnd::Kind::Crashed) return core::Verdict::skip(std::string(what) + ": crashed");
  return std::nullopt;
}

}  // namespace assay::analyzer
