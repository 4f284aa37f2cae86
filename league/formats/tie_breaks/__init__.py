"""Standings and tie-breaks as pure values: takes the contenders and every round's results, returns ranks and figures.

Source throughout: FIDE Handbook C.07, Play-Off and Tie-Break Regulations, in force from 1 March 2026; "article" means
its articles. `ledger` has the input, `definitions` the available tie-breaks, `standings` the order, and `derivation`
the explanation of a figure.
"""
