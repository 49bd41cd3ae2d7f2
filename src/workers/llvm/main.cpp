// The hidden program of the analyzer "llvm": it runs LLVM's analyses and passes on modules of small functions, and an
// interpreter that runs the functions on many inputs. A request consists of header lines ("inputs 4096", "pipeline
// instcombine", ...), an empty line, and a module as LLVM text. It ends with a line "assay-end-NUMBER", and so does the
// answer. A crash of LLVM ends the program; the last line on standard error then names LLVM's current work.

#include <llvm/Config/llvm-config.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>

#include "workers/llvm/assertions.hpp"
#include "workers/llvm/worker_session.hpp"

namespace {

using assay::llvm_worker::Assertion;
using assay::llvm_worker::candidates_of;
using assay::llvm_worker::Claim;
using assay::llvm_worker::current_work;
using assay::llvm_worker::Lie;
using assay::llvm_worker::lie_named;
using assay::llvm_worker::look_at;
using assay::llvm_worker::mark_assertions;
using assay::llvm_worker::MarkedAssertions;
using assay::llvm_worker::Numbers;
using assay::llvm_worker::put_checks;
using assay::llvm_worker::Report;
using assay::llvm_worker::Request;

void on_crash(int number) {
  const char* parts[] = {"assay-llvm-worker: crash in ", current_work, "\n"};
  for (const char* part : parts) (void)!::write(STDERR_FILENO, part, std::strlen(part));
  std::signal(number, SIG_DFL);
  std::raise(number);
}

/// The text as a field of a line: newlines become "\n", and tabs become blanks.
std::string field(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += ' ';
    } else {
      result += c;
    }
  }
  return result;
}

std::string answer_of(const Report& report) {
  std::string text;
  if (!report.problem.empty()) text += "problem\t" + field(report.problem) + "\n";
  for (const Claim& claim : report.claims) {
    text += "claim";
    for (const std::string* part : {&claim.function, &claim.subject, &claim.operation, &claim.type, &claim.measure,
                                    &claim.property, &claim.source, &claim.context})
      text += '\t' + *part;
    text += '\t' + std::to_string(claim.runs) + '\t' + std::to_string(claim.broken) + '\t' + field(claim.witness) +
            '\t' + claim.skip + '\t' + claim.file + '\t' + std::to_string(claim.line) + '\t' +
            std::to_string(claim.column) + '\n';
  }
  for (const auto& [reason, count] : report.unread) text += "unread\t" + reason + '\t' + std::to_string(count) + '\n';
  for (const std::string& words : report.miscompiled) text += "miscompiled\t" + field(words) + "\n";
  return text + "judged\t" + std::to_string(report.judged) + '\t' + std::to_string(report.functions) + "\n";
}

std::string answer_of(const MarkedAssertions& marked) {
  std::string text;
  if (!marked.problem.empty()) text += "problem\t" + field(marked.problem) + "\n";
  for (const Assertion& one : marked.assertions)
    text += "assertion\t" + field(one.function) + '\t' + field(one.file) + '\t' + std::to_string(one.line) + '\t' +
            field(one.kind) + '\n';
  return text;
}

std::vector<unsigned> numbers_of(const std::string& text) {
  std::vector<unsigned> numbers;
  std::istringstream stream(text);
  for (unsigned number = 0; stream >> number;) numbers.push_back(number);
  return numbers;
}

Request request_of(std::string_view& text, Lie lie) {
  Request request;
  request.lie = lie;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) break;
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string key = line.substr(0, space), value = line.substr(std::min(space + 1, line.size()));
    if (key == "pipeline") request.pipelines.push_back(value);
    if (key == "inputs") request.inputs = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
    if (key == "read") request.read_from = value;
    if (key == "write") request.write_to = value;
    if (key == "first") request.first_fact = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
    if (key == "steps") request.steps = std::strtoull(value.c_str(), nullptr, 10);
    if (key == "invariants") {
      request.invariants_alone = true;
      request.numbers = value == "integers"             ? Numbers::Integers
                        : value == "integers-in-memory" ? Numbers::IntegersInMemory
                                                        : Numbers::Machine;
    }
    if (key == "candidates") request.candidates = true;
    if (key == "assertions") request.assertions = true;
    if (key == "assume") request.assumed = numbers_of(value);
    if (key == "function") request.only_function = value;
    if (key == "inputs-inside") request.inputs_inside = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
  }
  return request;
}

}  // namespace

int main(int argc, char** argv) {
  for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) std::signal(number, on_crash);
  if (argc == 2 && std::string_view(argv[1]) == "--version") {
    std::cout << "LLVM version " LLVM_VERSION_STRING "\n";
    return 0;
  }
  Lie lie = Lie::None;
  if (argc == 3 && std::string_view(argv[1]) == "--lie") {
    const std::optional<Lie> named = lie_named(argv[2]);
    if (!named) {
      std::cerr << "assay-llvm-worker: there is no lie \"" << argv[2] << "\"\n";
      return 2;
    }
    lie = *named;
  }
  std::string request, line;
  while (std::getline(std::cin, line)) {
    if (line.rfind("assay-end-", 0) != 0) {
      request += line + "\n";
      continue;
    }
    if (lie == Lie::Crash) std::abort();
    std::string_view module = request;
    const Request wanted = request_of(module, lie);
    std::string answer;
    if (wanted.candidates) {
      for (const std::string& candidate : candidates_of(module)) answer += "assay-candidate\n" + candidate;
    } else if (wanted.assertions) {
      answer = answer_of(mark_assertions(wanted));
    } else {
      answer = answer_of(wanted.read_from.empty() ? look_at(module, wanted) : put_checks(wanted));
    }
    std::cout << answer << line << "\n" << std::flush;
    request.clear();
  }
  return 0;
}
