#include "trigger/proof/trace_reader.hpp"

#include <algorithm>

#include "assay/smt/script.hpp"
#include "smt/log/log_words.hpp"

namespace assay::trigger {
namespace {

/// Maximum number of instantiations that are kept of a log.
constexpr std::size_t kMaxInstances = 4000;

}  // namespace

void TraceReader::line(std::string_view line) {
  constexpr std::string_view kNames = "[attach-var-names] ", kByModels = "[inst-discovered] MBQI ",
                             kMatch = "[new-match] ";
  if (terms_.line(line)) {
    if (line.starts_with(kNames)) note_patterns(line.substr(kNames.size()));
  } else if (line.starts_with(kByModels)) {
    instance(line.substr(kByModels.size()));
  } else if (line.starts_with(kMatch)) {
    match(line.substr(kMatch.size()));
  }
}

/// Keeps the first patterns of each quantifier; later patterns belong to copies.
void TraceReader::note_patterns(std::string_view rest) {
  const std::optional<std::size_t> id = terms_.identifier(smt::next_word(rest));
  if (!id) return;
  const std::vector<std::string>& names = *terms_.variables_of(*id);
  const bool ours =
      std::all_of(names.begin(), names.end(), [&](const std::string& name) { return sorts_.contains(name); });
  if (!ours || names.empty() || with_patterns_.contains(names)) return;
  const std::string patterns = terms_.patterns_of(*id);
  if (patterns.empty()) return;
  with_patterns_.insert(names);
  std::string variables;
  for (const std::string& name : names) variables += "(" + smt::quoted_symbol(name) + " " + sorts_.at(name) + ")";
  patterns_ += "(assert (forall (" + variables + ") (! true" + patterns + ")))\n";
}

/// Reads `0x55 #5 #7 #8`: an address, the quantifier and its values.
void TraceReader::instance(std::string_view rest) {
  (void)smt::next_word(rest);
  if (const std::optional<std::size_t> id = terms_.identifier(smt::next_word(rest))) keep(*id, rest);
}

/// Reads `0x55 #5 #6 #7 #8 ; #9`: an address, the quantifier, its pattern, its values, and what matched.
void TraceReader::match(std::string_view rest) {
  if (kept_ != KeptInstances::All) return;
  (void)smt::next_word(rest);
  const std::optional<std::size_t> id = terms_.identifier(smt::next_word(rest));
  (void)smt::next_word(rest);
  if (id) keep(*id, rest.substr(0, rest.find(';')));
}

void TraceReader::keep(std::size_t quantifier, std::string_view rest) {
  const std::vector<std::string>* const names = terms_.variables_of(quantifier);
  if (names == nullptr || seen_.size() >= kMaxInstances) return;
  std::string variables;
  std::string values;
  for (const std::string& name : *names) {
    const std::optional<std::size_t> value = terms_.identifier(smt::next_word(rest));
    const auto sort = sorts_.find(name);
    if (!value || sort == sorts_.end()) continue;
    const std::optional<std::string> text = terms_.text_of(*value);
    if (!text) continue;
    variables += "(" + smt::quoted_symbol(name) + " " + sort->second + ")";
    values += " " + *text;
  }
  if (variables.empty()) return;
  std::string entry = "(instantiations (forall (" + variables + ") true)\n  (" + values + " )\n)\n";
  if (seen_.insert(entry).second) text_ += entry;
}

}  // namespace assay::trigger
