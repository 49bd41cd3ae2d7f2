#include "case_text.hpp"

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
  return Error{"the case asks a question that is not known: " + std::string(text), ""};
}

Result<Plan> read_plan(const Json& json) {
  Plan plan;
  const Result<Question> question = question_from(json.at("question").get<std::string>());
  if (!question) return question.error();
  plan.question = *question;
  plan.output = json.value("output", "");
  plan.intended = oracle(json.value("intended", "equal")).value_or(Oracle::Equal);
  plan.stream = json.value("stream", std::uint64_t{0});
  plan.sweep = json.value("sweep", std::uint64_t{0});
  plan.relation = json.value("relation", "");
  for (const Json& step : json.value("steps", Json::array()))
    plan.steps.emplace_back(step.at(0).get<std::string>(), step.at(1).get<std::uint64_t>());
  for (const Json& row : json.value("expect", Json::array())) {
    const std::optional<Oracle> expected = oracle(row.at(1).get<std::string>());
    if (!expected) return Error{"the case expects what is no oracle", ""};
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

std::string to_json(const Plan& plan) {
  Json json = {{"question", name(plan.question)}};
  if (!plan.output.empty()) json["output"] = plan.output;
  if (plan.question == Question::Metamorphic) {
    json["intended"] = name(plan.intended);
    json["stream"] = plan.stream;
    json["steps"] = Json::array();
    for (const auto& [transformation, key] : plan.steps) json["steps"].push_back({transformation, key});
    json["expect"] = Json::array();
    for (const auto& [relation, expected] : plan.expectations) json["expect"].push_back({relation, name(expected)});
  }
  if (plan.question == Question::Options) json["sweep"] = plan.sweep;
  if (plan.question == Question::Incremental) json["relation"] = plan.relation;
  return json.dump();
}

Result<Plan> plan_from_json(std::string_view text) {
  try {
    return read_plan(Json::parse(text));
  } catch (const Json::exception& error) {
    return Error{std::string("the case's metadata cannot be read: ") + error.what(), ""};
  }
}

core::Case to_case(const OpenCase& open) {
  const Dialect* souffle = dialect("souffle");
  core::Case made;
  made.metadata = to_json(open.plan);
  made.files.push_back({std::string(kOriginalFile), souffle->print(open.original)});
  if (open.transformed) made.files.push_back({std::string(kTransformedFile), souffle->print(*open.transformed)});
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
  const core::File* transformed = subject.file(kTransformedFile);
  if (transformed == nullptr) return open;
  Result<Program> second = parse_souffle(transformed->content, transformed->name);
  if (!second) return second.error();
  open.transformed = std::move(*second);
  return open;
}

}  // namespace assay::datalog
