"""Runs of the benchmark: attempts in parallel, kept as they come, scored and reported."""
