#include "core/target/known_bug.hpp"

#include <algorithm>
#include <iterator>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/case/case.hpp"

namespace assay::core {
namespace {

/// Removes the first number of a version, and the dot (or the dash before a digit) after it. Returns its digits without
/// leading zeros, because dates and hashes do not fit into an integer.
std::string_view take_number(std::string_view& version) {
  std::size_t end = 0;
  while (end < version.size() && is_digit(version[end])) ++end;
  std::string_view number = version.substr(0, end);
  const bool dash = end + 1 < version.size() && version[end] == '-' && is_digit(version[end + 1]);
  version.remove_prefix(dash || (end < version.size() && version[end] == '.') ? end + 1 : version.size());
  while (!number.empty() && number.front() == '0') number.remove_prefix(1);
  return number;
}

void read_version(TomlRow& row, std::string_view key, std::string& out) {
  row.text(key, out);
  if (row.has(key) && (out.empty() || version_number(out) != out))
    row.refuse_at(key, "'" + out + "' is no version", "numbers with dots between them, as in 4.8.12");
}

}  // namespace

int compare_versions(std::string_view left, std::string_view right) {
  while (!left.empty() || !right.empty()) {
    const std::string_view one = take_number(left);
    const std::string_view other = take_number(right);
    if (one.size() != other.size()) return one.size() < other.size() ? -1 : 1;
    if (const int order = one.compare(other); order != 0) return order;
  }
  return 0;
}

std::string_view version_number(std::string_view text) {
  // Prefer a number with a dot: others may be part of a name or a text ("z3", "64 bit").
  std::string_view first;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() &&
           (is_digit(text[end]) || (text[end] == '.' && end + 1 < text.size() && is_digit(text[end + 1]))))
      ++end;
    const std::string_view number = text.substr(at, end - at);
    if (number.find('.') != std::string_view::npos) return number;
    if (first.empty()) first = number;
    at = end;
  }
  return first;
}

bool KnownBug::may_be_in(std::string_view version) const { return version_is_between(version, since, fixed); }

bool version_is_between(std::string_view version, std::string_view since, std::string_view fixed) {
  const std::string_view number = version_number(version);
  if (number.empty()) return true;
  return (since.empty() || compare_versions(number, since) >= 0) &&
         (fixed.empty() || compare_versions(number, fixed) < 0);
}

bool KnownBug::explains(std::string_view kind, std::initializer_list<std::string_view> texts) const {
  if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) return false;
  return pattern.empty() ||
         std::any_of(texts.begin(), texts.end(), [&](std::string_view text) { return matches_lines(pattern, text); });
}

void read_known_bug(TomlRow& row, std::string_view cause_key, KnownBug& bug) {
  row.text(cause_key, bug.cause);
  row.words("kind", bug.kinds);
  for (const std::string& kind : bug.kinds)
    if (!bug_kind(kind)) row.refuse_at("kind", "'" + kind + "' is no kind of bug", "docs/user/findings.md lists them");
  row.pattern("pattern", bug.pattern);
  read_versions(row, bug.since, bug.fixed);
}

void read_versions(TomlRow& row, std::string& since, std::string& fixed) {
  read_version(row, "since", since);
  read_version(row, "fixed", fixed);
}

void read_known_bugs(TomlRow& row, std::vector<KnownBug>& out) {
  std::vector<KnownBug> own;
  for (TomlRow& one : row.rows("known_bug")) {
    KnownBug& bug = own.emplace_back();
    read_known_bug(one, "link", bug);
    one.finish();
    if (bug.pattern.empty()) one.refuse("[[known_bug]] needs a 'pattern'");
    if (bug.cause.empty()) one.refuse("[[known_bug]] needs a 'link'");
  }
  own.insert(own.end(), std::make_move_iterator(out.begin()), std::make_move_iterator(out.end()));
  out = std::move(own);
}

void keep_bugs_of_version(std::vector<KnownBug>& bugs, std::string_view version) {
  std::erase_if(bugs, [&](const KnownBug& bug) { return !bug.may_be_in(version); });
}

}  // namespace assay::core
