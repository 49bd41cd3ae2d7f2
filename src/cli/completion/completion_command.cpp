#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.hpp"
#include "cli/cli_session.hpp"
#include "cli/commands.hpp"
#include "cli/completion/command_words.hpp"
#include "cli/output.hpp"

namespace assay::cli {

void add_completion(CLI::App& app, Session& session) {
  CLI::App* completion = app.add_subcommand("completion", "Print the completion of commands and flags for a shell");
  const auto shell = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const CompletionShell& row : completion_shells()) names.emplace_back(row.name);
  completion->add_option("shell", *shell, join(names, ", "))->required()->check(CLI::IsMember(names));
  completion->footer(
      "Packages install these files. Without a package, once for each user:\n"
      "  assay completion bash > ~/.local/share/bash-completion/completions/assay\n"
      "  assay completion zsh > DIR/_assay      (DIR is a folder of $fpath)\n"
      "  assay completion fish > ~/.config/fish/completions/assay.fish\n"
      "For one session of bash:\n"
      "  source <(assay completion bash)");
  completion->callback([shell, completion, &session] {
    static_cast<void>(session);
    for (const CompletionShell& row : completion_shells())
      if (*shell == row.name) print_out("{}", row.script(command_words(*completion->get_parent())));
  });
}

}  // namespace assay::cli
