#include "analyzer/adapters/clam/clam_steps.hpp"

#include "analyzer/check/source/c_checker.hpp"
#include "analyzer/target/trouble.hpp"
#include "base/text.hpp"

namespace assay::analyzer::clam {
namespace {

constexpr std::string_view kDoesNotCompile = "does not compile";

bool is_bitcode(std::string_view file) { return file.ends_with(".bc") || file.ends_with(".ll"); }

Trouble judged(const core::ProcessResult& result, std::string_view otherwise) {
  if (Trouble trouble = trouble_of_helper("compiler", result); trouble) return trouble;
  if (result.exit_code != 0) return core::Verdict::skip(std::string(otherwise));
  return std::nullopt;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const std::string_view word : split(text, ' '))
    if (!word.empty()) words.emplace_back(word);
  return words;
}

std::string setting(const Definition& definition, std::string_view key) {
  for (const auto& [name, value] : definition.settings)
    if (name == key) return value;
  return {};
}

std::vector<std::string> command(const Definition& definition, std::string_view key,
                                 const std::vector<std::pair<std::string, std::string>>& names) {
  std::vector<std::string> argv;
  for (std::string word : words_of(setting(definition, key))) {
    for (const auto& [name, value] : names) word = replace_all(std::move(word), "{" + name + "}", value);
    argv.push_back(std::move(word));
  }
  return argv;
}

Result<std::string> find_other(const Definition& definition, const std::string& name) {
  std::string path = core::find_program(name);
  if (path.empty()) return Error{"the analyzer " + definition.name + " needs the program " + name, definition.install};
  return path;
}

Result<Programs> find_programs(const Definition& definition) {
  Programs programs;
  const std::pair<std::string*, const char*> own[] = {{&programs.clam, "clam"}, {&programs.front, "clam-pp"}};
  for (const auto& [path, name] : own) {
    Result<std::string> found = program_of(definition, name);
    if (!found) return found.error();
    *path = std::move(*found);
  }
  const std::pair<std::string*, const char*> others[] = {{&programs.clang, "clang-14"},
                                                         {&programs.link, "llvm-link-14"}};
  for (const auto& [path, name] : others) {
    Result<std::string> found = find_other(definition, name);
    if (!found) return found.error();
    *path = std::move(*found);
  }
  return programs;
}

Result<LlvmWorker> find_worker(const Definition& definition) {
  Definition ours = definition;
  ours.argv = {"assay-llvm-worker"};
  ours.install = "install llvm-14-dev (Debian, Ubuntu), then configure and build Assay again";
  return LlvmWorker::find(ours);
}

Trouble step(const std::vector<std::string>& argv, std::string_view otherwise, const Session& session,
             core::Usage& usage) {
  const core::ProcessResult result = run_here(session, argv, session.program);
  add_usage(usage, result.usage);
  return judged(result, otherwise);
}

Step step_of_clam(const Definition& definition, const std::vector<std::string>& argv, const Session& session) {
  Step done;
  const core::ProcessResult result = run_here(session, argv, session.analyzer);
  done.usage = result.usage;
  done.trouble = trouble_of(definition, result);
  if (!done.trouble && result.exit_code == 0) return done;
  done.argv = argv;
  done.output = tail(result.out + result.err);
  if (!done.trouble) done.trouble = core::Verdict::refusal("refuses the program");
  return done;
}

std::vector<std::string> compile_words(const Definition& definition, const std::string& clang,
                                       const std::vector<std::string>& flags, const std::string& file,
                                       const std::string& output) {
  std::vector<std::string> argv = command(definition, "compile", {});
  argv.insert(argv.begin(), clang);
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.insert(argv.end(), {"-emit-llvm", "-c", file, "-o", output});
  return argv;
}

std::vector<std::string> front_words(const Definition& definition, const std::string& front, const std::string& input) {
  std::vector<std::string> argv = command(definition, "prepare", {{"input", input}, {"output", kPrepared}});
  argv.insert(argv.begin(), front);
  return argv;
}

Step prepare(const Definition& definition, const Programs& programs, const Sources& sources, const Session& session) {
  Step done;
  const Result<std::string> scratch = session.scratch.path();
  if (!scratch) {
    done.trouble = core::Verdict::skip("no space for the program");
    return done;
  }
  std::vector<std::string> link = {programs.link, "-o", kLinked};
  for (const std::string& file : sources.files) {
    if (is_bitcode(file)) {
      link.push_back(file);
      continue;
    }
    link.push_back(*scratch + "/unit" + std::to_string(link.size()) + ".bc");
    std::vector<std::string> argv = compile_words(definition, programs.clang, sources.flags, file, link.back());
    const std::string& folder = sources.folder.empty() ? *scratch : sources.folder;
    const core::ProcessResult result =
        core::run_process({std::move(argv), {}, folder}, {}, session.program, session.stop);
    add_usage(done.usage, result.usage);
    done.trouble = judged(result, kDoesNotCompile);
    if (done.trouble) {
      done.output = tail(result.err);
      return done;
    }
  }
  // A single module is used unchanged: llvm-link refuses old debug information, which clam-pp ignores with a warning.
  const bool links = sources.files.size() != 1 || !is_bitcode(sources.files.front());
  if (links) done.trouble = step(link, kDoesNotCompile, session, done.usage);
  if (done.trouble) return done;
  const std::string& input = links ? kLinked : sources.files.front();
  std::vector<std::string> words = front_words(definition, programs.front, input);
  if (sources.keep_all)
    for (std::string& word : words_of(setting(definition, "keep"))) words.push_back(std::move(word));
  Step last = step_of_clam(definition, words, session);
  add_usage(last.usage, done.usage);
  return last;
}

}  // namespace assay::analyzer::clam
