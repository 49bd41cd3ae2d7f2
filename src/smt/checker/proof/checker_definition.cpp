#include "smt/checker/proof/checker_definition.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "core/io/io.hpp"
#include "core/target/definition.hpp"
#include "core/target/scratch.hpp"
#include "core/target/version.hpp"

namespace assay::core {
[[nodiscard]] std::span<const BuiltinText> builtin_checker_texts();  // the files in data/checkers
}  // namespace assay::core

namespace assay::smt {
namespace {

constexpr std::string_view kSignatures = "{signatures}";

void read_format(core::TomlRow& row, CheckerDefinition& definition) {
  std::string format(name(definition.format));
  row.text("format", format);
  const std::optional<ProofFormat> known = proof_format(format);
  if (!known || *known == ProofFormat::Z3)
    row.refuse_at("format", "'" + format + "' is no format of proofs", "cpc, alethe or lfsc");
  definition.format = known.value_or(definition.format);
}

void read_checker(core::TomlRow& row, CheckerDefinition& definition) {
  definition.name.clear();
  row.text("name", definition.name);
  read_format(row, definition);
  row.list("argv", definition.argv);
  row.list("signature_flags", definition.signature_flags);
  row.text("signatures", definition.signatures);
  row.text("signatures_help", definition.signatures_help);
  row.list("version", definition.version);
  row.text("install", definition.install);
  row.patterns("crash", definition.crash);
  row.patterns("missing_rule", definition.missing_rule);
  row.patterns("refused", definition.refused);
  row.patterns("unreadable", definition.unreadable);
  row.pattern("hole", definition.hole);
  row.pattern("accepted", definition.accepted);
  row.list("trust_rules", definition.trust_rules);
  row.list("theories", definition.theories);
  if (row.has("claims")) definition.claims.clear();
  for (core::TomlRow& one : row.rows("claims")) {
    ClaimRow& claim = definition.claims.emplace_back();
    one.text("rule", claim.rule);
    one.list("operators", claim.operators);
    one.list("arguments", claim.arguments);
    one.flag("literal", claim.literal);
    one.finish();
  }
  if (std::optional<core::TomlRow> control = row.table("control")) {
    control->text("script", definition.control_script);
    control->text("right", definition.control_right);
    control->text("bogus", definition.control_bogus);
    control->finish();
  }
}

void check_checker(core::TomlRow& row, const CheckerDefinition& definition) {
  const auto has_word = [&](std::string_view word) {
    return std::any_of(definition.argv.begin(), definition.argv.end(),
                       [&](const std::string& one) { return one.find(word) != std::string::npos; });
  };
  if (!definition.argv.empty() && !has_word("{proof}")) row.refuse_at("argv", "'argv' does not name \"{proof}\"");
  if (definition.accepted.empty()) row.refuse("the checker has no pattern 'accepted'");
  if (definition.control_script.empty() || definition.control_right.empty() || definition.control_bogus.empty())
    row.refuse("the checker has no controls", "[control] needs 'script', 'right' and 'bogus'");
}

Result<CheckerDefinition> checker_of_command(const core::NamedTarget& named) {
  const std::string& family = named.family.empty() ? named.name : named.family;
  const auto& all = builtin_checkers();
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == family; });
  if (at == all.end())
    return Error{"the target '" + named.name + "' does not say which checker it is",
                 "write 'mine:ethos=/path/to/program', or a TOML file (docs/dev/checker.md)"};
  CheckerDefinition definition = *at;
  definition.name = named.name;
  definition.argv[0] = named.words[0];
  definition.argv.insert(definition.argv.end(), named.words.begin() + 1, named.words.end());
  if (!definition.version.empty()) definition.version[0] = named.words[0];
  definition.install = "the program is '" + named.words[0] + "'";
  return definition;
}

const core::Definitions<CheckerDefinition>& checker_definitions() {
  static const core::Definitions<CheckerDefinition> all({
      .toml = {"checker", "docs/dev/checker.md"},
      .example = "mine:ethos=/path/to/ethos",
      .files = core::builtin_checker_texts,
      .read = read_checker,
      .check = check_checker,
      .commands =
          [](CheckerDefinition& one) {
            return std::vector{&one.argv, &one.version};
          },
      .of_command = checker_of_command,
      .needs_argv = true,
  });
  return all;
}

}  // namespace

bool CheckerDefinition::needs_signatures() const {
  return std::any_of(argv.begin(), argv.end(),
                     [](const std::string& word) { return word.find(kSignatures) != std::string::npos; });
}

const std::vector<CheckerDefinition>& builtin_checkers() { return checker_definitions().all(); }

Result<CheckerDefinition> resolve_checker(std::string_view text) { return checker_definitions().resolve(text); }

Result<CheckerDefinition> parse_checker(std::string_view toml, const std::string& path) {
  return checker_definitions().parse(toml, path);
}

Result<CheckerDefinition> with_signatures(CheckerDefinition definition, const std::string& path) {
  if (!path.empty()) {
    definition.signatures = path;
    definition.argv.insert(definition.argv.end(), definition.signature_flags.begin(), definition.signature_flags.end());
    definition.signature_flags.clear();
  }
  if (definition.signatures.empty() && !definition.needs_signatures()) return definition;
  if (definition.signatures.empty())
    return Error{"the checker " + definition.name + " needs its signatures",
                 "give --signatures: " + definition.signatures_help};
  if (!core::exists(definition.signatures))
    return Error{"there is no " + definition.signatures, "--signatures needs " + definition.signatures_help};
  definition.signatures = core::anchored(definition.signatures);
  return definition;
}

Result<std::string> checker_version(const CheckerDefinition& definition) {
  const std::string_view program = definition.argv.empty() ? std::string_view() : definition.argv[0];
  return core::version_of({definition.name, program, definition.version, definition.install});
}

}  // namespace assay::smt
