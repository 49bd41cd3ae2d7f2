#include <fmt/format.h>

#include "assay/base/check.hpp"
#include "base/text.hpp"
#include "core/report/page.hpp"

namespace assay::core {
namespace {

const char* style_of(PageTable::Holds holds) {
  switch (holds) {
    case PageTable::Holds::Name: return "name";
    case PageTable::Holds::Path: return "path";
    case PageTable::Holds::Word: return "word";
    case PageTable::Holds::Text: return "text";
    case PageTable::Holds::Number: return "n";
  }
  return "";
}

std::string table_row(const PageTable& table, const std::vector<PageTable::Cell>& cells) {
  ASSAY_CHECK(cells.size() == table.columns.size(), "a row has a cell for each column");
  std::string out = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string text = escape_markup(cells[i].text);
    out += fmt::format(
        "<td class=\"{}{}\"{}>{}</td>", style_of(table.columns[i].holds), cells[i].alarming ? " alarming" : "",
        cells[i].sort.empty() ? "" : fmt::format(" data-sort=\"{}\"", escape_markup(cells[i].sort)),
        cells[i].link.empty() ? text : fmt::format("<a href=\"{}\">{}</a>", escape_markup(cells[i].link), text));
  }
  return out + "</tr>\n";
}

}  // namespace

std::string folding_table(const PageTable& table) {
  std::string out =
      fmt::format("<details class=\"panel\"{}><summary><h3>{}</h3> <span class=\"count\">{}</span></summary>\n",
                  table.rows.size() > kOpenRows && !table.open ? "" : " open", escape_markup(table.heading),
                  table.rows.empty() ? "" : counted(table.rows.size(), "row", "rows"));
  out += "<div class=\"scroll\"><table><thead><tr>";
  for (const PageTable::Column& column : table.columns) {
    out += fmt::format("<th class=\"{}\">{}</th>", style_of(column.holds), escape_markup(column.title));
  }
  out += "</tr></thead><tbody>\n";
  for (const auto& cells : table.rows) out += table_row(table, cells);
  if (table.rows.empty()) {
    out += fmt::format("<tr><td class=\"none\" colspan=\"{}\">{}</td></tr>\n", table.columns.size(),
                       escape_markup(table.if_empty));
  }
  return out + "</tbody></table></div></details>\n";
}

}  // namespace assay::core
