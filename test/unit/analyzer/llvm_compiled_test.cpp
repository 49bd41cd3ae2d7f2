#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/proc/proc.hpp"
#include "core/target/scratch.hpp"
#include "workers/llvm/operations.hpp"

namespace assay::llvm_worker {
namespace {

/// An operation of the machine, and how LLVM writes it: W is the type, the operands are %a, %b, %c.
struct CompiledOperation {
  Code code;
  std::uint8_t flags;
  std::string text;
};

std::vector<CompiledOperation> compiled_operations() {
  std::vector<CompiledOperation> all;
  const auto binary = [&all](Code code, const std::string& name) { all.push_back({code, 0, name + " W %a, %b"}); };
  const auto call = [&all](Code code, const std::string& name, const std::string& arguments) {
    all.push_back({code, 0, "call W @llvm." + name + ".W(" + arguments + ")"});
  };
  for (const auto& [code, name] : std::vector<std::pair<Code, std::string>>{{Code::Add, "add"},
                                                                            {Code::Sub, "sub"},
                                                                            {Code::Mul, "mul"},
                                                                            {Code::UDiv, "udiv"},
                                                                            {Code::SDiv, "sdiv"},
                                                                            {Code::URem, "urem"},
                                                                            {Code::SRem, "srem"},
                                                                            {Code::Shl, "shl"},
                                                                            {Code::LShr, "lshr"},
                                                                            {Code::AShr, "ashr"},
                                                                            {Code::And, "and"},
                                                                            {Code::Or, "or"},
                                                                            {Code::Xor, "xor"}})
    binary(code, name);
  for (const auto& [code, name] : std::vector<std::pair<Code, std::string>>{{Code::Eq, "eq"},
                                                                            {Code::Ne, "ne"},
                                                                            {Code::Ugt, "ugt"},
                                                                            {Code::Uge, "uge"},
                                                                            {Code::Ult, "ult"},
                                                                            {Code::Ule, "ule"},
                                                                            {Code::Sgt, "sgt"},
                                                                            {Code::Sge, "sge"},
                                                                            {Code::Slt, "slt"},
                                                                            {Code::Sle, "sle"}})
    all.push_back({code, 0, "icmp " + name + " W %a, %b"});
  for (const auto& [code, name] : std::vector<std::pair<Code, std::string>>{{Code::UMin, "umin"},
                                                                            {Code::UMax, "umax"},
                                                                            {Code::SMin, "smin"},
                                                                            {Code::SMax, "smax"},
                                                                            {Code::UAddSat, "uadd.sat"},
                                                                            {Code::SAddSat, "sadd.sat"},
                                                                            {Code::USubSat, "usub.sat"},
                                                                            {Code::SSubSat, "ssub.sat"},
                                                                            {Code::UShlSat, "ushl.sat"},
                                                                            {Code::SShlSat, "sshl.sat"}})
    call(code, name, "W %a, W %b");
  call(Code::Ctpop, "ctpop", "W %a");
  call(Code::Bitreverse, "bitreverse", "W %a");
  call(Code::FShl, "fshl", "W %a, W %b, W %c");
  call(Code::FShr, "fshr", "W %a, W %b, W %c");
  return all;
}

std::string with_width(std::string text, const std::string& type) {
  for (std::size_t at = text.find('W'); at != std::string::npos; at = text.find('W', at + type.size()))
    text.replace(at, 1, type);
  return text;
}

/// The operations in LLVM's text, each as a function on bytes.
std::string module_of(const std::vector<CompiledOperation>& operations, unsigned width) {
  const std::string type = "i" + std::to_string(width);
  std::string text, declarations;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const std::string words = with_width(operations[i].text, type);
    const bool bit = words.rfind("icmp", 0) == 0;
    text += "define zeroext i16 @op" + std::to_string(i) + "(i16 %x, i16 %y, i16 %z) {\n";
    for (const char* pair : {"ax", "by", "cz"})
      text += std::string("  %") + pair[0] + " = trunc i16 %" + pair[1] + " to " + type + "\n";
    text += "  %r = " + words + "\n  %w = zext " + (bit ? "i1" : type) + " %r to i16\n  ret i16 %w\n}\n";
    if (words.rfind("call", 0) != 0) continue;
    std::string declared = "declare " + words.substr(5) + "\n";
    for (const char* name : {" %a", " %b", " %c"})
      if (const std::size_t at = declared.find(name); at != std::string::npos) declared.erase(at, 3);
    declarations += declared;
  }
  return text + declarations;
}

/// A program that compares the operations with the machine's results where these are defined, and prints differences.
std::string driver_of(const std::vector<CompiledOperation>& operations, unsigned width, std::size_t& compared) {
  std::string text = "#include <stdio.h>\n", calls;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const std::string name = "op" + std::to_string(i);
    text += "unsigned short " + name + "(unsigned short, unsigned short, unsigned short);\n";
    text += "static const unsigned short t" + std::to_string(i) + "[][4] = {";
    for (std::uint64_t a = 0; a < std::uint64_t{1} << width; ++a) {
      for (std::uint64_t b = 0; b < std::uint64_t{1} << width; ++b) {
        const std::uint64_t c = (a * 7 + b) & mask_of(width);
        Cell out;
        if (apply(operations[i].code, 0, width, width, {a, State::Defined}, {b, State::Defined}, {c, State::Defined},
                  out) != Step::Done ||
            out.state != State::Defined)
          continue;
        ++compared;
        text += "{" + std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(c) + "," +
                std::to_string(out.bits) + "},";
      }
    }
    text += "};\n";
    calls += "  for (unsigned i = 0; i < sizeof t" + std::to_string(i) +
             " / 8; ++i) {\n    const unsigned short* t = t" + std::to_string(i) + "[i];\n    if (" + name +
             "(t[0], t[1], t[2]) != t[3]) printf(\"" + operations[i].text.substr(0, operations[i].text.find(" %")) +
             " on " + std::to_string(width) + " bits: %d %d %d\\n\", t[0], t[1], t[2]);\n  }\n";
  }
  return text + "int main(void) {\n" + calls + "  return 0;\n}\n";
}

TEST(LlvmOperations, AgreeWithCompiledCode) {
  if (core::find_program("llc-14").empty() || core::find_program("gcc").empty())
    GTEST_SKIP() << "llc-14 (package llvm-14) or gcc is not installed";
  const std::vector<CompiledOperation> operations = compiled_operations();
  for (const unsigned width : {1U, 3U, 4U}) {
    core::ScratchFolder scratch;
    std::size_t compared = 0;
    const Result<std::string> folder = scratch.path();
    ASSERT_TRUE(folder.ok());
    ASSERT_TRUE(scratch.write("a.ll", module_of(operations, width)).ok());
    ASSERT_TRUE(scratch.write("main.c", driver_of(operations, width, compared)).ok());
    std::string out;
    for (const std::vector<std::string>& argv : std::vector<std::vector<std::string>>{
             {"llc-14", "-O0", "-relocation-model=pic", "-filetype=obj", "a.ll", "-o", "a.o"},
             {"gcc", "-w", "main.c", "a.o", "-o", "run"},
             {*folder + "/run"}}) {
      const core::ProcessResult result = core::run_process({argv, {}, *folder}, "", {});
      ASSERT_EQ(result.ending, core::Ending::Exited) << result.err << result.message;
      ASSERT_EQ(result.exit_code, 0) << result.err;
      out = result.out;
    }
    EXPECT_EQ(out, "") << width;
    EXPECT_GT(compared, operations.size());
  }
}

}  // namespace
}  // namespace assay::llvm_worker
