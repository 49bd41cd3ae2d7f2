#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analyzer/recall/recall.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "core/report/page.hpp"

namespace assay::analyzer::recall {
namespace {

using Ordered = nlohmann::ordered_json;

void count(RecallCell& cell, Answer bug, Answer twin) {
  cell.bugs += bug != Answer::None ? 1 : 0;
  cell.found += bug == Answer::Found ? 1 : 0;
  cell.twins += twin != Answer::None ? 1 : 0;
  cell.false_alarms += twin == Answer::Found ? 1 : 0;
}

/// Adds a row for the bugs that `belongs` accepts, if there are any.
template <typename Belongs>
void add_row(RecallTable& table, const RecallRecord& record, std::string name, const Belongs& belongs) {
  std::vector<RecallCell> cells(record.targets.size());
  bool any = false;
  for (std::size_t i = 0; i < record.bugs.size(); ++i) {
    if (!belongs(record.bugs[i].planted)) continue;
    any = true;
    for (std::size_t t = 0; t < cells.size(); ++t)
      count(cells[t], record.targets[t].bugs[i], record.targets[t].twins[i]);
  }
  if (any) table.rows.emplace_back(std::move(name), std::move(cells));
}

Ordered cells_of(const RecallRecord& record, const std::vector<RecallCell>& cells) {
  Ordered out = Ordered::object();
  for (std::size_t t = 0; t < cells.size(); ++t)
    out[record.targets[t].name] = {{"found", cells[t].found},
                                   {"bugs", cells[t].bugs},
                                   {"false-alarms", cells[t].false_alarms},
                                   {"twins", cells[t].twins}};
  return out;
}

Ordered way_of(const Planting& planted) {
  Ordered way = Ordered::array();
  for (const std::size_t carrier : planted.way) way.push_back(carriers()[carrier].name);
  return way;
}

std::string word_of(Answer answer) {
  return answer == Answer::Found ? "found" : answer == Answer::Missed ? "missed" : "no answer";
}

Ordered bugs_of(const RecallRecord& record) {
  Ordered out = Ordered::array();
  for (std::size_t i = 0; i < record.bugs.size(); ++i) {
    const ConfirmedBug& bug = record.bugs[i];
    const BugRow& row = bug_rows()[bug.planted.bug];
    Ordered one = {{"case", bug.index},          {"kind", row.kind},  {"variant", row.variant},
                   {"way", way_of(bug.planted)}, {"run", bug.report}, {"bug", Ordered::object()},
                   {"twin", Ordered::object()}};
    for (const TargetRecall& target : record.targets) {
      one["bug"][target.name] = word_of(target.bugs[i]);
      one["twin"][target.name] = word_of(target.twins[i]);
    }
    out.push_back(std::move(one));
  }
  return out;
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string text_of(const RecallCell& cell) {
  if (cell.bugs == 0) return "–";
  std::string text = fmt::format("{} of {}", cell.found, cell.bugs);
  if (cell.false_alarms > 0) text += fmt::format(", {} false", cell.false_alarms);
  return text;
}

std::string table_markup(const RecallRecord& record, const RecallTable& table) {
  core::PageTable shown{table.title, {{core::with_capital(table.key)}}, {}, "no bug was confirmed"};
  shown.open = true;
  for (const TargetRecall& target : record.targets)
    shown.columns.push_back({target.name, core::PageTable::Holds::Number});
  for (const auto& [name, cells] : table.rows) {
    std::vector<core::PageTable::Cell> row = {{name}};
    for (const RecallCell& cell : cells)
      row.push_back({text_of(cell),
                     false,
                     {},
                     fmt::format("{:07.3f}", percent(cell.found, cell.bugs)),
                     fmt::format("{} false alarms in {} twins without the bug", cell.false_alarms, cell.twins)});
    shown.rows.push_back(std::move(row));
  }
  return core::folding_table(shown);
}

core::PageChart chart_of(const RecallRecord& record, const RecallTable& table) {
  constexpr const char* kColors[] = {"accent", "bug", "pass", "skip", "soft"};
  using Drawn = core::PageChart::Series::Drawn;
  const Drawn drawn = table.key == "distance" ? Drawn::Line : Drawn::Dots;
  core::PageChart chart;
  chart.id = "recall-by-" + table.key;
  chart.heading = table.title;
  chart.description = "Share of the planted bugs that each analyzer reports, by " + table.key + ".";
  chart.x_title = table.key;
  chart.y_title = "% found";
  for (const auto& [name, cells] : table.rows) chart.x_names.push_back(name);
  for (std::size_t t = 0; t < record.targets.size(); ++t) {
    core::PageChart::Series series{record.targets[t].name, drawn, kColors[t % 5], {}};
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const RecallCell& cell = table.rows[i].second[t];
      if (cell.bugs > 0)
        series.points.push_back({static_cast<double>(i), percent(cell.found, cell.bugs), text_of(cell), {}});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

std::string broken_markup(const RecallRecord& record) {
  std::string out;
  for (const TargetRecall& target : record.targets)
    for (const BrokenPromise& broken : target.broken)
      out += fmt::format("<h3>{}</h3>\n<p>{}</p>\n<pre>{}</pre>\n",
                         escape_markup(target.name + " misses: " + to_text(broken.planted)),
                         escape_markup("The run: " + broken.report), escape_markup(broken.program));
  return out.empty() ? out : "<h2>Broken promises</h2>\n" + out;
}

}  // namespace

std::vector<RecallTable> recall_tables(const RecallRecord& record) {
  std::vector<RecallTable> tables = {{"Recall by kind of bug", "kind", {}},
                                     {"Recall by distance between a bug's origin and its use", "distance", {}},
                                     {"Recall by feature on the way", "feature", {}}};
  add_row(tables[0], record, "all", [](const Planting&) { return true; });
  for (const std::string_view kind : bug_kinds())
    add_row(tables[0], record, std::string(kind),
            [&](const Planting& planted) { return bug_rows()[planted.bug].kind == kind; });
  for (unsigned steps = 0; steps <= record.options.distance; ++steps)
    add_row(tables[1], record, std::to_string(steps),
            [&](const Planting& planted) { return planted.way.size() == steps; });
  add_row(tables[2], record, "none", [](const Planting& planted) { return planted.way.empty(); });
  for (std::size_t carrier = 0; carrier < carriers().size(); ++carrier)
    add_row(tables[2], record, std::string(carriers()[carrier].name), [&](const Planting& planted) {
      return std::find(planted.way.begin(), planted.way.end(), carrier) != planted.way.end();
    });
  return tables;
}

std::string recall_json(const RecallRecord& record) {
  Ordered out = {{"format", 1},
                 {"version", version()},
                 {"seed", record.options.seed},
                 {"distance", record.options.distance},
                 {"batch", record.options.batch},
                 {"stopped", record.stopped},
                 {"confirmed", record.bugs.size()},
                 {"unconfirmed", Ordered::object()},
                 {"targets", Ordered::array()},
                 {"tables", Ordered::object()},
                 {"bugs", bugs_of(record)}};
  for (const auto& [reason, number] : record.unconfirmed) out["unconfirmed"][reason] = number;
  for (const TargetRecall& target : record.targets) {
    Ordered one = {{"name", target.name},
                   {"version", target.version},
                   {"cpu-seconds", target.cpu_seconds},
                   {"promised", std::count(target.promised.begin(), target.promised.end(), true)},
                   {"problems", Ordered::object()},
                   {"broken-promises", Ordered::array()}};
    for (const auto& [reason, number] : target.problems) one["problems"][reason] = number;
    for (const BrokenPromise& broken : target.broken)
      one["broken-promises"].push_back({{"case", broken.index},
                                        {"kind", bug_rows()[broken.planted.bug].kind},
                                        {"way", way_of(broken.planted)},
                                        {"run", broken.report},
                                        {"command", broken.command},
                                        {"program", broken.program}});
    out["targets"].push_back(std::move(one));
  }
  for (const RecallTable& table : recall_tables(record)) {
    Ordered rows = Ordered::object();
    for (const auto& [name, cells] : table.rows) rows[name] = cells_of(record, cells);
    out["tables"][table.key] = std::move(rows);
  }
  return out.dump(1, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

std::string recall_page(const RecallRecord& record) {
  core::PageFrame frame;
  frame.title = "Assay: definite bugs that analyzers report";
  frame.body = fmt::format(
      "<header><h1>Definite bugs that analyzers report</h1><p>{}</p></header>\n",
      escape_markup(fmt::format("seed {} · {} · each confirmed by a run under sanitizers, and planted beside a twin "
                                "without the bug",
                                record.options.seed, core::counted(record.bugs.size(), "bug", "bugs"))));
  frame.body += core::chart_notice();
  for (const RecallTable& table : recall_tables(record)) {
    if (table.rows.size() > 1) {
      frame.charts.push_back(chart_of(record, table));
      frame.body += core::chart_panel(frame.charts.back());
    }
    frame.body += table_markup(record, table);
  }
  core::PageTable targets{"Analyzers", {{"Name"}, {"Version"}, {"Without an answer"}}, {}, "none"};
  for (const TargetRecall& target : record.targets) {
    std::vector<std::string> problems;
    for (const auto& [reason, number] : target.problems) problems.push_back(fmt::format("{}: {}", reason, number));
    targets.rows.push_back({{target.name}, {target.version}, {join(problems, "; ")}});
  }
  frame.body += core::folding_table(targets) + broken_markup(record);
  frame.body += core::configuration_and_footer({}, version());
  return core::html_page(frame);
}

}  // namespace assay::analyzer::recall
