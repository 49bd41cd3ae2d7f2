#include "analyzer/adapters/text/cppcheck_dump.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <unordered_map>
#include <utility>

#include "analyzer/fact/real_range.hpp"
#include "analyzer/target/claims.hpp"

namespace assay::analyzer {
namespace {

using pugi::xml_node;

std::string text(const xml_node& node, const char* attribute) { return node.attribute(attribute).as_string(); }
bool has(const xml_node& node, const char* attribute, const char* value) {
  return std::strcmp(node.attribute(attribute).as_string(), value) == 0;
}

constexpr Wide kTwoTo64 = Wide{1} << 64;
constexpr Wide kTwoTo63 = Wide{1} << 63;

/// Cppcheck computes with signed 64-bit numbers, and prints values of unsigned tokens as unsigned.
std::optional<Wide> signed_value(std::string_view printed) {
  std::optional<Wide> value = wide_from(printed);
  if (value && *value >= kTwoTo63) *value -= kTwoTo64;
  return value;
}

/// Line and column.
using PlaceKey = std::pair<unsigned, unsigned>;
PlaceKey place_key(const xml_node& node) {
  return {node.attribute(node.attribute("linenr") ? "linenr" : "line").as_uint(), node.attribute("column").as_uint()};
}

class DumpReader {
 public:
  DumpReader(std::string_view file, Claims& claims) : file_(file), claims_(claims) {}

  void read(const xml_node& dump) {
    for (const xml_node& token : dump.child("tokenlist").children("token")) tokens_[text(token, "id")] = token;
    for (const xml_node& variable : dump.child("variables").children("var"))
      variables_[text(variable, "id")] = variable;
    find_merged_signs(dump);
    for (const xml_node& values : dump.child("valueflow").children("values")) values_[text(values, "id")] = values;
    for (const xml_node& token : dump.child("tokenlist").children("token")) read_token(token);
  }

 private:
  void read_token(const xml_node& token) {
    const auto values = values_.find(text(token, "values"));
    if (values == values_.end() || text(token, "file") != file_) return;
    for (const xml_node& value : values->second.children("value")) read_value(token, value);
  }

  /// Cppcheck turns `x + -4 * 11` into `x - 4 * 11`; in C, the product includes the sign.
  void find_merged_signs(const xml_node& dump) {
    std::set<PlaceKey> kept;
    for (const auto& [id, token] : tokens_) kept.insert(place_key(token));
    bool merged = false;
    for (const xml_node& raw : dump.parent().child("rawtokens").children("tok")) {
      if (!has(raw, "fileIndex", "0")) continue;
      if (merged) signs_merged_.insert(place_key(raw));
      merged = (has(raw, "str", "-") || has(raw, "str", "+")) && !kept.contains(place_key(raw));
    }
  }
  [[nodiscard]] bool begins_behind_merged_sign(const xml_node& token) const {
    xml_node first = token;
    // In a broken dump, the operands may form a cycle.
    for (std::size_t steps = tokens_.size(); steps > 0; --steps) {
      const xml_node left = token_of(first, "astOperand1");
      if (!left) break;
      first = left;
    }
    return first != token && signs_merged_.contains(place_key(first));
  }

  void read_value(const xml_node& token, const xml_node& value) {
    if (begins_behind_merged_sign(token) && !has(token, "str", "+") && !has(token, "str", "-"))
      return count_unread(claims_, "behind a merged sign");
    if (const char* reason = why_unread(token, value); reason != nullptr) return count_unread(claims_, reason);
    const bool known = has(value, "known", "true");
    Fact fact = fact_at(token);
    fact.source = known ? "known" : "impossible";
    fact.origin = origin_of(token, value);
    const bool read = value.attribute("container-size") ? size(token, value, known, fact)
                      : value.attribute("symbolic")     ? symbolic(token, value, known, fact)
                      : value.attribute("floatvalue")   ? real(token, value, known, fact)
                                                        : number(token, value, known, fact);
    if (read) claims_.facts.push_back(std::move(fact));
  }

  static const char* why_unread(const xml_node& token, const xml_node& value) {
    constexpr std::pair<const char*, const char*> kOthers[] = {
        {"tokvalue", "token value"},  {"lifetime", "lifetime"},       {"uninit", "uninitialised"},
        {"movedvalue", "moved"},      {"buffer-size", "buffer size"}, {"iterator-start", "iterator"},
        {"iterator-end", "iterator"},
    };
    for (const auto& [attribute, reason] : kOthers)
      if (value.attribute(attribute)) return reason;
    if (has(value, "inconclusive", "true")) return "inconclusive";
    if (!has(value, "known", "true") && !has(value, "impossible", "true")) return "may";
    if (!has(value, "path", "0") && value.attribute("path")) return "of one path";
    if (has(token, "type", "number") || has(token, "type", "char") || has(token, "type", "boolean"))
      return "of a literal";
    return nullptr;
  }

  [[nodiscard]] Fact fact_at(const xml_node& token) const {
    Fact fact;
    fact.place.file = file_;
    fact.place.line = token.attribute("linenr").as_uint();
    fact.place.column = token.attribute("column").as_uint();
    fact.subject.text = written(token, 0);
    fact.subject.type = type_of(token);
    fact.subject.operation = operation_of_token(token);
    fact.assumptions = {std::string(kNoUndefined)};
    return fact;
  }

  bool number(const xml_node& token, const xml_node& value, bool known, Fact& fact) {
    std::optional<Wide> number = signed_value(text(value, "intvalue"));
    if (!number) {
      count_unread(claims_, "not a number");
      return false;
    }
    const bool wide_unsigned = has(token, "valueType-sign", "unsigned") &&
                               (has(token, "valueType-type", "long") || has(token, "valueType-type", "long long")) &&
                               !token.attribute("valueType-pointer");
    const std::string bound = text(value, "bound");
    if (bound == "Point" || bound.empty()) {
      if (wide_unsigned && *number < 0) *number += kTwoTo64;
      if (in_condition(token) && (*number == 0 || *number == 1)) {
        // In a condition, 1 stands for any true value.
        if (!known && *number == 1) return unread("of a condition");
        fact.property = Truth{known ? *number == 1 : true};
      } else {
        fact.property = ValueSet{{*number}, !known};
      }
      return true;
    }
    if (known) return unread("known bound");
    if (wide_unsigned && *number < 0) return unread("bound beyond 63 bits");
    if (has(token, "valueType-sign", "unsigned") && bound == "Upper" && *number < 0)
      return unread("no more than the type");
    return one_sided(bound, *number, known, fact);
  }

  /// Cppcheck prints six digits: the value is near the printed one.
  bool real(const xml_node& token, const xml_node& value, bool known, Fact& fact) {
    constexpr double kRelativeError = 1e-5;
    const std::optional<double> number = real_from(text(value, "floatvalue"));
    if (!known || !number || !std::isfinite(*number) || !is_real_type(fact.subject.type))
      return unread("floating point");
    if (in_condition(token)) return unread("of a condition");
    const double error = std::fabs(*number) * kRelativeError;
    fact.property = to_property({*number == 0 ? -0.0 : *number - error, *number + error, false});
    return true;
  }

  /// Reads the number of elements of a container.
  bool size(const xml_node& token, const xml_node& value, bool known, Fact& fact) {
    const std::optional<Wide> elements = signed_value(text(value, "container-size"));
    if (!elements) return unread("not a number");
    fact.subject.measure = Subject::Measure::ContainerSize;
    fact.subject.type = container_of(token);
    if (value.attribute("symbolic")) return unread("symbolic size");
    const std::string bound = text(value, "bound");
    if (bound == "Point" || bound.empty()) {
      fact.property = ValueSet{{*elements}, !known};
      return true;
    }
    if (bound == "Upper" && *elements < 0) return unread("no more than the type");
    return one_sided(bound, *elements, known, fact);
  }

  /// The name of the container's template: "vector"; "container" if the variable's type does not say it.
  std::string container_of(const xml_node& token) const {
    const xml_node member = has(token, "str", ".") ? token_of(token, "astOperand2") : token;
    const auto variable = variables_.find(text(member, "variable"));
    if (variable == variables_.end()) return "container";
    xml_node word = token_of(variable->second, "typeStartToken");
    if (!has(word, "str", "std")) return "container";
    word = word.next_sibling("token").next_sibling("token");
    return text(word, "str");
  }

  /// A value that cannot be at most a bound is above it; a value that cannot be at least a bound is below it.
  bool one_sided(const std::string& bound, Wide number, bool known, Fact& fact) {
    if (known) return unread("known bound");
    if (bound == "Upper") fact.property = Interval{number + 1, std::nullopt};
    if (bound == "Lower") fact.property = Interval{std::nullopt, number - 1};
    return bound == "Upper" || bound == "Lower" || unread("unknown bound");
  }

  static bool is_narrow(const xml_node& token) {
    return has(token, "valueType-type", "bool") || has(token, "valueType-type", "char") ||
           has(token, "valueType-type", "short");
  }

  bool symbolic(const xml_node& token, const xml_node& value, bool known, Fact& fact) {
    const auto other = tokens_.find(text(value, "symbolic"));
    const std::optional<Wide> delta = signed_value(text(value, "symbolic-delta"));
    if (other == tokens_.end() || !delta) return unread("symbolic without a token");
    if (!has(other->second, "type", "name") || !other->second.attribute("varId"))
      return unread("symbolic with an expression");
    // Equal in C's arithmetic after a conversion to the other's type, but different as numbers.
    if (text(token, "valueType-sign") != text(other->second, "valueType-sign") && !is_narrow(token))
      return unread("symbolic across signs");
    const std::string bound = text(value, "bound");
    Relation relation{"==", text(other->second, "str"), *delta};
    if (!known) relation.op = bound == "Upper" ? ">" : bound == "Lower" ? "<" : "!=";
    if (known && bound != "Point") return unread("known bound");
    if (relation.expression == fact.subject.text && *delta == 0) return unread("of itself");
    if (token.attribute("valueType-pointer") || other->second.attribute("valueType-pointer"))
      return equal_pointers(token, other->second, relation, fact);
    fact.property = std::move(relation);
    return true;
  }

  /// Cppcheck's differences of pointers count elements.
  bool equal_pointers(const xml_node& token, const xml_node& other, const Relation& relation, Fact& fact) {
    if (!token.attribute("valueType-pointer") || !other.attribute("valueType-pointer"))
      return unread("symbolic of a pointer and a number");
    if (relation.offset != 0) return unread("a difference of pointers");
    if (relation.op == "==") {
      fact.property = Aliasing{relation.expression, true};
    } else if (relation.op == "!=") {
      fact.property = relation;
    } else {
      return unread("a bound of pointers");
    }
    return true;
  }

  bool unread(const char* reason) {
    count_unread(claims_, reason);
    return false;
  }

  xml_node token_of(const xml_node& token, const char* link) const {
    const auto found = tokens_.find(text(token, link));
    return found == tokens_.end() ? xml_node() : found->second;
  }

  /// Whether only the truth of the token's value counts.
  [[nodiscard]] bool in_condition(const xml_node& token) const {
    const xml_node parent = token_of(token, "astParent");
    if (!parent) return false;
    const std::string word = text(parent, "str");
    const bool first = text(parent, "astOperand1") == text(token, "id");
    if (word == "&&" || word == "||" || word == "!") return true;
    // for (a; b; c) is "(" over ";" over a and another ";" over b and c.
    if (word == ";") return first && has(token_of(parent, "astParent"), "str", ";");
    if (word == "?") return first;
    const xml_node head = token_of(parent, "astOperand1");
    return word == "(" && !first && (has(head, "str", "if") || has(head, "str", "while"));
  }

  /// The text of the expression below a token, shortened below some depth.
  [[nodiscard]] std::string written(const xml_node& token, int depth) const {
    constexpr int kDeepest = 6;
    if (!token) return {};
    if (depth > kDeepest) return "...";
    const std::string word = text(token, "str");
    const xml_node left = token_of(token, "astOperand1");
    const xml_node right = token_of(token, "astOperand2");
    const std::string a = written(left, depth + 1);
    const std::string b = written(right, depth + 1);
    if (word == "(") return is_call(token, left, right) ? a + "(" + b + ")" : "(cast)" + a;
    if (word == "[") return a + "[" + b + "]";
    if (!left) return word;
    if (!right) return word + a;
    return word == "." ? a + word + b : a + " " + word + " " + b;
  }

  static bool is_call(const xml_node& token, const xml_node& left, const xml_node& right) {
    return !has(token, "isCast", "true") && (right || has(left, "type", "name") || has(left, "str", "."));
  }

  static std::string type_of(const xml_node& token) {
    std::string type = text(token, "valueType-type");
    if (type.empty()) return type;
    if (has(token, "valueType-sign", "unsigned")) type.insert(0, "unsigned ");
    if (has(token, "valueType-sign", "signed") && type == "char") type.insert(0, "signed ");
    type.append(token.attribute("valueType-pointer").as_uint(), '*');
    return type;
  }

  std::string operation_of_token(const xml_node& token) const {
    const std::string word = text(token, "str");
    const xml_node left = token_of(token, "astOperand1");
    const xml_node right = token_of(token, "astOperand2");
    if (word == "(") return is_call(token, left, right) ? "call" : "cast";
    if (has(token, "type", "name")) return "variable";
    if (word == "[") return "[]";
    if (word == ".") return "member";
    if (word == "?") return "?:";
    return right || !left ? word : "unary " + word;
  }

  static std::string origin_of(const xml_node& token, const xml_node& value) {
    std::string line = "<token linenr=\"" + text(token, "linenr") + "\" column=\"" + text(token, "column") +
                       "\" str=\"" + text(token, "str") + "\"> <value";
    for (const pugi::xml_attribute& attribute : value.attributes()) {
      const std::string name = attribute.name();
      // Identifiers of tokens are addresses, which differ between runs.
      if (name == "symbolic" || name == "lifetime" || name == "tokvalue") continue;
      line += " " + name + "=\"" + attribute.as_string() + "\"";
    }
    return line + "/>";
  }

  std::string file_;
  Claims& claims_;
  std::unordered_map<std::string, xml_node> tokens_;
  std::unordered_map<std::string, xml_node> values_;
  std::unordered_map<std::string, xml_node> variables_;
  std::set<PlaceKey> signs_merged_;
};

/// The dump of the configuration that is built: the one without macros of its own, or the only dump.
xml_node configuration(const xml_node& dumps) {
  xml_node chosen = dumps.child("dump");
  for (const xml_node& dump : dumps.children("dump"))
    if (text(dump, "cfg").empty()) chosen = dump;
  return chosen;
}

Result<pugi::xml_document> parsed(std::string_view xml, const char* what) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(xml.data(), xml.size());
  if (!result) return Error{std::string(what) + " of cppcheck is no XML: " + result.description(), {}};
  return document;
}

/// Messages that a condition always has the same result. Other messages are about it only under another condition ("If
/// 'x >= 1', the comparison 'x > 0' is always true"), or about consequences of undefined behaviour.
struct ConditionMessage {
  std::string_view id;
  bool at_operand = false;  ///< the message's place is an operand of the comparison
};
constexpr std::array kConditionMessages = {
    ConditionMessage{"knownConditionTrueFalse"}, ConditionMessage{"incorrectLogicOperator"},
    ConditionMessage{"identicalInnerCondition"}, ConditionMessage{"identicalConditionAfterEarlyExit"},
    ConditionMessage{"comparisonError", true},   ConditionMessage{"compareValueOutOfTypeRangeError", true},
};

/// The word "true" or "false" in "... always (evaluates to) true ...".
std::optional<bool> always(const std::string& message) {
  for (const std::string_view head : {"always ", "always evaluates to "}) {
    const std::size_t at = message.find(head);
    if (at == std::string::npos) continue;
    const std::string_view rest = std::string_view(message).substr(at + head.size());
    if (rest.starts_with("true")) return true;
    if (rest.starts_with("false")) return false;
  }
  return std::nullopt;
}

/// The place of the comparison that has the token at `place` as an operand.
std::optional<PlaceKey> comparison_above(const xml_node& dump, std::string_view file, PlaceKey place) {
  std::unordered_map<std::string, xml_node> tokens;
  xml_node at;
  for (const xml_node& token : dump.child("tokenlist").children("token")) {
    tokens[text(token, "id")] = token;
    if (text(token, "file") == file && place_key(token) == place) at = token;
  }
  for (std::size_t steps = tokens.size(); at && !at.attribute("isComparisonOp"); --steps) {
    if (steps == 0) return std::nullopt;  // a broken dump, whose parents form a cycle
    const auto above = tokens.find(text(at, "astParent"));
    at = above == tokens.end() ? xml_node() : above->second;
  }
  return at ? std::optional(place_key(at)) : std::nullopt;
}

}  // namespace

Status read_cppcheck_dump(std::string_view xml, std::string_view file, Claims& claims) {
  const Result<pugi::xml_document> document = parsed(xml, "the dump");
  if (!document) return document.error();
  const xml_node dumps = document->child("dumps");
  // The dump of a file without code has raw tokens only.
  if (dumps.child("rawtokens") && !dumps.child("dump")) return {};
  const xml_node dump = configuration(dumps);
  if (!dump.child("tokenlist")) return Error{"the dump of cppcheck has no list of tokens", {}};
  DumpReader(file, claims).read(dump);
  return {};
}

Status read_cppcheck_errors(std::string_view xml, std::string_view dump, std::string_view file, Claims& claims) {
  const Result<pugi::xml_document> document = parsed(xml, "the list of errors");
  if (!document) return document.error();
  const Result<pugi::xml_document> tokens = parsed(dump, "the dump");
  if (!tokens) return tokens.error();
  for (const xml_node& error : document->child("results").child("errors").children("error")) {
    const xml_node location = error.child("location");
    const std::string message = text(error, "msg");
    const std::optional<bool> truth = always(message);
    if (!truth || text(location, "file") != file) continue;
    const auto* known = std::find_if(kConditionMessages.begin(), kConditionMessages.end(),
                                     [&](const ConditionMessage& one) { return text(error, "id") == one.id; });
    std::optional<PlaceKey> place = place_key(location);
    if (known != kConditionMessages.end() && known->at_operand)
      place = comparison_above(configuration(tokens->child("dumps")), file, *place);
    if (known == kConditionMessages.end() || !place) {
      count_unread(claims, "message");
      continue;
    }
    Fact fact;
    fact.place.file = std::string(file);
    fact.place.line = place->first;
    fact.place.column = place->second;
    fact.subject.operation = "condition";
    fact.property = Truth{*truth};
    fact.assumptions = {std::string(kNoUndefined)};
    fact.source = text(error, "id");
    fact.origin = message;
    claims.facts.push_back(std::move(fact));
  }
  return {};
}

}  // namespace assay::analyzer
