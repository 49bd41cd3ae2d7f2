% Direct tests inside of Ciao's engine (assay_ciao.c): what a checked program imports where it can be built.
:- module(assay_ciao, [
    as__at/1, as__at/2, as__at/3, as__at/4, as__at/5, as__at/6, as__at/7, as__at/8, as__at/9, as__at/10,
    as__at/11, as__at/12, as__at/13, as__at/14, as__at/15, as__at/16, as__at/17, as__at/18, as__at/19,
    as__at/20, as__at/21, as__at/22, as__at/23, as__at/24, as__at/25, as__at/26, as__at/27, as__at/28,
    as__at/29, as__at/30, as__at/31, as__hit/1, as__point/2, as__type/2, as__left/1, as__over/0, as__visits/2
], [assertions, foreign_interface, basicmodes, regtypes]).
:- use_module(engine(basic_props)).
:- trust pred as__point(A,B) :: term * term + foreign_low(assay_point).
:- trust pred as__type(A,B) :: term * term + foreign_low(assay_type).
:- trust pred as__hit(A) :: term + foreign_low(assay_hit).
:- trust pred as__left(A) :: term + foreign_low(assay_left).
:- trust pred as__over + foreign_low(assay_over).
:- trust pred as__visits(A,B) :: term * term + foreign_low(assay_visits).
:- trust pred as__at(A0) :: term + foreign_low(assay_at).
:- trust pred as__at(A0,A1) :: term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2) :: term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3) :: term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4) :: term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5) :: term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6) :: term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7) :: term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8) :: term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9) :: term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10) :: term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11) :: term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12) :: term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20,A21) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20,A21,A22) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20,A21,A22,A23) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20,A21,A22,A23,A24) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20,A21,A22,A23,A24,A25) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20,A21,A22,A23,A24,A25,A26) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20,A21,A22,A23,A24,A25,A26,A27) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20,A21,A22,A23,A24,A25,A26,A27,A28) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20,A21,A22,A23,A24,A25,A26,A27,A28,A29) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- trust pred as__at(A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11,A12,A13,A14,A15,A16,A17,A18,A19,A20,A21,A22,A23,A24,A25,A26,A27,A28,A29,A30) :: term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term * term + foreign_low(assay_at).
:- use_foreign_source('assay_ciao.c').
:- extra_compiler_opts('-O2').
