#include <algorithm>

#include "assay/smt/eval.hpp"
#include "smt/solver/features.hpp"

namespace assay::smt {
namespace {

/// Whether the text matches a pattern in which '*' matches any text.
bool fits(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= text.size(); ++at) {
    if (fits(rest, text.substr(at))) return true;
  }
  return false;
}

bool fits_any(const std::vector<std::string>& patterns, std::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(), [text](const std::string& one) { return fits(one, text); });
}

}  // namespace

Capabilities::Capabilities(const SolverDefinition& definition)
    : logics_(definition.logics), decidable_(definition.decidable), accepts_opaque_(definition.accepts_opaque) {
  for (unsigned i = 0; i < kTheoryCount; ++i) {
    const auto& names = definition.theories;
    const bool supported = names.empty()
                               ? !is_extension(static_cast<Theory>(i))
                               : std::find(names.begin(), names.end(), name(static_cast<Theory>(i))) != names.end();
    if (supported) theories_ |= 1U << i;
  }
  for (const GivenCertificate& given : definition.certificates)
    certificates_ |= 1U << static_cast<unsigned>(given.kind);
  const Operators& operators = Operators::get();
  lacking_operators_.assign(operators.size(), false);
  const auto& known = definition.extensions;
  const bool knows_all = std::find(known.begin(), known.end(), "*") != known.end();
  for (std::uint32_t i = 0; i < operators.size(); ++i) {
    const OperatorRow& row = operators.row(OperatorId{i});
    const bool extension =
        !row.standard && !knows_all && std::find(known.begin(), known.end(), row.name) == known.end();
    const bool lacking =
        std::find(definition.lacks.begin(), definition.lacks.end(), row.name) != definition.lacks.end();
    const bool foreign = (theories_ >> static_cast<unsigned>(row.theory) & 1U) == 0;
    lacking_operators_[i] = extension || lacking || foreign;
  }
  for (const std::string& lacking : definition.lacks) {
    if (const std::optional<Feature> found = feature(lacking)) lacking_features_ |= 1U << static_cast<unsigned>(*found);
  }
  const bool lacks_functions = (lacking_features_ >> static_cast<unsigned>(Feature::Lambda) & 1U) != 0;
  for (std::uint32_t i = 0; i < operators.size() && lacks_functions; ++i)
    if (applies_functions(operators.row(OperatorId{i}))) lacking_operators_[i] = true;
}

std::optional<core::Skip> Capabilities::unsupported(const Features& features) const {
  if (features.opaque && !accepts_opaque_)
    return core::Skip{features.opaque_name.empty() ? "unknown to Assay" : why_opaque(features.opaque_name)};
  if (!logics_.empty() && !features.logic.empty() && !fits_any(logics_, features.logic)) {
    return core::Skip{"logic not taken by the target"};
  }
  if (const std::uint32_t missing = features.theories & ~theories_; missing != 0) {
    for (unsigned i = 0; i < kTheoryCount; ++i) {
      if ((missing >> i & 1U) != 0) return core::Skip{"target lacks " + std::string(name(static_cast<Theory>(i)))};
    }
  }
  if (const std::uint32_t missing = features.features & lacking_features_; missing != 0) {
    for (unsigned i = 0; i < kFeatureCount; ++i) {
      if ((missing >> i & 1U) != 0) return core::Skip{"target lacks " + std::string(name(static_cast<Feature>(i)))};
    }
  }
  if (const std::uint32_t missing = features.certificates & ~certificates_; missing != 0) {
    for (unsigned i = 0; i < kCertificateKinds; ++i) {
      if ((missing >> i & 1U) != 0)
        return core::Skip{"target gives no " + std::string(name(static_cast<CertificateKind>(i)))};
    }
  }
  for (const OperatorId op : features.operators) {
    if (lacking_operators_[op.index]) return core::Skip{"target lacks " + std::string(Operators::get().row(op).name)};
  }
  return std::nullopt;
}

bool Capabilities::decides(std::string_view logic) const { return fits_any(decidable_, logic); }

std::optional<core::Skip> unsupported(const SolverDefinition& definition, const TermStore& store,
                                      const Script& script) {
  return Capabilities(definition).unsupported(features_of(store, script));
}

}  // namespace assay::smt
