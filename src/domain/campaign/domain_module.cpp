#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/base/hash.hpp"
#include "assay/domain/law.hpp"
#include "base/text.hpp"
#include "core/report/report.hpp"
#include "domain/campaign/campaign.hpp"
#include "domain/campaign/pass_rows.hpp"
#include "domain/kernel/run/variants.hpp"
#include "domain_tester.hpp"

namespace assay::domain {
namespace {

/// A program with the join of top and bottom and the law "join-above-left". Nullopt if the law does not apply.
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

/// Operations that every run uses: --without-operation cannot exclude them.
constexpr Operations kAlwaysAsked{Operation::Top,   Operation::Bottom,      Operation::Copy,
                                  Operation::Leq,   Operation::Equal,       Operation::IsBottom,
                                  Operation::Print, Operation::Constraints, Operation::Contains};

/// The option that excludes an operation or law in which many programs end; empty if there is none.
std::string way_past(std::string_view place) {
  if (place.starts_with("law ")) return "--without-law " + std::string(place.substr(4));
  const std::optional<Operation> operation = operation_named(place);
  return operation && !kAlwaysAsked.has(*operation) ? "--without-operation " + std::string(place) : "";
}

/// Advice for each operation or law in which at least ten programs, and a tenth of the target's programs, end.
std::vector<std::string> advice_for(const std::string& target, const std::vector<core::Share>& shares) {
  constexpr std::uint64_t kFew = 10;
  constexpr std::uint64_t kTenth = 10;
  std::vector<std::string> lines;
  for (const core::Share& share : shares) {
    if (share.question != end_question(target) || share.count < kFew || share.count * kTenth < share.all) continue;
    const std::string past = way_past(share.answer);
    if (past.empty()) continue;
    lines.push_back(std::to_string(share.count) + " of " + std::to_string(share.all) + " programs of " + target +
                    " end in " + share.answer + ": " + past + " looks past it");
  }
  return lines;
}

/// A note if the contract allows fewer dimensions than the user requested. Empty for the default.
std::string note_on_dimensions(const Contract& contract, unsigned asked) {
  if (asked <= contract.most_dimensions || asked == TestOptions().dimensions) return {};
  return "dimensions: at most " + std::to_string(contract.most_dimensions) + ", not " + std::to_string(asked) +
         ", by its contract";
}

class TestModule final : public core::Module {
 public:
  explicit TestModule(std::shared_ptr<const TestConfig> config) : config_(std::move(config)) {
    for (const DomainTarget& target : config_->targets)
      infos_.push_back({target.name, target.description->contract.version, target.argv,
                        note_on_dimensions(target.description->contract, config_->options.dimensions)});
  }

  std::string name() const override { return "domain-test"; }
  const std::vector<core::TargetInfo>& targets() const override { return infos_; }

  /// Two controls for each target: a trivial program, because the target may have bugs, and one with Program::planted.
  std::vector<core::Control> controls() const override {
    std::vector<core::Control> all;
    for (std::size_t i = 0; i < config_->targets.size(); ++i) {
      const DomainTarget& target = config_->targets[i];
      Program clean;
      clean.dimensions = target.description->contract.least_dimensions;
      clean.instructions.resize(2);
      clean.instructions[1].operation = Operation::Bottom;
      all.push_back({"clean: top and bottom", i, case_of(clean, target), core::Verdict()});
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
      contract.version.clear();  // versions may differ between machines, as in other modules
      hash = hash_bytes(to_json(contract, target.description->transformers), hash_bytes(target.name, hash));
    }
    for (const Law& law : laws()) hash = hash_bytes(law.name, hash);
    return hash;
  }

  std::optional<core::SlowRule> only_changes() const override {
    if (!config_->options.only_changes) return std::nullopt;
    return core::SlowRule{};
  }
  core::ModuleDescription description() const override {
    return {.title = "Testing abstract domains", .target = "domain", .group = "", .label = "operation"};
  }
  std::vector<std::string> advice(const core::CampaignRecord& record) const override {
    const std::vector<core::Share> shares = core::label_shares(record);
    std::vector<std::string> lines;
    for (const DomainTarget& target : config_->targets)
      for (std::string& line : advice_for(target.name, shares)) lines.push_back(std::move(line));
    return lines;
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

/// The laws that a campaign checks: `laws`, or all if empty, minus `without`. Empty result: all laws.
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

/// Removes operations from the contracts of the targets. An Error for unknown operations and those in kAlwaysAsked.
Status leave_out(const std::vector<std::string>& names, std::vector<DomainTarget>& targets) {
  for (const std::string& word : names) {
    const std::optional<Operation> operation = operation_named(word);
    if (!operation) return Error{"there is no operation '" + word + "'", "docs/user/domain-test.md lists them"};
    if (kAlwaysAsked.has(*operation)) return Error{"every result is asked for '" + word + "'", "it cannot be left out"};
    for (DomainTarget& target : targets) {
      Description without = *target.description;
      without.contract.operations.remove(*operation);
      target.description = std::make_shared<const Description>(std::move(without));
    }
  }
  return {};
}

/// An Error if programs over a target could not start: a domain of values makes its first elements from values.
Status check_start(const std::vector<DomainTarget>& targets) {
  for (const DomainTarget& target : targets) {
    const Contract& contract = target.description->contract;
    if (contract.shape == Shape::Value && !contract.operations.has(Operation::Abstract))
      return Error{target.name + " is a domain of values without the operation 'abstract'",
                   "programs start from the best element for one value: give its table the row"};
  }
  return {};
}

/// Resolves --against and checks that it is an exact variant of all targets.
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
  config->program.dense = options.dense;
  config->program.checks = options.checks;
  if (options.targets.empty()) return Error{"no target is given", "add --target llvm:ConstantRange@8, for example"};
  Result<std::vector<DomainTarget>> targets = resolve_targets(options);
  if (!targets) return targets.error();
  config->targets = std::move(*targets);
  if (const Status status = leave_out(options.without_operations, config->targets); !status) return status.error();
  if (const Status status = check_start(config->targets); !status) return status.error();
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

std::span<const core::PassRow* const> pass_rows() { return passes::kAll; }

}  // namespace assay::domain
