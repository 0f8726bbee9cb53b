"""What happens to memories: capture, validation, conflicts, consolidation, revision, forgetting."""
