#include <bit>
#include <charconv>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/text.hpp"
#include "datalog/dialect/souffle/words/souffle.hpp"
#include "datalog/dialect/souffle/words/souffle_symbols.hpp"

namespace assay::datalog {
namespace {

constexpr std::string_view kBlockBegins = "---------------";
constexpr std::string_view kTuplesBegin = "===============";  // the same line ends the tuples

class OutputReader {
 public:
  OutputReader(const Program& program, std::string_view text, const ReadLimits& limits)
      : program_(program), text_(text), limits_(limits) {
    out_.symbols = program.symbols;
    out_.present.assign(program.relations.size(), false);
    for (const Relation& relation : program.relations) {
      index_.emplace(relation.name, out_.relations.size());
      out_.relations.emplace_back().arity = relation.arity();
    }
  }

  Result<Output> run() {
    Interner symbols(out_.symbols);
    symbols_ = &symbols;
    std::string_view line;
    while (problem_.empty() && next_line(line)) {
      if (line == kBlockBegins) {
        read_block();
      } else if (!is_size(line)) {
        problem_ = "a line that belongs to no relation";
      }
    }
    if (!problem_.empty()) return Error{"Souffle's output, line " + std::to_string(line_) + ": " + problem_, ""};
    return std::move(out_);
  }

 private:
  bool next_line(std::string_view& line) {
    if (position_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', position_), text_.size());
    line = text_.substr(position_, end - position_);
    position_ = end + 1;
    ++line_;
    return true;
  }

  /// Whether the line is the output of a seed's `.printsize`: a name, a tab and a number.
  [[nodiscard]] bool is_size(std::string_view line) const {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos || program_.seed.dialect.empty()) return false;
    return parse_unsigned(line.substr(tab + 1)).has_value();
  }

  void read_block();
  bool read_heading(std::string_view& name);
  void add(Tuples& tuples, std::size_t relation);
  bool read_tuple(std::string_view line, const Relation& relation);
  bool read_value(std::string_view field, Type type, Value& value);

  const Program& program_;
  std::string_view text_;
  const ReadLimits& limits_;
  std::unordered_map<std::string, std::size_t> index_;
  Output out_;
  Interner* symbols_ = nullptr;
  std::size_t position_ = 0;
  std::size_t line_ = 0;
  std::size_t tuples_ = 0;
  std::vector<Value> row_;
  std::string problem_;
};

/// Reads the relation's name, a line of attribute names that only some versions print, and the line above the tuples.
bool OutputReader::read_heading(std::string_view& name) {
  std::string_view line;
  if (next_line(name) && next_line(line) && (line == kTuplesBegin || (next_line(line) && line == kTuplesBegin)))
    return true;
  problem_ = "a relation's name and a line of equals signs were expected";
  return false;
}

void OutputReader::read_block() {
  std::string_view name;
  if (!read_heading(name)) return;
  const auto known = index_.find(std::string(name));
  if (known == index_.end() && program_.seed.dialect.empty()) {
    problem_ = "there is no relation " + printable(shortened(name, 80));
    return;
  }
  const std::size_t id = known == index_.end() ? 0 : known->second;
  Tuples tuples;
  tuples.arity = known == index_.end() ? 0 : program_.relations[id].arity();
  std::string_view line;
  while (next_line(line)) {
    if (line == kTuplesBegin) return known == index_.end() ? void() : add(tuples, id);
    if (known == index_.end()) continue;
    if (++tuples_ > limits_.tuples) {
      problem_ = "more than " + std::to_string(limits_.tuples) + " tuples";
      return;
    }
    if (!read_tuple(line, program_.relations[id])) return;
    if (limits_.sink == nullptr) {
      tuples.add(row_);
    } else if (const Status added = limits_.sink->add(static_cast<RelationId>(id), row_.data(), out_.symbols); !added) {
      problem_ = added.error().message;
      return;
    }
  }
  problem_ = "the output ends in the middle of a relation";
}

void OutputReader::add(Tuples& tuples, std::size_t relation) {
  tuples.sort();
  if (out_.present[relation] && !(out_.relations[relation] == tuples)) {
    problem_ = "relation " + program_.relations[relation].name + " comes twice, with different tuples";
    return;
  }
  out_.present[relation] = true;
  out_.relations[relation] = std::move(tuples);
}

bool OutputReader::read_tuple(std::string_view line, const Relation& relation) {
  row_.clear();
  if (relation.arity() == 0) {
    if (line != "()") problem_ = "() was expected";
    return problem_.empty();
  }
  for (std::size_t i = 0; i < relation.arity(); ++i) {
    const bool last = i + 1 == relation.arity();
    const std::size_t end = line.find('\t');
    if (last != (end == std::string_view::npos)) {
      problem_ = "a tuple of " + relation.name + " with another number of fields";
      return false;
    }
    const std::string_view field = line.substr(0, end);
    if (!read_value(field, relation.attributes[i].type, row_.emplace_back())) {
      problem_ = "'" + printable(shortened(field, 80)) + "' is no " + std::string(name(relation.attributes[i].type));
      return false;
    }
    line.remove_prefix(last ? line.size() : end + 1);
  }
  return true;
}

template <typename Number>
bool read_all(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool OutputReader::read_value(std::string_view field, Type type, Value& value) {
  static_assert(kSouffleBits == 32);
  switch (type) {
    case Type::Unsigned: {
      std::uint32_t number = 0;
      const bool good = read_all(field, number);
      value = number;
      return good;
    }
    case Type::Float: {
      double number = 0;
      const bool good = read_all(field, number);
      value = std::bit_cast<Value>(number);
      return good;
    }
    case Type::Symbol:
    case Type::Opaque: value = (*symbols_)(field); return true;
    case Type::Number:
    case Type::Bool: break;
  }
  std::int32_t number = 0;
  const bool good = read_all(field, number);
  value = number;
  return good;
}

}  // namespace

Result<Output> read_souffle_output(const Program& program, std::string_view output, const ReadLimits& limits) {
  return OutputReader(program, output, limits).run();
}

}  // namespace assay::datalog
