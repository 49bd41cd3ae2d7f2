#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "assay/datalog/dialect.hpp"
#include "datalog/dialect/souffle/souffle_clauses.hpp"
#include "datalog/dialect/souffle/souffle_components.hpp"
#include "datalog/dialect/souffle/souffle_declarations.hpp"
#include "datalog/dialect/souffle/words/souffle_notes.hpp"
#include "datalog/dialect/souffle/words/souffle_symbols.hpp"
#include "datalog/dialect/text/lexer.hpp"

namespace assay::datalog {
namespace {

// The lexer removes kNoteMark from notes.
constexpr std::string_view kInput = kInputNote.substr(kNoteMark.size());
constexpr std::string_view kEndNote = kSeedEnd.substr(kNoteMark.size());

class SouffleReader {
 public:
  SouffleReader(std::string_view text, std::string_view file, const Tokens& tokens)
      : text_(text), file_(file), tokens_(tokens) {}

  Result<Program> run() {
    const Note* separator = find_separator();
    const std::size_t last = tokens_.list.size() - 1;
    if (separator != nullptr) return read_printed(*separator);

    Result<Declarations> declarations = read_declarations(tokens_, 0, last, file_, nullptr);
    if (!declarations) return declarations.error();
    Program complete;
    std::optional<Error> unsupported = declarations->unsupported;
    if (!unsupported) unsupported = read_rest(complete, *declarations);
    if (!unsupported) return complete;
    if (std::optional<Program> expanded = read_expanded(*unsupported)) return *std::move(expanded);
    Program kept = seed(*std::move(declarations), text_);
    kept.seed.reason = unsupported->message;
    return kept;
  }

 private:
  [[nodiscard]] const Note* find_separator() const;
  Result<Program> read_printed(const Note& separator);
  std::optional<Program> read_expanded(Error& unsupported);
  static Program seed(Declarations declarations, std::string_view text);
  std::optional<Error> read_rest(Program& program, const Declarations& declarations);
  static void forget_related_types(Program& program, const TypeTable& types);

  std::string_view text_;
  std::string_view file_;
  const Tokens& tokens_;
};

/// The last separator note. There may be several, because a seed may be a printed program.
const Note* SouffleReader::find_separator() const {
  for (auto note = tokens_.notes.rbegin(); note != tokens_.notes.rend(); ++note) {
    const bool own_line = note->offset > 0 && text_[note->offset - 1] == '\n';
    if (own_line && note->text == kEndNote) return &*note;
  }
  return nullptr;
}

/// Reads a printed program: a seed, and behind the separator a text that must be read completely.
Result<Program> SouffleReader::read_printed(const Note& separator) {
  Result<Declarations> seeds = read_declarations(tokens_, 0, separator.token, file_, nullptr);
  if (!seeds) return seeds.error();
  Result<Declarations> own =
      read_declarations(tokens_, separator.token, tokens_.list.size() - 1, file_, &seeds.value());
  if (!own) return own.error();
  if (own->unsupported) return *own->unsupported;
  Program program = seed(*std::move(seeds), text_.substr(0, separator.offset - 1));
  if (std::optional<Error> error = read_rest(program, *own)) return *std::move(error);
  return program;
}

/// Reads the program with its components expanded. If it cannot be read completely, the result is nullopt and the
/// reason is added to `unsupported`.
std::optional<Program> SouffleReader::read_expanded(Error& unsupported) {
  const std::optional<std::string> text = without_components(tokens_);
  if (!text) return std::nullopt;
  const Result<Tokens> tokens = tokenize(*text, file_, souffle_rules());
  if (!tokens) return std::nullopt;
  Result<Program> program = SouffleReader(*text, file_, *tokens).run();
  if (program && program->seed.dialect.empty()) return std::move(*program);
  // The file, line and column are removed, because the user has not seen the expanded text.
  std::string_view within = program ? std::string_view(program->seed.reason) : program.error().message;
  for (int colons = 0; colons < 3; ++colons) within.remove_prefix(std::min(within.find(':') + 1, within.size()));
  unsupported.message += ", because of their content:" + std::string(within);
  return std::nullopt;
}

Program SouffleReader::seed(Declarations declarations, std::string_view text) {
  Program program;
  program.seed = {"souffle", std::string(text), {}};
  program.relations = std::move(declarations.relations);
  for (Relation& relation : program.relations) relation.from_seed = true;
  return program;
}

/// Removes declared types that refer to other types. They only forbid uses, so that a valid program stays valid without
/// them; in a Program, related types would count as different.
void SouffleReader::forget_related_types(Program& program, const TypeTable& types) {
  for (Relation& relation : program.relations) {
    for (Attribute& attribute : relation.attributes) {
      if (relation.from_seed) continue;
      if (attribute.type != Type::Opaque) attribute.declared.clear();
      const std::string_view structure = types.structure(attribute.declared);
      if (!structure.empty()) attribute.declared = std::string(structure);
    }
  }
}

/// Reads the relations, facts and rules of a whole text, or of the text behind a seed. Returns an Error if a Program
/// cannot represent all of them.
std::optional<Error> SouffleReader::read_rest(Program& program, const Declarations& declarations) {
  program.relations.insert(program.relations.end(), declarations.relations.begin(), declarations.relations.end());
  RelationIndex index;
  for (std::size_t i = 0; i < program.relations.size(); ++i)
    index.emplace(program.relations[i].name, static_cast<RelationId>(i));
  Interner symbols(program.symbols);
  program.types = declarations.structures;
  if (declarations.related_types) forget_related_types(program, declarations.types);
  const ClauseContext context{tokens_, file_, index, symbols};
  for (const Declarations::Clause& clause : declarations.clauses)
    if (Status status = read_clause(program, context, clause); !status) return status.error();
  for (const std::string& name : declarations.sized)
    if (const auto relation = index.find(name); relation != index.end())
      program.relations[relation->second].is_output = true;
  for (const Note& note : tokens_.notes) {
    if (note.text.substr(0, kInput.size()) != kInput) continue;
    const auto relation = index.find(std::string(note.text.substr(kInput.size())));
    if (relation != index.end()) program.relations[relation->second].is_input = true;
  }
  return std::nullopt;
}

}  // namespace

Result<Program> parse_souffle(std::string_view text, std::string_view file) {
  const Result<Tokens> tokens = tokenize(text, file, souffle_rules());
  if (!tokens) return tokens.error();
  return SouffleReader(text, file, *tokens).run();
}

}  // namespace assay::datalog
