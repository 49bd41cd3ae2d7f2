#include <cfenv>

#include "unit/domain/libraries/ppl/ppl_targets.hpp"

namespace assay::domain {
namespace {

TEST(Plugin, LoadsPplAndNamesItsTargets) {
  const Plugin& plugin = ppl_plugin();
  EXPECT_EQ(plugin.library.substr(0, 4), "PPL ");
  ASSERT_EQ(plugin.targets.size(), std::size(kPplTargets));
  for (std::size_t i = 0; i < plugin.targets.size(); ++i) {
    const PluginTarget& target = plugin.targets[i];
    EXPECT_EQ(target.name, "ppl:" + std::string(kPplTargets[i]));
    const std::unique_ptr<Domain> domain = target.make(3);
    EXPECT_EQ(domain->contract().name, target.name);
    EXPECT_EQ(plugin.library, "PPL " + domain->contract().version);
    EXPECT_EQ(domain->dimensions(), 3U);
  }
}

TEST(Plugin, LeavesTheRoundingOfFloatsAlone) {
  const std::unique_ptr<Domain> domain = ppl_domain("Rational_Box", 1);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Plugin, SaysWhatIsWrongWithAFile) {
  const Result<const Plugin*> missing = load_plugin("/nowhere/at-all.so");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("/nowhere/at-all.so"), std::string::npos);
  const Result<const Plugin*> other = load_plugin("libm.so.6");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("assay_domain_plugin_1"), std::string::npos);
}

}  // namespace
}  // namespace assay::domain
