{"self", Truth::Unsat, 1, "an operation that differs from itself on the same arguments"},
