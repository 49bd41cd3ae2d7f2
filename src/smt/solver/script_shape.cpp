#include "script_shape.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kNotFound = std::string_view::npos;

bool ends_atom(char c) { return is_space(c) || c == '(' || c == ')' || c == ';' || c == '"' || c == '|'; }

std::size_t skip_blank(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == ';') {
      const std::size_t line = text.find('\n', at);
      if (line == kNotFound) return text.size();
      at = line + 1;
    } else if (is_space(text[at])) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

/// The offset after the closing `mark` of a string or quoted symbol. ("" makes two strings with the same end.)
std::size_t skip_quoted(std::string_view text, std::size_t at, char mark) {
  const std::size_t end = text.find(mark, at + 1);
  return end == kNotFound ? kNotFound : end + 1;
}

std::string_view head_of(std::string_view command) {
  const std::size_t begin = skip_blank(command, 1);
  std::size_t end = begin;
  while (end < command.size() && !ends_atom(command[end])) ++end;
  return command.substr(begin, end - begin);
}

void note_command(std::string_view command, std::size_t begin, std::size_t& since_reset, ScriptShape& shape) {
  const std::string_view head = head_of(command);
  if (head.starts_with("check-sat")) {
    ++shape.checks;
    shape.checks_together = std::max(shape.checks_together, ++since_reset);
    shape.after_last_check = begin + command.size();
  } else if (head == "push") {
    shape.pushes = true;
  } else if (head == "exit") {
    if (shape.exit == kNotFound) shape.exit = begin;
  } else if (head == "reset") {
    since_reset = 0;
    shape.resets.push_back(begin + command.size());
  } else if (const auto kind = requested_by(command)) {
    shape.requests.push_back({begin, command.size(), *kind});
    shape.pushes = shape.pushes || head.ends_with("-next");  // the next certificate needs the state of the last
  } else if (head == "echo") {
    shape.echoes.emplace_back(begin, command.size());
  } else if (head == "set-option") {
    shape.sets_options = true;
    shape.redirects = shape.redirects || command.find("-output-channel") != kNotFound;
  }
}

}  // namespace

std::size_t skip_expression(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '|') {
      at = skip_quoted(text, at, c);
      // A doubled quote is a character of the string.
      while (c == '"' && at < text.size() && text[at] == '"') at = skip_quoted(text, at, c);
      if (at == kNotFound) return kNotFound;
    } else if (c == '(') {
      ++depth;
      ++at;
    } else if (c == ')') {
      if (depth == 0) return kNotFound;
      --depth;
      ++at;
    } else if (c == ';' || is_space(c)) {
      at = skip_blank(text, at);
      continue;
    } else {
      while (at < text.size() && !ends_atom(text[at])) ++at;
    }
    if (depth == 0) return at;
  }
  return kNotFound;
}

std::string_view next_expression(std::string_view& text) {
  text = trim(text);
  const std::size_t end = skip_expression(text, 0);
  if (end == kNotFound) return {};
  const std::string_view expression = text.substr(0, end);
  text = trim(text.substr(end));
  return expression;
}

std::optional<std::vector<std::string_view>> parts_of(std::string_view list) {
  list = trim(list);
  if (list.size() < 2 || list.front() != '(' || skip_expression(list, 0) != list.size()) return std::nullopt;
  list = list.substr(1, list.size() - 2);
  std::vector<std::string_view> parts;
  for (std::string_view part; !(part = next_expression(list)).empty();) parts.push_back(part);
  return list.empty() ? std::optional(std::move(parts)) : std::nullopt;
}

ScriptShape scan_script(std::string_view text) {
  ScriptShape shape;
  std::size_t since_reset = 0;  // check-sat commands
  std::size_t at = skip_blank(text, 0);
  while (at < text.size()) {
    const std::size_t end = skip_expression(text, at);
    if (end == kNotFound || text[at] != '(') {
      shape.balanced = false;
      break;
    }
    if (shape.exit == kNotFound) note_command(text.substr(at, end - at), at, since_reset, shape);
    at = skip_blank(text, end);
  }
  return shape;
}

namespace {

/// A change of a script's text: `removed` characters at `at` become `added`.
struct Edit {
  std::size_t at = 0;
  std::size_t removed = 0;
  std::string added = {};
};

std::string queries_of(const Query& query) {
  std::string text;
  if (query.objectives) text += "\n(get-objectives)";
  if (query.model) text += "\n(get-model)";
  if (query.core) text += "\n(get-unsat-core)";
  if (!query.proof.empty()) text += "\n(get-proof)";
  return text.empty() ? text : text + '\n';
}

std::string echo_of(std::string_view marker) { return "\n(echo \"" + std::string(marker) + "\")\n"; }

std::vector<Edit> edits_of(const ScriptShape& shape, const Composition& how) {
  std::vector<Edit> edits;
  for (const std::size_t reset : shape.resets) edits.push_back({reset, 0, '\n' + how.preludes});
  if (shape.checks > 0) edits.push_back({shape.after_last_check, 0, queries_of(how.query)});
  if (how.query.certificates && how.mark_replies) {
    for (const RequestPlace& request : shape.requests) {
      edits.push_back({request.begin, 0, echo_of(kReplyBegin)});
      edits.push_back({request.begin + request.size, 0, echo_of(kReplyEnd)});
    }
  }
  for (const auto& [at, size] : shape.echoes) edits.push_back({at, size});  // last: what is added comes before them
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& one, const Edit& other) { return one.at < other.at; });
  return edits;
}

}  // namespace

std::string compose(std::string_view script, const ScriptShape& shape, const Composition& how) {
  std::string text = how.preludes;
  text.reserve(text.size() + script.size() + 64);
  const std::size_t end = how.cut_exit ? std::min(shape.exit, script.size()) : script.size();
  std::size_t from = 0;
  for (const Edit& edit : edits_of(shape, how)) {
    if (edit.at > end) break;
    text += script.substr(from, edit.at - from);
    text += edit.added;
    from = edit.at + edit.removed;
  }
  text += script.substr(from, std::max(end, from) - from);
  if (text.empty() || text.back() != '\n') text += '\n';
  return text;
}

}  // namespace assay::smt
