"""Every game in the interfaces that researchers' tools expect. The site doesn't need them.

`open_spiel` is in plain Python. `pettingzoo` needs the package of that name.
"""
