#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "area.hpp"
#include "base/text.hpp"
#include "cli_session.hpp"
#include "commands.hpp"
#include "core/proc/proc.hpp"
#include "core/target/installed.hpp"
#include "core/target/toml_rows.hpp"
#include "output.hpp"
#include "package.hpp"
#include "terminal.hpp"
#include "words.hpp"

namespace assay::cli {
namespace {

struct DoctorFlags {
  std::vector<std::string> targets;
};

/// Runs the controls of one target. False if there is none or one fails.
bool examine(const TargetKind& kind, const std::string& target, Session& session) {
  const Style style = Style::of(stdout);
  const Result<std::vector<ControlLine>> controls = kind.controls(target, Listening(session).stop());
  if (!controls) {
    session.fail(controls.error());
    return false;
  }
  bool good = !controls->empty();
  for (const ControlLine& control : *controls) {
    good = good && control.passed;
    print_out("  {:<26} {}\n", control.name,
              control.passed ? style.green("ok") : style.red("FAILED: " + control.complaint));
    if (!control.passed && !control.output.empty()) print_out("    {}\n", one_line(control.output, 400));
  }
  if (controls->empty()) print_out("  {}\n", style.red("no control fits this target"));
  return good;
}

std::vector<const TargetKind*> all_kinds() {
  std::vector<const TargetKind*> kinds;
  for (const Area* area : areas()) {
    for (const TargetKind& kind : area->targets) kinds.push_back(&kind);
  }
  return kinds;
}

/// True if the kind has a target of that name.
bool has_name(const TargetKind& kind, const std::string& name) {
  const std::vector<std::string> names = kind.names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

struct FoundKind {
  const TargetKind* kind = nullptr;
  std::string note;
};

/// The kind of the target that a file defines: the file's key `kind`, or else the only kind that can read the file.
Result<FoundKind> kind_of_file(const std::string& path) {
  const Result<std::string> text = core::read_text_file(path);
  if (!text) return text.error();
  std::vector<const TargetKind*> kinds;
  std::vector<std::string> words;
  for (const TargetKind* kind : all_kinds()) {
    if (kind->word.empty()) continue;
    kinds.push_back(kind);
    words.emplace_back(kind->word);
  }
  const Result<std::string> word = core::kind_of_definition(*text, path, words);
  if (!word) return word.error();
  std::vector<const TargetKind*> readers;
  std::string reasons;
  for (const TargetKind* kind : kinds) {
    if (kind->word == *word) return FoundKind{kind, {}};
    const Result<Recognition> read = kind->recognizes(path);
    if (read) readers.push_back(kind);
    if (!read) reasons += fmt::format("\n  as {}: {}", kind->word, read.error().text());
  }
  const std::string advice = "say what it defines: kind = \"" + join(words, "\", or kind = \"") + "\"";
  if (readers.empty()) return Error{path + " is no definition of a target" + reasons, advice};
  if (readers.size() > 1) return Error{path + " may define targets of several kinds", advice};
  const std::string_view only = readers.front()->word;
  return FoundKind{readers.front(), fmt::format("read as the definition of a target of the kind {0}, because no other "
                                                "kind can read it; write kind = \"{0}\" into it",
                                                only)};
}

/// The kind of the target that a text names. For an unknown program, the first kind that can try to run it.
Result<FoundKind> kind_of(const std::string& text) {
  if (text.ends_with(".toml") && text.find('=') == std::string::npos) return kind_of_file(text);
  const std::vector<const TargetKind*> kinds = all_kinds();
  const std::string whose = text.substr(0, text.find('@'));
  const bool release =
      core::is_release_name(text) &&
      std::any_of(kinds.begin(), kinds.end(), [&](const TargetKind* kind) { return has_name(*kind, whose); });
  Result<FoundKind> found = Error{};
  std::optional<Error> first_error;
  for (const TargetKind* kind : kinds) {
    if (kind->recognizes == nullptr || (release && !has_name(*kind, whose))) continue;
    const Result<Recognition> recognition = kind->recognizes(text);
    if (!recognition && !first_error) first_error = recognition.error();
    if (!recognition || (found && !recognition->certain)) continue;
    found = FoundKind{kind, recognition->note};
    if (recognition->certain) break;
  }
  if (!found && first_error) return *first_error;
  return found;
}

void examine_named(const std::string& text, Session& session) {
  const Result<FoundKind> found = kind_of(text);
  if (!found) return session.fail(found.error(), kUsage);
  const auto version = found->kind->version(text);
  if (!version) return session.fail(version.error());
  print_out("{}  {}\n", Style::of(stdout).bold(version->first), printable(version->second));
  if (!found->note.empty()) print_out("  {}\n", printable(found->note));
  if (!examine(*found->kind, text, session)) session.exit_code = kEnvironment;
}

/// The kind's targets that may be on this machine: all names, then their installed releases.
std::vector<std::string> names_of(const TargetKind& kind) {
  std::vector<std::string> names = kind.names();
  if (kind.recognizes == nullptr) return names;
  for (const std::string& target : core::targets_with_releases()) {
    if (!has_name(kind, target)) continue;
    for (const core::InstalledRelease& release : core::installed_releases(target)) names.push_back(release.name());
  }
  return names;
}

/// Examines all targets of the kind on this machine. Returns their number.
std::size_t examine_kind(const TargetKind& kind, Session& session) {
  const Style style = Style::of(stdout);
  print_out("\n{}\n", kind.title);
  std::size_t found = 0;
  for (const std::string& name : names_of(kind)) {
    const auto version = kind.version(name);
    if (!version) {
      print_out("{}\n", style.dim(fmt::format("{:<14} not found: {}", name, version.error().advice)));
      continue;
    }
    ++found;
    print_out("{}  {}\n", style.bold(fmt::format("{:<13}", name)), printable(version->second));
    if (!examine(kind, name, session)) session.exit_code = kEnvironment;
  }
  return found;
}

/// Prints the gaps of the isolation on this machine for programs that Assay builds and runs.
void print_isolation() {
  const Style style = Style::of(stdout);
  const std::vector<std::string> gaps = core::isolation_gaps();
  const std::string all = style.green("ok") + ": a checked program changes and reaches only what is its own";
  print_out("{}  {}\n", style.bold(fmt::format("{:<13}", "isolation")), gaps.empty() ? all : std::string("in part"));
  for (const std::string& gap : gaps) print_out("  {}\n", style.red("a checked program can " + gap));
}

void examine_all(Session& session) {
  print_isolation();
  std::size_t found = 0;
  for (const TargetKind* kind : all_kinds()) found += examine_kind(*kind, session);
  if (found == 0) session.fail({"no target was found on this machine", "install one, for example: apt-get install z3"});
  if (session.exit_code == kNothingFound) {
    const Style style = Style::of(stdout);
    print_out("{}\n", style.green("Assay sees planted bugs, and calls clean runs clean, on every target found."));
  }
}

}  // namespace

void add_doctor(CLI::App& app, Session& session) {
  CLI::App* doctor =
      app.add_subcommand("doctor", "Find targets on this machine and check that Assay can see bugs in them");
  const auto flags = std::make_shared<DoctorFlags>();
  doctor->add_option("-t,--target", flags->targets, "only these targets");
  doctor->footer(
      "A control is a planted bug that must be seen, or a clean run that must pass. Exit code 3 when one fails.");
  doctor->callback([flags, &session] {
    print_out("{}\n{}", version_line(), left_out_note());
    if (flags->targets.empty()) return examine_all(session);
    for (const std::string& target : flags->targets) examine_named(target, session);
  });
}

}  // namespace assay::cli
