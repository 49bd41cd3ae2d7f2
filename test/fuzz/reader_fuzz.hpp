#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::fuzz {

/// A reader of text that Assay did not write: text of a target, another program or a user. A row of the table that all
/// tests of this folder run over.
struct Reader {
  std::string name;
  std::vector<std::string> seeds;   ///< valid texts, from which mutants are made
  std::vector<std::string> tokens;  ///< pieces with a meaning in the reader's language
  /// Reads any text and checks the result with GoogleTest.
  std::function<void(const std::string& text)> read;
};

// One file for each area.
[[nodiscard]] std::vector<Reader> core_readers();
[[nodiscard]] std::vector<Reader> smt_readers();
[[nodiscard]] std::vector<Reader> trigger_readers();
[[nodiscard]] std::vector<Reader> datalog_readers();
[[nodiscard]] std::vector<Reader> domain_readers();
[[nodiscard]] std::vector<Reader> analyzer_readers();
[[nodiscard]] std::vector<Reader> static_analyzer_output_readers();

/// The text of a file of the source tree.
[[nodiscard]] std::string file_text(const std::string& path);

/// A stream of numbers that is the same on every machine.
class Draws {
 public:
  explicit Draws(std::uint64_t seed);
  std::uint64_t below(std::uint64_t bound);

 private:
  std::uint64_t state_;
};

/// A mutated seed of the reader, a sequence of its tokens, or random bytes. The same number gives the same text.
[[nodiscard]] std::string hostile_text(const Reader& reader, std::uint64_t number);

}  // namespace assay::fuzz
