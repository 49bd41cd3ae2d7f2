#pragma once

#include <cstdint>
#include <vector>

#include "core/rng/rng.hpp"
#include "datalog/generate/generate.hpp"

namespace assay::datalog {

/// A program that is being generated, with sample tuples that its relations have or probably have.
class Draft {
 public:
  Draft(const Program& seed, const Capabilities& capabilities, const GenerateOptions& options, core::Rng& rng);

  Program program;
  std::vector<Tuples> samples;  ///< by RelationId, unsorted

  [[nodiscard]] const Capabilities& capabilities() const { return capabilities_; }
  [[nodiscard]] const GenerateOptions& options() const { return options_; }

  RelationId add_relation(const char* stem);
  void add_facts(RelationId relation);
  [[nodiscard]] Value draw_value(Type type);
  /// Whether generated rules may use the relation: it has base types only, and no choice domain.
  [[nodiscard]] bool usable(RelationId relation) const;
  [[nodiscard]] bool sampled(RelationId relation, const Value* tuple) const;
  void add_sample(RelationId relation, const Value* tuple);
  [[nodiscard]] Type draw_type();

 private:
  void draw_domain();
  void take_values_of_seed();

  const Capabilities& capabilities_;
  const GenerateOptions& options_;
  core::Rng& rng_;
  std::vector<std::vector<Value>> domain_;  ///< by Type: the active domain, the values that facts and constants have
};

}  // namespace assay::datalog
