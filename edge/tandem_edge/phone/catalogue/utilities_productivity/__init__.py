"""Notes, tasks, sums."""
