"""Cold start: a planner learns from a frozen data set, in the very context the edge gives it."""
