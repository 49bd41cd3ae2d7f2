#include "analyzer/check/run/precompiled_heads.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "analyzer/check/tree/c_language.hpp"
#include "base/text.hpp"

namespace assay::analyzer {
namespace {

/// Maximum number of precompiled headers at a time: each has some tens of megabytes.
constexpr std::size_t kMaxHeads = 12;

bool includes_a_library_header(std::string_view line) {
  constexpr std::string_view kInclude = "#include <";
  if (!line.starts_with(kInclude) || !line.ends_with('>')) return false;
  const std::string_view name = line.substr(kInclude.size(), line.size() - kInclude.size() - 1);
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); });
}

}  // namespace

std::string head_of(std::string_view source) {
  std::string head;
  for (const std::string_view line : split(source, '\n')) {
    if (!includes_a_library_header(line)) break;
    head.append(line) += '\n';
  }
  return head;
}

std::vector<std::string> PrecompiledHeads::flags(const std::vector<std::string>& compiler, const Program& program,
                                                 const Session& session, std::uint64_t worth_from, core::Usage& usage) {
  if (program.files.size() != 1 || !program.flags.empty() || !is_cpp_source(program.files.front().name)) return {};
  const std::string text = head_of(program.files.front().content);
  if (text.empty()) return {};
  Head& head = heads_[join(compiler, "\n") + "\n" + text];
  head.last_asked = ++questions_;
  if (++head.asked == worth_from) precompile(head, compiler, text, session, usage);
  if (head.path.empty()) return {};
  return {"-include", head.path};
}

void PrecompiledHeads::precompile(Head& head, const std::vector<std::string>& compiler, const std::string& text,
                                  const Session& session, core::Usage& usage) {
  forget_one_of_many();
  auto folder = std::make_unique<core::ScratchFolder>();
  const Result<std::string> header = folder->write("head.hpp", text);
  if (!header) return;
  std::vector<std::string> argv = compiler;
  // Both compilers look for a file with this suffix beside the header.
  argv.insert(argv.end(), {"-w", "-x", "c++-header", *header, "-o", *header + ".gch"});
  const core::ProcessResult result = run_here(session, std::move(argv), session.program);
  add_usage(usage, result.usage);
  if (result.ending != core::Ending::Exited || result.exit_code != 0) return;
  head.path = *header;
  head.folder = std::move(folder);
}

void PrecompiledHeads::forget_one_of_many() {
  std::size_t made = 0;
  Head* oldest = nullptr;
  for (auto& [key, head] : heads_) {
    if (head.path.empty()) continue;
    ++made;
    if (oldest == nullptr || head.last_asked < oldest->last_asked) oldest = &head;
  }
  if (made >= kMaxHeads) *oldest = Head();
}

}  // namespace assay::analyzer
