#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "analyzer/adapters/rows/adapter_rows.hpp"
#include "analyzer/adapters/text/eva_points.hpp"
#include "analyzer/check/source/c_condition.hpp"
#include "analyzer/check/source/c_shown.hpp"
#include "analyzer/check/source/c_source_analyzer.hpp"
#include "analyzer/check/tree/c_scope.hpp"
#include "analyzer/target/claims.hpp"
#include "analyzer/target/trouble.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

/// The file name of questions in the analyzer's messages; their line numbers count the questions from 1.
constexpr std::string_view kQuestions = "assay_question.c";
constexpr std::string_view kReached = "clang_analyzer_warnIfReached();";
constexpr std::string_view kDeclarations = "void clang_analyzer_eval(int); void clang_analyzer_warnIfReached(void);\n";
/// Maximum number of pointers, and of other variables, that are asked about at one point.
constexpr std::size_t kMaxAsked = 5;

/// A question at a point, and the facts that its answers give.
struct Question {
  std::size_t point = 0;
  std::string condition;  ///< empty: is the point reached?
  std::string variable, type;
  Property if_true, if_false;
};

/// The answers of an analysis.
struct Answers {
  std::map<std::size_t, std::set<std::string>> words;  ///< by question: "TRUE", "FALSE", "UNKNOWN", "REACHABLE"
  std::set<std::string> complete;                      ///< functions that the analyzer explored on all paths
};

/// Reads "assay_question.c:7:1: warning: TRUE [debug.ExprInspection]" and "a.c:3:5: warning: f -> Total CFGBlocks: 6 |
/// Unreachable CFGBlocks: 0 | Exhausted Block: no | Empty WorkList: yes [debug.Stats]".
Answers read_answers(std::string_view messages) {
  constexpr std::string_view kWarning = " warning: ";
  Answers answers;
  for (const std::string_view line : split(messages, '\n')) {
    const std::size_t at = line.find(kWarning);
    if (at == std::string_view::npos) continue;
    const std::string_view said = line.substr(at + kWarning.size());
    if (line.starts_with(kQuestions) && said.ends_with(" [debug.ExprInspection]")) {
      const std::string_view number = line.substr(kQuestions.size() + 1);
      if (const auto question = parse_unsigned(number.substr(0, number.find(':'))))
        answers.words[static_cast<std::size_t>(*question)].insert(std::string(said.substr(0, said.find(' '))));
    }
    const std::size_t arrow = said.find(" -> Total CFGBlocks: ");
    if (arrow != std::string_view::npos &&
        said.find("| Exhausted Block: no | Empty WorkList: yes") != std::string_view::npos)
      answers.complete.insert(std::string(said.substr(0, arrow)));
  }
  return answers;
}

/// The Clang Static Analyzer (https://clang-analyzer.llvm.org): what its checker debug.ExprInspection says at points in
/// a copy of the program. It follows paths, so an answer is a claim about all runs only where debug.Stats says that all
/// paths of the function were explored; functions are analyzed one by one, with any arguments.
class ClangAnalyzer final : public CSourceAnalyzer {
 public:
  using CSourceAnalyzer::CSourceAnalyzer;

  Claims claims(const Program& program, const Session& session) override {
    Claims claims;
    if (program.language != "c") {
      claims.trouble = core::Verdict::skip("no program in C");
      return claims;
    }
    std::vector<EvaPoint> points;
    std::vector<Question> questions;
    Program asked = program;
    for (core::File& file : asked.files) {
      if (!file.name.ends_with(".c")) continue;
      const Result<std::shared_ptr<const CTree>> tree = checker_->tree(program, file, session);
      if (!tree) {
        claims.trouble = core::Verdict::skip(CChecker::why_no_tree(program, session));
        claims.output = tree.error().text();
        return claims;
      }
      file.content = with_questions(**tree, file.name, points, questions);
    }
    if (!put_files(asked, session)) {
      claims.trouble = core::Verdict::skip("no space for the program");
      return claims;
    }
    const std::vector<std::string> argv = command(program);
    claims.command = argv;
    for (std::string& word : claims.command)
      if (word == program.files.front().name) word = "{input}";
    const core::ProcessResult result = run_here(session, argv, session.analyzer);
    claims.usage = result.usage;
    claims.analysis_seconds = result.usage.cpu_seconds();
    claims.output = tail(result.err);
    claims.trouble = trouble_of(definition_, result);
    if (!claims.trouble && result.exit_code != 0) claims.trouble = core::Verdict::skip("refuses the program");
    if (claims.trouble) return claims;
    const Answers answers = read_answers(result.err);
    for (std::size_t i = 0; i < questions.size(); ++i)
      claim(questions[i], i + 1, points[questions[i].point], answers, claims);
    return claims;
  }

  Result<core::Reproduction> reproduction(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                          const Session& session) override {
    if (!fact) return Error{"the analyzer builds no programs", {}};
    const Fact& claimed = claims.facts[*fact];
    const bool never = std::holds_alternative<Unreachable>(claimed.property);
    const std::string question = never ? std::string(kReached) : claimed.origin;
    Result<ShownProgram> shown = shown_program(*checker_, program, claimed, session,
                                               replace_all(std::string(kDeclarations), "\n", " ") + question + " ");
    if (!shown) return shown.error();
    const Program analyzed = analyzed_program(program, *shown);
    if (const Status put = put_files(analyzed, session); !put) return put.error();
    const std::vector<std::string> argv = command(analyzed);
    const core::ProcessResult said = run_here(session, argv, session.analyzer);
    const std::string place = ":" + std::to_string(shown->line) + ":";
    std::set<std::string> words;
    for (const std::string_view line : split(said.err, '\n'))
      for (const char* word : {"TRUE", "FALSE", "UNKNOWN", "REACHABLE"})
        if (line.find(place) != std::string_view::npos &&
            line.find(std::string("warning: ") + word) != std::string_view::npos)
          words.insert(word);
    const bool again = never ? words.empty() : words.size() == 1 && *words.begin() != "UNKNOWN";
    if (!again || !read_answers(said.err).complete.contains(claimed.place.function))
      return Error{"the analyzer does not claim it again", {}};
    const std::string prints = never ? claimed.place.function + " -> Total CFGBlocks" : "warning: " + *words.begin();
    std::string condition = core::output_contains(prints);
    for (const char* word : {"TRUE", "FALSE", "UNKNOWN", "REACHABLE"})
      if (!words.contains(word)) condition += " && ! grep -q 'warning: " + std::string(word) + "' output_1";
    return reproduction_of_shown(*shown, argv, condition, prints);
  }

 private:
  [[nodiscard]] std::vector<std::string> command(const Program& program) const {
    std::vector<std::string> argv;
    for (const std::string& word : definition_.argv) {
      if (word != "{input}") {
        argv.push_back(word);
        continue;
      }
      argv.insert(argv.end(), program.flags.begin(), program.flags.end());
      for (const core::File& file : program.files)
        if (file.name.ends_with(".c")) argv.push_back(file.name);
    }
    return argv;
  }

  /// The file with its questions, each on a line of its own.
  static std::string with_questions(const CTree& tree, const std::string& file, std::vector<EvaPoint>& points,
                                    std::vector<Question>& questions) {
    // Addresses of freed objects are used again, so two pointers that never were the same object may be equal.
    const bool frees =
        tree.source().find("free") != std::string::npos || tree.source().find("realloc") != std::string::npos;
    std::map<std::size_t, std::string> insertions;
    for (auto& [offset, point] : listed_points(tree, file)) {
      const std::size_t first = questions.size();
      ask(point, points.size(), objects_of(tree, offset), frees, questions);
      std::string text = "\n#line " + std::to_string(first + 1) + " \"" + std::string(kQuestions) + "\"\n";
      for (std::size_t i = first; i < questions.size(); ++i)
        text += (questions[i].condition.empty() ? std::string(kReached)
                                                : "clang_analyzer_eval(" + questions[i].condition + ");") +
                "\n";
      insertions[offset] = text + "#line " + std::to_string(point.line) + " \"" + file + "\"\n";
      points.push_back(std::move(point));
    }
    return with_insertions(tree, file, std::string(kDeclarations), insertions);
  }

  /// The names of the scalar objects in scope whose address a pointer may have, each with its type.
  static std::vector<std::pair<std::string, std::string>> objects_of(const CTree& tree, std::size_t offset) {
    std::vector<std::pair<std::string, std::string>> objects;
    const std::size_t node = statement_to_check(tree, offset);
    if (node == CTree::kNone) return objects;
    for (const std::size_t declared : variables_at(tree, node)) {
      const CNode& variable = tree.node(declared);
      if (is_number_type(variable.type) && !variable.in_macro) objects.emplace_back(variable.name, variable.type);
    }
    return objects;
  }

  /// Asks whether the point is reached; whether pointers are null, equal, or addresses of objects; and whether other
  /// variables are zero.
  static void ask(const EvaPoint& point, std::size_t number,
                  const std::vector<std::pair<std::string, std::string>>& objects, bool frees,
                  std::vector<Question>& questions) {
    questions.push_back({number, "", "", "", Unreachable{}, Unreachable{}});
    const ValueSet zero{{0}, false}, other{{0}, true};
    std::vector<EvaPoint::Variable> pointers;
    std::size_t numbers = 0;
    for (const EvaPoint::Variable& variable : point.variables) {
      const bool pointer = is_pointer_type(variable.type);
      if (!is_number_type(variable.type)) continue;
      if (pointer ? pointers.size() == kMaxAsked : numbers == kMaxAsked) continue;
      questions.push_back({number, variable.name + " == 0", variable.name, variable.type, zero, other});
      if (!pointer) {
        ++numbers;
        continue;
      }
      for (const EvaPoint::Variable& earlier : pointers)
        if (earlier.type == variable.type && !frees)
          questions.push_back({number, variable.name + " == " + earlier.name, variable.name, variable.type,
                               Aliasing{earlier.name, true}, Relation{"!=", earlier.name, 0}});
      std::size_t asked = 0;
      for (const auto& [name, type] : objects)
        if (type + " *" == variable.type && asked++ < kMaxAsked)
          questions.push_back({number, variable.name + " == &" + name, variable.name, variable.type,
                               Named{std::string(kPointsTo), {name}}, Unreachable{}});
      pointers.push_back(variable);
    }
  }

  static void claim(const Question& question, std::size_t number, const EvaPoint& point, const Answers& answers,
                    Claims& claims) {
    if (!answers.complete.contains(point.function)) return count_unread(claims, "not all paths were explored");
    const auto said = answers.words.find(number);
    const auto all = [&](const char* word) {
      return said != answers.words.end() && said->second == std::set<std::string>{word};
    };
    Fact fact;
    fact.place = {point.file, point.line, point.column, Place::When::Before, point.function, ""};
    fact.assumptions = {std::string(kNoUndefined)};
    fact.source = "paths";
    if (question.condition.empty()) {
      if (said != answers.words.end()) return;
      fact.subject.kind = Subject::Kind::Point;
      fact.property = Unreachable{};
      claims.facts.push_back(std::move(fact));
      return;
    }
    if (!all("TRUE") && !all("FALSE")) return;
    fact.property = all("TRUE") ? question.if_true : question.if_false;
    if (std::holds_alternative<Unreachable>(fact.property)) return;
    fact.subject = {Subject::Kind::Variable, Subject::Measure::Value, question.variable, "variable", question.type};
    fact.origin = "clang_analyzer_eval(" + question.condition + ");";
    claims.facts.push_back(std::move(fact));
  }
};

}  // namespace

Result<std::unique_ptr<Analyzer>> open_clang_sa(const Definition& definition) {
  return open_c_source<ClangAnalyzer>(definition);
}

}  // namespace assay::analyzer
