#include <algorithm>
#include <span>

#include "assay/base/check.hpp"
#include "base/similar.hpp"
#include "base/text.hpp"
#include "core/releases/client.hpp"
#include "core/releases/releases.hpp"
#include "core/target/builtin.hpp"
#include "core/target/definition.hpp"
#include "core/target/known_bug.hpp"

namespace assay::core {

/// The file data/releases.toml.
[[nodiscard]] std::span<const BuiltinText> release_table();

namespace {

constexpr std::string_view kReleaseManual = "docs/dev/releases.md";
constexpr std::string_view kNewest = "latest";

Installable read_installable(TomlRow& row) {
  Installable read;
  const std::pair<std::string_view, std::string*> texts[] = {
      {"name", &read.name},           {"client", &read.client},
      {"package", &read.package},     {"command", &read.command},
      {"program", &read.program},     {"module", &read.module},
      {"tried", &read.tried},         {"since", &read.since},
      {"why_since", &read.why_since}, {"main_class", &read.main_class},
      {"what", &read.what},           {"version_flag", &read.version_flag},
  };
  for (const auto& [key, field] : texts) row.text(key, *field);
  row.list("also", read.also);
  row.list("drivers", read.drivers);
  row.list("keep", read.keep);
  row.list("parts", read.parts);
  row.list("versions", read.versions);
  row.flag("dependencies", read.dependencies);
  row.flag("default_features", read.default_features);
  for (const auto& [key, field] :
       {std::pair{"name", &read.name}, {"package", &read.package}, {"tried", &read.tried}, {"command", &read.command}})
    if (field->empty()) row.refuse("[[release]] needs a '" + std::string(key) + "'");
  if (release_client(read.client) == nullptr)
    row.refuse_at("client", "there is no client '" + read.client + "'", "src/core/releases/client.cpp lists them");
  const int ways = !read.program.empty() + !read.module.empty() + !read.drivers.empty() + !read.main_class.empty();
  if (ways != 1) row.refuse("[[release]] needs one of 'program', 'module', 'drivers' and 'main_class'");
  row.finish(kReleaseManual);
  return read;
}

/// The versions next to the position of `wanted` in the list, up to three on each side.
std::string nearest(const std::vector<AvailableVersion>& available, const std::string& wanted) {
  constexpr std::ptrdiff_t kEachSide = 3;
  const auto place = std::find_if(available.begin(), available.end(), [&](const AvailableVersion& one) {
    return compare_versions(one.version, wanted) >= 0;
  });
  const auto first = place - std::min(kEachSide, place - available.begin());
  const auto last = place + std::min(kEachSide, available.end() - place);
  std::vector<std::string> names;
  for (auto one = first; one != last; ++one) names.push_back(one->version);
  return join(names, ", ");
}

}  // namespace

Result<std::vector<Installable>> read_installables(std::string_view toml, const std::string& path) {
  std::vector<Installable> rows;
  const Status status = read_toml(toml, path, {"releases", kReleaseManual}, [&](TomlRow& root) {
    for (TomlRow& row : root.rows("release")) rows.push_back(read_installable(row));
  });
  if (!status) return status.error();
  return rows;
}

const std::vector<Installable>& installables() {
  static const std::vector<Installable> all = [] {
    const BuiltinText& file = release_table().front();
    Result<std::vector<Installable>> rows = read_installables(file.text, std::string(file.path));
    ASSAY_CHECK(rows.ok(), "the table of releases is broken: " + rows.error().text());
    return std::move(*rows);
  }();
  return all;
}

Result<Installable> installable(std::string_view name) {
  std::vector<std::string> names;
  for (const Installable& row : installables()) {
    if (row.name == name || std::find(row.also.begin(), row.also.end(), name) != row.also.end()) return row;
    names.push_back(row.name);
  }
  return Error{"no releases of '" + printable(name) + "' can be installed",
               did_you_mean(name, names) + "there are: " + join(names, ", ")};
}

std::string shown_version(std::string_view registry) {
  const bool numbers = registry.find_first_not_of("0123456789.") == std::string_view::npos;
  const auto dots = [&] { return std::count(registry.begin(), registry.end(), '.'); };
  while (numbers && dots() > 2 && registry.ends_with(".0")) registry.remove_suffix(2);
  return std::string(registry);
}

Result<AvailableVersion> chosen_version(const Installable& row, const std::vector<AvailableVersion>& available,
                                        const std::string& wanted) {
  const std::string version = wanted.empty() ? row.tried : wanted;
  if (available.empty())
    return Error{"the registry has no release of " + row.package + " for this machine", "is the client set up for it?"};
  if (version == kNewest) return available.back();
  // Take the last of the versions with this number: "4.5.1.0.post2" comes after "4.5.1.0".
  const AvailableVersion* found = nullptr;
  for (const AvailableVersion& one : available) {
    if (one.version == version || one.registry == version) return one;
    if (compare_versions(one.version, version) == 0) found = &one;
  }
  if (found != nullptr) return *found;
  for (const AvailableVersion& one : available)
    if (is_version_of_series(one.version, version)) found = &one;
  if (found != nullptr) return *found;
  if (!row.since.empty() && compare_versions(version, row.since) < 0)
    return Error{row.name + " " + version + " cannot be used: " + row.why_since,
                 "the first one that can is " + row.since};
  if (!release_client(row.client)->versions_is_complete) return AvailableVersion{version, version};
  return Error{"there is no release " + version + " of " + row.name, "near it: " + nearest(available, version)};
}

}  // namespace assay::core
