#include "core/finding/baseline.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/io/json_fields.hpp"

namespace assay::core {
namespace {

using PlainJson = nlohmann::json;

/// A file of an entry's case.
struct EntryFile {
  std::string name, content;
};
constexpr auto json_fields(const EntryFile*) {
  return required_fields("name", &EntryFile::name, "content", &EntryFile::content);
}

std::string string_in(const PlainJson& json, const char* key) { return json_at<std::string>(json, key); }

/// The entries of a JSON baseline. Every entry must have a signature.
Result<PlainJson> entries_of(const PlainJson& json, const std::string& path) {
  if (!json.is_object() || !json.contains("assay-baseline") || !json.contains("findings") ||
      !json["findings"].is_array()) {
    return Error{path + " is no baseline",
                 "write one with 'assay findings export --format baseline', or list one signature a line"};
  }
  for (const PlainJson& entry : json["findings"]) {
    const bool named = entry.is_object() && entry.contains("signature") && entry["signature"].is_string();
    if (!named) return Error{path + " has an entry without a signature", "remove the entry or export it again"};
  }
  return json["findings"];
}

BugTraits traits_from(const PlainJson& entry) {
  BugTraits traits;
  traits.target = string_in(entry, "target");
  traits.signature = string_in(entry, "signature");
  // Entries without "reduction" were written before reductions were marked as cut: only their signatures count.
  if (!entry.contains("reduction")) return traits;
  traits.kind = bug_kind(string_in(entry, "kind"));
  traits.reason = normalised(string_in(entry, "reason"));
  traits.reduction_is_cut = string_in(entry, "reduction") == reduction_name(true);
  traits.causes = json_at<std::vector<std::string>>(entry, "causes");
  std::sort(traits.causes.begin(), traits.causes.end());
  return traits;
}

bool share_cause(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const std::string& cause) { return std::binary_search(b.begin(), b.end(), cause); });
}

/// True if the causes may belong to one bug. A cut case has the causes of its complete reduction, and perhaps more.
bool may_share_causes(const BugTraits& a, const BugTraits& b) {
  if (a.causes.empty() || b.causes.empty()) return true;
  if (a.reduction_is_cut && b.reduction_is_cut) return share_cause(a.causes, b.causes);
  const BugTraits& complete = a.reduction_is_cut ? b : a;
  const BugTraits& cut = a.reduction_is_cut ? a : b;
  return std::includes(cut.causes.begin(), cut.causes.end(), complete.causes.begin(), complete.causes.end());
}

Case case_of_entry(const PlainJson& entry) {
  Case out;
  const PlainJson stored = entry.value("case", PlainJson());
  for (EntryFile& file : json_at<std::vector<EntryFile>>(stored, "files"))
    if (is_plain_name(file.name)) out.files.push_back({std::move(file.name), std::move(file.content)});
  if (out.files.empty()) return out;
  out.metadata = string_in(stored, "metadata");
  out.strategy = string_in(stored, "strategy");
  out.group = string_in(stored, "group");
  out.index = json_at<std::uint64_t>(stored, "index");
  return out;
}

}  // namespace

BugTraits traits_of(const Finding& finding) {
  BugTraits traits{finding.target,           finding.signature, finding.kind, normalised(finding.reason),
                   finding.reduction_is_cut, finding.causes};
  std::sort(traits.causes.begin(), traits.causes.end());
  return traits;
}

BugMatch match(const BugTraits& a, const BugTraits& b) {
  if (a.signature.empty() || b.signature.empty()) return BugMatch::None;
  if (a.signature == b.signature) return BugMatch::Same;
  const bool both_complete = !a.reduction_is_cut && !b.reduction_is_cut;
  if (both_complete || !a.kind || a.kind != b.kind || a.reason != b.reason) return BugMatch::None;
  return may_share_causes(a, b) ? BugMatch::Possible : BugMatch::None;
}

Result<Baseline> Baseline::load(const std::string& path) {
  Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  return parse(*text, path);
}

Result<Baseline> Baseline::parse(std::string_view text, const std::string& path) {
  Baseline baseline;
  if (trim(text).substr(0, 1) != "{") {
    for (const std::string_view raw : split(text, '\n')) {
      const std::string_view signature = trim(raw);
      if (signature.empty() || signature.front() == '#') continue;
      baseline.entries_.emplace_back().signature = signature;
    }
    return baseline;
  }
  const Result<PlainJson> entries = entries_of(PlainJson::parse(text, nullptr, false), path);
  if (!entries) return entries.error();
  for (const PlainJson& entry : *entries) baseline.entries_.push_back(traits_from(entry));
  return baseline;
}

BugMatch Baseline::match_of(const Finding& finding) const {
  const BugTraits wanted = traits_of(finding);
  BugMatch best = BugMatch::None;
  for (const BugTraits& entry : entries_)
    if (entry.target.empty() || entry.target == wanted.target) best = std::max(best, match(entry, wanted));
  return best;
}

std::vector<const Finding*> uncovered(const std::vector<Finding>& findings, const Baseline& baseline) {
  std::vector<const Finding*> out;
  for (const Finding& finding : findings) {
    if (!baseline.covers(finding) && !finding.triage.is_settled()) out.push_back(&finding);
  }
  return out;
}

bool is_baseline(std::string_view text) {
  const PlainJson json = PlainJson::parse(text, nullptr, false);
  return json.is_object() && json.contains("assay-baseline");
}

Result<std::vector<Finding>> findings_of_baseline(std::string_view text, const std::string& path) {
  const PlainJson json = PlainJson::parse(text, nullptr, false);
  const Result<PlainJson> entries = entries_of(json, path);
  if (!entries) return entries.error();
  const PlainJson campaign = json.value("campaign", PlainJson::object());
  std::vector<Finding> findings;
  for (const PlainJson& entry : *entries) {
    Finding& finding = findings.emplace_back();
    finding.id = string_in(entry, "id");
    finding.kind = bug_kind(string_in(entry, "kind")).value_or(BugKind::Crash);
    finding.reason = string_in(entry, "reason");
    finding.signature = string_in(entry, "signature");
    finding.target = string_in(entry, "target");
    finding.compared = json_at<bool>(entry, "compared");
    finding.original = case_of_entry(entry);
    finding.module = string_in(campaign, "module");
    finding.configuration = string_in(campaign, "configuration");
    if (finding.id.empty()) finding.id = finding.signature;
  }
  return findings;
}

}  // namespace assay::core
