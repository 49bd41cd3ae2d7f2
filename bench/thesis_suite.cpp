// The thesis's suite of string formulas against our reader, evaluator and rules: bench/thesis_suite.sh.
//   thesis_suite FOLDER [ASSIGNMENTS]
// expected_sat: the model in the comments must satisfy the assertions. expected_unsat: no assignment of many may, and
// the formula must be an instance of the rows of data/rules/strings.rules with the core that its comments name.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "assay/base/text.hpp"
#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "smt/rules/rules.hpp"
#include "smt/synth/workshop.hpp"
#include "thesis_match.hpp"
#include "thesis_trial.hpp"

namespace {

namespace fs = std::filesystem;
using namespace assay;
using namespace assay::smt;

/// A file of the suite: its text, and what its last comments say.
struct SuiteFile {
  fs::path path;
  std::string text;
  bool sat = false;
  std::string category;
  std::vector<std::pair<std::string, std::string>> values;  ///< by name, as written; of those that have one
  std::set<std::string> core;
};

struct Row {
  std::size_t files = 0, agree = 0, disagree = 0, unmatched = 0, agree_new_escapes = 0;
  std::size_t minimal = 0;  ///< unsat: for each assertion of the core an assignment was found that satisfies the others
  std::uint64_t assignments = 0;
};

struct Suite {
  std::map<std::string, Row> table;                         ///< by category
  std::map<std::string, std::map<std::string, int>> proof;  ///< unsat: by category and kind of replacement
  std::uint64_t assignments = 3000;
};

SuiteFile read(const fs::path& root, const fs::path& path) {
  SuiteFile file;
  file.path = fs::relative(path, root);
  std::ifstream in(path, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  file.text = all.str();
  const auto part = file.path.begin();
  file.sat = part->string() == "expected_sat";
  file.category = std::next(part)->string();
  std::istringstream lines(file.text.substr(file.text.find("(check-sat)")));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(";unsat core: ")) {
      std::istringstream names(line.substr(13));
      for (std::string name; names >> name;) file.core.insert(name);
    } else if (const auto at = line.find(" = "); line.starts_with(";") && at != std::string::npos) {
      if (line.substr(at + 3) != "NO VALUE") file.values.emplace_back(line.substr(1, at - 1), line.substr(at + 3));
    }
  }
  return file;
}

/// Text in the comments: characters as they are, but a line's end is \n.
std::optional<Value> value_of(const TermStore& store, SortId sort, const std::string& text) {
  switch (store.kind(sort)) {
    case SortKind::Bool: return Value(text == "true");
    case SortKind::Int: return Value(mpz_class(text));
    case SortKind::String: {
      std::u32string word;
      for (std::size_t i = 0; i < text.size(); ++i) {
        const bool line_end = text.compare(i, 2, "\\n") == 0;
        word += line_end ? U'\n' : static_cast<char32_t>(static_cast<unsigned char>(text[i]));
        i += line_end ? 1 : 0;
      }
      return Value(word);
    }
    default: return std::nullopt;
  }
}

/// The model; what has no value is reported in `missing`.
Model model_of(const TermStore& store, const Script& script, const SuiteFile& file, std::string& missing) {
  Model model;
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::DeclareFunction) continue;
    const Function& function = store.node(command.functions[0]);
    const std::string name(store.spelling(function.name));
    const auto said =
        std::find_if(file.values.begin(), file.values.end(), [&](const auto& v) { return v.first == name; });
    const auto value = said == file.values.end() ? std::nullopt : value_of(store, function.result, said->second);
    if (!value) {
      missing += " " + name;
      continue;
    }
    model.functions[command.functions[0]] = Interpretation{{}, {}, {}, *value};
  }
  return model;
}

std::string judge_sat(TermStore& store, const SuiteFile& file, bool old_escapes) {
  const std::string prefix = old_escapes ? "(set-info :smt-lib-version 2.5)" : "";
  const auto script = parse_script(store, prefix + file.text, file.path.filename().string());
  if (!script) return "not read: " + script.error().text();
  std::string missing;
  const Model model = model_of(store, *script, file, missing);
  if (!missing.empty()) return "no value for" + missing;
  const ModelJudgement judgement = judge_model(store, *script, model);
  if (judgement.holds()) return {};
  return judgement.failed() != nullptr ? "false under the model: " + to_string(store, judgement.failed()->term)
                                       : "no truth value: " + to_string(store, judgement.open()->term);
}

/// The name of an assertion (! t :named name).
std::string name_of(const TermStore& store, TermId assertion) {
  if (store.node(assertion).kind != TermKind::Annotated) return {};
  for (const Attribute& attribute : store.attributes(assertion))
    if (attribute.keyword == ":named") return attribute.text;
  return {};
}

std::string core_problem(const TermStore& store, const std::vector<TermId>& assertions, const SuiteFile& file,
                         const bench::RowInstance& instance, const std::vector<std::size_t>& order) {
  std::set<std::string> core;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (instance.needed[i]) core.insert(name_of(store, assertions[order[i]]));
  return core == file.core ? "" : "another core by " + instance.steps;
}

/// An assertion outside of the core must not be what keeps the others from being satisfied.
std::string alone_problem(Row& row, const TermStore& store, const std::vector<TermId>& assertions,
                          const SuiteFile& file, const bench::TrialResult& result) {
  std::size_t needed = 0;
  for (std::size_t i = 0; i < assertions.size(); ++i) {
    if (!result.alone[i]) continue;
    const std::string name = name_of(store, assertions[i]);
    if (!file.core.contains(name)) return "needed, but not in the core: " + name;
    ++needed;
  }
  const bool minimal = needed == file.core.size();
  row.minimal += minimal ? 1 : 0;
  if (!minimal) std::printf("not shown to be minimal  %s\n", file.path.c_str());
  return {};
}

void judge_unsat(Suite& suite, bench::RowInstances& instances, TermStore& store, const SuiteFile& file) {
  Row& row = suite.table[file.category];
  const auto script = parse_script(store, "(set-info :smt-lib-version 2.5)" + file.text, file.path.string());
  std::string problem = script ? "" : "not read: " + script.error().text();
  const bench::RowInstance* instance = nullptr;
  if (script) {
    std::vector<TermId> assertions;
    for (const JudgedAssertion& one : active_assertions(*script)) assertions.push_back(one.term);
    const auto result = bench::Trial(store, assertions, hash_bytes(file.path.string())).run(suite.assignments);
    row.assignments += result.assignments;
    if (!result.problem.empty()) problem = "satisfied by " + result.problem;
    if (problem.empty()) problem = alone_problem(row, store, assertions, file, result);
    std::vector<std::size_t> order;
    instance = instances.find(assertions, order);
    if (instance != nullptr && problem.empty()) problem = core_problem(store, assertions, file, *instance, order);
    ++suite.proof[file.category][instance != nullptr ? instance->kind : "none"];
  }
  if (!problem.empty()) {
    ++row.disagree;
    std::printf("disagrees  %s: %s\n", file.path.c_str(), problem.c_str());
  } else if (instance == nullptr) {
    ++row.unmatched;
    std::printf("unmatched  %s\n", file.path.c_str());
  } else {
    ++row.agree;
  }
}

void judge(Suite& suite, bench::RowInstances& instances, TermStore& store, const SuiteFile& file) {
  Row& row = suite.table[file.category];
  ++row.files;
  if (!file.sat) return judge_unsat(suite, instances, store, file);
  const std::string problem = judge_sat(store, file, true);
  ++(problem.empty() ? row.agree : row.disagree);
  if (!problem.empty()) std::printf("disagrees  %s: %s\n", file.path.c_str(), problem.c_str());
  const std::string now = judge_sat(store, file, false);
  row.agree_new_escapes += now.empty() ? 1 : 0;
  if (!now.empty()) std::printf("under 2.6  %s: %s\n", file.path.c_str(), now.c_str());
}

void print(const Suite& suite) {
  std::printf("\n%-22s%7s%8s%10s%11s%11s%13s%9s\n", "category", "files", "agree", "disagree", "unmatched", "under 2.6",
              "assignments", "minimal");
  for (const auto& [category, row] : suite.table) {
    const std::string under = row.assignments == 0 ? std::to_string(row.agree_new_escapes) : "-";
    std::printf("%-22s%7zu%8zu%10zu%11zu%11s%13llu%9zu\n", category.c_str(), row.files, row.agree, row.disagree,
                row.unmatched, under.c_str(), static_cast<unsigned long long>(row.assignments), row.minimal);
  }
  std::printf("\nproved by a row and one replacement:\n");
  for (const auto& [category, kinds] : suite.proof) {
    std::printf("%-22s", category.c_str());
    for (const auto& [kind, count] : kinds) std::printf(" %s: %d;", kind.c_str(), count);
    std::printf("\n");
  }
}

/// The rows of the thesis's tables alone.
std::vector<RuleText> thesis_rows() {
  std::vector<RuleText> rows;
  if (auto all = load_rules({}, true))
    for (RuleText& row : *all)
      if (row.theory == "strings" && row.source.starts_with("thesis, Table 3.")) rows.push_back(std::move(row));
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || !fs::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: thesis_suite FOLDER [ASSIGNMENTS]\n");
    return 2;
  }
  Suite suite;
  if (argc > 2) suite.assignments = std::stoull(argv[2]);
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(argv[1]))
    if (entry.path().extension() == ".smt2") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  const std::vector<RuleText> rows = thesis_rows();
  Workshop workshop(rows, SynthBounds{}, {"strings"});
  bench::RowInstances instances(workshop);
  std::printf("%zu rows, %zu contradictions of at most one replacement\n", rows.size(), instances.size());
  for (const fs::path& path : paths) judge(suite, instances, workshop.store, read(argv[1], path));
  print(suite);
  return 0;
}
