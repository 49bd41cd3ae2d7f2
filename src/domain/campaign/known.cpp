#include "known.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "assay/domain/contract.hpp"
#include "assay/domain/law.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/target/definition.hpp"

namespace assay::domain {
namespace {

constexpr const char* kManual = "docs/user/domain-test.md";

/// Whether `with` is a prefix of the target that ends between words: `elina:zones` matches `elina:zones:in-place`, but
/// `llvm:ConstantRange@1` does not match `llvm:ConstantRange@16`.
bool begins(std::string_view target, std::string_view with) {
  if (!target.starts_with(with) || with.size() == target.size() || with.back() == ':') return target.starts_with(with);
  const char next = target[with.size()];
  return next == ':' || next == '@' || next == '-';
}

bool begins_with_one(std::string_view target, const std::vector<std::string>& with) {
  return with.empty() ||
         std::any_of(with.begin(), with.end(), [&](const std::string& one) { return begins(target, one); });
}

bool is_any_of(const std::vector<std::string>& words, std::string_view word) {
  return words.empty() || std::find(words.begin(), words.end(), word) != words.end();
}

bool asks_for_one(const std::vector<std::string>& words, Operations program) {
  const auto asked = [&](unsigned operation) {
    const auto one = static_cast<Operation>(operation);
    return program.has(one) && is_any_of(words, name(one));
  };
  for (unsigned i = 0; i < kOperations; ++i)
    if (asked(i)) return true;
  return words.empty();
}

bool is_operation(std::string_view word) { return operation_named(word).has_value(); }

/// Whether findings can have the oracle: "law N" for an existing law, or another oracle.
bool is_oracle(std::string_view word) {
  for (const std::string_view other : {"points", "reference", "observation", "rounding", "leaks", "against"})
    if (word == other) return true;
  const std::string_view digits = word.starts_with("law ") ? word.substr(4) : "";
  const auto number = parse_unsigned(digits);
  return number && law(static_cast<unsigned>(*number)) != nullptr;
}

bool has_all(const std::vector<std::string>& shape, const std::vector<std::string>& patterns) {
  return std::all_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return std::any_of(shape.begin(), shape.end(),
                       [&](const std::string& line) { return core::matches_lines(pattern, line); });
  });
}

/// Reads one or more words. Refuses a word that no finding can have, because its row would never match.
void read_words(core::TomlRow& from, std::string_view key, bool (*exists)(std::string_view),
                std::vector<std::string>& out) {
  from.words(key, out);
  for (const std::string& word : out)
    if (!exists(word)) from.refuse_at(key, "no finding has '" + word + "' there", kManual);
}

KnownRow read_row(core::TomlRow& from) {
  KnownRow row;
  core::read_known_bug(from, "cause", row.bug);
  read_words(
      from, "target", [](std::string_view word) { return !word.empty(); }, row.targets);
  read_words(from, "oracle", is_oracle, row.oracles);
  read_words(from, "operation", is_operation, row.operations);
  read_words(from, "with", is_operation, row.with);
  from.patterns("shape", row.shapes);
  from.finish(kManual);
  if (row.bug.cause.empty()) from.refuse("[[known]] needs a 'cause'", "a link, or what it is");
  const auto says = [&](const char* key) { return from.has(key); };
  constexpr const char* kWhich[] = {"target", "kind", "oracle", "operation", "with", "shape", "pattern"};
  if (std::none_of(std::begin(kWhich), std::end(kWhich), says))
    from.refuse("this row would hide every finding",
                "say which: target, kind, oracle, operation, with, shape, pattern");
  return row;
}

}  // namespace

Operations asked_for(const Program& program) {
  Operations all;
  for (const Instruction& instruction : program.instructions) all.add(instruction.operation);
  for (const Check& check : program.checks)
    if (const Law* const row = law(check.law)) all.add(row->needs);
  return all;
}

const KnownRow* KnownCauses::of(const Found& found) const {
  const auto version = versions_.find(found.target);
  for (const KnownRow& row : rows_)
    if (begins_with_one(found.target, row.targets) && is_any_of(row.oracles, found.oracle) &&
        is_any_of(row.operations, found.operation) && asks_for_one(row.with, found.program) &&
        row.bug.explains(found.kind, {found.text}) && has_all(found.shape, row.shapes) &&
        (version == versions_.end() || row.bug.may_be_in(version->second)))
      return &row;
  return nullptr;
}

Result<KnownCauses> parse_known(std::string_view text, const std::string& path) {
  std::vector<KnownRow> rows;
  const Status status = core::read_toml(text, path, {"known-bugs", kManual}, [&](core::TomlRow& root) {
    for (core::TomlRow& from : root.rows("known")) rows.push_back(read_row(from));
  });
  if (!status) return status.error();
  return KnownCauses(std::move(rows));
}

Result<KnownCauses> read_known(const std::string& path) {
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return text.error();
  return parse_known(*text, path);
}

}  // namespace assay::domain
