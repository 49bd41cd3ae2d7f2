#include "smt/checker/proof/checker_runner.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "core/target/ending.hpp"
#include "core/target/patterns.hpp"

namespace assay::smt {
namespace {

using AnswerKind = CheckerAnswer::Kind;
constexpr std::size_t kMaxShownOutput = 4000;
constexpr std::size_t kMaxMessage = 300;

std::string single_line(std::string_view text) {
  std::string out = shortened(printable(trim(text)), kMaxMessage);
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

/// The line that reports a crash and the line behind it, without numbers and folders, so that two runs of the same
/// crash have the same text.
std::string crash_message(const std::vector<std::string_view>& lines, std::string_view line) {
  const auto at =
      std::find_if(lines.begin(), lines.end(), [&](std::string_view one) { return one.data() == line.data(); });
  const bool has_next = at != lines.end() && at + 1 != lines.end();
  const std::string text = single_line(std::string(line) + " " + std::string(has_next ? at[1] : ""));
  std::string out;
  for (std::string_view word : split(text, ' ')) {
    if (word.starts_with('/')) word = word.substr(word.rfind('/') + 1);
    if (!out.empty()) out += ' ';
    for (const char c : word) {
      const bool is_digit = c >= '0' && c <= '9';
      if (!is_digit || out.empty() || out.back() != 'N') out += is_digit ? 'N' : c;
    }
  }
  return out;
}

/// The name of the command in a line of the proof: its second word.
std::string command_name_in_line(std::string_view proof, std::uint64_t line) {
  const std::vector<std::string_view> lines = split(proof, '\n');
  if (line == 0 || line > lines.size()) return {};
  const std::vector<std::string_view> words = split(lines[line - 1], ' ');
  return words.size() < 2 ? std::string() : std::string(words[1]);
}

/// Sets rule, step and message from the first line that matches a pattern, the patterns in their order. Returns the
/// line.
std::optional<std::string_view> read_match(const std::vector<std::string>& patterns,
                                           const std::vector<std::string_view>& lines, std::string_view proof,
                                           CheckerAnswer& answer) {
  for (const std::string& pattern : patterns) {
    const core::GroupPattern compiled(pattern);
    for (const std::string_view line : lines) {
      const auto groups = compiled.match(line);
      if (!groups) continue;
      answer.message = single_line(line);
      for (const auto& [group, text] : *groups) {
        if (group == "rule") answer.rule = printable(text);
        if (group == "step") answer.step = printable(text);
        if (group == "line") answer.step = printable(command_name_in_line(proof, parse_unsigned(text).value_or(0)));
      }
      return line;
    }
  }
  return std::nullopt;
}

/// The answer that the output states. AnswerKind::Other: none.
void read_lines(const CheckerDefinition& definition, const std::vector<std::string_view>& lines, std::string_view proof,
                CheckerAnswer& answer) {
  const std::pair<std::vector<std::string>, AnswerKind> rows[] = {
      {definition.crash, AnswerKind::Crashed},   {definition.missing_rule, AnswerKind::MissingRule},
      {definition.refused, AnswerKind::Refused}, {definition.unreadable, AnswerKind::Unreadable},
      {{definition.hole}, AnswerKind::Holes},    {{definition.accepted}, AnswerKind::Accepted}};
  for (const auto& [patterns, kind] : rows) {
    if (patterns.size() == 1 && patterns.front().empty()) continue;
    const std::optional<std::string_view> line = read_match(patterns, lines, proof, answer);
    if (!line) continue;
    answer.kind = kind;
    if (kind == AnswerKind::Crashed) answer.message = crash_message(lines, *line);
    return;
  }
}

class CheckerProcess final : public CheckerPort {
 public:
  CheckerProcess(CheckerDefinition definition, const core::Limits& limits)
      : definition_(std::move(definition)), limits_(limits) {}

  CheckerAnswer check(const std::string& script, const std::string& proof, const std::stop_token& stop) override {
    scratch_.clear();
    for (const auto& [file, content] :
         {std::pair{std::string(kProofScript), &script}, {proof_file(definition_.format), &proof}}) {
      const Result<std::string> path = scratch_.write(file, *content);
      if (path) continue;
      CheckerAnswer unwritten;
      unwritten.kind = AnswerKind::NotStarted;
      unwritten.message = path.error().text();
      return unwritten;
    }
    core::Command command{checker_command(definition_, definition_.signatures), {}, {}};
    command.isolated = true;
    if (const Result<std::string> folder = scratch_.path()) command.writes_below = *folder;
    return read_checker_answer(definition_, core::run_in(scratch_, std::move(command), "", limits_, stop), proof);
  }

 private:
  CheckerDefinition definition_;
  core::Limits limits_;
  core::ScratchFolder scratch_;
};

}  // namespace

std::string_view name(CheckerAnswer::Kind kind) {
  constexpr std::array<std::string_view, 9> kNames = {"accepted", "hole",  "refused",     "missing rule", "unreadable",
                                                      "crash",    "limit", "not started", "no answer"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string proof_file(ProofFormat format) { return "proof." + std::string(name(format)); }

std::vector<std::string> checker_command(const CheckerDefinition& definition, const std::string& signatures) {
  std::vector<std::string> argv = definition.argv;
  for (std::string& word : argv) {
    word = replace_all(word, "{signatures}", signatures);
    word = replace_all(word, "{proof}", proof_file(definition.format));
    word = replace_all(word, "{script}", kProofScript);
  }
  return argv;
}

CheckerAnswer read_checker_answer(const CheckerDefinition& definition, const core::ProcessResult& result,
                                  std::string_view proof) {
  CheckerAnswer answer;
  answer.usage = result.usage;
  const std::string both = result.out + (result.out.empty() || result.out.ends_with('\n') ? "" : "\n") + result.err;
  answer.output = shortened(printable(both), kMaxShownOutput);
  const core::TargetEnd end = core::classify(result);
  if (end.kind == core::TargetEnd::Kind::Limited || end.kind == core::TargetEnd::Kind::Cancelled) {
    answer.kind = AnswerKind::Limited;
    answer.message = std::string(end.skip_reason());
    return answer;
  }
  if (end.kind == core::TargetEnd::Kind::Missing) {
    answer.kind = AnswerKind::NotStarted;
    answer.message = end.message;
    return answer;
  }
  read_lines(definition, split(both, '\n'), proof, answer);
  const bool by_signal = end.kind == core::TargetEnd::Kind::Crashed;
  // A checker may end by abort() when it refuses a proof, but not when it accepts one.
  const bool accepts = answer.kind == AnswerKind::Accepted || answer.kind == AnswerKind::Holes;
  if (by_signal && (answer.kind == AnswerKind::Other || accepts)) {
    answer.kind = AnswerKind::Crashed;
    answer.message = core::signal_name(result.signal != 0 ? result.signal : result.exit_code - 128);
  }
  if (answer.kind == AnswerKind::Other)
    answer.message = both.empty() ? "no output, exit code " + std::to_string(result.exit_code) : single_line(both);
  return answer;
}

std::unique_ptr<CheckerPort> make_checker_port(const CheckerDefinition& definition, const core::Limits& limits) {
  return std::make_unique<CheckerProcess>(definition, limits);
}

}  // namespace assay::smt
