#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "assay/datalog/evaluate.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "datalog/fuzz/case/datalog_config.hpp"
#include "datalog/fuzz/case/fuzz.hpp"
#include "datalog/fuzz/case/labels.hpp"

namespace assay::datalog {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxSeedBytes = 1U << 20;

/// The dialect of a file, by its extension; empty: unknown.
std::string dialect_of(const fs::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".flg" || extension == ".fgl") return "formulog";
  if (extension == ".smt2") return "muz";
  if (extension == ".datalog") return "bddbddb";
  if (extension == ".lp") return "gringo";
  if (extension == ".sql") return "sqlite";
  if (extension == ".pl" || extension == ".pro") return "prolog";
  return extension == ".dl" ? "souffle" : "";
}

bool has_facts(const Program& program) {
  return std::any_of(program.relations.begin(), program.relations.end(),
                     [](const Relation& relation) { return !relation.facts.empty(); });
}

/// "line 3", "lines 3, 7 and 2 more"
std::string lines_text(const std::vector<std::uint32_t>& all) {
  constexpr std::size_t kMaxShown = 5;
  std::vector<std::string> shown;
  std::uint32_t last = 0;
  std::size_t more = 0;
  for (const std::uint32_t line : all) {
    if (line == last) continue;
    last = line;
    if (shown.size() < kMaxShown) {
      shown.push_back(std::to_string(line));
    } else {
      ++more;
    }
  }
  return (shown.size() == 1 ? "line " : "lines ") + join(shown, ", ") +
         (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

/// "3 of 20 facts and rules: 2 a choice (lines 4, 9), 1 a function term (line 12)"
std::string left_out_text(const SeedReading& reading) {
  std::size_t count = 0;
  std::vector<std::string> reasons;
  for (const auto& [reason, lines] : reading.left_out) {
    count += lines.size();
    reasons.push_back(std::to_string(lines.size()) + " " + reason + " (" + lines_text(lines) + ")");
  }
  return std::to_string(count) + " of " + std::to_string(reading.statements) +
         " facts and rules: " + join(reasons, ", ");
}

Result<SeedReading> read_program(const std::string& dialect, const std::string& text, const std::string& path) {
  Result<SeedReading> reading = read_seed(dialect, text, path);
  if (!reading) return reading;
  const Program& program = reading->program;
  if (reading->statements > 0 && program.rules.empty() && !has_facts(program))
    return Error{path + ": nothing of it is read: " + left_out_text(*reading), ""};
  if (program.relations.empty()) return Error{path + ": no relation is declared", ""};
  if (Status valid = check(program); !valid) return valid.error();
  return reading;
}

/// A value as it stands in a file of facts. Nullopt if it is no value of the type, or a type other than symbol, number
/// and unsigned.
std::optional<Value> read_field(std::string_view field, Type type, Program& program) {
  if (type == Type::Symbol) return program.intern(field);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  const bool whole = error == std::errc() && end == field.data() + field.size();
  if (!whole || (type != Type::Number && (type != Type::Unsigned || number < 0))) return std::nullopt;
  return number;
}

/// Reads the tuples of each input relation from `NAME.facts` in the folder or its subfolder `facts`; tabs separate
/// fields. Skips lines that cannot be read. Stops after `max_facts` facts of a relation, because larger relations
/// make generated programs too costly.
void read_facts(const fs::path& folder, std::size_t max_facts, Program& program) {
  if (!program.seed.dialect.empty()) return;
  for (RelationId id = 0; id < program.relations.size(); ++id) {
    if (!program.relations[id].is_input) continue;
    Result<std::string> text = core::read_text_file((folder / (program.relations[id].name + ".facts")).string());
    if (!text) text = core::read_text_file((folder / "facts" / (program.relations[id].name + ".facts")).string());
    if (!text) continue;
    for (const std::string_view line : split(*text, '\n')) {
      const std::vector<Attribute>& columns = program.relations[id].attributes;
      const std::vector<std::string_view> fields = split(line, '\t');
      std::vector<Value> tuple;
      for (std::size_t i = 0; i < std::min(fields.size(), columns.size()); ++i)
        if (const auto value = read_field(fields[i], columns[i].type, program); value && tuple.size() == i)
          tuple.push_back(*value);
      if (fields.size() != columns.size() || tuple.size() != columns.size()) continue;
      program.relations[id].facts.add(tuple);
      if (program.relations[id].facts.count >= max_facts) break;
    }
  }
}

void add(const fs::path& path, bool named, SeedCorpus& corpus) {
  std::error_code error;
  if (fs::file_size(path, error) > kMaxSeedBytes || error) {
    corpus.skipped.emplace_back(path.string(), "larger than 1 MiB, or unreadable");
    return;
  }
  const Result<std::string> text = core::read_text_file(path.string());
  if (!text) {
    corpus.skipped.emplace_back(path.string(), text.error().text());
    return;
  }
  const std::string dialect = dialect_of(path);
  if (dialect.empty()) {
    if (named) corpus.skipped.emplace_back(path.string(), "no Datalog dialect has files of this name");
    return;
  }
  Result<SeedReading> reading = read_program(dialect, *text, path.string());
  if (!reading) {
    corpus.skipped.emplace_back(path.string(), reading.error().text());
    return;
  }
  if (!reading->left_out.empty()) corpus.left_out.emplace_back(path.string(), left_out_text(*reading));
  if (!reading->incomplete.empty()) corpus.incomplete.emplace_back(path.string(), join(reading->incomplete, ", "));
  corpus.seeds.push_back({path.string(), *text, std::move(reading->program)});
  constexpr std::size_t kMaxSeedFacts = 50;
  read_facts(path.parent_path(), kMaxSeedFacts, corpus.seeds.back().program);
  make_names_portable(corpus.seeds.back().program, dialect);
}

Result<std::vector<fs::path>> files_below(const fs::path& root) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error)) {
    std::error_code type_error;
    if (at->is_regular_file(type_error)) files.push_back(at->path());
  }
  if (error) return Error{"the folder " + root.string() + " cannot be read: " + error.message(), ""};
  std::sort(files.begin(), files.end());
  return files;
}

/// Adds a program, or the programs of a folder.
Status add_all(const fs::path& path, SeedCorpus& corpus) {
  std::error_code error;
  if (!fs::exists(path, error)) return Error{"there is no seed " + path.string(), "name a program or a folder of them"};
  if (!fs::is_directory(path, error)) {
    add(path, true, corpus);
    return {};
  }
  const Result<std::vector<fs::path>> files = files_below(path);
  if (!files) return files.error();
  for (const fs::path& file : *files) add(file, false, corpus);
  return {};
}

/// Seeds that no target can be given are skipped, each with the targets' reasons.
void drop_misfits(const FuzzOptions& options, SeedCorpus& corpus) {
  std::vector<EngineTarget> targets = options.engines;
  if (targets.empty()) {
    // An error in a target's specification is reported by make_config.
    if (auto resolved = resolve_engines(options.targets, false)) targets = std::move(*resolved);
  }
  if (targets.empty()) return;
  std::vector<Seed> fitting;
  for (Seed& seed : corpus.seeds) {
    std::vector<std::string> reasons;
    for (const EngineTarget& target : targets) {
      std::string reason = misfit(seed.program, target, options.generate.limits);
      if (!reason.empty()) reasons.push_back(std::move(reason));
    }
    if (reasons.size() < targets.size()) {
      fitting.push_back(std::move(seed));
    } else {
      corpus.skipped.emplace_back(seed.path, "it fits no target: " + join(reasons, "; "));
    }
  }
  corpus.seeds = std::move(fitting);
}

}  // namespace

void make_names_portable(Program& program, std::string_view from) {
  if (!program.seed.dialect.empty()) return;
  std::set<std::string> taken;
  for (const Relation& relation : program.relations) taken.insert(relation.name);
  for (Relation& relation : program.relations) {
    const bool begins = relation.name[0] >= 'a' && relation.name[0] <= 'z';
    if (from == "souffle" && begins && relation.name.find('?') == std::string::npos) continue;
    std::string name = "s_" + relation.name;
    std::replace(name.begin(), name.end(), '?', '_');
    while (!taken.insert(name).second) name += "_";
    relation.name = std::move(name);
  }
}

Result<UserProgram> load_program(const std::string& path) {
  UserProgram user;
  Result<std::string> text = core::read_text_file(path);
  if (!text) return text.error();
  user.text = std::move(*text);
  user.dialect = dialect(dialect_of(path));
  if (user.dialect == nullptr)
    return Error{"no Datalog dialect has files like " + path, "name it .dl, .flg, .smt2, .datalog, .lp, .pl or .sql"};
  Result<SeedReading> reading = read_program(std::string(user.dialect->name), user.text, path);
  if (!reading) {
    user.problem = reading.error().text();
    return user;
  }
  if (!reading->left_out.empty()) user.problem = left_out_text(*reading);
  user.program = std::move(reading->program);
  read_facts(fs::path(path).parent_path(), SIZE_MAX, *user.program);
  return user;
}

Result<SeedCorpus> load_seeds(const FuzzOptions& options) {
  SeedCorpus corpus;
  for (const std::string& text : options.changed_tests)
    if (Status added = add_all(text, corpus); !added) return added.error();
  for (Seed& seed : corpus.seeds) seed.preferred = true;
  std::set<std::string> changed;
  for (const Seed& seed : corpus.seeds) changed.insert(seed.path);
  for (const std::string& text : options.seeds)
    if (Status added = add_all(text, corpus); !added) return added.error();
  std::erase_if(corpus.seeds, [&](const Seed& seed) { return !seed.preferred && changed.count(seed.path) > 0; });
  for (Seed& seed : corpus.seeds) seed.preferred = seed.preferred || has_one_of(seed.program, options.focus);
  drop_misfits(options, corpus);
  std::erase_if(corpus.incomplete, [&](const auto& row) {
    return std::none_of(corpus.seeds.begin(), corpus.seeds.end(),
                        [&](const Seed& seed) { return seed.path == row.first; });
  });
  for (const Seed& seed : corpus.seeds) {
    std::string_view reason = seed.program.seed.reason;
    if (reason.starts_with(seed.path + ":"))
      reason.remove_prefix(seed.path.size() + 1);  // the path is a field of its own
    if (!reason.empty()) corpus.declarations_only.emplace_back(seed.path, reason);
    if (std::string what = unvalued(seed.program); reason.empty() && !what.empty())
      corpus.without_reference.emplace_back(seed.path, std::move(what));
  }
  if (!(options.seeds.empty() && options.changed_tests.empty()) && corpus.seeds.empty())
    return Error{"none of the seeds can be used" +
                     (corpus.skipped.empty() ? std::string() : ": " + corpus.skipped.front().second),
                 "give programs in Soufflé's syntax (.dl), for example"};
  return corpus;
}

}  // namespace assay::datalog
