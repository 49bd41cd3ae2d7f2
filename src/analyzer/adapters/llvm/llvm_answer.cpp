#include "analyzer/adapters/llvm/llvm_answer.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr std::size_t kClaimFields = 16;

WideBits hexadecimal_bits(std::string_view text) {
  WideBits bits = 0;
  for (const char c : text) {
    const auto digit = static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    bits = bits << 4U | digit;
  }
  return bits;
}

/// The comparison that a predicate of icmp ("slt") means, without its signedness. Nullopt: the text is no predicate.
std::optional<std::string> relation_sign(std::string_view predicate) {
  if (predicate == "eq") return "==";
  if (predicate == "ne") return "!=";
  if (predicate.empty() || (predicate[0] != 's' && predicate[0] != 'u')) return std::nullopt;
  const std::string_view without_sign = predicate.substr(1);
  if (without_sign == "lt") return "<";
  if (without_sign == "le") return "<=";
  if (without_sign == "gt") return ">";
  if (without_sign == "ge") return ">=";
  return std::nullopt;
}

std::optional<Property> interval(const std::vector<std::string_view>& words) {
  if (words.size() != 3) return std::nullopt;
  Interval made;
  if (words[1] != "-" && !(made.low = wide_from(words[1]))) return std::nullopt;
  if (words[2] != "-" && !(made.high = wide_from(words[2]))) return std::nullopt;
  return made;
}

Property named(const std::vector<std::string_view>& words, std::size_t first) {
  Named made{std::string(words[first]), {}};
  for (std::size_t i = first + 1; i < words.size(); ++i) made.arguments.emplace_back(words[i]);
  return made;
}

/// The line of each name's definition: "function name" -> line. Parameters have the line of their function.
class Lines {
 public:
  explicit Lines(std::string_view text) {
    unsigned number = 0;
    std::string function;
    for (const std::string_view line : split(text, '\n')) {
      ++number;
      if (line.substr(0, 7) == "define ") {
        const std::size_t at = line.find('@');
        function = at == std::string_view::npos ? "" : std::string(line.substr(at + 1, line.find('(', at) - at - 1));
        lines_[function] = number;
        continue;
      }
      const std::string_view words = trim(line);
      const std::size_t end = words.find_first_of(" :");
      if (words.empty() || function.empty() || end == std::string_view::npos) continue;
      const bool label = words[end] == ':';
      if (words[0] == '%' || label)
        lines_[function + " " + (label ? "%" : "") + std::string(words.substr(0, end))] = number;
    }
  }
  [[nodiscard]] unsigned of(const std::string& function, std::string_view name) const {
    const auto exact = lines_.find(function + " " + std::string(name));
    if (exact != lines_.end()) return exact->second;
    const auto whole = lines_.find(function);
    return whole == lines_.end() ? 0 : whole->second;
  }

 private:
  std::map<std::string, unsigned> lines_;
};

/// The line of the module itself, for facts without debug information.
unsigned line_of(const Lines& lines, const std::vector<std::string_view>& fields) {
  return lines.of(std::string(fields[1]), fields[2]);
}

std::optional<Fact> fact_of(const std::vector<std::string_view>& fields, const Lines& lines, const std::string& file) {
  std::optional<Property> property = llvm_property(fields[6]);
  if (!property) return std::nullopt;
  Fact fact;
  // Debug information names the file of the place: any of several sources, or a header.
  fact.place.file = fields[13].empty() ? file : std::string(fields[13]);
  const std::uint64_t told = parse_unsigned(fields[14]).value_or(0);
  fact.place.line = told > 0 ? static_cast<unsigned>(told) : line_of(lines, fields);
  fact.place.column = static_cast<unsigned>(parse_unsigned(fields[15]).value_or(0));
  fact.place.function = fields[1];
  fact.place.context = fields[8];
  fact.place.when = fields[8].substr(0, 3) == "at " ? Place::When::Before : Place::When::After;
  const bool trips = fields[5] == "trip-count";
  fact.subject.kind = trips                        ? Subject::Kind::Loop
                      : fields[6] == "unreachable" ? Subject::Kind::Point
                                                   : Subject::Kind::Value;
  if (trips) fact.subject.measure = Subject::Measure::TripCount;
  fact.subject.text = fields[2];
  fact.subject.operation = fields[3];
  fact.subject.type = fields[4];
  fact.property = std::move(*property);
  fact.assumptions = {std::string(kNoPoison), std::string(kNoUndefined)};
  fact.source = fields[7];
  return fact;
}

/// Whether the input in a witness has poison: "value 3 (0x3) for i8 poison".
bool has_poison(const std::string& witness) {
  constexpr std::string_view kInput = ") for ";
  const std::size_t at = witness.find(kInput);
  if (at == std::string::npos) return false;
  const std::string_view input = std::string_view(witness).substr(at, witness.find('\n', at) - at);
  return input.find("poison") != std::string_view::npos;
}

}  // namespace

std::optional<Property> llvm_property(std::string_view text) {
  const std::vector<std::string_view> words = split(text, ' ');
  if (words.empty()) return std::nullopt;
  if (words[0] == "unreachable") return Unreachable{};
  if (words[0] == "never") return Named{"no-value", {}};
  if (words[0] == "interval") return interval(words);
  if (words.size() < 2) return std::nullopt;
  if (words[0] == "values" && words[1] == "!0") return ValueSet{{0}, true};
  if (words[0] == "bits" && words.size() == 4) {
    const std::optional<std::uint64_t> width = parse_unsigned(words[1]);
    if (!width) return std::nullopt;
    return KnownBits{static_cast<unsigned>(*width), hexadecimal_bits(words[2]), hexadecimal_bits(words[3])};
  }
  if (words[0] == "relation" && words.size() > 2) {
    // The other side is a SCEV, which may contain spaces.
    const std::string_view other = text.substr(static_cast<std::size_t>(words[2].data() - text.data()));
    const std::optional<std::string> sign = relation_sign(words[1]);
    if (!sign) return std::nullopt;
    return Relation{*sign, std::string(other), 0};
  }
  if (words[0] == "alias" && words.size() == 3) return Aliasing{std::string(words[1]), words[2] == "1"};
  if (words[0] == "range") return named(words, 0);
  if (words[0] == "named") return named(words, 1);
  return std::nullopt;
}

std::optional<LlvmAnswer> read_llvm_answer(std::string_view text, const core::File& file) {
  LlvmAnswer answer;
  const Lines lines(file.content);
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> fields = split(line, '\t');
    if (fields.empty() || line.empty()) continue;
    if (fields[0] == "claim" && fields.size() == kClaimFields) {
      std::optional<Fact> fact = fact_of(fields, lines, file.name);
      const std::optional<std::uint64_t> runs = parse_unsigned(fields[9]), broken = parse_unsigned(fields[10]);
      if (!fact || !runs || !broken) return std::nullopt;
      answer.facts.push_back(std::move(*fact));
      std::string witness = replace_all(std::string(fields[11]), "\\n", "\n");
      const bool given_poison = has_poison(witness);
      answer.checked.push_back({*runs, *broken, std::move(witness), std::string(fields[12]), given_poison, {}});
    } else if (fields[0] == "unread" && fields.size() == 3) {
      answer.unread.emplace_back(fields[1], parse_unsigned(fields[2]).value_or(0));
    } else if (fields[0] == "miscompiled" && fields.size() == 2) {
      answer.miscompiled.push_back(replace_all(std::string(fields[1]), "\\n", "\n"));
    } else if (fields[0] == "problem" && fields.size() == 2) {
      answer.problem = fields[1];
    } else if (fields[0] == "judged" && fields.size() == 3) {
      answer.judged = parse_unsigned(fields[1]).value_or(0);
    } else {
      return std::nullopt;
    }
  }
  std::sort(answer.unread.begin(), answer.unread.end());
  return answer;
}

}  // namespace assay::analyzer
