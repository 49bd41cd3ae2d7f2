#include "tuning_toml.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace assay::analyzer {
namespace {

constexpr std::string_view kTuneManual = "docs/user/analyzer-tune.md";
constexpr std::string_view kSeparators = " \t\r\n\v\f";

using Texts = std::vector<std::string>;

bool has_text(const Texts& texts, std::string_view wanted) {
  return std::find(texts.begin(), texts.end(), wanted) != texts.end();
}

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

Knob* find_knob(std::vector<Knob>& knobs, std::string_view name) {
  const auto at = std::find_if(knobs.begin(), knobs.end(), [&](const Knob& knob) { return knob.name == name; });
  return at == knobs.end() ? nullptr : &*at;
}

/// Texts of ingredients, "name=value name=value", consist of names and values.
void check_name(core::TomlRow& row, const Knob& knob) {
  if (knob.name.empty()) return row.refuse("the knob has no 'name'");
  if (knob.name.find_first_of(std::string(kSeparators) + "=@") != std::string::npos)
    row.refuse_at("name", "the name " + in_quotes(knob.name) + " has white space, '=' or '@' in it");
}

void check_values(core::TomlRow& row, const Knob& knob) {
  if (knob.values.size() < 2) return row.refuse("the knob " + in_quotes(knob.name) + " needs two 'values' or more");
  std::set<std::string_view> seen;
  for (const std::string& value : knob.values) {
    if (value.empty() || value.find_first_of(kSeparators) != std::string::npos)
      row.refuse_at("values", "the value " + in_quotes(value) + " is empty or has white space in it",
                    "values are names: the table words_for says what stands on the command line");
    if (!seen.insert(value).second) row.refuse_at("values", "the value " + in_quotes(value) + " is there twice");
  }
}

void read_default(core::TomlRow& row, Knob& knob) {
  std::string standard;
  row.text("default", standard);
  if (!row.has("default")) return row.refuse("the knob " + in_quotes(knob.name) + " has no 'default'");
  const auto at = std::find(knob.values.begin(), knob.values.end(), standard);
  if (at == knob.values.end())
    return row.refuse_at("default", "the default " + in_quotes(standard) + " is none of the values",
                         "the values are " + join(knob.values, ", "));
  knob.standard = static_cast<std::size_t>(at - knob.values.begin());
}

using OwnWords = std::vector<std::pair<std::string, Texts>>;

void read_words_for(core::TomlRow& row, std::string_view key, const Knob& knob, OwnWords& own) {
  std::optional<core::TomlRow> table = row.table(key);
  if (!table) return;
  for (const std::string& value : knob.values) {
    if (!table->has(value)) continue;
    table->words(value, own.emplace_back(value, Texts{}).second);
  }
  table->finish(kTuneManual);
}

/// Reads how to set the knob in one function alone.
void read_function_words(core::TomlRow& row, Knob& knob) {
  row.words("function_words", knob.function_words);
  read_words_for(row, "function_words_for", knob, knob.function_words_for);
  const auto check = [&](std::string_view key, const Texts& words) {
    if (words.empty() || join(words, " ").find("{function}") != std::string::npos) return;
    row.refuse_at(key, "the words have no {function}: " + in_quotes(join(words, " ")),
                  "{function} stands for the name of the function");
  };
  check("function_words", knob.function_words);
  for (const auto& [value, words] : knob.function_words_for) check("function_words_for", words);
}

/// Every value but the default needs words of its own: two values with equal words would be one setting.
void read_knob_words(core::TomlRow& row, Knob& knob) {
  row.words("words", knob.words);
  read_words_for(row, "words_for", knob, knob.words_for);
  const bool general = std::any_of(knob.words.begin(), knob.words.end(),
                                   [](const std::string& word) { return word.find("{value}") != std::string::npos; });
  for (std::size_t i = 0; i < knob.values.size() && !general; ++i) {
    const bool own = std::any_of(knob.words_for.begin(), knob.words_for.end(),
                                 [&](const auto& one) { return one.first == knob.values[i]; });
    if (i != knob.standard && !own)
      row.refuse("the knob " + in_quotes(knob.name) + " has no words for its value " + in_quotes(knob.values[i]),
                 "write words with {value} in them, or words_for");
  }
}

/// A condition names an earlier knob, so there are no cycles.
void read_condition(core::TomlRow& row, std::vector<Knob>& knobs, Knob& knob) {
  row.text("when", knob.when);
  row.words("when_values", knob.when_values);
  if (knob.when.empty()) {
    if (!knob.when_values.empty()) row.refuse_at("when_values", "there are 'when_values' without a 'when'");
    return;
  }
  const Knob* const above = find_knob(knobs, knob.when);
  if (above == nullptr)
    return row.refuse_at("when", "there is no knob " + in_quotes(knob.when) + " before " + in_quotes(knob.name));
  if (knob.when_values.empty()) row.refuse_at("when", "'when' needs 'when_values': when the knob counts");
  for (const std::string& value : knob.when_values)
    if (!has_text(above->values, value))
      row.refuse_at("when_values", "the knob " + in_quotes(knob.when) + " has no value " + in_quotes(value),
                    "its values are " + join(above->values, ", "));
}

void read_unsound(core::TomlRow& row, Knob& knob) {
  row.words("unsound", knob.unsound);
  for (const std::string& value : knob.unsound) {
    if (!has_text(knob.values, value))
      row.refuse_at("unsound", in_quotes(value) + " is called unsound, which is none of the values");
    else if (value == knob.values[knob.standard])
      row.refuse_at("unsound", "the default " + in_quotes(value) + " cannot be called unsound",
                    "the default is always used: take another one");
  }
}

void read_knobs(core::TomlRow& row, Tuning& tuning) {
  std::set<std::string> own;
  for (core::TomlRow& one : row.rows("knob")) {
    Knob knob;
    one.text("name", knob.name);
    one.list("values", knob.values);
    one.flag("ordered", knob.ordered);
    check_name(one, knob);
    check_values(one, knob);
    read_default(one, knob);
    read_knob_words(one, knob);
    read_function_words(one, knob);
    read_unsound(one, knob);
    Knob* const inherited = find_knob(tuning.knobs, knob.name);
    if (!own.insert(knob.name).second) one.refuse("the knob " + in_quotes(knob.name) + " is there twice");
    read_condition(one, tuning.knobs, knob);
    one.finish(kTuneManual);
    if (inherited == nullptr) {
      tuning.knobs.push_back(std::move(knob));
    } else {
      *inherited = std::move(knob);
    }
  }
}

/// The condition of an inherited knob may name a value that an own knob of that name no longer has.
void check_inherited(core::TomlRow& row, const std::vector<Knob>& knobs) {
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    if (knobs[i].when.empty()) continue;
    const auto end = knobs.begin() + static_cast<std::ptrdiff_t>(i);
    const auto above = std::find_if(knobs.begin(), end, [&](const Knob& knob) { return knob.name == knobs[i].when; });
    if (above == end) {
      row.refuse("the knob " + in_quotes(knobs[i].name) + " counts only with " + in_quotes(knobs[i].when) +
                 ", which does not stand before it");
      continue;
    }
    for (const std::string& value : knobs[i].when_values)
      if (!has_text(above->values, value))
        row.refuse("the inherited knob " + in_quotes(knobs[i].name) + " counts only while " + in_quotes(above->name) +
                   " is " + in_quotes(value) + ", which is none of its values any more");
  }
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// Whether, by the pairs, `from` is less precise than another value.
bool leads_to(const Pairs& pairs, const std::string& from, const std::string& to) {
  std::vector<std::string> open = {from};
  std::set<std::string> seen;
  while (!open.empty()) {
    const std::string here = std::move(open.back());
    open.pop_back();
    for (const auto& [less, more] : pairs) {
      if (less != here) continue;
      if (more == to) return true;
      if (seen.insert(more).second) open.push_back(more);
    }
  }
  return false;
}

/// "a < b < c": each value is less precise than the next.
void read_chain(core::TomlRow& row, std::string_view chain, const Knob& domains, Pairs& pairs) {
  std::string before;
  for (const std::string_view part : split(chain, '<')) {
    const std::string value(trim(part));
    if (!has_text(domains.values, value))
      return row.refuse_at("order", "the order of precision names " + in_quotes(value) + ", which is no value of " +
                                        in_quotes(domains.name));
    if (!before.empty()) {
      if (value == before || leads_to(pairs, value, before))
        return row.refuse_at("order", "the order of precision has a cycle: " + in_quotes(before) + " < " +
                                          in_quotes(value) + ", and the other way round");
      pairs.emplace_back(before, value);
    }
    before = value;
  }
}

void read_domains(core::TomlRow& row, Tuning& tuning) {
  row.text("domain", tuning.domain);
  Texts chains;
  row.words("order", chains);
  const Knob* const domains = find_knob(tuning.knobs, tuning.domain);
  if (!tuning.domain.empty() && domains == nullptr)
    return row.refuse_at("domain", "there is no knob " + in_quotes(tuning.domain));
  if (row.has("order")) tuning.less_precise.clear();
  if (domains == nullptr) {
    if (!chains.empty()) row.refuse_at("order", "there is an order of precision, and no 'domain' that it is about");
    return;
  }
  for (const std::string& chain : chains) read_chain(row, chain, *domains, tuning.less_precise);
  for (const auto& [less, more] : tuning.less_precise)
    for (const std::string& value : {less, more})
      if (!has_text(domains->values, value))
        row.refuse("the inherited order of precision names " + in_quotes(value) + ", which is no value of " +
                       in_quotes(domains->name) + " any more",
                   "write an 'order' of its own, or an empty one");
}

/// A table of texts: the definition's own texts replace inherited texts of the same name.
void read_texts(core::TomlRow& row, std::string_view key, Pairs& texts) {
  std::optional<core::TomlRow> table = row.table(key);
  if (!table) return;
  Pairs own;
  table->all_texts(own);
  for (auto& [name, value] : own) {
    const auto at = std::find_if(texts.begin(), texts.end(),
                                 [&, &wanted = name](const auto& other) { return other.first == wanted; });
    if (at == texts.end()) {
      texts.emplace_back(std::move(name), std::move(value));
    } else {
      at->second = std::move(value);
    }
  }
}

void read_goal(core::TomlRow& row, Tuning& tuning) {
  std::string goal;
  row.text("goal", goal);
  if (goal == "proofs") {
    tuning.goal = Tuning::Goal::Proofs;
  } else if (goal == "findings") {
    tuning.goal = Tuning::Goal::Findings;
  } else if (row.has("goal")) {
    row.refuse_at("goal", "there is no goal " + in_quotes(goal),
                  "\"proofs\" of a sound analyzer, \"findings\" of a bug finder");
  }
}

void read_commands(core::TomlRow& row, Tuning& tuning) {
  row.text("runner", tuning.runner);
  row.text("reader", tuning.reader);
  row.flag("whole_project", tuning.whole_project);
  row.list("prepare", tuning.prepare);
  row.list("fingerprint", tuning.fingerprint);
  row.list("argv", tuning.argv);
  row.list("command", tuning.command);
  row.list("entry", tuning.entry);
  row.pattern("pattern", tuning.pattern);
  row.pattern("finished", tuning.finished);
  row.patterns("counted", tuning.counted);
  row.patterns("ignored", tuning.ignored);
  row.patterns("rejected", tuning.rejected);
  row.patterns("failed", tuning.failed);
  row.whole("samples", tuning.samples);
  row.list("schedule", tuning.schedule);
}

void check_commands(core::TomlRow& row, const Tuning& tuning) {
  if (!tuning.known()) return row.refuse("[tune] has no 'argv': the command of one run");
  for (const std::string& word : tuning.command)
    for (const char* mark : kFilesOfAssay)
      if (word.find(mark) != std::string::npos)
        row.refuse_at("command", std::string("only Assay makes ") + mark, "name a file of the user's, or leave it out");
  if (tuning.runner != "process") return;
  if (tuning.reader.empty())
    return row.refuse("[tune] has no 'reader'",
                      "how results are read: eva-csv, sarif, gcc-json, cppcheck-xml, pysa-json, tai-e, lines");
  if (tuning.reader == "lines" && tuning.pattern.empty())
    return row.refuse("the reader \"lines\" needs a 'pattern'",
                      "a regular expression with named groups: file, line, function, kind, property");
  const auto takes_settings = [](const std::string& word) {
    return word == "{settings}" || word.find("{joined_settings}") != std::string::npos;
  };
  if (!tuning.knobs.empty() && std::none_of(tuning.argv.begin(), tuning.argv.end(), takes_settings))
    row.refuse_at("argv", "the command has no \"{settings}\": where the knobs' words go");
  const auto uses_prepared = [](const std::string& word) { return word.find("{prepared}") != std::string::npos; };
  if (!tuning.prepare.empty() && std::none_of(tuning.prepare.begin(), tuning.prepare.end(), uses_prepared))
    row.refuse_at("prepare", "the command has no \"{prepared}\": the file that it writes");
}

}  // namespace

void read_flag_names(core::TomlRow& row, std::vector<std::pair<std::string, std::string>>& flags) {
  Texts texts;
  row.list("flags", texts);
  if (!row.has("flags")) return;
  flags.clear();
  for (const std::string& text : texts) {
    const std::size_t arrow = text.find("->");
    const std::string from(trim(text.substr(0, arrow)));
    const std::string to(arrow == std::string::npos ? from : std::string(trim(text.substr(arrow + 2))));
    if (!from.starts_with('-') || !to.starts_with('-'))
      row.refuse_at("flags", in_quotes(text) + " is no flag", "write \"-I\", or \"-isystem -> -I\"");
    flags.emplace_back(from, to);
  }
}

void read_tuning(core::TomlRow& definition, Tuning& tuning) {
  std::optional<core::TomlRow> table = definition.table("tune");
  if (!table) return;
  read_goal(*table, tuning);
  read_commands(*table, tuning);
  read_texts(*table, "environment", tuning.environment);
  read_texts(*table, "files", tuning.files);
  for (const auto& [name, text] : tuning.files)
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos)
      table->refuse_at("files", in_quotes(name) + " is no name of a file", "one without a folder");
  read_flag_names(*table, tuning.flags);
  read_knobs(*table, tuning);
  check_inherited(*table, tuning.knobs);
  read_domains(*table, tuning);
  check_commands(*table, tuning);
  table->finish(kTuneManual);
}

}  // namespace assay::analyzer
