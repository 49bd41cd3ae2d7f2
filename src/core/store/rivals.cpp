#include "core/store/rivals.hpp"

#include "core/store/triage.hpp"

namespace assay::core {

Result<std::optional<Rival>> find_rival(Database& database, const std::string& target, const std::string& signature,
                                        const std::string& id) {
  if (signature.empty()) return std::optional<Rival>();
  Query query(database,
              "SELECT id, status, case_index, smallest_bytes, first_seen FROM findings WHERE target = ? AND "
              "signature = ? AND id <> ? AND status IN ('partial', 'reduced', 'unreduced') ORDER BY id");
  query.bind(target).bind(signature).bind(id);
  std::optional<Rival> rival;
  if (query.next()) {
    rival = Rival{query.text(0), finding_status(query.text(1)).value_or(FindingStatus::Reduced), query.number(2),
                  query.number(3), query.real(4)};
  }
  if (Status read = query.status(); !read) return read.error();
  return rival;
}

Status make_duplicate(Database& database, const std::string& loser, const std::string& winner, double first_seen) {
  Query mark(database, "UPDATE findings SET status = 'duplicate', duplicate_of = ? WHERE id = ?");
  if (Status done = mark.bind(winner).bind(loser).run(); !done) return done;
  Query move(database, "UPDATE findings SET duplicate_of = ? WHERE duplicate_of = ?");
  if (Status done = move.bind(winner).bind(loser).run(); !done) return done;
  Query seen(database, "UPDATE findings SET first_seen = min(first_seen, ?) WHERE id = ?");
  if (Status done = seen.bind(first_seen).bind(winner).run(); !done) return done;
  return hand_over_triage(database, loser, winner);
}

}  // namespace assay::core
