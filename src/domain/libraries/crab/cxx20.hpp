#pragma once

// CRAB is written in C++11: a parameter of its type-erased domain is named `concept`, which is a keyword since C++20.
// The plugin's files include this file first (-include). It includes CRAB's header with another name for the parameter,
// after the standard headers that use the keyword.

#include <algorithm>
#include <functional>
#include <memory>
#include <ranges>
#include <string>
#include <unordered_map>
#include <vector>

#define concept crab_concept
#include <crab/domains/generic_abstract_domain.hpp>
#undef concept
