#include <utility>

#include "core/proc/proc.hpp"
#include "sums/sums.hpp"
#include "sums/sums_tester.hpp"

namespace assay::sums {
namespace {

class SumModule final : public core::Module {
 public:
  SumModule(TestOptions options, std::vector<core::TargetInfo> targets)
      : options_(std::move(options)), targets_(std::move(targets)) {}

  std::string name() const override { return "sums-test"; }
  core::ModuleDescription description() const override {
    return {.title = "Testing programs that add", .target = "program", .group = "size", .label = "trait"};
  }
  const std::vector<core::TargetInfo>& targets() const override { return targets_; }

  // A clean run must pass; a truth that is none must be seen.
  std::vector<core::Control> controls() const override {
    std::vector<core::Control> all;
    for (std::size_t target = 0; target < targets_.size(); ++target) {
      all.push_back({"clean: 2 + 2", target, make_case(2, 2, 4), core::Verdict()});
      all.push_back({"planted: 2 + 2 = 5", target, make_case(2, 2, 5),
                     core::Verdict::bug(core::BugKind::WrongResult, "wrong sum", "")});
    }
    return all;
  }

  std::string configuration() const override { return test_option_table().to_toml(options_); }
  std::uint64_t fingerprint() const override { return test_option_table().fingerprint(options_); }
  Result<std::unique_ptr<core::Tester>> make_tester() const override { return sums::make_tester(options_, targets_); }

 private:
  TestOptions options_;
  std::vector<core::TargetInfo> targets_;
};

}  // namespace

Result<std::unique_ptr<core::Module>> make_test_module(const TestOptions& options) {
  std::vector<core::TargetInfo> targets;
  for (const std::string& target : options.targets) {
    const std::string path = core::find_program(target);
    if (path.empty()) return Error{"there is no program '" + target + "'", "name one that is on the PATH, or its path"};
    targets.push_back({target, "unknown", {path}});
  }
  return std::unique_ptr<core::Module>(std::make_unique<SumModule>(options, std::move(targets)));
}

}  // namespace assay::sums
