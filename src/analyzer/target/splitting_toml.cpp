#include "splitting_toml.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "tuning_toml.hpp"

namespace assay::analyzer {

double CostCurve::at(double kloc) const { return fixed + slope * std::pow(std::max(kloc, 0.0), exponent); }

namespace {

constexpr std::string_view kSplitManual = "docs/user/analyzer-split.md";

bool has_word(const std::vector<std::string>& words, std::string_view wanted) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return word.find(wanted) != std::string::npos; });
}

void read_steps(core::TomlRow& row, Splitting& splitting) {
  std::vector<Splitting::Step> steps;
  for (core::TomlRow& one : row.rows("step")) {
    Splitting::Step& step = steps.emplace_back();
    one.list("argv", step.argv);
    one.flag("each", step.each);
    one.flag("entries", step.entries);
    one.text("output", step.output);
    one.flag("unique", step.unique);
    if (step.argv.empty()) one.refuse("the step has no 'argv'");
    if (step.each != has_word(step.argv, "{input}"))
      one.refuse_at("argv",
                    step.each ? "a step for each file has no \"{input}\""
                              : "\"{input}\" is one file, and the step is for all of them",
                    "write each = true and \"{input}\", or \"{inputs}\"");
    if (step.entries != has_word(step.argv, "{entry}") || (step.entries && step.each))
      one.refuse_at("argv", "\"{entry}\" and entries = true belong together, without each");
    if (step.output.find('/') != std::string::npos)
      one.refuse_at("output", "'" + step.output + "' is no plain name of a file");
    if (step.unique && (step.output.empty() || step.each || step.entries))
      one.refuse_at("unique", "unique = true belongs to the output of a step for all files");
    one.finish(kSplitManual);
  }
  if (!steps.empty()) splitting.steps = std::move(steps);
}

void read_curve(core::TomlRow& row, std::string_view key, CostCurve& curve) {
  std::optional<core::TomlRow> table = row.table(key);
  if (!table) return;
  table->real("fixed", curve.fixed);
  table->real("slope", curve.slope);
  table->real("exponent", curve.exponent);
  if (curve.exponent < 1 || curve.exponent > 4)
    table->refuse_at("exponent", "the exponent is not between 1 and 4", "1 is linear, 3 cubic");
  table->finish(kSplitManual);
}

void read_pairs(core::TomlRow& row, std::string_view key, std::vector<std::pair<std::string, std::string>>& out) {
  std::optional<core::TomlRow> table = row.table(key);
  if (!table) return;
  out.clear();
  table->all_texts(out);
}

void read_hides(core::TomlRow& row, Splitting& splitting) {
  if (!row.has("hides")) return;
  std::vector<std::string> texts;
  row.list("hides", texts);
  splitting.hides.clear();
  for (const std::string& text : texts) {
    const std::size_t arrow = text.find("->");
    const std::string from(trim(text.substr(0, arrow)));
    const std::string to(arrow == std::string::npos ? "" : trim(text.substr(arrow + 2)));
    if (!from.starts_with('.') || !to.starts_with('.') || from == to)
      row.refuse_at("hides", "'" + text + "' is no pair of suffixes", "write \".pyi -> .py\"");
    splitting.hides.emplace_back(from, to);
  }
}

void read_refused(core::TomlRow& row, Splitting& splitting) {
  row.pattern("refused", splitting.refused);
  if (!splitting.refused.empty() && splitting.refused.find("(?P<file>") == std::string::npos)
    row.refuse_at("refused", "the pattern has no group 'file'", "write (?P<file>...) around the file's name");
}

}  // namespace

void read_splitting(core::TomlRow& definition, Splitting& splitting) {
  std::optional<core::TomlRow> table = definition.table("split");
  if (!table) return;
  table->text("graph", splitting.graph);
  table->text("strategy", splitting.strategy);
  table->flag("copies", splitting.copies);
  table->list("carried", splitting.carried);
  read_hides(*table, splitting);
  table->text("reader", splitting.reader);
  table->pattern("pattern", splitting.pattern);
  table->pattern("finished", splitting.finished);
  table->patterns("rejected", splitting.rejected);
  table->patterns("failed", splitting.failed);
  read_refused(*table, splitting);
  table->real("max_size", splitting.max_size);
  double reach = splitting.reach;
  table->real("reach", reach);
  splitting.reach = static_cast<unsigned>(std::min(reach, 1000.0));
  read_flag_names(*table, splitting.flags);
  read_pairs(*table, "environment", splitting.environment);
  read_pairs(*table, "files", splitting.files);
  read_curve(*table, "seconds", splitting.seconds);
  read_curve(*table, "megabytes", splitting.megabytes);
  read_steps(*table, splitting);
  if (!splitting.known()) table->refuse("[split] has no [[split.step]]: the command of one run");
  if (splitting.reader.empty())
    table->refuse("[split] has no 'reader'",
                  "how results are read: sarif, cppcheck-xml, gcc-json, pysa-json, eva-csv, lines");
  if (splitting.reader == "lines" && splitting.pattern.empty())
    table->refuse("the reader \"lines\" needs a 'pattern'",
                  "a regular expression with named groups: file, line, function, kind, property");
  table->finish(kSplitManual);
}

}  // namespace assay::analyzer
