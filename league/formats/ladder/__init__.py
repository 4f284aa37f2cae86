"""A ladder: who is better stands higher, and who stands lower may challenge."""
