#include "assay/core/history.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "assay/base/hash.hpp"
#include "assay/base/text.hpp"
#include "assay/core/io.hpp"
#include "assay/core/target/known_bug.hpp"
#include "core/finding/history_json.hpp"

namespace assay::core {
namespace {

using What = VersionAnswer::What;

constexpr std::array<std::string_view, 3> kAnswerNames = {"right", "wrong", "cannot say"};
constexpr const char* kHistoryFile = "/versions.json";

/// Identifies the case that the answers are about.
std::string hash_of(const Case& subject) {
  std::uint64_t hash = 0;
  for (const File& file : subject.files) hash = combine(hash_bytes(file.name, hash), hash_bytes(file.content));
  return to_hex(hash);
}

std::optional<What> answer_named(const std::string& text) {
  for (std::size_t i = 0; i < kAnswerNames.size(); ++i)
    if (kAnswerNames[i] == text) return static_cast<What>(i);
  return std::nullopt;
}

std::string text_of(const nlohmann::ordered_json& json, const char* key) {
  const auto it = json.find(key);
  return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
}

History history_from_json(const nlohmann::ordered_json& json) {
  History history;
  history.target = text_of(json, "target");
  history.commits = text_of(json, "of") == "commits";
  const auto answers = json.find("versions");
  if (answers == json.end() || !answers->is_array()) return history;
  for (const auto& one : *answers) {
    const std::optional<What> what = one.is_object() ? answer_named(text_of(one, "answer")) : std::nullopt;
    if (what) history.answers.push_back({text_of(one, "version"), *what, text_of(one, "note")});
  }
  return history;
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

std::string_view name(What what) { return kAnswerNames[static_cast<std::size_t>(what)]; }

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

std::string history_to_json(const History& history) {
  nlohmann::ordered_json versions = nlohmann::ordered_json::array();
  for (const VersionAnswer& answer : history.answers)
    versions.push_back({{"version", answer.version}, {"answer", name(answer.what)}, {"note", answer.note}});
  const nlohmann::ordered_json json = {{"target", history.target},
                                       {"of", history.commits ? "commits" : "releases"},
                                       {"in-words", since_text(history)},
                                       {"versions", versions}};
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::vector<History> load_histories(const std::string& folder, const Case& subject) {
  if (!exists(folder + kHistoryFile)) return {};
  const Result<std::string> text = read_file_below(folder, std::string(kHistoryFile).substr(1));
  const auto json = nlohmann::ordered_json::parse(text ? *text : "", nullptr, false);
  std::vector<History> histories;
  if (!json.is_object() || text_of(json, "case") != hash_of(subject)) return histories;
  const auto rows = json.find("histories");
  if (rows == json.end() || !rows->is_array()) return histories;
  for (const auto& row : *rows)
    if (row.is_object()) histories.push_back(history_from_json(row));
  return histories;
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
  auto rows = nlohmann::ordered_json::array();
  for (const History& one : histories) rows.push_back(nlohmann::ordered_json::parse(history_to_json(one)));
  const nlohmann::ordered_json json = {{"assay-versions", 1}, {"case", hash_of(subject)}, {"histories", rows}};
  return Disk::real().write_file(folder + kHistoryFile, json.dump(1) + "\n");
}

}  // namespace assay::core
