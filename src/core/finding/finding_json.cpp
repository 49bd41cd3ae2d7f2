#include "core/finding/finding_json.hpp"

#include <nlohmann/json.hpp>

#include "assay/base/text.hpp"
#include "assay/core/io.hpp"

namespace assay::core {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

Json case_to_json(const Case& subject) {
  Json files = Json::array();
  for (const File& file : subject.files) files.push_back(file.name);
  Json out = {{"files", files}};
  // Write metadata as JSON if that reproduces its bytes exactly, else as a string.
  const Json metadata = Json::parse(subject.metadata, nullptr, false);
  const bool exact = metadata.is_object() && metadata.dump() == subject.metadata;
  out["metadata"] = exact ? metadata : Json(subject.metadata);
  return out;
}

std::string text(const Json& json, const char* key) {
  const auto it = json.find(key);
  return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
}

std::uint64_t number(const Json& json, const char* key) {
  const auto it = json.find(key);
  return it != json.end() && it->is_number_unsigned() ? it->get<std::uint64_t>() : 0;
}

double real(const Json& json, const char* key) {
  const auto it = json.find(key);
  return it != json.end() && it->is_number() ? it->get<double>() : 0;
}

std::vector<std::string> texts(const Json& json, const char* key) {
  std::vector<std::string> out;
  const auto it = json.find(key);
  if (it == json.end() || !it->is_array()) return out;
  for (const Json& part : *it) {
    if (part.is_string()) out.push_back(part.get<std::string>());
  }
  return out;
}

Result<std::vector<File>> files_from_json(const Json& json, const char* key, const std::string& path) {
  std::vector<File> files;
  for (std::string& file : texts(json, key)) {
    if (!is_plain_name(file)) {
      return Error{path + " names the file '" + printable(file) + "'", "a finding's files are in its own folder"};
    }
    files.push_back({std::move(file), {}});
  }
  return files;
}

Result<Case> case_from_json(const Json& json, const std::string& path) {
  Case out;
  if (!json.is_object()) return Error{path + " does not describe its case", "the file is damaged"};
  Result<std::vector<File>> files = files_from_json(json, "files", path);
  if (!files) return files.error();
  out.files = std::move(*files);
  if (out.files.empty()) return Error{path + " describes a case without files", "the file is damaged"};
  const auto metadata = json.find("metadata");
  if (metadata != json.end()) {
    out.metadata = metadata->is_string() ? metadata->get<std::string>()
                                         : metadata->dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  return out;
}

Json reproduction_to_json(const Reproduction& reproduction) {
  Json files = Json::array();
  for (const File& file : reproduction.files) files.push_back(file.name);
  Json commands = Json::array();
  for (const ReproductionCommand& command : reproduction.commands)
    commands.push_back({{"title", command.title}, {"shell", command.shell}, {"seconds", command.seconds}});
  return {{"files", files},
          {"needs", reproduction.needs},
          {"commands", commands},
          {"prints", reproduction.prints},
          {"expected", reproduction.expected},
          {"evidence", reproduction.evidence},
          {"shows", reproduction.shows}};
}

Result<Reproduction> reproduction_from_json(const Json& json, const std::string& path) {
  Reproduction out;
  if (!json.is_object()) return Error{path + " does not describe its reproduction", "the file is damaged"};
  Result<std::vector<File>> files = files_from_json(json, "files", path);
  if (!files) return files.error();
  out.files = std::move(*files);
  out.needs = texts(json, "needs");
  out.prints = text(json, "prints");
  out.expected = text(json, "expected");
  out.evidence = text(json, "evidence");
  out.shows = text(json, "shows");
  const auto commands = json.find("commands");
  for (const Json& command : commands != json.end() ? *commands : Json::array())
    if (command.is_object())
      out.commands.push_back(
          {text(command, "title"), text(command, "shell"), static_cast<unsigned>(number(command, "seconds"))});
  return out;
}

Json head_to_json(const Finding& finding) {
  return {
      {"assay-finding", kFormat},
      {"id", finding.id},
      {"status", name(finding.status)},
      {"kind", name(finding.kind)},
      {"reason", finding.reason},
      {"detail", finding.detail},
      {"signature", finding.signature},
      {"reduction", reduction_name(finding.reduction_is_cut)},
      {"causes", finding.causes},
      {"compared", finding.compared},
      {"target", {{"name", finding.target}, {"version", finding.target_version}, {"command", finding.target_command}}},
      {"command", finding.command},
      {"answer", finding.answer},
      {"output", finding.output},
      {"strategy", finding.original.strategy},
      {"group", finding.original.group},
      {"index", finding.original.index},
      {"confirmed", finding.confirmed},
      {"confirmations", finding.confirmations},
      {"first-seen-seconds", finding.first_seen_seconds},
  };
}

void read_head(const Json& json, Finding& finding) {
  finding.id = text(json, "id");
  finding.reason = text(json, "reason");
  finding.detail = text(json, "detail");
  finding.signature = text(json, "signature");
  finding.causes = texts(json, "causes");
  const auto compared = json.find("compared");
  finding.compared = compared != json.end() && compared->is_boolean() && compared->get<bool>();
  if (const auto target = json.find("target"); target != json.end() && target->is_object()) {
    finding.target = text(*target, "name");
    finding.target_version = text(*target, "version");
    finding.target_command = texts(*target, "command");
  }
  finding.command = texts(json, "command");
  finding.input = text(json, "input");
  finding.answer = text(json, "answer");
  finding.output = text(json, "output");
  finding.confirmed = static_cast<unsigned>(number(json, "confirmed"));
  finding.confirmations = static_cast<unsigned>(number(json, "confirmations"));
  finding.first_seen_seconds = real(json, "first-seen-seconds");
  if (const auto campaign = json.find("campaign"); campaign != json.end() && campaign->is_object()) {
    finding.module = text(*campaign, "module");
    finding.configuration = text(*campaign, "configuration");
    finding.seed = number(*campaign, "seed");
    finding.fingerprint = number(*campaign, "fingerprint");
  }
}

}  // namespace

std::string finding_to_json(const Finding& finding) {
  Json json = head_to_json(finding);
  if (!finding.input.empty()) json["input"] = finding.input;
  json["original"] = case_to_json(finding.original);
  if (finding.reduced) json["reduced"] = case_to_json(*finding.reduced);
  if (!finding.reproduction.empty()) json["reproduction"] = reproduction_to_json(finding.reproduction);
  json["campaign"] = {{"module", finding.module},
                      {"seed", finding.seed},
                      {"fingerprint", finding.fingerprint},
                      {"configuration", finding.configuration}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Finding> finding_from_json(std::string_view content, const std::string& path) {
  const Json json = Json::parse(content, nullptr, false);
  if (!json.is_object() || number(json, "assay-finding") == 0) {
    return Error{path + " is no finding", "name a finding's folder, or the finding.json in it"};
  }
  if (number(json, "assay-finding") != kFormat) {
    return Error{path + " is in a newer format", "use a newer version of Assay"};
  }
  Finding finding;
  read_head(json, finding);
  const auto kind = bug_kind(text(json, "kind"));
  const auto status = finding_status(text(json, "status"));
  if (!kind || !status) return Error{path + " has an unknown kind or status", "use a newer version of Assay"};
  finding.kind = *kind;
  finding.status = *status;
  // Versions of Assay that wrote no "reduction" are judged by the status.
  finding.reduction_is_cut =
      json.contains("reduction") ? text(json, "reduction") == reduction_name(true) : *status != FindingStatus::Reduced;
  if (!is_plain_name(finding.id)) return Error{path + " has no usable id", "the file is damaged"};
  Result<Case> original = case_from_json(json.value("original", Json()), path);
  if (!original) return original.error();
  finding.original = std::move(*original);
  if (json.contains("reduced")) {
    Result<Case> reduced = case_from_json(json["reduced"], path);
    if (!reduced) return reduced.error();
    finding.reduced = std::move(*reduced);
  }
  if (json.contains("reproduction")) {
    Result<Reproduction> reproduction = reproduction_from_json(json["reproduction"], path);
    if (!reproduction) return reproduction.error();
    finding.reproduction = std::move(*reproduction);
  }
  for (Case* subject : {&finding.original, finding.reduced ? &*finding.reduced : nullptr}) {
    if (subject == nullptr) continue;
    subject->index = number(json, "index");
    subject->strategy = text(json, "strategy");
    subject->group = text(json, "group");
  }
  return finding;
}

}  // namespace assay::core
