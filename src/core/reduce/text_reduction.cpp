#include "core/reduce/text_reduction.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/reduce/minimize.hpp"

namespace assay::core {
namespace {

/// A part of a text that a step may leave out.
struct Piece {
  std::size_t begin = 0, end = 0;
};

std::vector<Piece> lines_in(std::string_view text) {
  std::vector<Piece> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t newline = text.find('\n', at);
    const std::size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
    lines.push_back({at, end});
    at = end;
  }
  return lines;
}

/// The groups of brackets inside of exactly `depth` other groups. Without regard to strings and comments: a group that
/// is none only costs a run.
std::vector<Piece> groups_in(std::string_view text, std::size_t depth) {
  std::vector<Piece> groups;
  std::vector<std::size_t> open;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (std::string_view("([{").find(text[at]) != std::string_view::npos) open.push_back(at);
    if (std::string_view(")]}").find(text[at]) == std::string_view::npos || open.empty()) continue;
    if (open.size() == depth + 1) groups.push_back({open.back(), at + 1});
    open.pop_back();
  }
  return groups;
}

bool is_part_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Words and single other characters, each with the blanks before it.
std::vector<Piece> words_in(std::string_view text) {
  std::vector<Piece> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_blank(text[end])) ++end;
    if (end < text.size() && is_part_of_word(text[end])) {
      while (end < text.size() && is_part_of_word(text[end])) ++end;
    } else if (end < text.size()) {
      ++end;
    }
    words.push_back({at, end});
    at = end;
  }
  return words;
}

/// The text without the pieces whose flag is false.
std::string with_pieces(std::string_view text, const std::vector<Piece>& pieces, const std::vector<bool>& kept) {
  std::string made;
  std::size_t done = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (kept[i]) continue;
    made += text.substr(done, pieces[i].begin - done);
    done = pieces[i].end;
  }
  return made += text.substr(done);
}

class TextReducer {
 public:
  TextReducer(std::string text, const KeepsText& keeps, ReductionClock& clock)
      : text_(std::move(text)), keeps_(keeps), clock_(clock) {}

  std::string run() {
    std::size_t before = 0;
    do {
      before = text_.size();
      leave_out(lines_in(text_));
      bool deeper = true;
      for (std::size_t depth = 0; deeper && !clock_.is_over(); ++depth) {
        const std::vector<Piece> groups = groups_in(text_, depth);
        deeper = !groups.empty();
        leave_out(groups);
      }
      leave_out(words_in(text_));
    } while (text_.size() < before && !clock_.is_over());
    return std::move(text_);
  }

 private:
  void leave_out(const std::vector<Piece>& pieces) {
    const std::string whole = text_;
    const auto keeps = [&](const std::vector<bool>& kept) {
      std::string smaller = with_pieces(whole, pieces, kept);
      if (!clock_.take() || !keeps_(smaller)) return false;
      text_ = std::move(smaller);
      return true;
    };
    static_cast<void>(minimize_kept(pieces.size(), keeps, [&] { return clock_.is_over(); }));
  }

  std::string text_;
  const KeepsText& keeps_;
  ReductionClock& clock_;
};

}  // namespace

std::string reduce_text(std::string text, const KeepsText& keeps, ReductionClock& clock) {
  return TextReducer(std::move(text), keeps, clock).run();
}

std::optional<std::string> reduce_file(const std::string& text, const std::optional<LanguageReducer>& language,
                                       const KeepsText& keeps, const ReduceBudget& budget) {
  ReductionClock clock(budget);
  const bool text_is_kept = keeps(text);
  std::optional<std::string> best;
  const bool same = language && language->printed == text;
  if (language && (same ? text_is_kept : keeps(language->printed))) best = language->reduce(keeps, clock);
  if (text_is_kept && (!best || best->size() > text.size())) best = text;
  return best ? std::optional(reduce_text(*std::move(best), keeps, clock)) : std::nullopt;
}

}  // namespace assay::core
