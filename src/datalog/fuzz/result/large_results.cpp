#include "datalog/fuzz/result/large_results.hpp"

#include <algorithm>

#include "datalog/fuzz/result/structure_text.hpp"

namespace assay::datalog {
namespace {

/// Maximum memory of the symbols of both sides.
constexpr std::size_t kMaxSymbolBytes = std::size_t{16} << 20;
/// Estimated memory of one symbol in addition to its characters.
constexpr std::size_t kSymbolOverheadBytes = 64;
/// Number of tuples between two checks for a stop request.
constexpr std::uint64_t kStopPeriod = 1U << 16;

/// Lexicographical order of two rows as a negative number, 0 or a positive number. Null comes last.
int order_of(const Value* left, const Value* right, std::size_t arity) {
  if (left == nullptr || right == nullptr) return left == nullptr ? 1 : -1;
  for (std::size_t i = 0; i < arity; ++i)
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  return 0;
}

}  // namespace

LargeComparison::Side::Side(const Program& program, std::vector<std::optional<std::size_t>> pairs, std::size_t arity,
                            Symbols& symbols, DiskBudget& disk, std::size_t memory_bytes)
    : sorted(arity, disk, memory_bytes), program_(program), pairs_(std::move(pairs)), all_(symbols), row_(arity) {}

Status LargeComparison::Side::translate(const std::vector<std::string>& symbols) {
  while (translated_.size() < symbols.size()) {
    const std::string& name = symbols[translated_.size()];
    const auto [entry, is_new] = all_.values.emplace(name, static_cast<Value>(all_.names.size()));
    if (is_new) {
      all_.names.push_back(name);
      all_.bytes += 2 * name.size() + kSymbolOverheadBytes;
    }
    translated_.push_back(entry->second);
    if (all_.bytes > kMaxSymbolBytes) return Error{"a result has too many symbols", ""};
  }
  return {};
}

Status LargeComparison::Side::add(RelationId relation, const Value* tuple, const std::vector<std::string>& symbols) {
  if (translated_.size() < symbols.size())
    if (Status status = translate(symbols); !status) return status;
  const std::optional<std::size_t> pair = pairs_[relation];
  if (!pair) return {};
  const std::vector<Attribute>& attributes = program_.relations[relation].attributes;
  row_[0] = static_cast<Value>(*pair);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    row_[i + 1] = is_read_as_text(attributes[i].type) ? translated_.at(static_cast<std::size_t>(tuple[i])) : tuple[i];
  }
  std::fill(row_.begin() + static_cast<std::ptrdiff_t>(attributes.size() + 1), row_.end(), 0);
  return sorted.add(row_.data());
}

LargeComparison::LargeComparison(const Program& original, const Program& transformed,
                                 const std::vector<std::pair<std::string, Oracle>>& expectations, DiskBudget& disk,
                                 std::string_view claim, std::size_t memory_bytes)
    : program_(original),
      pairs_(compared_pairs(original, transformed, expectations)),
      claim_(claim),
      original_(original, by_relation(original, &ComparedPair::original), arity(), symbols_, disk, memory_bytes),
      transformed_(transformed, by_relation(transformed, &ComparedPair::transformed), arity(), symbols_, disk,
                   memory_bytes) {}

std::size_t LargeComparison::arity() const {
  std::size_t max_arity = 0;
  for (const ComparedPair& pair : pairs_) max_arity = std::max(max_arity, program_.relations[pair.original].arity());
  return max_arity + 1;
}

std::vector<std::optional<std::size_t>> LargeComparison::by_relation(const Program& program,
                                                                     RelationId ComparedPair::*side) const {
  std::vector<std::optional<std::size_t>> pairs(program.relations.size());
  for (std::size_t i = 0; i < pairs_.size(); ++i) pairs[pairs_[i].*side] = i;
  return pairs;
}

void LargeComparison::add_difference(std::optional<RelationDifference>& found, std::size_t pair, bool missing,
                                     const Value* tuple) const {
  const Relation& relation = program_.relations[pairs_[pair].original];
  if (!found) found = RelationDifference{pair, {}, {}};
  TupleDifference& differing = missing ? found->missing : found->extra;
  differing.some.arity = relation.arity();
  if (differing.some.count < kShownTuples) differing.some.add(tuple + 1);
  ++differing.count;
}

Result<std::optional<core::Verdict>> LargeComparison::verdict(const std::vector<bool>& original_present,
                                                              const std::vector<bool>& transformed_present,
                                                              const std::stop_token& stop) {
  for (Side* side : {&original_, &transformed_})
    if (const Status finished = side->sorted.finish(); !finished) return finished.error();
  std::optional<RelationDifference> found;
  Result<const Value*> left = original_.sorted.next();
  Result<const Value*> right = transformed_.sorted.next();
  const std::size_t arity = this->arity();
  for (std::uint64_t seen = 1; left && right && (*left != nullptr || *right != nullptr); ++seen) {
    if (seen % kStopPeriod == 0 && stop.stop_requested()) return Error{"cancelled", ""};
    const int order = order_of(*left, *right, arity);
    const Value* tuple = order <= 0 ? *left : *right;
    const auto position = static_cast<std::size_t>(tuple[0]);
    if (found && found->pair != position) break;
    const auto& [here, there, expected] = pairs_[position];
    const Oracle harmless = order < 0 ? Oracle::Subset : Oracle::Superset;
    if (order != 0 && expected != harmless && original_present[here] && transformed_present[there])
      add_difference(found, position, order < 0, tuple);
    if (order <= 0) left = original_.sorted.next();
    if (order >= 0) right = transformed_.sorted.next();
  }
  if (!left) return left.error();
  if (!right) return right.error();
  if (!found) return std::optional<core::Verdict>();
  const ComparedPair& pair = pairs_[found->pair];
  return std::optional(wrong_relation(program_.relations[pair.original],
                                      claim_.empty() ? claim_of(pair.expected) : claim_, found->missing, found->extra,
                                      symbols_.names));
}

}  // namespace assay::datalog
