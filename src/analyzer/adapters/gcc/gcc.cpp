#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "analyzer/adapters/gcc/gcc_builds.hpp"
#include "analyzer/adapters/gcc/gcc_reproducer.hpp"
#include "analyzer/adapters/rows/adapter_rows.hpp"
#include "analyzer/check/source/c_checker.hpp"
#include "base/text.hpp"
#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"
#include "core/target/version.hpp"

namespace assay::analyzer {
namespace {

/// CPU seconds of all compilations of one program with the plugin, from which on plain compilations are measured, too.
constexpr double kMuchTime = 2;
constexpr const char* kPluginName = "assay_gcc_facts.so";

/// The builds of a program with checks, one for each point.
using CheckedBuilds = std::vector<std::pair<GccPoint, GccBuilds::CheckedBuild>>;

/// Runs the builds with checks, and plain builds at each level.
class GccCheck {
 public:
  GccCheck(const GccSettings& settings, const Claims& claims, const CheckedBuilds& asked, GccBuilds& builds)
      : settings_(settings), claims_(claims), asked_(asked), builds_(builds) {
    checks_.facts.resize(claims.facts.size());
    for (CheckedFact& checked : checks_.facts) checked.skip = "GCC does not claim it again";
  }

  Checks run() {
    reference_ = builds_.run_reference({"-O0"}, 1);
    for (const auto& [point, asked] : asked_)
      if (!builds_.trouble) check_point(asked);
    for (const std::string& level : settings_.levels) {
      std::vector<std::string> flags = {level};
      if (!settings_.in_optimized_builds.empty()) flags.push_back(settings_.in_optimized_builds);
      if (!builds_.trouble) compare(level, builds_.run_plain(flags));
    }
    drop_changed_builds();
    return finish();
  }

  /// Runs only the builds with checks, and, if one breaks a fact, tests the program for undefined behaviour.
  Checks run_quickly() {
    for (const auto& [point, asked] : asked_)
      if (!builds_.trouble) check_point(asked);
    return finish();
  }

  /// Names of the points with a broken must-fact that does not follow from another fact.
  [[nodiscard]] std::set<std::string> broken_points() const { return broken_points_; }

 private:
  Checks finish() {
    if (!builds_.trouble && suspicious()) confirm_difference();
    std::vector<std::size_t> broken;
    for (std::size_t i = 0; i < checks_.facts.size(); ++i)
      if (checks_.facts[i].broken != 0) broken.push_back(i);
    for (const std::size_t i : first_of(claims_.facts, broken))
      if (claims_.facts[i].mode == Fact::Mode::Must) broken_points_.insert(claims_.facts[i].place.context);
    checks_.builds_agree = compared_ && reference_->is_comparable() && !checks_.miscompiled && !checks_.undefined;
    checks_.output_differs = reference_ && reference_->differs();
    checks_.trouble = builds_.trouble;
    if (checks_.trouble && !builds_.said.empty() && checks_.undefined_at.empty()) checks_.undefined_at = builds_.said;
    checks_.commands = builds_.commands;
    checks_.usage = builds_.usage;
    return std::move(checks_);
  }

  void check_point(const GccBuilds::CheckedBuild& asked) {
    const std::vector<std::size_t> claim_of = match_claims(asked.facts, claims_.facts);
    const auto is_wanted = [&](std::size_t claim) { return claim < claims_.facts.size(); };
    if (std::none_of(claim_of.begin(), claim_of.end(), is_wanted)) return;
    const std::optional<GccBuilds::CheckedRun> ran = builds_.run_checked(asked);
    if (!ran) return;
    for (std::size_t i = 0; i < claim_of.size(); ++i)
      if (is_wanted(claim_of[i])) checks_.facts[claim_of[i]] = ran->report.facts[i];
    checks_.run_cpu_seconds += ran->cpu_seconds;
    ++checks_.checked_runs;
    if (ran->outcome.ended && reference_ && !reference_->agrees(ran->outcome))
      for (const std::size_t claim : claim_of)
        if (is_wanted(claim)) elsewhere_.push_back(claim);
  }

  /// Drops the results of a build with checks that behaves unlike every build without: Assay's checks may have changed
  /// it.
  void drop_changed_builds() {
    for (const std::size_t claim : elsewhere_) {
      if (checks_.miscompiled) return;
      checks_.facts[claim] = {};
      checks_.facts[claim].skip = "the build with checks does something else";
    }
  }

  void compare(const std::string& build, const std::optional<RunOutcome>& outcome) {
    if (!reference_ || !outcome) return;
    compared_ = true;
    if (reference_->agrees(*outcome) || checks_.miscompiled) return;
    checks_.miscompiled = build + ": " + outcome->text() + "; -O0: " + reference_->text();
    other_ = outcome;
  }

  [[nodiscard]] bool suspicious() const {
    return checks_.miscompiled || std::any_of(checks_.facts.begin(), checks_.facts.end(),
                                              [](const CheckedFact& checked) { return checked.broken != 0; });
  }

  /// A later object may have the address of a dead one.
  void confirm_addresses() {
    if (!has_broken_aliasing(claims_.facts, checks_.facts)) return;
    std::vector<CheckedFact> again(claims_.facts.size());
    for (const auto& [point, asked] : asked_) {
      const std::vector<std::size_t> claim_of = match_claims(asked.facts, claims_.facts);
      const std::optional<GccBuilds::CheckedRun> ran = builds_.run_checked(asked, true);
      for (std::size_t i = 0; ran && i < claim_of.size(); ++i)
        if (claim_of[i] < again.size()) again[claim_of[i]] = ran->report.facts[i];
    }
    confirm_broken_aliasing(claims_.facts, again, checks_.facts);
  }

  /// Drops results for a program with undefined behaviour, or with output that differs between runs.
  void confirm_difference() {
    confirm_addresses();
    for (unsigned i = 0; i < kMoreRuns && checks_.miscompiled; ++i) {
      if (const auto again = builds_.run_plain({"-O0"})) reference_->add(*again);
      if (reference_->agrees(*other_)) checks_.miscompiled.reset();
    }
    const std::optional<std::string> undefined = builds_.undefined();
    if (!undefined) return;
    checks_.undefined = true;
    checks_.undefined_at = *undefined;
    checks_.miscompiled.reset();
    for (CheckedFact& checked : checks_.facts) {
      if (checked.broken == 0) continue;
      checked = {};
      checked.skip = "undefined behaviour in the run";
    }
  }

  const GccSettings& settings_;
  const Claims& claims_;
  const CheckedBuilds& asked_;
  GccBuilds& builds_;
  static constexpr unsigned kMoreRuns = 3;  ///< runs of the reference before a difference counts

  std::optional<ReferenceOutcome> reference_;
  bool compared_ = false;
  std::optional<RunOutcome> other_;  ///< an outcome unlike the reference: `checks_.miscompiled`
  std::set<std::string> broken_points_;
  std::vector<std::size_t> elsewhere_;  ///< claims of builds that behave unlike the reference
  Checks checks_;
};

/// GCC (https://gcc.gnu.org), through the plugin in plugins/gcc: a separate program under the GPL that GCC loads.
class GccAnalyzer final : public Analyzer {
 public:
  /// `reader` may be null: without clang, programs are not reduced on their syntax tree.
  GccAnalyzer(Definition definition, GccSettings settings, std::unique_ptr<CChecker> reader)
      : definition_(std::move(definition)),
        settings_(std::move(settings)),
        runtime_(settings_.compiler.front()),
        reader_(std::move(reader)) {}

  Claims claims(const Program& program, const Session& session) override {
    Claims claims;
    GccBuilds builds(settings_, definition_, runtime_, program, session);
    ask(program, session, builds);
    std::map<std::string, std::uint64_t> unread;
    for (const auto& [point, asked] : asked_) {
      claims.facts.insert(claims.facts.end(), asked.facts.begin(), asked.facts.end());
      for (const auto& [reason, count] : asked.unread) unread[reason] += count;
    }
    if (builds.sources().empty()) claims.trouble = core::Verdict::skip("no C file");
    if (builds.trouble) claims.trouble = builds.trouble;
    claims.unread.assign(unread.begin(), unread.end());
    if (!builds.commands.empty()) claims.command = builds.commands.back();
    // A user does not have the plugin.
    std::erase_if(claims.command, [](const std::string& word) { return word.starts_with("-fplugin"); });
    for (std::string& word : claims.command)
      if (word == program.files.front().name) word = "{input}";
    claims.output = builds.said;
    claims.usage = builds.usage;
    // The time includes the plugin's work, which hardly counts. If it is much, GCC's own part is measured.
    claims.analysis_seconds = builds.usage.cpu_seconds();
    if (!session.quick && !session.batch && claims.analysis_seconds > kMuchTime)
      claims.analysis_seconds = builds.plain_seconds();
    return claims;
  }

  Checks check(const Program& program, const Claims& claims, const Session& session) override {
    GccBuilds builds(settings_, definition_, runtime_, program, session);
    if (key(program) != asked_program_) ask(program, session, builds);
    GccCheck check(settings_, claims, asked_, builds);
    Checks checks = session.quick ? check.run_quickly() : check.run();
    // The steps of a reduction use one point that shows the failure.
    const std::set<std::string> broken = check.broken_points();
    if (!session.quick) broken_points_ = broken;
    if (session.quick && !broken.empty()) broken_points_ = {*broken.begin()};
    if (!session.quick) was_read_ = false;
    if (session.quick && was_read_ && !broken.empty() && !reader_->reads(program, session)) refuse(checks);
    return checks;
  }

  std::vector<Edit> edits(const Program& program, const Session& session) override {
    was_read_ = reader_ != nullptr && reader_->reads(program, session);
    return was_read_ ? reader_->edits(program, session) : std::vector<Edit>();
  }

  std::optional<Traced> traced(const Program& program, const Session& session) override {
    was_read_ = reader_ != nullptr && reader_->reads(program, session);
    return was_read_ ? reader_->traced(program, session) : std::nullopt;
  }

  Result<core::Reproduction> reproduction(const Program& program, const Claims& claims, std::optional<std::size_t> fact,
                                          const Session& session) override {
    if (!fact) return gcc_build_reproduction(settings_, program, session);
    if (reader_ == nullptr) return Error{"clang is not there to read the source", {}};
    return gcc_fact_reproduction(settings_, program, claims.facts[*fact], *reader_, session);
  }

 private:
  static std::string key(const Program& program) {
    std::string text = join(program.flags, " ");
    for (const core::File& file : program.files) text += '\0' + file.name + '\0' + file.content;
    return text;
  }

  /// GCC accepts programs that clang does not (`((struct S)(struct S){0}).a = 1`), on which a reduction would get
  /// stuck.
  static void refuse(Checks& checks) {
    checks.trouble = core::Verdict::skip("clang does not read the program");
    for (CheckedFact& checked : checks.facts) checked = {};
  }

  /// Claims and checks come from the same compilation.
  void ask(const Program& program, const Session& session, GccBuilds& builds) {
    asked_.clear();
    asked_program_ = key(program);
    if (builds.sources().empty()) return;
    for (const GccPoint& point : settings_.points) {
      if (session.quick && !broken_points_.empty() && !broken_points_.contains(point.name())) continue;
      if (session.batch && &point != &settings_.points[*session.batch % settings_.points.size()]) continue;
      std::optional<GccBuilds::CheckedBuild> asked = builds.ask(point);
      if (!asked) break;
      asked_.emplace_back(point, std::move(*asked));
    }
    if (builds.trouble) asked_program_.clear();
  }

  Definition definition_;
  GccSettings settings_;
  CheckRuntime runtime_;
  std::unique_ptr<CChecker> reader_;
  std::string asked_program_;            ///< the program of the builds in asked_
  std::set<std::string> broken_points_;  ///< names of the points that broke facts in the last program
  CheckedBuilds asked_;
  /// Clang could read the program of the reduction, so it must be able to read the smaller ones, too.
  bool was_read_ = false;
};

/// Why a GCC that accepts the plugin may still fail.
struct PluginTrouble {
  std::string_view sign;
  const char* advice;
};
constexpr std::array<PluginTrouble, 2> kPluginTroubles = {
    {{"not found but is referenced", "name passes as gcc -fdump-passes does, without tree- and number"},
     {"No space left", "free some space, or name another folder for scratch files with TMPDIR"}}};

/// Whether this GCC accepts the plugin, and has the passes.
Status try_plugin(const GccSettings& settings) {
  for (const GccPoint& point : settings.points) {
    std::vector<std::string> argv = settings.compiler;
    argv.insert(argv.end(), {"-fplugin=" + settings.plugin, "-fplugin-arg-assay_gcc_facts-pass=" + point.pass, "-x",
                             "c", "-c", "/dev/null", "-o", "/dev/null"});
    const core::ProcessResult result = core::ask_target(argv);
    if (result.ending == core::Ending::Exited && result.exit_code == 0) continue;
    const std::string said(trim(result.err.empty() ? result.message : result.err));
    const auto* known = std::find_if(kPluginTroubles.begin(), kPluginTroubles.end(), [&](const PluginTrouble& one) {
      return said.find(one.sign) != std::string::npos;
    });
    return Error{settings.compiler.front() + " does not take Assay's plugin: " + printable(said),
                 known == kPluginTroubles.end()
                     ? "build Assay with the GCC that is under test (12), where gcc-12-plugin-dev is installed; the "
                       "target gcc-builds takes any GCC"
                     : known->advice};
  }
  return {};
}

std::vector<std::string> levels_in(std::string_view text) {
  std::vector<std::string> levels;
  for (const std::string_view level : split(text, ' '))
    if (!level.empty()) levels.emplace_back(level);
  return levels;
}

Result<GccSettings> read_settings(const Definition& definition) {
  GccSettings settings;
  settings.compiler = definition.argv;
  settings.judge = settings.compiler.empty() ? std::string() : settings.compiler.front();
  settings.plugin = core::find_hidden_program(kPluginName);
  for (const auto& [key, value] : definition.settings) {
    if (key == "points") {
      Result<std::vector<GccPoint>> points = gcc_points(value);
      if (!points) return points.error();
      settings.points = std::move(*points);
    } else if (key == "levels") {
      settings.levels = levels_in(value);
    } else if (key == "plugin") {
      settings.plugin = core::anchored(value);
    } else if (key == "lie") {
      settings.lie = value;
    } else {
      return Error{"target '" + definition.name + "' has an unknown setting '" + key + "'",
                   "GCC's are points, levels, plugin and lie"};
    }
  }
  if (settings.compiler.empty()) return Error{"target '" + definition.name + "' names no compiler", "set argv"};
  if (settings.plugin.empty())
    return Error{"the GCC plugin is not beside assay", "install gcc-12-plugin-dev and build Assay with GCC 12 again"};
  return settings;
}

Result<GccSettings> read_builds(const Definition& definition) {
  GccSettings settings;
  settings.compiler = definition.argv;
  for (const auto& [key, value] : definition.settings) {
    if (key == "levels") {
      settings.levels = levels_in(value);
    } else if (key == "lie") {
      settings.in_optimized_builds = value;
    } else {
      return Error{"target '" + definition.name + "' has an unknown setting '" + key + "'", "it has only 'levels'"};
    }
  }
  if (settings.compiler.empty()) return Error{"target '" + definition.name + "' names no compiler", "set argv"};
  if (settings.levels.empty())
    return Error{"target '" + definition.name + "' has no levels to compare with -O0", "levels = \"-O1 -O2\", say"};
  if (core::find_program(settings.compiler.front()).empty())
    return Error{"target '" + definition.name + "': there is no program '" + settings.compiler.front() + "'",
                 definition.install};
  // A release may lack the sanitizers' libraries.
  for (const char* judge : {"gcc", "clang-14", "clang"})
    if (settings.judge.empty() && !core::find_program(judge).empty()) settings.judge = judge;
  if (settings.judge.empty()) settings.judge = settings.compiler.front();
  return settings;
}

Result<std::unique_ptr<Analyzer>> made(const Definition& definition, GccSettings settings) {
  Result<std::unique_ptr<CChecker>> reader = CChecker::open();
  return std::unique_ptr<Analyzer>(std::make_unique<GccAnalyzer>(
      definition, std::move(settings), reader ? std::move(*reader) : std::unique_ptr<CChecker>()));
}

}  // namespace

Result<std::unique_ptr<Analyzer>> open_builds(const Definition& definition) {
  Result<GccSettings> settings = read_builds(definition);
  if (!settings) return settings.error();
  return made(definition, std::move(*settings));
}

Result<std::unique_ptr<Analyzer>> open_gcc(const Definition& definition) {
  Result<GccSettings> settings = read_settings(definition);
  if (!settings) return settings.error();
  if (const Status taken = try_plugin(*settings); !taken) return taken.error();
  return made(definition, std::move(*settings));
}

}  // namespace assay::analyzer
