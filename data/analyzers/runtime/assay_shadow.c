/* The handlers that -fsanitize=undefined calls, in place of its own library: the first undefined behaviour of a run is
   reported, and later judgements leave out facts that assume its absence. The interface of GCC >= 5, and of clang. */
#include <stdlib.h>

#include "assay_check.h"

struct place {
  const char* file;
  unsigned line;
  unsigned column;
};

#define MET(name, what)                                             \
  void __ubsan_handle_##name(struct place* at);                     \
  void __ubsan_handle_##name(struct place* at) {                    \
    assay_met_undefined(what, at->file ? at->file : "?", at->line); \
  }
#define MET_AND_END(name, what)                                     \
  void __ubsan_handle_##name(struct place* at);                     \
  void __ubsan_handle_##name(struct place* at) {                    \
    assay_met_undefined(what, at->file ? at->file : "?", at->line); \
    exit(1);                                                        \
  }

/* Each handler gets more arguments than the declared ones; the first argument is always the place. */
MET(type_mismatch_v1, "null, misaligned or too small object")
MET(alignment_assumption, "misaligned pointer")
MET(add_overflow, "signed overflow of +")
MET(sub_overflow, "signed overflow of -")
MET(mul_overflow, "signed overflow of *")
MET(negate_overflow, "signed overflow of unary -")
MET(divrem_overflow, "division by zero, or overflow of /")
MET(shift_out_of_bounds, "shift out of bounds")
MET(out_of_bounds, "index out of bounds")
MET(vla_bound_not_positive, "array size not positive")
MET(load_invalid_value, "invalid value of bool or enum")
MET(nonnull_arg, "null argument")
MET(pointer_overflow, "pointer overflow")
MET(float_cast_overflow, "float out of range of its integer type")
MET(invalid_builtin, "zero to a builtin that takes none")
MET(function_type_mismatch, "call through a pointer of another type")
MET_AND_END(builtin_unreachable, "unreachable code reached")
MET_AND_END(missing_return, "end of a function without return")

void __ubsan_handle_nonnull_return_v1(void* data, struct place* at);
void __ubsan_handle_nonnull_return_v1(void* data, struct place* at) {
  (void)data;
  assay_met_undefined("null returned", at->file ? at->file : "?", at->line);
}
