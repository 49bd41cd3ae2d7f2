#include "analyzer/adapters/ciao/instrument/engine_module.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "core/io/embedded.hpp"
#include "core/proc/proc.hpp"

namespace assay::core {
const EmbeddedFile& ciao_engine_source();  // data/analyzers/runtime/assay_ciao.c
const EmbeddedFile& ciao_engine_module();  // data/analyzers/runtime/assay_ciao.pl
const EmbeddedFile& ciao_engine_trial();   // data/analyzers/runtime/assay_ciao_trial.pl
}  // namespace assay::core

namespace assay::analyzer::ciao {

const std::string& EngineModule::path(const std::string& ciao_shell, const std::stop_token& stop) {
  if (!path_) path_ = build(ciao_shell, stop);
  return *path_;
}

std::string EngineModule::build(const std::string& ciao_shell, const std::stop_token& stop) {
  const std::array<std::pair<const char*, const core::EmbeddedFile*>, 3> files = {{
      {"assay_ciao.c", &core::ciao_engine_source()},
      {"assay_ciao.pl", &core::ciao_engine_module()},
      {"trial.pl", &core::ciao_engine_trial()},
  }};
  for (const auto& [name, file] : files)
    if (!folder_.write(name, std::string(file->content))) return {};
  const Result<std::string> folder = folder_.path();
  if (!folder) return {};
  core::Command command;
  command.argv = {ciao_shell, "trial.pl"};
  command.working_directory = *folder;
  command.environment = {{"HOME", *folder}, {"PWD", *folder}};
  core::Limits limits;
  limits.wall_seconds = 60;
  const core::ProcessResult result = core::run_process(command, "", limits, stop);
  return result.out.find("\nassay engine agrees\n") == std::string::npos ? std::string() : *folder + "/assay_ciao";
}

}  // namespace assay::analyzer::ciao
