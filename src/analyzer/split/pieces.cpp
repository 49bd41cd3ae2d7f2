#include "pieces.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/core/io.hpp"

namespace assay::analyzer::splitting {
namespace {

using PieceJson = nlohmann::ordered_json;

PieceJson found_json(const Found& found) {
  return {{"rule", found.rule},   {"file", found.file}, {"function", found.function}, {"message", found.message},
          {"level", found.level}, {"line", found.line}, {"column", found.column},     {"sarif", found.json}};
}

Found found_from(const PieceJson& json) {
  Found found;
  found.rule = json.at("rule");
  found.file = json.at("file");
  found.function = json.at("function");
  found.message = json.at("message");
  found.level = json.at("level");
  found.line = json.at("line");
  found.column = json.at("column");
  found.json = json.at("sarif");
  return found;
}

PieceJson report_json(const RunReport& report) {
  PieceJson found = PieceJson::array();
  for (const Found& one : report.found) found.push_back(found_json(one));
  return {{"driver", report.driver},
          {"rules", report.rules},
          {"problems", report.problems},
          {"refused", report.refused},
          {"found", std::move(found)}};
}

RunReport report_from(const PieceJson& json) {
  RunReport report;
  report.driver = json.at("driver");
  report.rules = json.at("rules").get<std::map<std::string, std::string>>();
  report.problems = json.at("problems").get<std::vector<std::string>>();
  report.refused = json.at("refused").get<std::set<std::string>>();
  for (const PieceJson& one : json.at("found")) report.found.push_back(found_from(one));
  return report;
}

constexpr std::uint8_t kStatuses = static_cast<std::uint8_t>(RunEnd::Status::Stopped) + 1;

RunEnd end_from(const PieceJson& json) {
  RunEnd end;
  const auto status = json.at("status").get<std::uint8_t>();
  end.status = status < kStatuses ? static_cast<RunEnd::Status>(status) : RunEnd::Status::Failed;
  end.reason = json.at("reason");
  end.cpu_seconds = json.at("cpu_seconds");
  end.wall_seconds = json.at("wall_seconds");
  end.memory_bytes = json.at("memory_bytes");
  return end;
}

bool all_below(const UnitSet& set, std::size_t units) {
  return std::all_of(set.begin(), set.end(), [&](UnitId unit) { return unit < units; });
}

}  // namespace

std::string piece_to_json(const PieceDone& done) {
  const RunEnd& end = done.result.end;
  const PieceJson json = {{"assay-piece", 1},
                          {"name", done.piece.name},
                          {"partition", done.piece.partition},
                          {"depth", done.piece.depth},
                          {"units", done.piece.units},
                          {"owned", done.piece.owned},
                          {"given_up", done.given_up},
                          {"end",
                           {{"status", static_cast<std::uint8_t>(end.status)},
                            {"reason", end.reason},
                            {"cpu_seconds", end.cpu_seconds},
                            {"wall_seconds", end.wall_seconds},
                            {"memory_bytes", end.memory_bytes}}},
                          {"report", report_json(done.result.report)}};
  return json.dump(1, ' ', false, PieceJson::error_handler_t::replace) + "\n";
}

Result<PieceDone> piece_from_json(std::string_view text, std::size_t units) {
  const PieceJson json = PieceJson::parse(text, nullptr, false);
  PieceDone done;
  try {
    if (json.at("assay-piece") != 1) return Error{"it is of another version of Assay", ""};
    done.piece.name = json.at("name");
    done.piece.partition = json.at("partition");
    done.piece.depth = json.at("depth");
    done.piece.units = json.at("units").get<UnitSet>();
    done.piece.owned = json.at("owned").get<UnitSet>();
    done.given_up = json.at("given_up");
    done.result.end = end_from(json.at("end"));
    done.result.report = report_from(json.at("report"));
  } catch (const PieceJson::exception& problem) {
    return Error{problem.what(), ""};
  }
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
