#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Parts of an HTML page that needs no network and runs only its own scripts. All texts are plain and are escaped by
/// these functions, unless they are documented as markup.
namespace assay::core {

struct PageTable {
  /// The content of a column. A name may break anywhere, a word nowhere; a text is long; a number is aligned right;
  /// a mark is one character, in a narrow column with a vertical title.
  enum class Holds { Name, Path, Word, Text, Number, Mark };
  struct Column {
    std::string title;
    Holds holds = Holds::Name;
  };
  struct Cell {
    std::string text;
    bool alarming = false;  ///< true: shown in the colour of a finding
    std::string link = {};  ///< an address of the same server; empty: none
    std::string sort = {};  ///< sort key; empty: the text
    std::string tip = {};   ///< shown when the pointer rests on the cell
    std::string mark = {};  ///< of a mark: its class in page.css
  };
  std::string heading;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  ///< each as long as `columns`
  std::string if_empty = "none";        ///< shown if there are no rows
  bool open = false;                    ///< true: never folded
};

/// Tables with more rows are folded; the summary shows the number of rows.
constexpr std::size_t kOpenRows = 12;

/// The table as a panel that opens and closes without a script.
[[nodiscard]] std::string folding_table(const PageTable& table);
/// The same below a search and a filter by the words in a column. `rows`: what the rows are, in the plural.
[[nodiscard]] std::string searchable_table(const PageTable& table, std::string_view rows, std::string_view column);

/// A chart over seconds or over named positions, drawn by the page's script.
struct PageChart {
  struct Point {
    double x = 0;  ///< seconds, or an index of `x_names`
    double y = 0;
    std::string label = {};  ///< further text of the tool tip; may be empty
    std::string link = {};   ///< the address to which a click leads ("#finding-7"); may be empty
  };
  struct Series {
    enum class Drawn { Line, Stepped, Dashed, Dots, Marks };  ///< a mark is a conspicuous dot
    std::string label;
    Drawn drawn = Drawn::Line;
    std::string color = "accent";    ///< in page.css: "accent", "bug", "pass", "skip" or "soft"
    std::vector<Point> points = {};  ///< by ascending x, except for dots and marks
  };
  std::string id;  ///< of the HTML element; unique on the page
  std::string heading;
  std::string description;   ///< for readers who cannot see the chart
  std::string x_title = {};  ///< title of the x axis; may be empty
  std::string y_title = {};
  bool from_zero = true;  ///< true: the y axis begins at 0
  std::vector<Series> series = {};
  bool log_axes = false;                  ///< true: both axes are logarithmic, and hold seconds
  std::vector<std::string> x_names = {};  ///< the names of x = 0, 1, ...; empty: x is seconds
};
/// The panel in which the script draws the chart. The chart must also be in PageFrame::charts.
[[nodiscard]] std::string chart_panel(const PageChart& chart);
/// Markup for readers without scripts; once per page, before the charts.
[[nodiscard]] std::string chart_notice();

/// A summary number with its label. `style`: "pass", "bug" or empty.
[[nodiscard]] std::string card(const std::string& value, const std::string& label, const char* style = "");
/// The end of a page's body: the configuration, folded, and the version that made the page.
[[nodiscard]] std::string configuration_and_footer(const std::string& configuration, std::string_view version);
/// A list of terms with their values. Terms with an empty value are left out.
[[nodiscard]] std::string term_list(const std::vector<std::pair<std::string, std::string>>& terms);

struct PageFrame {
  std::string title;
  std::string body;  ///< markup
  std::vector<PageChart> charts;
  bool live = false;  ///< true: the page is served, and updates itself on the server's `events`
};
/// The whole page. Its Content-Security-Policy permits only the scripts and the style that are compiled in.
[[nodiscard]] std::string html_page(const PageFrame& frame);
/// The Content-Security-Policy of html_page, for an HTTP header.
[[nodiscard]] std::string page_policy(bool live);

/// "Solver" of "solver".
[[nodiscard]] std::string with_capital(std::string noun);
/// "1 finding", "1,234 findings".
[[nodiscard]] std::string counted(std::size_t count, const std::string& one, const std::string& many);
/// A number with commas between thousands.
[[nodiscard]] std::string grouped(std::size_t number);
/// "12.3 s", "4.5 min", "6.7 h".
[[nodiscard]] std::string readable_seconds(double seconds);

}  // namespace assay::core
