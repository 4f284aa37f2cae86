"""Single and double elimination as pure values: a draw, and what results make of it."""
