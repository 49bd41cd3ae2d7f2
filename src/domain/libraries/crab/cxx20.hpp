#pragma once

// CRAB is written in C++11: a parameter of its type-erased domain is called `concept`, which is a word of the language
// since C++20. This file is put before all others of the plugin (-include): it reads that header with another name for
// the parameter, after the standard headers that mean the word.

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
