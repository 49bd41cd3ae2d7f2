#include "answer.hpp"

#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/target/ending.hpp"
#include "output_reader.hpp"

namespace assay::smt {
namespace {

using Kind = SolverAnswer::Kind;

constexpr std::size_t kKeptOutput = 1U << 16;
constexpr std::size_t kMaxLines = 2000;

std::string signal_text(int number) {
  const char* abbreviation = sigabbrev_np(number);
  return abbreviation == nullptr ? "signal " + std::to_string(number) : "SIG" + std::string(abbreviation);
}

/// The parts of a solver's output.
struct Reading {
  std::vector<std::string> errors;  ///< error messages, without `refusal`
  std::size_t noted = 0;            ///< number of errors that note_rejected has seen
  std::vector<std::string_view> texts;
  bool unsupported = false;
  bool timeout = false;
  std::string refusal;                  ///< the error message printed instead of a model, core or objectives
  std::vector<std::string_view> lines;  ///< the lines in which patterns are searched
  std::vector<std::string_view> certificate_lines;  ///< lines and errors in place of certificates
};

/// The bug that the solver itself reports in these lines. Nullopt if it reports none.
std::optional<Confession> confession_in(const Patterns& patterns, const std::vector<std::string_view>& lines) {
  const core::PatternList::Match match = patterns.confessed.find(lines);
  if (match.meaning == nullptr) return std::nullopt;
  for (const ConfessionPattern& row : patterns.confessions)
    if (row.meaning == *match.meaning) return Confession{row.kind, row.meaning};
  return std::nullopt;
}

void add_lines(std::string_view text, std::vector<std::string_view>& lines) {
  for (const std::string_view line : split(text, '\n')) {
    if (lines.size() >= kMaxLines) break;
    if (!trim(line).empty()) lines.push_back(line);
  }
}

/// A message without the excerpt of the script that some solvers add below an empty line.
std::string first_paragraph(std::string message) {
  const std::size_t end = message.find("\n\n");
  if (end != std::string::npos && end > 0) message.resize(end);
  return message;
}

/// The names in a list of symbols, the form of an unsat core. Nullopt for other lists.
std::optional<std::vector<std::string>> symbols_of(std::string_view list) {
  std::vector<std::string> names;
  std::string_view inner = list.substr(1, list.size() - 2);
  for (inner = trim(inner); !inner.empty(); inner = trim(inner)) {
    if (inner.front() == '(' || inner.front() == ')' || inner.front() == '"') return std::nullopt;
    const bool quoted = inner.front() == '|';
    const std::size_t end = quoted ? inner.find('|', 1) : inner.find_first_of(" \t\r\n()");
    if (quoted && end == std::string_view::npos) return std::nullopt;
    names.emplace_back(quoted ? inner.substr(1, end - 1) : inner.substr(0, end));
    inner = end == std::string_view::npos ? std::string_view() : inner.substr(quoted ? end + 1 : end);
  }
  return names;
}

void read_list(std::string_view text, const Query& asked, SolverAnswer& answer) {
  if (asked.objectives && text.starts_with("(objectives")) {
    answer.objectives = std::string(text);
  } else if ((asked.model || !asked.any()) && looks_like_model(text)) {
    answer.model = std::string(text);
  } else if (asked.core && !answer.core) {
    answer.core = symbols_of(text);
  } else if (!asked.proof.empty()) {
    answer.proof = std::string(text);
  }
}

/// A proof in LFSC is several commands: declarations, definitions, and a last `check`.
bool is_begin_of_lfsc(std::string_view proof) {
  return (proof.starts_with("(declare ") || proof.starts_with("(define ")) &&
         proof.find("\n(check") == std::string::npos;
}

Reply reply_of(ItemKind kind) {
  return kind == ItemKind::Sat ? Reply::Sat : kind == ItemKind::Unsat ? Reply::Unsat : Reply::Unknown;
}

/// "line 17 column 29" of "line 17 column 29: invalid declaration"; a message without a place as it is.
std::string place_of(const std::string& error) {
  return error.starts_with("line ") ? error.substr(0, error.find(':')) : error;
}

/// True for a message that ends the run and says nothing of the script.
bool is_ending(const Patterns& patterns, const std::string& error) {
  const std::vector<std::string_view> lines = split(error, '\n');
  return patterns.timeouts.find(lines).meaning != nullptr || patterns.out_of_memory.find(lines).meaning != nullptr ||
         patterns.crashes.find(lines).meaning != nullptr;
}

/// Notes the commands that were rejected since the last call.
void note_rejected(const Patterns& patterns, Reading& reading, SolverAnswer& answer) {
  for (; reading.noted < reading.errors.size(); ++reading.noted) {
    const std::string& error = reading.errors[reading.noted];
    if (!is_ending(patterns, error)) answer.rejected.push_back(place_of(error));
  }
}

void read_items(const Patterns& patterns, std::string_view out, std::size_t checks, const Query& asked,
                SolverAnswer& answer, Reading& reading) {
  unsigned due = 0;  // number of queries (objectives, model, core) that still have to be answered
  for (const OutputItem& item : read_output(out)) {
    switch (item.kind) {
      case ItemKind::Sat:
      case ItemKind::Unsat:
      case ItemKind::Unknown:
        answer.replies_despite_errors.push_back(reply_of(item.kind));
        note_rejected(patterns, reading, answer);
        // After an error the solver continues without the rejected command, so its answers are about another script.
        if (!reading.errors.empty()) break;
        answer.replies.push_back(reply_of(item.kind));
        if (answer.replies.size() == checks)
          due = (asked.objectives ? 1U : 0U) + (asked.model ? 1U : 0U) + (asked.core ? 1U : 0U) +
                (asked.proof.empty() ? 0U : 1U);
        break;
      case ItemKind::Error: {
        std::string message = first_paragraph(error_message(item.text));
        if (patterns.noise.matches(message)) break;
        if (const auto confessed = confession_in(patterns, {message})) {
          answer.confession = confessed;
          break;
        }
        if (due > 0) {
          reading.refusal = std::move(message);
        } else {
          reading.errors.push_back(std::move(message));
        }
        due -= due > 0 ? 1U : 0U;
        break;
      }
      case ItemKind::List:
        if (due > 0 || !asked.any()) {
          read_list(item.text, asked, answer);
        } else if (answer.proof && is_begin_of_lfsc(*answer.proof)) {
          *answer.proof += "\n" + std::string(item.text);
        }
        due -= due > 0 ? 1U : 0U;
        break;
      case ItemKind::Timeout: reading.timeout = true; break;
      case ItemKind::Unsupported: reading.unsupported = true; break;
      case ItemKind::Success: break;
      case ItemKind::Text: reading.texts.push_back(item.text); break;
    }
  }
}

/// Reads the errors that a solver gives in place of a certificate. They say nothing of its answers.
void read_refusal(const Patterns& patterns, std::string_view reply, SolverAnswer& answer, Reading& reading) {
  for (const OutputItem& item : read_output(reply)) {
    if (item.kind == ItemKind::Text) reading.certificate_lines.push_back(item.text);
    if (item.kind != ItemKind::Error) continue;
    const std::string message = first_paragraph(error_message(item.text));
    if (const auto confessed = confession_in(patterns, {message})) answer.confession = confessed;
    reading.certificate_lines.push_back(item.text);
  }
}

/// The matched line and the next two lines, which often have the place: "ASSERTION VIOLATION", "File: ...", "Line:
/// ...".
std::string message_at(const std::vector<std::string_view>& lines, std::size_t at) {
  std::string text;
  for (std::size_t i = at; i < lines.size() && i < at + 3; ++i) {
    if (i > at) text += ' ';
    text += lines[i].substr(0, 400);
  }
  return normalised(text);
}

class Classifier {
 public:
  Classifier(const Patterns& patterns, const RawRun& run, std::size_t checks, const Reading& reading,
             SolverAnswer& answer)
      : patterns_(patterns), run_(run), checks_(checks), reading_(reading), answer_(answer) {}

  void classify() {
    if (by_ending() || by_patterns() || by_errors() || by_replies()) return;
    by_absence();
  }

 private:
  bool set(Kind kind, std::string message) {
    answer_.kind = kind;
    answer_.message = std::move(message);
    return true;
  }

  bool by_ending() {
    const core::TargetEnd end = core::classify(run_.ending, run_.exit_code, run_.signal, run_.message);
    switch (end.kind) {
      case core::TargetEnd::Kind::Ended: return false;
      case core::TargetEnd::Kind::Crashed: return by_signal();
      case core::TargetEnd::Kind::Missing: return set(Kind::Missing, end.message);
      case core::TargetEnd::Kind::Cancelled: return set(Kind::Cancelled, std::string(end.skip_reason()));
      case core::TargetEnd::Kind::Limited: break;
    }
    return set(kind_of(end.limit), std::string(end.skip_reason()));
  }

  static Kind kind_of(core::TargetEnd::Limit limit) {
    switch (limit) {
      case core::TargetEnd::Limit::Time: return Kind::Timeout;
      case core::TargetEnd::Limit::Memory: return Kind::OutOfMemory;
      case core::TargetEnd::Limit::Output: return Kind::OutputLimit;
      case core::TargetEnd::Limit::FileSize: return Kind::FileLimit;
      case core::TargetEnd::Limit::Outside: break;
    }
    return Kind::Killed;
  }

  bool by_signal() {
    if (patterns_.out_of_memory.find(reading_.lines).meaning != nullptr) return set(Kind::OutOfMemory, "out of memory");
    const core::PatternList::Match match = patterns_.crashes.find(reading_.lines);
    if (match.meaning != nullptr) {
      return set(Kind::Crash, *match.meaning + ": " + message_at(reading_.lines, match.line));
    }
    return set(Kind::Crash, signal_text(run_.signal));
  }

  bool by_patterns() {
    if (reading_.lines.empty()) return false;
    if (patterns_.out_of_memory.find(reading_.lines).meaning != nullptr) return set(Kind::OutOfMemory, "out of memory");
    const core::PatternList::Match match = patterns_.crashes.find(reading_.lines);
    if (match.meaning == nullptr) return false;
    return set(Kind::Crash, *match.meaning + ": " + message_at(reading_.lines, match.line));
  }

  bool by_errors() {
    if (reading_.errors.empty()) return false;
    std::vector<std::string_view> lines;
    for (const std::string& error : reading_.errors) add_lines(error, lines);
    if (patterns_.timeouts.find(lines).meaning != nullptr) return set(Kind::Timeout, "timeout");
    if (const auto match = patterns_.skips.find(lines); match.meaning != nullptr) {
      return set(Kind::Unsupported, *match.meaning);
    }
    return set(Kind::Error, normalised(reading_.errors.front()));
  }

  bool by_replies() {
    if (answer_.replies.size() == checks_) return set(Kind::Answered, normalised(reading_.refusal));
    if (answer_.replies.size() > checks_) return set(Kind::Garbage, "more answers than checks");
    return false;
  }

  void by_absence() {
    if (reading_.timeout || patterns_.timeouts.find(reading_.lines).meaning != nullptr) {
      set(Kind::Timeout, "timeout");
    } else if (const auto match = patterns_.skips.find(reading_.lines); match.meaning != nullptr) {
      set(Kind::Unsupported, *match.meaning);
    } else if (reading_.unsupported) {
      set(Kind::Unsupported, "not supported by the target");
    } else if (run_.truncated) {
      set(Kind::OutputLimit, "output limit");
    } else if (run_.exit_code != 0) {
      const std::string line = reading_.lines.empty() ? "" : ": " + normalised(reading_.lines.front());
      set(Kind::Crash, "exit code " + std::to_string(run_.exit_code) + line);
    } else if (!answer_.unclassified.empty()) {
      set(Kind::Garbage, "garbage output");
    } else {
      set(Kind::Crash, "no answer");
    }
  }

  const Patterns& patterns_;
  const RawRun& run_;
  std::size_t checks_;
  const Reading& reading_;
  SolverAnswer& answer_;
};

/// Whether the message says that the query is not supported or that a limit was reached.
bool explains_refusal(const Patterns& patterns, std::string_view refusal) {
  const std::vector<std::string_view> lines = split(refusal, '\n');
  return patterns.skips.find(lines).meaning != nullptr || patterns.timeouts.find(lines).meaning != nullptr ||
         patterns.out_of_memory.find(lines).meaning != nullptr;
}

/// The number after the last occurrence of `counter` in the output; 0 if there is none.
std::uint64_t work_in(std::string_view output, std::string_view counter) {
  const std::size_t at = counter.empty() ? std::string_view::npos : output.rfind(counter);
  if (at == std::string_view::npos) return 0;
  const std::string_view rest = output.substr(at + counter.size());
  const std::size_t begin = rest.find_first_not_of(" \t=");
  const std::size_t end = begin == std::string_view::npos ? begin : rest.find_first_not_of("0123456789", begin);
  return begin == std::string_view::npos ? 0 : parse_unsigned(rest.substr(begin, end - begin)).value_or(0);
}

std::string shown_output(const RawRun& run, std::string_view out) {
  std::string shown = printable(shortened(out, kKeptOutput));
  if (run.err.empty()) return shown;
  if (!shown.empty() && shown.back() != '\n') shown += '\n';
  return shown + "[standard error]\n" + printable(shortened(run.err, kKeptOutput));
}

}  // namespace

std::string_view name(Reply reply) {
  switch (reply) {
    case Reply::Sat: return "sat";
    case Reply::Unsat: return "unsat";
    case Reply::Unknown: return "unknown";
  }
  return "unknown";
}

std::string summary(const SolverAnswer& answer) {
  constexpr std::size_t kMaxShown = 8;
  switch (answer.kind) {
    case Kind::Answered: break;
    case Kind::Unsupported: return "unsupported";
    case Kind::Error: return "error";
    case Kind::Crash: return "crash";
    case Kind::Timeout: return "timeout";
    case Kind::OutOfMemory: return "out of memory";
    case Kind::OutputLimit: return "output limit";
    case Kind::FileLimit: return "file limit";
    case Kind::Killed: return "killed";
    case Kind::Cancelled: return "cancelled";
    case Kind::Missing: return "missing";
    case Kind::Garbage: return "garbage";
  }
  std::string text;
  for (std::size_t i = 0; i < answer.replies.size(); ++i) {
    if (i > 0) text += ' ';
    if (i == kMaxShown) return text + "...";
    text += name(answer.replies[i]);
  }
  return text;
}

SolverAnswer read_answer(const Patterns& patterns, const RawRun& run, std::size_t checks, const Query& asked) {
  SolverAnswer answer;
  Reading reading;
  SplitOutput parts = asked.certificates ? split_replies(run.out) : SplitOutput{};
  read_items(patterns, asked.certificates ? parts.rest : run.out, checks, asked, answer, reading);
  for (const std::string& reply : parts.replies) read_refusal(patterns, reply, answer, reading);
  answer.certificates = parts.replies;
  for (const std::string_view text : reading.texts) {
    if (reading.lines.size() < kMaxLines) reading.lines.push_back(text);
    if (answer.unclassified.empty() && !text.starts_with(';') && !patterns.noise.matches(text))
      answer.unclassified = printable(text.substr(0, 200));
  }
  for (const std::string& error : reading.errors) add_lines(error, reading.lines);
  add_lines(reading.refusal, reading.lines);
  for (const std::string_view line : reading.certificate_lines) add_lines(line, reading.lines);
  add_lines(run.err, reading.lines);
  if (!answer.confession) answer.confession = confession_in(patterns, reading.lines);
  answer.model_asked = asked.model;
  answer.model_excused = run.truncated || reading.unsupported || explains_refusal(patterns, reading.refusal);
  answer.usage = run.usage;
  answer.work = std::max(work_in(run.out, patterns.work_counter), work_in(run.err, patterns.work_counter));
  Classifier(patterns, run, checks, reading, answer).classify();
  if (reading.errors.empty()) answer.replies_despite_errors.clear();
  // Errors behind the last reply are about queries, if the run ended by itself; else, a check was still to be answered.
  const bool has_answered = answer.kind == SolverAnswer::Kind::Answered ||
                            (answer.kind == SolverAnswer::Kind::Error && !answer.replies_despite_errors.empty());
  if (!has_answered) note_rejected(patterns, reading, answer);
  if (answer.kind != SolverAnswer::Kind::Answered) answer.model.reset();
  answer.output = shown_output(run, asked.certificates ? parts.unmarked : run.out);
  return answer;
}

}  // namespace assay::smt
