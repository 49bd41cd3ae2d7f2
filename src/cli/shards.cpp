#include "shards.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>

#include "base/text.hpp"
#include "output.hpp"

namespace assay::cli {
namespace {

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

bool is_true(const std::string& text) { return text == "true" || (!text.empty() && text[0] >= '1' && text[0] <= '9'); }

void add_words(const CLI::Option& option, const std::string& name, std::vector<std::string>& words) {
  for (const std::string& value : option.results()) {
    if (!is_flag(option)) words.push_back("--" + name + "=" + value);
    if (is_flag(option) && is_true(value)) words.push_back("--" + name);
  }
}

Result<std::string> own_program() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return Error{"the path of this program is not known: " + error.message(), "is /proc there?"};
  return path.string();
}

std::vector<std::string> start_flag_names() {
  std::vector<std::string> names = {"out", "shard", "dry-run"};
  for (const auto& row : core::executor_option_table().rows()) names.push_back(row.option.name);
  return names;
}

Result<core::ShardedRun> run_of(const StartFlags& start, ShardedCommand command) {
  core::ShardedRun run;
  const Result<std::string> program = own_program();
  if (!program) return program.error();
  run.program = *program;
  run.directory = core::absolute_path(".");
  std::vector<std::string> without = start_flag_names();
  without.insert(without.end(), command.without.begin(), command.without.end());
  const bool given = command.words.empty();
  run.command = given ? given_words(*start.app, without) : std::move(command.words);
  for (const std::string& word : run.command)
    for (const char* mark : {"{shard}", "{shards}", "{index}", "{out}", "{inputs}"})
      if (given && word.find(mark) != std::string::npos)
        return Error{"'" + printable(word) + "' has " + mark + " in it, which stands for a shard's own words",
                     "use a name without it"};
  run.command.insert(run.command.end(), command.extra.begin(), command.extra.end());
  run.command.emplace_back("--shard={shard}");
  run.command.emplace_back("--out={out}");
  run.arguments = std::move(command.arguments);
  run.resume = std::move(command.resume);
  run.join = std::move(command.join);
  run.ready = std::move(command.ready);
  run.inputs = std::move(command.inputs);
  run.seconds = command.seconds;
  run.jobs = command.jobs;
  run.options = start.executor;
  return run;
}

void print_message(const std::string& text) { print_err("{}\n", printable(text)); }

void print_scripts(const core::ShardedRun& run, const std::string& folder, Session& session) {
  const Result<std::vector<core::BatchScript>> scripts = core::batch_scripts(run, folder);
  if (!scripts) return session.fail(scripts.error());
  for (const core::BatchScript& script : *scripts) print_out("# {}/scripts/{}\n{}\n", folder, script.name, script.text);
}

/// Collects the results of finished shards, or prints the next steps if the shards run in the background.
void follow(const core::StartedShards& started, const std::string& folder, Session& session) {
  if (!started.background) return collect_shards(folder, session);
  print_out("started   {} shards of {} as job {}\n", started.shards.size(), folder, join(started.jobs, ", merged by "));
  print_out("next      assay campaign status {}\n", folder);
  print_out("          assay campaign collect {}   (any time: what there is until then)\n", folder);
  print_out("          assay campaign cancel {}\n", folder);
}

/// The --tests of each shard, in chunks of `size`. An Error if a shard would have no tests.
Result<std::vector<std::vector<std::string>>> test_arguments(std::uint64_t tests, unsigned shards, std::uint64_t size) {
  std::vector<std::vector<std::string>> arguments;
  for (unsigned i = 0; i < shards; ++i) {
    const std::uint64_t own = core::tests_of_shard(tests, {i, shards}, size);
    if (own == 0) {
      const std::uint64_t max_shards = (tests + size - 1) / size;
      return Error{
          fmt::format("--tests {} is too little for {} shards: cases are handed out {} at a time", tests, shards, size),
          fmt::format("use --shards {} or fewer", max_shards)};
    }
    arguments.push_back({fmt::format("--tests={}", own)});
  }
  return arguments;
}

}  // namespace

std::vector<std::string> given_words(const CLI::App& app, const std::vector<std::string>& without) {
  std::vector<std::string> words;
  for (const CLI::App* at = &app; at->get_parent() != nullptr; at = at->get_parent()) words.push_back(at->get_name());
  std::reverse(words.begin(), words.end());
  std::vector<std::string> positional;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0) continue;
    if (option->get_lnames().empty()) {
      positional.insert(positional.end(), option->results().begin(), option->results().end());
      continue;
    }
    const std::string& name = option->get_lnames().front();
    if (std::find(without.begin(), without.end(), name) == without.end()) add_words(*option, name, words);
  }
  // Positional arguments follow the command names, where no flag takes them as its values.
  const auto after_commands =
      std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("--"); });
  words.insert(after_commands, positional.begin(), positional.end());
  return words;
}

void run_in_shards(StartFlags& start, ShardedCommand command, Session& session) {
  if (start.shard.count > 1) {
    return session.fail({"--shard is one part, and an executor runs all of them", "leave out --shard or --executor"},
                        kUsage);
  }
  const Result<core::ShardedRun> run = run_of(start, std::move(command));
  if (!run) return session.fail(run.error());
  const std::string folder = core::absolute_path(start.folder());
  if (start.dry_run) return print_scripts(*run, folder, session);
  const Result<core::StartedShards> started = [&] {
    const Listening listening(session);
    return core::start_run(*run, folder, print_message, listening.stop());
  }();
  if (!started) return session.fail(started.error());
  follow(*started, folder, session);
}

void run_campaign_in_shards(const core::Module& module, StartFlags& start, const RunFlags& flags, Session& session) {
  const core::CampaignOptions& limits = flags.campaign;
  if (!limits.seconds && !limits.tests && !limits.findings && !module.case_count()) {
    return session.fail({"a campaign in shards needs an end", "say how long: --time 1h, or how much: --tests 100000"},
                        kUsage);
  }
  ShardedCommand command;
  command.without = {"tests", "quiet", "json", "no-report"};
  command.extra = {"--quiet", "--no-report"};
  if (limits.tests) {
    Result<std::vector<std::vector<std::string>>> arguments =
        test_arguments(*limits.tests, start.executor.shards, core::chunk_size(module.case_count()));
    if (!arguments) return session.fail(arguments.error(), kUsage);
    command.arguments = std::move(*arguments);
  }
  command.resume = {"campaign", "resume", "{out}", "--quiet", "--no-report"};
  command.seconds = limits.seconds.value_or(0);
  command.jobs = limits.jobs;
  run_in_shards(start, std::move(command), session);
}

void resume_shards(const std::string& folder, Session& session) {
  const Result<core::StartedShards> started = [&] {
    const Listening listening(session);
    return core::restart_run(folder, print_message, listening.stop());
  }();
  if (!started) return session.fail(started.error());
  if (!started->shards.empty()) return follow(*started, folder, session);
  print_out("no shard is missing: all are done, wait or run\n");
  const Result<core::RunState> state = core::run_state(folder);
  if (state) print_shards(*state);
}

/// Prints the first lines of the output of the command that joined the results.
void print_joined(const std::string& folder) {
  const Result<std::string> text = core::read_text_file(folder + "/output.txt");
  constexpr std::size_t kMaxLines = 20;
  std::vector<std::string_view> lines = text ? split(*text, '\n') : std::vector<std::string_view>();
  for (std::size_t i = 0; i < lines.size() && i < kMaxLines; ++i)
    if (!lines[i].empty()) print_out("{}\n", printable(lines[i]));
  if (lines.size() > kMaxLines) print_out("          all of it: {}/output.txt\n", folder);
}

void print_shards(const core::RunState& state) {
  std::map<core::ShardState, std::size_t> counts;
  for (const core::ShardStatus& shard : state.shards) ++counts[shard.state];
  std::string text;
  for (auto row = counts.rbegin(); row != counts.rend(); ++row)
    text += fmt::format("{} {} {}", text.empty() ? "" : ",", row->second, core::name(row->first));
  print_out("shards    {}:{}{}\n", state.shards.size(), text, state.cancelled ? " (cancelled)" : "");
  if (!state.queue_problem.empty())
    print_out("          the batch system does not answer: {}\n", printable(state.queue_problem));
  constexpr std::size_t kMaxShown = 20;
  std::size_t shown = 0;
  for (const core::ShardStatus& shard : state.shards) {
    if (shard.state == core::ShardState::Done) continue;
    if (shown++ == kMaxShown) {
      print_out("  ... and more: --json lists all\n");
      break;
    }
    print_out("  {:>5} {:<8} {:<12} {:>10} tests {:>5} findings  {}\n", shard.index, core::name(shard.state),
              shard.host, with_commas(shard.tests), shard.findings, one_line(shard.message, 100));
  }
}

void print_waiting(const core::MergeSummary& merged, const std::string& folder) {
  if (merged.waiting == 0) return;
  print_out("waiting   {} bugs that no second run confirmed yet\n", merged.waiting);
  print_out("next      assay campaign resume {} --tests {}   (confirms them)\n", folder, merged.tests);
}

void collect_shards(const std::string& folder, Session& session) {
  const Result<core::JoinedResults> collected = core::collect_run(folder, Listening(session).stop());
  if (!collected) return session.fail(collected.error());
  const std::size_t all = collected->state.shards.size();
  print_out("collected {} of {} shards into {}\n", collected->shards, all, collected->folder);
  print_shards(collected->state);
  if (collected->campaign) {
    const core::MergeSummary& merged = collected->merged;
    print_out("found     {} tests, {} findings, {} of them in several shards\n", with_commas(merged.tests),
              merged.findings, merged.duplicates);
    const Result<std::string> report = write_report_of(collected->folder, "");
    if (!report) return session.fail(report.error());
    print_out("report    {}\n", *report);
    if (merged.findings > 0) print_out("next      assay findings list {}\n", collected->folder);
    print_waiting(merged, collected->folder);
    if (merged.waiting > 0) session.exit_code = kEnvironment;
  }
  if (!collected->campaign) print_joined(collected->folder);
  if (collected->found) session.exit_code = kFindings;
  if (collected->incomplete) session.exit_code = kEnvironment;
  const bool whole = std::all_of(collected->state.shards.begin(), collected->state.shards.end(),
                                 [](const core::ShardStatus& shard) { return shard.state == core::ShardState::Done; });
  if (whole) return;
  print_out("missing   assay campaign resume {}   (runs what is not done)\n", folder);
  session.exit_code = kEnvironment;
}

}  // namespace assay::cli
