#include <string_view>

#include "domain/libraries/apron/promises.hpp"

namespace assay::domain::apron {
namespace {

struct Variant {
  std::string_view name;
  Numbers numbers;
  unsigned most_bits = 0;
};
/// The number variants. By the manual, Rll does not detect overflows and may then loop forever: its numbers are small.
constexpr Variant kVariants[] = {
    {"D", Numbers::Floats}, {"MPQ", Numbers::Rationals}, {"MPFR", Numbers::Floats}, {"Rll", Numbers::Machine, 3}};

}  // namespace

void promise_numbers(Contract& contract) {
  for (const Variant& variant : kVariants) {
    if (variant.name != ASSAY_APRON_NUMBERS) continue;
    contract.numbers = variant.numbers;
    contract.most_bits = variant.most_bits;
  }
}

}  // namespace assay::domain::apron

extern "C" const assay::domain::Plugin* assay_domain_plugin_1() {
  static const assay::domain::Plugin plugin{"APRON (" ASSAY_APRON_NUMBERS ")", assay::domain::apron::all_targets()};
  return &plugin;
}
