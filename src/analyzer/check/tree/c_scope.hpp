#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// Whether a value of the type is one number that a check can take: an integer, an enumeration, or a pointer to an
/// object.
[[nodiscard]] bool is_number_type(std::string_view type);
[[nodiscard]] bool is_pointer_type(std::string_view type);
[[nodiscard]] bool is_floating_type(std::string_view type);
/// Whether it is a container of C++'s library that has a `size()`, or a string.
[[nodiscard]] bool is_container_type(std::string_view type);
/// Whether it declares or defines a function whose body is like one of C.
[[nodiscard]] bool is_function(const CNode& node);

/// Whether a statement stands in a list of a block, so that another one can be put before it: not the body of an `if`
/// or a loop without braces. What a label stands before counts as in the list; the label itself does not.
[[nodiscard]] bool is_listed_statement(const CTree& tree, std::size_t node);

/// The listed statement before which a check sees the state at the offset: the one that begins there, or the one whose
/// expression or declaration, evaluated once and first, contains it. Of a label it is what the label stands before.
/// CTree::kNone: there is none (the head of a loop, a body without braces).
[[nodiscard]] std::size_t statement_to_check(const CTree& tree, std::size_t offset);

/// The declarations of variables that names mean at a statement, by C's rules: inner ones first, hidden ones left out.
[[nodiscard]] std::vector<std::size_t> variables_at(const CTree& tree, std::size_t node);

/// What a name means there; kNone: no variable.
[[nodiscard]] std::size_t variable_at(const CTree& tree, std::size_t node, std::string_view name);

}  // namespace assay::analyzer
