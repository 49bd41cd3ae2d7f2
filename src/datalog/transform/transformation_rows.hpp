#pragma once

#include "datalog/transform/places.hpp"

// The functions of the table in transformation_registry.cpp. Each draws a place, changes the program there, and returns
// the changes to the relations whose rules or facts it changed.
namespace assay::datalog {

using Apply = Applied(Workspace& workspace, core::Rng& rng);

// queryFuzz
Apply add_equal_atom, add_contracting_atom, add_contracting_atom_below;
Apply rename_variable, rename_occurrence, rename_occurrence_below, merge_variables, merge_variables_below;
Apply remove_redundant_atom, remove_atom, remove_atom_below;
Apply negate_twice;

// DLSmith
Apply add_node, delete_node, inline_facts;
Apply add_empty_rule, add_edge_beside, add_self_edge, delete_edge_beside;
Apply add_edge_contracting, delete_edges_contracting, add_edge_expanding, delete_edge_expanding;
Apply add_fact_beside, delete_fact_beside, add_fact_contracting, delete_fact_contracting, add_fact_expanding,
    delete_fact_expanding;

// Rewriting
Apply reorder_rules, reorder_literals, duplicate_rule, duplicate_fact, split_heads, join_heads;
Apply split_by_guard, add_subsumed_rule;
Apply fold, unfold, split_facts, copy_relation;
Apply wildcard_to_variable, variable_to_wildcard, introduce_equality, remove_equality, constant_to_variable;
Apply change_representation, expand_equivalence, change_evaluation, reword;
Apply qualify_seed, reorder_seed_clauses, reorder_seed_literals;

}  // namespace assay::datalog
