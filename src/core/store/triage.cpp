#include "core/store/triage.hpp"

#include <ctime>

#include "base/text.hpp"
#include "core/store/parts.hpp"
#include "core/store/schema.hpp"

namespace assay::core {
namespace {

Status write_triage(Database& database, const std::string& id, const Triage& triage) {
  Query insert(database, "INSERT OR REPLACE INTO triage VALUES(?, ?, ?, ?, ?)");
  return insert.bind(id).bind(name(triage.state)).bind(triage.link).bind(triage.note).bind(triage.changed).run();
}

}  // namespace

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, size};
}

Result<std::map<std::string, Triage>> read_triage(Database& database) {
  std::map<std::string, Triage> all;
  if (!has_table(database, "triage")) return all;
  Query rows(database, "SELECT id, state, link, note, changed FROM triage");
  while (rows.next()) {
    const TriageState state = triage_state(rows.text(1)).value_or(TriageState::New);
    all[rows.text(0)] = {state, rows.text(2), rows.text(3), rows.text(4)};
  }
  if (Status read = rows.status(); !read) return read.error();
  return all;
}

Status keep_newer_triage(Database& database, const std::string& id, const Triage& triage) {
  Query newer(database, "SELECT 1 FROM triage WHERE id = ? AND changed >= ?");
  if (newer.bind(id).bind(triage.changed).next()) return {};
  if (Status read = newer.status(); !read) return read;
  return write_triage(database, id, triage);
}

Status hand_over_triage(Database& database, const std::string& loser, const std::string& winner) {
  Query row(database, "SELECT state, link, note, changed FROM triage WHERE id = ?");
  if (!row.bind(loser).next()) return row.status();
  const TriageState state = triage_state(row.text(0)).value_or(TriageState::New);
  return keep_newer_triage(database, winner, {state, row.text(1), row.text(2), row.text(3)});
}

Result<std::string> standing_finding(Database& database, const std::string& id) {
  Query row(database, "SELECT duplicate_of FROM findings WHERE id = ?");
  if (row.bind(id).next()) return row.text(0).empty() ? id : row.text(0);
  if (Status read = row.status(); !read) return read.error();
  return Error{"there is no finding '" + printable(id) + "'", "`assay findings list` names them"};
}

Result<Store::JudgedFinding> Store::set_triage(const std::string& id, const TriageChange& change,
                                               const std::string& now) {
  const std::lock_guard guard(parts_->mutex);
  Database& database = *parts_->database;
  if (Status upgraded = upgrade_schema(database); !upgraded) return upgraded.error();
  Transaction transaction(database);
  if (Status begun = transaction.begun(); !begun) return begun.error();
  Result<std::string> stands = standing_finding(database, id);
  if (!stands) return stands.error();
  Result<std::map<std::string, Triage>> all = read_triage(database);
  if (!all) return all.error();
  Result<Triage> triage = with_change((*all)[*stands], change);
  if (!triage) return triage.error();
  triage->changed = now.empty() ? utc_now() : now;
  if (Status written = write_triage(database, *stands, *triage); !written) return written.error();
  if (Status done = transaction.commit(); !done) return done.error();
  return JudgedFinding{*stands, std::move(*triage)};
}

}  // namespace assay::core
