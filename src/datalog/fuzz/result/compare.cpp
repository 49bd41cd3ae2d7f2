#include "datalog/fuzz/result/compare.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/text.hpp"
#include "datalog/fuzz/result/structure_text.hpp"
#include "datalog/program/meaning.hpp"

namespace assay::datalog {
namespace {

bool comparable(const Program& program, const Relation& relation) {
  return std::all_of(relation.attributes.begin(), relation.attributes.end(),
                     [&](const Attribute& attribute) { return is_comparable(program, attribute); });
}

/// Whether both relations have the same number of attributes, of the same types.
bool same_types(const Relation& left, const Relation& right) {
  return std::equal(left.attributes.begin(), left.attributes.end(), right.attributes.begin(), right.attributes.end(),
                    [](const Attribute& a, const Attribute& b) {
                      return a.type == b.type && (a.type != Type::Opaque || a.declared == b.declared);
                    });
}

}  // namespace

std::optional<RelationId> relation_named(const Program& program, std::string_view name) {
  for (RelationId id = 0; id < program.relations.size(); ++id)
    if (program.relations[id].name == name) return id;
  return std::nullopt;
}

std::string tuple_text(const Relation& relation, const Value* tuple, const std::vector<std::string>& symbols) {
  std::string text = relation.name + "(";
  for (std::size_t i = 0; i < relation.arity(); ++i) {
    text += i > 0 ? ", " : "";
    const bool symbol = relation.attributes[i].type == Type::Symbol;
    if (symbol ? symbols.at(static_cast<std::size_t>(tuple[i])) == kNullSymbol : tuple[i] == kNull) {
      text += "NULL";
    } else if (relation.attributes[i].type == Type::Symbol) {
      text += '"' + symbols.at(static_cast<std::size_t>(tuple[i])) + '"';
    } else if (relation.attributes[i].type == Type::Opaque) {
      text += symbols.at(static_cast<std::size_t>(tuple[i]));
    } else {
      text += std::to_string(tuple[i]);
    }
  }
  return text + ")";
}

namespace {

std::string list_of(const Relation& relation, const TupleDifference& tuples, const std::vector<std::string>& symbols) {
  std::string text;
  for (std::size_t i = 0; i < std::min(tuples.some.count, kShownTuples); ++i)
    text += "  " + tuple_text(relation, tuples.some.row(i), symbols) + "\n";
  if (tuples.count > kShownTuples) text += "  and " + std::to_string(tuples.count - kShownTuples) + " more\n";
  return text;
}

TupleDifference complete_difference(Tuples tuples) {
  const std::size_t count = tuples.count;
  return {std::move(tuples), count};
}

/// Maps the symbols of a second result to the positions of the same symbols in the first result. Symbols that the first
/// result lacks are appended.
class SymbolTable {
 public:
  explicit SymbolTable(const std::vector<std::string>& symbols) : symbols_(symbols) {
    for (std::size_t i = 0; i < symbols_.size(); ++i) positions_.emplace(symbols_[i], static_cast<Value>(i));
  }

  Tuples renamed(const Relation& relation, const Tuples& tuples, const std::vector<std::string>& symbols) {
    Tuples out = tuples;
    bool changed = false;
    for (std::size_t column = 0; column < relation.arity(); ++column) {
      if (!is_read_as_text(relation.attributes[column].type)) continue;
      for (std::size_t row = 0; row < out.count; ++row) {
        Value& value = out.values[row * out.arity + column];
        value = position(symbols.at(static_cast<std::size_t>(value)));
        changed = true;
      }
    }
    if (changed) out.sort();
    return out;
  }
  [[nodiscard]] const std::vector<std::string>& symbols() const { return symbols_; }

 private:
  Value position(const std::string& symbol) {
    const auto [at, is_new] = positions_.emplace(symbol, static_cast<Value>(symbols_.size()));
    if (is_new) symbols_.push_back(symbol);
    return at->second;
  }

  std::vector<std::string> symbols_;
  std::unordered_map<std::string, Value> positions_;  // looked up, never iterated over
};

Tuples empty_tuples(std::size_t arity) {
  Tuples none;
  none.arity = arity;
  return none;
}

}  // namespace

std::string claim_of(Oracle expected) {
  switch (expected) {
    case Oracle::Superset: return "the transformed program's must have all tuples of the original's";
    case Oracle::Subset: return "the transformed program's may have tuples of the original's only";
    case Oracle::Equal:
    case Oracle::Unknown: break;
  }
  return "the transformed program's must equal the original's";
}

core::Verdict wrong_result(bool missing, bool extra, std::string detail) {
  const std::string reason = missing && extra ? "other tuples" : (missing ? "missing tuples" : "extra tuples");
  return core::Verdict::bug(core::BugKind::WrongResult, reason, std::move(detail));
}

core::Verdict wrong_relation(const Relation& relation, const std::string& claim, const TupleDifference& missing,
                             const TupleDifference& extra, const std::vector<std::string>& symbols) {
  std::string detail = "relation " + relation.name + ": " + claim + "\n";
  const auto list = [&](const char* what, const TupleDifference& tuples) {
    if (tuples.count > 0) detail += what + std::to_string(tuples.count) + ":\n" + list_of(relation, tuples, symbols);
  };
  list("missing ", missing);
  list("too many ", extra);
  return wrong_result(missing.count > 0, extra.count > 0, std::move(detail));
}

std::string relation_in(std::string_view detail) {
  constexpr std::string_view kBegin = "relation ";
  for (const std::string_view line : split(detail, '\n'))
    if (line.starts_with(kBegin)) return std::string(line.substr(kBegin.size(), line.find(':') - kBegin.size()));
  return {};
}

std::vector<ComparedPair> compared_pairs(const Program& original, const Program& transformed,
                                         const std::vector<std::pair<std::string, Oracle>>& expectations) {
  std::vector<ComparedPair> pairs;
  for (const auto& [name, expected] : expectations) {
    const auto here = relation_named(original, name);
    const auto there = relation_named(transformed, name);
    if (expected == Oracle::Unknown || !here || !there) continue;
    const Relation& relation = original.relations[*here];
    if (!comparable(original, relation)) continue;
    if (!same_types(relation, transformed.relations[*there])) continue;
    pairs.push_back({*here, *there, expected});
  }
  return pairs;
}

std::optional<core::Verdict> compare_results(const Results& original, const Results& transformed,
                                             const std::vector<std::pair<std::string, Oracle>>& expectations,
                                             std::string_view claim) {
  SymbolTable table(original.output->symbols);
  for (const auto& [here, there, expected] : compared_pairs(*original.program, *transformed.program, expectations)) {
    if (!original.output->present[here] || !transformed.output->present[there]) continue;
    const Relation& relation = original.program->relations[here];
    const Tuples& left = original.output->relations[here];
    const Tuples right = table.renamed(transformed.program->relations[there], transformed.output->relations[there],
                                       transformed.output->symbols);
    Tuples missing = difference(left, right);
    Tuples extra = difference(right, left);
    if (expected == Oracle::Superset) extra = empty_tuples(extra.arity);
    if (expected == Oracle::Subset) missing = empty_tuples(missing.arity);
    if (!missing.empty() || !extra.empty())
      return wrong_relation(relation, claim.empty() ? claim_of(expected) : std::string(claim),
                            complete_difference(std::move(missing)), complete_difference(std::move(extra)),
                            table.symbols());
  }
  if (std::optional<core::Verdict> repeated = repeated_tuples(*original.program, *original.output)) return repeated;
  return repeated_tuples(*transformed.program, *transformed.output);
}

std::optional<core::Verdict> repeated_tuples(const Program& program, const Output& output) {
  for (RelationId id = 0; id < output.repeated.size(); ++id) {
    if (output.repeated[id].empty()) continue;
    const Relation& relation = program.relations[id];
    const TupleDifference more = complete_difference(output.repeated[id]);
    std::string detail = "relation " + relation.name + ": it must be a set\nrepeated " + std::to_string(more.count) +
                         ":\n" + list_of(relation, more, output.symbols);
    return core::Verdict::bug(core::BugKind::WrongResult, "repeated tuples", std::move(detail));
  }
  return std::nullopt;
}

std::optional<WrongTuples> wrong_tuples(const Program& program, const Output& output, const Evaluation& evaluation) {
  std::optional<Output> texts;  // has a value if the evaluation has structures, which are compared by their texts
  if (!evaluation.structures.empty()) {
    texts = as_output(program, evaluation, evaluation.symbols.empty() ? output.symbols : evaluation.symbols);
    if (!texts) return std::nullopt;
  }
  std::optional<SymbolTable> table;  // has a value if the evaluation has symbols that the program lacks
  if (texts || !evaluation.symbols.empty()) table.emplace(output.symbols);
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    const Relation& relation = program.relations[id];
    if (!output.present[id] || !comparable(program, relation)) continue;
    if (texts && (!texts->present[id] || !relation.choice_domains.empty())) continue;
    const Tuples& computed = texts ? texts->relations[id] : evaluation.relations[id];
    const Tuples expected =
        table ? table->renamed(relation, computed, texts ? texts->symbols : evaluation.symbols) : computed;
    Tuples missing = difference(expected, output.relations[id]);
    Tuples extra = difference(output.relations[id], expected);
    if (!missing.empty() || !extra.empty())
      return WrongTuples{id, std::move(missing), std::move(extra), table ? table->symbols() : output.symbols};
  }
  return std::nullopt;
}

std::optional<core::Verdict> compare_with_reference(const Program& program, const Output& output,
                                                    const Evaluation& evaluation) {
  std::optional<WrongTuples> wrong = wrong_tuples(program, output, evaluation);
  if (!wrong) return repeated_tuples(program, output);
  return wrong_relation(program.relations[wrong->relation], std::string(kReferenceClaim),
                        complete_difference(std::move(wrong->missing)), complete_difference(std::move(wrong->extra)),
                        wrong->symbols);
}

std::vector<std::pair<std::string, Oracle>> all_equal(const Program& program) {
  std::vector<std::pair<std::string, Oracle>> rows;
  for (const Relation& relation : program.relations)
    if (relation.choice_domains.empty()) rows.emplace_back(relation.name, Oracle::Equal);
  return rows;
}

}  // namespace assay::datalog
