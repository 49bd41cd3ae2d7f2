; RUN: smt fuzz in.smt2 --target mine.toml
; EXIT: 3
; EXPECT: assay: mine.toml:4: there is no key 'timeuot'
; EXPECT:   did you mean 'timeout'? the keys are kind, inherits, name, library, install, prelude, work_counter, prelude_model, prelude_core, prelude_log, prelude_matching, prelude_proof, recognize, accepts_opaque, witness_comments, minimal_cores, minimize_groups, argv, incremental, work_limit, statistics, reseed, earlier_behaviour, persistent, version, logics, theories, lacks, extensions, decidable, equivalent_tactics, implied_tactics, crash, out_of_memory, timeout, skip, noise, sweep, options, known_bug, dialect, spelling, confession, certificate: docs/user/targets.md
(assert true)
; FILE: mine.toml
inherits = "z3"
name = "mine"
argv = ["z3", "-in"]
timeuot = 3
