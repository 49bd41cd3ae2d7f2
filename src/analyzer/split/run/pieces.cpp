#include "analyzer/split/run/pieces.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/io/io.hpp"
#include "core/io/json_fields.hpp"

namespace assay::analyzer {

// Statuses are stored as numbers; a status of a newer version is read as a failure.
static constexpr auto json_fields(const RunEnd*) {
  return core::required_fields("reason", &RunEnd::reason, "cpu_seconds", &RunEnd::cpu_seconds, "wall_seconds",
                               &RunEnd::wall_seconds, "memory_bytes", &RunEnd::memory_bytes);
}

}  // namespace assay::analyzer

namespace assay::analyzer::splitting {

static constexpr auto json_fields(const SarifResult*) {
  return core::required_fields("rule", &SarifResult::rule, "file", &SarifResult::file, "function",
                               &SarifResult::function, "message", &SarifResult::message, "level", &SarifResult::level,
                               "line", &SarifResult::line, "column", &SarifResult::column, "sarif", &SarifResult::json);
}

static constexpr auto json_fields(const RunReport*) {
  return core::required_fields("driver", &RunReport::driver, "rules", &RunReport::rules, "problems",
                               &RunReport::problems, "refused", &RunReport::refused, "found", &RunReport::found);
}

static constexpr auto json_fields(const Piece*) {
  return core::required_fields("name", &Piece::name, "partition", &Piece::partition, "depth", &Piece::depth, "units",
                               &Piece::units, "owned", &Piece::owned);
}

namespace {

using PieceJson = nlohmann::ordered_json;

constexpr std::uint8_t kStatuses = static_cast<std::uint8_t>(RunEnd::Status::Stopped) + 1;

bool all_below(const UnitSet& set, std::size_t units) {
  return std::all_of(set.begin(), set.end(), [&](UnitId unit) { return unit < units; });
}

}  // namespace

std::string piece_to_json(const PieceDone& done) {
  const RunEnd& end = done.result.end;
  PieceJson json = {{"assay-piece", 1}};
  json.update(core::json_from<PieceJson>(done.piece));
  json["given_up"] = done.given_up;
  json["end"] = {{"status", static_cast<std::uint8_t>(end.status)}};
  json["end"].update(core::json_from<PieceJson>(end));
  json["report"] = core::json_from<PieceJson>(done.result.report);
  return json.dump(1, ' ', false, PieceJson::error_handler_t::replace) + "\n";
}

Result<PieceDone> piece_from_json(std::string_view text, std::size_t units) {
  const PieceJson json = PieceJson::parse(text, nullptr, false);
  PieceDone done;
  if (core::json_at<unsigned>(json, "assay-piece") != 1) return Error{"it is of another version of Assay", ""};
  const PieceJson end = json.value("end", PieceJson());
  std::uint8_t status = kStatuses;
  const bool read = !core::read_json(json, done.piece) && !core::read_json(end, done.result.end) &&
                    !core::read_json(end.value("status", PieceJson()), status) &&
                    !core::read_json(json.value("given_up", PieceJson()), done.given_up) &&
                    !core::read_json(json.value("report", PieceJson()), done.result.report);
  if (!read) return Error{"it cannot be read", ""};
  done.result.end.status = status < kStatuses ? static_cast<RunEnd::Status>(status) : RunEnd::Status::Failed;
  if (!all_below(done.piece.units, units) || !all_below(done.piece.owned, units))
    return Error{"it is of another plan", ""};
  return done;
}

Status PieceFolder::begin() const { return core::Disk::real().make_directory(folder_); }

std::optional<PieceDone> PieceFolder::load(const std::string& name, std::size_t units) const {
  const Result<std::string> text = core::read_text_file(path_of(name));
  if (!text) return std::nullopt;
  Result<PieceDone> done = piece_from_json(*text, units);
  if (!done || done->piece.name != name) return std::nullopt;
  return std::move(*done);
}

Status PieceFolder::keep(const PieceDone& done) const {
  return core::write_text_file(path_of(done.piece.name), piece_to_json(done));
}

bool PieceFolder::gave_up(const std::string& name, std::size_t units) const {
  const std::vector<PieceDone> kept = all(units);
  return std::any_of(kept.begin(), kept.end(), [&](const PieceDone& one) {
    return one.given_up && (one.piece.name == name || one.piece.name.starts_with(name + "."));
  });
}

void PieceFolder::forget(const std::string& name) const {
  for (const std::string& file : core::list_directory(folder_))
    if (file.starts_with(name + ".")) static_cast<void>(core::Disk::real().remove(folder_ + "/" + file));
}

std::vector<PieceDone> PieceFolder::all(std::size_t units) const {
  std::vector<PieceDone> found;
  for (const std::string& file : core::list_directory(folder_)) {
    constexpr std::string_view kEnd = ".json";
    if (!file.ends_with(kEnd)) continue;
    if (std::optional<PieceDone> one = load(file.substr(0, file.size() - kEnd.size()), units))
      found.push_back(std::move(*one));
  }
  return found;
}

}  // namespace assay::analyzer::splitting
