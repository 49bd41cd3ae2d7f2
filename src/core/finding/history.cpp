#include "core/finding/history.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/finding/history_json.hpp"
#include "core/io/io.hpp"
#include "core/target/known_bug.hpp"

namespace assay::core {
namespace {

using What = VersionAnswer::What;

constexpr const char* kHistoryFile = "/versions.json";

constexpr unsigned kHistoryFormat = 1;

/// The content of a finding's file versions.json.
struct StoredHistories {
  unsigned format = kHistoryFormat;
  std::string case_hash;  ///< of the case that the histories are about
  std::vector<History> histories;
};

constexpr auto json_fields(const StoredHistories*) {
  return std::tuple{json_field("assay-versions", &StoredHistories::format),
                    required_field("case", &StoredHistories::case_hash),
                    required_field("histories", &StoredHistories::histories)};
}

/// Identifies the case that the answers are about.
std::string hash_of(const Case& subject) {
  std::uint64_t hash = 0;
  for (const File& file : subject.files) hash = combine(hash_bytes(file.name, hash), hash_bytes(file.content));
  return to_hex(hash);
}

/// The versions in [from, to) that gave no answer, or their number if there are many.
std::string versions_without_answer(const History& history, std::size_t from, std::size_t to) {
  std::vector<std::string> versions;
  for (std::size_t i = from; i < to; ++i)
    if (history.answers[i].what == What::CannotSay) versions.push_back(history.answers[i].version);
  constexpr std::size_t kMaxNamedVersions = 4;
  if (versions.size() > kMaxNamedVersions) return std::to_string(versions.size()) + " versions between";
  return join(versions, ", ");
}

std::string in_brackets(const std::string& text) { return text.empty() ? "" : " (" + text + ")"; }

std::string beginning(const History& history, const FailureSpan& range) {
  const std::string first = history.answers[*range.first_bad].version;
  if (!range.last_good) {
    const std::string doubts = versions_without_answer(history, 0, *range.first_bad);
    return "wrong since " + first + " or earlier" + in_brackets(doubts.empty() ? "" : doubts + " cannot say");
  }
  const std::string doubts = versions_without_answer(history, *range.last_good, *range.first_bad);
  return "wrong since " + first + ", right in " + history.answers[*range.last_good].version +
         in_brackets(doubts.empty() ? "" : doubts + " cannot say");
}

std::string end(const History& history, const FailureSpan& range) {
  const std::string last = history.answers[*range.last_bad].version;
  if (!range.gone_in) {
    const bool newest = *range.last_bad + 1 == history.answers.size();
    return newest ? "still wrong in " + last + ", the newest that was asked"
                  : "last seen wrong in " + last + in_brackets("no later one can say");
  }
  const std::string doubts = versions_without_answer(history, *range.last_bad, *range.gone_in);
  return "fixed in " + history.answers[*range.gone_in].version + ", last wrong in " + last +
         in_brackets(doubts.empty() ? "" : doubts + " cannot say");
}

}  // namespace

std::string_view name(What what) { return json_names(what)[static_cast<std::size_t>(what)].second; }

std::string_view VersionAnswer::state() const {
  if (what != What::CannotSay) return name(what);
  const Obstacle shown = obstacle == Obstacle::None ? Obstacle::NotJudged : obstacle;
  return json_names(shown)[static_cast<std::size_t>(shown)].second;
}

FailureSpan failure_span(const History& history) {
  FailureSpan range;
  for (std::size_t i = 0; i < history.answers.size(); ++i) {
    const What what = history.answers[i].what;
    if (what == What::CannotSay) continue;
    if (what == What::Wrong) {
      range.comes_and_goes = range.comes_and_goes || range.gone_in.has_value();
      if (!range.first_bad) range.first_bad = i;
      range.last_bad = i;
      range.gone_in.reset();
    } else if (!range.first_bad) {
      range.last_good = i;
    } else if (!range.gone_in) {
      range.gone_in = i;
    }
  }
  return range;
}

std::string since_text(const History& history) {
  const FailureSpan range = failure_span(history);
  const std::string whose = history.target + ": ";
  if (!range.first_bad) {
    if (range.last_good) return whose + "no version that was asked is wrong";
    return whose + "no version that was asked can say";
  }
  return whose + beginning(history, range) + "; " + end(history, range) +
         (range.comes_and_goes ? "; right in versions between" : "");
}

std::string wrong_since(const History& history) {
  const FailureSpan range = failure_span(history);
  if (!range.first_bad) return "";
  return history.answers[*range.first_bad].version + (range.last_good ? "" : " or earlier");
}

std::string fixed_in(const History& history) {
  const FailureSpan range = failure_span(history);
  if (!range.last_bad) return "";
  if (range.gone_in) return history.answers[*range.gone_in].version;
  return *range.last_bad + 1 == history.answers.size() ? "not fixed" : "not known";
}

History joined(const History& older, const History& newer) {
  History all = newer;
  if (newer.commits || older.commits) return all;
  for (const VersionAnswer& answer : older.answers) {
    const bool again = std::any_of(newer.answers.begin(), newer.answers.end(),
                                   [&](const VersionAnswer& other) { return other.version == answer.version; });
    if (!again) all.answers.push_back(answer);
  }
  std::stable_sort(all.answers.begin(), all.answers.end(), [](const VersionAnswer& one, const VersionAnswer& other) {
    return compare_versions(one.version, other.version) < 0;
  });
  return all;
}

std::vector<History> load_histories(const std::string& folder, const Case& subject) {
  if (!exists(folder + kHistoryFile)) return {};
  const Result<std::string> text = read_file_below(folder, std::string(kHistoryFile).substr(1));
  StoredHistories stored;
  const bool read = !read_json(nlohmann::ordered_json::parse(text ? *text : "", nullptr, false), stored);
  return read && stored.case_hash == hash_of(subject) ? std::move(stored.histories) : std::vector<History>();
}

void add_history(std::vector<History>& histories, const History& history) {
  const auto same = std::find_if(histories.begin(), histories.end(), [&](const History& one) {
    return one.target == history.target && one.commits == history.commits;
  });
  if (same == histories.end()) {
    histories.push_back(history);
  } else {
    *same = joined(*same, history);
  }
}

Status write_histories(const std::string& folder, const Case& subject, const std::vector<History>& histories) {
  const StoredHistories stored{kHistoryFormat, hash_of(subject), histories};
  const auto json = json_from<nlohmann::ordered_json>(stored);
  return Disk::real().write_file(folder + kHistoryFile, json_text(json, 1) + "\n");
}

}  // namespace assay::core
