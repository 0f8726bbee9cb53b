"""Model files: where they come from, how they are checked, and how their turns are written."""
