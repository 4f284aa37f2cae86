"""Pages of drafts."""
