#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli_session.hpp"
#include "commands.hpp"
#include "core/releases/releases.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace assay::cli {
namespace {

struct VersionsFlags {
  std::vector<std::string> names;
  bool json = false;
};

std::vector<std::string> installed_versions(const std::string& target) {
  std::vector<std::string> versions;
  for (const core::InstalledRelease& release : core::installed_releases(target)) versions.push_back(release.version);
  return versions;
}

/// Lists all targets and their installed releases, without asking a registry.
void list_installed(bool json) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  if (!json) print_out("{:<12} {:<7} {:<16} {:<16} {}\n", "target", "client", "package", "tried", "installed");
  for (const core::Installable& row : core::installables()) {
    const std::vector<std::string> installed = installed_versions(row.name);
    if (json) {
      rows.push_back({{"target", row.name},
                      {"client", row.client},
                      {"package", row.package},
                      {"tried", row.tried},
                      {"installed", installed}});
    } else {
      print_out("{:<12} {:<7} {:<16} {:<16} {}\n", row.name, row.client, row.package, row.tried,
                installed.empty() ? "-" : join(installed, ", "));
    }
  }
  if (json) print_out("{}\n", rows.dump());
}

/// Lists one target's versions in its registry, and marks the installed ones.
void list_available(const std::string& name, bool json, Session& session) {
  const Result<core::Installable> row = core::installable(name);
  if (!row) return session.fail(row.error(), kUsage);
  const auto available = core::available_releases(*row, Listening(session).stop());
  if (!available) return session.fail(available.error());
  const std::vector<std::string> installed = installed_versions(row->name);
  const auto here = [&](const std::string& version) {
    return std::find(installed.begin(), installed.end(), version) != installed.end();
  };
  if (json) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const core::AvailableVersion& one : *available)
      rows.push_back({{"target", row->name},
                      {"version", one.version},
                      {"registry", one.registry},
                      {"installed", here(one.version)}});
    return print_out("{}\n", rows.dump());
  }
  const Style style = Style::of(stdout);
  for (const core::AvailableVersion& one : *available)
    print_out("{}{}\n", row->name + "@" + one.version, here(one.version) ? "  " + style.green("installed") : "");
}

void install(const std::vector<std::string>& names, bool json, Session& session) {
  for (const std::string& name : names) {
    const Result<core::Installable> row = core::installable(name.substr(0, name.find('@')));
    if (!row) return session.fail(row.error(), kUsage);
    const core::ReleaseNews news = [](const std::string& what) { print_err("{} ...\n", what); };
    const Listening listening(session);
    const Result<core::Installation> done = core::install_release(name, news, listening.stop());
    if (!done) return session.fail(done.error());
    const core::InstalledRelease& release = done->release;
    if (json) {
      const nlohmann::ordered_json line = {{"target", release.target},
                                           {"version", release.version},
                                           {"program", release.program},
                                           {"new", !done->there}};
      print_out("{}\n", line.dump());
      continue;
    }
    print_out("{:<16} {}  {}\n", release.name(), done->there ? "is there" : printable(done->says), release.program);
  }
}

void remove_versions(const std::vector<std::string>& names, Session& session) {
  for (const std::string& name : names) {
    const Result<core::InstalledRelease> removed = core::remove_release(name);
    if (!removed) return session.fail(removed.error(), kUsage);
    print_out("{} is removed\n", removed->name());
  }
}

}  // namespace

void add_versions(CLI::App& app, Session& session) {
  CLI::App* versions = app.add_subcommand("versions", "Install released versions of targets: --target z3@4.8.17");
  versions->require_subcommand(1);
  const auto flags = std::make_shared<VersionsFlags>();
  CLI::App* list_app = versions->add_subcommand("list", "What can be installed, and what is");
  list_app->add_option("targets", flags->names, "ask the registry for the versions of these");
  list_app->add_flag("--json", flags->json, "one JSON array for each target");
  list_app->callback([flags, &session] {
    if (flags->names.empty()) return list_installed(flags->json);
    for (const std::string& name : flags->names) list_available(name, flags->json, session);
  });
  CLI::App* install_app = versions->add_subcommand("install", "Install releases, each into a folder of its own");
  install_app
      ->add_option("releases", flags->names,
                   "as in z3@4.8.17, cvc5@latest, or z3: the version that Assay is tested with")
      ->required();
  install_app->add_flag("--json", flags->json, "one JSON object a line");
  install_app->callback([flags, &session] { install(flags->names, flags->json, session); });
  CLI::App* remove_app = versions->add_subcommand("remove", "Remove installed releases");
  remove_app->add_option("releases", flags->names, "as in z3@4.8.17")->required();
  remove_app->callback([flags, &session] { remove_versions(flags->names, session); });
  versions->footer(
      "Releases lie in $XDG_DATA_HOME/assay/targets, or ~/.local/share/assay/targets. They come from the package "
      "registries that pip, cargo and mvn are set up for, and are verified as these do it.\n"
      "Examples:\n"
      "  assay versions list z3\n"
      "  assay versions install z3@4.8.17 z3@latest\n"
      "  assay smt fuzz data/seeds --target z3@latest --time 60s");
}

}  // namespace assay::cli
