"""Lessons that the users of one workspace and agent share, without a word that says whose."""
