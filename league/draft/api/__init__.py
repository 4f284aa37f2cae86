"""Drafts for programs."""
