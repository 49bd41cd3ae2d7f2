#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/smt/script.hpp"
#include "smt/judge/judges.hpp"

namespace assay::smt {
namespace {

using Names = std::set<std::string, std::less<>>;

/// True for characters of symbols and words.
bool is_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos;
}

std::string with_names_replaced(std::string_view message, const Names& names) {
  std::string out;
  for (std::size_t at = 0; at < message.size();) {
    std::size_t end = at;
    while (end < message.size() && is_part(message[end])) ++end;
    if (end == at) {
      out += message[at++];
      continue;
    }
    const std::string_view word = message.substr(at, end - at);
    out += names.contains(word) ? std::string_view("NAME") : word;
    at = end;
  }
  return out;
}

std::string without_lists(std::string_view message) {
  std::string out;
  std::size_t depth = 0;
  for (std::size_t at = 0; at < message.size(); ++at) {
    const char c = message[at];
    if (c == '(' && (depth > 0 || at == 0 || message[at - 1] == ' ')) {
      if (depth++ == 0) out += "(...)";
    } else if (depth == 0) {
      out += c;
    } else if (c == ')') {
      --depth;
    }
  }
  return out;
}

}  // namespace

std::string cause_of_rejection(std::string_view message, std::string_view script) {
  TermStore store;
  const Result<Script> read = parse_script(store, script, "the script");
  if (!read) return std::string(message);
  const std::vector<std::string> declared = declared_names(store, read->commands);
  Names names(declared.begin(), declared.end());
  for (const char* word : {"a", "A", "I"}) names.erase(word);  // English words
  return without_lists(with_names_replaced(message, names));
}

}  // namespace assay::smt
