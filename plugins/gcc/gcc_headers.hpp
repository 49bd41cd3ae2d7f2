// SPDX-License-Identifier: GPL-3.0-or-later
// GCC's own headers, in the necessary order. Its system.h poisons names that the standard library uses, so the standard
// headers come first.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#pragma GCC system_header
// clang-format off
#include "gcc-plugin.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "ssa.h"
#include "attribs.h"
#include "context.h"
#include "diagnostic-core.h"
#include "internal-fn.h"
#include "asan.h"
#include "cfganal.h"
#include "cfgloop.h"
#include "cgraph.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-fold.h"
#include "gimple-pretty-print.h"
#include "gimple-range.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-into-ssa.h"
#include "tree-pretty-print.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-address.h"
#include "tree-ssa-alias.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-loop-niter.h"
#include "tree-ssa.h"
// clang-format on
