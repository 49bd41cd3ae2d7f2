#include "core/finding/finding_json.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/io/json_fields.hpp"

namespace assay::core {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kFormat = 1;

/// A file as its name. Its content is a file of the finding's folder.
struct FileName {
  template <typename Json>
  static Json write(const File& file) {
    return file.name;
  }
  static std::string read(const Json& in, File& file) {
    std::string problem = PlainForm::read(in, file.name);
    if (!problem.empty() || is_plain_name(file.name)) return problem;
    return " is '" + printable(file.name) + "', but a finding's files are in its own folder";
  }
};

/// Metadata as JSON if that reproduces their bytes exactly, else as a string.
struct MetadataForm {
  template <typename Json>
  static Json write(const std::string& metadata) {
    Json json = Json::parse(metadata, nullptr, false);
    const bool exact = json.is_object() && json.dump() == metadata;
    return exact ? json : Json(metadata);
  }
  static std::string read(const Json& in, std::string& metadata) {
    metadata = in.is_string() ? in.get<std::string>() : json_text(in);
    return "";
  }
};

}  // namespace

static auto json_names(BugKind) {
  std::vector<std::pair<BugKind, std::string_view>> names;
  for (const BugKind kind : all_bug_kinds()) names.emplace_back(kind, name(kind));
  return names;
}

static auto json_names(FindingStatus) {
  std::vector<std::pair<FindingStatus, std::string_view>> names;
  for (unsigned i = 0; i <= static_cast<unsigned>(FindingStatus::Unconfirmed); ++i)
    names.emplace_back(static_cast<FindingStatus>(i), name(static_cast<FindingStatus>(i)));
  return names;
}

static constexpr auto json_fields(const Case*) {
  return std::tuple{required_field("files", &Case::files, ListForm<FileName>()),
                    json_field("metadata", &Case::metadata, MetadataForm())};
}

static constexpr auto json_fields(const ReproductionCommand*) {
  return std::tuple{json_field("title", &ReproductionCommand::title), json_field("shell", &ReproductionCommand::shell),
                    json_field("seconds", &ReproductionCommand::seconds)};
}

static constexpr auto json_fields(const Reproduction*) {
  return std::tuple{json_field("files", &Reproduction::files, ListForm<FileName>()),
                    json_field("needs", &Reproduction::needs),
                    json_field("commands", &Reproduction::commands),
                    json_field("prints", &Reproduction::prints),
                    json_field("expected", &Reproduction::expected),
                    json_field("evidence", &Reproduction::evidence),
                    json_field("shows", &Reproduction::shows)};
}

static auto json_fields(const Finding*) {
  using F = Finding;
  return std::tuple{
      required_field("id", &F::id),
      required_field("status", &F::status),
      required_field("kind", &F::kind),
      json_field("reason", &F::reason),
      json_field("detail", &F::detail),
      json_field("signature", &F::signature),
      json_field("reduction", &F::reduction_is_cut, WordForm{reduction_name(true), reduction_name(false)}),
      json_field("causes", &F::causes),
      json_field("compared", &F::compared),
      json_group("target", json_field("name", &F::target), json_field("version", &F::target_version),
                 json_field("command", &F::target_command)),
      json_field("command", &F::command),
      json_field("answer", &F::answer),
      json_field("output", &F::output),
      json_field(
          "strategy", [](auto& finding) -> auto& { return finding.original.strategy; }),
      json_field(
          "group", [](auto& finding) -> auto& { return finding.original.group; }),
      json_field(
          "index", [](auto& finding) -> auto& { return finding.original.index; }),
      json_field("confirmed", &F::confirmed),
      json_field("confirmations", &F::confirmations),
      json_field("first-seen-seconds", &F::first_seen_seconds),
      sparse_field("input", &F::input),
      required_field("original", &F::original),
      sparse_field("reduced", &F::reduced),
      sparse_field("reproduction", &F::reproduction),
      json_group("campaign", json_field("module", &F::module), json_field("seed", &F::seed),
                 json_field("fingerprint", &F::fingerprint), json_field("configuration", &F::configuration))};
}

std::string finding_to_json(const Finding& finding) {
  Json json = {{"assay-finding", kFormat}};
  json.update(json_from<Json>(finding));
  return json_text(json, 2) + "\n";
}

Result<Finding> finding_from_json(std::string_view content, const std::string& path) {
  const Json json = Json::parse(content, nullptr, false);
  const auto format = json_at<unsigned>(json, "assay-finding");
  if (format == 0) return Error{path + " is no finding", "name a finding's folder, or the finding.json in it"};
  if (format != kFormat) return Error{path + " is in a newer format", "use a newer version of Assay"};
  Finding finding;
  const auto problem = read_json(json, finding);
  if (problem) return Error{path + " cannot be read: " + *problem, "it is damaged, or of a newer version of Assay"};
  // Versions of Assay that wrote no "reduction" are judged by the status.
  if (!json.contains("reduction")) finding.reduction_is_cut = finding.status != FindingStatus::Reduced;
  const bool has_files = !finding.original.files.empty() && (!finding.reduced || !finding.reduced->files.empty());
  if (!is_plain_name(finding.id) || !has_files)
    return Error{path + (has_files ? " has no usable id" : " describes a case without files"), "the file is damaged"};
  if (finding.reduced) {
    finding.reduced->index = finding.original.index;
    finding.reduced->strategy = finding.original.strategy;
    finding.reduced->group = finding.original.group;
  }
  return finding;
}

}  // namespace assay::core
