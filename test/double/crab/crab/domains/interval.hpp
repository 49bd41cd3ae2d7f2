#pragma once

#include "numbers.hpp"
