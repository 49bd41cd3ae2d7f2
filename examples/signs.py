#!/usr/bin/env python3
"""Uses a domain through the C interface, from Python: signs.py LIBSIGNS.SO. Fields: assay/assay_domain.h, to `meet`."""

import ctypes
import sys
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_size_t, c_uint, c_void_p

Unary = CFUNCTYPE(c_void_p, c_void_p, c_void_p)
Binary = CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_void_p)


class Domain(ctypes.Structure):
    """struct assay_domain, as far as every domain has it."""
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("version", c_char_p), ("least_dimensions", c_uint), ("most_dimensions", c_uint),
                *((flag, c_int) for flag in ("shape", "numbers", "integer_points", "strict", "no_lattice", "not_convex",
                                             "widening_ordered", "narrowing_ordered")),
                ("without_laws", POINTER(c_uint)), ("open", CFUNCTYPE(c_void_p, c_uint)), ("close", CFUNCTYPE(None, c_void_p)),
                ("top", CFUNCTYPE(c_void_p, c_void_p, c_uint)), ("bottom", CFUNCTYPE(c_void_p, c_void_p, c_uint)), ("copy", Unary),
                ("free_element", CFUNCTYPE(None, c_void_p, c_void_p)), ("leq", CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p)),
                ("join", Binary), ("meet", Binary)]


def domains(path):
    """The domains that a shared object exports."""
    tables = ctypes.CDLL(path).assay_domain_tables_1
    tables.restype = POINTER(POINTER(Domain))
    found = tables()
    count = 0
    while found[count]:
        yield found[count].contents
        count += 1


def main():
    for domain in domains(sys.argv[1]):
        state = domain.open(1) if domain.open else None
        top, bottom = domain.top(state, 1), domain.bottom(state, 1)
        join = domain.join(state, top, bottom)
        print(domain.name.decode(), "bottom <= top:", domain.leq(state, bottom, top), "top <= bottom:", domain.leq(state, top, bottom),
              "top <= top join bottom:", domain.leq(state, top, join))
        for element in (top, bottom, join):
            domain.free_element(state, element)
        if domain.close:
            domain.close(state)


if __name__ == "__main__":
    main()
