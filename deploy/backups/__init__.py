"""Backups that are compared: each table of a restored database with what stood in it when it was dumped."""
