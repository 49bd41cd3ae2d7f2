#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "cli_session.hpp"
#include "core/options/options.hpp"
#include "json_events.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace assay::cli {
namespace {

std::string kinds_text(const core::Progress& p) {
  std::vector<std::string> parts;
  for (const auto& [kind, count] : p.findings_by_kind) parts.push_back(fmt::format("{} {}", core::name(kind), count));
  return join(parts, ", ");
}

std::string reasons_text(const std::vector<std::pair<std::string, std::uint64_t>>& reasons, std::size_t max_reasons) {
  std::vector<std::string> parts;
  for (const auto& [reason, count] : reasons) {
    if (parts.size() == max_reasons) break;
    parts.push_back(fmt::format("{} {}", printable(reason), with_commas(count)));
  }
  if (reasons.size() > max_reasons) parts.push_back(fmt::format("{} more reasons", reasons.size() - max_reasons));
  return join(parts, ", ");
}

std::string counts_text(const core::Progress& p) {
  return fmt::format("{} tests ({:.0f}/s)  pass {}  skip {}  bugs {}  findings {}", with_commas(p.tests),
                     p.tests_per_second, with_commas(p.passes), with_commas(p.skips), with_commas(p.bugs),
                     with_commas(p.findings));
}

/// "  12 left, about 0:40"; empty if the number of tests is open.
std::string left_text(const core::Progress& p) {
  if (!p.tests_left) return {};
  std::string text = fmt::format("  {} left", with_commas(*p.tests_left));
  if (p.tests > 0 && *p.tests_left > 0)
    text +=
        ", about " + clock_text(p.elapsed_seconds / static_cast<double>(p.tests) * static_cast<double>(*p.tests_left));
  return text;
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
    out += fmt::format("\ntarget    {}: {}{}{}", target.name, printable(target.version),
                       target.note.empty() ? "" : "\n          ", printable(target.note));
  constexpr double kWorthTelling = 1;
  if (s.preparation_seconds >= kWorthTelling)
    out += "\nprepared  in " + core::duration_text(std::round(s.preparation_seconds)) +
           ": inputs, targets and controls; --time begins now";
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

/// Prints plain lines, for logs. Progress is printed at most every ten seconds.
class LineLog : public core::Observer {
 public:
  void on_event(const core::Event& event) override {
    std::visit([this](const auto& e) { show(e); }, event);
    flush_stream(stderr);
  }

 private:
  void show(const core::CampaignStarted& e) { line(started_text(e)); }
  void show(const core::ControlResult& e) { line(control_text(e)); }
  void show(const core::FindingEvent& e) { line(finding_text(e)); }
  void show(const core::InputMeasured&) {}
  void show(const core::Message& e) { line(level_text(e.level) + printable(e.text)); }
  void show(const core::CampaignFinished& e) { line(fmt::format("stopped   {}", core::description(e.reason))); }
  void show(const core::Progress& e) {
    if (e.elapsed_seconds < next_) return;
    next_ = e.elapsed_seconds + 10;
    line(fmt::format("{:>7}   {}", clock_text(e.elapsed_seconds), counts_text(e) + left_text(e)));
  }
  static void line(const std::string& text) { print_err("{}\n", text); }

  double next_ = 0;
};

/// A line of the block, and its style (null: none).
struct BlockLine {
  std::string text;
  std::string (Style::*style)(std::string_view) const = nullptr;
};

/// Draws a block of progress at the bottom of the terminal; findings and messages scroll above the block.
class LiveBlock : public core::Observer {
 public:
  ~LiveBlock() override { clear(); }
  void on_event(const core::Event& event) override {
    std::visit([this](const auto& e) { show(e); }, event);
    flush_stream(stderr);
  }

 private:
  void show(const core::CampaignStarted& e) { above(started_text(e)); }
  void show(const core::ControlResult& e) {
    if (!e.passed) above(style_.red(control_text(e)));
  }
  void show(const core::InputMeasured&) {}
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
    const TerminalSize terminal = terminal_size(stderr);
    block_.push_back({headline(e, terminal.columns)});
    block_.push_back({counts_text(e)});
    add_targets(e, terminal.columns);
    if (!e.findings_by_kind.empty()) block_.push_back({"findings: " + kinds_text(e), &Style::bold});
    if (!e.skip_reasons.empty()) block_.push_back({"skips: " + reasons_text(e.skip_reasons, 4), &Style::dim});
    if (!e.reservations.empty())
      block_.push_back({"passes with a reservation: " + reasons_text(e.reservations, 2), &Style::dim});
    draw();
  }

  void add_targets(const core::Progress& e, std::size_t columns) {
    constexpr std::size_t kNumberColumns = 60;
    const std::size_t names = std::clamp<std::size_t>(columns - std::min(columns, kNumberColumns + 1), 8, 24);
    block_.push_back({fmt::format("{:<{}} {:>10} {:>10} {:>8} {:>8} {:>9} {:>9}", "target", names, "tests", "pass",
                                  "skip", "bugs", "findings", "cpu"),
                      &Style::dim});
    for (const core::TargetProgress& t : e.targets) {
      block_.push_back({fmt::format("{:<{}} {:>10} {:>10} {:>8} {:>8} {:>9} {:>9}", one_line(t.name, names), names,
                                    with_commas(t.tests), with_commas(t.passes), with_commas(t.skips),
                                    with_commas(t.bugs), with_commas(t.findings), clock_text(t.cpu_seconds))});
    }
  }

  static std::string headline(const core::Progress& p, std::size_t columns) {
    std::string out = clock_text(p.elapsed_seconds);
    if (p.seconds_left) {
      const double total = p.elapsed_seconds + std::max(0.0, *p.seconds_left);
      const double share = total > 0 ? std::min(1.0, p.elapsed_seconds / total) : 0;
      const std::size_t cells = columns > 90 ? 30 : 10;
      const auto full = static_cast<std::size_t>(share * static_cast<double>(cells));
      out += fmt::format(" [{}{}] {:.0f} %, {} left", std::string(full, '#'), std::string(cells - full, '.'),
                         100 * share, clock_text(*p.seconds_left));
    }
    out += left_text(p);
    return out + "   Ctrl-C stops and keeps everything";
  }

  /// Draws the block, with lines cut to the terminal's columns and the block cut to its rows.
  void draw() {
    const TerminalSize terminal = terminal_size(stderr);
    std::string text;
    for (std::size_t i = 0; i < block_.size() && i + 1 < terminal.rows; ++i) {
      const std::string line = cut(block_[i].text, terminal.columns - 1);
      drawn_.push_back(columns_of(line));
      text += (block_[i].style == nullptr ? line : (style_.*block_[i].style)(line)) + "\n";
    }
    print_err("{}", text);
  }

  /// Erases the block. If the terminal has become narrower, it has wrapped the lines, so they occupy several rows.
  void clear() {
    const std::size_t columns = terminal_size(stderr).columns;
    std::size_t rows = 0;
    for (const std::size_t length : drawn_) rows += std::max<std::size_t>(1, (length + columns - 1) / columns);
    if (rows > 0) print_err("\x1b[{}A\r\x1b[J", rows);
    drawn_.clear();
  }
  void above(const std::string& text) {
    clear();
    print_err("{}\n", text);
    draw();
  }

  Style style_ = Style::of(stderr);
  std::vector<BlockLine> block_;
  std::vector<std::size_t> drawn_;  ///< columns of each drawn line
};

class QuietLog : public core::Observer {
 public:
  void on_event(const core::Event& event) override {
    if (const auto* message = std::get_if<core::Message>(&event);
        message != nullptr && message->level != core::Message::Level::Info) {
      print_err("{}{}\n", level_text(message->level), printable(message->text));
    }
    if (const auto* finding = std::get_if<core::FindingEvent>(&event);
        finding != nullptr && finding->what == core::FindingEvent::What::NotStored) {
      print_err("{}\n", finding_text(*finding));
    }
  }
};

class JsonLines : public core::Observer {
 public:
  void on_event(const core::Event& event) override {
    print_out("{}\n", json_line(event));
    flush_stream(stdout);
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
