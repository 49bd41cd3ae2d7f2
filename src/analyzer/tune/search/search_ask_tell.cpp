// A search that another program drives over the streams of its task.
#include "analyzer/tune/search/ask_tell.hpp"
#include "analyzer/tune/search/search_rows.hpp"

namespace assay::analyzer::tune {
namespace {

class NobodyAsks final : public Search {
 public:
  std::vector<Proposal> ask() override { return {}; }
  void tell(std::span<const Evaluation> /*evaluations*/) override {}
};

}  // namespace

std::unique_ptr<Search> make_ask_tell(const SearchTask& task) {
  const Driver& driver = task.driver;
  if (driver.in == nullptr || driver.out == nullptr || driver.trouble == nullptr) return std::make_unique<NobodyAsks>();
  return make_ask_tell(task, *driver.in, *driver.out, *driver.trouble);
}

}  // namespace assay::analyzer::tune
