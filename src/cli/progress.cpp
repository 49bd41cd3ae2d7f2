#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <variant>
#include <vector>

#include "assay/base/text.hpp"
#include "cli_session.hpp"
#include "json_events.hpp"
#include "terminal.hpp"

namespace assay::cli {
namespace {

std::string kinds_text(const core::Progress& p) {
  std::vector<std::string> parts;
  for (const auto& [kind, count] : p.findings_by_kind) parts.push_back(fmt::format("{} {}", core::name(kind), count));
  return join(parts, ", ");
}

std::string skips_text(const core::Progress& p, std::size_t most) {
  std::vector<std::string> parts;
  for (const auto& [reason, count] : p.skip_reasons) {
    if (parts.size() == most) break;
    parts.push_back(fmt::format("{} {}", printable(reason), with_commas(count)));
  }
  if (p.skip_reasons.size() > most) parts.push_back(fmt::format("{} more reasons", p.skip_reasons.size() - most));
  return join(parts, ", ");
}

std::string counts_text(const core::Progress& p) {
  return fmt::format("{} tests ({:.0f}/s)  pass {}  skip {}  bugs {}  findings {}", with_commas(p.tests),
                     p.tests_per_second, with_commas(p.passes), with_commas(p.skips), with_commas(p.bugs),
                     with_commas(p.findings));
}

std::string finding_text(const core::FindingEvent& event) {
  const core::Finding& f = event.finding;
  switch (event.what) {
    case core::FindingEvent::What::New:
      return fmt::format("found     {}: {} on case {}, {} bytes: {}", f.target, core::name(f.kind), f.original.index,
                         f.original_bytes(), one_line(f.reason, 100));
    case core::FindingEvent::What::Reduced:
      return fmt::format("reduced   {}: {} from {} to {} bytes: {}", f.target, core::name(f.kind), f.original_bytes(),
                         f.smallest_bytes(), f.folder);
    case core::FindingEvent::What::Duplicate:
      if (event.known_as == f.id) return fmt::format("duplicate {}: stands for a larger one found before", f.id);
      return fmt::format("duplicate {}: same as {}", f.id, event.known_as);
    case core::FindingEvent::What::NotStored:
      return fmt::format("NOT STORED {}: {}\n{}", f.id, core::name(f.kind), printable(core::issue_text(f)));
  }
  return {};
}

std::string started_text(const core::CampaignStarted& s) {
  std::string out = fmt::format("{} {} in {}: seed {}, {} job{}", s.resumed ? "resuming" : "starting",
                                s.identity.module, s.directory, s.identity.seed, s.jobs, s.jobs == 1 ? "" : "s");
  if (s.identity.shard.count > 1) out += fmt::format(", shard {}/{}", s.identity.shard.index, s.identity.shard.count);
  for (const core::TargetInfo& target : s.identity.targets)
    out += fmt::format("\ntarget    {}: {}", target.name, printable(target.version));
  if (s.resumed)
    out += fmt::format("\nalready   {} tests in {}", with_commas(s.tests_before), clock_text(s.seconds_before));
  return out;
}

std::string control_text(const core::ControlResult& c) {
  return fmt::format("control   {}: {} {}", c.target, c.control,
                     c.passed ? "ok"
                              : "FAILED: expected " + core::ControlResult::text(c.expected) + ", got " +
                                    core::ControlResult::text(c.trial.verdict));
}

std::string level_text(core::Message::Level level) {
  switch (level) {
    case core::Message::Level::Info: return "note      ";
    case core::Message::Level::Warning: return "warning   ";
    case core::Message::Level::Error: return "error     ";
  }
  return {};
}

/// Plain lines, for logs: progress at most every ten seconds and at the end.
class LineLog : public core::Observer {
 public:
  void on_event(const core::Event& event) override {
    std::visit([this](const auto& e) { show(e); }, event);
    std::fflush(stderr);
  }

 private:
  void show(const core::CampaignStarted& e) { line(started_text(e)); }
  void show(const core::ControlResult& e) { line(control_text(e)); }
  void show(const core::FindingEvent& e) { line(finding_text(e)); }
  void show(const core::Message& e) { line(level_text(e.level) + printable(e.text)); }
  void show(const core::CampaignFinished& e) { line(fmt::format("stopped   {}", core::description(e.reason))); }
  void show(const core::Progress& e) {
    if (e.elapsed_seconds < next_) return;
    next_ = e.elapsed_seconds + 10;
    line(fmt::format("{:>7}   {}", clock_text(e.elapsed_seconds), counts_text(e)));
  }
  static void line(const std::string& text) { fmt::print(stderr, "{}\n", text); }

  double next_ = 0;
};

/// A block at the bottom of the terminal that redraws itself; findings and messages scroll away above it.
class LiveBlock : public core::Observer {
 public:
  ~LiveBlock() override { clear(); }
  void on_event(const core::Event& event) override {
    std::visit([this](const auto& e) { show(e); }, event);
    std::fflush(stderr);
  }

 private:
  void show(const core::CampaignStarted& e) { above(started_text(e)); }
  void show(const core::ControlResult& e) {
    if (!e.passed) above(style_.red(control_text(e)));
  }
  void show(const core::FindingEvent& e) {
    above(e.what == core::FindingEvent::What::New ? style_.bold(finding_text(e)) : finding_text(e));
  }
  void show(const core::Message& e) {
    const std::string text = level_text(e.level) + printable(e.text);
    above(e.level == core::Message::Level::Error     ? style_.red(text)
          : e.level == core::Message::Level::Warning ? style_.yellow(text)
                                                     : text);
  }
  void show(const core::CampaignFinished& e) {
    clear();
    above(fmt::format("stopped   {}", core::description(e.reason)));
  }
  void show(const core::Progress& e) {
    clear();
    block_.clear();
    block_.push_back(headline(e));
    block_.push_back(counts_text(e));
    block_.push_back(style_.dim(fmt::format("{:<24} {:>10} {:>10} {:>8} {:>8} {:>9} {:>9}", "target", "tests", "pass",
                                            "skip", "bugs", "findings", "cpu")));
    for (const core::TargetProgress& t : e.targets) {
      block_.push_back(fmt::format("{:<24} {:>10} {:>10} {:>8} {:>8} {:>9} {:>9}", t.name, with_commas(t.tests),
                                   with_commas(t.passes), with_commas(t.skips), with_commas(t.bugs),
                                   with_commas(t.findings), clock_text(t.cpu_seconds)));
    }
    if (!e.findings_by_kind.empty()) block_.push_back(style_.bold("findings: " + kinds_text(e)));
    if (!e.skip_reasons.empty()) block_.push_back(style_.dim("skips: " + skips_text(e, 4)));
    draw();
  }

  static std::string headline(const core::Progress& p) {
    std::string out = clock_text(p.elapsed_seconds);
    if (p.seconds_left) {
      const double total = p.elapsed_seconds + std::max(0.0, *p.seconds_left);
      const double share = total > 0 ? std::min(1.0, p.elapsed_seconds / total) : 0;
      constexpr int kCells = 30;
      const int full = static_cast<int>(share * kCells);
      out += fmt::format(" [{}{}] {:.0f} %, {} left", std::string(static_cast<std::size_t>(full), '#'),
                         std::string(static_cast<std::size_t>(kCells - full), '.'), 100 * share,
                         clock_text(*p.seconds_left));
    }
    if (p.tests_left) out += fmt::format("  {} tests left", with_commas(*p.tests_left));
    return out + "   Ctrl-C stops and keeps everything";
  }

  /// Lines are cut to the terminal, so that the block has as many rows as lines. Colours are only around whole lines.
  void draw() {
    const std::size_t width = terminal_width(stderr);
    for (const std::string& text : block_) {
      const bool colored = text.starts_with('\x1b');
      fmt::print(stderr, "{}\n", colored || text.size() < width ? text : text.substr(0, width - 1));
    }
    rows_ = block_.size();
  }
  void clear() {
    if (rows_ > 0) fmt::print(stderr, "\x1b[{}A\r\x1b[J", rows_);
    rows_ = 0;
  }
  void above(const std::string& text) {
    clear();
    fmt::print(stderr, "{}\n", text);
    draw();
  }

  Style style_ = Style::of(stderr);
  std::vector<std::string> block_;
  std::size_t rows_ = 0;
};

class QuietLog : public core::Observer {
 public:
  void on_event(const core::Event& event) override {
    if (const auto* message = std::get_if<core::Message>(&event);
        message != nullptr && message->level != core::Message::Level::Info) {
      fmt::print(stderr, "{}{}\n", level_text(message->level), printable(message->text));
    }
    if (const auto* finding = std::get_if<core::FindingEvent>(&event);
        finding != nullptr && finding->what == core::FindingEvent::What::NotStored) {
      fmt::print(stderr, "{}\n", finding_text(*finding));
    }
  }
};

class JsonLines : public core::Observer {
 public:
  void on_event(const core::Event& event) override {
    fmt::print("{}\n", json_line(event));
    std::fflush(stdout);
  }
};

}  // namespace

std::unique_ptr<core::Observer> make_display(Display display) {
  switch (display) {
    case Display::Quiet: return std::make_unique<QuietLog>();
    case Display::Json: return std::make_unique<JsonLines>();
    case Display::Auto: break;
  }
  if (is_terminal(stderr)) return std::make_unique<LiveBlock>();
  return std::make_unique<LineLog>();
}

}  // namespace assay::cli
