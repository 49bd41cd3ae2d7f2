(declare-const x (_ BitVec 3))
(assert (bvslt #b100 (bvlshr #b001 (bvshl x #b111))))
(apply euf-completion)
