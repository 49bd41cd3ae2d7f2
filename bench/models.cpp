// How many of solvers' models our evaluator confirms: for each script that a solver answers sat, its model of the
// assertions at the last check-sat is judged. Prints a table, and a line for each model that is not all true.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "assay/smt/eval.hpp"
#include "assay/smt/script.hpp"
#include "core/proc/proc.hpp"

namespace {

namespace fs = std::filesystem;
using namespace assay;
using namespace assay::smt;

struct Solver {
  std::string name;
  std::vector<std::string> argv;
};

std::vector<Solver> known_solvers() {
  return {{"z3", {"z3", "-in", "-smt2"}},
          {"cvc5", {"cvc5", "--lang=smt2", "--incremental", "--produce-models", "--strings-exp", "--fp-exp"}},
          {"cvc4", {"cvc4", "--lang=smt2.6", "--incremental", "--produce-models", "--strings-exp"}}};
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

bool is_check(const Command& command) {
  return command.kind == CommandKind::CheckSat || command.kind == CommandKind::CheckSatAssuming ||
         command.kind == CommandKind::CheckSatUsing;
}

/// The text up to the end of the last check-sat, and a request for the model; empty when there is no check-sat.
std::string with_model_request(const std::string& text, const Script& script) {
  const Command* last = nullptr;
  for (const Command& command : script.commands) {
    if (command.kind == CommandKind::Exit) {
      break;
    }
    last = is_check(command) ? &command : last;
  }
  if (last == nullptr) {
    return {};
  }
  std::size_t offset = 0;
  for (std::uint32_t line = 1; line < last->where.line; ++line) {
    offset = text.find('\n', offset) + 1;
  }
  offset = text.find('(', offset + (last->where.column > 0 ? last->where.column - 1 : 0));
  std::size_t depth = 0;
  for (; offset < text.size(); ++offset) {
    depth += text[offset] == '(' ? 1 : 0;
    if (text[offset] == ')' && --depth == 0) {
      break;
    }
  }
  return "(set-option :produce-models true)\n" + text.substr(0, offset + 1) + "\n(get-model)\n";
}

/// The output after the last answer, if that answer is `sat`.
std::optional<std::string> model_of(const std::string& out) {
  std::size_t after = std::string::npos;
  bool sat = false;
  if (out.find("(error") < out.rfind("sat\n") || out.find("(error") == 0) {
    return std::nullopt;  // the solver did not read everything: z3 goes on after errors
  }
  for (std::size_t begin = 0; begin < out.size();) {
    const std::size_t end = std::min(out.find('\n', begin), out.size());
    const std::string line = out.substr(begin, end - begin);
    if (line == "sat" || line == "unsat" || line == "unknown") {
      sat = line == "sat";
      after = end;
    }
    begin = end + 1;
  }
  return sat ? std::optional(out.substr(after)) : std::nullopt;
}

std::string judge(const std::string& text, const fs::path& file, const std::string& model_text) {
  TermStore store;
  const Result<Script> script = parse_script(store, text, file.filename().string());
  const Result<Model> model = parse_model(store, *script, model_text);
  if (!model) {
    return "unreadable " + model.error().text();
  }
  const ModelJudgement judgement = judge_model(store, *script, *model);
  if (judgement.holds()) {
    return "true";
  }
  const JudgedAssertion* failed = judgement.failed();
  const JudgedAssertion* first = failed != nullptr ? failed : judgement.open();
  const std::string verdict = failed != nullptr ? "false" : std::string(name(first->lack));
  return verdict + " line " + std::to_string(first->where.line);
}

struct Table {
  std::size_t scripts = 0;
  std::size_t unparsed = 0;
  std::map<std::string, std::map<std::string, std::size_t>> counts;  ///< by solver and verdict
};

void run_file(const fs::path& file, const std::vector<Solver>& solvers, double seconds, Table& table) {
  const std::string text = read_file(file);
  TermStore store;
  const Result<Script> script = parse_script(store, text, file.filename().string());
  ++table.scripts;
  if (!script) {
    ++table.unparsed;
    return;
  }
  const std::string request = with_model_request(text, *script);
  if (request.empty()) {
    return;
  }
  for (const Solver& solver : solvers) {
    core::Command command;
    command.argv = solver.argv;
    core::Limits limits;
    limits.wall_seconds = seconds;
    const std::optional<std::string> model = model_of(core::run_process(command, request, limits).out);
    if (!model || model->find("(error") != std::string::npos || model->find('(') == std::string::npos) {
      continue;
    }
    const std::string verdict = judge(text, file, *model);
    ++table.counts[solver.name]["sat"];
    ++table.counts[solver.name][verdict.substr(0, verdict.find(' '))];
    if (verdict != "true") {
      std::printf("%s %s %s\n", solver.name.c_str(), file.filename().c_str(), verdict.c_str());
      std::fflush(stdout);
    }
  }
}

void print_table(const Table& table, const std::vector<Solver>& solvers) {
  static const std::vector<std::string> kColumns = {"sat",        "true",    "false",  "unspecified", "opaque",
                                                    "quantified", "missing", "budget", "unreadable"};
  std::printf("\n%zu scripts, %zu of them not read\n%-8s", table.scripts, table.unparsed, "solver");
  for (const std::string& column : kColumns) {
    std::printf("%12s", column.c_str());
  }
  std::printf("\n");
  for (const Solver& solver : solvers) {
    const auto it = table.counts.find(solver.name);
    std::printf("%-8s", solver.name.c_str());
    for (const std::string& column : kColumns) {
      const std::size_t count = it == table.counts.end() || it->second.count(column) == 0 ? 0 : it->second.at(column);
      std::printf("%12zu", count);
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench_models DIR [SECONDS [SOLVER...]]\n");
    return 2;
  }
  const double seconds = argc > 2 ? std::stod(argv[2]) : 2.0;
  std::vector<Solver> solvers;
  for (const Solver& solver : known_solvers()) {
    bool wanted = argc <= 3;
    for (int i = 3; i < argc; ++i) {
      wanted = wanted || solver.name == argv[i];
    }
    if (wanted && !core::find_program(solver.name).empty()) {
      solvers.push_back(solver);
    }
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(argv[1])) {
    if (entry.path().extension() == ".smt2") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  Table table;
  for (const fs::path& file : files) {
    run_file(file, solvers, seconds, table);
  }
  print_table(table, solvers);
  return 0;
}
