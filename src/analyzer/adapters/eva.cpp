#include <algorithm>
#include <utility>

#include "adapter_rows.hpp"
#include "analyzer/check/c_condition.hpp"
#include "analyzer/check/c_reproducer.hpp"
#include "analyzer/check/c_source_analyzer.hpp"
#include "analyzer/target/claims.hpp"
#include "analyzer/target/trouble.hpp"
#include "assay/base/text.hpp"
#include "assay/core/finding.hpp"
#include "assay/core/io.hpp"
#include "eva_log.hpp"
#include "eva_points.hpp"

namespace assay::analyzer {
namespace {

/// A show-point is printed for each call and each turn of a loop.
constexpr std::uint64_t kLogBytes = std::uint64_t{256} << 20;

/// The Eva plugin of Frama-C (https://frama-c.com): what variables may be at show-points that are put into a copy of
/// the program, and which of these points are not reached.
class EvaAnalyzer final : public CSourceAnalyzer {
 public:
  using CSourceAnalyzer::CSourceAnalyzer;

  Claims claims(const Program& program, const Session& session) override {
    Claims claims;
    std::vector<EvaPoint> points;
    claims.trouble = put_points(program, session, points, claims.output);
    if (!claims.trouble) ask(program, session, points, claims);
    return claims;
  }

  Result<Reproducer> reproducer(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                const Session& session) override {
    if (!fact) return Error{"Eva builds no programs", {}};
    const Fact& claimed = claims.facts[*fact];
    Result<Reproducer> made = c_reproducer(*checker_, program, claimed, session);
    if (!made) return made;
    Program shown = program;
    std::vector<EvaPoint> points;
    std::string said;
    if (Trouble trouble = add_points(program, session, shown, points, said); trouble) return Error{trouble->reason, {}};
    const auto point = std::find_if(points.begin(), points.end(), [&](const EvaPoint& one) {
      return one.file == claimed.place.file && one.line == claimed.place.line && one.column == claimed.place.column;
    });
    if (point == points.end()) return Error{"the claim's point is not there", {}};
    // The programs with show-points need other names than those that are built.
    for (core::File& file : shown.files) {
      if (!file.name.ends_with(".c")) continue;
      file.name = "shown_" + file.name;
      made->files.push_back(file);
    }
    made->needs.push_back(definition_.argv.front());
    const std::string show = std::string(kEvaShow) + std::to_string(point - points.begin()) + ":";
    const std::string ask = core::shell_quoted(command(shown)) + " > said.txt 2>&1\n";
    // Long messages go on in lines that begin with a space.
    made->claim = "PWD=$(pwd) " + ask + "sed -e ':a' -e 'N' -e '$!ba' -e 's/\\n  */ /g' said.txt > lines.txt\n";
    if (std::holds_alternative<Unreachable>(claimed.property)) {
      made->claim += "echo 'Eva prints this many values at " + show + "'\n! grep -c -F " + show + " lines.txt\n";
    } else {
      made->claim += "grep -F " + show + " lines.txt\n";
    }
    made->seen = "grep -F '[eva:alarm]' lines.txt || echo 'Eva raises no alarm.'\n";
    return made;
  }

 private:
  /// Leaves the program with its show-points in the scratch folder.
  /// `said` is a compiler's message, where there is one.
  Trouble put_points(const Program& program, const Session& session, std::vector<EvaPoint>& points, std::string& said) {
    Program shown = program;
    if (Trouble trouble = add_points(program, session, shown, points, said); trouble) return trouble;
    if (!put_files(shown, session)) return core::Verdict::skip("no space for the program");
    return std::nullopt;
  }

  Trouble add_points(const Program& program, const Session& session, Program& shown, std::vector<EvaPoint>& points,
                     std::string& said) {
    for (core::File& file : shown.files) {
      if (!file.name.ends_with(".c")) continue;
      const Result<std::shared_ptr<const CTree>> tree = checker_->tree(program, file, session);
      if (!tree) {
        said = tree.error().text();
        return core::Verdict::skip(CChecker::why_no_tree(program, session));
      }
      if (has_constructors(**tree)) return core::Verdict::skip("code runs outside of main");
      if (reads_arguments_of_main(**tree)) return core::Verdict::skip("main reads its arguments");
      file.content = with_eva_points(**tree, file.name, points);
    }
    return std::nullopt;
  }

  std::vector<std::string> command(const Program& program) const {
    std::vector<std::string> argv;
    for (std::string word : definition_.argv) {
      for (const auto& [name, value] : definition_.settings)
        word = replace_all(std::move(word), "{" + name + "}", value);
      if (word != "{input}") {
        argv.push_back(std::move(word));
        continue;
      }
      if (!program.flags.empty()) argv.push_back("-cpp-extra-args=" + join(program.flags, " "));
      for (const core::File& file : program.files)
        if (file.name.ends_with(".c")) argv.push_back(file.name);
    }
    return argv;
  }

  void ask(const Program& program, const Session& session, const std::vector<EvaPoint>& points, Claims& claims) {
    const std::vector<std::string> argv = command(program);
    claims.command = argv;
    for (std::string& word : claims.command)
      if (word == program.files.front().name) word = "{input}";
    const Result<std::string> folder = session.scratch.path();
    if (!folder) {
      claims.trouble = core::Verdict::skip("no space for the program");
      return;
    }
    core::Limits limits = session.analyzer;
    limits.output_bytes = std::max(limits.output_bytes, kLogBytes);
    // It looks for its files relative to PWD, not to the folder that it runs in.
    const core::ProcessResult result = run_here(session, argv, limits, {}, {{"PWD", *folder}});
    claims.usage = result.usage;
    claims.analysis_seconds = result.usage.cpu_seconds();
    claims.output = tail(result.out + result.err);
    claims.trouble = trouble_of(definition_, result);
    if (claims.trouble) return;
    const EvaLog log = read_eva_log(result.out);
    if (result.exit_code != 0 || !log.done) {
      claims.trouble = core::Verdict::skip(result.exit_code != 0 ? "refuses the program" : "unreadable answer");
    } else if (const auto assumed = std::find_if(log.specifications.begin(), log.specifications.end(),
                                                 [&](const std::string& name) { return !is_believed(name); });
               assumed != log.specifications.end()) {
      claims.trouble = core::Verdict::skip("assumes a specification");
      claims.output = "Eva believes the specification of " + *assumed + ", whose code it does not have";
    } else {
      const bool alone = std::none_of(points.begin(), points.end(),
                                      [&](const EvaPoint& one) { return one.file != points.front().file; });
      for (std::size_t i = 0; i < points.size(); ++i) claim(points[i], i, log, alone, claims);
    }
  }

  /// Whether what the specification says is what the function does. Variadic ones have a copy for each list of types.
  [[nodiscard]] bool is_believed(std::string_view function) const {
    function = function.substr(0, function.find("_va_"));
    for (const auto& [name, value] : definition_.settings) {
      if (name != "specifications") continue;
      const std::vector<std::string_view> words = split(value, ' ');
      return std::find(words.begin(), words.end(), function) != words.end();
    }
    return false;
  }

  static void claim(const EvaPoint& point, std::size_t number, const EvaLog& log, bool alone, Claims& claims) {
    Fact fact;
    fact.place = {point.file, point.line, point.column, Place::When::Before, point.function, ""};
    fact.assumptions = {std::string(kNoUndefined)};
    fact.source = "eva";
    const auto shown = log.points.find(number);
    if (shown == log.points.end()) {
      fact.subject.kind = Subject::Kind::Point;
      fact.property = Unreachable{};
      claims.facts.push_back(std::move(fact));
      return;
    }
    fact.origin = log.origins.at(number);
    for (std::size_t i = 0; i < point.variables.size(); ++i) {
      const EvaPoint::Variable& variable = point.variables[i];
      fact.subject = {Subject::Kind::Variable, Subject::Measure::Value, variable.name, "variable", variable.type};
      if (i >= shown->second.size()) {
        count_unread(claims, "not printed");
        continue;
      }
      const EvaValue& value = shown->second[i];
      std::vector<Property> properties = properties_of(value, variable.type);
      // Another file's object may have the same name.
      const auto points = [](const Property& one) { return !named_objects(one).empty(); };
      if (!alone && std::erase_if(properties, points) > 0)
        count_unread(claims, "an address in a program of many files");
      if (properties.empty()) count_unread(claims, why_none(value));
      for (Property& property : properties) {
        fact.property = std::move(property);
        claims.facts.push_back(fact);
      }
    }
  }

  static std::string_view why_none(const EvaValue& value) {
    if (value.bottom) return "no value";
    if (value.unclear) return "no number";
    return value.addresses ? "an address" : "no more than the type";
  }
};

}  // namespace

Result<std::unique_ptr<Analyzer>> open_eva(const Definition& definition) {
  return open_c_source<EvaAnalyzer>(definition);
}

}  // namespace assay::analyzer
