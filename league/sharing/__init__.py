"""Pages, and parts of them, that are the same for many are made once, and kept for some seconds.

A row is the truth: nothing is decided by what is kept. It is for reading alone, and is forgotten as soon as a hint says
that it has changed, and after some seconds without one.
"""
