#include "case_program.hpp"

#include <nlohmann/json.hpp>

namespace assay::analyzer {

core::Case case_of(const CaseProgram& subject) {
  nlohmann::ordered_json metadata;
  metadata["language"] = subject.program.language;
  if (!subject.program.arguments.empty()) metadata["arguments"] = subject.program.arguments;
  if (!subject.program.flags.empty()) metadata["flags"] = subject.program.flags;
  if (!subject.program.input.empty()) metadata["input"] = subject.program.input;
  if (!subject.wanted.empty()) metadata["class"] = subject.wanted;
  if (subject.lie) metadata["lie"] = true;
  core::Case made;
  made.group = subject.program.language;
  made.files = subject.program.files;
  made.metadata = metadata.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return made;
}

Result<CaseProgram> program_of(const core::Case& subject) {
  const nlohmann::json metadata = nlohmann::json::parse(subject.metadata, nullptr, false);
  const Error unreadable{"the case's metadata cannot be read", "was its file changed?"};
  if (!metadata.is_object() || subject.files.empty()) return unreadable;
  CaseProgram made;
  try {
    made.program.language = metadata.value("language", "");
    made.program.arguments = metadata.value("arguments", std::vector<std::string>());
    made.program.flags = metadata.value("flags", std::vector<std::string>());
    made.program.input = metadata.value("input", "");
    made.wanted = metadata.value("class", "");
    made.lie = metadata.value("lie", false);
  } catch (const nlohmann::json::exception&) {
    return unreadable;
  }
  made.program.files = subject.files;
  return made;
}

}  // namespace assay::analyzer
