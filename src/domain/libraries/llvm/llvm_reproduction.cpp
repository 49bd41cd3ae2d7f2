#include <fmt/format.h>

#include <array>

#include "domain/libraries/llvm/llvm.hpp"
#include "domain/reproduction/texts.hpp"
#include "value_domain.hpp"

namespace assay::domain {
namespace {

constexpr std::array<char, 3> kSets = {'a', 'b', 'c'};
constexpr std::array<char, 3> kValues = {'x', 'y', 'z'};
constexpr unsigned kMaxBitsForAll = 8;

/// Writes the C++ function of one failure, which returns 1 if the failure is present.
class CaseWriter {
 public:
  CaseWriter(const LlvmDomain& domain, const LlvmFailure& failure)
      : domain_(domain), failure_(failure), width_(domain.contract().width) {}

  [[nodiscard]] Status problem() const {
    const std::size_t arguments = failure_.arguments.size();
    const bool is_transformer = failure_.operation == Operation::Transform;
    if (is_transformer && failure_.transformer >= domain_.transformers().size())
      return Error{"no transformer has this number", ""};
    if (arguments != (is_transformer ? transformer().arity : 2U))
      return Error{"a reproduction needs all arguments of the operation", ""};
    if (failure_.operation != Operation::Leq && failure_.operation != Operation::Join &&
        failure_.operation != Operation::Meet && !is_transformer)
      return Error{"there is no reproduction for " + std::string(name(failure_.operation)),
                   "leq, join, meet and transformers have one"};
    if (failure_.better != nullptr) return enumerable();
    if (failure_.values.size() != (is_transformer ? arguments : 1U))
      return Error{"a reproduction needs the values that show the failure", ""};
    if (is_transformer && !transformer().concrete(width_, failure_.values.data()))
      return Error{"the transformer is not defined on these values", ""};
    return {};
  }

  [[nodiscard]] std::string write(std::size_t number) const {
    std::string text = fmt::format(
        "\n// {} at {} bits: {}.\nstatic int case_{}() {{\n", domain_.type(), width_,
        failure_.better != nullptr ? subject() + " is not as precise as it could be" : subject() + " loses a value",
        number);
    for (std::size_t i = 0; i < failure_.arguments.size(); ++i)
      text +=
          fmt::format("  const {} {} = {};\n", domain_.type(), kSets[i], domain_.construction(*failure_.arguments[i]));
    text += fmt::format("  outs() << \"{}: {}\\n\";\n", domain_.contract().name, subject());
    for (std::size_t i = 0; i < failure_.arguments.size(); ++i)
      text += fmt::format("  show(\"{0} =\", {0});\n", kSets[i]);
    if (failure_.operation == Operation::Leq) return text + order() + "}\n";
    text += fmt::format("  const {} result = {};\n  show(\"result\", result);\n", domain_.type(),
                        domain_.call(failure_.operation, failure_.transformer));
    if (failure_.operation == Operation::Transform) {
      text += expected() + (failure_.better != nullptr ? imprecise() : lost());
    } else {
      text += failure_.better != nullptr ? imprecise_set() : lost_set();
    }
    return text + "}\n";
  }

 private:
  [[nodiscard]] const ValueTransformer& transformer() const { return domain_.transformers()[failure_.transformer]; }
  [[nodiscard]] std::string subject() const {
    return std::string(failure_.operation == Operation::Transform ? transformer().name : name(failure_.operation));
  }
  [[nodiscard]] Status enumerable() const {
    if (failure_.operation == Operation::Leq) return Error{"an order test has no smaller result", ""};
    if (width_ > kMaxBitsForAll || failure_.arguments.size() > 2)
      return Error{"there are too many values to show that a smaller element is enough",
                   "it is done up to " + std::to_string(kMaxBitsForAll) + " bits and two arguments"};
    return {};
  }

  [[nodiscard]] std::string order() const {
    return fmt::format(
        "  const APInt x({}, {}u);\n"
        "  if (!has(a, x) || has(b, x)) return 2;\n"
        "  outs() << \"  a has \" << x << \", b has not\\n\";\n"
        "  return within(a, b) ? 1 : 0;\n",
        width_, failure_.values[0]);
  }

  /// The operation on values, which returns whether it is defined.
  [[nodiscard]] std::string expected() const {
    const std::size_t arity = failure_.arguments.size();
    std::string parameters;
    for (std::size_t i = 0; i < arity; ++i) parameters += fmt::format("const APInt& {}, ", kValues[i]);
    return fmt::format("  const auto expected = []({}APInt& value) -> bool {{ {} }};\n", parameters,
                       semantics_of(transformer().name).body);
  }

  [[nodiscard]] std::string lost() const {
    const std::uint64_t value = *transformer().concrete(width_, failure_.values.data());
    std::string text;
    std::string inside;
    std::string names;
    for (std::size_t i = 0; i < failure_.arguments.size(); ++i) {
      text += fmt::format("  const APInt {}({}, {}u);\n", kValues[i], width_, failure_.values[i]);
      inside += fmt::format("!has({}, {}) || ", kSets[i], kValues[i]);
      names += fmt::format("{}, ", kValues[i]);
    }
    return text + fmt::format(
                      "  APInt value({0}, 0);\n"
                      "  if ({1}!expected({2}value) || value != APInt({0}, {3}u)) return 2;\n"
                      "  outs() << \"  must have \" << value << \"\\n\";\n"
                      "  return has(result, value) ? 0 : 1;\n",
                      width_, inside, names, value);
  }

  [[nodiscard]] std::string better() const {
    return fmt::format("  const {} better = {};\n  show(\"better\", better);\n", domain_.type(),
                       domain_.construction(*failure_.better));
  }

  /// Checks that `better` contains all required values.
  [[nodiscard]] std::string imprecise() const {
    const bool binary = failure_.arguments.size() == 2;
    return better() + fmt::format(
                          "  for (unsigned i = 0; i < {0}u; ++i) {{\n"
                          "    for (unsigned j = 0; j < {1}u; ++j) {{\n"
                          "      const APInt x({2}, i), y({2}, j);\n"
                          "      APInt value({2}, 0);\n"
                          "      if (has(a, x) && {3} && !has(better, value)) return 2;\n"
                          "    }}\n"
                          "  }}\n"
                          "  return count(better) < count(result) ? 1 : 0;\n",
                          1U << width_, binary ? 1U << width_ : 1U, width_,
                          binary ? "has(b, y) && expected(x, y, value)" : "expected(x, value)");
  }

  [[nodiscard]] std::string_view needed() const {
    return failure_.operation == Operation::Join ? "(has(a, x) || has(b, x))" : "(has(a, x) && has(b, x))";
  }
  [[nodiscard]] std::string lost_set() const {
    return fmt::format(
        "  const APInt x({}, {}u);\n"
        "  if (!{}) return 2;\n"
        "  outs() << \"  must have \" << x << \"\\n\";\n"
        "  return has(result, x) ? 0 : 1;\n",
        width_, failure_.values[0], needed());
  }
  [[nodiscard]] std::string imprecise_set() const {
    return better() + fmt::format(
                          "  for (unsigned i = 0; i < {}u; ++i) {{\n"
                          "    const APInt x({}, i);\n"
                          "    if ({} && !has(better, x)) return 2;\n"
                          "  }}\n"
                          "  return count(better) < count(result) ? 1 : 0;\n",
                          1U << width_, width_, needed());
  }

  const LlvmDomain& domain_;
  const LlvmFailure& failure_;
  unsigned width_;
};

std::string main_function(std::size_t cases) {
  std::string text = "\nint main() {\n  bool wrong = false;\n  int (*const cases[])() = {";
  for (std::size_t i = 0; i < cases; ++i) text += fmt::format("{}case_{}", i > 0 ? ", " : "", i + 1);
  return text +
         "};\n"
         "  for (const auto& run : cases) {\n"
         "    const int answer = run();\n"
         "    outs() << (answer == 0 ? \"  right\\n\" : answer == 1 ? \"  WRONG\\n\" : \"  not a failure\\n\");\n"
         "    if (answer == 2) return 2;\n"
         "    wrong |= answer == 1;\n"
         "  }\n"
         "  return wrong ? 1 : 0;\n"
         "}\n";
}

}  // namespace

Result<std::string> llvm_reproduction(Domain& domain, const std::vector<LlvmFailure>& failures) {
  const auto* ours = dynamic_cast<const LlvmDomain*>(&domain);
  if (ours == nullptr) return Error{domain.contract().name + " is not a domain of LLVM's", ""};
  if (failures.empty()) return Error{"there is no failure to reproduce", ""};
  std::string text = fmt::format(
      "// LLVM {}. Exit code: 1 while the library gets it wrong, 0 when it is right.\n"
      "// g++ -std=c++17 reproduction.cpp -I$(llvm-config-14 --includedir) $(llvm-config-14 --ldflags --libs)\n",
      domain.contract().version);
  text += reproduction::text_of("llvm.cc", "beginning");
  for (std::size_t i = 0; i < failures.size(); ++i) {
    const CaseWriter writer(*ours, failures[i]);
    if (Status problem = writer.problem(); !problem) return problem.error();
    text += writer.write(i + 1);
  }
  return text + main_function(failures.size());
}

}  // namespace assay::domain
