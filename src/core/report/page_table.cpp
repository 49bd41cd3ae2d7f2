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
    case PageTable::Holds::Mark: return "mark";
  }
  return "";
}

/// An attribute of a cell; empty if the value is.
std::string attribute(const char* name, const std::string& value) {
  return value.empty() ? "" : fmt::format(" {}=\"{}\"", name, escape_markup(value));
}

std::string table_row(const PageTable& table, const std::vector<PageTable::Cell>& cells) {
  ASSAY_CHECK(cells.size() == table.columns.size(), "a row has a cell for each column");
  std::string out = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string text = escape_markup(cells[i].text);
    std::string style = style_of(table.columns[i].holds);
    if (cells[i].alarming) style += " alarming";
    if (!cells[i].mark.empty()) style += " " + escape_markup(cells[i].mark);
    out += fmt::format(
        "<td class=\"{}\"{}{}>{}</td>", style, attribute("data-sort", cells[i].sort), attribute("title", cells[i].tip),
        cells[i].link.empty() ? text : fmt::format("<a{}>{}</a>", attribute("href", cells[i].link), text));
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

std::string searchable_table(const PageTable& table, std::string_view rows, std::string_view column) {
  if (table.rows.size() < 2) return folding_table(table);
  return fmt::format("<section>\n<div class=\"tools\" data-rows=\"{}\" data-column=\"{}\"></div>\n{}</section>\n", rows,
                     column, folding_table(table));
}

}  // namespace assay::core
