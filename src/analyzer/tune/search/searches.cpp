#include "analyzer/tune/search/search_rows.hpp"

namespace assay::analyzer::tune {

const std::vector<SearchRow>& searches() {
  static const std::vector<SearchRow> rows = {
      {"ours",
       "a learned order, one-step moves around the best, settings of single functions, recipes assembled from all runs "
       "(default)",
       make_default_search},
      {"rs", "random sampling of recipes (TAILOR)", make_rs},
      {"dars", "random sampling of recipes without comparable domains (TAILOR)", make_dars},
      {"hc", "hill climbing with restarts (TAILOR)", make_hc},
      {"sa", "simulated annealing (TAILOR)", make_sa},
      {"parf", "distributions over the settings, refined by what samples prove (Parf, ASE 2024)", make_parf},
      {"ask-tell", "another program decides, over JSON lines", make_ask_tell},
  };
  return rows;
}

}  // namespace assay::analyzer::tune
