#include "solver_definition_toml.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "assay/smt/operator.hpp"
#include "base/text.hpp"
#include "core/target/toml_rows.hpp"
#include "smt/solver/features.hpp"

namespace assay::smt {
namespace {

void read_texts(core::TomlRow& row, SolverDefinition& definition) {
  const std::pair<std::string_view, std::string*> texts[] = {
      {"name", &definition.name},
      {"library", &definition.library},
      {"install", &definition.install},
      {"prelude", &definition.prelude},
      {"work_counter", &definition.work_counter},
      {"prelude_model", &definition.prelude_model},
      {"prelude_core", &definition.prelude_core},
      {"prelude_log", &definition.prelude_log},
      {"prelude_matching", &definition.prelude_matching},
      {"prelude_proof", &definition.prelude_proof},
  };
  for (const auto& [key, field] : texts) row.text(key, *field);
  row.pattern("recognize", definition.recognize);
  const std::pair<std::string_view, bool*> flags[] = {
      {"accepts_opaque", &definition.accepts_opaque},
      {"witness_comments", &definition.witness_comments},
      {"minimal_cores", &definition.minimal_cores},
      {"minimize_groups", &definition.minimize_groups},
  };
  for (const auto& [key, field] : flags) row.flag(key, *field);
}

void read_lists(core::TomlRow& row, SolverDefinition& definition) {
  const std::pair<std::string_view, std::vector<std::string>*> lists[] = {
      {"argv", &definition.argv},
      {"incremental", &definition.incremental},
      {"work_limit", &definition.work_limit},
      {"statistics", &definition.statistics},
      {"reseed", &definition.reseed},
      {"earlier_behaviour", &definition.earlier_behaviour},
      {"persistent", &definition.persistent},
      {"version", &definition.version},
      {"logics", &definition.logics},
      {"theories", &definition.theories},
      {"lacks", &definition.lacks},
      {"extensions", &definition.extensions},
      {"decidable", &definition.decidable},
      {"equivalent_tactics", &definition.equivalent_tactics},
      {"implied_tactics", &definition.implied_tactics},
  };
  for (const auto& [key, field] : lists) row.list(key, *field);
  const std::pair<std::string_view, std::vector<core::OutputPattern>*> patterns[] = {
      {"crash", &definition.crashes},    {"out_of_memory", &definition.out_of_memory},
      {"timeout", &definition.timeouts}, {"skip", &definition.skips},
      {"noise", &definition.noise},
  };
  for (const auto& [key, field] : patterns) core::read_output_patterns(row, key, *field);
}

void read_sweep(core::TomlRow& row, SolverDefinition& definition) {
  if (row.has("sweep")) definition.sweep.clear();
  for (core::TomlRow& one : row.rows("sweep")) {
    SolverConfiguration& configuration = definition.sweep.emplace_back();
    one.text("name", configuration.name);
    one.text("prelude", configuration.prelude);
    one.list("flags", configuration.flags);
    one.finish();
    if (configuration.name.empty()) one.refuse("[[sweep]] needs a 'name'");
  }
}

/// Reads "2..100" (both ends inclusive). False if the text is not a range.
bool read_range(std::string_view text, SolverOption& option) {
  const std::size_t dots = text.find("..");
  const auto low = dots == std::string_view::npos ? std::nullopt : parse_unsigned(text.substr(0, dots));
  const auto high = low ? parse_unsigned(text.substr(dots + 2)) : std::nullopt;
  constexpr std::uint64_t kMaxBound = std::numeric_limits<std::int64_t>::max();
  if (!high || *low > *high || *high > kMaxBound) return false;
  option.low = static_cast<std::int64_t>(*low);
  option.high = static_cast<std::int64_t>(*high);
  return true;
}

/// Whether the text can be used in a set-option command or a flag: no blanks, parentheses or quotes.
bool is_plain(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-' || c == ':' || c == '+';
  });
}

void check_option(core::TomlRow& row, const std::string& default_value, const std::string& range,
                  SolverOption& option) {
  if (!is_plain(option.name)) row.refuse("a row of 'options' needs a 'name': letters, digits and -._:");
  for (const std::string& value : option.values)
    if (!is_plain(value)) row.refuse_at("values", "'" + value + "' is no plain value: letters, digits and -._:");
  if (!range.empty() && (option.type != SolverOption::Type::Number || !option.values.empty()))
    row.refuse_at("range", "a range is for a number without 'values'");
  if (!range.empty() && !read_range(range, option))
    row.refuse_at("range", "'" + range + "' is no range", "write two numbers, as in 0..100");
  if (option.type == SolverOption::Type::Bool && option.values.empty()) option.values = {"true", "false"};
  const auto is_truth = [](const std::string& value) { return value == "true" || value == "false"; };
  if (option.type == SolverOption::Type::Bool && !std::all_of(option.values.begin(), option.values.end(), is_truth))
    row.refuse_at("values", "a bool is true or false");
  std::erase(option.values, default_value);
  if (option.values.empty() && range.empty())
    row.refuse("the option '" + option.name + "' has no value to draw", "give 'values', or the 'range' of a number");
}

void read_options(core::TomlRow& row, SolverDefinition& definition) {
  if (row.has("options")) definition.options.clear();
  const std::pair<std::string_view, SolverOption::Type> types[] = {{"bool", SolverOption::Type::Bool},
                                                                   {"choice", SolverOption::Type::Choice},
                                                                   {"number", SolverOption::Type::Number}};
  for (core::TomlRow& one : row.rows("options")) {
    SolverOption& option = definition.options.emplace_back();
    std::string type = "bool";
    std::string default_value;
    std::string range;
    one.text("name", option.name);
    one.text("type", type);
    one.list("values", option.values);
    one.text("range", range);
    one.text("default", default_value);
    one.text("flag", option.flag);
    core::read_versions(one, option.since, option.fixed);
    one.finish();
    const auto* known =
        std::find_if(std::begin(types), std::end(types), [&](const auto& row_) { return row_.first == type; });
    if (known == std::end(types)) {
      one.refuse_at("type", "'" + type + "' is no type of option", "bool, choice or number");
      continue;
    }
    option.type = known->second;
    check_option(one, default_value, range, option);
  }
}

bool is_operator(std::string_view name) {
  const Operators& operators = Operators::get();
  for (std::uint32_t i = 0; i < operators.size(); ++i)
    if (operators.row(OperatorId{i}).name == name) return true;
  return false;
}

void read_spellings(core::TomlRow& row, SolverDefinition& definition) {
  std::vector<VersionedSpelling> own;
  for (core::TomlRow& one : row.rows("spelling")) {
    VersionedSpelling& spelling = own.emplace_back();
    one.text("operator", spelling.op);
    one.text("as", spelling.as);
    core::read_versions(one, spelling.since, spelling.fixed);
    one.finish();
    if (spelling.op.empty() || spelling.as.empty()) one.refuse("[[spelling]] needs 'operator' and 'as'");
    if (!spelling.op.empty() && !is_operator(spelling.op))
      one.refuse_at("operator", "'" + spelling.op + "' is no operator", "write it as SMT-LIB spells it");
  }
  own.insert(own.end(), definition.spellings.begin(), definition.spellings.end());
  definition.spellings = std::move(own);
}

void read_confessions(core::TomlRow& row, SolverDefinition& definition) {
  std::vector<ConfessionPattern> own;
  for (core::TomlRow& one : row.rows("confession")) {
    ConfessionPattern& confession = own.emplace_back();
    std::string kind(name(confession.kind));
    one.pattern("pattern", confession.pattern);
    one.text("kind", kind);
    one.text("meaning", confession.meaning);
    one.finish();
    const auto known = core::bug_kind(kind);
    if (!known) one.refuse_at("kind", "'" + kind + "' is no kind of bug", "docs/user/findings.md lists them");
    confession.kind = known.value_or(confession.kind);
    if (confession.pattern.empty() || confession.meaning.empty())
      one.refuse("[[confession]] needs a 'pattern' and a 'meaning'");
  }
  own.insert(own.end(), definition.confessions.begin(), definition.confessions.end());
  definition.confessions = std::move(own);
}

void read_certificates(core::TomlRow& row, SolverDefinition& definition) {
  if (row.has("certificate")) definition.certificates.clear();
  for (core::TomlRow& one : row.rows("certificate")) {
    GivenCertificate& given = definition.certificates.emplace_back();
    std::string kind;
    one.text("kind", kind);
    one.text("prelude", given.prelude);
    one.list("flags", given.flags);
    one.list("choices", given.choices);
    one.finish();
    const auto known = certificate_kind(kind);
    if (!known)
      one.refuse_at("kind", "'" + kind + "' is no kind of certificate",
                    "it is one of " + join(certificate_names(), ", "));
    given.kind = known.value_or(given.kind);
  }
}

void read_dialect(core::TomlRow& row, Dialect& dialect) {
  std::optional<core::TomlRow> table = row.table("dialect");
  if (!table) return;
  table->text("name", dialect.name);
  table->flag("unicode_escapes", dialect.unicode_escapes);
  if (std::optional<core::TomlRow> spellings = table->table("spellings")) {
    spellings->all_texts(dialect.spellings);
    for (const auto& [op, own] : dialect.spellings)
      if (!is_operator(op)) spellings->refuse_at(op, "'" + op + "' is no operator", "write it as SMT-LIB spells it");
  }
  table->finish();
}

/// Adapts inherited fields to a new `argv`: the inherited `persistent` and `version` run the new program, and the
/// inherited `library` is dropped.
void forget_other_programs(const core::TomlRow& row, SolverDefinition& definition) {
  if (!row.has("argv") || definition.argv.empty()) return;
  const std::string& program = definition.argv[0];
  if (!row.has("persistent") && !definition.persistent.empty()) definition.persistent[0] = program;
  if (!row.has("version") && !definition.version.empty()) definition.version[0] = program;
  if (!row.has("library")) definition.library.clear();
}

}  // namespace

void read_solver(core::TomlRow& row, SolverDefinition& definition) {
  definition.name.clear();
  read_texts(row, definition);
  read_lists(row, definition);
  read_sweep(row, definition);
  read_options(row, definition);
  core::read_known_bugs(row, definition.known_bugs);
  read_dialect(row, definition.dialect);
  read_spellings(row, definition);
  read_confessions(row, definition);
  read_certificates(row, definition);
  forget_other_programs(row, definition);
  if (definition.family.empty()) definition.family = "smtlib";
}

void check_solver(core::TomlRow& row, const SolverDefinition& definition) {
  for (const std::string& theory : definition.theories) {
    bool known = false;
    for (unsigned i = 0; i < kTheoryCount; ++i) known = known || name(static_cast<Theory>(i)) == theory;
    if (!known)
      row.refuse_at("theories", "'" + theory + "' is no theory",
                    "core, ints, reals, bit-vectors, ... as in the manual");
  }
  for (const std::string& lacking : definition.lacks)
    if (!feature(lacking) && !is_operator(lacking))
      row.refuse_at("lacks", "'" + lacking + "' in 'lacks' is neither a feature nor an operator");
}

}  // namespace assay::smt
