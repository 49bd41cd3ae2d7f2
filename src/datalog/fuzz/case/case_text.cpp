#include "datalog/fuzz/case/case_text.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "assay/datalog/dialect.hpp"

namespace assay::datalog {
namespace {

using Json = nlohmann::json;

constexpr std::array kQuestions = {
    std::pair{Question::Reference, std::string_view("reference")},
    std::pair{Question::Metamorphic, std::string_view("metamorphic")},
    std::pair{Question::Options, std::string_view("options")},
    std::pair{Question::Incremental, std::string_view("incremental")},
};

Result<Question> question_from(std::string_view text) {
  for (const auto& [question, known] : kQuestions)
    if (known == text) return question;
  return Error{"the case has an unknown question: " + std::string(text), ""};
}

/// Throws if the value is not a whole number from 0 to 2^64 - 1: the conversion of other numbers would be undefined.
std::uint64_t whole_number(const Json& json) {
  if (!json.is_number_unsigned()) throw Json::type_error::create(302, "a whole number is expected", &json);
  return json.get<std::uint64_t>();
}

Result<Plan> read_plan(const Json& json) {
  Plan plan;
  const Result<Question> question = question_from(json.at("question").get<std::string>());
  if (!question) return question.error();
  plan.question = *question;
  plan.output = json.value("output", "");
  plan.intended = oracle(json.value("intended", "equal")).value_or(Oracle::Equal);
  const Json zero = std::uint64_t{0};
  plan.stream = whole_number(json.value("stream", zero));
  plan.sweep = whole_number(json.value("sweep", zero));
  plan.relation = json.value("relation", "");
  for (const Json& step : json.value("steps", Json::array()))
    plan.steps.emplace_back(step.at(0).get<std::string>(), whole_number(step.at(1)));
  for (const Json& row : json.value("expect", Json::array())) {
    const std::optional<Oracle> expected = oracle(row.at(1).get<std::string>());
    if (!expected) return Error{"the case has an unknown oracle in `expect`", ""};
    plan.expectations.emplace_back(row.at(0).get<std::string>(), *expected);
  }
  return plan;
}

}  // namespace

std::string_view name(Question question) {
  for (const auto& [known, text] : kQuestions)
    if (known == question) return text;
  return "unknown";
}

namespace {

/// Writes a JSON string. Names hardly ever need escapes, and a tree of JSON values would take most of the time that a
/// case's text takes.
void write_string(std::string& out, std::string_view text) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  if (plain) {
    out.append("\"").append(text).append("\"");
  } else {
    out += Json(text).dump();
  }
}

/// Writes `,"key":`; the object's first key is written without the comma.
std::string& write_key(std::string& out, std::string_view key) {
  out += out.size() == 1 ? "" : ",";
  write_string(out, key);
  return out += ":";
}

/// Writes `[["a",x],["b",y]]`.
template <typename Rows, typename Write>
void write_pairs(std::string& out, const Rows& rows, Write write) {
  out += "[";
  for (const auto& [first, second] : rows) {
    out += out.back() == '[' ? "[" : ",[";
    write_string(out, first);
    out += ",";
    write(second);
    out += "]";
  }
  out += "]";
}

}  // namespace

// Writes the keys in alphabetical order.
std::string to_json(const Plan& plan) {
  std::string out = "{";
  const bool metamorphic = plan.question == Question::Metamorphic;
  if (metamorphic) {
    write_pairs(write_key(out, "expect"), plan.expectations, [&](Oracle it) { write_string(out, name(it)); });
    write_string(write_key(out, "intended"), name(plan.intended));
  }
  if (!plan.output.empty()) write_string(write_key(out, "output"), plan.output);
  write_string(write_key(out, "question"), name(plan.question));
  if (plan.question == Question::Incremental) write_string(write_key(out, "relation"), plan.relation);
  if (metamorphic) {
    write_pairs(write_key(out, "steps"), plan.steps, [&](std::uint64_t key) { out += std::to_string(key); });
    write_key(out, "stream") += std::to_string(plan.stream);
  }
  if (plan.question == Question::Options) write_key(out, "sweep") += std::to_string(plan.sweep);
  return out += "}";
}

Result<Plan> plan_from_json(std::string_view text) {
  try {
    return read_plan(Json::parse(text));
  } catch (const Json::exception& error) {
    return Error{std::string("the case's metadata cannot be read: ") + error.what(), ""};
  }
}

std::string souffle_text(const Program& program) {
  static const Dialect* const souffle = dialect("souffle");
  return souffle->print(program);
}

core::Case to_case(const OpenCase& open) { return to_case(open, souffle_text(open.original)); }

namespace {

constexpr std::string_view kWordingsKey = "wordings";
constexpr std::string_view kTransformedWordingsKey = "wordings_of_transformed";

/// Adds a key with the relations whose definitions have another wording than the plainest. Soufflé's syntax has no
/// place for the wordings.
void write_wordings(std::string& metadata, std::string_view key, const Program& program) {
  std::vector<std::pair<std::string_view, std::uint64_t>> rows;
  for (const Relation& relation : program.relations)
    if (relation.wordings != 0) rows.emplace_back(relation.name, relation.wordings);
  if (rows.empty()) return;
  metadata.pop_back();
  write_pairs(write_key(metadata, key), rows, [&](std::uint64_t wordings) { metadata += std::to_string(wordings); });
  metadata += "}";
}

Status read_wordings(std::string_view metadata, std::string_view key, Program& program) {
  if (metadata.find(kWordingsKey) == std::string_view::npos) return {};
  try {
    for (const Json& row : Json::parse(metadata).value(key, Json::array())) {
      const auto name = row.at(0).get<std::string>();
      for (Relation& relation : program.relations)
        if (relation.name == name) relation.wordings = whole_number(row.at(1));
    }
  } catch (const Json::exception& error) {
    return Error{std::string("the case's wordings cannot be read: ") + error.what(), ""};
  }
  return {};
}

}  // namespace

core::Case to_case(const OpenCase& open, std::string original) {
  core::Case made;
  made.metadata = to_json(open.plan);
  write_wordings(made.metadata, kWordingsKey, open.original);
  if (open.transformed) write_wordings(made.metadata, kTransformedWordingsKey, *open.transformed);
  made.files.push_back({std::string(kOriginalFile), std::move(original)});
  if (open.transformed) made.files.push_back({std::string(kTransformedFile), souffle_text(*open.transformed)});
  return made;
}

Result<OpenCase> open_case(const core::Case& subject) {
  OpenCase open;
  Result<Plan> plan = plan_from_json(subject.metadata);
  if (!plan) return plan.error();
  open.plan = std::move(*plan);
  const core::File* original = subject.file(kOriginalFile);
  if (original == nullptr) return Error{"the case has no file " + std::string(kOriginalFile), ""};
  Result<Program> program = parse_souffle(original->content, original->name);
  if (!program) return program.error();
  open.original = std::move(*program);
  if (Status read = read_wordings(subject.metadata, kWordingsKey, open.original); !read) return read.error();
  const core::File* transformed = subject.file(kTransformedFile);
  if (transformed == nullptr) return open;
  Result<Program> second = parse_souffle(transformed->content, transformed->name);
  if (!second) return second.error();
  open.transformed = std::move(*second);
  if (Status read = read_wordings(subject.metadata, kTransformedWordingsKey, *open.transformed); !read)
    return read.error();
  return open;
}

}  // namespace assay::datalog
