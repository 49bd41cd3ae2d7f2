#include "sql_library.hpp"

#include <sqlite3.h>

#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/datalog/dialect.hpp"

namespace assay::datalog {
namespace {

constexpr int kStepsPerCheck = 10'000;
constexpr int kMaxChecks = 5000;  // of a program

using Connection = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;
using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

std::string text_in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// `r0(1, "a")`, with the relation's name in the first column.
std::string row_of(sqlite3_stmt* statement) {
  std::string out;
  for (int i = 0; i < sqlite3_column_count(statement); ++i) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
    const int type = sqlite3_column_type(statement, i);
    if (i == 0) {
      out = std::string(text) + "(";
    } else {
      out += std::string(i > 1 ? ", " : "") + (type == SQLITE_NULL   ? "null"
                                               : type == SQLITE_TEXT ? text_in_quotes(text)
                                                                     : text);
    }
  }
  return out + ")\n";
}

class SqliteLibrary final : public EnginePort {
 public:
  explicit SqliteLibrary(const EngineTarget& target) : target_(target) {
    for (const core::OutputPattern& skip : target.definition.skips) skips_.emplace_back(skip.pattern);
  }

  EngineAnswer run(const Program& program, const std::vector<std::string>& flags, bool,
                   const std::stop_token&) override {
    sqlite3* opened = nullptr;
    sqlite3_open(":memory:", &opened);
    const Connection connection(opened, sqlite3_close);
    int checks = 0;
    sqlite3_progress_handler(
        opened, kStepsPerCheck, [](void* count) { return ++*static_cast<int*>(count) > kMaxChecks ? 1 : 0; }, &checks);
    std::string script;
    for (const std::string& flag : flags) script += flag.substr(1) + ";\n";
    script += target_.dialect->print(program);
    std::string printed;
    const std::string problem = execute(opened, script, printed);
    EngineAnswer answer;
    answer.text = problem;
    answer.reason = problem;
    if (problem.empty()) {
      Result<Output> output = target_.dialect->read(program, printed + "end\n", {1'000'000, nullptr});
      answer.kind = output ? EngineAnswer::Kind::Computed : EngineAnswer::Kind::Crashed;
      if (output) answer.output = std::move(*output);
      answer.is_unreadable = !output;
      if (!output) answer.reason = output.error().text() + printed;
    } else if (checks > kMaxChecks) {
      answer.kind = EngineAnswer::Kind::Limited;
    } else {
      answer.kind = is_skip(problem) ? EngineAnswer::Kind::Skipped : EngineAnswer::Kind::Rejected;
    }
    return answer;
  }

 private:
  [[nodiscard]] bool is_skip(const std::string& problem) const {
    for (const std::regex& skip : skips_)
      if (std::regex_search(problem, skip)) return true;
    return false;
  }

  /// The first error's message, or an empty text.
  static std::string execute(sqlite3* connection, const std::string& script, std::string& printed) {
    constexpr std::string_view kMustFail = "/* must fail */";
    const char* rest = script.c_str();
    while (*rest != '\0') {
      while (*rest == '\n') ++rest;
      const bool must_fail = std::string_view(rest).substr(0, kMustFail.size()) == kMustFail;
      sqlite3_stmt* prepared = nullptr;
      int code = sqlite3_prepare_v2(connection, rest, -1, &prepared, &rest);
      const Statement statement(prepared, sqlite3_finalize);
      if (code == SQLITE_OK && prepared == nullptr) continue;
      std::string rows;
      while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(prepared);
        if (code == SQLITE_ROW) rows += row_of(prepared);
      }
      if (must_fail != (code != SQLITE_DONE))
        return must_fail ? "a statement that must fail" : sqlite3_errmsg(connection);
      if (!must_fail) printed += rows;
    }
    return {};
  }

  EngineTarget target_;
  std::vector<std::regex> skips_;
};

}  // namespace

EngineTarget sqlite_target() {
  EngineTarget target;
  target.dialect = dialect("sqlite");
  target.capabilities = target.dialect->capabilities;
  target.definition = *resolve_engine("sqlite");
  target.version = sqlite3_libversion();
  return target;
}

std::unique_ptr<EnginePort> sqlite_library(const EngineTarget& target) {
  return std::make_unique<SqliteLibrary>(target);
}

}  // namespace assay::datalog
