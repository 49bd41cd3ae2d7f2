row(900, "join-above-meet", "x <= (y ^ z) v x", Soundness, kBoth, 3, join_above_meet),
