"""Who may do what: a table of every address of the site by role, and a world in which each of its cells is tried."""
