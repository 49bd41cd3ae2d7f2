// Domains that combine other domains.
#include <crab/domains/abstract_domain_params.hpp>
#include <crab/domains/dis_intervals.hpp>
#include <crab/domains/fixed_tvpi_domain.hpp>
#include <crab/domains/intervals.hpp>
#include <crab/domains/lookahead_widening_domain.hpp>
#include <crab/domains/split_dbm.hpp>
#include <crab/domains/term_equiv.hpp>

#include "domain/libraries/crab/crab_adapter.hpp"
#include "domain/libraries/crab/crab_targets.hpp"

namespace assay::domain::crabs {
namespace {

using enum Operation;

using Weights = crab::domains::DBM_impl::BigNumDefaultParams<Number>;
using Intervals = ikos::interval_domain<Number, VariableName>;
using Zones = crab::domains::split_dbm_domain<Number, VariableName, Weights>;
using DisIntervals = crab::domains::dis_interval_domain<Number, VariableName>;
template <typename Base>
using Terms = crab::domains::term_domain<crab::domains::term::TDomInfo<Number, VariableName, Base>>;

/// All products implement narrowing as meet, which "might not terminate".
void of_products(Contract& contract) {
  contract.shape = Shape::Other;
  contract.convex = false;
  contract.without_laws.insert(contract.without_laws.end(), {46, 63});
}
/// A meet cuts cyclic terms; conditions and narrowing use it, too. It is larger than the greatest lower bound.
void of_terms(Contract& contract) {
  of_products(contract);
  contract.lattice = false;
  contract.without_laws.insert(contract.without_laws.end(), {15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 41, 42, 43});
}
/// The library warns that backward assignments are not implemented.
void of_tvpi(Contract& contract) {
  of_products(contract);
  contract.operations.remove(Substitute);
}
/// Elements are pairs, and only one part is widened (Gopan and Reps, 2006): the widening converges only for loops.
void of_lookahead(Contract& contract) {
  of_tvpi(contract);
  contract.widening_ordered = true;
  contract.without_laws.insert(contract.without_laws.end(), {33, 48});
}

constexpr Row kRows[] = {
    {"terms-intervals",
     {"#include <crab/domains/intervals.hpp>\n#include <crab/domains/term_equiv.hpp>\n",
      "crab::domains::term_domain<crab::domains::term::TDomInfo<Number, VariableName, ikos::interval_domain<Number, "
      "VariableName>>>"},
     make<Terms<Intervals>>,
     of_terms},
    {"terms-zones",
     {"#include <crab/domains/split_dbm.hpp>\n#include <crab/domains/term_equiv.hpp>\n",
      "crab::domains::term_domain<crab::domains::term::TDomInfo<Number, VariableName, "
      "crab::domains::split_dbm_domain<Number, VariableName, crab::domains::DBM_impl::BigNumDefaultParams<Number>>>>"},
     make<Terms<Zones>>,
     of_terms},
    {"terms-dis-intervals",
     {"#include <crab/domains/dis_intervals.hpp>\n#include <crab/domains/term_equiv.hpp>\n",
      "crab::domains::term_domain<crab::domains::term::TDomInfo<Number, VariableName, "
      "crab::domains::dis_interval_domain<Number, VariableName>>>"},
     make<Terms<DisIntervals>>,
     of_terms},
    {"fixed-tvpi",
     {"#include <crab/domains/abstract_domain_params.hpp>\n#include <crab/domains/fixed_tvpi_domain.hpp>\n#include "
      "<crab/domains/split_dbm.hpp>\n",
      "crab::domains::fixed_tvpi_domain<crab::domains::split_dbm_domain<Number, VariableName, "
      "crab::domains::DBM_impl::BigNumDefaultParams<Number>>>"},
     make<crab::domains::fixed_tvpi_domain<Zones>>,
     of_tvpi},
    {"lookahead-zones",
     {"#include <crab/domains/lookahead_widening_domain.hpp>\n#include <crab/domains/split_dbm.hpp>\n",
      "crab::domains::lookahead_widening_domain<crab::domains::split_dbm_domain<Number, VariableName, "
      "crab::domains::DBM_impl::BigNumDefaultParams<Number>>>"},
     make<crab::domains::lookahead_widening_domain<Zones>>,
     of_lookahead},
};

}  // namespace

std::span<const Row> product_rows() { return kRows; }

}  // namespace assay::domain::crabs
