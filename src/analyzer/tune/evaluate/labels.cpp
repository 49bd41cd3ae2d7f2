#include "analyzer/tune/evaluate/labels.hpp"

#include <algorithm>
#include <charconv>

#include "analyzer/tune/space/order.hpp"
#include "assay/base/hash.hpp"
#include "base/text.hpp"

namespace assay::analyzer::tune {
namespace {

bool read_number(std::string_view text, unsigned& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0;
}

/// Reads "a.c:3" or "a.c:3-7".
bool read_place(std::string_view text, Label& label) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  label.file = text.substr(0, colon);
  const std::string_view lines = text.substr(colon + 1);
  const std::size_t dash = lines.find('-');
  if (!read_number(lines.substr(0, dash), label.first)) return false;
  label.last = label.first;
  return dash == std::string_view::npos ||
         (read_number(lines.substr(dash + 1), label.last) && label.last >= label.first);
}

/// Whether the longer path ends with the shorter one.
bool same_file(std::string_view one, std::string_view other) {
  if (one.size() > other.size()) std::swap(one, other);
  if (!other.ends_with(one)) return false;
  return one.size() == other.size() || other[other.size() - one.size() - 1] == '/';
}

bool is_about(const Label& label, const CheckKey& warning) {
  return warning.line >= label.first && warning.line <= label.last && same_file(label.file, warning.file) &&
         warning.kind.find(label.kind) != std::string::npos;
}

CheckKey answer_of(const Label& label) {
  CheckKey answer;
  answer.file = label.file;
  answer.line = label.first;
  answer.kind = label.kind;
  answer.property = label.bug ? "a bug" : "clean";
  if (label.last > label.first) answer.property += " until line " + std::to_string(label.last);
  return answer;
}

void put_in_order(std::vector<CheckKey>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace

Result<std::vector<Label>> labels_from(std::string_view text, const std::string& where) {
  std::vector<Label> labels;
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::size_t space = line.find(' ');
    const std::string_view what = line.substr(0, space);
    std::string_view rest = space == std::string_view::npos ? std::string_view() : trim(line.substr(space));
    Label label;
    label.bug = what == "bug";
    const std::size_t end = rest.find(' ');
    if (end != std::string_view::npos) label.kind = trim(rest.substr(end));
    if ((!label.bug && what != "clean") || !read_place(rest.substr(0, end), label))
      return Error{where + ":" + std::to_string(number) + " is no label: " + printable(line),
                   "write \"bug FILE:LINE\" or \"clean FILE:LINE-LINE KIND\""};
    labels.push_back(std::move(label));
  }
  return labels;
}

std::vector<Label> labels_of(const std::vector<Label>& labels, const Code& code) {
  std::vector<Label> own;
  for (const Label& label : labels)
    if (std::any_of(code.files.begin(), code.files.end(),
                    [&](const std::string& file) { return same_file(label.file, file); }))
      own.push_back(label);
  return own;
}

std::vector<CheckKey> answers_of(const std::vector<Label>& labels) {
  std::vector<CheckKey> answers;
  for (const Label& label : labels) answers.push_back(answer_of(label));
  put_in_order(answers);
  return answers;
}

std::string Labelled::identity() const {
  std::uint64_t hash = 0;
  for (const CheckKey& answer : answers_of(labels_)) hash = hash_bytes(to_text(answer), hash);
  return subject_.identity() + "\nlabels " + to_hex(hash);
}

Outcome Labelled::run(const Ingredient& ingredient, const std::vector<CheckKey>& assumed, const RunLimits& limits,
                      const std::stop_token& stop) {
  Outcome outcome = subject_.run(ingredient, assumed, limits, stop);
  if (outcome.status != Outcome::Status::Done) return outcome;
  std::vector<CheckKey> found, quiet;
  for (const Label& label : labels_) {
    const bool warned = std::any_of(outcome.alarms.begin(), outcome.alarms.end(),
                                    [&](const CheckKey& warning) { return is_about(label, warning); });
    if (label.bug && warned) found.push_back(answer_of(label));
    if (!label.bug && !warned) quiet.push_back(answer_of(label));
  }
  put_in_order(found);
  put_in_order(quiet);
  outcome.alarms = std::move(found);
  outcome.proved = std::move(quiet);
  outcome.dead.clear();
  outcome.dead_functions.clear();
  return outcome;
}

}  // namespace assay::analyzer::tune
