#include "analyzer/check/run/run_report.hpp"

#include <charconv>
#include <optional>

#include "base/text.hpp"

namespace assay::analyzer {
namespace {

template <typename Number = std::uint64_t>
std::optional<Number> number(std::string_view text, int base) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class ReportReader {
 public:
  explicit ReportReader(RunReport& report) : report_(report) {}

  void line(std::string_view text) {
    const std::vector<std::string_view> words = split(text, ' ');
    if (words.size() == 4 && words[0] == "fact") counts(words);
    if (words.size() == 4 && words[0] == "broken") broken(words);
    if (words.size() >= 2 && words[0] == "marks") marks(words);
    if (words.size() >= 4 && words[0] == "undefined") {
      report_.undefined = true;
      report_.undefined_at = std::string(words[2]) + ":" + std::string(words[1]) + ": ";
      report_.undefined_at += text.substr(static_cast<std::size_t>(words[3].data() - text.data()));
    }
    if (words.size() >= 2 && words[0] == "end") {
      report_.complete = true;
      report_.end = std::string(text.substr(4));
    }
  }

 private:
  CheckedFact* fact(std::string_view word) {
    const std::optional<std::uint64_t> index = number(word, 10);
    return index && *index < report_.facts.size() ? &report_.facts[*index] : nullptr;
  }
  void counts(const std::vector<std::string_view>& words) {
    CheckedFact* checked = fact(words[1]);
    const std::optional<std::uint64_t> judged = number(words[2], 10);
    const std::optional<std::uint64_t> broken = number(words[3], 10);
    if (checked == nullptr || !judged || !broken) return;
    checked->runs = *judged;
    checked->broken = *broken;
  }
  void broken(const std::vector<std::string_view>& words) {
    CheckedFact* checked = fact(words[1]);
    const std::optional<std::uint64_t> low = number(words[2], 16);
    const std::optional<std::uint64_t> high = number(words[3], 16);
    if (checked == nullptr || !low || !high) return;
    if (checked->broken == 0) checked->broken = checked->runs = 1;
    if (checked->witness.empty())
      checked->witness = "value " + to_text(static_cast<Wide>(static_cast<WideBits>(*high) << 64 | *low));
    last_broken_ = checked;
  }
  /// The marks of the fact that the line before reports as broken.
  void marks(const std::vector<std::string_view>& words) {
    if (last_broken_ == nullptr || !last_broken_->marks.empty()) return;
    for (std::size_t i = 1; i < words.size(); ++i)
      last_broken_->marks.push_back(number<std::int64_t>(words[i], 10).value_or(0));
  }

  RunReport& report_;
  CheckedFact* last_broken_ = nullptr;
};

}  // namespace

RunReport read_run_report(std::string_view text, std::size_t facts) {
  RunReport report;
  report.facts.resize(facts);
  ReportReader reader(report);
  for (const std::string_view line : split(text, '\n')) reader.line(line);
  return report;
}

}  // namespace assay::analyzer
