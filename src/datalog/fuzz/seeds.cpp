#include <algorithm>
#include <filesystem>
#include <utility>

#include "assay/core/io.hpp"
#include "assay/datalog/fuzz.hpp"

namespace assay::datalog {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestSeed = 1U << 20;

/// The dialect that a file's name speaks of. Both Soufflé and DDlog write .dl: the text tells (typed columns in
/// DDlog are declared by relations, in Soufflé by .decl).
std::string dialect_of(const fs::path& path, const std::string& text) {
  const std::string extension = path.extension().string();
  if (extension == ".flg" || extension == ".fgl") return "formulog";
  if (extension == ".scl") return "scallop";
  if (extension == ".flix") return "flix";
  if (extension == ".dl")
    return text.find(".decl") == std::string::npos && text.find("relation ") != std::string::npos ? "ddlog" : "souffle";
  return {};
}

Result<Program> read_program(const std::string& dialect, const std::string& text, const std::string& path) {
  Result<Program> program = dialect == "souffle" ? parse_souffle(text, path) : read_seed(dialect, text, path);
  if (!program) return program;
  if (program->relations.empty()) return Error{path + ": no relation is declared", ""};
  if (Status valid = check(*program); !valid) return valid.error();
  return program;
}

void add(const fs::path& path, bool named, SeedCorpus& corpus) {
  std::error_code error;
  if (fs::file_size(path, error) > kLargestSeed || error) {
    corpus.skipped.emplace_back(path.string(), "larger than 1 MiB, or unreadable");
    return;
  }
  const Result<std::string> text = core::read_text_file(path.string());
  if (!text) {
    corpus.skipped.emplace_back(path.string(), text.error().text());
    return;
  }
  const std::string dialect = dialect_of(path, *text);
  if (dialect.empty()) {
    if (named) corpus.skipped.emplace_back(path.string(), "no Datalog dialect has files of this name");
    return;
  }
  Result<Program> program = read_program(dialect, *text, path.string());
  if (!program) {
    corpus.skipped.emplace_back(path.string(), program.error().text());
    return;
  }
  corpus.seeds.push_back({path.string(), *text, std::move(*program)});
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

}  // namespace

Result<SeedCorpus> load_seeds(const FuzzOptions& options) {
  SeedCorpus corpus;
  for (const std::string& text : options.seeds) {
    const fs::path path(text);
    std::error_code error;
    if (!fs::exists(path, error))
      return Error{"there is no seed " + path.string(), "name a program or a folder of them"};
    if (!fs::is_directory(path, error)) {
      add(path, true, corpus);
      continue;
    }
    const Result<std::vector<fs::path>> files = files_below(path);
    if (!files) return files.error();
    for (const fs::path& file : *files) add(file, false, corpus);
  }
  if (!options.seeds.empty() && corpus.seeds.empty())
    return Error{"none of the seeds can be used" +
                     (corpus.skipped.empty() ? std::string() : ": " + corpus.skipped.front().second),
                 "give programs in Soufflé's syntax (.dl), for example"};
  return corpus;
}

}  // namespace assay::datalog
