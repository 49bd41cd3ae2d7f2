#include "domain/kernel/law/law_operations.hpp"

namespace assay::domain {

LawOutcome join_above_meet(LawArguments& arguments) {
  const LawOperations ask(arguments);
  const ElementPtr both = ask.meet(ask.y(), ask.z());
  return claim(ask.leq(ask.x(), ask.join(*both, ask.x())));
}

}  // namespace assay::domain
