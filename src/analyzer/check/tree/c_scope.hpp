#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "analyzer/check/tree/c_tree.hpp"

namespace assay::analyzer {

/// Whether a value of the type is one number that a check can read: an integer, an enumeration, or a pointer to an
/// object.
[[nodiscard]] bool is_number_type(std::string_view type);
[[nodiscard]] bool is_pointer_type(std::string_view type);
[[nodiscard]] bool is_floating_type(std::string_view type);
/// Whether the type is a container of C++'s library with a `size()`, or a string.
[[nodiscard]] bool is_container_type(std::string_view type);
/// Whether the node declares or defines a function whose body is like a C function's.
[[nodiscard]] bool is_function(const CNode& node);

/// Whether another statement can be put before a statement of a block: true in a block's list, false for the body of an
/// `if` or a loop without braces. A statement behind a label counts as in the list; the label itself does not.
[[nodiscard]] bool is_listed_statement(const CTree& tree, std::size_t node);

/// The listed statement before which a check sees the state at the offset: the statement that begins there, or the
/// statement whose expression or declaration contains the offset and is evaluated once and first. For a label, the
/// statement behind it. CTree::kNone: there is none (the head of a loop, a body without braces).
[[nodiscard]] std::size_t statement_to_check(const CTree& tree, std::size_t offset);

/// The declarations of the variables that are visible at a statement, by C's rules: inner ones first, without hidden
/// ones.
[[nodiscard]] std::vector<std::size_t> variables_at(const CTree& tree, std::size_t node);

/// The declaration that the name means at the node; kNone: it is no variable.
[[nodiscard]] std::size_t variable_at(const CTree& tree, std::size_t node, std::string_view name);

}  // namespace assay::analyzer
