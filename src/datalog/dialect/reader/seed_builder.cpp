#include "datalog/dialect/reader/seed_builder.hpp"

#include <algorithm>

namespace assay::datalog {
namespace {

/// Maximum length of a chain of aliases. Types with longer chains are Opaque.
constexpr int kMaxChainLength = 64;

/// Maximum length of a type's text behind an alias. Limits the copies in Attribute::declared.
constexpr std::size_t kMaxTypeLength = 200;

std::string without_spaces(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r') out += c;
  return out;
}

}  // namespace

SeedBuilder::SeedBuilder(std::string_view dialect, std::string_view text, std::string_view file,
                         const std::vector<SeedType>& types)
    : text_(text), file_(file) {
  program_.seed = {std::string(dialect), std::string(text), {}};
  for (const SeedType& type : types) types_.emplace(type.name, type.type);
}

void SeedBuilder::alias(std::string_view name, std::string_view text) { aliases_.emplace(name, text); }

std::string_view SeedBuilder::text_from(const Token& first, const Cursor& cursor) const {
  const Token& last = cursor.previous();
  if (last.offset + last.text.size() <= first.offset) return {};
  return text_.substr(first.offset, last.offset + last.text.size() - first.offset);
}

std::vector<Attribute> SeedBuilder::read_attributes(Cursor& cursor) {
  std::vector<Attribute> out;
  const Token open = cursor.take();
  if (cursor.accept(")")) return out;
  do {
    Attribute attribute;
    if (cursor.peek().is_identifier() && cursor.peek(1).is(":")) {
      attribute.name = cursor.take().text;
      cursor.take();
    } else {
      attribute.name = "a" + std::to_string(out.size());
    }
    const Token first = cursor.peek();
    skip_type(cursor);
    attribute.declared = text_from(first, cursor);
    if (attribute.declared.empty()) fail(first, "a type is missing here");
    out.push_back(std::move(attribute));
  } while (!failed() && cursor.accept(",") && !cursor.peek().is(")"));
  if (!failed() && !cursor.accept(")")) fail(open, "the attributes are not closed");
  return out;
}

/// Moves to the comma or the closing bracket that ends the type.
void SeedBuilder::skip_type(Cursor& cursor) const {
  std::size_t depth = 0;
  while (!cursor.at_end()) {
    const Token& token = cursor.peek();
    const int step = token.is("<") ? 1 : token.is(">") ? -1 : bracket(token);
    if (depth == 0 && (token.is(",") || step < 0)) return;
    if (step > 0) ++depth;
    if (step < 0) --depth;
    cursor.take();
  }
}

void SeedBuilder::add(const Token& name, std::vector<Attribute> attributes, bool is_input, bool is_output) {
  if (failed()) return;
  if (!index_.emplace(name.text, static_cast<RelationId>(program_.relations.size())).second)
    return fail(name, "relation " + std::string(name.text) + " is declared twice");
  Relation& relation = program_.relations.emplace_back();
  relation.name = name.text;
  relation.attributes = std::move(attributes);
  relation.facts.arity = relation.arity();
  relation.is_input = is_input;
  relation.is_output = is_output;
  relation.from_seed = true;
}

Relation* SeedBuilder::find(std::string_view name) {
  const auto found = index_.find(std::string(name));
  return found == index_.end() ? nullptr : &program_.relations[found->second];
}

void SeedBuilder::fail(const Token& at, std::string_view what) {
  if (!error_) error_ = error_at(file_, at.where, what);
}

Result<Program> SeedBuilder::finish() {
  if (error_) return *std::move(error_);
  for (Relation& relation : program_.relations)
    for (Attribute& attribute : relation.attributes) resolve(attribute);
  return std::move(program_);
}

void SeedBuilder::resolve(Attribute& attribute) const {
  attribute.type = Type::Opaque;
  std::string name = without_spaces(attribute.declared);
  for (int i = 0; i < kMaxChainLength; ++i) {
    const auto type = types_.find(name);
    if (type != types_.end()) {
      attribute.type = type->second;
      break;
    }
    const auto alias = aliases_.find(name);
    if (alias == aliases_.end() || alias->second.empty() || alias->second.size() > kMaxTypeLength) break;
    name = without_spaces(alias->second);
    attribute.declared = alias->second;
  }
}

}  // namespace assay::datalog
