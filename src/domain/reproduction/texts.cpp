#include "domain/reproduction/texts.hpp"

#include <algorithm>
#include <cctype>

namespace assay::domain::reproduction {
bool calls(std::string_view text, std::string_view name) {
  const auto belongs = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  const std::string call = std::string(name) + "(";
  for (std::size_t at = text.find(call); at != std::string_view::npos; at = text.find(call, at + 1))
    if (at == 0 || !belongs(text[at - 1])) return true;
  return false;
}

std::string functions_for(std::string_view body, std::initializer_list<std::span<const FunctionText>> all) {
  std::string chosen;
  std::string text(body);
  for (auto part = std::rbegin(all); part != std::rend(all); ++part) {
    for (auto function = part->rbegin(); function != part->rend(); ++function) {
      if (!calls(text, function->name)) continue;
      chosen = std::string(function->text) + "\n" + chosen;
      text += function->text;
    }
  }
  return chosen;
}

std::string element(std::size_t instruction) { return "a" + std::to_string(instruction); }

std::string comment(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    text += std::string(end == 0 ? "//" : "// ") + std::string(lines.substr(0, end)) + "\n";
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text;
}

}  // namespace assay::domain::reproduction
