"""Single and double elimination as pure values: the draw, and the bracket that results make of it."""
