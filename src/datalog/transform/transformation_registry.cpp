#include <algorithm>

#include "datalog/transform/transformation_rows.hpp"

namespace assay::datalog {

const std::vector<Transformation>& transformations() {
  constexpr Family kQuery = Family::QueryFuzz;
  constexpr Family kSmith = Family::DlSmith;
  constexpr Family kRewrite = Family::Rewrite;
  constexpr Oracle kEqual = Oracle::Equal;
  constexpr Oracle kMore = Oracle::Superset;
  constexpr Oracle kLess = Oracle::Subset;
  static const std::vector<Transformation> rows = {
      {"AddEq", kQuery, kEqual, "queryFuzz, section 3.5, Alg. 3",
       "adds a copy of an atom with fresh variables for some of its own", add_equal_atom},
      {"AddCon", kQuery, kLess, "queryFuzz, section 3.5, Alg. 3",
       "adds an atom over the rule's variables and constants of the active domain", add_contracting_atom},
      {"ModExp", kQuery, kMore, "queryFuzz, section 3.6, Alg. 4",
       "replaces one occurrence of a variable by a fresh one", rename_occurrence},
      {"ModEq", kQuery, kEqual, "queryFuzz, section 3.6", "replaces all occurrences of a variable by a fresh one",
       rename_variable},
      {"ModCon", kQuery, kLess, "queryFuzz, section 3.6, Alg. 4", "merges two variables", merge_variables},
      {"RemEq", kQuery, kEqual, "queryFuzz, section 3.7, Alg. 5", "removes an atom that another one contains",
       remove_redundant_atom},
      {"RemExp", kQuery, kMore, "queryFuzz, section 3.7, Alg. 5", "removes an atom that no other one contains",
       remove_atom},
      {"NegEq", kQuery, kEqual, "queryFuzz, section 3.8.1",
       "replaces an atom by the negation of a new relation that negates it", negate_twice},

      {"EQU-AddRelNode", kSmith, kEqual, "DLSmith, section 4.5.3", "adds a relation that nothing uses", add_node},
      {"EQU-AddRelEdges", kSmith, kEqual, "DLSmith, section 4.5.3",
       "adds a rule with an atom and its negation, which derives nothing", add_empty_rule},
      {"EQU-AddRelEdge", kSmith, kEqual, "DLSmith, section 4.5.2",
       "adds an atom or a rule to a relation that the output does not depend on", add_edge_beside},
      {"EQU-AddSelfEdge", kSmith, kEqual, "DLSmith, section 4.5.3", "adds a rule from a relation to itself",
       add_self_edge},
      {"EQU-FactInline", kSmith, kEqual, "DLSmith, section 4.5.3", "replaces a relation's rules by what they derive",
       inline_facts},
      {"EQU-AddFact", kSmith, kEqual, "DLSmith, table 4.1", "adds a fact that the output does not depend on",
       add_fact_beside},
      {"EQU-DelFact", kSmith, kEqual, "DLSmith, table 4.1", "deletes a fact that the output does not depend on",
       delete_fact_beside},
      {"EQU-DelRelNode", kSmith, kEqual, "DLSmith, table 4.1", "deletes a relation that the output does not depend on",
       delete_node},
      {"EQU-DelRelEdge", kSmith, kEqual, "DLSmith, table 4.1",
       "removes an atom from a rule of a relation that the output does not depend on", delete_edge_beside},
      {"CON-AddRelEdge", kSmith, kLess, "DLSmith, section 4.5.3", "adds an atom to a rule in positive ancestry",
       add_edge_contracting},
      {"CON-AddFact", kSmith, kLess, "DLSmith, table 4.1", "adds a fact in negative ancestry", add_fact_contracting},
      {"CON-DelFact", kSmith, kLess, "DLSmith, table 4.1", "deletes a fact in positive ancestry",
       delete_fact_contracting},
      {"CON-DelRelEdges", kSmith, kLess, "DLSmith, table 4.1", "deletes all rules of a relation in positive ancestry",
       delete_edges_contracting},
      {"EXP-AddRelEdge", kSmith, kMore, "DLSmith, section 4.5.3", "adds a rule to a relation in positive ancestry",
       add_edge_expanding},
      {"EXP-AddFact", kSmith, kMore, "DLSmith, table 4.1", "adds a fact in positive ancestry", add_fact_expanding},
      {"EXP-DelFact", kSmith, kMore, "DLSmith, table 4.1", "deletes a fact in negative ancestry",
       delete_fact_expanding},
      {"EXP-DelRelEdge", kSmith, kMore, "DLSmith, table 4.1", "removes an atom from a rule in positive ancestry",
       delete_edge_expanding},
      {"EXP-AddCon", kSmith, kMore, "DLSmith, section 4.6", "AddCon in negative ancestry", add_contracting_atom_below},
      {"EXP-ModCon", kSmith, kMore, "DLSmith, section 4.6", "ModCon in negative ancestry", merge_variables_below},
      {"CON-ModExp", kSmith, kLess, "DLSmith, section 4.6", "ModExp in negative ancestry", rename_occurrence_below},
      {"CON-RemExp", kSmith, kLess, "DLSmith, section 4.6", "RemExp in negative ancestry", remove_atom_below},

      {"ReorderRules", kRewrite, kEqual, "Assay", "writes rules in another order", reorder_rules},
      {"ReorderAtoms", kRewrite, kEqual, "Assay", "writes a body's literals in another order", reorder_literals},
      {"SplitGuard", kRewrite, kEqual, "Assay", "splits a rule by a comparison and its complement", split_by_guard},
      {"Fold", kRewrite, kEqual, "Assay", "moves a part of a body to a new relation", fold},
      {"Unfold", kRewrite, kEqual, "Assay", "replaces an atom by the only rule of its relation", unfold},
      {"SplitFacts", kRewrite, kEqual, "Assay", "moves facts to a new relation from which a rule copies them",
       split_facts},
      {"WildcardToVariable", kRewrite, kEqual, "Assay", "replaces a wildcard by a fresh variable",
       wildcard_to_variable},
      {"VariableToWildcard", kRewrite, kEqual, "Assay", "replaces a variable that occurs once by a wildcard",
       variable_to_wildcard},
      {"IntroduceEquality", kRewrite, kEqual, "Assay", "replaces an occurrence of a variable by one that equals it",
       introduce_equality},
      {"RemoveEquality", kRewrite, kEqual, "Assay", "removes an equality and puts one side for the other",
       remove_equality},
      {"ConstantToVariable", kRewrite, kEqual, "Assay", "replaces a constant by a variable that equals it",
       constant_to_variable},
      {"DuplicateRule", kRewrite, kEqual, "Assay", "writes a rule twice", duplicate_rule},
      {"DuplicateFact", kRewrite, kEqual, "Assay", "writes a fact twice", duplicate_fact},
      {"AddSubsumedRule", kRewrite, kEqual, "Assay", "adds a copy of a rule with one more atom", add_subsumed_rule},
      {"CopyRelation", kRewrite, kEqual, "Assay", "lets a rule use a copy of a relation", copy_relation},
      {"ChangeRepresentation", kRewrite, kEqual, "Assay", "stores a relation in another data structure",
       change_representation},
      {"EqrelToClosure", kRewrite, kEqual, "Assay", "writes an equivalence's closure as rules", expand_equivalence},
      {"MagicAndInlining", kRewrite, kEqual, "Assay", "asks for magic sets or inlining, or not", change_evaluation},
      {"Reword", kRewrite, kEqual, "Assay", "writes a relation's definition in another way that the language has",
       reword, &Capabilities::wordings},
      {"SeedQualifier", kRewrite, kEqual, "Assay",
       "asks for a representation or magic sets in a seed's own declaration", qualify_seed},
      {"SeedClauses", kRewrite, kEqual, "Assay", "writes two clauses of a seed's own text in another order",
       reorder_seed_clauses},
      {"SeedLiterals", kRewrite, kEqual, "Assay", "writes two literals of a seed's own rule in another order",
       reorder_seed_literals},
      {"SplitHeads", kRewrite, kEqual, "Assay", "makes a rule with several heads several rules", split_heads},
      {"JoinHeads", kRewrite, kEqual, "Assay", "joins two rules with the same body to one rule", join_heads},
  };
  return rows;
}

const Transformation* transformation(std::string_view name) {
  const std::vector<Transformation>& rows = transformations();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Transformation& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace assay::datalog
