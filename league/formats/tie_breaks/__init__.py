"""Standings and tie-breaks as pure values: who took part and what every round brought in, places and figures out.

Source throughout: FIDE Handbook C.07, Play-Off and Tie-Break Regulations, in force from 1 March 2026; "article" means
its articles. `results` has the shapes of the input, `columns` what an organiser may choose, `standings` the order, and
`derivation` how one figure came about.
"""
