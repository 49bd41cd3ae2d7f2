#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/adapters/rows/adapter_rows.hpp"
#include "analyzer/adapters/text/eva_log.hpp"
#include "analyzer/adapters/text/eva_points.hpp"
#include "analyzer/check/source/c_condition.hpp"
#include "analyzer/check/source/c_shown.hpp"
#include "analyzer/check/source/c_source_analyzer.hpp"
#include "analyzer/target/claims.hpp"
#include "analyzer/target/trouble.hpp"
#include "base/text.hpp"
#include "core/finding/finding.hpp"
#include "core/io/io.hpp"

namespace assay::analyzer {
namespace {

/// Maximum number of bytes of a message that Frama-C prints on one line.
constexpr std::size_t kMaxPrinted = 50;
/// Limit of the log: Eva prints a show-point for each call and each iteration of a loop.
constexpr std::uint64_t kLogBytes = std::uint64_t{256} << 20;

/// The Eva plugin of Frama-C (https://frama-c.com): the possible values of variables at show-points in a copy of the
/// program, and the show-points that are never reached.
class EvaAnalyzer final : public CSourceAnalyzer {
 public:
  using CSourceAnalyzer::CSourceAnalyzer;

  Claims claims(const Program& program, const Session& session) override {
    Claims claims;
    std::vector<EvaPoint> points;
    Program shown = program;
    bool starts = false;
    claims.trouble = add_points(program, session, shown, points, starts, claims.output);
    if (!claims.trouble && !put_files(shown, session)) claims.trouble = core::Verdict::skip("no space for the program");
    if (!claims.trouble) ask(program, session, points, starts, claims);
    return claims;
  }

  Result<core::Reproduction> reproduction(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                          const Session& session) override {
    if (!fact) return Error{"Eva builds no programs", {}};
    const Fact& claimed = claims.facts[*fact];
    const bool never = std::holds_alternative<Unreachable>(claimed.property);
    const std::string show = "Frama_C_show_each_" + (never ? std::string("reached") : claimed.subject.text);
    const std::string call = "void " + show + "(); " + show + "(" + (never ? "" : claimed.subject.text) + "); ";
    Result<ShownProgram> shown = shown_program(*checker_, program, claimed, session, call);
    if (!shown) return shown.error();
    const bool starts = add_start(program, session, shown->files);
    const Program analyzed = analyzed_program(program, *shown);
    const Result<std::string> folder = session.scratch.path();
    if (const Status put = put_files(analyzed, session); !put || !folder) return put ? folder.error() : put.error();
    const std::vector<std::string> asked = command(analyzed, starts);
    const core::ProcessResult said = run_here(session, asked, log_limits(session), {}, {{"PWD", *folder}});
    const std::set<std::string> lines = shown_lines(said.out, show);
    if (never != lines.empty() || said.exit_code != 0) return Error{"Eva does not claim it again", {}};
    std::string condition = "[ \"$status_1\" -eq 0 ] && ", prints;
    if (never) {
      prints = "[eva] done for function " + std::string(starts ? kEvaStart : "main");
      condition += core::output_has_line(prints) + " && ! grep -q " + show + ": output_1";
    } else {
      for (const std::string& line : lines) prints += line.substr(0, kMaxPrinted) + "\n";
      condition += "[ \"$(sed -e ':a' -e 'N' -e '$!ba' -e 's/\\n  */ /g' output_1 | grep -o '" + show +
                   ": .*' | LC_ALL=C sort -u)\" = " + core::shell_quoted({join({lines.begin(), lines.end()}, "\n")}) +
                   " ]";
    }
    core::Reproduction made = reproduction_of_shown(*shown, asked, condition, prints);
    if (never)
      made.expected = "A line with \"" + show + ":\" before it, because the place is reached. " + made.expected;
    return made;
  }

 private:
  /// `starts`: whether the analysis begins before main. `said`: a compiler's message, if there is one.
  Trouble add_points(const Program& program, const Session& session, Program& shown, std::vector<EvaPoint>& points,
                     bool& starts, std::string& said) {
    for (core::File& file : shown.files) {
      if (!file.name.ends_with(".c")) continue;
      const Result<std::shared_ptr<const CTree>> tree = checker_->tree(program, file, session);
      if (!tree) {
        said = tree.error().text();
        return core::Verdict::skip(CChecker::why_no_tree(program, session));
      }
      if (has_constructors(**tree)) return core::Verdict::skip("code runs outside of main");
      const MainArguments arguments = arguments_of_main(**tree);
      if (arguments == MainArguments::ReadWithEnvironment) return core::Verdict::skip("main reads its environment");
      file.content = with_eva_points(**tree, file.name, points);
      if (arguments != MainArguments::Read) continue;
      file.content += eva_start(program.arguments);
      starts = true;
    }
    return std::nullopt;
  }

  /// Adds eva_start to a program without show-points; returns whether it did.
  bool add_start(const Program& program, const Session& session, std::vector<core::File>& files) {
    for (const core::File& file : program.files) {
      if (!file.name.ends_with(".c")) continue;
      const Result<std::shared_ptr<const CTree>> tree = checker_->tree(program, file, session);
      if (!tree || arguments_of_main(**tree) != MainArguments::Read) continue;
      for (core::File& shown : files)
        if (shown.name == file.name) shown.content += eva_start(program.arguments);
      return true;
    }
    return false;
  }

  std::vector<std::string> command(const Program& program, bool starts) const {
    std::vector<std::string> argv;
    for (std::string word : definition_.argv) {
      for (const auto& [name, value] : definition_.settings)
        word = replace_all(std::move(word), "{" + name + "}", value);
      if (word != "{input}") {
        argv.push_back(std::move(word));
        continue;
      }
      if (starts) argv.insert(argv.end(), {"-main", kEvaStart});
      if (!program.flags.empty()) argv.push_back("-cpp-extra-args=" + join(program.flags, " "));
      for (const core::File& file : program.files)
        if (file.name.ends_with(".c")) argv.push_back(file.name);
    }
    return argv;
  }

  static core::Limits log_limits(const Session& session) {
    core::Limits limits = session.analyzer;
    limits.output_bytes = std::max(limits.output_bytes, kLogBytes);
    return limits;
  }

  /// The different lines of a show-point, each without the text before the point's name. Continuation lines of a long
  /// message begin with white space.
  static std::set<std::string> shown_lines(std::string_view log, const std::string& show) {
    std::set<std::string> lines;
    std::string message;
    const auto take = [&] {
      const std::size_t at = message.find(show + ": ");
      if (at != std::string::npos) lines.insert(message.substr(at));
      message.clear();
    };
    for (const std::string_view line : split(log, '\n')) {
      if (!line.starts_with(' ')) {
        take();
        message = line;
      } else {
        message += " " + std::string(line.substr(std::min(line.find_first_not_of(' '), line.size())));
      }
    }
    take();
    return lines;
  }

  void ask(const Program& program, const Session& session, const std::vector<EvaPoint>& points, bool starts,
           Claims& claims) {
    const std::vector<std::string> argv = command(program, starts);
    claims.command = argv;
    for (std::string& word : claims.command)
      if (word == program.files.front().name) word = "{input}";
    const Result<std::string> folder = session.scratch.path();
    if (!folder) {
      claims.trouble = core::Verdict::skip("no space for the program");
      return;
    }
    // Frama-C looks for its files relative to PWD, not to its working directory.
    const core::ProcessResult result = run_here(session, argv, log_limits(session), {}, {{"PWD", *folder}});
    claims.usage = result.usage;
    claims.analysis_seconds = result.usage.cpu_seconds();
    claims.output = tail(result.out + result.err);
    claims.trouble = trouble_of(definition_, result);
    if (claims.trouble) return;
    const EvaLog log = read_eva_log(result.out);
    if (result.exit_code != 0 || !log.done) {
      claims.trouble = core::Verdict::skip(result.exit_code != 0 ? "refuses the program" : "unreadable answer");
    } else if (const auto assumed = std::find_if(log.specifications.begin(), log.specifications.end(),
                                                 [&](const std::string& name) { return !is_believed(name, program); });
               assumed != log.specifications.end()) {
      claims.trouble = core::Verdict::skip("assumes a specification");
      claims.output = "Eva believes the specification of " + *assumed + ", whose code it does not have";
    } else {
      const bool alone = std::none_of(points.begin(), points.end(),
                                      [&](const EvaPoint& one) { return one.file != points.front().file; });
      for (std::size_t i = 0; i < points.size(); ++i) claim(points[i], i, log, alone, claims);
    }
  }

  /// Whether the function behaves as its specification says. Variadic functions have a copy for each list of types.
  [[nodiscard]] bool is_believed(std::string_view function, const Program& program) const {
    function = function.substr(0, function.find("_va_"));
    const bool names_errno = std::any_of(program.files.begin(), program.files.end(), [](const core::File& file) {
      return file.content.find("errno") != std::string::npos;
    });
    return is_in_list(function, "specifications") ||
           (!names_errno && is_in_list(function, "specifications-without-errno"));
  }

  [[nodiscard]] bool is_in_list(std::string_view word, std::string_view list) const {
    for (const auto& [name, value] : definition_.settings) {
      if (name != list) continue;
      const std::vector<std::string_view> words = split(value, ' ');
      return std::find(words.begin(), words.end(), word) != words.end();
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
      // Another file may have an object of the same name.
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
