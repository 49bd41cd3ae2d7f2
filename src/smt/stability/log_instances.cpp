#include "smt/stability/log_instances.hpp"

#include <optional>
#include <vector>

#include "assay/smt/script.hpp"
#include "smt/log/log_words.hpp"
#include "smt/stability/quantifier_sites.hpp"

namespace assay::smt {
namespace {

/// Maximum length of a line; the rest of a longer line is dropped. And of all steps.
constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxProofBytes = std::size_t{8} << 20;

}  // namespace

void LogInstances::add(std::string_view part) {
  while (!part.empty()) {
    const std::size_t end = part.find('\n');
    const std::string_view more = part.substr(0, end);
    if (rest_.size() + more.size() <= kMaxLineBytes) rest_ += more;
    if (end == std::string_view::npos) return;
    line(rest_);
    rest_.clear();
    part.remove_prefix(end + 1);
  }
}

/// Reads `[new-match] 0x55 #5 #6 #7 ; #9` (an address, the quantifier, its pattern, its values, and what matched),
/// `[inst-discovered] MBQI 0x55 #5 #7`, and `[instance] 0x55 #8` (the instance of a match).
void LogInstances::line(std::string_view line) {
  constexpr std::string_view kMatch = "[new-match] ", kByModels = "[inst-discovered] MBQI ", kInstance = "[instance] ";
  if (terms_.line(line)) return;
  if (line.starts_with(kMatch)) return match(line.substr(kMatch.size()), true);
  if (line.starts_with(kByModels)) return match(line.substr(kByModels.size()), false);
  if (!line.starts_with(kInstance) || proof_.size() > kMaxProofBytes) return;
  line.remove_prefix(kInstance.size());
  if (const auto found = matches_.find(std::string(next_word(line))); found != matches_.end()) {
    proof_ += found->second;
    matches_.erase(found);
  }
}

void LogInstances::match(std::string_view rest, bool has_pattern) {
  rest = rest.substr(0, rest.find(';'));
  const std::string address(next_word(rest));
  matches_.erase(address);
  const std::optional<std::size_t> quantifier = terms_.identifier(next_word(rest));
  const std::vector<std::string>* const names = quantifier ? terms_.variables_of(*quantifier) : nullptr;
  if (names == nullptr || !site_of(terms_.name_of(*quantifier))) return;
  if (has_pattern) (void)next_word(rest);
  std::string values, variables;
  for (const std::string& name : *names) {
    const std::optional<std::size_t> value = terms_.identifier(next_word(rest));
    const std::optional<std::string> text = value ? terms_.text_of(*value) : std::nullopt;
    if (!text) return;
    values += " " + *text;
    variables += "(" + quoted_symbol(name) + " U)";
  }
  matches_[address] = "((_ quant-inst" + values + ") (or (not (forall (" + variables + ") (! true :qid " +
                      std::string(terms_.name_of(*quantifier)) + "))) true))\n";
}

}  // namespace assay::smt
