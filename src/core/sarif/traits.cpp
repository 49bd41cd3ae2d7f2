#include "core/sarif/traits.hpp"

#include <algorithm>
#include <filesystem>

#include "assay/base/hash.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "core/sarif/file_pairs.hpp"

namespace assay::core {
namespace {

/// The common share of a renamed file: of its lines, or of its alerts with and without their lines.
constexpr double kMinSame = 0.5, kMinSameAlerts = 0.4;

/// A hash that is not 0.
std::uint64_t known_hash(std::string_view text, std::uint64_t seed = 1) {
  return std::max<std::uint64_t>(hash_bytes(text, seed), 1);
}

std::string without_numbers(std::string_view text) {
  std::string masked;
  for (const char c : text) {
    if (!is_digit(c)) {
      masked += c;
    } else if (!masked.ends_with('#')) {
      masked += '#';
    }
  }
  return masked;
}

std::vector<std::uint64_t> sorted(std::vector<std::uint64_t> hashes) {
  std::sort(hashes.begin(), hashes.end());
  return hashes;
}

/// The path without its first components; empty if it has no more.
std::string_view without_components(std::string_view path, std::size_t count) {
  for (; count > 0 && !path.empty(); --count) {
    const std::size_t slash = path.find('/');
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return path;
}

/// The sources of a version. The report may name files relative to another folder, or on another machine: the number of
/// components at the beginning of all relative paths, and of all absolute ones, is left out with which most files exist
/// below the root.
class VersionSources {
 public:
  VersionSources(const std::string& root, const std::set<std::string>& files) : lines_(root) {
    if (root.empty()) return;
    std::error_code error;
    root_ = std::filesystem::absolute(root, error).lexically_normal().string();
    std::map<bool, std::array<std::size_t, kMaxLeftOut>> existing;
    std::size_t tried = 0;
    for (const std::string& file : files) {
      if (file.empty() || is_inside(file)) continue;
      if (++tried > kMaxTried) break;
      for (std::size_t count = 0; count < kMaxLeftOut; ++count)
        if (exists(without_components(file, count))) ++existing[file.front() == '/'][count];
    }
    for (const auto& [absolute, counts] : existing)
      left_out_[absolute] = static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  }

  /// The file as SourceLines names it; empty: it does not exist.
  [[nodiscard]] const std::string& find(const std::string& file) {
    const auto [at, is_new] = found_.try_emplace(file);
    if (!is_new || root_.empty() || file.empty()) return at->second;
    const std::string_view rest = is_inside(file) ? std::string_view(file).substr(root_.size() + 1)
                                                  : without_components(file, left_out_[file.front() == '/']);
    if (exists(rest)) return at->second = std::string(rest);
    if (file.starts_with('/') && lines_.has(file)) at->second = file;
    return at->second;
  }
  /// True for a name that find() gives.
  [[nodiscard]] bool has(const std::string& name) { return !root_.empty() && lines_.has(name); }
  [[nodiscard]] SourceLines& lines() { return lines_; }

 private:
  static constexpr std::size_t kMaxLeftOut = 16, kMaxTried = 200;

  [[nodiscard]] bool is_inside(std::string_view file) const { return file.starts_with(root_ + "/"); }
  [[nodiscard]] bool exists(std::string_view path) const {
    std::error_code error;
    return !path.empty() && path.front() != '/' &&
           std::filesystem::is_regular_file(root_ + "/" + std::string(path), error);
  }

  std::string root_;  ///< absolute; empty: the sources are not known
  SourceLines lines_;
  std::map<bool, std::size_t> left_out_;  ///< of relative and of absolute paths
  std::map<std::string, std::string> found_;
};

/// One version while its features are computed. Files have the names of their sources, or else the names in the report.
struct Version {
  Version(const AlertSide& given, bool with_sources)
      : side(given), sources(with_sources ? given.root : "", given.files) {
    for (const std::string& file : given.files) files.insert(name_of(file));
    for (const SarifAlert& alert : given.alerts) by_file[name_of(alert.file)].push_back(&alert);
  }

  [[nodiscard]] const std::string& name_of(const std::string& file) {
    const std::string& source = sources.find(file);
    return source.empty() ? file : source;
  }

  /// True if the version has the file, as far as its report and its sources tell.
  [[nodiscard]] bool has(const std::string& file) { return files.contains(file) || sources.has(file); }

  /// The files of alerts that the other version lacks.
  [[nodiscard]] std::vector<std::string> files_without(Version& other) const {
    std::vector<std::string> missing;
    for (const auto& [file, alerts] : by_file)
      if (!file.empty() && !other.has(file)) missing.push_back(file);
    return missing;
  }

  [[nodiscard]] std::vector<std::uint64_t> content(const std::string& file) {
    if (sources.has(file)) return sources.lines().line_hashes(file);
    std::vector<std::uint64_t> hashes;
    for (const SarifAlert* const alert : by_file[file]) {
      const std::uint64_t text =
          known_hash(alert->rule + '\n' + alert->message, known_hash(alert->snippet + '\n' + alert->function));
      hashes.push_back(text);
      hashes.push_back(combine(text, alert->line));
    }
    return sorted(std::move(hashes));
  }

  const AlertSide& side;
  VersionSources sources;
  std::set<std::string> files;
  std::map<std::string, std::vector<const SarifAlert*>> by_file;
};

/// The names of partial fingerprints that both versions have.
std::set<std::string> common_partials(const AlertSide& before, const AlertSide& after) {
  const auto names = [](const AlertSide& side) {
    std::set<std::string> all;
    for (const SarifAlert& alert : side.alerts)
      for (const auto& [name, value] : alert.partial_fingerprints) all.insert(name);
    return all;
  };
  const std::set<std::string> left = names(before), right = names(after);
  std::set<std::string> both;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::inserter(both, both.end()));
  return both;
}

std::uint64_t partial_hash(const SarifAlert& alert, const std::set<std::string>& names) {
  std::uint64_t hash = 0;
  for (const std::string& name : names)
    if (const auto at = alert.partial_fingerprints.find(name); at != alert.partial_fingerprints.end())
      hash = known_hash(name, combine(known_hash(at->second), hash));
  return hash;
}

/// The `files` that have one alert and are not in `known`, by the hash of that alert. The name is empty if several
/// files have the hash.
std::map<std::uint64_t, std::string> files_by_only_alert(const Version& version, const std::vector<std::string>& files,
                                                         const std::set<std::string>& known) {
  std::map<std::uint64_t, std::string> found;
  for (const std::string& file : files) {
    const std::vector<const SarifAlert*>& alerts = version.by_file.at(file);
    if (alerts.size() != 1 || known.contains(file)) continue;
    const SarifAlert& alert = *alerts.front();
    const std::uint64_t hash = known_hash(alert.tool + '\n' + alert.rule + '\n' + alert.message,
                                          known_hash(alert.snippet + '\n' + alert.function));
    const auto [at, is_new] = found.try_emplace(hash, file);
    if (!is_new) at->second.clear();
  }
  return found;
}

/// Without sources, a file with one alert has no more content than this alert. If exactly one vanished file and exactly
/// one appeared file have it as their only alert, the file was renamed, and its lines may have moved.
void add_files_with_one_alert(Version& old, Version& now, std::map<std::string, std::string>& renamed) {
  std::set<std::string> left, taken;
  for (const auto& [from, to] : renamed) {
    left.insert(from);
    taken.insert(to);
  }
  const auto olds = files_by_only_alert(old, old.files_without(now), left);
  const auto news = files_by_only_alert(now, now.files_without(old), taken);
  for (const auto& [hash, from] : olds)
    if (const auto to = news.find(hash); !from.empty() && to != news.end() && !to->second.empty())
      renamed[from] = to->second;
}

class TraitMaker {
 public:
  /// `renamed`: new names of the version's files.
  TraitMaker(Version& version, const std::map<std::string, std::string>& renamed, const std::set<std::string>& partials)
      : version_(version), renamed_(renamed), partials_(partials) {}

  [[nodiscard]] std::vector<AlertTraits> all(VersionFunctions& functions) {
    std::vector<AlertTraits> made;
    for (const SarifAlert& alert : version_.side.alerts) {
      made.push_back(traits(alert));
      functions.add(made.back().file, {made.back().function});
    }
    for (const auto& [file, alerts] : version_.by_file)
      if (version_.sources.has(file)) functions.add(new_name(file), version_.sources.lines().functions(file));
    return made;
  }

 private:
  [[nodiscard]] const std::string& new_name(const std::string& file) const {
    const auto name = renamed_.find(file);
    return name == renamed_.end() ? file : name->second;
  }

  [[nodiscard]] AlertTraits traits(const SarifAlert& alert) {
    AlertTraits made;
    made.rule = known_hash(alert.rule, known_hash(alert.tool));
    const std::string& file = version_.name_of(alert.file);
    made.file = new_name(file);
    made.function = alert.function;
    const auto set = [&](Trait trait, std::uint64_t hash) { made.hashes[static_cast<std::size_t>(trait)] = hash; };
    if (!alert.snippet.empty()) {
      made.code = AlertTraits::Code::Snippet;
      made.code_tokens = token_hashes(alert.snippet);
      set(Trait::Snippet, hash_of(made.code_tokens));
    }
    if (version_.sources.has(file)) add_source(alert, file, made);
    std::sort(made.code_tokens.begin(), made.code_tokens.end());
    if (!alert.guid.empty()) set(Trait::Guid, known_hash(alert.guid));
    set(Trait::Partial, partial_hash(alert, partials_));
    set(Trait::File, known_hash(made.file));
    set(Trait::Function, known_hash(made.function));
    if (!made.function.empty()) set(Trait::Named, known_hash(made.function));
    set(Trait::Message, known_hash(alert.message));
    set(Trait::Masked, known_hash(without_numbers(alert.message)));
    if (alert.line > 0) set(Trait::Place, known_hash("", (std::uint64_t{alert.line} << 20U) + alert.column));
    for (const std::string_view word : split(alert.message, ' ')) made.message_words.push_back(hash_bytes(word));
    std::sort(made.message_words.begin(), made.message_words.end());
    return made;
  }

  void add_source(const SarifAlert& alert, const std::string& file, AlertTraits& made) {
    SourceLines& lines = version_.sources.lines();
    SourceContext context = lines.context(file, alert.line, alert.column);
    if (context.window == 0) return;
    if (made.function.empty()) made.function = lines.function(file, alert.line);
    made.hashes[static_cast<std::size_t>(Trait::Window)] = context.window;
    made.hashes[static_cast<std::size_t>(Trait::Statement)] = hash_of(context.statement);
    made.code = AlertTraits::Code::Source;
    made.code_tokens = std::move(context.statement);
  }

  [[nodiscard]] static std::uint64_t hash_of(const std::vector<std::uint64_t>& tokens) {
    std::uint64_t hash = tokens.size() + 1;
    for (const std::uint64_t token : tokens) hash = combine(hash, token);
    return std::max<std::uint64_t>(hash, 1);
  }

  Version& version_;
  const std::map<std::string, std::string>& renamed_;
  const std::set<std::string>& partials_;
};

}  // namespace

bool VersionFunctions::has(const std::string& file, const std::string& function) const {
  const auto at = functions_.find(file);
  return at != functions_.end() && at->second.contains(function);
}

void VersionFunctions::add(const std::string& file, const std::set<std::string>& functions) {
  functions_[file].insert(functions.begin(), functions.end());
}

TwoVersions traits_of(const AlertSide& before, const AlertSide& after) {
  const bool with_sources = !before.root.empty() && !after.root.empty();
  Version old(before, with_sources), now(after, with_sources);
  std::map<std::string, std::string> renamed = renamed_files(
      old.files_without(now), now.files_without(old), [&](const std::string& file) { return old.content(file); },
      [&](const std::string& file) { return now.content(file); }, with_sources ? kMinSame : kMinSameAlerts);
  if (!with_sources) add_files_with_one_alert(old, now, renamed);
  const std::set<std::string> partials = common_partials(before, after);
  TwoVersions both;
  both.before = TraitMaker(old, renamed, partials).all(both.old_functions);
  const std::map<std::string, std::string> same_names;
  both.after = TraitMaker(now, same_names, partials).all(both.new_functions);
  return both;
}

}  // namespace assay::core
