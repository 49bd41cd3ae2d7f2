#include "app.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <optional>
#include <span>
#include <sstream>

#include "area.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "help.hpp"
#include "output.hpp"
#include "package.hpp"
#include "toml_config.hpp"
#include "words.hpp"

namespace assay::cli {
namespace {

// The commands that do not belong to an area.
constexpr std::array kSharedCommands = {
    Subcommand{"campaign", add_campaign}, Subcommand{"findings", add_findings},    Subcommand{"replay", add_replay},
    Subcommand{"report", add_report},     Subcommand{"serve", add_serve},          Subcommand{"sarif", add_sarif},
    Subcommand{"doctor", add_doctor},     Subcommand{"verdicts", add_verdicts},    Subcommand{"versions", add_versions},
    Subcommand{"config", add_config},     Subcommand{"completion", add_completion}};
constexpr std::array kFirstExamples = {Example{"doctor", "what is on this machine"}};
constexpr std::array kLastExamples = {Example{"findings list DIR", "what it found"}};

/// The program. With Session::only_show (`assay config show`), it prints the command's options instead of running it.
class Program final : public CLI::App {
 public:
  Program(const Session& session, const std::string& description) : CLI::App(description), session_(session) {}

 private:
  // Called after the command line and the configuration file are parsed and checked, and before the command runs.
  void pre_callback() override {
    if (!session_.only_show) return;
    const CLI::App* command = this;
    std::string path;
    for (auto parsed = command->get_subcommands(); !parsed.empty(); parsed = command->get_subcommands()) {
      command = parsed.front();
      path += (path.empty() ? "" : ".") + command->get_name();
    }
    print_out("{}", effective_toml(*command, path));
    throw CLI::Success();
  }

  const Session& session_;
};

std::string examples() {
  std::string text = "Start here:\n";
  const auto add = [&text](std::span<const Example> rows) {
    for (const Example& row : rows) text += fmt::format("  assay {:<43} {}\n", row.command, row.what);
  };
  add(kFirstExamples);
  for (const Area* area : areas()) add(area->examples);
  add(kLastExamples);
  return text;
}

void add_area(CLI::App& app, const Area& area, Session& session) {
  CLI::App* holder = &app;
  if (!area.help.empty()) {
    holder = app.add_subcommand(std::string(area.name), std::string(area.help));
    holder->require_subcommand(1);
  }
  for (const Subcommand& command : area.commands) command.add(*holder, session);
}

void configure(CLI::App& app, Session& session) {
  app.name("assay");
  app.formatter(std::make_shared<HelpFormatter>());
  app.option_defaults()->group("Options");
  app.set_help_flag("-h,--help", "print this text");
  app.set_help_all_flag("--help-all", "print all flags, and the ranges of values");
  app.set_version_flag("--version", version_line);
  app.config_formatter(std::make_shared<TomlConfig>());
  app.set_config("--config", session.config_file, "TOML file: what the flags say, a table for each command")
      ->option_text("FILE");
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.require_subcommand(1);
  for (const Area* area : areas()) add_area(app, *area, session);
  for (const Subcommand& command : kSharedCommands) command.add(app, session);
  // Set last, because subcommands that are added later would inherit this footer.
  app.footer(examples() + left_out_note() + "Exit code: 0 nothing found, 1 findings, 2 usage, 3 environment.");
}

/// Stores the path of the configuration file in the session before the commands' callbacks run.
void remember_config_file(CLI::App& app, Session& session) {
  app.get_config_ptr()->each([&session](const std::string& path) { session.config_file = path; });
}

/// Seconds since 1970. The environment variable SOURCE_DATE_EPOCH replaces the clock, so that a run can be repeated.
std::time_t current_time() {
  const char* const given = std::getenv("SOURCE_DATE_EPOCH");
  const std::optional<std::uint64_t> seconds = parse_unsigned(given == nullptr ? "" : given);
  return seconds ? static_cast<std::time_t>(*seconds) : std::time(nullptr);
}

/// True if the first words name a command with Subcommand::runs_program.
bool runs_program(const std::vector<std::string>& words) {
  if (words.size() < 2) return false;
  for (const Area* area : areas())
    for (const Subcommand& command : area->commands)
      if (area->name == words[0] && command.name == words[1]) return command.runs_program;
  return false;
}

}  // namespace

void run_command(std::vector<std::string> arguments, Session& session) {
  if (const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
      dashes != arguments.end() && runs_program(arguments)) {
    session.program_arguments.assign(dashes + 1, arguments.end());
    arguments.erase(dashes, arguments.end());
  }
  move_config_to_front(arguments);
  expand_preset(arguments, current_time());
  Program app(session,
              "Assay tests the tools that test programs: it finds what they prove, compute or report wrongly.");
  configure(app, session);
  remember_config_file(app, session);
  if (const Status spelt = misspelt_command(app, arguments); !spelt) return session.fail(spelt.error(), kUsage);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream complaint;
    const int code = app.exit(error, out, complaint);
    print_out("{}", out.str());
    print_err("{}", complaint.str());
    if (const std::string advice = code != 0 ? advice_for_flags(app) : ""; !advice.empty()) print_err("{}\n", advice);
    session.exit_code = code == 0 ? session.exit_code : static_cast<int>(kUsage);
  }
}

}  // namespace assay::cli
