#include "smt/compare/user_scripts.hpp"

#include <map>
#include <utility>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "smt/solver/solver.hpp"

namespace assay::smt {
namespace {

std::string group_of(std::string_view script) {
  const std::size_t at = script.find("(set-logic ");
  if (at == std::string_view::npos) return "no logic";
  const std::string_view rest = trim(script.substr(at + 11, 40));
  return std::string(rest.substr(0, rest.find_first_of(") \t\n")));
}

}  // namespace

Result<std::vector<std::string>> find_user_scripts(const std::vector<std::string>& paths) {
  Result<core::InputFiles> found = core::find_inputs(paths, ".smt2");
  if (!found) return found.error();
  if (found->files.empty()) return Error{"there is no script to run", "name SMT-LIB files, or folders with *.smt2"};
  return std::move(found->files);
}

std::vector<std::string> names_of(const std::vector<std::string>& paths) {
  const auto file_name = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  std::map<std::string, std::size_t> counts;
  for (const std::string& path : paths) ++counts[file_name(path)];
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(counts[file_name(path)] == 1 ? file_name(path) : path);
  return names;
}

std::variant<core::Case, core::Skip> case_of_script(const std::string& path, const std::string& name,
                                                    std::uint64_t index) {
  Result<std::string> text = core::read_text_file(path);
  if (!text) return core::Skip{"the script cannot be read"};
  core::Case subject;
  subject.index = index;
  subject.strategy = "script";
  subject.group = group_of(*text);
  subject.files = {{"input.smt2", std::move(*text)}};
  SmtFacts facts;
  facts.seed = name;
  subject.metadata = facts.json();
  return subject;
}

std::string name_of_script(const core::Case& subject) {
  const Result<SmtFacts> facts = SmtFacts::from_json(subject.metadata);
  return facts ? facts->seed : std::string();
}

std::vector<core::Control> answer_controls(const std::vector<core::TargetInfo>& targets) {
  std::vector<core::Control> all;
  core::Case clean;
  clean.strategy = "script";
  clean.files = {{"input.smt2", "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n"}};
  clean.metadata = SmtFacts{}.json();
  for (std::size_t i = 0; i < targets.size(); ++i)
    all.push_back({targets[i].name + " answers a small script", i, clean, core::Verdict{}});
  return all;
}

}  // namespace assay::smt
