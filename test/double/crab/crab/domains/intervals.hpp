#pragma once

#include "interval_domain.hpp"
