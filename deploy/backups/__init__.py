"""Backups, verified by comparing every table of the restored database with its state at the time of the dump."""
