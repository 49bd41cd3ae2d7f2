#include <algorithm>

#include "base/text.hpp"
#include "core/finding/folder.hpp"
#include "core/store/parts.hpp"
#include "core/store/rivals.hpp"
#include "core/store/schema.hpp"
#include "core/store/triage.hpp"

namespace assay::core {
namespace {

Status update_row(Database& database, const Finding& finding, std::uint64_t resolved) {
  Query update(database,
               "UPDATE findings SET status = ?, duplicate_of = '', signature = ?, kind = ?, reason = ?, "
               "smallest_bytes = ?, resolved = ? WHERE id = ?");
  update.bind(name(finding.status)).bind(finding.signature).bind(name(finding.kind)).bind(finding.reason);
  return update.bind(std::uint64_t{finding.smallest_bytes()}).bind(resolved).bind(finding.id).run();
}

/// The finding's data in the database, for a finding whose folder cannot be read.
Finding finding_from_row(const Query& row) {
  Finding finding;
  finding.id = row.text(0);
  finding.original.strategy = row.text(7);
  finding.original.group = row.text(8);
  finding.original.index = row.number(9);
  finding.confirmed = static_cast<unsigned>(row.number(11));
  finding.confirmations = static_cast<unsigned>(row.number(12));
  finding.target = row.text(5);
  finding.target_version = row.text(6);
  return finding;
}

Rival rival_of(const Finding& finding) {
  return {finding.id, finding.status, finding.original.index, finding.smallest_bytes(), 0};
}

constexpr const char* kColumns =
    "SELECT id, status, signature, kind, reason, target, target_version, strategy, grp, case_index, first_seen, "
    "confirmed, confirmations, "
    "(SELECT count(*) FROM findings AS d WHERE d.duplicate_of = f.id), "
    "coalesce((SELECT count FROM repeats AS r WHERE r.target = f.target AND r.kind = f.kind AND r.reason = f.reason), "
    "0) "
    "FROM findings AS f WHERE status IN (";

}  // namespace

Status Store::Parts::load_histories() {
  histories.clear();
  Query rows(*database, "SELECT target, kind, reason, status, resolved FROM findings ORDER BY resolved, id");
  while (rows.next()) {
    ReductionHistory& history =
        histories[{rows.text(0), bug_kind(rows.text(1)).value_or(BugKind::Crash), rows.text(2)}];
    ++history.admitted;
    resolutions = std::max(resolutions, rows.number(4));
    if (rows.number(4) == 0) continue;
    history.streak = rows.text(3) == "duplicate" ? history.streak + 1 : 0;
  }
  if (Status read = rows.status(); !read) return read;
  Query repeats(*database, "SELECT target, kind, reason, count FROM repeats");
  while (repeats.next()) {
    const BugKind kind = bug_kind(repeats.text(1)).value_or(BugKind::Crash);
    histories[{repeats.text(0), kind, repeats.text(2)}].counted = repeats.number(3);
  }
  return repeats.status();
}

Status Store::Parts::remove_leftovers() {
  for (const std::string& entry : list_directory(findings_folder())) {
    if (entry.starts_with(NewFolder::kPrefix)) {
      if (Status removed = disk->remove(findings_folder() + "/" + entry); !removed) return removed;
    }
  }
  std::vector<std::string> duplicates;
  Query rows(*database, "SELECT id FROM findings WHERE status = 'duplicate'");
  while (rows.next()) duplicates.push_back(rows.text(0));
  for (const std::string& id : duplicates) {
    if (Status removed = disk->remove(findings_folder() + "/" + id); !removed) return removed;
  }
  return rows.status();
}

Result<std::vector<Finding>> Store::Parts::read_findings(const std::string& statuses) {
  std::vector<Finding> findings;
  Result<std::map<std::string, Triage>> triage = read_triage(*database);
  if (!triage) return triage.error();
  Query rows(*database, kColumns + statuses + ") ORDER BY first_seen, case_index, id");
  while (rows.next()) {
    Result<Finding> loaded = load_finding_of(directory, kFindingsFolder, rows.text(0));
    Finding finding = loaded ? std::move(*loaded) : finding_from_row(rows);
    if (!loaded) finding.detail = "Its folder cannot be read: " + loaded.error().message;
    finding.status = finding_status(rows.text(1)).value_or(FindingStatus::Confirmed);
    finding.signature = rows.text(2);
    finding.kind = bug_kind(rows.text(3)).value_or(BugKind::Crash);
    finding.reason = rows.text(4);
    finding.first_seen_seconds = rows.real(10);
    finding.duplicates = rows.number(13);
    finding.alike = rows.number(14);
    if (const auto judged = triage->find(rows.text(0)); judged != triage->end()) finding.triage = judged->second;
    findings.push_back(std::move(finding));
  }
  if (Status read = rows.status(); !read) return read.error();
  return findings;
}

Status Store::Parts::insert_finding(const Finding& finding, const std::string& duplicate_of) {
  Query insert(*database, kFindingInsert);
  insert.bind(finding.id).bind(name(finding.status)).bind(duplicate_of).bind(finding.signature);
  insert.bind(name(finding.kind)).bind(finding.reason).bind(finding.target).bind(finding.target_version);
  insert.bind(finding.original.strategy).bind(finding.original.group).bind(finding.original.index);
  insert.bind(finding.first_seen_seconds).bind(finding.confirmed).bind(finding.confirmations);
  insert.bind(std::uint64_t{finding.original_bytes()}).bind(std::uint64_t{finding.smallest_bytes()});
  return insert.bind(finding.status == FindingStatus::Confirmed ? std::uint64_t{0} : ++resolutions).run();
}

Result<Store::Resolution> Store::Parts::resolve(Finding& finding) {
  Result<std::optional<Rival>> rival = find_rival(*database, finding.target, finding.signature, finding.id);
  if (!rival) return rival.error();
  Transaction transaction(*database);
  if (Status begun = transaction.begun(); !begun) return begun.error();
  if (Status done = update_row(*database, finding, ++resolutions); !done) return done.error();
  Resolution resolution{finding.id, rival->has_value()};
  std::string loser;
  if (*rival) {
    const Rival& other = **rival;
    const bool stays = other.rank() < rival_of(finding).rank();
    resolution.id = stays ? other.id : finding.id;
    loser = stays ? finding.id : other.id;
    const double seen = stays ? finding.first_seen_seconds : other.first_seen;
    if (Status done = make_duplicate(*database, loser, resolution.id, seen); !done) return done.error();
  }
  if (Status done = transaction.commit(); !done) return done.error();
  // After the commit another finding represents this one. If removing fails, the next resume removes the folder.
  if (!loser.empty()) static_cast<void>(disk->remove(findings_folder() + "/" + loser));
  return resolution;
}

Result<Store::BugPlan> Store::plan(const std::string& id, const std::string& target, BugKind kind,
                                   const std::string& reason, std::size_t limit) {
  const std::lock_guard guard(parts_->mutex);
  Query known(*parts_->database, "SELECT kind FROM findings WHERE id = ?");
  if (known.bind(id).next()) return BugPlan{Plan::Known, bug_kind(known.text(0)).value_or(kind)};
  if (Status read = known.status(); !read) return read.error();
  ReductionHistory& history = parts_->histories[{target, kind, reason}];
  if (limit == 0) return BugPlan{history.admitted == 0 ? Plan::Reduce : Plan::Count, kind};
  if (history.streak < limit && history.admitted < 10 * limit) return BugPlan{Plan::Reduce, kind};
  const std::uint64_t count = ++history.counted;
  const bool doubled = (count & (count - 1)) == 0;
  return BugPlan{count > limit && doubled ? Plan::Reduce : Plan::Count, kind};
}

Result<Store::Admission> Store::admit(Finding& finding) {
  const std::lock_guard guard(parts_->mutex);
  Query known(*parts_->database, "SELECT 1 FROM findings WHERE id = ?");
  if (known.bind(finding.id).next()) return Admission::Known;
  if (Status read = known.status(); !read) return read.error();
  if (Status written = write_finding_folder(*parts_->disk, parts_->findings_folder(), finding); !written) {
    return written.error();
  }
  if (Status inserted = parts_->insert_finding(finding, ""); !inserted) return inserted.error();
  const bool first = parts_->histories[{finding.target, finding.kind, finding.reason}].admitted++ == 0;
  return first ? Admission::New : Admission::Alike;
}

Result<Store::Resolution> Store::resolve(Finding& finding) {
  const std::lock_guard guard(parts_->mutex);
  if (Status written = update_finding_folder(*parts_->disk, finding); !written) return written.error();
  Result<Resolution> resolution = parts_->resolve(finding);
  if (!resolution) return resolution;
  ReductionHistory& history = parts_->histories[{finding.target, finding.kind, finding.reason}];
  history.streak = resolution->duplicate ? history.streak + 1 : 0;
  return resolution;
}

bool Store::is_beaten(const Finding& finding) {
  const std::lock_guard guard(parts_->mutex);
  const Result<std::optional<Rival>> rival =
      find_rival(*parts_->database, finding.target, finding.signature, finding.id);
  return rival && *rival && (*rival)->rank() < rival_of(finding).rank();
}

Result<std::vector<Finding>> Store::unfinished() {
  const std::lock_guard guard(parts_->mutex);
  return parts_->read_findings("'confirmed', 'partial'");
}

Result<Store::FindingCounts> Store::finding_counts() {
  const std::lock_guard guard(parts_->mutex);
  Database& database = *parts_->database;
  FindingCounts counts;
  std::vector<std::uint64_t> kinds(all_bug_kinds().size());
  Query rows(database, "SELECT kind, target, status = 'duplicate', count(*) FROM findings GROUP BY 1, 2, 3 ORDER BY 2");
  while (rows.next()) {
    const std::uint64_t count = rows.number(3);
    if (rows.number(2) != 0) {
      counts.duplicates += count;
      continue;
    }
    counts.findings += count;
    kinds[static_cast<std::size_t>(bug_kind(rows.text(0)).value_or(BugKind::Crash))] += count;
    const std::string target = rows.text(1);
    if (counts.by_target.empty() || counts.by_target.back().first != target) counts.by_target.emplace_back(target, 0);
    counts.by_target.back().second += count;
  }
  if (Status read = rows.status(); !read) return read.error();
  Query repeats(database, "SELECT coalesce(sum(count), 0) FROM repeats");
  if (repeats.next()) counts.duplicates += repeats.number(0);
  if (Status read = repeats.status(); !read) return read.error();
  for (const BugKind kind : all_bug_kinds()) {
    const std::uint64_t count = kinds[static_cast<std::size_t>(kind)];
    if (count > 0) counts.by_kind.emplace_back(kind, count);
  }
  return counts;
}

}  // namespace assay::core
