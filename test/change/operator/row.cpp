row("int.gcd", Ints, 2, 2, None, ints, evaluate_gcd),
