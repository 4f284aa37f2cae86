"""Reviews of finished matches: who was ahead, and the moves that lost most."""
