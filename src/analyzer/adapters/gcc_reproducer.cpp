#include "gcc_reproducer.hpp"

#include <algorithm>
#include <utility>

#include "analyzer/check/c_reproducer.hpp"
#include "assay/base/text.hpp"
#include "assay/core/finding.hpp"

namespace assay::analyzer {
namespace {

constexpr const char* kClaimName = "claim.json";

std::vector<PlainBuild> plain_builds(const GccSettings& settings, const GccBuilds& builds) {
  std::vector<std::string> levels = {"-O0"};
  levels.insert(levels.end(), settings.levels.begin(), settings.levels.end());
  std::vector<PlainBuild> made;
  for (const std::string& level : levels) {
    PlainBuild build{"gcc " + level, builds.compile_line(level)};
    for (const std::string& name : builds.sources()) build.command.push_back(name);
    made.push_back(std::move(build));
  }
  return made;
}

/// Asks GCC once more where the plugin is; elsewhere the claim is what is written down.
std::string claim_lines(const GccSettings& settings, const GccPoint& point, const Fact& fact, const GccBuilds& builds) {
  std::vector<std::string> ask = builds.compile_line(point.level);
  std::vector<std::string> words = builds.plugin_words(point, 0);
  words.front() = "-fplugin=@plugin@";
  ask.insert(ask.end(), words.begin(), words.end());
  ask.insert(ask.end(), {"-c", fact.place.file, "-o", "claimed.o"});
  const std::string source = "\"source\":\"" + fact.source + "\"";
  const std::string subject = "\"subject\":\"" + fact.subject.text + "\"";
  return "plugin=${ASSAY_GCC_PLUGIN:-" + settings.plugin + "}\nif [ -f \"$plugin\" ]; then\n  " +
         replace_all(core::shell_quoted(ask), "-fplugin=@plugin@", "-fplugin=\"$plugin\"") +
         " || return 2\n  grep -F " + core::shell_quoted({subject}) + " assay_answer.jsonl | grep -F " +
         core::shell_quoted({source}) +
         "\nelse\n  echo 'As it was written down (with ASSAY_GCC_PLUGIN=PATH/assay_gcc_facts.so GCC is asked again):'\n"
         "  cat " +
         kClaimName + "\nfi\n";
}

}  // namespace

Result<Reproducer> gcc_reproducer(const GccSettings& settings, const Program& program, const Fact* fact,
                                  GccBuilds& builds) {
  Reproducer made;
  made.needs = {settings.compiler.front()};
  made.files = program.files;
  const std::vector<PlainBuild> plain = plain_builds(settings, builds);
  if (fact == nullptr) {
    made.run = run_plain_lines(program, plain, made);
    made.contradiction = builds_differ(plain);
    return made;
  }
  const auto point = std::find_if(settings.points.begin(), settings.points.end(),
                                  [&](const GccPoint& one) { return one.name() == fact->place.context; });
  if (point == settings.points.end()) return Error{"the point of the claim is not known", {}};
  std::optional<GccBuilds::Asked> asked = builds.ask(*point, "-S");
  if (!asked) return Error{"GCC does not compile it again", {}};
  const auto found = std::find(asked->facts.begin(), asked->facts.end(), *fact);
  if (found == asked->facts.end()) return Error{"GCC does not claim it again", {}};
  std::vector<std::string> link = {settings.compiler.front(), "-O1", "-w"};
  for (std::string& assembly : asked->objects) {
    link.push_back("checked_" + std::to_string(link.size() - 2) + ".s");
    made.files.push_back({link.back(), std::move(assembly)});
  }
  made.files.push_back({kClaimName, to_json(*fact) + "\n"});
  add_check_runtime(asked->facts.size(), made);
  link.insert(link.end(), {"assay_facts.c", "assay_check.c", "-o", "checked", "-lm"});
  made.claim = claim_lines(settings, *point, *fact, builds);
  made.run = core::shell_quoted(link) + " || return 2\n" + run_checked_line(program, made);
  made.contradiction = broken_in_report(static_cast<std::size_t>(found - asked->facts.begin()));
  made.seen = run_plain_lines(program, plain, made) + builds_differ(plain) +
              "[ $differ -eq 0 ] || echo 'Builds without checks print the same.'\n";
  return made;
}

}  // namespace assay::analyzer
