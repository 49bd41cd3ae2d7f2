#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "analyzer/split/graph/graph_rows.hpp"
#include "analyzer/split/source/c_files.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/target/scratch.hpp"

namespace assay::analyzer::splitting {
namespace {

/// External symbols of an object, and the files from which it was compiled.
struct ObjectSymbols {
  std::vector<std::string> defined, used;
  std::vector<std::pair<std::string, std::uint64_t>> made_from;  ///< absolute path, hash of the content
};

using SymbolJson = nlohmann::json;

std::uint64_t hash_of_file(const std::string& path) {
  const Result<std::string> text = core::read_text_file(path);
  return text ? hash_bytes(*text) : 0;
}

/// Reads the output of nm -P: "name type value size".
void read_symbols(std::string_view printed, ObjectSymbols& symbols) {
  for (const std::string_view line : split(printed, '\n')) {
    const std::vector<std::string_view> columns = split(line, ' ');
    if (columns.size() < 2 || columns[1].size() != 1) continue;
    const char type = columns[1].front();
    std::vector<std::string>& list = type == 'U' || type == 'w' || type == 'v' ? symbols.used : symbols.defined;
    list.emplace_back(columns[0]);
  }
}

/// The files in a rule for make, as -MD writes it.
std::vector<std::string> files_of_rule(std::string_view rule) {
  std::vector<std::string> files;
  const std::size_t colon = rule.find(": ");
  if (colon == std::string_view::npos) return files;
  std::string file;
  for (std::size_t i = colon + 2; i <= rule.size(); ++i) {
    const bool end = i == rule.size() || rule[i] == ' ' || rule[i] == '\n';
    if (!end && rule[i] == '\\' && i + 1 < rule.size() && (rule[i + 1] == '\n' || rule[i + 1] == ' ')) {
      if (rule[++i] == ' ') file += ' ';
      continue;
    }
    if (!end) {
      file += rule[i];
    } else if (!file.empty()) {
      files.push_back(std::move(file));
      file.clear();
    }
  }
  return files;
}

class CSymbols {
 public:
  CSymbols(const GraphTask& task, CFiles files) : task_(task), files_(std::move(files)) {}

  Result<Graph> read() {
    std::vector<std::pair<std::string, const CompileCommand*>> work;
    for (const auto& [file, command] : files_.commands)
      if (std::binary_search(files_.units.begin(), files_.units.end(), file)) work.emplace_back(file, &command);
    std::atomic<std::size_t> next = 0;
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < std::max(1U, task_.jobs); ++i)
        threads.emplace_back([&] {
          for (std::size_t at = next++; at < work.size() && !task_.stop.stop_requested(); at = next++)
            take(work[at].first, *work[at].second);
        });
    }
    if (task_.stop.stop_requested()) return Error{"stopped", ""};
    if (symbols_.empty())
      return Error{"no file of '" + task_.project.database + "' compiles: " + first_trouble_, "take --graph c-sources"};
    return graph();
  }

 private:
  void take(const std::string& file, const CompileCommand& command) {
    ObjectSymbols symbols;
    std::string trouble;
    if (!from_cache(command, symbols) && !compile(command, symbols, trouble)) {
      const std::lock_guard guard(mutex_);
      if (first_trouble_.empty() || file < broken_.front()) first_trouble_ = file + ": " + trouble;
      broken_.insert(std::upper_bound(broken_.begin(), broken_.end(), file), file);
      return;
    }
    const std::lock_guard guard(mutex_);
    symbols_.emplace(file, std::move(symbols));
  }

  [[nodiscard]] std::vector<std::string> compiler_words(const CompileCommand& command) const {
    std::vector<std::string> words = {"clang", "-c", "-O0", "-w", "-ferror-limit=1"};
    words.insert(words.end(), command.flags.begin(), command.flags.end());
    words.insert(words.end(), task_.flags.begin(), task_.flags.end());
    return words;
  }

  [[nodiscard]] bool compile(const CompileCommand& command, ObjectSymbols& symbols, std::string& trouble) const {
    core::ScratchFolder scratch;
    const Result<std::string> folder = scratch.path();
    if (!folder) return trouble = folder.error().text(), false;
    core::Limits limits;
    limits.wall_seconds = 120;
    core::Command compiler;
    compiler.argv = compiler_words(command);
    const std::string object = *folder + "/o", rule = *folder + "/d";
    compiler.argv.insert(compiler.argv.end(), {"-MD", "-MF", rule, "-o", object, command.file});
    compiler = core::working_in(std::move(compiler), *folder);
    compiler.writes_below = *folder;
    const core::ProcessResult made = core::run_process(compiler, "", limits, task_.stop);
    if (made.ending != core::Ending::Exited || made.exit_code != 0)
      return trouble = shortened(printable(trim(made.err)), 300), false;
    core::Command reader;
    reader.argv = {"nm", "-P", "-g", object};
    limits.output_bytes = std::uint64_t{256} << 20;
    const core::ProcessResult listed = core::run_process(reader, "", limits, task_.stop);
    if (listed.ending != core::Ending::Exited || listed.exit_code != 0)
      return trouble = "nm cannot read its object", false;
    read_symbols(listed.out, symbols);
    keep(command, rule, symbols);
    return true;
  }

  [[nodiscard]] std::string cache_path(const CompileCommand& command) const {
    std::uint64_t hash = hash_bytes(command.file);
    for (const std::string& word : compiler_words(command)) hash = hash_bytes(word, combine(hash, 1));
    return task_.cache + "/symbols/" + to_hex(hash) + ".json";
  }

  void keep(const CompileCommand& command, const std::string& rule, ObjectSymbols& symbols) const {
    if (task_.cache.empty()) return;
    const Result<std::string> text = core::read_text_file(rule);
    if (!text) return;
    for (std::string& file : files_of_rule(*text)) {
      const std::uint64_t hash = hash_of_file(file);
      symbols.made_from.emplace_back(std::move(file), hash);
    }
    const SymbolJson json = {{"defined", symbols.defined}, {"used", symbols.used}, {"from", symbols.made_from}};
    const std::string path = cache_path(command);
    if (!core::Disk::real().make_directory(task_.cache + "/symbols")) return;
    (void)core::write_text_file(path, json.dump(-1, ' ', false, SymbolJson::error_handler_t::replace));
  }

  /// Reads the symbols from the cache; false unless all files of the object are unchanged.
  [[nodiscard]] bool from_cache(const CompileCommand& command, ObjectSymbols& symbols) {
    if (task_.cache.empty()) return false;
    const Result<std::string> text = core::read_text_file(cache_path(command));
    if (!text) return false;
    const SymbolJson json = SymbolJson::parse(*text, nullptr, false);
    try {
      symbols.defined = json.at("defined").get<std::vector<std::string>>();
      symbols.used = json.at("used").get<std::vector<std::string>>();
      symbols.made_from = json.at("from").get<std::vector<std::pair<std::string, std::uint64_t>>>();
    } catch (const SymbolJson::exception&) {
      return false;
    }
    if (symbols.made_from.empty()) return false;
    for (const auto& [file, hash] : symbols.made_from)
      if (hash_now(file) != hash) return false;
    return true;
  }

  std::uint64_t hash_now(const std::string& file) {
    {
      const std::lock_guard guard(mutex_);
      if (const auto at = hashes_.find(file); at != hashes_.end()) return at->second;
    }
    const std::uint64_t hash = hash_of_file(file);
    const std::lock_guard guard(mutex_);
    return hashes_.emplace(file, hash).first->second;
  }

  Graph graph() {
    GraphBuilder builder;
    std::map<std::string, std::vector<std::string>, std::less<>> definers;
    for (const std::string& file : files_.units) builder.add_unit(file, file);
    for (const auto& [file, symbols] : symbols_)
      for (const std::string& name : symbols.defined) definers[name].push_back(file);
    for (const auto& [file, symbols] : symbols_)
      for (const std::string& name : symbols.used) {
        const auto at = definers.find(name);
        if (at == definers.end()) continue;
        for (const std::string& definer : at->second) builder.add_use(file, definer);
      }
    Graph made = builder.finish();
    made.shared = std::move(files_.headers);
    made.unowned = std::move(files_.unowned);
    if (!broken_.empty())
      made.notes.push_back(std::to_string(broken_.size()) + " of " + std::to_string(files_.units.size()) +
                           " files do not compile, so their dependencies are not known: " + first_trouble_);
    return made;
  }

  const GraphTask& task_;
  CFiles files_;
  std::mutex mutex_;
  std::map<std::string, ObjectSymbols> symbols_;
  std::map<std::string, std::uint64_t> hashes_;
  std::vector<std::string> broken_;
  std::string first_trouble_;
};

}  // namespace

bool ready_for_c_symbols(const GraphTask& task, std::string& why) {
  if (task.project.database.empty()) {
    why = "there is no compile_commands.json";
  } else if (core::find_program("clang").empty() || core::find_program("nm").empty()) {
    why = "clang or nm is not installed";
  } else if (c_files(task.project).commands.empty()) {
    why = "'" + task.project.database + "' names no file of the project";
  } else {
    return true;
  }
  return false;
}

/// Uses objects and nm because clang-extdef-mapping reports definitions, but not uses. Bitcode would need llvm-nm of
/// the same version, for the same result.
Result<Graph> read_c_symbols(const GraphTask& task) { return CSymbols(task, c_files(task.project)).read(); }

}  // namespace assay::analyzer::splitting
