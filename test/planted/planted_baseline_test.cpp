// A baseline of one campaign and the findings of the next one, on a solver with a known bug: a reduction that was cut
// makes no old bug new, and hides no new bug.

#include <algorithm>

#include "core/campaign/campaign.hpp"
#include "core/finding/baseline.hpp"
#include "core/report/report.hpp"
#include "planted_fuzz.hpp"

namespace assay::smt {
namespace {

using core::BugMatch;

constexpr std::size_t kComplete = 5000;
constexpr std::size_t kCut = 3;
constexpr std::uint64_t kBaselineCases = 400;

class Silent : public core::Observer {
  void on_event(const core::Event&) override {}
};

class PlantedBaseline : public PlantedFuzz {
 protected:
  /// The findings of a campaign on a solver with the lie. `reduce_runs`: maximum number of runs of a reduction.
  std::vector<core::Finding> findings(const std::string& lie, std::uint64_t seed, std::size_t reduce_runs) {
    options_.seeds = {shipped_seeds() + "/qf_bv"};
    options_.strategies = {{"storm", 1}};
    options_.seed = seed;
    options_.targets = {fake("liar", lie, "witness_comments = true\ndecidable = [\"*\"]\n")};
    auto corpus = load_seeds(options_);
    EXPECT_TRUE(corpus.ok());
    const auto module = make_fuzz_module(options_, std::move(*corpus));
    EXPECT_TRUE(module.ok());
    const std::string folder = (folder_ / (lie + std::to_string(seed) + "-" + std::to_string(reduce_runs))).string();
    const auto store = core::Store::create(folder, core::identity_of(**module, seed, {}, "test"), "");
    EXPECT_TRUE(store.ok() && (*store)->begin_session().ok());
    core::CampaignOptions limits;
    limits.tests = kBaselineCases;
    limits.findings = 3;
    limits.confirmations = 1;
    limits.reduce_runs = reduce_runs;
    limits.controls = false;
    Silent silent;
    EXPECT_TRUE(core::run_campaign(**module, limits, **store, silent, {}).ok());
    record_ = *(*store)->record();
    EXPECT_FALSE(record_.findings.empty()) << lie;
    for (const core::Finding& finding : record_.findings)
      EXPECT_EQ(finding.reduction_is_cut, reduce_runs == kCut) << finding.signature;
    return record_.findings;
  }

  /// The baseline of the last campaign, exported and read.
  core::Baseline baseline() const {
    return *core::Baseline::parse(core::export_format("baseline")->write(record_), "baseline");
  }

  core::CampaignRecord record_;
};

TEST_F(PlantedBaseline, CoversTheSameBugWhoseReductionWasCut) {
  for (const auto& [first, second] : {std::pair{kComplete, kCut}, {kCut, kComplete}, {kCut, kCut}}) {
    (void)findings("bvudiv-zero", 1, first);
    const core::Baseline known = baseline();
    for (const core::Finding& finding : findings("bvudiv-zero", 2, second))
      EXPECT_TRUE(known.covers(finding)) << finding.signature << " after " << first << " and " << second << " runs";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
}

TEST_F(PlantedBaseline, SwallowsNoBugOfAnotherOperator) {
  (void)findings("bvudiv-zero", 1, kComplete);
  const core::Baseline known = baseline();
  for (const core::Finding& finding : findings("shift-far", 2, kComplete))
    EXPECT_EQ(known.match_of(finding), BugMatch::None) << finding.signature;
}

TEST_F(PlantedBaseline, SwallowsNoBugOfAnotherKind) {
  (void)findings("bvudiv-zero", 1, kCut);
  const core::Baseline known = baseline();
  for (const core::Finding& finding : findings("model-bit", 2, kCut))
    EXPECT_EQ(known.match_of(finding), BugMatch::None) << finding.signature;
}

}  // namespace
}  // namespace assay::smt
