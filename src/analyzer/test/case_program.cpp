#include "case_program.hpp"

#include <nlohmann/json.hpp>

#include "core/io/json_fields.hpp"

namespace assay::analyzer {

static constexpr auto json_fields(const Program*) {
  return std::tuple{core::json_field("language", &Program::language),
                    core::sparse_field("arguments", &Program::arguments), core::sparse_field("flags", &Program::flags),
                    core::sparse_field("input", &Program::input)};
}

static constexpr auto json_fields(const CaseProgram*) {
  return std::tuple{core::sparse_field("class", &CaseProgram::wanted), core::sparse_field("lie", &CaseProgram::lie)};
}

core::Case case_of(const CaseProgram& subject) {
  auto metadata = core::json_from<nlohmann::ordered_json>(subject.program);
  metadata.update(core::json_from<nlohmann::ordered_json>(subject));
  core::Case made;
  made.group = subject.program.language;
  made.files = subject.program.files;
  made.metadata = core::json_text(metadata);
  return made;
}

Result<CaseProgram> program_of(const core::Case& subject) {
  const nlohmann::json metadata = nlohmann::json::parse(subject.metadata, nullptr, false);
  CaseProgram made;
  if (subject.files.empty() || core::read_json(metadata, made.program) || core::read_json(metadata, made))
    return Error{"the case's metadata cannot be read", "was its file changed?"};
  made.program.files = subject.files;
  return made;
}

}  // namespace assay::analyzer
