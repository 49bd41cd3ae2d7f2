// The types whose elements are bounds of a fixed list of expressions: boxes, differences and octagons.
#include "domain/libraries/ppl/ppl_adapter.hpp"
#include "domain/libraries/ppl/ppl_targets.hpp"

namespace assay::domain::ppl {

DomainFactory make_box(const Contract& contract) {
  using T = pl::Rational_Box;
  return factory<T>(contract, {[](T& right, const T& left) { right.CC76_widening_assign(left); },
                               [](T& right, const T& left) { right.CC76_narrowing_assign(left); }});
}

DomainFactory make_differences(const Contract& contract) {
  using T = pl::BD_Shape<mpq_class>;
  return factory<T>(contract, {[](T& right, const T& left) { right.BHMZ05_widening_assign(left); },
                               [](T& right, const T& left) { right.CC76_narrowing_assign(left); }});
}

DomainFactory make_differences_h79(const Contract& contract) {
  using T = pl::BD_Shape<mpq_class>;
  return factory<T>(contract, {[](T& right, const T& left) { right.H79_widening_assign(left); },
                               [](T& right, const T& left) { right.CC76_narrowing_assign(left); }});
}

DomainFactory make_octagons(const Contract& contract) {
  using T = pl::Octagonal_Shape<mpq_class>;
  return factory<T>(contract, {[](T& right, const T& left) { right.BHMZ05_widening_assign(left); },
                               [](T& right, const T& left) { right.CC76_narrowing_assign(left); }});
}

}  // namespace assay::domain::ppl
