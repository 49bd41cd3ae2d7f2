#include <utility>

#include "analyzer_definition_toml.hpp"
#include "assay/analyzer/analyzer.hpp"
#include "assay/base/check.hpp"
#include "assay/core/target/builtin.hpp"

namespace assay::core {
/// The files of data/analyzers, as builtin.cmake lists them.
[[nodiscard]] std::span<const BuiltinText> builtin_analyzer_texts();
}  // namespace assay::core

namespace assay::analyzer {

const std::vector<Definition>& builtin_analyzers() {
  static const std::vector<Definition> all = [] {
    std::vector<Definition> read;
    for (const core::BuiltinText& file : core::builtin_analyzer_texts()) {
      Result<Definition> one = read_analyzer(file.text, std::string(file.path), nullptr);
      ASSAY_CHECK(one.ok(), "a built-in analyzer is broken: " + one.error().text());
      read.push_back(std::move(*one));
    }
    return read;
  }();
  return all;
}

}  // namespace assay::analyzer
