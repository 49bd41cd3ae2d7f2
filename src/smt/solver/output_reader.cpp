#include "output_reader.hpp"

#include "base/text.hpp"
#include "script_shape.hpp"

namespace assay::smt {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
/// Maximum number of attempts to read a list without an end. Each attempt scans the rest of the output.
constexpr unsigned kMaxOpenLists = 4;

ItemKind kind_of_line(std::string_view line) {
  if (line == "sat") return ItemKind::Sat;
  if (line == "unsat") return ItemKind::Unsat;
  if (line == "unknown" || line.starts_with("unknown (")) return ItemKind::Unknown;
  if (line == "timeout") return ItemKind::Timeout;
  if (line == "success") return ItemKind::Success;
  if (line == "unsupported") return ItemKind::Unsupported;
  return ItemKind::Text;
}

bool is_error(std::string_view list) {
  const std::string_view inside = trim(list.substr(1));
  return inside.starts_with("error") && inside.size() > 5 &&
         (inside[5] == ' ' || inside[5] == '"' || inside[5] == '\n');
}

/// The end of an error whose list seems to end at `end`. Some solvers quote strings in messages without escaping them;
/// then the message ends at the last quote with `)` at a line's end.
std::size_t end_of_error(std::string_view out, std::size_t end) {
  const std::size_t next = out.find_first_not_of(" \t\r", end);
  if (next == kNowhere || out[next] != '"') return end;
  const std::size_t last = out.find("\")\n", next);
  return last == kNowhere ? end : last + 2;
}

}  // namespace

std::vector<OutputItem> read_output(std::string_view out) {
  std::vector<OutputItem> items;
  unsigned open_lists = 0;
  std::size_t at = 0;
  while (at < out.size()) {
    const char c = out[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at;
      continue;
    }
    if (c == '(' && open_lists < kMaxOpenLists) {
      const std::size_t end = skip_expression(out, at);
      if (end != kNowhere) {
        const bool fails = is_error(out.substr(at, end - at));
        const std::string_view list = out.substr(at, (fails ? end_of_error(out, end) : end) - at);
        items.push_back({fails ? ItemKind::Error : ItemKind::List, list});
        at += list.size();
        continue;
      }
      ++open_lists;
    }
    const std::size_t end = out.find('\n', at);
    const std::string_view line = trim(out.substr(at, end == kNowhere ? kNowhere : end - at));
    const ItemKind kind = c == '(' && is_error(line) ? ItemKind::Error : kind_of_line(line);
    items.push_back({kind, line});
    if (end == kNowhere) break;
    at = end + 1;
  }
  return items;
}

std::string error_message(std::string_view list) {
  const std::size_t first = list.find('"');
  // The line of an unfinished list may end before the message does, so its last quote is not the end.
  const std::size_t last = list.ends_with(')') || first == kNowhere ? list.rfind('"') : list.size();
  if (first == kNowhere || last == first) {
    const std::size_t word = list.find("error");
    return std::string(trim(word == kNowhere ? list : list.substr(word + 5)));
  }
  return replace_all(std::string(list.substr(first + 1, last - first - 1)), "\"\"", "\"");
}

bool looks_like_model(std::string_view list) {
  if (list.empty()) return false;
  const std::string_view inside = trim(list.substr(1));
  return inside.starts_with("model") || inside.starts_with("(define-") || inside.starts_with("(declare-") ||
         inside.starts_with(")") || inside.starts_with(";") || inside.starts_with("(forall");
}

}  // namespace assay::smt
