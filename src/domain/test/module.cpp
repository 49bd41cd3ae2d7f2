#include <algorithm>
#include <optional>
#include <utility>

#include "assay/base/hash.hpp"
#include "assay/base/text.hpp"
#include "assay/domain/law.hpp"
#include "assay/domain/test.hpp"
#include "assay/domain/variants.hpp"
#include "tester.hpp"

namespace assay::domain {
namespace {

/// The join of top and bottom, and the law that it is above top, where that is promised.
std::optional<Program> planted_program(const Contract& contract) {
  const auto row =
      std::find_if(laws().begin(), laws().end(), [](const Law& one) { return one.name == "join-above-left"; });
  if (row == laws().end() || !applies(*row, contract)) return std::nullopt;
  Program program;
  program.planted = true;
  program.dimensions = contract.least_dimensions;
  program.instructions.resize(3);
  program.instructions[1].operation = Operation::Bottom;
  program.instructions[2].operation = Operation::Join;
  program.instructions[2].elements = {0, 1};
  Check check;
  check.law = row->number;
  check.elements = {0, 1};
  program.checks.push_back(check);
  return program;
}

class TestModule final : public core::Module {
 public:
  explicit TestModule(std::shared_ptr<const TestConfig> config) : config_(std::move(config)) {
    for (const DomainTarget& target : config_->targets)
      infos_.push_back({target.name, target.description->contract.version, target.argv});
  }

  std::string name() const override { return "domain-test"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }

  /// Each target as it is, asked for as little as can be (it may be wrong), and with joins that lie in front of it.
  std::vector<core::Control> controls() const override {
    std::vector<core::Control> all;
    for (std::size_t i = 0; i < config_->targets.size(); ++i) {
      const DomainTarget& target = config_->targets[i];
      Program clean;
      clean.dimensions = target.description->contract.least_dimensions;
      clean.instructions.resize(2);
      clean.instructions[1].operation = Operation::Bottom;
      all.push_back({"clean: top and bottom", i, case_of(clean, target), core::Verdict::pass()});
      const core::Verdict unsound = core::Verdict::bug(core::BugKind::Unsound, "planted", "");
      if (const std::optional<Program> planted = planted_program(target.description->contract))
        all.push_back({"planted: joins that lose everything", i, case_of(*planted, target), unsound});
    }
    return all;
  }
  std::string configuration() const override { return test_option_table().to_toml(config_->options); }

  std::uint64_t fingerprint() const override {
    std::uint64_t hash = hash_bytes("domain-test 2", test_option_table().fingerprint(config_->options));
    for (const DomainTarget& target : config_->targets) {
      Contract contract = target.description->contract;
      contract.version.clear();  // machines may have different ones, as other modules' targets may
      hash = hash_bytes(to_json(contract, target.description->transformers), hash_bytes(target.name, hash));
    }
    for (const Law& law : laws()) hash = hash_bytes(law.name, hash);
    return hash;
  }

  core::ModuleDescription description() const override {
    return {.title = "Testing abstract domains", .target = "domain", .group = "", .label = "operation"};
  }
  Result<std::unique_ptr<core::Tester>> make_tester() const override { return make_domain_tester(config_); }

 private:
  std::shared_ptr<const TestConfig> config_;
  std::vector<core::TargetInfo> infos_;
};

Result<std::vector<unsigned>> law_numbers(const std::vector<std::string>& words) {
  std::vector<unsigned> numbers;
  for (const std::string& word : words) {
    const auto number = parse_unsigned(word);
    if (!number || law(static_cast<unsigned>(*number)) == nullptr)
      return Error{"there is no law '" + word + "'", "`assay domain laws` lists them"};
    numbers.push_back(static_cast<unsigned>(*number));
  }
  return numbers;
}

/// The laws that a campaign checks: those asked for, or all, but not those left out.
Result<std::vector<unsigned>> chosen_laws(const TestOptions& options) {
  Result<std::vector<unsigned>> only = law_numbers(options.laws);
  if (!only) return only.error();
  const Result<std::vector<unsigned>> without = law_numbers(options.without);
  if (!without) return without.error();
  if (only->empty() && !without->empty())
    for (const Law& law : laws()) only->push_back(law.number);
  std::erase_if(*only,
                [&](unsigned number) { return std::find(without->begin(), without->end(), number) != without->end(); });
  return only;
}

/// Takes operations out of what the targets' programs may ask for. Not those that every result is asked for.
Status leave_out(const std::vector<std::string>& names, std::vector<DomainTarget>& targets) {
  constexpr Operations kAlwaysAsked{Operation::Top,   Operation::Bottom,      Operation::Copy,
                                    Operation::Leq,   Operation::Equal,       Operation::IsBottom,
                                    Operation::Print, Operation::Constraints, Operation::Contains};
  for (const std::string& word : names) {
    unsigned number = 0;
    while (number < kOperations && name(static_cast<Operation>(number)) != word) ++number;
    if (number == kOperations)
      return Error{"there is no operation '" + word + "'", "docs/user/domain-test.md lists them"};
    const auto operation = static_cast<Operation>(number);
    if (kAlwaysAsked.has(operation)) return Error{"every result is asked for '" + word + "'", "it cannot be left out"};
    for (DomainTarget& target : targets) {
      Description without = *target.description;
      without.contract.operations.remove(operation);
      target.description = std::make_shared<const Description>(std::move(without));
    }
  }
  return {};
}

/// The variant that all targets are compared with.
Status add_exact_variant(const TestOptions& options, TestConfig& config) {
  if (options.against.empty()) return {};
  TestOptions only = options;
  only.targets = {options.against};
  Result<std::vector<DomainTarget>> exact = resolve_targets(only);
  if (!exact) return exact.error();
  for (const DomainTarget& target : config.targets) {
    const std::string why = not_variants(target.description->contract, exact->front().description->contract);
    if (!why.empty())
      return Error{why, "--against takes a variant of the targets that is exact: box-D against box-MPQ, for example"};
  }
  config.against = std::move(exact->front());
  return {};
}

}  // namespace

Result<std::unique_ptr<core::Module>> make_test_module(const TestOptions& options) {
  auto config = std::make_shared<TestConfig>();
  config->options = options;
  Result<ProgramOptions> program = preset(options.preset);
  if (!program) return program.error();
  Result<std::vector<unsigned>> laws = chosen_laws(options);
  if (!laws) return laws.error();
  config->program = std::move(*program);
  config->program.laws = std::move(*laws);
  config->program.dimensions = options.dimensions;
  config->program.checks = options.checks;
  if (options.targets.empty()) return Error{"no target is given", "add --target llvm:ConstantRange@8, for example"};
  Result<std::vector<DomainTarget>> targets = resolve_targets(options);
  if (!targets) return targets.error();
  config->targets = std::move(*targets);
  if (const Status status = leave_out(options.without_operations, config->targets); !status) return status.error();
  if (const Status status = add_exact_variant(options, *config); !status) return status.error();
  if (!options.known.empty()) {
    Result<KnownCauses> known = read_known(options.known);
    if (!known) return known.error();
    config->known = std::move(*known);
    for (const DomainTarget& target : config->targets)
      config->known.note_version(target.name, target.description->contract.version);
  }
  return std::unique_ptr<core::Module>(std::make_unique<TestModule>(std::move(config)));
}

}  // namespace assay::domain
